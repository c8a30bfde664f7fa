"""Turns through a real worker process: many copies of one task, and a worker that is killed as it thinks."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from services.bots.tasks import QUEUE, TURN, make_celery
from services.entry.settings import read_settings
from services.entry.wiring import make_bell, make_room
from services.matches.looking import exported
from services.matches.opening import open_match
from services.matches.proof import proof_of
from services.matches.room import Asked, Room
from tests.servers import running_store, wait_until

COPIES = 300


@pytest.fixture
def store_url(tmp_path: Path) -> Iterator[str]:
    with running_store(tmp_path) as url:
        yield url


@pytest.fixture
def room(store_url: str) -> Iterator[Room]:
    settings = read_settings({"EVENTS_URL": store_url})
    made = make_room(settings, make_bell(settings))
    with closing(made.store._client):  # type: ignore[attr-defined] # the port has no client
        yield made


def started_worker(url: str, log: Path) -> Any:
    with log.open("ab") as output:
        return subprocess.Popen(
            [sys.executable, "-m", "services.entry", "worker"],
            env={**os.environ, "EVENTS_URL": url, "BOT_WORKERS": "2"},
            stdout=output,
            stderr=output,
        )


def test_three_hundred_copies_of_one_task_make_one_event(room: Room, store_url: str, tmp_path: Path) -> None:
    found = open_match(room, Asked("t"), "pig", {"target": 30}, [{"bot": "random"}] * 2).standing
    match, seat, version = found.opening.match, found.acting()[0], found.version
    app = make_celery(read_settings({"EVENTS_URL": store_url}).broker_url)
    with app.pool.acquire(block=True) as connection:
        for _ in range(COPIES):
            app.send_task(TURN, (match, seat, version), queue=QUEUE, connection=connection)

    worker = started_worker(store_url, tmp_path / "worker.log")
    try:
        wait_until(lambda: room.histories.read(match).current.status == "over", 60)
    finally:
        worker.terminate()
        worker.wait(20)
        app.close()

    record = exported(room.histories.read(match))
    moves = [event for event in record["stream"] if event["kind"] == "move"]
    assert Counter(event["version"] for event in moves).most_common(1)[0][1] == 1
    assert all("fallback" not in event["bot"] for event in moves)
    assert proof_of(room.rulesets, record).complete


def events(room: Room, matches: list[str]) -> int:
    return sum(room.histories.read(match).version for match in matches)


def _more_than(room: Room, matches: list[str], seen: int) -> bool:
    return events(room, matches) > seen


def test_a_worker_killed_again_and_again_loses_and_doubles_nothing(
    room: Room, store_url: str, tmp_path: Path
) -> None:
    options = {"target": 250}
    matches = [
        open_match(
            room, Asked("t"), "pig", options, [{"bot": "greedy"}, {"bot": "random"}]
        ).standing.opening.match
        for _ in range(5)
    ]
    sweeper = subprocess.Popen(
        [sys.executable, "-m", "services.entry", "sweep"], env={**os.environ, "EVENTS_URL": store_url}
    )
    worker = started_worker(store_url, tmp_path / "worker.log")
    try:
        for _ in range(2):
            seen = events(room, matches)
            wait_until(partial(_more_than, room, matches, seen + 40), 30)
            os.kill(worker.pid, signal.SIGKILL)
            worker.wait()
            worker = started_worker(store_url, tmp_path / "worker.log")
        wait_until(lambda: {room.histories.read(match).current.status for match in matches} == {"over"}, 90)
    finally:
        for process in (worker, sweeper):
            process.terminate()
            process.wait(20)

    for match in matches:
        assert proof_of(room.rulesets, exported(room.histories.read(match))).complete


def _thinks(room: Room, match: str) -> int | None:
    """The version at which `master` is to act, if it is."""
    standing = room.histories.read(match).current
    return standing.version if list(standing.acting_bots()) == [0] else None


def test_who_is_killed_in_a_long_turn_is_followed_by_another_who_takes_it(
    room: Room, store_url: str, tmp_path: Path
) -> None:
    """At a first move `master` thinks for seconds; its turn is taken by the search, not by default."""
    seats: list[Any] = [{"bot": "master"}, {"bot": "random"}]
    match = open_match(room, Asked("t"), "azul", {}, seats).standing.opening.match
    sweeper = subprocess.Popen(
        [sys.executable, "-m", "services.entry", "sweep"], env={**os.environ, "EVENTS_URL": store_url}
    )
    worker = started_worker(store_url, tmp_path / "worker.log")
    try:
        wait_until(lambda: _thinks(room, match) is not None, 60)
        at = _thinks(room, match)
        assert at is not None
        time.sleep(0.5)
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()
        assert room.histories.read(match).version == at
        worker = started_worker(store_url, tmp_path / "worker.log")
        wait_until(lambda: room.histories.read(match).version > at, 60)
    finally:
        for process in (worker, sweeper):
            process.terminate()
            process.wait(20)

    [move] = [event for event in exported(room.histories.read(match))["stream"] if event["version"] == at + 1]
    assert (move["bot"]["name"], move["seat"]) == ("master", 0)
    assert "fallback" not in move["bot"]
