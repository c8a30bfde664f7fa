"""Moves and deals on the wire. The forms are exact: another order, a zero count, a further key is refused."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rulesets.contract import Json, exact_int, exact_keys, one_of, shown
from rulesets.majolica.deals import Deal
from rulesets.majolica.market import CELLS, SIDE, named
from rulesets.majolica.names import checked_name
from rulesets.majolica.state import Move
from rulesets.majolica.tiles import COLORS, KINDS, UNITS, by_name

KEYS: Final = {
    "start": ("type", "slot"),
    "goal": ("type", "goal"),
    "line": ("type", "cells"),
    "design": ("type", "cell", "design", "slot"),
    "rearrange": ("type", "cell", "slots"),
    "place": ("type", "workshop"),
    "discard": ("type", "tiles"),
    "run": ("type", "workshop", "up", "broken"),
    "bonus": ("type", "color", "workshop"),
    "waive": ("type",),
}
FIRST: Final = ("starting_seat", "starters", "market", "display")
_MOST_TILES: Final = 24


def encode(move: Move) -> dict[str, Json]:
    kind, *chosen = move
    keys = KEYS[kind][1:]
    return {"type": kind} | {key: _WRITE[key](value) for key, value in zip(keys, chosen, strict=True)}


def decode(payload: Json) -> Move:
    """The move of a wire form, or ValueError with what was wanted and what was found."""
    if not isinstance(payload, dict) or "type" not in payload:
        raise ValueError(f"a move is an object with a type, not {shown(payload)}")
    kind = one_of(payload["type"], tuple(KEYS), "the type of a move")
    keys = KEYS[kind]
    exact_keys(payload, keys, f"the move {kind}")
    return (kind, *(_READ[key](payload[key]) for key in keys[1:]))


def encode_deal(deal: Deal) -> dict[str, Json]:
    """Only the keys that are due in this deal."""
    payload: dict[str, Json] = {"market": [[COLORS[color] for color in row] for row in deal.market]}
    if deal.starting_seat is not None:
        payload["starting_seat"] = deal.starting_seat
    for key in ("starters", "display", "goals"):
        if (names := getattr(deal, key)) is not None:
            payload[key] = list(names)
    return payload


def decode_deal(payload: Json) -> Deal:
    """The deal of a wire form, or ValueError. A first deal is told by its `starting_seat`."""
    first = isinstance(payload, dict) and "starting_seat" in payload
    if first:
        exact_keys(payload, (*FIRST, "goals") if "goals" in payload else FIRST, "a first deal")
    else:
        later = isinstance(payload, dict) and "display" in payload
        exact_keys(payload, ("market", "display") if later else ("market",), "a deal")
    return Deal(
        market=_market(payload["market"]),
        display=_names(payload, "display"),
        starting_seat=exact_int(payload["starting_seat"], 0, 3, "starting_seat") if first else None,
        starters=_names(payload, "starters"),
        goals=_names(payload, "goals"),
    )


def _market(value: Json) -> tuple[tuple[int, ...], ...]:
    if not isinstance(value, list) or len(value) not in (1, SIDE):
        raise ValueError(f"market is a list of {SIDE} rows, or of one in solo, not {shown(value)}")
    return tuple(_row(row) for row in value)


def _row(value: Json) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != SIDE:
        raise ValueError(f"a row of the market is a list of {SIDE} colors, not {shown(value)}")
    return tuple(_color(each) for each in value)


def _names(payload: dict[str, Json], key: str) -> tuple[str, ...] | None:
    if key not in payload:
        return None
    if not isinstance(payload[key], list):
        raise ValueError(f"{key} is a list of names, not {shown(payload[key])}")
    return tuple(checked_name(each, f"a name in {key}") for each in payload[key])


def _color(value: Json) -> int:
    return COLORS.index(one_of(value, COLORS, "a color"))


def _cell(value: Json) -> int:
    if type(value) is not str or value not in CELLS:
        raise ValueError(f"a cell is one of a1 to d4, not {shown(value)}")
    return CELLS.index(value)


def _cells(value: Json) -> int:
    """The mask of a list of cells, which stand in reading order, each once."""
    if not isinstance(value, list) or not value:
        raise ValueError(f"cells is a list of at least one cell, not {shown(value)}")
    cells = [_cell(each) for each in value]
    if cells != sorted(set(cells)):
        raise ValueError(f"cells stand in reading order, each once, not {shown(value)}")
    return sum(1 << cell for cell in cells)


def _slot(value: Json) -> int:
    return exact_int(value, 1, 3, "a slot") - 1


def _order(value: Json) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != 3:
        raise ValueError(f"slots is a list of 3, not {shown(value)}")
    order = tuple(_slot(each) for each in value)
    if len(set(order)) != 3:
        raise ValueError(f"slots has each of 1, 2, 3 once, not {shown(value)}")
    return order


def _workshop(value: Json) -> int:
    return exact_int(value, 1, 4, "a workshop") - 1


def _tiles(value: Json) -> int:
    if not isinstance(value, dict):
        raise ValueError(f"tiles are an object of counts by color, not {shown(value)}")
    tiles = 0
    for name, count in value.items():
        kind = KINDS.index(one_of(name, KINDS, "a color"))
        tiles += UNITS[kind] * exact_int(count, 1, _MOST_TILES, f"the count of {name}")
    return tiles


def _one_more(value: int) -> int:
    return value + 1


def _itself(value: str) -> str:
    return value


def _written_order(value: Sequence[int]) -> list[int]:
    return [each + 1 for each in value]


def _name(value: Json) -> str:
    return checked_name(value, "a card")


_WRITE: Final[dict[str, Callable[[Any], Json]]] = {
    "slot": _one_more,
    "goal": _itself,
    "cells": named,
    "cell": CELLS.__getitem__,
    "design": _itself,
    "slots": _written_order,
    "workshop": _one_more,
    "tiles": by_name,
    "up": by_name,
    "broken": by_name,
    "color": COLORS.__getitem__,
}
_READ: Final[dict[str, Callable[[Json], Any]]] = {
    "slot": _slot,
    "goal": _name,
    "cells": _cells,
    "cell": _cell,
    "design": _name,
    "slots": _order,
    "workshop": _workshop,
    "tiles": _tiles,
    "up": _tiles,
    "broken": _tiles,
    "color": _color,
}
