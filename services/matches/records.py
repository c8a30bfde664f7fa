"""A record from outside, checked event by event before anything of it is kept."""

from collections.abc import Mapping, Sequence

from rulesets.contract import BadEvent, Json, Record, Refused, encoded, read_record, shown
from services.matches.errors import BadRecord
from services.matches.room import Room

STEP = 100
KEYS = ("format", "ruleset", "ruleset_version", "options", "seats", "events", "stream")


def checked_record(room: Room, record: Json) -> tuple[Record, list[Json], bool]:
    """The record, its events in the codec's own form, and whether the match is over; or BadRecord."""
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
                if len(events) % STEP == 0:
                    room.breathe()
    except BadEvent as bad:
        raise BadRecord(bad.reason, bad.index) from None
    return read, events, not read.ruleset.to_act(state)


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
