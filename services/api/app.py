"""The Flask application: its blueprints, its documentation page, its headers."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from importlib.resources import files

import flask_swagger_ui
from flask import Blueprint, Flask, Response, request, send_from_directory
from flask_smorest import Api
from flask_smorest.utils import prepare_response
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import IntegerConverter

from services.api import judged, matches, moves, status
from services.api.limits import address
from services.api.measures import measure
from services.api.problems import failed, refused
from services.api.reading import BODY_BYTES
from services.api.schemas import ProblemSchema
from services.api.service import Service, service

ABOUT = (
    "Matches of board games, each an append-only stream of events. A match's version is how many events it "
    "has, and its ETag. A seat is proven by its token, a move is chosen for the version in If-Match; what is "
    "refused says what was wanted and what was found. The project's README walks through it with curl."
)
PROBLEM_TYPE = "application/problem+json"
# What is limited by itself, by endpoint.
KINDS = {
    "matches.give_anchor": "openings",
    "matches.open_match": "openings",
    "matches.branch": "imports",
    "matches.take_record": "imports",
}
ALLOWED_HEADERS = "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID"


@dataclass(frozen=True)
class Edge:
    """How the application meets the network: the proxies before it, the origins that may call it."""

    proxies: int = 0
    origins: Sequence[str] = ()


class SeatConverter(IntegerConverter):
    """A seat in a path, written in one way."""

    regex = "0|[1-9][0-9]?"


class ProblemApi(Api):
    """flask-smorest whose errors are RFC 9457 problems."""

    ERROR_SCHEMA = ProblemSchema

    def _register_responses(self) -> None:
        names = {"DEFAULT_ERROR": "What went wrong"} | {each.name: each.phrase for each in HTTPStatus}
        for name, phrase in names.items():
            response = {"description": phrase, "schema": ProblemSchema}
            prepare_response(response, self.spec, PROBLEM_TYPE)
            self.spec.components.response(name, response, lazy=True)

    def handle_http_exception(self, error: HTTPException) -> Response:
        return failed(error)


def create_app(shared: Service, edge: Edge | None = None, pages: Blueprint | None = None) -> Flask:
    """The application on a service that was wired elsewhere; `pages` are for people."""
    edge = edge or Edge()
    app = Flask("tiledraft", static_folder=None)
    app.config.update(
        API_TITLE="tiledraft",
        API_VERSION="v1",
        API_SPEC_OPTIONS={"info": {"description": ABOUT}},
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/",
        OPENAPI_JSON_PATH="openapi.json",
        OPENAPI_SWAGGER_UI_PATH="docs",
        OPENAPI_SWAGGER_UI_URL="/docs/assets/",
        MAX_CONTENT_LENGTH=BODY_BYTES,
    )
    app.extensions["tiledraft"] = shared
    app.url_map.converters["seat"] = SeatConverter
    app.url_map.strict_slashes = False
    # A redirect would be made from the Host header.
    app.url_map.merge_slashes = False
    api = ProblemApi(app)
    api.register_converter(SeatConverter, lambda _: {"type": "integer", "minimum": 0, "maximum": 99})
    api.spec.components.security_scheme("seat", {"type": "http", "scheme": "bearer"})
    for blueprint in (matches.rooms, moves.rooms, judged.rooms, status.rooms):
        api.register_blueprint(blueprint)
    if pages is not None:
        app.register_blueprint(pages)
    app.register_error_handler(Exception, _answered)
    app.add_url_rule("/docs/assets/<path:name>", "docs_assets", _docs_asset)
    app.before_request(_limited)
    app.after_request(lambda response: _finished(response, edge))
    measure(app)
    if edge.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=edge.proxies, x_proto=edge.proxies)  # type: ignore[method-assign] # Flask is wrapped so
    return app


def _answered(error: Exception) -> Response:
    """A refusal by the table; anything else is ours to mend, and says so."""
    if isinstance(error, HTTPException):
        return failed(error)
    return refused(error)


def _limited() -> None:
    """Before a body is looked at."""
    if request.path.startswith(("/api/", "/matches/")):
        service().gate.pass_through("requests", address())
    kind = KINDS.get(request.endpoint or "")
    if kind is not None:
        service().gate.pass_through(kind, address())


def _finished(response: Response, edge: Edge) -> Response:
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    origin = request.headers.get("Origin")
    if edge.origins:
        response.vary.add("Origin")
    if origin is not None and origin in edge.origins:
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = "ETag, Location, Retry-After"
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
            response.headers["Access-Control-Allow-Methods"] = "GET, POST, PUT, OPTIONS"
    return response


def _docs_asset(name: str) -> Response:
    """Swagger UI's files, served from the package: the page works offline."""
    return send_from_directory(str(files(flask_swagger_ui) / "dist"), name)
