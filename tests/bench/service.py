"""Looking and moving, in one process with the application: CPU time of that process, medians.

The store is the bundled one, fsync every second; what it takes itself is not counted where CPU time is said.
"""

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

import flask

from services.entry.settings import read_settings
from services.entry.wiring import make_web
from services.matches.histories import Histories
from services.store.connect import connect
from services.store.redis_store import RedisEventStore
from tests.bench.inside import Request
from tests.bench.row import Row, at_most
from tests.bench.table import UNLIMITED, Asking, Table, open_table, room_on
from tests.servers import running_store

ROUNDS = 9
LONG = 5_000
EARLY = 50
MOVES = 30
SHORT_MATCHES = 10
VERSIONS = 300


def run() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder, running_store(Path(folder), fsync="everysec") as url:
        yield _fold(url)
        yield from _looking(url)
        yield from _long(url)


def _fold(url: str) -> Row:
    """A whole match from the store, by a process that has never seen it."""
    room, app = room_on(url), app_on(url, UNLIMITED)
    table = open_table(room, "azul")
    while not table.over:
        _play(app, table)
    with closing(connect(url)) as client:
        store = RedisEventStore(client)
        count = len(store.read(table.match, 1))
        read = _cpu(lambda: store.read(table.match, 1), 20)
        fold = _cpu(lambda: Histories(store, room.rulesets, 10_000).read(table.match), 20)
    name = f"a whole Azul match of {count} events from Redis, cold"
    return Row(name, fold * 1e3, "ms CPU", f"XRANGE alone {read * 1e3:.2f}", at_most(3))


def _looking(url: str) -> Iterator[Row]:
    table = open_table(room_on(url), "azul")
    path = f"/api/v1/matches/{table.match}"
    plain = _cpu(Request(_plain().wsgi_app, Asking("GET", "/plain", {})), 300)
    for name, settings in (("limits off", UNLIMITED), ("limits at their defaults", {})):
        app = app_on(url, settings)
        app.extensions["tiledraft"].gate.storage.reset()
        beside = f"a trivial Flask route {plain * 1e3:.3f}"
        seen = _cpu(Request(app.wsgi_app, Asking("GET", path, {})), 300)
        yield Row(f"GET /matches/{{id}} warm, {name}", seen * 1e3, "ms CPU", beside, at_most(0.5))
        moved = _moves_cpu(app, [open_table(room_on(url), "azul")], 40)
        yield Row(f"a move in Azul, {name}", moved * 1e3, "ms CPU", beside)


def _long(url: str) -> Iterator[Row]:
    """A match of the dice game that goes on and on, and others of it that have just begun."""
    room, app = room_on(url), app_on(url, UNLIMITED)
    long = open_table(room, "pig", target=1_000_000)
    while long.version < LONG:
        _play(app, long)
    young = [open_table(room, "pig", target=1_000_000) for _ in range(SHORT_MATCHES)]
    for table in young:
        while table.version < EARLY:
            _play(app, table)
    early_wall, late_wall, early_cpu, late_cpu = _alternately(app, young, long)
    yield Row(
        f"a move at event {LONG} against one at {EARLY}",
        late_wall / early_wall,
        "of it",
        f"{late_wall * 1e3:.2f} ms against {early_wall * 1e3:.2f}",
        at_most(1.2),
    )
    yield Row(
        "  the same in CPU time",
        late_cpu / early_cpu,
        "of it",
        f"{late_cpu * 1e3:.2f} ms against {early_cpu * 1e3:.2f}",
        at_most(1.2),
    )
    yield _any_version(app, long)


def _any_version(app: flask.Flask, long: Table) -> Row:
    path = f"/api/v1/matches/{long.match}"
    now = Request(app.wsgi_app, Asking("GET", path, {}))
    now()
    # Versions all over the match, each asked for once: nothing is answered from the bytes made before.
    step = long.version // VERSIONS
    wall = [
        _seconds(Request(app.wsgi_app, Asking("GET", f"{path}?at={at}", {})), time.perf_counter)
        for at in range(1, VERSIONS * step, step)
    ]
    present = median(_seconds(now, time.perf_counter) for _ in range(VERSIONS))
    worst = f"the present one {present * 1e3:.2f}; slowest {max(wall) * 1e3:.2f}"
    return Row(f"any old version of {long.version}, warm", median(wall) * 1e3, "ms", worst, at_most(5))


def _alternately(app: flask.Flask, young: list[Table], long: Table) -> tuple[float, float, float, float]:
    """Median wall time of an early and of a late move, then CPU time of each: (early, late, early, late)."""
    walls: list[list[float]] = [[], []]
    cpus: list[list[float]] = [[], []]
    for table in young:
        for kind, played in enumerate((table, long)):
            cpu = time.process_time()
            walls[kind] += [_play(app, played) for _ in range(MOVES)]
            cpus[kind].append((time.process_time() - cpu) / MOVES)
    return median(walls[0]), median(walls[1]), median(cpus[0]), median(cpus[1])


def _moves_cpu(app: flask.Flask, tables: list[Table], count: int) -> float:
    """CPU seconds of a move; what it costs to choose one is not counted."""
    taken = []
    for table in tables:
        for _ in range(count):
            request = Request(app.wsgi_app, table.asking())
            start = time.process_time()
            body = request()
            taken.append(time.process_time() - start)
            table.take(body)
    return median(taken)


def _play(app: flask.Flask, table: Table) -> float:
    """Make a move; how many seconds the application took for it."""
    request = Request(app.wsgi_app, table.asking())
    start = time.perf_counter()
    body = request()
    taken = time.perf_counter() - start
    table.take(body)
    return taken


def app_on(url: str, settings: Mapping[str, str]) -> flask.Flask:
    return make_web(read_settings({"EVENTS_URL": url, **settings}))


def _plain() -> flask.Flask:
    app = flask.Flask("plain")
    app.add_url_rule("/plain", "plain", lambda: b"{}")
    return app


def _cpu(ask: Callable[[], object], times: int) -> float:
    """CPU seconds of one call: the median of several rounds of so many."""
    ask()
    rounds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(times):
            ask()
        rounds.append((time.process_time() - start) / times)
    return median(rounds)


def _seconds(ask: Callable[[], Any], clock: Callable[[], float]) -> float:
    start = clock()
    ask()
    return clock() - start
