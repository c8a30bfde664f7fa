"""Opening a match: afresh, as a branch of another, or from a record.

Words: a **wish** is what is asked for a seat: `{"name", "nonce"?}`, `{"bot"}`, or `{}` for an open one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from rulesets.contract import (
    BadEvent,
    Json,
    Refused,
    Ruleset,
    Seat,
    checked_seats,
    completed,
    encoded,
    find_ruleset,
    read_record,
)
from services.matches.deals import anchor_of
from services.matches.drafts import PERSON, SERVICE, Draft, copied
from services.matches.errors import BadRecord, Invalid, NotNow
from services.matches.forms import BRANCHED, IMPORTED
from services.matches.ports import AnchorGone, Conflict
from services.matches.room import Asked, Room, at_version
from services.matches.standing import Standing, fingerprint_of
from services.matches.tokens import hashed

STEP = 100

Wish = Mapping[str, Any]


@dataclass(frozen=True)
class Opened:
    """What the opener is told: what stands, the creator's token and the invite for open seats."""

    standing: Standing
    tokens: dict[Seat, str]
    invite: str | None


def give_anchor(room: Room, asked: Asked) -> tuple[str, str]:
    """A match id and its anchor, before any nonce was seen."""
    match = room.new_id(asked)
    anchor = room.deals.reserved_anchor(match, room.limits.anchor_seconds)
    if asked.key and room.store.receipt(hashed(f"anchor {asked.key}"), anchor) != anchor:
        raise AnchorGone(match)
    return match, anchor


def open_match(  # noqa: PLR0913 - all that an opening may say
    room: Room,
    asked: Asked,
    name: str,
    options: Json,
    wishes: Sequence[Wish],
    match: str | None = None,
    *,
    hints: bool = False,
) -> Opened:
    """Open a match of a ruleset; `match` names an anchor given before, `hints` allows them."""
    try:
        ruleset = find_ruleset(room.rulesets, name)
        checked_seats(ruleset, len(wishes))
        complete = completed(ruleset, options)
    except Refused as refused:
        raise Invalid(str(refused)) from None
    head = _head(ruleset, name, complete, len(wishes))
    if hints:
        head["hints"] = True

    def written(draft: Draft, match: str) -> None:
        draft.add("opened", _author(wishes), **head, match=match, anchor=_anchor(room, draft, match))

    return _opened(room, asked, wishes, match, written)


def branch(
    room: Room, asked: Asked, source: str, at: int, wishes: Sequence[Wish], match: str | None = None
) -> Opened:
    """Open a match that goes on from what stood in another at a version, dealt afresh from there."""
    history = room.histories.read(source)
    standing = at_version(history, at)
    opening = standing.opening
    if not standing.seated and not opening.archived:
        raise NotNow("not-started", f"match {source} had open seats at {at}: there is nothing to go on from")
    if not standing.ruleset.to_act(standing.state):
        raise NotNow("over", f"match {source} was over at {at}: there is nothing to go on with")
    if len(wishes) != len(standing.players):
        raise Invalid(f"a branch of {source} has {len(standing.players)} seats, not {len(wishes)}")
    decoded = (msgspec.json.decode(event.body) for event in history.events[:at])
    events = [event for event in decoded if event["kind"] in ("chance", "move")]
    origins = [{"match": source, "version": event["version"]} for event in events]
    head = _head(opening.ruleset, opening.name, opening.options, len(wishes))

    def written(draft: Draft, match: str) -> None:
        draft.add("opened", _author(wishes), **head, match=match, origin={"match": source, "version": at})
        _copy(room, draft, events, origins)
        draft.add("anchored", SERVICE, anchor=_anchor(room, draft, match), reason=BRANCHED)

    return _opened(room, asked, wishes, match, written)


def take_record(
    room: Room, asked: Asked, record: Json, wishes: Sequence[Wish] | None, match: str | None = None
) -> Opened:
    """Open a match from a record, checked event by event: playable if seats are given, else archived."""
    events, head, over = _checked_record(room, record)
    if wishes is not None and len(wishes) != head["seats"]:
        raise Invalid(f"the record has {head['seats']} seats, not {len(wishes)}")
    playable = wishes is not None and not over
    if not playable:
        head["archived"] = True

    def written(draft: Draft, match: str) -> None:
        draft.add("opened", _author(wishes or []), **head, match=match, origin={"record": len(events)})
        _copy(room, draft, events, [{"record": index} for index in range(len(events))])
        if playable:
            draft.add("anchored", SERVICE, anchor=_anchor(room, draft, match), reason=IMPORTED)

    return _opened(room, asked, wishes or [], match, written)


def _checked_record(room: Room, record: Json) -> tuple[list[Json], dict[str, Json], bool]:
    """The events in the codec's own form, what `opened` says, and whether the match is over."""
    try:
        read = read_record(room.rulesets, record)
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
                events.append(encoded(read.ruleset, event))
                if len(events) % STEP == 0:
                    room.breathe()
    except BadEvent as bad:
        raise BadRecord(bad.reason, bad.index) from None
    head = _head(read.ruleset, read.name, read.options, read.seats)
    return events, head, not read.ruleset.to_act(state)


def _head(ruleset: Ruleset, name: str, options: dict[str, Json], seats: int) -> dict[str, Json]:
    """What `opened` says of the game."""
    head: dict[str, Json] = {
        "ruleset": name,
        "ruleset_version": ruleset.VERSION,
        "options": options,
        "seats": seats,
    }
    try:
        fingerprint = fingerprint_of(ruleset, options)
    except Refused as refused:
        raise Invalid(str(refused)) from None
    return head if fingerprint is None else {**head, "fingerprint": fingerprint}


def _author(wishes: Sequence[Wish]) -> str:
    return PERSON if any("name" in wish for wish in wishes) else SERVICE


def _anchor(room: Room, draft: Draft, match: str) -> str:
    """The anchor given for this match before, or that of a secret drawn now."""
    kept = room.deals.kept_anchor(match)
    if kept is not None:
        return kept
    draft.secret = room.deals.draw_secret()
    return anchor_of(draft.secret)


def _opened(
    room: Room,
    asked: Asked,
    wishes: Sequence[Wish],
    anchored: str | None,
    written: Callable[[Draft, str], None],
) -> Opened:
    """Write the first events down, seat who is known, deal if all are, store; or answer a repeat."""
    _check_wishes(room, wishes)
    match, request = anchored or room.new_id(asked), room.request(asked)
    tokens = {
        seat: room.tokens.made(match, seat, asked.key) for seat, wish in enumerate(wishes) if "name" in wish
    }
    done = room.store.repeat_of(match, 0, request) if asked.key else None
    if done is None:
        if anchored and (room.deals.kept_anchor(match) is None or room.store.read(match, 1, limit=1)):
            raise AnchorGone(match)
        draft = room.draft()
        written(draft, match)
        _seat(draft, wishes)
        draft.settle(room.limits.match_events)
        room.remember(asked)
        batch = draft.batch(
            request,
            access=_access(tokens, room.tokens.salt(match, asked.key)),
            anchored=anchored is not None,
            expires=room.limits.unstarted_seconds if draft.standing.status == "open" else None,
        )
        room.take_bot_match(draft)
        try:
            done = room.store_draft(match, draft, batch)
        except Conflict:
            raise AnchorGone(match) from None
    standing = room.histories.read(match).at(done.last)
    if standing.status != "open":
        return Opened(standing, tokens, None)
    return Opened(standing, tokens, room.tokens.invite(match, room.store.access(match)["salt"]))


def _access(tokens: Mapping[Seat, str], salt: str) -> dict[str, str]:
    """What is kept to know the tokens and the invite again; at most one person opens a match."""
    access = {"salt": salt}
    for seat, token in tokens.items():
        access |= {f"seat:{seat}": hashed(token), "creator": str(seat)}
    return access


def _copy(room: Room, draft: Draft, events: Sequence[Json], origins: Sequence[Json]) -> None:
    """Write events of elsewhere down, in steps that let other requests through."""
    for start in range(0, len(events), STEP):
        copied(draft, events[start : start + STEP], origins[start : start + STEP])
        room.breathe()


def _seat(draft: Draft, wishes: Sequence[Wish]) -> None:
    for seat, wish in enumerate(wishes):
        if "name" in wish:
            draft.add("seated", PERSON, seat=seat, name=wish["name"], nonce=wish.get("nonce"))
        elif "bot" in wish:
            draft.add("seated", SERVICE, seat=seat, bot=wish["bot"])


def _check_wishes(room: Room, wishes: Sequence[Wish]) -> None:
    if sum("name" in wish for wish in wishes) > 1:
        raise Invalid("at most one seat is named, the creator's; the others join by the invite")
    for wish in wishes:
        if "bot" in wish:
            room.check_bot(wish["bot"])
