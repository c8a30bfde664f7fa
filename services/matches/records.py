"""A record from outside, checked event by event before anything of it is kept.

(1) A match is made from `events`; each must be legal where it stands.
(2) A `stream` that is there must prove what `tiledraft verify` asks of it: nothing contradicts it, though
deals may be unproven. It is no longer than a match may be.
(3) Other requests are let through every 100 events, whoever goes through them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rulesets.contract import BadEvent, Json, Record, Refused, encoded, read_record, shown
from services.matches.errors import BadRecord
from services.matches.proof import proof_of
from services.matches.room import Room

STEP = 100
KEYS = ("format", "ruleset", "ruleset_version", "options", "seats", "events", "stream")


class Breathing(list[Json]):
    """A list that breathes while it is gone through, also by who knows nothing of other requests.  (3)"""

    def __init__(self, values: list[Json], breathe: Callable[[], None]) -> None:
        super().__init__(values)
        self._breathe = breathe

    def __iter__(self) -> Iterator[Json]:
        for number, value in enumerate(super().__iter__(), 1):
            yield value
            if number % STEP == 0:
                self._breathe()


def checked_record(room: Room, record: Json) -> tuple[Record, list[Json], bool]:
    """The record, its events in the codec's own form, and whether the match is over; or BadRecord."""
    if isinstance(record, dict):
        record = {
            key: Breathing(value, room.breathe) if isinstance(value, list) else value
            for key, value in record.items()
        }
    try:
        read = read_record(room.rulesets, record)
        _check_keys("a record", record, KEYS)
    except Refused as refused:
        raise BadRecord(str(refused)) from None
    if len(read.events) > room.limits.record_events:
        raise BadRecord(
            f"a record has at most {room.limits.record_events} events here, not {len(read.events)}"
        )
    events: list[Json] = []
    state = None
    try:
        for event, after in read.states():
            state = after
            if event is not None:
                events.append(_checked_entry(read, len(events), encoded(read.ruleset, event)))
    except BadEvent as bad:
        raise BadRecord(bad.reason, bad.index) from None
    if "stream" in record:
        _check_stream(room, record)
    return read, events, not read.ruleset.to_act(state)


def _check_stream(room: Room, record: dict[str, Json]) -> None:
    """Refuse a stream that contradicts itself or the record.  (2)"""
    stream, longest = record["stream"], room.limits.match_events
    if isinstance(stream, list) and len(stream) > longest:
        raise BadRecord(f"the stream of a record has at most {longest} events here, not {len(stream)}")
    try:
        proof_of(room.rulesets, record)
    except Refused as refused:
        raise BadRecord(str(refused)) from None


def _checked_entry(read: Record, index: int, entry: dict[str, Json]) -> Json:
    """The entry in the codec's own form, if the one that was read has no other keys."""
    try:
        _check_keys(f"a {entry['kind']}", read.events[index], list(entry))
    except Refused as refused:
        raise BadEvent(index, str(refused)) from None
    return entry


def _check_keys(what: str, found: Mapping[str, Json], known: Sequence[str]) -> None:
    for key in found:
        if key not in known:
            raise Refused(f"{what} has {', '.join(known)}; {shown(key)} is not known")
