"""What each seat may expect in the end, judged from its board: for a greedy bot, and where a search stops.

It counts in hundredths of a point and in integers, so that every Python gives the same answer.
"""

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from rulesets.azul.scoring import points_for
from rulesets.azul.state import OVER, State
from rulesets.azul.tables import ELEMENTS, FIVE, FLOOR_COST, FLOOR_SPACES, LINES, RUNS, complete, wall_column
from rulesets.azul.weights import AFTER_ROUND, Weights
from rulesets.contract import Seat

HUNDREDTHS: Final = 100
FIVES: Final = range(0, 25, 5)
ALL: Final = 31
NOWHERE: Final = -1
# The points from which on the dearest floor can be paid: more of them make no difference to a tiling.
ENOUGH: Final = FLOOR_COST[FLOOR_SPACES]
# How many tiles lie on the floor and the points, up to enough: on a gray wall they matter to what is best. On
# a coloured one each line has its cell.
Gray: TypeAlias = tuple[int, int] | None
COLORED: Final = None
Lines: TypeAlias = tuple[tuple[int, int], ...]  # row and color of each full line
INFINITY: Final = float("inf")
# All that a line can hold, as in state.py; what is impossible is never looked up.
CONTENTS: Final = range(8 * 5)
# By line and what it holds: that, shifted to the line's place, if the line is full.
FULL: Final = (
    (),
    *(tuple((content << 6 * line - 6) * (content & 7 == line) for content in CONTENTS) for line in LINES),
)


def estimate(state: State) -> list[float]:
    """Points if the round ended now, bonuses included, and what the board promises; exact when over."""
    if state.phase == OVER:
        return list(state.points)
    outlooks = [outlook(state, seat) for seat in range(state.seats)]
    if any(settled.last for settled, _, _ in outlooks):
        return [points for _, points, _ in outlooks]
    return [points + promised / HUNDREDTHS for _, points, promised in outlooks]


def outlook(state: State, seat: Seat) -> tuple["Settled", int, int]:
    """A board as it stands when the round ends now: tiled, its points with the bonuses, what it promises."""
    played = min(state.round, LATEST)
    _, one, two, three, four, five = state.lines[6 * seat : 6 * seat + 6]
    full = FULL[1][one] + FULL[2][two] + FULL[3][three] + FULL[4][four] + FULL[5][five]
    floor = len(state.floors[seat])
    points = state.points[seat]
    settled = settle(state.cells[seat], full, played, (floor, min(points, ENOUGH)) if state.gray else COLORED)
    paid = points + settled.gained - FLOOR_COST[min(FLOOR_SPACES, floor + settled.fallen)]
    begun = PROMISES[played].lines
    promised = settled.promised + begun[1][one] + begun[2][two] + begun[3][three] + begun[4][four]
    promised += begun[5][five] + (PROMISES[played].starting if state.starting == seat else 0)
    return settled, (max(0, paid)) + settled.bonus, promised


class Settled(NamedTuple):
    """A wall after its tiling: points gained, bonus for all of it, its promise, tiles fallen to the floor.

    `last`: a row is complete. `column` is where the first line went, NOWHERE if it fell or there is none.
    """

    gained: int
    bonus: int
    promised: int
    fallen: int
    last: bool
    column: int


@lru_cache(1 << 16)
def settle(cells: int, full: int, played: int, gray: Gray) -> Settled:
    """The full lines tiled where they bring most, bonuses and promises included.  [A17] [A19] [A20]"""
    wall = walls(cells)
    promises = PROMISES[played]
    lines = tuple((row, (full >> 6 * row & 63) >> 3) for row in FIVE if full >> 6 * row & 63)
    bonus = 2 * complete(wall.by_row) + 7 * complete(wall.by_column) + 10 * complete(wall.rows)
    last = complete(wall.by_row) > 0
    start = Settled(0, bonus, _promised(wall, promises), 0, last, NOWHERE)
    return _tiled(wall, lines, start, (promises, gray))


def _tiled(wall: "Wall", lines: Lines, so_far: Settled, means: tuple["Promises", Gray]) -> Settled:
    """The best of all ways to tile these lines, the top one first. Only a tile's own fives change.

    It is what costs most on a gray wall: five full lines have up to 3,125 ways.
    """
    if not lines:
        return so_far
    promises, gray = means
    by_row, by_column, rows, columns = wall
    gained, bonus, promised, fallen, last, _ = so_far
    (row, color), rest = lines[0], lines[1:]
    across, same = by_row >> 5 * row & ALL, rows >> 5 * color & ALL
    free = 1 << wall_column(row, color) if gray is COLORED else ALL & ~(across | columns >> 5 * color)
    if not free:
        return _tiled(wall, rest, so_far._replace(fallen=fallen + row + 1), means)
    colored = same | 1 << row
    bonus += 10 * (colored == ALL)
    promised += promises.colors[colored] - promises.colors[same] - promises.rows[across]
    best, most, at = so_far, -INFINITY, NOWHERE
    for column in ELEMENTS[free]:
        down, lying = by_column >> 5 * column & ALL, across | 1 << column
        standing, whole = down | 1 << row, lying == ALL
        after = Wall(
            by_row | 1 << 5 * row + column,
            by_column | 1 << 5 * column + row,
            rows | 1 << 5 * color + row,
            columns | 1 << 5 * color + column,
        )
        way = Settled(
            gained + points_for(after.by_row, after.by_column, row, column),
            bonus + 2 * whole + 7 * (standing == ALL),
            promised + promises.rows[lying] + promises.columns[standing] - promises.columns[down],
            fallen,
            last or whole,
            NOWHERE,
        )
        if rest:
            way = _tiled(after, rest, way, means)
        worth = _worth(way, gray)
        if worth > most:
            best, most, at = way, worth, column
    return best._replace(column=at)


def _worth(settled: Settled, gray: Gray) -> int:
    floor, points = gray or (0, ENOUGH)
    paid = points + settled.gained - FLOOR_COST[min(FLOOR_SPACES, floor + settled.fallen)]
    points = HUNDREDTHS * (max(0, paid) + settled.bonus)
    return points if settled.last else points + settled.promised


class Wall(NamedTuple):
    """The fields of a wall, as in state.py."""

    by_row: int
    by_column: int
    rows: int
    columns: int


@lru_cache(1 << 12)
def walls(cells: int) -> Wall:
    wall = Wall(0, 0, 0, 0)
    for row in FIVE:
        for column in FIVE:
            if content := cells >> 3 * (5 * row + column) & 7:
                wall = _with_tile(wall, content - 1, row, column)
    return wall


def _with_tile(wall: Wall, color: int, row: int, column: int) -> Wall:
    return Wall(
        wall.by_row | 1 << 5 * row + column,
        wall.by_column | 1 << 5 * column + row,
        wall.rows | 1 << 5 * color + row,
        wall.columns | 1 << 5 * color + column,
    )


def _promised(wall: Wall, promises: "Promises") -> int:
    worth = promises.base
    for shift in FIVES:
        worth += promises.rows[wall.by_row >> shift & 31]
        worth += promises.columns[wall.by_column >> shift & 31]
        worth += promises.colors[wall.rows >> shift & 31]
    return worth


class Promises(NamedTuple):
    """Weights laid out by the fives of a board, and by what a line holds, so that judging is looking up."""

    base: int
    starting: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    colors: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]


def _laid_out(weights: Weights) -> Promises:
    masks = range(32)
    return Promises(
        weights.base,
        weights.starting,
        tuple(weights.rows[mask.bit_count()] + weights.room * _room(mask) for mask in masks),
        tuple(weights.columns[mask.bit_count()] + weights.room * _room(mask) for mask in masks),
        tuple(weights.colors[mask.bit_count()] for mask in masks),
        ((), *(tuple(_begun(weights, line, content) for content in CONTENTS) for line in LINES)),
    )


def _begun(weights: Weights, line: int, content: int) -> int:
    """What a line promises that is not full: full ones go to the wall."""
    tiles = content & 7
    return weights.lines[line][tiles] if tiles < line else 0


def _room(five: int) -> int:
    """The lengths of the runs that a tile would make, over all free cells of a row or column."""
    runs = (RUNS[five | 1 << free][free] for free in FIVE if not five >> free & 1)
    return sum(run for run in runs if run > 1)


PROMISES: Final = tuple(_laid_out(weights) for weights in AFTER_ROUND)
LATEST: Final = len(PROMISES) - 1
