"""JSON from outside, read strictly: what could be read in two ways is refused.

Refused: a key twice in an object, nesting deeper than 32, NaN and infinities, lone surrogates, and, unless
`loosely` is asked for, fractions and integers past 2^53. Records are read loosely, so that a wrong number
in them is found where it stands, by the rules.
"""

import json
from typing import Any

DEEPEST = 32
LARGEST = 2**53
MOST_DIGITS = 1000


def read_json(data: bytes, *, loosely: bool = False) -> Any:
    """The value, or ValueError with a sentence."""
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
            parse_float=float if loosely else _no_fraction,
            parse_int=_whole,
        )
    except RecursionError:
        raise ValueError(f"JSON is nested at most {DEEPEST} deep") from None
    except UnicodeDecodeError:
        raise ValueError("JSON is UTF-8, and this is not") from None
    _check(value, 1, loosely=loosely)
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice[:80]!r} stands twice in an object")
    return unique


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _no_fraction(text: str) -> Any:
    raise ValueError(f"numbers are whole here, not {text[:80]}")


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(f"an integer has at most {MOST_DIGITS} digits")
    return int(text)


def _check(value: Any, depth: int, *, loosely: bool) -> None:
    if depth > DEEPEST:
        raise ValueError(f"JSON is nested at most {DEEPEST} deep")
    if isinstance(value, str):
        if not value.isascii():
            _check_text(value)
    elif isinstance(value, list):
        for each in value:
            _check(each, depth + 1, loosely=loosely)
    elif isinstance(value, dict):
        for key, each in value.items():
            _check_text(key)
            _check(each, depth + 1, loosely=loosely)
    elif type(value) is int and not loosely and abs(value) > LARGEST:
        raise ValueError("integers go to 2^53")


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("a text has half a surrogate pair") from None
