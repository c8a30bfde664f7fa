"""Limits on requests: by seat once its token was verified, else by address; counted in Redis."""

import ipaddress
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import request
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from services.matches.errors import Limited
from services.matches.ports import StoreDown

WHAT = {
    "requests": "requests from one address",
    "moves": "moves and hints of one seat",
    "openings": "matches opened from one address",
    "imports": "records imported and matches branched from one address",
    "analyses": "analyses begun from one address",
}


@dataclass(frozen=True)
class Rates:
    """What is allowed, in the notation of the library `limits`; an empty text: no limit."""

    requests: str = "12000/minute"
    moves: str = "6000/minute"
    openings: str = "1000/hour"
    imports: str = "500/hour"
    analyses: str = "200/hour"
    streams: int = 100


@dataclass
class Gate:
    """Lets a request through or raises Limited."""

    storage: Storage  # made with wrap_exceptions
    rates: Rates = field(default_factory=Rates)

    def __post_init__(self) -> None:
        self._limiter = FixedWindowRateLimiter(self.storage)
        texts: Mapping[str, str] = {kind: getattr(self.rates, kind) for kind in WHAT}
        self._items: dict[str, RateLimitItem] = {kind: parse(text) for kind, text in texts.items() if text}

    def pass_through(self, kind: str, who: str) -> None:
        item = self._items.get(kind)
        try:
            if item is None or self._limiter.hit(item, kind, who):
                return
            reset = self._limiter.get_window_stats(item, kind, who).reset_time
        except StorageError as error:
            raise StoreDown(f"the counters of limits cannot be reached: {error}") from error
        seconds = max(1, round(reset - time.time()))
        raise Limited(f"at most {item} for {WHAT[kind]}; again in {seconds} seconds", seconds)


def address() -> str:
    """Who asks, as far as an address says it: an IPv6 network of /64 counts as one."""
    found = request.remote_addr or "unknown"
    try:
        parsed = ipaddress.ip_address(found)
    except ValueError:
        return found
    if parsed.version == 6:
        return str(ipaddress.ip_network(f"{found}/64", strict=False))
    return found
