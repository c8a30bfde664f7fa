"""What is counted for Prometheus, in one process or, with PROMETHEUS_MULTIPROC_DIR, over all of them."""

import os
import time

from flask import Flask, Response, g, request
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

REQUESTS = Counter("tiledraft_requests", "Requests answered", ["endpoint", "status"])
SECONDS = Histogram(
    "tiledraft_request_seconds",
    "Seconds until an answer began",
    ["endpoint"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 60),
)
WATCHERS = Gauge("tiledraft_watchers", "Streams and waiting requests", multiprocess_mode="livesum")


def registry() -> CollectorRegistry:
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
