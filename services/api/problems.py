"""One table of problems: what each refusal is called, and its status. Bodies are RFC 9457.

Each problem has an `id` that the log has too, and says nothing of the server's inside.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
import structlog
from flask import Response, request
from werkzeug.exceptions import HTTPException

from rulesets.contract.codec import FOUND_LENGTH
from services.matches import errors
from services.matches.errors import Limited, Rejected
from services.matches.ports import AnchorGone, KeyReused, StoreDown

log = structlog.get_logger()

Row = tuple[int, str, str]

TABLE: Mapping[type[Exception], Row] = {
    errors.Invalid: (400, "invalid", "The request makes no sense here"),
    errors.NoToken: (401, "no-token", "A seat's token is wanted"),
    errors.WrongToken: (403, "wrong-token", "This does not allow it"),
    errors.UnknownRuleset: (404, "unknown-ruleset", "There is no such ruleset"),
    errors.UnknownMatch: (404, "unknown-match", "There is no such match"),
    errors.Taken: (409, "taken", "The seat is taken"),
    AnchorGone: (409, "anchor-gone", "The anchor is not to be had"),
    errors.Stale: (412, "conflict", "The match has moved on"),
    errors.Illegal: (422, "illegal", "The rules do not allow it"),
    errors.BadRecord: (422, "bad-record", "The record cannot be taken"),
    KeyReused: (422, "key-reused", "The idempotency key was used for another request"),
    errors.TooMany: (429, "too-many", "A limit is reached"),
    errors.Limited: (429, "too-many", "Too many requests"),
    errors.NotYet: (503, "not-yet", "The answer is not there yet"),
    errors.RulesetMissing: (503, "ruleset-missing", "The match's ruleset is not installed as it needs it"),
    StoreDown: (503, "store-down", "The event store does not answer"),
}
NOT_NOW = {
    "not-started": "The match has not begun",
    "over": "The match is over",
    "not-your-turn": "It is another seat's turn",
    "under-way": "The match is under way",
    "no-hints": "The match has no hints",
}
FOUND: Mapping[int, Row] = {
    400: (400, "invalid", "The request makes no sense here"),
    404: (404, "not-found", "There is nothing here"),
    405: (405, "method-not-allowed", "This cannot be done here"),
    413: (413, "too-large", "The body is too large"),
    415: (415, "not-json", "The body is not JSON"),
}
RETRY_SECONDS = 5
MOST_LISTED = 8
INTERNAL: Row = (500, "internal", "Something went wrong here")
OUR_FAULT = "This is a fault of the service; the id finds it in the log. Nothing was half done."
# What marshmallow says of a key or of the body, so that it reads after its name.
SCHEMA_SAYS = {
    "Unknown field": "is not known here",
    "Missing data for required field": "is missing",
    "Field may not be null": "is null, and may not be",
    "Invalid input type": "is no object, and should be one",
    "Not a valid list": "is no list, and should be one",
}
SAID = {
    404: "There is nothing at this path; /docs shows what there is.",
    405: "This path knows other methods; Allow names them.",
    413: "A body has at most 64 KB, a record 4 MB.",
}


class PreconditionRequired(Rejected):
    """No If-Match where one is wanted."""


def row_of(error: Exception) -> Row | None:
    """Status, type and title of a refusal; None for what is not one."""
    if isinstance(error, errors.NotNow):
        return 422, error.kind, NOT_NOW[error.kind]
    if isinstance(error, PreconditionRequired):
        return 428, "no-version", "If-Match is wanted"
    return next((row for kind, row in TABLE.items() if isinstance(error, kind)), None)


def refused(error: Exception) -> Response:
    """The problem of a domain error."""
    row = row_of(error)
    if row is None:
        return problem(INTERNAL, OUR_FAULT, {}, {}, error)
    status = row[0]
    further: dict[str, Any] = {}
    headers: dict[str, str] = {}
    if isinstance(error, errors.Stale):
        further = {"version": error.version, "still_legal": error.still_legal}
        further["events"] = [orjson.Fragment(event.wire()) for event in error.missed]
        headers["ETag"] = f'"{error.version}"'
    if isinstance(error, errors.BadRecord) and error.index is not None:
        further["index"] = error.index
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if status in (429, 503):
        headers["Retry-After"] = str(error.seconds if isinstance(error, Limited) else RETRY_SECONDS)
    detail = _DETAIL.get(type(error), str(error))
    return problem(row, detail, further, headers, error)


# What the text of these says is for the log.
_DETAIL = {
    StoreDown: "The event store cannot be reached. Nothing is lost; try again with the same key or version.",
    KeyReused: "This Idempotency-Key came before with another body. Use a new key for a new request.",
    AnchorGone: "The match id is not that of an unused anchor of the last hour; ask for a new one.",
}


def failed(error: HTTPException) -> Response:
    """The problem of what the framework found: no such path, a wrong method, a body too large, a bug."""
    status = error.code or 500
    if status >= 500:
        return problem(INTERNAL, OUR_FAULT, {}, {}, getattr(error, "original_exception", error))
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    data = getattr(error, "data", None) or {}
    detail = SAID.get(status) or (_listed(data["messages"]) if "messages" in data else error.description)
    row = FOUND.get(status, (status, "failed", error.name))
    return problem(row, detail or error.name, {}, headers, error)


def problem(
    row: Row, detail: str, further: Mapping[str, Any], headers: Mapping[str, str], cause: BaseException | None
) -> Response:
    """What is ours to mend is an error in the log; an answer that is late is not."""
    status, name, title = row
    found = secrets.token_hex(6)
    if status >= 500 and not isinstance(cause, errors.NotYet):
        log.error(
            "problem", id=found, status=status, type=name, path=request.path[:FOUND_LENGTH], exc_info=cause
        )
    else:
        log.info(
            "problem", id=found, status=status, type=name, path=request.path[:FOUND_LENGTH], detail=detail
        )
    body = {"type": name, "title": title, "status": status, "detail": detail, "id": found, **further}
    data = orjson.dumps(body, option=orjson.OPT_APPEND_NEWLINE)
    return Response(data, status, headers=dict(headers), content_type="application/problem+json")


def _listed(messages: Any, path: str = "") -> str:
    """What a schema found, as one text: `seats.0.name is missing; seats.1: only a person gives a nonce`."""
    if isinstance(messages, dict):
        parts = [
            _said(each, path, ": ") if key == "_schema" else _listed(each, _joined(path, key))
            for key, each in list(messages.items())[:MOST_LISTED]
        ]
        return "; ".join(parts)
    return _said(messages, path, " ")


def _said(messages: Sequence[str], path: str, parted: str) -> str:
    """What was found at one place: of a field what it is or is not, of an object a whole sentence."""
    known = [SCHEMA_SAYS[each.rstrip(".")] for each in messages if each.rstrip(".") in SCHEMA_SAYS]
    if known:
        return f"{path or 'the body'} {' '.join(known)}"
    text = " ".join(messages)
    return f"{path}{parted}{text}" if path else text


def _joined(path: str, key: Any) -> str:
    if not path and key in ("json", "query"):
        return path
    cut = str(key)[:FOUND_LENGTH]
    return f"{path}.{cut}" if path else cut
