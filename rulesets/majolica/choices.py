"""Which parts of the drawing lead to a move, and what each part is called.

A tile that is one of several alike counts: `broken-red-2` is the second red tile that breaks.
"""

from collections.abc import Callable, Iterator
from typing import Final

from rulesets.contract import Message, Seat
from rulesets.majolica.market import CELLS, named
from rulesets.majolica.state import Board, Move, State
from rulesets.majolica.tiles import KINDS, UNITS, counts
from rulesets.majolica.words import kind_word, slot_word, workshop_word

Parts = tuple[str, ...]


def parts(state: State, seat: Seat, move: Move) -> Parts:
    """Line, or cell and design and slot; workshop; what goes up, what breaks, what goes back."""
    kind, *chosen = move
    found: Parts = _PARTS[kind](state, seat, *chosen)
    return found


def line_part(line: int) -> str:
    return "-".join(["line", *named(line)])


def cell_part(cell: int) -> str:
    return f"cell-{CELLS[cell]}"


def slot_part(seat: Seat, slot: int) -> str:
    return f"{seat}-slot-{slot + 1}"


def workshop_part(seat: Seat, workshop: int) -> str:
    return f"{seat}-workshop-{workshop + 1}"


def up_part(seat: Seat, workshop: int) -> str:
    return f"{seat}-up-{workshop + 1}"


def order_part(to: int, slot: int) -> str:
    """Slot `to` gets what lies in a slot."""
    return f"order-{to + 1}-{slot + 1}"


def counted(what: str, tiles: int) -> Iterator[str]:
    """One part for each tile."""
    for kind, count in enumerate(counts(tiles)):
        for number in range(1, count + 1):
            yield f"{what}-{KINDS[kind]}-{number}"


def caption(state: State, part: str) -> Message:
    """What a part is called in a sentence or on a button."""
    kind, *rest = part.split("-")
    if kind == "order":
        to, slot = rest
        return order_word(state.boards[state.turn], int(to) - 1, int(slot) - 1)
    if kind == "cell":
        color = kind_word(state.market[CELLS.index(rest[0])])
        return Message("the %(color)s tile at %(cell)s", {"color": color, "cell": rest[0]})
    return called(part)


def order_word(board: Board, to: int, slot: int) -> Message:
    lies = board.slots[slot]
    if not lies:
        return Message("%(slot)s stays free", {"slot": slot_word(to)})
    return Message("%(name)s into %(slot)s", {"name": lies[0].name, "slot": slot_word(to)})


def called(part: str) -> Message:
    """The same at any state, but for another order of the designs."""
    kind, *rest = part.split("-")
    if kind.isdecimal():
        kind, *rest = rest
    return _CAPTIONS[kind](*rest)


def _discarded(state: State, _: Seat, tiles: int) -> Parts:
    """Tile by tile; for the workshop that keeps one colour, the colour that stays.  [M12] [M13]"""
    if not state.components.workshops[state.taking].single_color:
        return tuple(counted("away", tiles))
    stays = next(kind for kind, count in enumerate(counts(state.pending - tiles)) if count)
    return (f"keep-{KINDS[stays]}",)


def _run(_: State, seat: Seat, workshop: int, up: int, broken: int) -> Parts:
    tiles = *counted(up_part(seat, workshop), up), *counted("broken", broken)
    return workshop_part(seat, workshop), *tiles


_PARTS: Final[dict[str, Callable[..., Parts]]] = {
    "start": lambda _, seat, slot: (slot_part(seat, slot),),
    "goal": lambda _, __, name: (f"goal-{name}",),
    "line": lambda _, __, line: (line_part(line),),
    "design": lambda _, seat, cell, name, slot: (cell_part(cell), f"design-{name}", slot_part(seat, slot)),
    "rearrange": lambda _, __, cell, order: (
        cell_part(cell),
        *(order_part(to, slot) for to, slot in enumerate(order)),
    ),
    "place": lambda _, seat, workshop: (workshop_part(seat, workshop),),
    "discard": _discarded,
    "run": _run,
    "bonus": lambda _, seat, color, workshop: (
        *counted("bonus", UNITS[color]),
        workshop_part(seat, workshop),
    ),
    "waive": lambda _, __: ("waive",),
}


def _tile(message: Message) -> Callable[..., Message]:
    return lambda kind, _="1": message._replace(values={"color": kind_word(KINDS.index(kind))})


_CAPTIONS: Final[dict[str, Callable[..., Message]]] = {
    "goal": lambda name: Message("the goal %(name)s", {"name": name}),
    "line": lambda *cells: Message("the line %(cells)s", {"cells": " ".join(cells)}),
    "design": lambda *name: Message("the design %(name)s", {"name": "-".join(name)}),
    "slot": lambda number: slot_word(int(number) - 1),
    "workshop": lambda number: workshop_word(int(number) - 1),
    "up": lambda _, *tile: _tile(Message("%(color)s goes up"))(*tile),
    "waive": lambda: Message("no bonus tile"),
    "hand": _tile(Message("%(color)s in hand")),
    "broken": _tile(Message("%(color)s breaks")),
    "away": _tile(Message("give %(color)s back")),
    "keep": _tile(Message("keep %(color)s")),
    "bonus": _tile(Message("bonus tile: %(color)s")),
}
