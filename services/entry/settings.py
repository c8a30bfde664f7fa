"""Settings, read from the environment once, at the start of a process.

Each has a default that suits one small machine; README.md in infra/ lists them for operators.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from limits import parse

from services.api.app import Edge
from services.api.limits import Rates
from services.matches.room import Limits
from services.store.connect import SCHEMES


class BadSetting(Exception):
    """A setting that cannot be used: which, what was wanted, what was found."""


@dataclass(frozen=True)
class Settings:
    """`events_url` and `broker_url` may be two servers; without either, `tiledraft up` starts a store."""

    events_url: str
    broker_url: str
    limits_url: str
    public_address: str
    metrics_token: str | None
    edge: Edge
    rates: Rates
    limits: Limits


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings of an environment; BadSetting names the first that cannot be used."""
    events = _store(environment, "redis://127.0.0.1:6379/0")
    rates, limits = Rates(), Limits()
    return Settings(
        events_url=events,
        broker_url=environment.get("BROKER_URL") or for_broker(events),
        limits_url=environment.get("LIMITS_URL") or for_limits(events),
        public_address=environment.get("PUBLIC_ADDRESS", "http://127.0.0.1:8000").rstrip("/"),
        metrics_token=environment.get("METRICS_TOKEN") or None,
        edge=Edge(
            proxies=_number(environment, "PROXIES", 0),
            origins=tuple(environment.get("ORIGINS", "").replace(",", " ").split()),
        ),
        rates=Rates(
            requests=_rate(environment, "LIMIT_REQUESTS", rates.requests),
            moves=_rate(environment, "LIMIT_MOVES", rates.moves),
            openings=_rate(environment, "LIMIT_OPENINGS", rates.openings),
            imports=_rate(environment, "LIMIT_IMPORTS", rates.imports),
            analyses=_rate(environment, "LIMIT_ANALYSES", rates.analyses),
            streams=_number(environment, "LIMIT_STREAMS", rates.streams),
        ),
        limits=Limits(
            match_events=_number(environment, "MATCH_EVENTS", limits.match_events),
            record_events=_number(environment, "RECORD_EVENTS", limits.record_events),
            unstarted_seconds=_number(environment, "UNSTARTED_SECONDS", limits.unstarted_seconds),
            bot_matches=_number(environment, "LIMIT_BOT_MATCHES", limits.bot_matches),
            held_events=_number(environment, "HELD_EVENTS", limits.held_events),
        ),
    )


def _store(environment: Mapping[str, str], default: str) -> str:
    found = environment.get("EVENTS_URL", default)
    scheme, sign, _ = found.partition("://")
    if not sign or scheme not in SCHEMES:
        raise BadSetting(f"EVENTS_URL is the address of a store like {default}, not {found!r}")
    return found


def for_broker(events_url: str) -> str:
    """The same Redis as kombu names it; a Cluster or Sentinel needs a BROKER_URL of its own."""
    if events_url.startswith("unix://"):
        return events_url.replace("unix://", "redis+socket://", 1)
    if events_url.startswith(("redis://", "rediss://")):
        return events_url
    raise BadSetting(f"BROKER_URL is wanted beside EVENTS_URL={events_url}: kombu cannot use that one")


def for_limits(events_url: str) -> str:
    """The same Redis as the library `limits` names it."""
    if events_url.startswith("unix://"):
        return events_url.replace("unix://", "redis+unix://", 1)
    return events_url


def _rate(environment: Mapping[str, str], name: str, default: str) -> str:
    found = environment.get(name, default)
    if found:
        try:
            parse(found)
        except ValueError:
            raise BadSetting(f"{name} is a rate like 100/minute, or empty, not {found!r}") from None
    return found


def _number(environment: Mapping[str, str], name: str, default: int) -> int:
    found = environment.get(name, "")
    if not found:
        return default
    if not found.isdecimal():
        raise BadSetting(f"{name} is a whole number, not {found!r}")
    return int(found)
