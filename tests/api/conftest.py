"""The API on a real store, with the dice game; a bell that only listens, a clock that is set by hand."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Protocol

import pig
import pytest
from flask.testing import FlaskClient
from limits.storage import MemoryStorage

from services.api.app import Edge, create_app
from services.api.limits import Gate, Rates
from services.api.live import Live
from services.api.service import Health, Service
from services.matches.room import Limits, Room
from services.store.connect import connect, connect_blocking
from services.store.feed import BLOCK_SECONDS, Feed
from services.store.redis_store import RedisEventStore
from tests.servers import running_store

NO_LIMITS = Rates(requests="", moves="", openings="", imports="", streams=0)


class Bell:
    """Remembers what was rung."""

    def __init__(self) -> None:
        self.rung: list[tuple[str, list[int], int]] = []

    def ring(self, match: str, seats: Sequence[int], version: int) -> None:
        self.rung.append((match, list(seats), version))


class Clock:
    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time


@dataclass
class World:
    """A service and its client; `call` makes a request of the API and answers status and JSON."""

    room: Room
    client: FlaskClient
    bell: Bell
    clock: Clock
    service: Service
    url: str
    ready: Health = field(default_factory=lambda: Health([], []))

    def call(  # noqa: PLR0913 - what a request may have
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        version: int | None = None,
        key: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Any:
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if version is not None:
            sent["If-Match"] = f'"{version}"'
        if key is not None:
            sent["Idempotency-Key"] = key
        return self.client.open(f"/api/v1{path}", method=method, json=body, headers=sent)

    def opened(self, *wishes: dict[str, Any], **options: Any) -> Any:
        """What POST /matches answers; without wishes, two persons of whom one is still to join."""
        seats = list(wishes) or [{"name": "Ann"}, {}]
        answer = self.call("POST", "/matches", {"ruleset": "pig", "options": options, "seats": seats})
        assert answer.status_code == 201, answer.json
        return answer.json

    def playing(self, **options: Any) -> "Table":
        """A match of two persons that has begun."""
        opened = self.opened(**options)
        joined = self.call(
            "POST", f"/matches/{opened['match']}/seats", {"name": "Bob", "invite": opened["invite"]}
        )
        assert joined.status_code == 201, joined.json
        tokens = [opened["seats"][0]["token"], joined.json["token"]]
        return Table(self, opened["match"], tokens)


@dataclass
class Table:
    """A match that is played in a test."""

    world: World
    match: str
    tokens: list[str]

    def get(self, path: str = "") -> Any:
        answer = self.world.call("GET", f"/matches/{self.match}{path}")
        assert answer.status_code == 200, answer.json
        return answer.json

    def move(self, seat: int, body: Any, version: int | None, **how: Any) -> Any:
        token = self.tokens[seat]
        return self.world.call(
            "POST", f"/matches/{self.match}/moves", body, token=token, version=version, **how
        )

    def step(self) -> Any:
        """Roll until there are 6 points in the turn, then stop; the match afterwards."""
        match = self.get()
        seat = match["position"]["to_act"][0]
        text = "stop" if match["position"]["turn"] >= 6 else "roll"
        answer = self.move(seat, {"text": text}, match["version"])
        assert answer.status_code == 201, answer.json
        return self.get()

    def played_out(self) -> Any:
        match = self.get()
        while match["status"] == "playing":
            match = self.step()
        return match


@pytest.fixture(scope="session")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_store(tmp_path_factory.mktemp("api")) as url:
        yield url


class Make(Protocol):
    """Makes a world, closed at the end of the test."""

    def __call__(self, rates: Rates = NO_LIMITS, limits: Limits | None = None, **further: Any) -> World: ...


@pytest.fixture
def make(store_url: str) -> Iterator[Make]:
    with ExitStack() as closing:

        def made(rates: Rates = NO_LIMITS, limits: Limits | None = None, **further: Any) -> World:
            return _world(store_url, closing, rates, limits or Limits(), further)

        yield made


@pytest.fixture
def world(make: Make) -> World:
    return make()


def _world(url: str, closing: ExitStack, rates: Rates, limits: Limits, further: dict[str, Any]) -> World:
    client, blocking = connect(url), connect_blocking(url, BLOCK_SECONDS)
    closing.callback(client.close)
    closing.callback(blocking.close)
    bell, clock, health = Bell(), Clock(), Health([], [])
    room = Room(
        store=RedisEventStore(client),
        bell=bell,
        rulesets={"pig": pig},
        bots={"random": 0, "greedy": 1},
        clock=clock,
        draw=secrets.token_bytes,
        limits=limits,
    )
    service = Service(
        room=room,
        live=Live(lambda told: Feed(blocking, told), room.histories.read),
        gate=Gate(MemoryStorage(), rates),
        ready=lambda: health,
        metrics_token=further.get("metrics_token"),
    )
    closing.callback(service.live.stop)
    app = create_app(service, further.get("edge", Edge()))
    return World(room, app.test_client(), bell, clock, service, url, health)
