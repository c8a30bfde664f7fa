"""What a stream may say of hints: a hint that was never allowed, or asked by nobody, is found by `verify`."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from rulesets.contract import canonical
from services.matches.chain import link
from services.matches.errors import NotNow
from services.matches.hinting import ask_hint
from services.matches.looking import exported
from services.matches.opening import branch, open_match
from services.matches.ports import NO_HEAD
from services.matches.proof import Contradiction, proof_of
from services.matches.room import Asked, Limits, Room


@pytest.fixture
def room(make_room: Callable[..., Room]) -> Room:
    return make_room()


def opened(room: Room, *, hints: bool = True) -> Any:
    seats = [{"name": "Ann"}, {"bot": "random"}]
    return open_match(room, Asked("t"), "pig", {"lucky": True}, seats, hints=hints)


def hinted(room: Room) -> Any:
    """The record of a match in which seat 0 asked for a hint."""
    found = opened(room)
    match = found.standing.opening.match
    history = room.histories.read(match)
    ask_hint(room, Asked("hint"), history, (0, history.version), found.tokens[0])
    return json.loads(json.dumps(exported(room.histories.read(match))))


def rehashed(record: Any) -> Any:
    head = NO_HEAD
    for version, event in enumerate(record["stream"], 1):
        event["version"] = version
        event.pop("hash", None)
        head = event["hash"] = link(head, canonical(event).encode())
    return record


def test_a_hint_is_an_event_that_is_proven_and_noted(room: Room) -> None:
    record = hinted(room)

    proof = proof_of(room.rulesets, record)

    told = {key: value for key, value in record["stream"][-1].items() if key not in ("hash", "time")}
    assert record["stream"][0]["hints"] is True
    bot = {"name": "nobody"}
    assert told == {"version": 4, "kind": "hinted", "author": "person", "seat": 0, "bot": bot}
    assert proof.noted == {4: "seat 0 asked for a hint"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda stream: stream[0].pop("hints"), "the match was opened without hints"),
        (lambda stream: stream[3].update(seat=1), "in seat 1 is no person whose turn it is"),
        (lambda stream: stream[3].update(seat=2), "there is no seat 2"),
        (lambda stream: stream[3].update(author="bot"), "the author is person"),
        (lambda stream: stream[3].update(bot="random"), '"random" is no bot of hinted'),
        (lambda stream: stream.append(dict(stream[3])), "seat 0 has asked for a hint here already"),
        (lambda stream: stream.insert(2, stream.pop(3)), "in seat 0 is no person whose turn it is"),
        (lambda stream: stream[0].update(hints=False), "false is no hints of opened"),
    ],
)
def test_a_false_hint_is_found_though_every_hash_was_made_anew(
    room: Room, change: Callable[[Any], Any], reason: str
) -> None:
    record = hinted(room)
    change(record["stream"])

    with pytest.raises(Contradiction, match=reason):
        proof_of(room.rulesets, rehashed(record))


def test_who_asks_the_same_at_the_same_time_is_told_of_the_one_event(make_room: Callable[..., Room]) -> None:
    rooms = [make_room(), make_room()]
    rooms[1].clock = lambda: 1_800_000_000.0
    found = opened(rooms[0])
    match, version = found.standing.opening.match, found.standing.version
    histories = [room.histories.read(match) for room in rooms]

    hints = [
        ask_hint(room, Asked("hint"), history, (0, version), found.tokens[0])
        for room, history in zip(rooms, histories, strict=True)
    ]

    assert hints[0] == hints[1]
    assert hints[0].events == rooms[0].store.read(match, version + 1)


def test_no_hint_stops_a_match(make_room: Callable[..., Room]) -> None:
    room = make_room(limits=Limits(match_events=5))
    found = opened(room)
    match = found.standing.opening.match

    with pytest.raises(NotNow, match=f"match {match} has at most 5 events, and the last are left to moves"):
        ask_hint(room, Asked("hint"), room.histories.read(match), (0, 3), found.tokens[0])

    assert room.histories.read(match).current.status == "playing"


def test_a_branch_has_no_hints(room: Room) -> None:
    found = opened(room)
    source = found.standing

    copy = branch(
        room, Asked("t"), source.opening.match, source.version, [{"name": "Ann"}, {"bot": "random"}]
    )

    history = room.histories.read(copy.standing.opening.match)
    with pytest.raises(NotNow, match="was opened without hints"):
        ask_hint(room, Asked("hint"), history, (0, history.version), copy.tokens[0])
