"""What comes in: bodies read strictly, then checked by a schema; headers and query values.

What is wrong with a body is said in this order: too large (413), not JSON (415), unreadable (400).
"""

import re
from typing import Any

from flask import Request, request
from marshmallow import RAISE, Schema
from webargs import ValidationError as ArgumentError
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import UnsupportedMediaType

from rulesets.contract import shown
from services.api.problems import PreconditionRequired
from services.matches.errors import Invalid
from services.matches.strict_json import read_json

RECORD_BYTES = 4 * 1024 * 1024
BODY_BYTES = 64 * 1024
_VERSION = re.compile(r'(?:W/)?"(\d{1,9})"')
_KEY = re.compile(r"[\x21-\x7e]{1,255}")


class Parser(FlaskParser):
    """Schema errors are 400; a body that is not there counts as `{}`."""

    DEFAULT_VALIDATION_STATUS = 400
    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {"json": RAISE, "query": RAISE}  # noqa: RUF012 - as webargs declares it

    def load_json(self, req: Request, schema: Schema) -> Any:
        loosely = getattr(schema, "reads_records", False)
        if loosely:
            req.max_content_length = RECORD_BYTES
        data = req.get_data()
        if not data:
            return {}
        if not req.is_json:
            raise UnsupportedMediaType(f"Content-Type is application/json, not {shown(req.content_type)}.")
        try:
            return read_json(data, loosely=loosely)
        except ValueError as error:
            raise ArgumentError(f"the body cannot be read: {error}") from None


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
        raise Invalid(f'If-Match is the version that the move was chosen for, like "18", not {shown(found)}')
    return int(version[1])


def wanted_version(version: int | None) -> int:
    if version is None:
        raise PreconditionRequired('a move wants If-Match: "N", N the version that it was chosen for')
    return version


def idempotency_key() -> str | None:
    found = request.headers.get("Idempotency-Key")
    if found is not None and not _KEY.fullmatch(found):
        raise Invalid(f"an Idempotency-Key is 1 to 255 visible ASCII characters, not {shown(found)}")
    return found


def none_match(version: int) -> bool:
    """Whether the caller has this version already."""
    found = request.headers.get("If-None-Match", "")
    return found.strip() == "*" or str(version) in _VERSION.findall(found)


def last_event_id() -> int | None:
    found = request.headers.get("Last-Event-ID")
    if found is None or found == "":
        return None
    if not re.fullmatch(r"[0-9]{1,9}", found):
        raise Invalid(f"Last-Event-ID is a version, not {shown(found)}")
    return int(found)
