"""What the feed promises on every store; `blocking_client` is for its reads."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock
from typing import Any

from services.matches.ports import EventStore, Wake
from services.store import keys
from services.store.feed import Feed
from services.store.redis_store import RedisEventStore
from tests.servers import wait_until
from tests.store.writing import batch

BLOCK_SECONDS = 0.1


class Ear:
    """Hears a feed, and can be held up."""

    def __init__(self) -> None:
        self.versions: dict[str, int] = {}
        self.told: list[tuple[str, int]] = []
        self.missed = 0
        self.open = Event()
        self.open.set()
        self._lock = Lock()

    def __call__(self, wake: Wake) -> None:
        with self._lock:
            self.versions |= wake.matches
            self.told += wake.matches.items()
            self.missed += wake.missed
        self.open.wait()


@contextmanager
def following(client: Any, told: Callable[[Wake], None], **settings: Any) -> Iterator[None]:
    feed = Feed(client, told, block=BLOCK_SECONDS, **settings)
    feed.start()
    try:
        yield
    finally:
        feed.stop()


class FeedPromises:
    """Each append is told; what may have been missed is admitted."""

    def test_the_feed_tells_each_append(self, store: EventStore, blocking_client: Any) -> None:
        ear = Ear()
        store.append("m0", batch([], b"{}"))

        with following(blocking_client, ear):
            for number in range(1, 41):
                store.append(f"m{number}", batch([], b"{}", b"{}"))
            wait_until(lambda: len(ear.versions) == 40)

        assert ear.versions == {f"m{number}": 2 for number in range(1, 41)}
        assert len(ear.told) == 40
        assert not ear.missed

    def test_the_feed_goes_on_where_it_was(self, store: EventStore, blocking_client: Any) -> None:
        ear = Ear()

        with following(blocking_client, ear):
            for version in range(1, 11):
                store.append("m", batch(store.read("m", 1), b"{}"))
                wait_until(lambda version=version: ear.versions.get("m") == version)

        assert ear.told == [("m", version) for version in range(1, 11)]
        assert not ear.missed

    def test_a_reader_that_fell_behind_a_trimmed_feed_says_so(
        self, store: EventStore, client: Any, blocking_client: Any
    ) -> None:
        ear = Ear()
        ear.open.clear()

        with following(blocking_client, ear):
            store.append("m", batch([], b"{}"))
            wait_until(lambda: ear.versions == {"m": 1})
            for _ in range(3):
                store.append("m", batch(store.read("m", 1), b"{}"))
            client.xtrim(keys.feed(keys.shard_of("m")), maxlen=1, approximate=False)
            ear.open.set()
            wait_until(lambda: ear.versions == {"m": 4})
            store.append("m", batch(store.read("m", 1), b"{}"))
            wait_until(lambda: ear.versions == {"m": 5})

        assert ear.missed == 1

    def test_a_reader_of_an_empty_feed_says_so_once_that_may_have_been_trimmed(
        self, store: EventStore, blocking_client: Any
    ) -> None:
        ear = Ear()

        with following(blocking_client, ear, feed_length=1):
            store.append("m", batch([], b"{}"))
            wait_until(lambda: ear.missed > 0)

    def test_a_reader_says_so_when_the_store_was_emptied(
        self, store: EventStore, client: Any, blocking_client: Any
    ) -> None:
        store.append("m", batch([], b"{}"))
        ear = Ear()

        with following(blocking_client, ear):
            client.flushall()
            wait_until(lambda: ear.missed > 0)
            store.append("m", batch([], b"{}"))
            wait_until(lambda: ear.versions == {"m": 1})

    def test_a_callback_that_fails_does_not_end_the_feed(
        self, store: EventStore, blocking_client: Any
    ) -> None:
        ear = Ear()

        def told(wake: Wake) -> None:
            ear(wake)
            raise RuntimeError("the reader of the feed is broken")

        with following(blocking_client, told):
            for number in range(3):
                store.append(f"m{number}", batch([], b"{}"))
                wait_until(lambda number=number: f"m{number}" in ear.versions)

    def test_the_feed_is_trimmed(self, client: Any) -> None:
        store = RedisEventStore(client, feed_length=10)

        for version in range(250):
            store.append("m", batch(store.read("m", version), b"{}"))

        assert client.xlen(keys.feed(keys.shard_of("m"))) <= 10 + 100  # a node of the stream's tree
