"""Requests doubled, delayed and out of order: each is accepted once or refused, and the log stays whole."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.matches.errors import Rejected
from services.matches.looking import exported, shown_match
from services.matches.opening import open_match
from services.matches.playing import Choice, Played, play
from services.matches.ports import KeyReused
from services.matches.proof import proof_of
from services.matches.room import Asked, Room
from services.matches.seats import join

MakeRoom = Callable[..., Room]

Sent = tuple[int, int, str, str | None]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_arrives_twice_late_or_in_disorder_the_log_replays_to_what_is_seen(
    make_room: MakeRoom, data: Any
) -> None:
    rooms = [make_room(), make_room()]
    found = open_match(rooms[0], Asked("t"), "pig", {"target": 25}, [{"name": "Ann"}, {}])
    match = found.standing.opening.match
    join(rooms[0], Asked("t"), match, "Bob", found.invite or "", None)
    sent: list[Sent] = []
    accepted: dict[Sent, Played] = {}

    for _ in range(data.draw(st.integers(1, 40))):
        room = data.draw(st.sampled_from(rooms))
        if sent and data.draw(st.booleans()):
            request = data.draw(st.sampled_from(sent))
        else:
            version = room.histories.read(match).version - data.draw(st.sampled_from([0, 0, 0, 1, 2, -1]))
            key = data.draw(st.sampled_from([None, None, "a", "b", "c"]))
            request = (
                data.draw(st.integers(0, 1)),
                version,
                data.draw(st.sampled_from(["roll", "stop"])),
                key,
            )
            sent.append(request)
        seat, version, text, key = request
        try:
            played = play(
                room,
                Asked("moves", key, {"text": text}),
                room.histories.read(match),
                Choice(seat, version, text=text),
                f"token-{seat}",
            )
        except (Rejected, KeyReused):
            assert request not in accepted
        else:
            assert accepted.setdefault(request, played) == played

    record = exported(rooms[0].histories.read(match))
    moves = [event for event in record["stream"] if event["kind"] == "move"]
    answers = {played.version: played for played in accepted.values()}
    assert proof_of(rooms[0].rulesets, record).complete
    assert len(moves) == len(answers)
    views = [shown_match(room.histories.read(match).current) for room in (*rooms, make_room())]
    assert views[0] == views[1] == views[2]
