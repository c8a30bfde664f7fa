"""What a position is worth to a search, and which moves are worth a look.

 (1) An estimate is in points, and exact when the match is over.
 (2) Numbers are added one by one in a fixed order: `sum` of floats differs between Python versions.

Words: a workshop's tiles **fit** as far as they fill its groups, the rest is **clutter**; it is **near** its
condition as its fitting tiles without the clutter are a part of its groups.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from rulesets.contract import Seat
from rulesets.majolica.cards import Design
from rulesets.majolica.component_set import ComponentSet
from rulesets.majolica.moves import ORDERS, SLOTS, choosable, legal_moves
from rulesets.majolica.scoring import points
from rulesets.majolica.state import OVER, Board, Move, Slot, State, copy, to_act
from rulesets.majolica.tiles import COLORED, COLORS, REMEMBERED, counts, parts, purple, total
from rulesets.majolica.turns import carry_out
from rulesets.majolica.workshops import Workshop

# Found by a random search on what greedy play makes of 80 solo matches: 29.4 points, by guesses before 25.4.
# Points that a workshop brings when it runs, beside the tiles that it sends up, as far as it is near.
RUNNING: Final = (1.2, 3.0, 1.1, 1.1)
# How much of what a design brings counts for a tile on it, and how many such a tile is that could go up now.
LYING: Final = 0.25
GOING: Final = 2.0
OPEN_DESIGN: Final = 0.3
HELD_PURPLE: Final = 0.4
BONUS: Final = 0.8


def estimate(state: State) -> list[float]:
    """The points now, and what workshops, designs, purple and a bonus tile promise."""
    reckoned = [float(points(board)) for board in state.boards]
    if state.phase == OVER:
        return reckoned
    for seat, board in enumerate(state.boards):
        reckoned[seat] += _promise(state, board, acts=seat == state.turn)
    return reckoned


def _promise(state: State, board: Board, *, acts: bool) -> float:
    """What a board promises; while its seat acts, with the tiles on their way where they do best."""
    if not acts:
        return _worth(state.components, board, board.workshops)
    due, taking = BONUS * state.bonus, range(len(board.workshops))
    if state.hand:
        placed = (_with(board.workshops, at, state.hand) for at in taking)
        return due + max(_worth(state.components, board, workshops) for workshops in placed)
    return due + _worth(state.components, board, _with(board.workshops, state.taking, state.pending))


def _with(workshops: Sequence[int], at: int, tiles: int) -> list[int]:
    return [held + tiles if here == at else held for here, held in enumerate(workshops)]


def _worth(components: ComponentSet, board: Board, workshops: Sequence[int]) -> float:
    worth = 0.0
    for at, workshop in enumerate(components.workshops):
        tiles = workshops[at]
        near = nearness(workshop, tiles)
        worth += RUNNING[at] * near * near + HELD_PURPLE * purple(tiles)
        if at in SLOTS and (slot := board.slots[at]):
            worth += _prospect(slot[0], slot[1], workshop, tiles, near)
    return worth


def _prospect(design: Design, lying: int, workshop: Workshop, tiles: int, near: float) -> float:
    """What a design promises beyond the points of the tiles that lie on it."""
    going = takeable(design, lying, tiles & COLORED, workshop.up[1])
    done = (total(lying) + GOING * near * going) / design.spaces
    return (design.points - total(lying)) * LYING * done + OPEN_DESIGN


@lru_cache(REMEMBERED)
def nearness(workshop: Workshop, tiles: int) -> float:
    """From 0, nothing that fits, to 1, ready."""
    fitting, size = fit(workshop, tiles), sum(workshop.groups)
    clutter = 0 if workshop.single_color else min(total(tiles), workshop.holds) - fitting
    return max(0, fitting - clutter) / size


@lru_cache(REMEMBERED)
def fit(workshop: Workshop, tiles: int) -> int:
    """How many of the tiles fill groups: the largest colours the largest groups, purple the rest."""
    colors = sorted(counts(tiles)[: len(COLORS)], reverse=True)
    sizes = sorted(workshop.groups, reverse=True)
    filled = sum(min(count, size) for count, size in zip(colors, sizes, strict=False))
    return min(filled + purple(tiles), sum(sizes))


@lru_cache(REMEMBERED)
def takeable(design: Design, lying: int, colored: int, most: int) -> int:
    """How many of these tiles could go up at once."""
    return max(total(up) for up in parts(colored, most) if design.takes(lying + up))


def promising(state: State, seat: Seat) -> list[Move]:
    """The legal moves without those that hardly differ from another or that spoil a workshop for nothing."""
    moves = legal_moves(state, seat)
    match state.phase:
        case "select":
            return list(_selections(state, moves))
        case "discard":
            workshop = state.components.workshops[state.taking]
            fits = [fit(workshop, state.pending - tiles) for _, tiles in moves]
            return [move for move, fitting in zip(moves, fits, strict=True) if fitting == max(fits)]
        case _:
            return moves


def _selections(state: State, moves: Sequence[Move]) -> Iterator[Move]:
    """One cell a colour; designs into free slots while there are any; orders that make a difference."""
    slots = state.boards[state.turn].slots
    first = {state.market[cell]: cell for cell in reversed(choosable(state)[1])}
    free = [at for at, slot in enumerate(slots) if slot is None] or list(SLOTS)
    orders = _different_orders(slots)
    for move in moves:
        match move:
            case ("design", cell, _, slot) if cell not in first.values() or slot not in free:
                continue
            case ("rearrange", cell, order) if cell not in first.values() or order not in orders:
                continue
            case _:
                yield move


def _different_orders(slots: Sequence[Slot]) -> list[tuple[int, ...]]:
    """Of the orders that put the same into every slot, the first."""
    made: dict[tuple[Slot, ...], tuple[int, ...]] = {}
    for order in ORDERS:
        made.setdefault(tuple(slots[slot] for slot in order), order)
    return list(made.values())


def order(state: State, moves: Sequence[Move]) -> list[float]:
    """What each move makes of the estimate of the seat that may act, the first of several."""
    return [_after(state, to_act(state)[0], move) for move in moves]


def _after(state: State, seat: Seat, move: Move) -> float:
    after = copy(state)
    carry_out(after, seat, move)
    board = after.boards[seat]
    return points(board) + _promise(after, board, acts=after.turn == seat)
