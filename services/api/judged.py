"""What others judge: the analysis of a match that is over, hints in one that is under way."""

import time
from typing import Any

import msgspec
import orjson
from flask import Response, request

from services.api import schemas
from services.api.limits import address
from services.api.matches import BEARER, ETAG, IF_MATCH
from services.api.places import waiting
from services.api.reading import bearer, if_match, wanted_version
from services.api.service import REPEATABLE, Rooms, answered, asked, service
from services.matches.analysing import analysis
from services.matches.errors import NotYet
from services.matches.hinting import ask_hint

rooms = Rooms("judged", __name__, url_prefix="/api/v1", description="What bots think of positions")

# How long a hint is waited for, and how often it is looked for.
HINT_SECONDS = 10.0
LOOKED_EVERY = 0.05
AGAIN_SECONDS = 1
TAG = {"ETag": {"schema": {"type": "string"}, "description": "changes with every answer"}}
AGAIN = {"Retry-After": {"schema": {"type": "integer"}, "description": "seconds until there is more"}}


@rooms.route("/matches/<match>/analysis")
@rooms.arguments(schemas.NothingSchema, location="query")
@rooms.response(200, schemas.AnalysisOut, headers=TAG)
@rooms.alt_response(202, schema=schemas.AnalysisOut, headers=TAG | AGAIN, description="What is known so far")
@rooms.alt_response(304, description="You have this already")
def analyse(_: dict[str, Any], match: str) -> Response:
    """How a match went that is over: expectations, losses, luck. Asking for it begins it.

    202 while it is being worked at: ask again. 422 `under-way` while the match is.
    """
    found = analysis(service().room, match, lambda: service().gate.pass_through("analyses", address()))
    response = answered(found.body + b"\n", 200 if found.done else 202)
    response.set_etag(found.tag)
    response.headers["Cache-Control"] = "no-cache"
    if not found.done:
        response.headers["Retry-After"] = str(AGAIN_SECONDS)
    if request.if_none_match.contains_weak(found.tag):
        response.status_code = 304
        response.data = b""
    return response


@rooms.route("/matches/<match>/hint", methods=["POST"])
@rooms.arguments(schemas.NothingSchema, required=False)
@rooms.response(201, schemas.HintOut, headers=ETAG)
@rooms.doc(security=BEARER, parameters=[REPEATABLE, IF_MATCH])
def hint(body: dict[str, Any], match: str) -> Response:
    """What a bot would do in the place of the seat whose token is shown; an event tells that it was asked.

    422 `no-hints` where the match was opened without. 503 `not-yet` when nobody answered in time: repeat it.
    """
    room, version = service().room, if_match()
    request = asked(f"hint {match}", body)
    history = room.histories.read(match)
    token = bearer()
    seat = room.tokens.seat(match, token)
    service().gate.pass_through("moves", f"{match} {seat}")
    with waiting():
        found = ask_hint(room, request, history, (seat, wanted_version(version)), token or "")
        answer = _waited_for(found.question)
    told = {"version": found.version, "seat": seat, "bot": found.judge}
    events = [orjson.Fragment(event.wire()) for event in found.events]
    return answered({**told, **answer, "events": events}, 201, version=found.version)


def _waited_for(question: str) -> dict[str, Any]:
    store, until = service().room.store, time.monotonic() + HINT_SECONDS
    while True:
        [known] = store.derived([question])
        answer = {} if known is None else dict(msgspec.json.decode(known))
        if "expected" in answer:
            return answer
        if answer or time.monotonic() > until:
            raise NotYet("no bot has answered; ask again, it counts as the same hint")
        time.sleep(LOOKED_EVERY)
