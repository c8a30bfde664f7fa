"""A match is gone through: begun once, seen as it grows, kept by its positions, finished whatever fails."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from rulesets.contract import Json, Seat
from services.bots.analysts import ATTEMPTS, STRANDS, judge_next
from services.bots.judging import Judge
from services.bots.levels import Search
from services.bots.players import PLAYERS
from services.bots.turns import take_turn
from services.matches.analysing import analysis
from services.matches.errors import NotNow
from services.matches.looking import exported
from services.matches.opening import open_match, take_record
from services.matches.questions import Game
from services.matches.room import Asked, Room
from tests.bots.conftest import Bell, opened

JUDGE = Judge("expert", Search(20, 5.0))


class InTurn:
    """Analysts that wait until they are told to work."""

    def __init__(self, judge: Any = JUDGE) -> None:
        self.judging = judge
        self.waiting: list[tuple[str, int, str]] = []

    def judge(self, game: Game) -> dict[str, Json]:
        told: dict[str, Json] = self.judging.told(game.ruleset, game.seats, game.options)
        return told

    def begin(self, match: str, holder: str) -> None:
        self.waiting += [(match, strand, holder) for strand in range(STRANDS)]

    def advise(self, match: str, version: int, seat: Seat) -> None: ...

    def work(self, room: Room, most: int = 10_000) -> int:
        """How many tasks were done."""
        for done in range(most):
            if not self.waiting:
                return done
            match, index, holder = self.waiting.pop(0)
            following = judge_next(room, self.judging, match, index, holder)
            if following is not None:
                self.waiting.append((match, following, holder))
        return most


@pytest.fixture
def analysts(room: Room) -> InTurn:
    room.analysts = found = InTurn()
    return found


@pytest.fixture
def match(room: Room, bell: Bell) -> str:
    """A match that is over."""
    found = opened(room, "greedy", "random", target=20)
    while bell.rung:
        name, seats, version = bell.rung.pop(0)
        for seat in seats:
            take_turn(room, PLAYERS, name, seat, version)
    return found


def told(room: Room, match: str, admit: Callable[[], None] = lambda: None) -> dict[str, Any]:
    found = analysis(room, match, admit)
    body: dict[str, Any] = json.loads(found.body)
    assert found.done == (body["status"] == "done")
    return body


def test_an_analysis_is_begun_by_who_asks_and_seen_as_it_grows(
    room: Room, match: str, analysts: InTurn
) -> None:
    first = told(room, match)
    analysts.work(room, 5)
    second = told(room, match)
    analysts.work(room)
    last = told(room, match)

    assert (first["status"], first["judged"]) == ("running", 0)
    # Positions that come again are judged once.
    assert second["status"] == "running"
    assert 5 <= second["judged"] < last["questions"]
    assert (last["status"], last["judged"]) == ("done", last["questions"])
    assert len(last["entries"]) == last["questions"]
    assert [entry["index"] for entry in last["entries"]] == list(range(last["questions"]))
    assert last["final"] == [
        float(points) for [points] in exported(room.histories.read(match))["stream"][-1]["scores"]
    ]


def test_entries_say_what_moves_lost_and_deals_brought(room: Room, match: str, analysts: InTurn) -> None:
    told(room, match)
    analysts.work(room)

    found = told(room, match)

    for entry, following in zip(found["entries"], found["entries"][1:], strict=False):
        if entry["kind"] == "chance":
            brought = [
                now - before for now, before in zip(following["expected"], entry["expected"], strict=True)
            ]
            assert entry["luck"] == pytest.approx(brought, abs=0.011)
        else:
            assert entry["loss"] == pytest.approx(
                max(0, entry["best"][0]["value"] - entry["value"]), abs=0.011
            )
    for seat in found["seats"]:
        mine = [entry for entry in found["entries"] if entry.get("seat") == seat["seat"]]
        assert seat["loss"] == pytest.approx(sum(entry["loss"] for entry in mine))
        marked = sorted((each for each in mine if "mark" in each), key=lambda each: each["mark"])
        losses = sorted((entry["loss"] for entry in mine), reverse=True)
        assert [entry["loss"] for entry in marked] == [loss for loss in losses[:3] if loss >= 1]


def test_the_stream_has_nothing_of_it(room: Room, match: str, analysts: InTurn) -> None:
    before = room.store.read(match, 1)

    told(room, match)
    analysts.work(room)
    told(room, match)

    assert room.store.read(match, 1) == before


def test_it_is_begun_again_only_when_nobody_is_at_it(room: Room, match: str, analysts: InTurn) -> None:
    told(room, match)
    told(room, match)
    assert len(analysts.waiting) == STRANDS

    [(_, _, holder), *_] = analysts.waiting
    analysts.work(room, 3)
    analysts.waiting.clear()
    room.store.release(f"analysis:{room.asked[room.histories.read(match)].name}", holder)
    told(room, match)
    analysts.work(room)

    assert told(room, match)["status"] == "done"


def test_who_may_not_begin_leaves_the_place_to_others(room: Room, match: str, analysts: InTurn) -> None:
    def refuse() -> None:
        raise RuntimeError("too many")

    with pytest.raises(RuntimeError):
        told(room, match, refuse)

    told(room, match)
    assert len(analysts.waiting) == STRANDS


def test_an_import_of_the_same_match_needs_no_judging(room: Room, match: str, analysts: InTurn) -> None:
    told(room, match)
    analysts.work(room)
    record = {key: value for key, value in exported(room.histories.read(match)).items() if key != "stream"}
    copy = take_record(room, Asked("t"), record, None).standing.opening.match

    body = told(room, copy)

    assert (body["match"], body["status"]) == (copy, "done")
    assert [each["expected"] for each in body["entries"]] == [
        each["expected"] for each in told(room, match)["entries"]
    ]


def test_another_judge_judges_anew(room: Room, match: str, analysts: InTurn) -> None:
    told(room, match)
    analysts.work(room)

    analysts.judging = Judge("expert", Search(25, 5.0))

    assert told(room, match)["judged"] == 0
    analysts.work(room)
    assert told(room, match)["judge"]["budget"] == 25


def test_a_question_that_fails_three_times_is_left_out(room: Room, match: str, analysts: InTurn) -> None:
    tried: list[str] = []

    class Broken:
        def told(self, *game: Any) -> Any:
            return JUDGE.told(*game)

        def answer(self, asked: Any) -> Any:
            if asked.seat == 1:
                tried.append(asked.name)
                raise RuntimeError("cannot think")
            return JUDGE.answer(asked)

    analysts.judging = Broken()
    told(room, match)
    analysts.work(room)

    body = told(room, match)
    assert body["status"] == "done"
    assert all(("loss" in each) == (each["seat"] == 0) for each in body["entries"] if each["kind"] == "move")
    assert {tried.count(name) for name in tried} == {ATTEMPTS}


def test_a_task_that_comes_twice_does_nothing_twice(room: Room, match: str, analysts: InTurn) -> None:
    told(room, match)
    analysts.waiting += analysts.waiting
    questions = told(room, match)["questions"]

    assert analysts.work(room) <= questions + 2 * STRANDS


def test_a_match_under_way_is_not_analysed(room: Room, analysts: InTurn) -> None:
    playing = opened(room, "random", "random")
    waiting = open_match(room, Asked("t"), "pig", {}, [{"name": "Ann"}, {}]).standing.opening.match

    with pytest.raises(NotNow, match="is under way: it is analysed when it is over"):
        analysis(room, playing, lambda: None)
    with pytest.raises(NotNow, match="begins when all its seats are taken"):
        analysis(room, waiting, lambda: None)
    assert analysts.waiting == []
