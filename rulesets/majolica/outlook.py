"""What a position is worth to a search, and which moves are worth a look.

(1) An estimate is in points, and exact when the match is over.
(2) Numbers are added one by one in a fixed order: `sum` of floats differs between Python versions.
(3) In the middle of a turn tiles on their way count where they do best, and the turn as over.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from rulesets.contract import HUNDREDTHS, Seat, Weights, check_counted, installed_weights
from rulesets.majolica.features import (
    COUNTED,
    STAGES,
    fit,
    goal_in_sight,
    of_workshop,
    stage_of,
    turn_to_come,
)
from rulesets.majolica.market import cells_of
from rulesets.majolica.moves import ORDERS, SLOTS, WORKSHOPS, choosable, legal_moves
from rulesets.majolica.scoring import points
from rulesets.majolica.state import DISCARD, OVER, SELECT, Board, Move, Slot, State, copy, to_act
from rulesets.majolica.tiles import REMEMBERED, UNITS, tiles_of, total
from rulesets.majolica.turns import carry_out
from rulesets.majolica.workshops import Workshop

WEIGHTS: Final = installed_weights("rulesets.majolica")


class Outlook:
    """What a search asks, under some weights."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._worth = lru_cache(16 * REMEMBERED)(self._reckoned)
        self._with_hand = lru_cache(2 * REMEMBERED)(self._best_with)

    def estimate(self, state: State) -> list[float]:
        """The points now, and what each board promises."""
        found = [float(points(board)) for board in state.boards]
        if state.phase == OVER:
            return found
        stage = stage_of(state)
        for at, board in enumerate(state.boards):
            found[at] += self._promise(state, stage, board, acts=at == state.turn)
        if (seat := turn_to_come(state)) is not None:
            found[seat] += self._weight(stage, "turn")
        return found

    def order(self, state: State, moves: Sequence[Move]) -> list[float]:
        """What each move makes of the board of the seat that may act, the first of several."""
        seat = to_act(state)[0]
        if state.phase == SELECT:
            return self._selected(state, state.boards[seat], moves)
        stage = stage_of(state)
        return [self._after(state, stage, seat, move) for move in moves]

    def rollout(self, state: State, _: Callable[[], float]) -> list[float]:
        """The estimate: it puts tiles on their way where they fit, which play at random does not."""
        return self.estimate(state)

    def _weight(self, stage: str, name: str) -> float:
        return self._weights.get(stage, {}).get(name, 0) / HUNDREDTHS

    def _reckoned(self, stage: str, at: int, workshop: Workshop, tiles: int, slot: Slot) -> float:
        """What a workshop promises with these tiles, under what lies in its slot."""
        weights = self._weights.get(stage, {})
        worth = 0.0
        for name, value in of_workshop(at, workshop, tiles, slot):
            worth += weights.get(name, 0) * value
        return worth / HUNDREDTHS

    def _promise(self, state: State, stage: str, board: Board, *, acts: bool) -> float:
        """What a board promises; while its seat acts, with the tiles on their way where they do best."""
        slots, held = (*board.slots, None), tuple(board.workshops)
        workshops = state.components.workshops
        base = self._weight(stage, "base")
        if board.goal:
            base += self._weight(stage, "goal") * goal_in_sight(board)
        due = base + self._weight(stage, "bonus") * state.bonus
        if acts and state.hand:
            return due + self._with_hand(stage, workshops, held, slots, state.hand)
        worths = [self._worth(stage, at, workshops[at], held[at], slots[at]) for at in WORKSHOPS]
        if not acts:
            return base + _added(worths)
        if state.pending:
            at = state.taking
            taken_in = self._worth(stage, at, workshops[at], held[at] + state.pending, slots[at])
            return due + _added(worths, at, taken_in)
        return due + _added(worths)

    def _best_with(
        self,
        stage: str,
        workshops: tuple[Workshop, ...],
        held: tuple[int, ...],
        slots: tuple[Slot, ...],
        hand: int,
    ) -> float:
        """What workshops promise with the hand where it does best."""
        worths = [self._worth(stage, at, workshops[at], held[at], slots[at]) for at in WORKSHOPS]
        return max(
            _added(worths, at, self._worth(stage, at, workshops[at], held[at] + hand, slots[at]))
            for at in WORKSHOPS
        )

    def _selected(self, state: State, board: Board, moves: Sequence[Move]) -> list[float]:
        """As if the hand were there already: it does best somewhere, under the slots to come."""
        held, workshops, market = tuple(board.workshops), state.components.workshops, state.market
        designs, stage = state.components.designs, stage_of(state)
        scored = float(points(board))
        found = []
        for kind, taken, *more in moves:
            slots: list[Slot] = [*board.slots, None]
            hand = (
                tiles_of(market[cell] for cell in cells_of(taken)) if kind == "line" else UNITS[market[taken]]
            )
            worth = scored
            if kind == "design":
                name, slot = more
                worth -= total(lies[1]) if (lies := slots[slot]) else 0
                slots[slot] = (designs[name], 0)
            elif kind == "rearrange":
                slots = [*(board.slots[slot] for slot in more[0]), None]
            found.append(worth + self._with_hand(stage, workshops, held, tuple(slots), hand))
        return found

    def _after(self, state: State, stage: str, seat: Seat, move: Move) -> float:
        """Judged as in the stage before the move: what a stage brings in general is no matter of a move."""
        after = copy(state)
        carry_out(after, seat, move)
        board = after.boards[seat]
        return points(board) + self._promise(after, stage, board, acts=after.turn == seat)


FITTED: Final = Outlook(WEIGHTS["fitted"])
estimate, order, rollout = FITTED.estimate, FITTED.order, FITTED.rollout
# At a glance: what was found by hand, since points alone lead nowhere.
rough_estimate = Outlook(WEIGHTS["handmade"]).estimate


def with_weights(weights: Weights) -> dict[str, Any]:
    """The names for search under other weights."""
    check_counted(weights, STAGES, COUNTED)
    other = Outlook(weights)
    return {name: getattr(other, name) for name in ("estimate", "order", "rollout")}


def _added(worths: list[float], instead: int = -1, other: float = 0.0) -> float:
    """One by one, in their order; one of them may be another."""
    total = 0.0
    for at, worth in enumerate(worths):
        total += other if at == instead else worth
    return total


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
