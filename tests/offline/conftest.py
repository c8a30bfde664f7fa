"""A match of the dice game as a record, and the command line run on it."""

import json
from collections.abc import Iterator
from typing import Any

import fakeredis
import pig
import pytest
from click.testing import CliRunner, Result

from rulesets.contract import canonical
from services.entry.cli import main
from services.matches.chain import link
from services.matches.looking import exported
from services.matches.opening import open_match
from services.matches.playing import Choice, play_bot
from services.matches.ports import NO_HEAD
from services.matches.room import Asked, Room
from services.store.redis_store import RedisEventStore

SECRET = bytes(range(32))


class NoBell:
    def ring(self, match: str, seats: Any, version: int) -> None: ...


@pytest.fixture
def room() -> Iterator[Room]:
    client = fakeredis.FakeRedis()
    draws = iter(range(10_000))
    yield Room(
        store=RedisEventStore(client),
        bell=NoBell(),
        rulesets={"pig": pig},
        bots={"random": 0},
        clock=lambda: 1_800_000_000.0,
        draw=lambda n: bytes([next(draws) % 256]) * n,
    )
    client.close()


def played(room: Room, target: int = 12) -> str:
    found = open_match(room, Asked("t"), "pig", {"target": target}, [{"bot": "random"}] * 2)
    match = found.standing.opening.match
    while (standing := room.histories.read(match).current).status == "playing":
        text = "stop" if standing.state.turn >= 4 else "roll"
        play_bot(room, match, Choice(standing.acting()[0], standing.version, text=text), {"name": "random"})
    return match


@pytest.fixture
def record(room: Room) -> Any:
    found = exported(room.histories.read(played(room)))
    return json.loads(json.dumps(found))


def run(*arguments: str, given: Any = None) -> Result:
    text = given if isinstance(given, str) else json.dumps(given)
    return CliRunner().invoke(main, arguments, input=text)


def rehashed(record: Any) -> Any:
    """The record as somebody would leave it who changes what follows too."""
    head = NO_HEAD
    for event in record["stream"]:
        event.pop("hash")
        head = link(head, canonical(event).encode())
        event["hash"] = head
    return record
