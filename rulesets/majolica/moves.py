"""The legal moves: every choice of a seat, each once, in an order that never varies.

A move is its type and what was chosen:

    ("start", slot)  ("goal", name)
    ("line", mask)  ("design", cell, name, slot)  ("rearrange", cell, order)
    ("place", workshop)  ("discard", tiles)
    ("run", workshop, up, broken)  ("bonus", color, workshop)  ("waive",)
"""

from itertools import permutations
from typing import Final

from rulesets.contract import Seat
from rulesets.majolica.market import DRAWN, cells_of, lines, outermost
from rulesets.majolica.state import Move, State, to_act
from rulesets.majolica.workshops import runs, ways_back

SLOTS: Final = range(3)
WORKSHOPS: Final = range(4)
ORDERS: Final = tuple(permutations(SLOTS))

_STARTS: Final[list[Move]] = [("start", slot) for slot in SLOTS]
_PLACES: Final[list[Move]] = [("place", workshop) for workshop in WORKSHOPS]
_BONUSES: Final[list[Move]] = [("bonus", color, workshop) for color in range(4) for workshop in WORKSHOPS]
_WAIVE: Final[Move] = ("waive",)


def legal_moves(state: State, seat: Seat) -> list[Move]:
    if seat not in to_act(state):
        return []
    match state.phase:
        case "select":
            return _selections(state)
        case "place":
            return _PLACES.copy()
        case "work":
            return _works(state)
        case "discard":
            workshop = state.components.workshops[state.taking]
            return [("discard", tiles) for tiles in ways_back(workshop, state.pending)]
        case "start":
            return _STARTS.copy()
        case "goal":
            return [("goal", goal.name) for goal in state.goals]
        case _:
            return []


def choosable(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lines that can be taken whole, and the cells that can be taken singly.  [M7] [M36]"""
    if state.solo:
        return (DRAWN,), cells_of(DRAWN)
    return lines(state.face_up), outermost(state.face_up)


def ready(state: State) -> list[int]:
    """The workshops of the seat whose turn it is that must run.  [M16]"""
    held = state.boards[state.turn].workshops
    return [at for at, workshop in enumerate(state.components.workshops) if held[at] in workshop.ready]


def _selections(state: State) -> list[Move]:
    """A line, a tile with a design, or a tile with another order of the designs.  [M6] [M9] [M10]"""
    taken, cells = choosable(state)
    names = [design.name for design in state.display]
    moves: list[Move] = [("line", line) for line in taken]
    moves += [("design", cell, name, slot) for cell in cells for name in names for slot in SLOTS]
    moves += [("rearrange", cell, order) for cell in cells for order in ORDERS]
    return moves


def _works(state: State) -> list[Move]:
    """A run of a workshop that is ready; a bonus tile that is due, taken or waived.  [M16] [M27]"""
    board = state.boards[state.turn]
    moves: list[Move] = []
    for at in ready(state):
        slot = board.slots[at] if at in SLOTS else None
        design, lying = slot or (None, 0)
        ways = runs(state.components.workshops[at], design, lying, board.workshops[at])
        moves += [("run", at, up, broken) for up, broken in ways]
    if state.bonus:
        moves += [*_BONUSES, _WAIVE]
    return moves
