"""Clients of a web process over raw sockets, kept open: one that waits, and many that play in one loop."""

import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tests.bench.table import Asking, Table


class Line:
    """A kept connection of HTTP/1.1."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._read = b""

    def ask(self, asking: Asking) -> bytes:
        """Send, wait, and give the body of an answer of success."""
        self.socket.sendall(asking.wire())
        while (body := self.received()) is None:
            pass
        return body

    def received(self) -> bytes | None:
        """Read once; the body when the answer is whole."""
        part = self.socket.recv(65536)
        assert part, f"the web process hung up after {self._read[:200]!r}"
        self._read += part
        head, parted, body = self._read.partition(b"\r\n\r\n")
        if not parted or len(body) < _length(head):
            return None
        assert head.startswith(b"HTTP/1.1 2"), self._read[:1000]
        self._read = b""
        return body

    def close(self) -> None:
        self.socket.close()


def _length(head: bytes) -> int:
    return int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])


class Load(NamedTuple):
    """Accepted moves, in so many seconds; the seconds that each took; the CPU time of the client itself."""

    moves: int
    seconds: float
    each: list[float]
    cpu: float


def play_all(port: int, hands: Sequence[Sequence[Table]], warming: float, seconds: float) -> Load:
    """Play with as many connections as there are hands: in each, one match after the other.

    Counts from the end of `warming` on.
    """
    loop = selectors.DefaultSelector()
    for hand in hands:
        player = _Player(Line(port), iter(hand))
        player.send()
        loop.register(player.line.socket, selectors.EVENT_READ, player)
    begin = time.perf_counter() + warming
    end, cpu, each = begin + seconds, None, []
    while (now := time.perf_counter()) < end:
        if cpu is None and now >= begin:
            cpu = time.process_time()
        for key, _ in loop.select(end - now):
            taken = key.data.receive()
            if taken is not None and cpu is not None:
                each.append(taken)
    load = Load(len(each), seconds, each, time.process_time() - (cpu or 0))
    for key in list(loop.get_map().values()):
        key.data.line.close()
    return load


class _Player:
    """Both persons of a match, on one connection."""

    def __init__(self, line: Line, tables: Iterator[Table]) -> None:
        self.line, self._tables, self._table = line, tables, next(tables)
        self._sent = 0.0

    def send(self) -> None:
        request = self._table.asking().wire()
        self._sent = time.perf_counter()
        self.line.socket.sendall(request)

    def receive(self) -> float | None:
        """Read; when the answer is there, how long it took, and send the next move."""
        body: Any = self.line.received()
        if body is None:
            return None
        taken = time.perf_counter() - self._sent
        self._table.take(body)
        if self._table.over:
            self._table = next(self._tables)
        self.send()
        return taken
