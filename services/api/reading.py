"""What comes in: bodies read strictly, then checked by a schema; headers and query values.

What is wrong with a body is said in this order: too large (413), not JSON (415), unreadable (400).
"""

import re
from collections.abc import Callable
from typing import Any

from flask import Request, request
from marshmallow import RAISE, Schema
from webargs import ValidationError as ArgumentError
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest, HTTPException, RequestEntityTooLarge, UnsupportedMediaType

from rulesets.contract import shown
from services.api.problems import PreconditionRequired
from services.matches.errors import Invalid
from services.matches.strict_json import read_json

RECORD_BYTES = 4 * 1024 * 1024
BODY_BYTES = 64 * 1024
MOST_KEYS = 32
_VERSION = re.compile(r'(?:W/)?"(\d{1,9})"')
_KEY = re.compile(r"[\x21-\x7e]{1,255}")


class Parser(FlaskParser):
    """Schema errors are 400; a body that is not there counts as `{}`."""

    DEFAULT_VALIDATION_STATUS = 400
    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {"json": RAISE, "query": RAISE}  # noqa: RUF012 - as webargs declares it

    def load_json(self, req: Request, schema: Schema) -> Any:
        if req.args:
            raise ArgumentError(f"the parameter {shown(next(iter(req.args)))} is not known here")
        loosely = getattr(schema, "reads_records", False)
        if loosely:
            req.max_content_length = RECORD_BYTES
        data = _body(req, RECORD_BYTES if loosely else BODY_BYTES)
        if not data:
            return {}
        if not req.is_json:
            raise UnsupportedMediaType(f"Content-Type is application/json, not {shown(req.content_type)}.")
        try:
            value = read_json(data, loosely=loosely)
        except ValueError as error:
            raise ArgumentError(f"the body cannot be read: {error}") from None
        if isinstance(value, dict) and len(value) > MOST_KEYS:
            raise ArgumentError(f"the body has {len(value)} keys, and none here has more than {MOST_KEYS}")
        return value

    def load_querystring(self, req: Request, schema: Schema) -> Any:
        for name, values in req.args.lists():
            if len(values) > 1:
                raise ArgumentError(f"{shown(name)} stands {len(values)} times in the query")
        return super().load_querystring(req, schema)


def _body(req: Request, most: int) -> bytes:
    """The whole body. One without a length is read to its end, and is too large as soon as it is."""
    length = req.content_length
    if length is not None:
        data = _read(req.get_data)
        if len(data) < length:
            raise BadRequest(f"the body ended after {len(data)} of {length} bytes")
        return data
    if req.headers.get("Transfer-Encoding", "chunked").strip().lower() != "chunked":
        raise UnsupportedMediaType("a body is sent as it is, or chunked; no other transfer encoding")
    data = _read(lambda: bytes(req.environ["wsgi.input"].read(most + 1)))
    if len(data) > most:
        raise RequestEntityTooLarge
    return data


def _read(read: Callable[[], bytes]) -> bytes:
    try:
        return read()
    except HTTPException:
        raise
    except Exception:  # noqa: BLE001 - whatever the server's reader raises at a torn connection or a bad chunk
        raise BadRequest("the body could not be read") from None


def bearer() -> str | None:
    """The token of the Authorization header."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def if_match() -> int | None:
    """The version that If-Match names; None without the header, Invalid if it names none."""
    found = request.headers.get("If-Match")
    if found is None:
        return None
    version = _VERSION.fullmatch(found.strip())
    if version is None:
        raise Invalid(f'If-Match is the version that you have seen, like "18", not {shown(found)}')
    return int(version[1])


def wanted_version(version: int | None) -> int:
    if version is None:
        raise PreconditionRequired('If-Match: "N" is wanted, N the version that you have seen')
    return version


def idempotency_key() -> str | None:
    found = request.headers.get("Idempotency-Key")
    if found is not None and not _KEY.fullmatch(found):
        raise Invalid(f"an Idempotency-Key is 1 to 255 visible ASCII characters, not {shown(found)}")
    return found


def none_match(version: int) -> bool:
    """Whether the caller has this version already."""
    found = request.headers.get("If-None-Match", "")
    versions = [_VERSION.fullmatch(each.strip()) for each in found.split(",")]
    return found.strip() == "*" or str(version) in [each[1] for each in versions if each]


def last_event_id() -> int | None:
    found = request.headers.get("Last-Event-ID")
    if found is None or found == "":
        return None
    if not re.fullmatch(r"[0-9]{1,9}", found):
        raise Invalid(f"Last-Event-ID is a version, not {shown(found)}")
    return int(found)
