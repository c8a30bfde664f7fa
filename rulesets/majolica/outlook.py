"""What a position is worth to a search, and which moves are worth a look.

 (1) An estimate is in points, and exact when the match is over.
 (2) Numbers are added one by one in a fixed order: `sum` of floats differs between Python versions.

Words: a workshop's tiles **fit** as far as they fill its groups, the rest is **clutter**; it is **near** its
condition as its fitting tiles without the clutter are a part of its groups.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from rulesets.contract import Seat
from rulesets.majolica.cards import Design
from rulesets.majolica.market import cells_of
from rulesets.majolica.moves import ORDERS, SLOTS, WORKSHOPS, choosable, legal_moves
from rulesets.majolica.scoring import points
from rulesets.majolica.state import DISCARD, OVER, SELECT, Board, Move, Slot, State, copy, to_act
from rulesets.majolica.tiles import COLORED, COLORS, REMEMBERED, UNITS, counts, parts, purple, tiles_of, total
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
    slots, held = (*board.slots, None), board.workshops
    workshops = state.components.workshops
    worths = [_worth(at, workshops[at], held[at], slots[at]) for at in WORKSHOPS]
    if not acts:
        return _added(worths)
    due = BONUS * state.bonus
    if state.hand:
        return due + max(
            _added(worths, at, _worth(at, workshops[at], held[at] + state.hand, slots[at]))
            for at in WORKSHOPS
        )
    if state.pending:
        at = state.taking
        return due + _added(worths, at, _worth(at, workshops[at], held[at] + state.pending, slots[at]))
    return due + _added(worths)


def _added(worths: list[float], instead: int = -1, other: float = 0.0) -> float:
    """One by one, in their order; one of them may be another."""
    total = 0.0
    for at, worth in enumerate(worths):
        total += other if at == instead else worth
    return total


@lru_cache(8 * REMEMBERED)
def _worth(at: int, workshop: Workshop, tiles: int, slot: Slot) -> float:
    """What a workshop promises with these tiles, under what lies in its slot."""
    near = nearness(workshop, tiles)
    worth = RUNNING[at] * near * near + HELD_PURPLE * purple(tiles)
    return worth + _prospect(slot[0], slot[1], workshop, tiles, near) if slot else worth


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
    if state.phase == SELECT and seat == state.turn:
        return _selections(state)
    moves = legal_moves(state, seat)
    if state.phase != DISCARD:
        return moves
    workshop = state.components.workshops[state.taking]
    fits = [fit(workshop, state.pending - tiles) for _, tiles in moves]
    return [move for move, fitting in zip(moves, fits, strict=True) if fitting == max(fits)]


def _selections(state: State) -> list[Move]:
    """One cell a colour; designs into free slots while there are any; orders that make a difference."""
    slots = state.boards[state.turn].slots
    lines, cells = choosable(state)
    market = state.market
    first = sorted({market[cell]: cell for cell in reversed(cells)}.values())
    free = [at for at, slot in enumerate(slots) if slot is None] or list(SLOTS)
    names = [design.name for design in state.display]
    orders = _different_orders(tuple(slots))
    moves: list[Move] = [("line", line) for line in lines]
    moves += [("design", cell, name, slot) for cell in first for name in names for slot in free]
    moves += [("rearrange", cell, order) for cell in first for order in orders]
    return moves


@lru_cache(REMEMBERED)
def _different_orders(slots: tuple[Slot, ...]) -> tuple[tuple[int, ...], ...]:
    """Of the orders that put the same into every slot, the first."""
    made: dict[tuple[Slot, ...], tuple[int, ...]] = {}
    for order in ORDERS:
        made.setdefault(tuple(slots[slot] for slot in order), order)
    return tuple(made.values())


def order(state: State, moves: Sequence[Move]) -> list[float]:
    """What each move makes of the estimate of the seat that may act, the first of several."""
    seat = to_act(state)[0]
    if state.phase == SELECT:
        return _selected(state, state.boards[seat], moves)
    return [_after(state, seat, move) for move in moves]


def _selected(state: State, board: Board, moves: Sequence[Move]) -> list[float]:
    """The same, found without taking anything: the hand does best somewhere, under the slots to come."""
    held, workshops, market = board.workshops, state.components.workshops, state.market
    designs, due = state.components.designs, BONUS * state.bonus
    scored = float(points(board))
    known: dict[Any, float] = {}

    def promised(hand: int, slots: tuple[Slot, ...]) -> float:
        worths = [_worth(at, workshops[at], held[at], slots[at]) for at in WORKSHOPS]
        return max(
            _added(worths, at, _worth(at, workshops[at], held[at] + hand, slots[at])) for at in WORKSHOPS
        )

    found = []
    for kind, taken, *more in moves:
        slots: list[Slot] = [*board.slots, None]
        hand = tiles_of(market[cell] for cell in cells_of(taken)) if kind == "line" else UNITS[market[taken]]
        worth = scored
        if kind == "design":
            name, slot = more
            worth -= total(lies[1]) if (lies := slots[slot]) else 0
            slots[slot] = (designs[name], 0)
        elif kind == "rearrange":
            slots = [*(board.slots[slot] for slot in more[0]), None]
        asked = (hand, *slots)
        if asked not in known:
            known[asked] = promised(hand, tuple(slots))
        found.append(worth + due + known[asked])
    return found


def _after(state: State, seat: Seat, move: Move) -> float:
    after = copy(state)
    carry_out(after, seat, move)
    board = after.boards[seat]
    return points(board) + _promise(after, board, acts=after.turn == seat)


def rollout(state: State, _: Callable[[], float]) -> list[float]:
    """Playing on at random says less than the estimate, which puts the tiles on their way where they fit."""
    return estimate(state)
