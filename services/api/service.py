"""What the blueprints share: the room of matches, who watches, the gate; and how an answer is made."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, cast

import orjson
from cachetools import LRUCache
from flask import Response, current_app, request
from flask_smorest import Blueprint

from rulesets.contract import Json
from services.api.limits import Gate
from services.api.live import Live
from services.api.reading import Parser, idempotency_key
from services.matches.histories import History
from services.matches.room import Asked, Room

ANSWER_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True)
class Health:
    """What readiness found: sentences that forbid service, and sentences to think about."""

    failures: list[str]
    warnings: list[str]


@dataclass
class Service:
    """`ready` looks at the store; `metrics_token` opens /metrics to others than loopback."""

    room: Room
    live: Live
    gate: Gate
    ready: Callable[[], Health]
    metrics_token: str | None = None
    answers: LRUCache[tuple[str, str, int], bytes] = field(
        default_factory=lambda: LRUCache(ANSWER_BYTES, getsizeof=len)
    )
    answering: Lock = field(default_factory=Lock)


class Rooms(Blueprint):
    """A blueprint whose arguments are read strictly."""

    ARGUMENTS_PARSER = Parser()


def service() -> Service:
    return cast("Service", current_app.extensions["tiledraft"])


def asked(endpoint: str, body: Json) -> Asked:
    return Asked(endpoint, idempotency_key(), body)


def new_holder() -> str:
    return secrets.token_hex(8)


def answered(
    body: Any, status: int = 200, *, version: int | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """JSON, made before or now; `version` becomes the ETag."""
    data = body if isinstance(body, bytes) else orjson.dumps(body)
    response = Response(data, status, headers=dict(headers or {}), content_type="application/json")
    if version is not None:
        response.headers["ETag"] = f'"{version}"'
        response.headers["Cache-Control"] = "no-cache"
    return response


def not_modified(version: int) -> Response:
    return Response(status=304, headers={"ETag": f'"{version}"', "Cache-Control": "no-cache"})


def made_once(kind: str, history: History, version: int, make: Callable[[], Json]) -> bytes:
    """The bytes of an answer that depends on a match's version alone, made once in this process."""
    key, shared = (kind, history.current.opening.match, version), service()
    with shared.answering:
        found = shared.answers.get(key)
    if found is None:
        found = orjson.dumps(make())
        if len(found) <= ANSWER_BYTES // 16:
            with shared.answering:
                shared.answers[key] = found
    return found


def is_loopback() -> bool:
    """Whether somebody on this machine asks, and not a proxy here for somebody elsewhere."""
    passed_on = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
    return request.remote_addr in ("127.0.0.1", "::1") and not passed_on
