"""Viewers of one match on one web worker: how soon each sees a move, whether any missed one, and CPU.

The viewers are one process that reads raw sockets in one loop; a person moves over a connection of their own.
An event is late by the time from the moment its move was sent to that when a viewer's bytes were read.
"""

import multiprocessing
import re
import selectors
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.bench.clients import Line
from tests.bench.row import Row, at_most
from tests.bench.table import Table, open_table, room_on
from tests.bench.web import Web, running_web
from tests.servers import running_store

VIEWERS = 500
MOVES = 40
PAUSE = 0.25
_ID = re.compile(rb"id: (\d+)\n")


def run() -> Iterator[Row]:
    with (
        tempfile.TemporaryDirectory() as folder,
        running_store(Path(folder), fsync="everysec") as url,
        running_web(url, 1) as web,
    ):
        yield from _watched(url, web, web, "moves by the same worker")
        with running_web(url, 1) as other:
            yield from _watched(url, web, other, "moves by another worker")


def _watched(url: str, web: Web, mover: Web, how: str) -> Iterator[Row]:
    table = open_table(room_on(url), "azul")
    processes = multiprocessing.get_context("fork")
    ready, seen = processes.SimpleQueue(), processes.SimpleQueue()
    last = processes.Value("i", 0)
    viewers = processes.Process(target=_view, args=(web.port, table.match, table.version, ready, seen, last))
    viewers.start()
    ready.get()
    cpu = web.cpu_seconds()
    with closing(Line(mover.port)) as line:
        sent = _moved(table, line)
    last.value = table.version
    arrivals: dict[int, list[float]] = seen.get()
    cpu = web.cpu_seconds() - cpu
    viewers.join()
    late = [when - sent[version] for version, times in arrivals.items() for when in times]
    lost = len(sent) * VIEWERS - len(late)
    spread = f"p95 {quantiles(late, n=20)[-1] * 1e3:.0f}, last {max(late) * 1e3:.0f} ms"
    yield Row(f"{VIEWERS} viewers, {how}: fan-out", median(late) * 1e3, "ms", spread)
    yield Row(f"  events lost, of {len(sent) * VIEWERS}", lost, "", "", at_most(0))
    yield Row("  web CPU of an event and viewer", 1e6 * cpu / len(late), "µs", f"{cpu:.2f} s in all")


def _moved(table: Table, line: Line) -> dict[int, float]:
    """Make moves; when the move of each new version was sent."""
    sent: dict[int, float] = {}
    for _ in range(MOVES):
        before, now = table.version, time.monotonic()
        table.take(line.ask(table.asking()))
        sent |= dict.fromkeys(range(before + 1, table.version + 1), now)
        time.sleep(PAUSE)
    return sent


def _view(port: int, match: str, version: int, ready: Any, seen: Any, last: Any) -> None:
    """Watch until every viewer has the last version, or nothing more comes."""
    loop = selectors.DefaultSelector()
    path = f"/api/v1/matches/{match}/stream?after={version}"
    for _ in range(VIEWERS):
        line = socket.create_connection(("127.0.0.1", port), timeout=30)
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
        begun = b""
        while b"retry: " not in begun:
            begun += line.recv(4096)
        loop.register(line, selectors.EVENT_READ, line)
    ready.put(True)
    arrivals: dict[int, list[float]] = {}
    quiet = time.monotonic()
    while not last.value or (len(arrivals.get(last.value, ())) < VIEWERS and time.monotonic() < quiet + 5):
        for key, _ in loop.select(0.5):
            found = key.data.recv(65536)
            assert found, "a stream was cut"
            quiet = time.monotonic()
            for each in _ID.findall(found):
                arrivals.setdefault(int(each), []).append(quiet)
    seen.put(arrivals)
    for key in list(loop.get_map().values()):
        key.data.close()
