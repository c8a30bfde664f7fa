"""Turns do not wait behind analyses: real workers, twenty matches at `hard` and an analysis at once."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

import pytest

from rulesets.contract import write_record
from services.bots.arena import Table, group
from services.bots.judging import make_judge
from services.bots.players import PLAYERS
from services.bots.tasks import CeleryAnalysts, make_celery
from services.entry.settings import read_settings
from services.entry.wiring import make_bell, make_room
from services.matches.analysing import analysis
from services.matches.opening import open_match, take_record
from services.matches.room import Asked, Room
from tests.bots.positions import RULESETS
from tests.servers import running_store, wait_until

MATCHES = 20
SECONDS = 8.0
# What a turn may take, from when it was due until its move is stored.
TURN_SECONDS = 5.0


@pytest.fixture
def store_url(tmp_path: Path) -> Iterator[str]:
    with running_store(tmp_path) as url:
        yield url


@pytest.fixture
def room(store_url: str) -> Iterator[Room]:
    settings = read_settings({"EVENTS_URL": store_url})
    analysts = CeleryAnalysts(make_celery(settings.broker_url), make_judge())
    made = make_room(settings, make_bell(settings), analysts=analysts)
    with closing(made.store._client):  # type: ignore[attr-defined] # the port has no client
        yield made


@contextmanager
def running(url: str, log: Path, *commands: str) -> Iterator[None]:
    started = []
    try:
        for command in commands:
            with log.open("ab") as output:
                started.append(
                    subprocess.Popen(
                        [sys.executable, "-m", "services.entry", command],
                        env={**os.environ, "EVENTS_URL": url, "BOT_WORKERS": "2", "ANALYSIS_WORKERS": "2"},
                        stdout=output,
                        stderr=output,
                    )
                )
        yield
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(60)


def archived(room: Room) -> str:
    """A match that is over, imported."""
    ruleset = RULESETS["azul"]
    table, greedy = Table(ruleset, {"wall": "colored"}, 2, 1), PLAYERS["greedy"].choose
    [outcome, _] = group(table, 1, greedy, greedy)
    record = write_record(ruleset, "azul", table.options, 2, outcome.played[0].events)
    return take_record(room, Asked("t"), record, None).standing.opening.match


def waits(room: Room, match: str) -> list[float]:
    """How long each turn waited for its move; the one that is due has waited until now."""
    events = [json.loads(event.body) for event in room.store.read(match, 1)]
    times = [datetime.fromisoformat(event["time"]).timestamp() for event in events]
    found = [
        now - before
        for before, now, event in zip(times, times[1:], events[1:], strict=False)
        if event["kind"] == "move"
    ]
    over = events[-1]["kind"] == "ended"
    return found if over else [*found, time.time() - times[-1]]


def positions_judged(room: Room, match: str) -> int:
    found: int = json.loads(analysis(room, match, lambda: None).body)["judged"]
    return found


def test_each_turn_of_twenty_matches_is_answered_within_seconds_beside_an_analysis(
    room: Room, store_url: str, tmp_path: Path
) -> None:
    judged = archived(room)
    seats = [{"bot": "hard"}] * 2

    with running(store_url, tmp_path / "log", "worker", "analyst", "sweep"):
        warm = open_match(room, Asked("t"), "pig", {"target": 1}, seats).standing.opening.match
        wait_until(lambda: room.histories.read(warm).current.status == "over", 30)
        begun = analysis(room, judged, lambda: None)
        matches = [
            open_match(room, Asked("t"), "azul", {}, seats).standing.opening.match for _ in range(MATCHES)
        ]
        time.sleep(SECONDS)
        longest = [max(waits(room, match)) for match in matches]
        moves = sum(len(waits(room, match)) for match in matches)
        wait_until(lambda: positions_judged(room, judged) > 0, 60)

    print(f"{moves} turns, the longest {max(longest):.2f} s")  # noqa: T201 - a figure
    assert not begun.done
    assert max(longest) < TURN_SECONDS
    assert moves > 5 * MATCHES
