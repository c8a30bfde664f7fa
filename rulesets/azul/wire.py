"""Moves and deals in the forms that leave the ruleset: JSON and text."""

from typing import Any, NamedTuple

from rulesets.azul.tables import (
    COLORS,
    DRAFTS,
    FIRST_TILE_MOVE,
    LETTERS,
    SOURCES,
    TILES,
    draft_move,
    tile_move,
)
from rulesets.contract import Seat, exact_int, exact_keys, one_of, shown


class Deal(NamedTuple):
    """Tiles in the order drawn; a starting seat in the first deal and in no other.  [A5] [A8]"""

    starting_seat: Seat | None
    factories: tuple[tuple[int, ...], ...]


def encode(move: int) -> dict[str, Any]:
    if move >= FIRST_TILE_MOVE:
        line, column = TILES[move - FIRST_TILE_MOVE]
        return {"type": "tile", "line": line, "column": column}
    draft = DRAFTS[move]
    return {"type": "draft", "source": draft.source, "color": COLORS[draft.color], "line": draft.line}


def decode(payload: Any) -> int:
    if not isinstance(payload, dict) or "type" not in payload:
        raise ValueError(f"a move is an object with a type, not {shown(payload)}")
    if one_of(payload["type"], ("draft", "tile"), "the type of a move") == "tile":
        exact_keys(payload, ("type", "line", "column"), "a tile move")
        line = exact_int(payload["line"], 1, 5, "the line of a tile move")
        return tile_move(line, exact_int(payload["column"], 1, 5, "a column"))
    exact_keys(payload, ("type", "source", "color", "line"), "a draft")
    source = exact_int(payload["source"], SOURCES[0], SOURCES[-1], "a source")
    color = COLORS.index(one_of(payload["color"], COLORS, "a color"))
    return draft_move(source, color, exact_int(payload["line"], 0, 5, "a line"))


def text(move: int) -> str:
    """`3r>5` takes red from factory 3 for line 5, `Ck>F` black from the center for the floor, `3@2` tiles."""
    return _TEXTS[move]


def parse(text: str) -> int:
    if text not in _MOVES:
        raise ValueError(f"a move is written like 3r>5, Ck>F or 3@2, not {shown(text)}")
    return _MOVES[text]


def encode_deal(deal: Deal) -> dict[str, Any]:
    factories = [[COLORS[color] for color in factory] for factory in deal.factories]
    if deal.starting_seat is None:
        return {"factories": factories}
    return {"starting_seat": deal.starting_seat, "factories": factories}


def decode_deal(payload: Any) -> Deal:
    first = isinstance(payload, dict) and "starting_seat" in payload
    exact_keys(payload, ("starting_seat", "factories") if first else ("factories",), "a deal")
    seat = exact_int(payload["starting_seat"], 0, 3, "a starting seat") if first else None
    factories = payload["factories"]
    if not isinstance(factories, list):
        raise ValueError(f"factories are a list, not {shown(factories)}")
    return Deal(seat, tuple(_decoded_factory(factory) for factory in factories))


def _decoded_factory(factory: Any) -> tuple[int, ...]:
    if not isinstance(factory, list):
        raise ValueError(f"a factory is a list of colors, not {shown(factory)}")
    return tuple(COLORS.index(one_of(color, COLORS, "a tile")) for color in factory)


def _written(source: int, color: int, line: int) -> str:
    return f"{source or 'C'}{LETTERS[color]}>{line or 'F'}"


_TEXTS = (
    *(_written(draft.source, draft.color, draft.line) for draft in DRAFTS),
    *(f"{tile.line}@{tile.column}" for tile in TILES),
)
_MOVES = {text: move for move, text in enumerate(_TEXTS)}
