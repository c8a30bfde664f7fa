"""What the blueprints share: the room of matches, who watches, the gate; and how an answer is made."""

import secrets
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, cast
from weakref import WeakKeyDictionary

import orjson
from flask import Response, current_app, request
from flask_smorest import Blueprint

from rulesets.contract import Json
from services.api.limits import Gate
from services.api.live import Live
from services.api.reading import Parser, idempotency_key
from services.matches.histories import History
from services.matches.room import Asked, Room
from services.matches.standing import Standing


@dataclass(frozen=True)
class Health:
    """What readiness found: sentences that forbid service, and sentences to think about."""

    failures: list[str]
    warnings: list[str]


@dataclass
class Service:
    """`ready` looks at the store; `metrics_token` opens /metrics to others than loopback.

    `answers` has of each match in memory its present version and the bytes that show it.
    """

    room: Room
    live: Live
    gate: Gate
    ready: Callable[[], Health]
    metrics_token: str | None = None
    answers: MutableMapping[History, tuple[int, bytes]] = field(default_factory=WeakKeyDictionary)


# How a request that changes something may be repeated, for the documentation page.
REPEATABLE = {
    "in": "header",
    "name": "Idempotency-Key",
    "schema": {"type": "string", "pattern": "^[\\x21-\\x7e]{1,255}$"},
    "description": "random, and your secret: who sends it again within a day is given the same answer, "
    "tokens included, and nothing is done twice",
}


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
    data = body if isinstance(body, bytes) else orjson.dumps(body, option=orjson.OPT_APPEND_NEWLINE)
    response = Response(data, status, headers=dict(headers or {}), content_type="application/json")
    if version is not None:
        response.headers["ETag"] = f'"{version}"'
        response.headers["Cache-Control"] = "no-cache"
    return response


def not_modified(version: int) -> Response:
    return Response(status=304, headers={"ETag": f'"{version}"', "Cache-Control": "no-cache"})


def made_once(history: History, standing: Standing, make: Callable[[Standing], Json]) -> bytes:
    """The bytes that show a match; those of its present version are made once in this process."""
    answers = service().answers
    version, found = answers.get(history, (0, b""))
    if version != standing.version:
        found = orjson.dumps(make(standing), option=orjson.OPT_APPEND_NEWLINE)
        if standing.version == history.version:
            answers[history] = (standing.version, found)
    return found


def is_loopback() -> bool:
    """Whether somebody on this machine asks, and not a proxy here for somebody elsewhere."""
    passed_on = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
    return request.remote_addr in ("127.0.0.1", "::1") and not passed_on
