"""Moves over HTTP, against `tiledraft web` on loopback: gunicorn, gevent, kept connections.

Wall time, so that whatever else runs on the machine counts too. The clients are one process with raw sockets;
they play by the rules of the game in their own memory, and what that costs is said.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median, quantiles

from redis import Redis

from tests.bench.clients import Line, Load, play_all
from tests.bench.row import Row, at_least, at_most
from tests.bench.table import Asking, open_table, room_on
from tests.bench.web import Web, running_web
from tests.servers import Server, running_server

SINGLE = 500
MATCHES = 50
# So many matches one after the other, that nobody runs out of moves.
HAND = 24
WARMING, SECONDS = 2.0, 8.0
LOOKS = 2000


def run() -> Iterator[Row]:
    with _everything("always", limited=True) as (server, web):
        yield _one_by_one(server, web)
    with _everything("everysec", limited=False) as (server, web):
        for ruleset in ("azul", "pig"):
            yield from _many(server, web, ruleset)
        yield _looks(server, web)


@contextmanager
def _everything(fsync: str, *, limited: bool) -> Iterator[tuple[Server, Web]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder), fsync=fsync) as server,
        running_web(server.url, 2, limited=limited) as web,
    ):
        yield server, web


def _one_by_one(server: Server, web: Web) -> Row:
    """A move, then one synced XADD on the same store, and so on."""
    room = room_on(server.url)
    table = open_table(room, "pig", target=1_000_000)
    event = {"body": b"x" * 250, "hash": "0" * 64}
    moves, adds = [], []
    with closing(Line(web.port)) as line, Redis(unix_socket_path=server.socket) as client:
        for _ in range(SINGLE):
            asking = table.asking()
            start = time.perf_counter()
            body = line.ask(asking)
            moves.append(time.perf_counter() - start)
            table.take(body)
            start = time.perf_counter()
            client.xadd("beside", event)
            adds.append(time.perf_counter() - start)
    move, add = median(moves), median(adds)
    beside = f"a move {move * 1e3:.2f}, p95 {_p95(moves) * 1e3:.2f}; XADD {add * 1e3:.2f}"
    return Row("one client, fsync always: p50 above one XADD", (move - add) * 1e3, "ms", beside, at_most(4))


def _many(server: Server, web: Web, ruleset: str) -> Iterator[Row]:
    room = room_on(server.url)
    options = {} if ruleset == "azul" else {"target": 1000}
    hands = [[open_table(room, ruleset, **options) for _ in range(HAND)] for _ in range(MATCHES)]
    with Redis(unix_socket_path=server.socket) as client:
        store, cpu = _store_cpu(client), web.cpu_seconds()
        began = time.perf_counter()
        load = play_all(web.port, hands, WARMING, SECONDS)
        share = SECONDS / (time.perf_counter() - began)
        cpu, store = (web.cpu_seconds() - cpu) * share, (_store_cpu(client) - store) * share
    beside = f"clients {_each(load.cpu, load)}, store {_each(store, load)} µs CPU a move"
    yield Row(
        f"{ruleset}, {MATCHES} matches, 2 workers, everysec",
        load.moves / SECONDS,
        "/s",
        beside,
        at_least(700),
    )
    beside = f"wall p50 {median(load.each) * 1e3:.0f}, p95 {_p95(load.each) * 1e3:.0f} ms"
    yield Row(f"{ruleset}: web CPU of a move", 1e6 * cpu / load.moves, "µs", beside)


def _looks(server: Server, web: Web) -> Row:
    table = open_table(room_on(server.url), "azul")
    with closing(Line(web.port)) as line:
        cpus = [_cpu_of_looks(web, line, path) for path in ("/healthz", f"/api/v1/matches/{table.match}")]
    plain, seen = cpus
    return Row("web CPU of GET /matches/{id} over HTTP", seen, "µs", f"GET /healthz {plain:.0f}")


def _cpu_of_looks(web: Web, line: Line, path: str) -> float:
    cpu = web.cpu_seconds()
    for _ in range(LOOKS):
        line.ask(Asking("GET", path, {}))
    return 1e6 * (web.cpu_seconds() - cpu) / LOOKS


def _each(seconds: float, load: Load) -> str:
    return f"{1e6 * seconds / load.moves:.0f}"


def _p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


def _store_cpu(client: Redis) -> float:
    cpu = client.info("cpu")
    return float(cpu["used_cpu_user"] + cpu["used_cpu_sys"])
