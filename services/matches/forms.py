"""The exact form of each kind of event, for those who check a stream that somebody else wrote.

A reader of its own service's streams needs none of this; `proof.py` lets nothing pass that is not of it.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from rulesets.contract import Json, Refused, shown

Holds = Callable[[Any], bool]

USED_UP: Final = "the links are used up"
LOST: Final = "the secret was lost"
BRANCHED: Final = "branched"
IMPORTED: Final = "imported"

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_HASH = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"(?:[0-9a-f]{2}){16,64}")


def _matches(pattern: re.Pattern[str]) -> Holds:
    return lambda value: type(value) is str and pattern.fullmatch(value) is not None


def _one_of(*values: str) -> Holds:
    return lambda value: type(value) is str and value in values


def _text(value: Any) -> bool:
    return type(value) is str and bool(value)


def _count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _scores(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(score, list) and all(type(part) is int for part in score) for score in value
    )


def _seats(value: Any) -> bool:
    return isinstance(value, list) and all(_count(seat) for seat in value)


def _origin(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if set(value) == {"record"}:
        return _count(value["record"])
    return set(value) == {"match", "version"} and _text(value["match"]) and _count(value["version"])


COMMON: Mapping[str, Holds] = {
    "version": _count,
    "kind": _text,
    "time": _matches(_TIME),
    "author": _one_of("person", "bot", "service", "record"),
    "hash": _matches(_HASH),
}
# By kind: the keys that it has and those that it may have.
KINDS: Mapping[str, tuple[Mapping[str, Holds], Mapping[str, Holds]]] = {
    "opened": (
        {
            "match": _text,
            "ruleset": _text,
            "ruleset_version": _count,
            "options": _object,
            "seats": _count,
        },
        {
            "anchor": _matches(_HASH),
            "fingerprint": _text,
            "origin": _origin,
            "archived": lambda value: value is True,
        },
    ),
    "seated": (
        {"seat": _count},
        {
            "name": _text,
            "bot": _text,
            "nonce": lambda value: value is None or _matches(_NONCE)(value),
        },
    ),
    "chance": (
        {"index": _count, "outcome": lambda _: True},
        {"deal": _count, "link": _matches(_HASH), "origin": _origin},
    ),
    "move": (
        {"index": _count, "seat": _count, "move": lambda _: True},
        {"bot": _object, "origin": _origin},
    ),
    "anchored": (
        {"anchor": _matches(_HASH), "reason": _one_of(USED_UP, LOST, BRANCHED, IMPORTED)},
        {},
    ),
    "handed_over": ({"seat": _count, "bot": _text}, {}),
    "stopped": ({"reason": _text}, {}),
    "ended": ({"scores": _scores, "winners": _seats}, {}),
}


def check_form(event: Mapping[str, Json]) -> None:
    """Refused unless the event has exactly the keys of its kind, each of its form."""
    kind = event.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Refused(f"an event of kind {shown(kind)} is not known here; there are: {', '.join(KINDS)}")
    wanted, possible = KINDS[kind]
    for key in (*COMMON, *wanted):
        if key not in event:
            raise Refused(f"{kind} wants {key}")
    for key, value in event.items():
        holds = COMMON.get(key) or wanted.get(key) or possible.get(key)
        if holds is None:
            raise Refused(f"{kind} has no {shown(key)}")
        if not holds(value):
            raise Refused(f"{shown(value)} is no {key} of {kind}")
