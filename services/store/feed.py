"""Follows the feeds of all shards and tells what is new: one `Feed` a process, not one a viewer.

Words: the **position** in a feed is the id of the last entry read; a shard is **attached** when its
position was taken from the store.

 (1) Whatever is appended after `start` returned is told: in `matches`, or by `missed`.
 (2) `missed` is told when entries may have gone unread: after each reconnect, and when the entry at the
     position is gone, because the feed was trimmed past it or the store lost it.
 (3) The reader never ends before `stop`, whatever the store or the callback does.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from threading import Event, Thread
from typing import Any, Final

from redis.cluster import RedisCluster
from redis.exceptions import RedisClusterException, RedisError

from services.matches.ports import Wake
from services.store import keys
from services.store.redis_store import FEED_LENGTH, Client

BLOCK_SECONDS: Final = 1.0
_LONGEST_PAUSE: Final = 5.0
_ENTRIES_A_READ: Final = 1000
# The position in a feed that is empty.
_BEGINNING: Final = b"0-0"
_AWAY: Final = (RedisError, RedisClusterException, OSError)

log = logging.getLogger(__name__)

Entries = Sequence[tuple[bytes, Mapping[bytes, bytes]]]


class Feed:
    """Calls `told` with each `Wake`, from threads of its own: one, or on a Cluster one a shard.

    `client` comes from `connect_blocking`, with a block time of `block` seconds at least. Start it after a
    fork, never before. `feed_length` is that of the store that appends.
    """

    def __init__(
        self,
        client: Client,
        told: Callable[[Wake], None],
        *,
        block: float = BLOCK_SECONDS,
        feed_length: int = FEED_LENGTH,
    ) -> None:
        # On a Cluster one XREAD cannot span shards.
        groups = [[shard] for shard in keys.SHARDS] if isinstance(client, RedisCluster) else [[*keys.SHARDS]]
        self._stopped = Event()
        self._readers = [_Reader(client, group, told, block, feed_length) for group in groups]
        self._threads = [
            Thread(target=reader.run, args=(self._stopped,), name="feed", daemon=True)
            for reader in self._readers
        ]

    def start(self) -> None:
        """Begin to follow. With the store away this returns too, and `missed` is told once it is back."""
        for reader, thread in zip(self._readers, self._threads, strict=True):
            reader.try_to_attach()
            thread.start()

    def stop(self) -> None:
        """End within the block time."""
        self._stopped.set()
        for thread in self._threads:
            thread.join()


class _Reader:
    """Follows some shards with one connection."""

    def __init__(
        self, client: Client, shards: list[int], told: Callable[[Wake], None], block: float, feed_length: int
    ) -> None:
        self._client: Any = client  # redis-py types every answer as one or an awaitable of one
        self._feeds = [keys.feed(shard).encode() for shard in shards]
        self._told = told
        self._block = int(block * 1000)
        self._feed_length = feed_length
        self._positions: dict[bytes, bytes] = {}

    def try_to_attach(self) -> None:
        try:
            self._attach(self._feeds)
        except _AWAY as error:
            log.warning("the feed is not there yet: %s", error)

    def run(self, stopped: Event) -> None:
        pause = 0.05
        while not stopped.is_set():
            try:
                self._reconnect()
                self._read()
                pause = 0.05
            except _AWAY as error:
                log.warning("the feed is away: %s", error)
                self._positions = {}
                stopped.wait(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _reconnect(self) -> None:
        if not self._positions:
            self._attach(self._feeds)
            self._tell(Wake({}, missed=True))

    def _attach(self, feeds: Sequence[bytes]) -> None:
        with self._client.pipeline(transaction=False) as pipe:
            for feed in feeds:
                pipe.xrevrange(feed, count=1)
            newest = pipe.execute()
        self._positions |= {
            feed: entries[0][0] if entries else _BEGINNING
            for feed, entries in zip(feeds, newest, strict=True)
        }

    def _read(self) -> None:
        """Wait for entries, tell them, and look whether the reader is still where it believes to be."""
        read: dict[bytes, Entries] = dict(
            self._client.xread(self._positions, count=_ENTRIES_A_READ, block=self._block)
        )
        # Asked after reading: an entry that still stands had nothing trimmed behind it when it was read.
        lost = self._lost(list(read or self._feeds))
        self._positions |= {feed: entries[-1][0] for feed, entries in read.items()}
        self._attach([feed for feed in lost if feed not in read])
        if read or lost:
            self._tell(Wake(_news(read), missed=bool(lost)))

    def _lost(self, feeds: Sequence[bytes]) -> list[bytes]:
        """Those feeds that no longer have the entry at the reader's position.  (2)"""
        with self._client.pipeline(transaction=False) as pipe:
            for feed in feeds:
                pipe.xrange(feed, self._positions[feed], count=1)
                pipe.xlen(feed)
            answers = pipe.execute()
        return [
            feed
            for feed, oldest, length in zip(feeds, answers[::2], answers[1::2], strict=True)
            if not self._stands(self._positions[feed], oldest, length)
        ]

    def _stands(self, position: bytes, oldest: Entries, length: int) -> bool:
        if position == _BEGINNING:
            return length < self._feed_length  # a shorter feed was never trimmed
        return bool(oldest) and oldest[0][0] == position

    def _tell(self, wake: Wake) -> None:
        try:
            self._told(wake)
        except Exception:
            log.exception("what the feed tells was not taken")


def _news(read: Mapping[bytes, Entries]) -> dict[str, int]:
    """The newest version of each match in these entries."""
    return {
        entry[b"match"].decode(): int(entry[b"version"]) for entries in read.values() for _, entry in entries
    }
