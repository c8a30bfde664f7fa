"""The event store on Redis or Valkey, a single server or a Cluster.

(1) Every method may be repeated, by a caller or by redis-py when an answer is lost: none adds twice,
    but for `attempt`, which may count one too many.
(2) What several shards hold is asked of each on its own: no step spans shards.
"""

import secrets
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.cluster import RedisCluster

from services.matches.ports import AnchorGone, Appended, Batch, Conflict, KeyReused, Request, Stored
from services.store import keys
from services.store.down import says_down

DAY: Final = 24 * 60 * 60
# About so many appends may a reader of a shard's feed fall behind before it has missed some.
FEED_LENGTH: Final = 10_000

Client = Redis | RedisCluster


class RedisEventStore:
    """The port `EventStore`. `now` is the clock of `due` and of leases, in seconds since 1970."""

    def __init__(
        self, client: Client, *, now: Callable[[], float] = time.time, feed_length: int = FEED_LENGTH
    ) -> None:
        self._client: Any = client  # redis-py types every answer as one or an awaitable of one
        self._now = now
        self._feed_length = feed_length
        self._append = client.register_script(_script("append"))
        self._accept = client.register_script(_script("accept"))
        self._lease = client.register_script(_script("lease"))

    @says_down
    def append(self, match: str, batch: Batch) -> Appended:
        match self._append(*self._command(match, batch)):
            case [b"conflict", version]:
                raise Conflict(match, batch.expected, version)
            case [b"key-reused"]:
                raise _reused(match)
            case [b"anchor-gone"]:
                raise AnchorGone(f"match {match} has no anchor that is unused and younger than its hour")
            case [answer, first, last]:
                return Appended(first, last, repeated=answer == b"repeated")
        raise AssertionError("append.lua gives no other answer")

    def _command(self, match: str, batch: Batch) -> tuple[list[str], list[Any]]:
        """The keys and arguments of append.lua, whose head explains them."""
        options = _options(batch)
        arguments = [
            match,
            batch.expected,
            batch.head,
            batch.request.key,
            batch.request.digest,
            self._milliseconds() if batch.due else "",
            "1" if batch.bot_match else "",
            self._feed_length,
            len(batch.events),
            *_following(batch.expected, batch.events),
            *(part for option in options.items() for part in option),
        ]
        return _keys(match, batch.request if options else None), arguments

    @says_down
    def read(self, match: str, first: int, limit: int | None = None) -> list[Stored]:
        entries = self._client.xrange(keys.stream(match), min=f"{first}-0", count=limit)
        return [_stored(entry_id, entry) for entry_id, entry in entries]

    @says_down
    def repeat_of(self, match: str, expected: int, request: Request) -> Appended | None:
        """What `append.lua` would find of a repeat; nothing found here may still be found there."""
        entry_id = f"{expected + 1}-0"
        with self._client.pipeline(transaction=False) as pipe:
            pipe.get(keys.request(match, request.key))
            pipe.xrange(keys.stream(match), min=entry_id, max=entry_id)
            lasting, entries = pipe.execute()
        if request.lasting and lasting:
            first, last, digest = lasting.decode().split(" ")
        elif named := [entry[b"request"] for _, entry in entries if b"request" in entry]:
            count, _, digest, key = named[0].decode().split(" ", 3)
            if key != request.key:
                return None
            first, last = expected + 1, expected + int(count)
        else:
            return None
        if digest != request.digest:
            raise _reused(match)
        return Appended(int(first), int(last), repeated=True)

    @says_down
    def receipt(self, key: str, digest: str) -> str:
        name = keys.receipt(key)
        self._client.set(name, digest, nx=True, ex=DAY)
        kept = self._client.get(name)
        return digest if kept is None else str(kept.decode())

    @says_down
    def accept(self, match: str, version: int, request: Request, access: Mapping[str, str]) -> None:
        names = [keys.access(match), keys.request(match, request.key)]
        kept, lasts = f"{version + 1} {version} {request.digest}", DAY if request.lasting else ""
        fields = [part for field in access.items() for part in field]
        known = self._accept(names, [kept, lasts, *fields])
        if known.decode().split(" ")[2] != request.digest:
            raise _reused(match)

    @says_down
    def access(self, match: str) -> dict[str, str]:
        fields = self._client.hgetall(keys.access(match))
        return {name.decode(): value.decode() for name, value in fields.items()}

    @says_down
    def reserve(self, match: str, secret: str, seconds: int) -> str:
        self._client.set(keys.secret(match), secret, nx=True, ex=seconds)
        # None only when one kept before ran out between the two steps.
        return self.secret(match) or self.reserve(match, secret, seconds)

    @says_down
    def secret(self, match: str) -> str | None:
        kept = self._client.get(keys.secret(match))
        return None if kept is None else kept.decode()

    @says_down
    def attempt(self, match: str, seat: int, version: int) -> int:
        key = keys.attempts(match, seat, version)
        with self._client.pipeline(transaction=False) as pipe:
            pipe.incr(key)
            pipe.expire(key, DAY)
            count, _ = pipe.execute()
        return int(count)

    @says_down
    def due(self, older_than: float) -> list[str]:
        """The matches that have waited for a bot longer than so many seconds, the longest waiting first."""
        latest = self._milliseconds() - int(older_than * 1000)
        with self._client.pipeline(transaction=False) as pipe:
            for shard in keys.SHARDS:
                pipe.zrangebyscore(keys.due(shard), "-inf", f"({latest}", withscores=True)
            waiting = [pair for shard in pipe.execute() for pair in shard]
        return [match.decode() for match, _ in sorted(waiting, key=lambda pair: pair[1])]

    @says_down
    def bot_matches(self) -> list[str]:
        with self._client.pipeline(transaction=False) as pipe:
            for shard in keys.SHARDS:
                pipe.smembers(keys.bot_matches(shard))
            return [match.decode() for shard in pipe.execute() for match in shard]

    @says_down
    def lease(self, name: str, holder: str, limit: int, seconds: int, others: Collection[str] = ()) -> bool:
        lasts = seconds * 1000
        return bool(self._lease([keys.lease(name)], [holder, limit, self._milliseconds(), lasts, *others]))

    @says_down
    def release(self, name: str, holder: str) -> None:
        self._client.zrem(keys.lease(name), holder)

    @says_down
    def instance_secret(self) -> bytes:
        self._client.set(keys.instance_secret(), secrets.token_hex(32), nx=True)
        return bytes.fromhex(self._client.get(keys.instance_secret()).decode())

    @says_down
    def derived(self, names: Sequence[str]) -> list[bytes | None]:
        with self._client.pipeline(transaction=False) as pipe:
            for name in names:
                pipe.get(keys.derived(name))
            return list(pipe.execute())

    @says_down
    def keep_derived(self, name: str, value: bytes, seconds: int) -> None:
        self._client.set(keys.derived(name), value, ex=seconds)

    def _milliseconds(self) -> int:
        return int(self._now() * 1000)


def _reused(match: str) -> KeyReused:
    return KeyReused(f"the key was used in match {match} for another request")


def _script(name: str) -> str:
    return Path(__file__).with_name(f"{name}.lua").read_text("utf-8")


def _keys(match: str, request: Request | None) -> list[str]:
    """The keys of append.lua; the last three only where there are options."""
    shard = keys.shard_of(match)
    names = [keys.stream(match), keys.feed(shard), keys.due(shard), keys.bot_matches(shard)]
    if request is not None:
        names += [keys.access(match), keys.secret(match), keys.request(match, request.key)]
    return names


def _options(batch: Batch) -> dict[str, str | int]:
    options: dict[str, str | int] = {f"access:{name}": value for name, value in batch.access.items()}
    if batch.request.lasting:
        options["lasts"] = DAY
    if batch.expires is not None:
        options["expires"] = batch.expires
    if batch.anchored:
        options["anchored"] = "1"
    if batch.secret is not None:
        options["secret"] = batch.secret
    return options


def _following(expected: int, events: Sequence[Stored]) -> Iterator[bytes | str]:
    """Body and hash of each event; the script numbers them, so they must be numbered so already."""
    if not events:
        raise ValueError("a batch wants at least one event")
    for version, event in enumerate(events, expected + 1):
        if event.version != version:
            raise ValueError(f"event {version} was wanted next, and {event.version} found")
        yield event.body
        yield event.hash


def _stored(entry_id: bytes, entry: dict[bytes, bytes]) -> Stored:
    version, _, _ = entry_id.partition(b"-")
    return Stored(int(version), entry[b"body"], entry[b"hash"].decode())
