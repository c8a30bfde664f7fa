"""Alpha-beta with iterative deepening, to the horizon and no further; for two seats, or one alone.

Worth is the lead: how far the seat that searches stands before the other, in expected final points.

 (1) Where everything to the horizon was looked at that the hooks offer, the answer is exact and says so
     (`solved`).
 (2) The budget's end leaves the answer of the last depth, amended by what the next depth had settled.
 (3) The worths of root moves within `margin` of the best are exact to the depth reached; others are bounds.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rulesets.contract import CHANCE, Move, Seat, State
from services.bots.budgets import Budget
from services.bots.hooks import Hooks

WIDTH = 12
MARGIN = 0.5
INFINITY = float("inf")


class Answer(NamedTuple):
    """The moves looked at with their worths, best first."""

    moves: list[tuple[Move, float]]
    depth: int
    solved: bool


class Position:
    """A node of the tree: its state, made once, and its moves in the order to try them; `cut` if not all."""

    __slots__ = ("children", "cut", "lead", "mover", "moves", "state")

    def __init__(self, state: State, mover: Seat) -> None:
        self.state, self.mover = state, mover
        self.cut = False
        self.lead: float | None = None
        self.moves: list[Move] | None = None
        self.children: list[Position | None] = []


class AlphaBeta:
    """One search of one seat; `width` is how many moves of a position are tried, 0 for all."""

    def __init__(self, hooks: Hooks, seat: Seat, budget: Budget, width: int = WIDTH) -> None:
        self._hooks, self._seat, self._budget, self._width = hooks, seat, budget, width
        self._whole, self._ended = True, False

    def answer(self, state: State, margin: float = MARGIN) -> Answer:
        """The best moves of the seat, which is to act; at least one move is looked at by any budget."""
        root = self._root(state)
        best = Answer([(root.moves[0], 0.0)] if root.moves else [], 0, solved=False)
        depth = 0
        while not self._ended:
            depth += 1
            self._whole, self._ended = not root.cut, True
            found, finished = self._iteration(root, depth, margin)
            if finished or _led(found, best):
                best = Answer(found, depth, solved=finished and self._ended and self._whole)
            if not finished:
                break
            _to_front(root, found)
        return best

    def _root(self, state: State) -> Position:
        acting = self._hooks.to_act(state)
        root = Position(self._hooks.copy(state), self._seat)
        if acting[0] == self._seat:
            self._expand(root)
        else:
            root.moves = list(self._hooks.moves(state, self._seat))
            root.children = [None] * len(root.moves)
        return root

    def _iteration(self, root: Position, depth: int, margin: float) -> tuple[list[tuple[Move, float]], bool]:
        """What one depth settles, best first, and whether it settled all moves."""
        found: list[tuple[Move, float]] = []
        best = -INFINITY
        for index, move in enumerate(root.moves or ()):
            worth = self._worth(self._child(root, index), depth - 1, best - margin, INFINITY)
            if worth is None:
                return _best_first(found), False
            found.append((move, worth))
            best = max(best, worth)
        return _best_first(found), True

    def _worth(self, node: Position, depth: int, alpha: float, beta: float) -> float | None:
        """The lead that both seats' best play brings within the window; None when the budget is spent."""
        if not self._budget.spend():
            return None
        if depth == 0 or node.mover == CHANCE:
            if node.mover != CHANCE:
                self._ended = False
            return self._lead(node)
        if node.moves is None:
            self._expand(node)
        if node.cut:
            self._whole = False
        if len(node.children) == 1:
            depth += 1
        if node.mover == self._seat:
            return self._highest(node, depth, alpha, beta)
        return self._lowest(node, depth, alpha, beta)

    def _highest(self, node: Position, depth: int, alpha: float, beta: float) -> float | None:
        best, first = -INFINITY, 0
        for index in range(len(node.children)):
            worth = self._worth(node.children[index] or self._child(node, index), depth - 1, alpha, beta)
            if worth is None:
                return None
            if worth > best:
                best, first = worth, index
                if worth > alpha:
                    alpha = worth
                    if alpha >= beta:
                        break
        _lift(node, first)
        return best

    def _lowest(self, node: Position, depth: int, alpha: float, beta: float) -> float | None:
        best, first = INFINITY, 0
        for index in range(len(node.children)):
            worth = self._worth(node.children[index] or self._child(node, index), depth - 1, alpha, beta)
            if worth is None:
                return None
            if worth < best:
                best, first = worth, index
                if worth < beta:
                    beta = worth
                    if alpha >= beta:
                        break
        _lift(node, first)
        return best

    def _child(self, node: Position, index: int) -> Position:
        child = node.children[index]
        if child is None:
            hooks, moves = self._hooks, node.moves or []
            state = hooks.step(hooks.copy(node.state), (node.mover, moves[index]))
            acting = hooks.to_act(state)
            child = node.children[index] = Position(state, acting[0] if acting else CHANCE)
        return child

    def _expand(self, node: Position) -> None:
        moves = list(self._hooks.moves(node.state, node.mover))
        if self._hooks.order and len(moves) > 1:
            scores = self._hooks.order(node.state, moves)
            moves = [moves[at] for at in ordered(scores)]
        if self._width and len(moves) > self._width:
            moves, node.cut = moves[: self._width], True
        node.moves, node.children = moves, [None] * len(moves)

    def _lead(self, node: Position) -> float:
        if node.lead is None:
            node.lead = lead_of(self._hooks.estimate(node.state), self._seat)
        return node.lead


def lead_of(points: Sequence[float], seat: Seat) -> float:
    """How far a seat is before the best of the others; alone, its points."""
    if len(points) == 2:
        return points[seat] - points[1 - seat]
    others = [worth for at, worth in enumerate(points) if at != seat]
    return points[seat] - max(others) if others else points[seat]


def ordered(scores: Sequence[float]) -> list[int]:
    """Where the highest score stands, the next, and so on; the first of like ones first."""
    return sorted(range(len(scores)), key=scores.__getitem__, reverse=True)


def _best_first(found: list[tuple[Move, float]]) -> list[tuple[Move, float]]:
    return sorted(found, key=lambda each: each[1], reverse=True)


def _led(found: list[tuple[Move, float]], before: Answer) -> bool:
    """Whether an unfinished depth has settled at least the move that was the best before."""
    return any(move == before.moves[0][0] for move, _ in found)


def _lift(node: Position, index: int) -> None:
    """The best move is tried first the next time."""
    if index and node.moves is not None:
        node.moves.insert(0, node.moves.pop(index))
        node.children.insert(0, node.children.pop(index))


def _to_front(root: Position, found: list[tuple[Move, float]]) -> None:
    """The next depth tries the root's moves in the order that this one found."""
    if not root.moves:
        return
    children = dict(zip(root.moves, root.children, strict=True))
    root.moves = [move for move, _ in found]
    root.children = [children[move] for move in root.moves]
