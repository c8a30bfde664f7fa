"""Where everything is put together: the one place that knows every room.

Nothing is built at import; each process builds its own, after it was forked.
"""

import logging
import secrets
import sys
import time
from collections.abc import Callable, Mapping

import structlog
from celery import Celery
from flask import Flask
from limits.storage import Storage, storage_from_string

from services.api.app import create_app
from services.api.limits import Gate
from services.api.live import Live
from services.api.measures import WATCHERS
from services.api.service import Health, Service
from services.bots.judging import make_judge
from services.bots.players import PLAYERS
from services.bots.tasks import (
    BELL_SOCKET_SECONDS,
    BellAside,
    CeleryAnalysts,
    CeleryBell,
    add_judging,
    add_turns,
    make_celery,
)
from services.entry.catalogue import installed_rulesets
from services.entry.settings import BadSetting, Settings
from services.matches.ports import Bell
from services.matches.questions import Analysts, Nobody
from services.matches.room import Room
from services.store.connect import connect, connect_blocking
from services.store.feed import BLOCK_SECONDS, Feed
from services.store.health import health
from services.store.redis_store import RedisEventStore
from services.web.pages import Pages

log = structlog.get_logger()


def make_room(
    settings: Settings,
    bell: Bell,
    breathe: Callable[[], None] = lambda: None,
    analysts: Analysts | None = None,
) -> Room:
    """The matches on the event store of these settings."""
    return Room(
        store=RedisEventStore(connect(settings.events_url)),
        bell=bell,
        rulesets=installed_rulesets(_log_left_out),
        bots={name: player.level for name, player in PLAYERS.items()},
        clock=time.time,
        draw=secrets.token_bytes,
        limits=settings.limits,
        breathe=breathe,
        analysts=analysts or Nobody(),
    )


def _log_left_out(reason: str) -> None:
    log.warning("ruleset left out", reason=reason)


def make_bell(settings: Settings) -> CeleryBell:
    """A bell for processes that must not wait long for a broker."""
    return CeleryBell(make_celery(settings.broker_url, socket_seconds=BELL_SOCKET_SECONDS))


def make_web(settings: Settings) -> Flask:
    """The web application."""
    app = make_celery(settings.broker_url, socket_seconds=BELL_SOCKET_SECONDS)
    analysts = CeleryAnalysts(app, make_judge())
    room = make_room(settings, BellAside(CeleryBell(app)), lambda: time.sleep(0), analysts)
    service = Service(
        room=room,
        live=Live(
            lambda told: Feed(connect_blocking(settings.events_url, BLOCK_SECONDS), told),
            room.histories.read,
            WATCHERS.inc,
        ),
        gate=Gate(_limits_storage(settings), settings.rates),
        ready=lambda: _readiness(settings),
        metrics_token=settings.metrics_token,
    )
    return create_app(service, settings.edge, Pages(room, settings.public_address).blueprint())


def make_worker(settings: Settings) -> Celery:
    """The Celery app of a worker; each of its processes makes its own room at its first task."""
    app, judge = make_celery(settings.broker_url), make_judge()
    rooms: dict[None, Room] = {}

    def room() -> Room:
        if None not in rooms:
            rooms[None] = make_room(settings, CeleryBell(app), analysts=CeleryAnalysts(app, judge))
        return rooms[None]

    add_turns(app, room, PLAYERS)
    add_judging(app, room, judge)
    return app


def log_as_json(environment: Mapping[str, str]) -> None:
    """One JSON object a line on standard error."""
    level = logging.getLevelNamesMapping().get(environment.get("LOG_LEVEL", "INFO").upper(), logging.INFO)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def _limits_storage(settings: Settings) -> Storage:
    storage = storage_from_string(settings.limits_url, wrap_exceptions=True)
    if not isinstance(storage, Storage):
        raise BadSetting(f"LIMITS_URL is a store that waits for its answers, not {settings.limits_url}")
    return storage


def _readiness(settings: Settings) -> Health:
    found = health(connect(settings.events_url))
    return Health(found.refusals, found.warnings)
