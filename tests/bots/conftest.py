"""A room on fakeredis, with a bell that remembers, for turns without Celery."""

import secrets
import time
from collections.abc import Iterator, Sequence

import fakeredis
import pig
import pytest

from services.bots.players import PLAYERS
from services.matches.opening import open_match
from services.matches.room import Asked, Room
from services.store.redis_store import RedisEventStore


class Bell:
    def __init__(self) -> None:
        self.rung: list[tuple[str, list[int], int]] = []

    def ring(self, match: str, seats: Sequence[int], version: int) -> None:
        self.rung.append((match, list(seats), version))


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def room(bell: Bell) -> Iterator[Room]:
    client = fakeredis.FakeRedis()
    yield Room(
        store=RedisEventStore(client),
        bell=bell,
        rulesets={"pig": pig},
        bots={name: player.level for name, player in PLAYERS.items()} | {"broken": 9},
        clock=time.time,
        draw=secrets.token_bytes,
    )
    client.close()


def opened(room: Room, *bots: str, **options: int | bool) -> str:
    """A match of these bots alone."""
    seats = [{"bot": bot} for bot in bots]
    return open_match(room, Asked("test"), "pig", options, seats).standing.opening.match
