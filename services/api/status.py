"""What operators look at: health, readiness, metrics."""

import hmac

from flask import Response
from prometheus_client import CONTENT_TYPE_LATEST

from services.api.measures import exposed
from services.api.reading import bearer
from services.api.service import Rooms, answered, is_loopback, service
from services.matches.errors import WrongToken
from services.matches.ports import StoreDown


class UnfitStore(StoreDown):
    """The store answers and must not be used: its operator is told why."""


rooms = Rooms("status", __name__, description="For operators")


@rooms.route("/healthz")
@rooms.response(200, {"type": "object"})
def healthz() -> Response:
    """Whether this process answers."""
    return answered({"status": "ok"})


@rooms.route("/readyz")
@rooms.response(200, {"type": "object"})
def readyz() -> Response:
    """Whether matches can be played: the event store answers and keeps what it is given."""
    health = service().ready()
    if health.failures:
        raise UnfitStore("; ".join(health.failures))
    return answered({"status": "ready", "warnings": health.warnings})


@rooms.route("/metrics")
@rooms.response(200, {"type": "string"}, content_type="text/plain")
def metrics() -> Response:
    """Figures for Prometheus; on loopback, or with the token that the operator set."""
    token = service().metrics_token
    if not (
        is_loopback() if token is None else hmac.compare_digest((bearer() or "").encode(), token.encode())
    ):
        raise WrongToken("metrics are for loopback, or for the operator's token")
    return Response(exposed(service().room.store), content_type=CONTENT_TYPE_LATEST)
