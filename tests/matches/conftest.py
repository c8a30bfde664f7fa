"""A room of matches on fakeredis, with the dice game."""

import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any

import fakeredis
import pig
import pytest

from services.matches.room import Limits, Room
from services.store.redis_store import RedisEventStore


class NoBell:
    def ring(self, match: str, seats: Any, version: int) -> None: ...


@pytest.fixture
def client() -> Iterator[Any]:
    made = fakeredis.FakeRedis()
    yield made
    made.close()


@pytest.fixture
def make_room(client: Any) -> Callable[..., Room]:
    """Rooms on one store, as in several processes; rulesets may differ."""

    def made(rulesets: Any = None, limits: Limits | None = None) -> Room:
        return Room(
            store=RedisEventStore(client),
            bell=NoBell(),
            rulesets=rulesets or {"pig": pig},
            bots={"random": 0},
            clock=time.time,
            draw=secrets.token_bytes,
            limits=limits or Limits(),
        )

    return made
