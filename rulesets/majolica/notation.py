"""The text notation of moves: `line a1 b1 c1`, `run 3 up 1r broken 2b1g`. The README has all of them.

Written by hand on top of the wire form, so that what is possible is said in one place, the codec.
"""

import re
from typing import Final

from rulesets.contract import Json, shown
from rulesets.majolica.codec import decode, encode
from rulesets.majolica.state import Move
from rulesets.majolica.tiles import KINDS

LETTERS: Final = {name[0]: name for name in KINDS}
_TILES: Final = re.compile(r"([1-9][0-9]?)([rgbyp])")
_FORMS: Final = {
    "start": "start SLOT",
    "goal": "goal NAME",
    "line": "line CELL…",
    "design": "design CELL NAME SLOT",
    "rearrange": "rearrange CELL ORDER",
    "place": "place WORKSHOP",
    "discard": "discard TILES",
    "run": "run WORKSHOP [up TILES] [broken TILES]",
    "bonus": "bonus COLOR WORKSHOP",
    "waive": "waive",
}


def text(move: Move) -> str:
    payload = encode(move)
    kind = payload.pop("type")
    if kind == "run":
        went = [f"{key} {tiles_text(payload[key])}" for key in ("up", "broken") if payload[key]]
        return " ".join([f"run {payload['workshop']}", *went])
    return " ".join([kind, *(_word(key, value) for key, value in payload.items())])


def parse(written: str) -> Move:
    """The move of a text notation; ValueError says what is wrong with it."""
    kind, *words = written.split(" ")
    if kind not in _FORMS:
        raise ValueError(f"a move begins with one of {', '.join(_FORMS)}, not {shown(kind)}")
    try:
        move = decode({"type": kind} | _payload(kind, words))
    except (IndexError, KeyError):
        move = None
    if move is None or text(move) != written:
        raise ValueError(f"{kind} is written {_FORMS[kind]}, not {shown(written)}")
    return move


def tiles_text(tiles: dict[str, int]) -> str:
    return "".join(f"{count}{name[0]}" for name, count in tiles.items())


def _word(key: str, value: Json) -> str:
    match key:
        case "cells":
            return " ".join(value)
        case "slots":
            return "".join(map(str, value))
        case "tiles":
            return tiles_text(value)
        case _:
            return str(value)


def _payload(kind: str, words: list[str]) -> dict[str, Json]:
    """What the words say; more or fewer of them than wanted do not survive being written again."""
    match kind:
        case "goal":
            return {"goal": words[0]}
        case "line":
            return {"cells": words}
        case "design":
            return {"cell": words[0], "design": words[1], "slot": _number(words[2])}
        case "rearrange":
            return {"cell": words[0], "slots": [_number(digit) for digit in words[1]]}
        case "discard":
            return {"tiles": _tiles(words[0])}
        case "run":
            went = dict(zip(words[1::2], words[2::2], strict=False))
            tiles = {key: _tiles(went.get(key, "")) for key in ("up", "broken")}
            return {"workshop": _number(words[0]), **tiles}
        case "bonus":
            return {"color": words[0], "workshop": _number(words[1])}
        case "start" | "place":
            return {"slot" if kind == "start" else "workshop": _number(words[0])}
        case _:
            return {}


def _number(word: str) -> int | str:
    return int(word) if word in ("1", "2", "3", "4") else word


def _tiles(word: str) -> dict[str, int]:
    return {LETTERS[letter]: int(count) for count, letter in _TILES.findall(word)}
