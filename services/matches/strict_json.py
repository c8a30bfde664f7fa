"""JSON from outside, read strictly: what could be read in two ways is refused.

Refused: a key twice in an object, nesting deeper than 32, more than 300,000 values, NaN and infinities, lone
surrogates, and, unless `loosely` is asked for, fractions and integers past 2^53. Records are read loosely, so
that a wrong number in them is found where it stands, by the rules. The cost grows with the length of the text
and no faster, whatever is in it.
"""

import json
import math
import re
from typing import Any

DEEPEST = 32
LARGEST = 2**53
MOST_DIGITS = 1000
MOST_VALUES = 300_000

# A text that is not closed counts to the end, so that no character is looked at twice.
_TEXTS = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


def read_json(data: bytes, *, loosely: bool = False) -> Any:
    """The value, or ValueError with a sentence."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise ValueError("JSON begins with no byte-order mark")
    _check_shape(data)
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
            parse_float=_finite if loosely else _no_fraction,
            parse_int=_whole if loosely else _small,
        )
    except UnicodeDecodeError:
        raise ValueError("JSON is UTF-8, and this is not") from None
    if _SURROGATE.search(data):
        _check_texts(value)
    return value


def _check_shape(data: bytes) -> None:
    """Neither too deep nor too many values: seen from the brackets and commas outside of texts.

    Brackets that are open at the end, or closed and never opened, are left to the parser, which says where.
    """
    bare = _TEXTS.sub(b"", data)
    if bare.count(b",") >= MOST_VALUES:
        raise ValueError(f"JSON has at most {MOST_VALUES} values here")
    brackets = bare.translate(None, _NOT_BRACKETS)
    for _ in range(DEEPEST):
        outer = brackets.replace(b"[]", b"").replace(b"{}", b"")
        if len(outer) == len(brackets):
            break
        brackets = outer
    nested = b"[]" in brackets or b"{}" in brackets
    if nested or brackets.count(b"[") + brackets.count(b"{") > DEEPEST:
        raise ValueError(f"JSON is nested at most {DEEPEST} deep")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key {key[:80]!r} stands twice in an object")
            seen.add(key)
    return unique


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _no_fraction(text: str) -> Any:
    raise ValueError(f"numbers are whole here, not {text[:80]}")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"a number as large as {text[:80]} cannot be read")
    return number


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(f"an integer has at most {MOST_DIGITS} digits")
    return int(text)


def _small(text: str) -> int:
    number = _whole(text)
    if abs(number) > LARGEST:
        raise ValueError("integers go to 2^53")
    return number


def _check_texts(value: Any) -> None:
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError("a text has half a surrogate pair") from None
    elif isinstance(value, list):
        for each in value:
            _check_texts(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            _check_texts(key)
            _check_texts(each)
