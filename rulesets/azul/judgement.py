"""What each seat may expect in the end, judged from its board: for a greedy bot, and where a search stops.

It counts in hundredths of a point and in integers, so that every Python gives the same answer.
"""

from typing import Final, NamedTuple

from rulesets.azul.moves import free_columns, next_line
from rulesets.azul.scoring import bonus, complete_rows, points_for
from rulesets.azul.state import OVER, State, copy
from rulesets.azul.tables import ELEMENTS, FIVE, LINES, RUNS, wall_column
from rulesets.azul.tiling import drop_stuck_lines, pay_for_floor, place
from rulesets.azul.weights import AFTER_ROUND, Weights
from rulesets.contract import Seat

HUNDREDTHS: Final = 100
FIVES: Final = range(0, 25, 5)


def estimate(state: State) -> list[float]:
    """Points if the round ended now, bonuses included, and what the board promises; exact when over."""
    if state.phase == OVER:
        return list(state.points)
    ahead = copy(state)
    for seat in range(state.seats):
        _tile(ahead, seat)
        pay_for_floor(ahead, seat)
    last = any(complete_rows(ahead, seat) for seat in range(state.seats))
    return [
        ahead.points[seat] + bonus(ahead, seat) + (0 if last else _promised(ahead, seat) / HUNDREDTHS)
        for seat in range(state.seats)
    ]


def _tile(state: State, seat: Seat) -> None:
    """All full lines to the wall; on a gray one each to the cell that scores most."""
    while True:
        if state.gray:
            drop_stuck_lines(state, seat)
        if not state.full[seat]:
            return
        row = next_line(state, seat) - 1
        place(state, seat, row, _best_column(state, seat, row))


def _best_column(state: State, seat: Seat, row: int) -> int:
    if not state.gray:
        return wall_column(row, state.lines[6 * seat + row + 1] >> 3)
    columns = ELEMENTS[free_columns(state, seat, row + 1)]
    return max(columns, key=lambda column: _points_at(state, seat, row, column))


def _points_at(state: State, seat: Seat, row: int, column: int) -> int:
    by_row = state.by_row[seat] | 1 << 5 * row + column
    by_column = state.by_column[seat] | 1 << 5 * column + row
    return points_for(by_row, by_column, row, column)


class Promises(NamedTuple):
    """Weights laid out by the fives of a board, so that judging it is looking it up."""

    base: int
    starting: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    colors: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]


def _promised(state: State, seat: Seat) -> int:
    promises = PROMISES[min(state.round, len(PROMISES) - 1)]
    by_row, by_column, colors = state.by_row[seat], state.by_column[seat], state.rows[seat]
    worth = promises.base + (promises.starting if state.starting == seat else 0)
    for shift in FIVES:
        worth += promises.rows[by_row >> shift & 31]
        worth += promises.columns[by_column >> shift & 31]
        worth += promises.colors[colors >> shift & 31]
    for line in LINES:
        worth += promises.lines[line][state.lines[6 * seat + line] & 7]
    return worth


def _laid_out(weights: Weights) -> Promises:
    masks = range(32)
    return Promises(
        weights.base,
        weights.starting,
        tuple(weights.rows[mask.bit_count()] + weights.room * _room(mask) for mask in masks),
        tuple(weights.columns[mask.bit_count()] + weights.room * _room(mask) for mask in masks),
        tuple(weights.colors[mask.bit_count()] for mask in masks),
        weights.lines,
    )


def _room(five: int) -> int:
    """The lengths of the runs that a tile would make, over all free cells of a row or column."""
    runs = (RUNS[five | 1 << free][free] for free in FIVE if not five >> free & 1)
    return sum(run for run in runs if run > 1)


PROMISES: Final = tuple(_laid_out(weights) for weights in AFTER_ROUND)
