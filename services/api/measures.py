"""What is counted for Prometheus, in one process or, with PROMETHEUS_MULTIPROC_DIR, over all of them."""

import os
import time
from collections.abc import Iterator

from flask import Flask, Response, g, request
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

from services.matches.ports import EventStore

REQUESTS = Counter("tiledraft_requests", "Requests answered", ["endpoint", "status"])
SECONDS = Histogram(
    "tiledraft_request_seconds",
    "Seconds until an answer began",
    ["endpoint"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 60),
)
WATCHERS = Gauge("tiledraft_watchers", "Streams and waiting requests", multiprocess_mode="livesum")
LATE_SECONDS = 15


class DueMatches:
    """How many matches have waited for a bot longer than they should: an alarm when it stays above 0."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    def collect(self) -> Iterator[GaugeMetricFamily]:
        late = len(self._store.due(LATE_SECONDS))
        yield GaugeMetricFamily(
            "tiledraft_due_matches", f"Matches waiting for a bot for more than {LATE_SECONDS} s", late
        )


def exposed(store: EventStore) -> bytes:
    """All figures as Prometheus reads them."""
    due = CollectorRegistry()
    due.register(DueMatches(store))
    return generate_latest(_counted()) + generate_latest(due)


def _counted() -> CollectorRegistry:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    merged = CollectorRegistry()
    MultiProcessCollector(merged)  # type: ignore[no-untyped-call] # prometheus-client has no types here
    return merged


def measure(app: Flask) -> None:
    """Count each request by its endpoint."""

    @app.before_request
    def begun() -> None:
        g.begun = time.perf_counter()

    @app.after_request
    def answered(response: Response) -> Response:
        endpoint = request.endpoint or "none"
        REQUESTS.labels(endpoint, response.status_code).inc()
        if "begun" in g:
            SECONDS.labels(endpoint).observe(time.perf_counter() - g.begun)
        return response
