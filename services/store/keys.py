"""The names of the keys.

(1) All keys that one step may touch carry the hash tag of one shard, so that a script may on a Cluster.
(2) The shard of a match follows from its id alone, in every process and release: never change it.
"""

from typing import Final
from zlib import crc32

SHARDS: Final = range(16)


def shard_of(match: str) -> int:
    """The shard of a match.  (2)"""
    return crc32(match.encode()) % len(SHARDS)


def stream(match: str) -> str:
    return _of_match("stream", match)


def access(match: str) -> str:
    return _of_match("access", match)


def secret(match: str) -> str:
    return _of_match("secret", match)


def request(match: str, key: str) -> str:
    return f"{_of_match('request', match)}:{key}"


def attempts(match: str, seat: int, version: int) -> str:
    return f"{_of_match('attempts', match)}:{seat}:{version}"


def feed(shard: int) -> str:
    return f"{_tag(shard)}:feed"


def due(shard: int) -> str:
    return f"{_tag(shard)}:due"


def bot_matches(shard: int) -> str:
    return f"{_tag(shard)}:bot-matches"


def lease(name: str) -> str:
    return f"lease:{name}"


def receipt(key: str) -> str:
    return f"receipt:{key}"


def derived(name: str) -> str:
    return f"derived:{name}"


def instance_secret() -> str:
    return "instance-secret"


def _of_match(what: str, match: str) -> str:
    return f"{_tag(shard_of(match))}:{what}:{match}"


def _tag(shard: int) -> str:
    return f"{{s{shard:02}}}"
