"""Records: one match's events in a form that any program can read, write and fold again.

(1) `events` holds all that a fold needs and nothing else: what chance gave and what the seats decided.
(2) Entries of `events` count from 0; "after n" means after so many of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulesets.contract.codec import shown
from rulesets.contract.options import checked_seats, completed
from rulesets.contract.play import accepted
from rulesets.contract.ruleset import Event, Json, Refused, Ruleset, State

FORMAT = "tiledraft-record/1"


class BadEvent(Refused):
    """The first entry of `events` that is not legal: `index` counts from 0."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(f"event {index} of the record is refused: {reason}")
        self.index = index
        self.reason = reason


@dataclass(frozen=True)
class Record:
    """A record whose head was checked; its events were not."""

    ruleset: Ruleset
    name: str
    options: dict[str, Json]
    seats: int
    events: Sequence[Json]

    def states(self) -> Iterator[tuple[Event | None, State]]:
        """(None, the opening state), then each event with the state after it; BadEvent at the first wrong."""
        state = self.ruleset.setup(self.seats, self.options)
        yield None, state
        for index, wire in enumerate(self.events):
            try:
                event = accepted(self.ruleset, state, wire)
            except Refused as refused:
                raise BadEvent(index, str(refused)) from None
            state = self.ruleset.evolve(state, event)
            yield event, state


def read_record(rulesets: Mapping[str, Ruleset], record: Json) -> Record:
    """The record of a JSON object, its head checked; Refused says what was wanted and what was found."""
    if not isinstance(record, dict):
        raise Refused(f"a record is a JSON object, not {shown(record)}")
    if record.get("format") != FORMAT:
        raise Refused(f"the format of a record is {shown(FORMAT)}, not {shown(record.get('format'))}")
    if type(record.get("ruleset_version")) is not int:
        raise Refused(
            f"the ruleset_version of a record is a number, not {shown(record.get('ruleset_version'))}"
        )
    ruleset = find_ruleset(rulesets, record.get("ruleset"), record["ruleset_version"])
    events = record.get("events")
    if not isinstance(events, list):
        raise Refused(f"the events of a record are a list, not {shown(events)}")
    return Record(
        ruleset=ruleset,
        name=record["ruleset"],
        options=completed(ruleset, record.get("options", {})),
        seats=checked_seats(ruleset, record.get("seats")),
        events=events,
    )


def write_record(
    ruleset: Ruleset, name: str, options: Mapping[str, Json], seats: int, events: Sequence[Json]
) -> dict[str, Json]:
    """The JSON object of a record; `events` in wire form."""
    return {
        "format": FORMAT,
        "ruleset": name,
        "ruleset_version": ruleset.VERSION,
        "options": dict(options),
        "seats": seats,
        "events": list(events),
    }


def find_ruleset(rulesets: Mapping[str, Ruleset], name: Json, version: Json = None) -> Ruleset:
    """The ruleset of this name and version (None: the current one), or Refused.

    An old version stays installed beside a new one under the name `NAME@VERSION`.
    """
    current = rulesets.get(name) if isinstance(name, str) and "@" not in name else None
    if current is None:
        known = ", ".join(sorted(each for each in rulesets if "@" not in each))
        raise Refused(f"the ruleset {shown(name)} is not installed; there are: {known}")
    if version is None or (type(version) is int and version == current.VERSION):
        return current
    old = rulesets.get(f"{name}@{version}") if type(version) is int else None
    if old is None:
        raise Refused(
            f"{name} of version {shown(version)} is wanted and not installed; installed is {current.VERSION}"
        )
    return old
