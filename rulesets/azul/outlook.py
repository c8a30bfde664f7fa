"""What a search asks: which moves are worth a look, which first, and how a round may end.

(1) Factories with the same tiles are one; tiles go to the floor only if no line takes them.
(2) On a gray wall a line goes where the board's own tiling brings most: that is no matter of the others.
(3) A playout stops before the tiling: the judgement knows what it brings.
"""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final

from rulesets.azul.features import COUNTED, STAGES, stage_of
from rulesets.azul.judgement import COLORED, ENOUGH, FULL, Judgement, walls
from rulesets.azul.moves import next_line
from rulesets.azul.rounds import take
from rulesets.azul.state import DRAFT, NOBODY, TILE, State, to_act
from rulesets.azul.tables import (
    CARRY,
    DRAFTS,
    FLOOR_COST,
    FLOOR_SPACES,
    LINES,
    PRESENT,
    USEFUL_PICKS,
    tile_move,
)
from rulesets.contract import HUNDREDTHS, Seat, Weights, check_counted, installed_weights

WEIGHTS: Final = installed_weights("rulesets.azul")


class _Board:
    """One seat's board, for asking what tiles would make of it; `known` keeps the answers.

    The same board is met again wherever the others moved meanwhile.
    """

    __slots__ = ("begun", "cells", "floor", "full", "known", "lines", "points", "promised", "stage", "wall")

    def __init__(
        self, judgement: Judgement, stage: int, lines: tuple[int, ...], cells: int, floor: int, points: int
    ) -> None:
        self.stage, self.lines, self.cells, self.floor = judgement.stages[stage], lines, cells, floor
        self.wall, self.points = walls(cells), points
        self.full = 0
        for line in LINES:
            self.full += FULL[line][lines[line]]
        self.begun = [self._begun(line, lines[line]) for line in range(6)]
        self.promised = sum(self.begun)
        self.known: dict[tuple[int, int, int, bool], float] = {}

    def worth_with(self, color: int, tiles: int, line: int, marker: bool) -> float:
        """Hundredths turn into points only at the end: what comes out is the same everywhere.

        A line that is not full counts as full for its share: it may still be filled this round.
        """
        floor, promised = self.floor + marker, self.promised + self.stage.starting * marker
        if not line:
            return (self._tiled(self.full, floor + tiles) + promised) / HUNDREDTHS
        lies = (self.lines[line] & 7) + tiles
        filled = self.full + FULL[line][color + line]
        promised -= self.begun[line]
        if lies >= line:
            return (self._tiled(filled, floor + lies - line) + promised) / HUNDREDTHS
        without, within = self._tiled(self.full, floor), self._tiled(filled, floor)
        return (without + (within - without) * lies // line + promised) / HUNDREDTHS

    def _begun(self, line: int, content: int) -> int:
        return self.stage.begun(self.wall, line, content) if content else 0

    def _tiled(self, full: int, floor: int) -> int:
        """Hundredths of points that these full lines and such a floor bring."""
        gray = (min(floor, FLOOR_SPACES), self.points) if self.stage.gray else COLORED
        settled = self.stage.settle(self.cells, full, gray)
        cost = FLOOR_COST[min(FLOOR_SPACES, floor + settled.fallen)]
        points = HUNDREDTHS * (settled.gained + settled.bonus - cost)
        return points if settled.last else points + settled.promised


class Outlook:
    """What a search asks, under some weights."""

    def __init__(self, weights: Weights) -> None:
        self.judgement = Judgement(weights)
        self.estimate = self.judgement.estimate
        self._board = lru_cache(1 << 10)(partial(_Board, self.judgement))

    def promising(self, state: State, seat: Seat) -> list[int]:
        """Some of the legal moves, in their order."""
        if state.phase == DRAFT and seat == state.turn:
            return _drafts(state, seat)
        if state.phase == TILE and seat in to_act(state):
            column = self.judgement.judged(state, seat).settled.column
            return [tile_move(next_line(state, seat), column + 1)]
        return []

    def order(self, state: State, moves: list[int]) -> list[float]:
        """What each move makes of its own board, in points: good to begin with, blind to the others."""
        if state.phase != DRAFT:
            chosen = self.promising(state, to_act(state)[0])
            return [float(move in chosen) for move in moves]
        seat = state.turn
        points = min(state.points[seat], ENOUGH) if state.gray else ENOUGH
        lines = tuple(state.lines[6 * seat : 6 * seat + 6])
        board = self._board(stage_of(state), lines, state.cells[seat], len(state.floors[seat]), points)
        known, sources, worths = board.known, state.sources, []
        first = state.marker == NOBODY
        for move in moves:
            source, color, line, shift, _, _ = DRAFTS[move]
            tiles = sources[source] >> shift & 63
            marker = first and not source
            key = tiles, color, line, marker
            if key not in known:
                known[key] = board.worth_with(8 * color, tiles, line, marker)
            worths.append(known[key])
        return worths

    def rollout(self, state: State, rng: Callable[[], float]) -> list[float]:
        """Promising drafts at random until the last; the estimate then. The state is used up."""
        if state.phase == DRAFT:
            sources, seats, seat = state.sources, state.seats, state.turn
            while any(sources):
                moves = _drafts(state, seat)
                take(state, seat, moves[int(rng() * len(moves))])
                seat = (seat + 1) % seats
        return self.estimate(state)


FITTED: Final = Outlook(WEIGHTS["fitted"])
estimate, promising, order, rollout = FITTED.estimate, FITTED.promising, FITTED.order, FITTED.rollout
# At a glance: the points if the round ended now.
BY_POINTS: Final = Judgement({})
rough_estimate = BY_POINTS.estimate


def with_weights(weights: Weights) -> dict[str, Any]:
    """The names for search under other weights."""
    check_counted(weights, re.compile("|".join(STAGES)), COUNTED)
    other = Outlook(weights)
    return {name: getattr(other, name) for name in ("estimate", "promising", "order", "rollout")}


def _drafts(state: State, seat: Seat) -> list[int]:
    moves: list[int] = []
    open_lines = state.open_lines[seat]
    seen = [0]
    for source, heap in enumerate(state.sources):
        if heap not in seen:
            if source:
                seen.append(heap)
            moves += _useful(source, heap + CARRY & PRESENT, open_lines)
    return moves


@lru_cache(1 << 15)
def _useful(source: int, present: int, open_lines: int) -> tuple[int, ...]:
    """The moves with these colors of a source, for a board with such open lines."""
    return tuple(
        move for bits, by_lines in USEFUL_PICKS[source][present] for move in by_lines[open_lines & bits]
    )
