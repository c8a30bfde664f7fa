"""Analyses and hints over HTTP: who is given them, when, and what the match tells of it."""

import json
from dataclasses import replace
from typing import Any

import pytest

from rulesets.contract import Json, Seat
from services.api import judged
from services.bots.analysts import STRANDS, advise, judge_next
from services.bots.judging import Judge
from services.bots.levels import Search
from services.matches.proof import proof_of
from services.matches.questions import Game, Nobody
from services.matches.room import Room
from tests.api.conftest import NO_LIMITS, Make, Table, World

# Of streams and waiting requests of the client of these tests.
PLACES = "streams:127.0.0.1"
JUDGE = Judge("expert", Search(20, 5.0))


class AtOnce:
    """Analysts that give hints at once, and go through matches when they are told to."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.begun: list[tuple[str, str]] = []
        self.advised = 0

    def judge(self, game: Game) -> dict[str, Json]:
        return JUDGE.told(game.ruleset, game.seats, game.options)

    def begin(self, match: str, holder: str) -> None:
        self.begun.append((match, holder))

    def advise(self, match: str, version: int, seat: Seat) -> None:
        self.advised += 1
        advise(self._room, JUDGE, match, version, seat)

    def work(self) -> None:
        for match, holder in self.begun:
            for strand in range(STRANDS):
                index: int | None = strand
                while index is not None:
                    index = judge_next(self._room, JUDGE, match, index, holder)
        self.begun.clear()


@pytest.fixture
def analysts(world: World) -> AtOnce:
    found = AtOnce(world.room)
    world.room.analysts = found
    return found


@pytest.fixture
def hinted(world: World, analysts: AtOnce) -> Table:
    """A match that was opened with hints."""
    world.further = {"hints": True}
    return world.playing()


def analysed(table: Table, **headers: str) -> Any:
    return table.world.call("GET", f"/matches/{table.match}/analysis", headers=headers)


def ask(table: Table, seat: int, version: int | None, **how: Any) -> Any:
    path = f"/matches/{table.match}/hint"
    return table.world.call("POST", path, token=table.tokens[seat], version=version, **how)


def test_an_analysis_runs_and_is_done(world: World, analysts: AtOnce) -> None:
    table = world.playing(target=12)
    table.played_out()

    running = analysed(table)
    analysts.work()
    done = analysed(table)

    assert (running.status_code, running.json["status"], running.json["judged"]) == (202, "running", 0)
    assert running.headers["Retry-After"] == "1"
    assert (done.status_code, done.json["status"]) == (200, "done")
    assert done.json["judge"]["name"] == "expert"
    stream = table.get("/events")["events"]
    for entry in done.json["entries"]:
        assert stream[entry["version"] - 1]["index"] == entry["index"]
        assert stream[entry["version"] - 1]["kind"] == entry["kind"]


def test_who_has_an_analysis_is_not_given_it_again(world: World, analysts: AtOnce) -> None:
    table = world.playing(target=12)
    table.played_out()
    running = analysed(table).headers["ETag"]
    same = analysed(table, **{"If-None-Match": running})
    analysts.work()

    done = analysed(table, **{"If-None-Match": running})

    assert (same.status_code, same.data) == (304, b"")
    assert done.status_code == 200
    assert analysed(table, **{"If-None-Match": done.headers["ETag"]}).status_code == 304
    assert analysed(table, **{"If-None-Match": f"W/{done.headers['ETag']}"}).status_code == 304


def test_a_match_under_way_is_not_analysed(world: World, analysts: AtOnce) -> None:
    table, waiting = world.playing(), world.opened()["match"]

    answer = analysed(table)

    assert (answer.status_code, answer.json["type"]) == (422, "under-way")
    assert answer.json["detail"] == f"match {table.match} is under way: it is analysed when it is over"
    assert world.call("GET", f"/matches/{waiting}/analysis").json["type"] == "not-started"
    assert world.call("GET", "/matches/aaaaaaaaaaaaaaaa/analysis").status_code == 404


def test_beginning_is_limited_and_looking_is_not(make: Make) -> None:
    world = make(replace(NO_LIMITS, analyses="1/hour"))
    world.room.analysts = AtOnce(world.room)
    tables = [world.playing(target=target) for target in (3, 4)]  # alike they would share their positions
    for table in tables:
        table.played_out()

    assert [analysed(tables[0]).status_code for _ in range(3)] == [202] * 3
    refused = analysed(tables[1])
    assert (refused.status_code, refused.json["type"]) == (429, "too-many")
    assert refused.json["detail"].startswith("at most 1 per 1 hour for analyses begun from one address")


def test_a_hint_tells_moves_with_values_and_the_match_tells_of_it(hinted: Table) -> None:
    match = hinted.get()
    seat = match["position"]["to_act"][0]

    answer = ask(hinted, seat, match["version"])

    assert answer.status_code == 201, answer.json
    assert answer.json["version"] == match["version"] + 1
    assert answer.json["bot"]["name"] == "expert"
    assert [set(each) for each in answer.json["moves"]] == [{"move", "text", "value"}] * len(
        answer.json["moves"]
    )
    [event] = answer.json["events"]
    assert (event["kind"], event["seat"], event["bot"]) == ("hinted", seat, answer.json["bot"])
    assert match["hints"] is True
    assert hinted.get()["position"] == match["position"]
    text = answer.json["moves"][0]["text"]
    assert hinted.move(seat, {"text": text}, answer.json["version"]).status_code == 201


def test_asking_again_adds_nothing(hinted: Table, analysts: AtOnce) -> None:
    match = hinted.get()
    seat = match["position"]["to_act"][0]
    first = ask(hinted, seat, match["version"])

    repeated = ask(hinted, seat, match["version"])
    again = ask(hinted, seat, match["version"] + 1)

    assert repeated.json == first.json
    assert (again.status_code, again.json["events"]) == (201, [])
    assert again.json["moves"] == first.json["moves"]
    assert hinted.get()["version"] == match["version"] + 1
    assert analysts.advised <= 1


def test_a_hint_that_needed_no_event_is_given_again_by_its_key(hinted: Table) -> None:
    match = hinted.get()
    seat, version = match["position"]["to_act"][0], match["version"]
    ask(hinted, seat, version)
    again = ask(hinted, seat, version + 1, key="again")
    assert hinted.move(seat, {"text": "roll"}, version + 1).status_code == 201

    repeated = ask(hinted, seat, version + 1, key="again")

    assert (again.status_code, again.json["events"]) == (201, [])
    assert (repeated.status_code, repeated.data) == (201, again.data)
    assert ask(hinted, seat, version + 1, key="new").status_code == 412
    assert ask(hinted, seat, version, key="again").json["type"] == "key-reused"


def test_who_is_given_no_hint(world: World, hinted: Table) -> None:
    match = hinted.get()
    seat, version = match["position"]["to_act"][0], match["version"]
    world.further = {}
    without = world.playing()
    acting = without.get()["position"]["to_act"][0]

    def problem(answer: Any) -> tuple[int, str]:
        return answer.status_code, answer.json["type"]

    assert problem(ask(without, acting, without.get()["version"])) == (422, "no-hints")
    assert problem(ask(hinted, 1 - seat, version)) == (422, "not-your-turn")
    assert problem(ask(hinted, seat, version - 1)) == (412, "conflict")
    assert problem(ask(hinted, seat, None)) == (428, "no-version")
    assert "move" not in ask(hinted, seat, None).json["detail"]
    assert problem(world.call("POST", f"/matches/{hinted.match}/hint", version=version)) == (401, "no-token")
    hinted.tokens[seat] = without.tokens[seat]
    assert problem(ask(hinted, seat, version)) == (403, "wrong-token")
    assert hinted.get()["version"] == version


class Silent(Nobody):
    """Analysts who never answer; what they are asked is counted, and so are the places left meanwhile."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.left: list[bool] = []

    def advise(self, match: str, version: int, seat: Seat) -> None:
        self.left.append(self._room.store.lease(PLACES, "another", 1, 1))
        self._room.store.release(PLACES, "another")


def test_a_hint_that_nobody_answers_is_asked_for_once_and_logged_as_no_fault(
    world: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    world.room.analysts = silent = Silent(world.room)
    world.further = {"hints": True}
    table = world.playing(target=77)  # a position that no other test asks of
    match = table.get()
    seat = match["position"]["to_act"][0]
    monkeypatch.setattr(judged, "HINT_SECONDS", 0.1)

    late = [ask(table, seat, match["version"]) for _ in range(3)]

    assert {(answer.status_code, answer.json["type"]) for answer in late} == {(503, "not-yet")}
    assert len(silent.left) == 1
    logged = [line for line in capsys.readouterr().out.splitlines() if "not-yet" in line]
    assert len(logged) == 3
    assert all("info" in line and "Traceback" not in line for line in logged)


def test_a_hint_takes_a_place_while_it_is_waited_for(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    world = make(replace(NO_LIMITS, streams=1))
    world.room.analysts = silent = Silent(world.room)
    world.further = {"hints": True}
    table, store = world.playing(target=78), world.room.store
    match = table.get()
    seat = match["position"]["to_act"][0]
    monkeypatch.setattr(judged, "HINT_SECONDS", 0.1)

    assert store.lease(PLACES, "a stream", 1, 60)
    refused = ask(table, seat, match["version"])
    store.release(PLACES, "a stream")

    assert (refused.status_code, refused.json["type"]) == (429, "too-many")
    assert table.get()["version"] == match["version"]
    assert ask(table, seat, match["version"]).status_code == 503
    assert silent.left == [False]
    assert store.lease(PLACES, "a stream", 1, 1)


def test_a_record_with_hints_is_proven_and_none_can_be_put_in(hinted: Table) -> None:
    match = hinted.get()
    seat = match["position"]["to_act"][0]
    ask(hinted, seat, match["version"])
    hinted.step()

    record = hinted.get("/record")

    proof = proof_of(hinted.world.room.rulesets, record)
    assert proof.complete
    assert proof.noted == {match["version"] + 1: f"seat {seat} asked for a hint"}
    assert all(event["kind"] != "hinted" for event in record["events"])
    assert json.dumps(record).count('"hints"') == 1
