"""The store, measured on the bundled server: the append script beside raw `XADD`, and reads beside a `PING`.

Each of 16 clients is a process that has packed all its commands before the clock starts, and sends one when
the last was answered, as a web worker does: so the server is loaded and redis-py is not measured. Pipelined,
where a command costs the server no read and no write of its own, a script that does one `XADD` and nothing
else reaches 0.30 of a raw one, and ours 0.12.
"""

import multiprocessing
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import hiredis

from services.matches.chain import chained
from services.matches.ports import NO_HEAD, Batch, Request, Stored
from services.store.connect import connect
from services.store.redis_store import RedisEventStore
from tests.bench.row import Row, at_least
from tests.servers import Server, running_server

CLIENTS = 16
EVENTS = 1500
ROUNDS = 7
READS = 2000
BODY = (
    b'{"at":"2026-11-30T12:00:00.000Z","by":1,"kind":"move","move":{"color":"blue","from":3,"to":5},"n":%d}'
)


class Load(NamedTuple):
    """What one run of the generator found: commands a second, and the server's CPU time for one in µs."""

    rate: float
    cpu: float


def run() -> Iterator[Row]:
    """All figures of the store."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder), fsync="everysec") as server:
        yield from _appends(server)
        yield from _reads(server)


def _appends(server: Server) -> list[Row]:
    raw, script = [], []
    with closing(connect(server.url)) as client:
        client.script_load(RedisEventStore(client)._append.script)
        for number in range(ROUNDS):
            raw.append(_loaded(server, client, [_raw(number, n) for n in range(CLIENTS)]))
            script.append(_loaded(server, client, [_scripted(client, number, n) for n in range(CLIENTS)]))
    share = median(ours.rate / plain.rate for ours, plain in zip(script, raw, strict=True))
    plain_rate, plain_cpu = median(load.rate for load in raw), median(load.cpu for load in raw)
    return [
        Row(
            "append script against raw XADD, everysec, 16 clients",
            round(share, 2),
            "of it",
            "1",
            at_least(0.35),
        ),
        Row("appends", round(median(load.rate for load in script)), "/s", f"XADD {plain_rate:.0f}"),
        Row(
            "server CPU of an append",
            round(median(load.cpu for load in script), 1),
            "µs",
            f"XADD {plain_cpu:.1f}",
        ),
    ]


def _reads(server: Server) -> list[Row]:
    with closing(connect(server.url)) as client:
        store = RedisEventStore(client)
        events = chained(NO_HEAD, 0, [BODY % number for number in range(100)])
        store.append("read", Batch(0, NO_HEAD, events, Request("k", "d")))
        ping = _microseconds(client.ping)
        catch_up = _microseconds(lambda: store.read("read", 100))
        cold = _microseconds(lambda: store.read("read", 1))
    return [
        Row("catch up by one event: XRANGE through redis-py", catch_up, "µs", f"PING {ping}"),
        Row("read a cold match of 100 events", cold, "µs", f"PING {ping}"),
    ]


def _loaded(server: Server, client: Any, writers: list[list[bytes]]) -> Load:
    """Let each writer send what it has, all at the same time."""
    processes = multiprocessing.get_context("fork")
    start, spans = processes.Barrier(len(writers) + 1), processes.SimpleQueue()
    clients = [processes.Process(target=_drive, args=(server.socket, own, start, spans)) for own in writers]
    for process in clients:
        process.start()
    cpu = _cpu_seconds(client)
    start.wait()
    begun, ended = zip(*(spans.get() for _ in clients), strict=True)
    cpu, count = _cpu_seconds(client) - cpu, sum(map(len, writers))
    for process in clients:
        process.join()
        assert process.exitcode == 0, "a client's commands were refused"
    return Load(count / (max(ended) - min(begun)), 1e6 * cpu / count)


def _drive(path: str, commands: list[bytes], start: Any, spans: Any) -> None:
    """One client: a command, its answer, the next command."""
    refused = 0
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)
        start.wait()
        begun = time.perf_counter()
        for command in commands:
            line.sendall(command)
            answer = line.recv(4096)
            refused += answer.startswith(b"-") or b"conflict" in answer
        spans.put((begun, time.perf_counter()))
    assert not refused, f"{refused} commands were refused"


def _cpu_seconds(client: Any) -> float:
    cpu = client.info("cpu")
    return float(cpu["used_cpu_user"] + cpu["used_cpu_sys"])


def _microseconds(ask: Callable[[], object]) -> float:
    taken = []
    for _ in range(READS):
        start = time.perf_counter()
        ask()
        taken.append(time.perf_counter() - start)
    return round(median(taken) * 1e6, 1)


def _raw(number: int, client: int) -> list[bytes]:
    key = f"raw:{number}:{client}"
    return [
        _packed(("XADD", key, f"{event.version}-0", "body", event.body, "hash", event.hash))
        for event in _events()
    ]


def _scripted(client: Any, number: int, writer: int) -> list[bytes]:
    """One append after the other to one match; every second leaves it waiting for a bot."""
    store, match = RedisEventStore(client), f"match:{number}:{writer}"
    before = Stored(0, b"", NO_HEAD)
    commands = []
    for event in _events():
        request = Request(event.hash, before.hash)
        batch = Batch(before.version, before.hash, [event], request, due=event.version % 2 == 0)
        names, arguments = store._command(match, batch)
        commands.append(_packed(("EVALSHA", store._append.sha, len(names), *names, *arguments)))
        before = event
    return commands


def _packed(command: Any) -> bytes:
    return bytes(hiredis.pack_command(command))


def _events() -> list[Stored]:
    return chained(NO_HEAD, 0, [BODY % number for number in range(EVENTS)])
