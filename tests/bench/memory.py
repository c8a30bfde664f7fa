"""What a web process keeps of the matches that were looked at: one worker, its resident memory.

A process holds at most HELD_EVENTS events, so that twice as many matches as fit take no more than fit.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from rulesets.contract import canonical
from services.matches.chain import chained
from services.matches.ports import NO_HEAD, Batch, Request
from services.matches.room import Limits
from services.store.connect import connect
from services.store.redis_store import RedisEventStore
from tests.bench import inside
from tests.bench.clients import Line
from tests.bench.row import Row, at_most
from tests.bench.service import app_on
from tests.bench.table import UNLIMITED, Asking, open_table, room_on
from tests.bench.web import Web, running_web
from tests.servers import running_store

EVENTS = 100
MATCHES = 1_000
MEBIBYTE = 2**20


def run() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder, running_store(Path(folder), fsync="no") as url:
        names = _copied(url, _played(url), 3 * MATCHES)
        with running_web(url, 1) as web, closing(Line(web.port)) as line:
            begun = web.resident_bytes()
            grown = [
                _looked_at(web, line, names[start : start + MATCHES]) - begun
                for start in range(0, len(names), MATCHES)
            ]
    fits, twice, thrice = (each / MEBIBYTE for each in grown)
    beside = f"the worker had {begun / MEBIBYTE:.0f} before; HELD_EVENTS={Limits().held_events}"
    yield Row(f"{MATCHES} matches of {EVENTS} events looked at", fits, "MB more", beside)
    beside = f"{twice:.0f} MB more; 3,000 take {thrice:.0f}"
    yield Row("twice as many", twice / fits, "of it", beside, at_most(1.15))


def _looked_at(web: Web, line: Line, names: Sequence[str]) -> int:
    """Look at each, now and as it was half way; what the worker holds then."""
    for name in names:
        line.ask(Asking("GET", f"/api/v1/matches/{name}", {}))
        line.ask(Asking("GET", f"/api/v1/matches/{name}?at={EVENTS // 2}", {}))
    return web.resident_bytes()


def _played(url: str) -> list[dict[str, Any]]:
    """The first events of an Azul match of two persons that is not over."""
    room, app = room_on(url), app_on(url, UNLIMITED)
    while True:
        table = open_table(room, "azul")
        while table.version < EVENTS and not table.over:
            table.take(inside.Request(app.wsgi_app, table.asking())())
        if table.version >= EVENTS:
            stream = RedisEventStore(connect(url)).read(table.match, 1, EVENTS)
            return [msgspec.json.decode(event.body) for event in stream]


def _copied(url: str, events: Sequence[dict[str, Any]], count: int) -> list[str]:
    """The same match under so many names, each a stream of its own."""
    with closing(connect(url)) as client:
        store = RedisEventStore(client)
        names = [f"{number:016b}".replace("0", "a").replace("1", "b") for number in range(count)]
        for name in names:
            bodies = [canonical({**events[0], "match": name}).encode()]
            bodies += [canonical(event).encode() for event in events[1:]]
            store.append(name, Batch(0, NO_HEAD, chained(NO_HEAD, 0, bodies), Request(name, "copied")))
        return names
