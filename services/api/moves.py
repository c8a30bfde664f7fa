"""Moves, events and records over HTTP."""

import time
from collections.abc import Generator, Iterator
from typing import Any

import orjson
from flask import Response

from services.api import schemas
from services.api.live import PULSE, Watch
from services.api.matches import BEARER, ETAG, IF_MATCH
from services.api.places import LEASE_SECONDS, Place, take_place, waiting
from services.api.reading import bearer, if_match, last_event_id, wanted_version
from services.api.service import REPEATABLE, Rooms, answered, asked, service
from services.matches.histories import History
from services.matches.looking import exported
from services.matches.playing import Choice, play
from services.matches.ports import Stored
from services.matches.room import check_reached

rooms = Rooms("moves", __name__, url_prefix="/api/v1", description="Moves, and what has happened")


@rooms.route("/matches/<match>/moves", methods=["POST"])
@rooms.arguments(schemas.MoveSchema)
@rooms.response(201, schemas.PlayedOut, headers=ETAG)
@rooms.doc(
    security=BEARER,
    parameters=[
        REPEATABLE,
        IF_MATCH,
    ],
)
def move(body: dict[str, Any], match: str) -> Response:
    """Make a move for the seat whose token is shown, chosen for the version that If-Match names."""
    room, version = service().room, if_match()
    request = asked(f"moves {match}", body)
    history = room.histories.read(match)
    token = bearer()
    seat = room.tokens.seat(match, token)
    service().gate.pass_through("moves", f"{match} {seat}")
    choice = Choice(seat, wanted_version(version), body.get("move"), body.get("text"))
    played = play(room, request, history, choice, token or "")
    return answered(
        {"version": played.version, "events": _fragments(played.events)}, 201, version=played.version
    )


@rooms.route("/matches/<match>/events")
@rooms.arguments(schemas.EventsSchema, location="query")
@rooms.response(200, schemas.EventsOut, headers=ETAG)
def events(query: dict[str, int], match: str) -> Response:
    """The events after a version; waits for one if asked to."""
    after, limit = query["after"], query["limit"]
    history = service().room.histories.read(match)
    check_reached(history, after)
    if query["wait"] and history.version <= after:
        history = _waited(match, after, query["wait"])
    found = history.after(after, limit)
    body: dict[str, Any] = {"version": history.version, "events": _fragments(found)}
    if after + len(found) < history.version:
        body["next"] = after + len(found)
    return answered(body, version=history.version)


@rooms.route("/matches/<match>/stream")
@rooms.arguments(schemas.StreamSchema, location="query")
@rooms.response(200, {"type": "string"}, content_type="text/event-stream")
@rooms.alt_response(204, description="The match is over, and you have every event")
@rooms.doc(parameters=[{"in": "header", "name": "Last-Event-ID", "schema": {"type": "integer"}}])
def stream(query: dict[str, int], match: str) -> Response:
    """Events as they happen (server-sent events); the id of each is its version."""
    seen = last_event_id()
    history = service().room.histories.read(match)
    after = seen if seen is not None else query.get("after", history.version)
    check_reached(history, after)
    if history.current.closed and after == history.version:
        return Response(status=204)
    place = take_place()
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(
        _Streamed(match, after, place),
        headers=headers,
        content_type="text/event-stream",
    )


@rooms.route("/matches/<match>/record")
@rooms.arguments(schemas.NothingSchema, location="query")
@rooms.response(200, schemas.RecordOut, headers=ETAG)
def record(_: dict[str, Any], match: str) -> Response:
    """The match as a record, with its whole stream, for `tiledraft verify` and for import elsewhere."""
    history = service().room.histories.read(match)
    headers = {"Content-Disposition": f'attachment; filename="{match}.json"'}
    return answered(exported(history), version=history.version, headers=headers)


def _fragments(found: list[Stored]) -> list[orjson.Fragment]:
    return [orjson.Fragment(event.wire()) for event in found]


def _waited(match: str, after: int, seconds: int) -> History:
    room = service().room
    with waiting(), service().live.watching(match) as watch:
        history = room.histories.read(match)
        until = time.monotonic() + seconds
        while history.version <= after and (left := until - time.monotonic()) > 0:
            watch.wait(min(left, PULSE))
            history = room.histories.read(match)
        return history


class _Streamed:
    """The body of an event stream; `close` gives its place back, whether it was begun or not."""

    def __init__(self, match: str, after: int, place: Place | None) -> None:
        self._room, self._live, self._limit = service().room, service().live, service().gate.rates.streams
        self._place, self._renewed = place, time.monotonic()
        self._parts = self._sent(match, after)

    def __iter__(self) -> Iterator[bytes]:
        return self._parts

    def close(self) -> None:
        self._parts.close()
        if self._place:
            self._room.store.release(*self._place)

    def _sent(self, match: str, version: int) -> Generator[bytes]:
        with self._live.watching(match) as watch:
            yield b"retry: 2000\n\n"
            while True:
                history = self._caught_up(match, version, watch)
                for event in history.after(version):
                    version = event.version
                    yield b"id: %d\ndata: %s\n\n" % (version, event.wire())
                if history.current.closed and version >= history.version:
                    return
                came = watch.wait(PULSE)
                self._renew()
                if not came:
                    yield b": still here\n\n"

    def _caught_up(self, match: str, version: int, watch: Watch) -> History:
        """The history; read anew unless another watcher has read what this one was woken for."""
        held = self._room.histories.held(match)
        if held is not None and held.version > version and held.version >= watch.version:
            return held
        return self._room.histories.read(match)

    def _renew(self) -> None:
        if self._place and time.monotonic() > self._renewed + PULSE:
            self._renewed = time.monotonic()
            self._room.store.lease(*self._place, self._limit, LEASE_SECONDS)
