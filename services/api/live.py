"""Who watches which match: the feed's news, handed to the requests that wait for it.

One feed reader a process, however many watch. A watcher asks the stream again when it is woken, so that
news may come twice or too often, and a lost one costs at most `PULSE` seconds. Before all watchers of a match
are woken it is read once, so that not each of them has to.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from services.matches.errors import Rejected
from services.matches.ports import StoreDown, Wake

PULSE = 10.0


class FeedReader(Protocol):
    """Follows the feed until it is stopped."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Watch:
    """One request's eye on one match."""

    def __init__(self) -> None:
        self._news = threading.Event()
        self.version = 0

    def told(self, version: int) -> None:
        self.version = max(self.version, version)
        self._news.set()

    def wait(self, seconds: float) -> bool:
        """Wait for news; False when none came."""
        came = self._news.wait(seconds)
        self._news.clear()
        return came


class Live:
    """`follow` makes a feed reader that calls back with each Wake; it is started with the first watcher.

    `read` brings this process up to date with a match. `count` is told of each watcher who comes (1) and
    goes (-1).
    """

    def __init__(
        self,
        follow: Callable[[Callable[[Wake], None]], FeedReader],
        read: Callable[[str], object] = lambda _: None,
        count: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._reader = follow(self._wake)
        self._read = read
        self._count = count
        self._started = False
        self._watches: dict[str, set[Watch]] = defaultdict(set)
        self._lock = threading.Lock()

    @contextmanager
    def watching(self, match: str) -> Iterator[Watch]:
        watch = Watch()
        with self._lock:
            self._watches[match].add(watch)
            self._count(1)
            if not self._started:
                self._reader.start()
                self._started = True
        try:
            yield watch
        finally:
            with self._lock:
                self._watches[match].discard(watch)
                self._count(-1)
                if not self._watches[match]:
                    del self._watches[match]

    def watchers(self) -> int:
        with self._lock:
            return sum(len(watches) for watches in self._watches.values())

    def stop(self) -> None:
        if self._started:
            self._reader.stop()

    def _wake(self, wake: Wake) -> None:
        with self._lock:
            told = (
                list(self._watches)
                if wake.missed
                else [name for name in wake.matches if name in self._watches]
            )
            watches = {name: list(self._watches[name]) for name in told}
        for name, woken in watches.items():
            if name in wake.matches:
                self._read_for_all(name)
            for watch in woken:
                watch.told(wake.matches.get(name, 0))

    def _read_for_all(self, match: str) -> None:
        """Read a match that has news; if that fails, each watcher finds out for itself."""
        with suppress(StoreDown, Rejected):
            self._read(match)
