"""A bot's turn: taken once, whatever is repeated, lost or broken."""

import json
import time
from collections.abc import Sequence
from threading import Event
from typing import Any

import pig
import pytest

from rulesets.contract import Dice, weights_digest
from services.bots.players import PLAYERS, Chosen, Player, greedy
from services.bots.tasks import QUEUED_RINGS, BellAside, CeleryBell, make_celery, sweep
from services.bots.turns import ATTEMPTS, take_turn
from services.matches.looking import exported
from services.matches.opening import open_match
from services.matches.ports import StoreDown
from services.matches.proof import proof_of
from services.matches.room import Asked, Room
from services.matches.seats import hand_over
from tests.bots.conftest import Bell, opened
from tests.servers import wait_until


def events(room: Room, match: str) -> list[dict[str, Any]]:
    return [json.loads(event.wire()) for event in room.histories.read(match).events]


def answer_bell(room: Room, bell: Bell, players: Any = PLAYERS) -> None:
    while bell.rung:
        match, seats, version = bell.rung.pop(0)
        for seat in seats:
            take_turn(room, players, match, seat, version)


def test_bots_alone_play_to_the_end_and_each_move_says_who_found_it(room: Room, bell: Bell) -> None:
    match = opened(room, "greedy", "random", target=20)

    answer_bell(room, bell)

    assert room.histories.read(match).current.status == "over"
    moves = [event for event in events(room, match) if event["kind"] == "move"]
    for move in moves:
        assert move["author"] == "bot"
        assert move["bot"]["name"] == ("greedy", "random")[move["seat"]]
        assert move["bot"]["level"] == PLAYERS[move["bot"]["name"]].level
        assert len(move["bot"]["seed"]) == 16
    assert room.store.due(-1) == []
    assert room.store.bot_matches() == []
    assert proof_of(room.rulesets, exported(room.histories.read(match))).complete


def test_many_copies_of_one_task_make_one_move(room: Room, bell: Bell) -> None:
    match = opened(room, "random", "random")
    _, [seat], version = bell.rung.pop()

    taken = [take_turn(room, PLAYERS, match, seat, version) for _ in range(300)]

    assert taken.count(True) == 1
    assert [event["kind"] for event in events(room, match)[version:]].count("move") == 1
    assert "fallback" not in events(room, match)[version]["bot"]


@pytest.mark.parametrize(("seat", "shift"), [(0, 1), (0, -1), (1, 0), (7, 0)])
def test_a_task_for_another_version_or_seat_ends_as_nothing(
    room: Room, bell: Bell, seat: int, shift: int
) -> None:
    match = opened(room, "random", "random")
    _, [acting], version = bell.rung.pop()

    taken = take_turn(room, PLAYERS, match, (acting + seat) % 8 if seat else acting, version + shift)

    assert not taken
    assert room.histories.read(match).version == version
    assert not take_turn(room, PLAYERS, "a" * 16, 0, 1)


def test_a_bot_is_not_asked_in_a_persons_turn(room: Room) -> None:
    opened_match = open_match(room, Asked("t"), "pig", {"lucky": True}, [{"name": "Ann"}, {"bot": "random"}])
    match, version = opened_match.standing.opening.match, opened_match.standing.version

    assert not take_turn(room, PLAYERS, match, 0, version)


def test_a_turn_under_way_elsewhere_is_left_alone(room: Room, bell: Bell) -> None:
    match = opened(room, "random", "random")
    _, [seat], version = bell.rung.pop()
    place = f"turn:{match}:{seat}:{version}"
    assert room.store.lease(place, "another worker", 1, 8)

    assert not take_turn(room, PLAYERS, match, seat, version)
    room.store.release(place, "another worker")
    assert take_turn(room, PLAYERS, match, seat, version)


def test_the_lease_lasts_as_long_as_the_turn_and_no_longer(room: Room, bell: Bell, monkeypatch: Any) -> None:
    match = opened(room, "random", "random")
    _, [seat], version = bell.rung.pop()
    monkeypatch.setattr("services.bots.turns.THINKING_SECONDS", 1)
    monkeypatch.setattr("services.bots.turns.RENEWED_SECONDS", 0.1)
    place = f"turn:{match}:{seat}:{version}"
    free = []

    def slow(ruleset: Any, state: Any, seat: int, dice: Dice) -> Chosen:
        time.sleep(1.3)
        free.append(room.store.lease(place, "another worker", 1, 1))
        return PLAYERS["random"].choose(ruleset, state, seat, dice)

    assert take_turn(room, {"random": Player(0, slow)}, match, seat, version)

    assert free == [False]
    assert room.store.lease(place, "another worker", 1, 1)


def test_what_a_bot_tells_of_its_choice_stands_in_the_event(room: Room, bell: Bell) -> None:
    match = opened(room, "hard", "medium", target=20)

    answer_bell(room, bell)

    moves = [event for event in events(room, match) if event["kind"] == "move"]
    for move in moves:
        found = PLAYERS[move["bot"]["name"]]
        assert move["bot"]["budget"] == found.choose.budget  # type: ignore[attr-defined]
        assert set(move["bot"]) == {"name", "level", "budget", "seed"}


def test_a_search_tells_the_weights_it_judged_by(
    room: Room, bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pig, "WEIGHTS", {"fitted": {"early": {"base": 5}}}, raising=False)
    match = opened(room, "hard", "greedy", target=20)

    answer_bell(room, bell)

    bots = [event["bot"] for event in events(room, match) if event["kind"] == "move"]
    told = {bot["name"]: bot.get("weights") for bot in bots}
    assert told == {"hard": weights_digest({"early": {"base": 5}}), "greedy": None}


def test_a_bot_that_fails_three_times_plays_the_first_legal_move_at_the_fourth(
    room: Room, bell: Bell
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("cannot think")

    players = {**PLAYERS, "broken": Player(9, broken)}
    match = opened(room, "broken", "broken", target=1)
    version = room.histories.read(match).version
    rung = []

    for _ in range(ATTEMPTS):
        _, [seat], at = bell.rung.pop()
        rung.append(at)
        assert not take_turn(room, players, match, seat, at)
    _, [seat], at = bell.rung.pop()
    assert take_turn(room, players, match, seat, at)

    move = events(room, match)[version]
    assert [*rung, at] == [version] * 4
    assert move["bot"] == {"name": "broken", "fallback": "broken failed 3 times here"}
    assert move["move"] == {"type": "roll"}


def test_a_turn_that_took_its_worker_down_counts_as_an_attempt(room: Room, bell: Bell) -> None:
    match = opened(room, "random", "random")
    _, [seat], version = bell.rung.pop()

    for _ in range(ATTEMPTS):
        room.store.attempt(match, seat, version)
    assert take_turn(room, PLAYERS, match, seat, version)

    assert "fallback" in events(room, match)[version]["bot"]


def test_in_a_simultaneous_phase_every_bot_is_rung_and_acts_without_the_others(
    room: Room, bell: Bell
) -> None:
    seats = [{"bot": "random"}, {"name": "Ann"}, {"bot": "greedy"}]
    found = open_match(room, Asked("t"), "pig", {"lucky": True}, seats).standing
    match = found.opening.match
    assert bell.rung == [(match, [0, 2], found.version)]

    answer_bell(room, bell)

    standing = room.histories.read(match).current
    assert standing.acting() == (1,)
    assert standing.state.lucky[0]
    assert standing.state.lucky[2]


def test_a_seat_handed_over_is_rung_at_once(room: Room, bell: Bell) -> None:
    found = open_match(room, Asked("t"), "pig", {}, [{"name": "Ann"}])
    match, version = found.standing.opening.match, found.standing.version

    hand_over(room, Asked("t"), match, 0, "random", found.tokens[0])

    assert bell.rung == [(match, [0], version + 1)]


def test_the_sweeper_rings_what_sleeps_and_waits_when_nobody_answers(room: Room, bell: Bell) -> None:
    match = opened(room, "random", "random")
    found = bell.rung.pop()

    assert sweep(room, lambda: 0) == 0
    room.store._now = lambda: time.time() + 5  # type: ignore[attr-defined]
    assert sweep(room, lambda: 0) == 1
    assert bell.rung == [found]
    assert sweep(room, lambda: 5) == 1
    assert bell.rung == [found]
    assert match == found[0]


def test_greedy_takes_the_move_that_leads_most_and_the_same_one_for_the_same_seed() -> None:
    class Choices:
        """A ruleset as far as greedy looks: a move is what it is worth to seat 0."""

        def legal_moves(self, state: Any, seat: int) -> Sequence[int]:
            return [1, 5, 3, 5]

        def evolve(self, state: Any, event: Any) -> Any:
            return event[1]

        def estimate(self, state: int) -> list[float]:
            return [state, 2]

    ruleset: Any = Choices()

    assert {greedy(ruleset, None, 0, Dice(bytes([n]), [])) for n in range(5)} == {5}
    assert {greedy(ruleset, None, 1, Dice(bytes([n]), [])) for n in range(5)} == {1}


def test_no_request_waits_for_a_bell_that_hangs_and_a_full_queue_is_said(capsys: Any) -> None:
    heard, hangs = [], Event()

    class Hanging:
        def ring(self, match: str, seats: Sequence[int], version: int) -> None:
            hangs.wait(10)
            heard.append(version)

    bell, began = BellAside(Hanging()), time.monotonic()
    for version in range(QUEUED_RINGS + 50):
        bell.ring("m", [0], version)
    took = time.monotonic() - began
    hangs.set()
    wait_until(lambda: len(heard) >= QUEUED_RINGS)

    assert took < 5
    assert heard == sorted(heard)
    assert "too many rings wait" in capsys.readouterr().out


def test_the_bell_never_raises_and_tells_the_log(capsys: Any) -> None:
    bell = CeleryBell(make_celery("redis://127.0.0.1:1/0", socket_seconds=1))

    bell.ring("m", [0, 1], 5)

    assert "bell not heard" in capsys.readouterr().out


def test_a_store_that_is_down_is_no_attempt_of_the_bot(room: Room, bell: Bell, monkeypatch: Any) -> None:
    match = opened(room, "random", "random")
    _, [seat], version = bell.rung.pop()

    def down(*_: Any, **__: Any) -> Any:
        raise StoreDown("gone")

    monkeypatch.setattr(room.store, "append", down)
    with pytest.raises(StoreDown):
        take_turn(room, PLAYERS, match, seat, version)
    monkeypatch.undo()

    assert take_turn(room, PLAYERS, match, seat, version)
