"""Batches for the promises, and a clock that is set by hand."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from services.matches.chain import chained
from services.matches.ports import NO_HEAD, Batch, Request, Stored


class Clock:
    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time


def batch(
    after: Sequence[Stored],
    *bodies: bytes,
    key: str | None = None,
    digest: str = "d1",
    lasting: bool = False,
    **beside: Any,
) -> Batch:
    """The batch that adds these bodies after the events given; its key is a hash of both, unless given."""
    head, version = (after[-1].hash, after[-1].version) if after else (NO_HEAD, 0)
    events = chained(head, version, bodies or [b"{}"])
    request = Request(key or sha256(repr((version, bodies)).encode()).hexdigest(), digest, lasting)
    return Batch(version, head, events, request, **beside)
