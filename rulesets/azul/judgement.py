"""What each seat may expect in the end, judged from its board: for a greedy bot, and where a search stops.

It counts in hundredths of a point and in integers, so that every Python gives the same answer.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from rulesets.azul.features import STAGES, deep, room, stage_of
from rulesets.azul.scoring import points_for
from rulesets.azul.state import OVER, State
from rulesets.azul.tables import ELEMENTS, FIVE, FLOOR_COST, FLOOR_SPACES, LINES, complete, wall_column
from rulesets.contract import HUNDREDTHS, Seat, Weights

FIVES: Final = range(0, 25, 5)
ALL: Final = 31
MASKS: Final = range(32)
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


class Wall(NamedTuple):
    """The fields of a wall, as in state.py."""

    by_row: int
    by_column: int
    rows: int
    columns: int


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
    wall: Wall


class Judged(NamedTuple):
    """A board tiled, its points with the bonuses, and these with what it promises."""

    settled: Settled
    points: int
    expected: float


class Judgement:
    """How boards are judged under some weights."""

    def __init__(self, weights: Weights) -> None:
        self.stages = [Stage(weights.get(name, {}), gray=name.startswith("gray")) for name in STAGES]
        self._known = lru_cache(1 << 14)(self._judge)

    def estimate(self, state: State) -> list[float]:
        """Points if the round ended now, bonuses included, and what the board promises; exact when over."""
        if state.phase == OVER:
            return list(state.points)
        boards = [self.judged(state, seat) for seat in range(state.seats)]
        for board in boards:
            if board.settled.last:
                return [each.points for each in boards]
        return [each.expected for each in boards]

    def judged(self, state: State, seat: Seat) -> Judged:
        """A board as it stands when the round ends now."""
        return self._known(
            stage_of(state),
            tuple(state.lines[6 * seat : 6 * seat + 6]),
            state.cells[seat],
            len(state.floors[seat]),
            state.points[seat],
            state.starting == seat,
        )

    def _judge(
        self, stage: int, lines: tuple[int, ...], cells: int, floor: int, points: int, starting: bool
    ) -> Judged:
        weights = self.stages[stage]
        _, one, two, three, four, five = lines
        full = FULL[1][one] + FULL[2][two] + FULL[3][three] + FULL[4][four] + FULL[5][five]
        settled = weights.settle(cells, full, (floor, min(points, ENOUGH)) if weights.gray else COLORED)
        paid = points + settled.gained - FLOOR_COST[min(FLOOR_SPACES, floor + settled.fallen)]
        promised = settled.promised + (weights.starting if starting else 0)
        for line in LINES:
            if content := lines[line]:
                promised += weights.begun(settled.wall, line, content)
        certain = max(0, paid) + settled.bonus
        return Judged(settled, certain, certain + promised / HUNDREDTHS)


class Stage:
    """The weights of a stage, laid out by the fives of a board and by what a line holds.

    `settle` and `begun` answer from memory what was asked before.
    """

    def __init__(self, weights: Mapping[str, int], *, gray: bool) -> None:
        def weight(name: str) -> int:
            return weights.get(name, 0)

        self.gray = gray
        self.base, self.starting = weight("base"), weight("starting")
        self.rows = [
            [weight(f"row {mask.bit_count()}") + weight(f"room {row + 1}") * room(mask) for mask in MASKS]
            for row in FIVE
        ]
        self.columns = [
            weight(f"column {mask.bit_count()}")
            + weight("room down") * room(mask)
            + weight("deep") * deep(mask)
            for mask in MASKS
        ]
        self.colors = [weight(f"color {mask.bit_count()}") for mask in MASKS]
        self.lines = [[weight(f"line {line} has {tiles}") for tiles in range(6)] for line in range(6)]
        self.row_of_line = weight("row of line")
        self.cell_of_line = weight("cell of line")
        self.column_of_line = [weight(f"column of line {mask.bit_count()}") for mask in MASKS]
        self.color_of_line = [weight(f"color of line {mask.bit_count()}") for mask in MASKS]
        self.settle = lru_cache(1 << 14)(self._settled)
        self.begun = lru_cache(1 << 14)(self._begun)

    def _settled(self, cells: int, full: int, gray: Gray) -> Settled:
        """The full lines tiled where they bring most, bonuses and promises included.  [A17] [A19] [A20]"""
        wall = walls(cells)
        lines = tuple((row, (full >> 6 * row & 63) >> 3) for row in FIVE if full >> 6 * row & 63)
        bonus = 2 * complete(wall.by_row) + 7 * complete(wall.by_column) + 10 * complete(wall.rows)
        last = complete(wall.by_row) > 0
        return self._tiled(lines, Settled(0, bonus, self._promised(wall), 0, last, NOWHERE, wall), gray)

    def _tiled(self, lines: Lines, so_far: Settled, gray: Gray) -> Settled:
        """The best of all ways to tile these lines, the top one first. Only a tile's own fives change.

        It is what costs most on a gray wall: five full lines have up to 3,125 ways.
        """
        if not lines:
            return so_far
        gained, bonus, promised, fallen, last, _, wall = so_far
        by_row, by_column, rows, columns = wall
        (row, color), rest = lines[0], lines[1:]
        across, same = by_row >> 5 * row & ALL, rows >> 5 * color & ALL
        free = 1 << wall_column(row, color) if gray is COLORED else ALL & ~(across | columns >> 5 * color)
        if not free:
            return self._tiled(rest, so_far._replace(fallen=fallen + row + 1), gray)
        colored = same | 1 << row
        by_mask = self.rows[row]
        bonus += 10 * (colored == ALL)
        promised += self.colors[colored] - self.colors[same] - by_mask[across]
        best, most, at = so_far, -INFINITY, NOWHERE
        for column in ELEMENTS[free]:
            down, lying = by_column >> 5 * column & ALL, across | 1 << column
            standing, whole = down | 1 << row, lying == ALL
            after = _with_tile(wall, color, row, column)
            way = Settled(
                gained + points_for(after.by_row, after.by_column, row, column),
                bonus + 2 * whole + 7 * (standing == ALL),
                promised + by_mask[lying] + self.columns[standing] - self.columns[down],
                fallen,
                last or whole,
                NOWHERE,
                after,
            )
            if rest:
                way = self._tiled(rest, way, gray)
            worth = _worth(way, gray)
            if worth > most:
                best, most, at = way, worth, column
        return best._replace(column=at)

    def _begun(self, wall: Wall, line: int, content: int) -> int:
        """What a line promises that is not full, beside this wall: full ones go to it."""
        tiles = content & 7
        if tiles >= line:
            return 0
        row, color = line - 1, content >> 3
        promised = self.lines[line][tiles] + self.row_of_line * (wall.by_row >> 5 * row & ALL).bit_count()
        if self.gray:
            return promised
        column = wall_column(row, color)
        after = _with_tile(wall, color, row, column)
        promised += self.cell_of_line * points_for(after.by_row, after.by_column, row, column)
        promised += self.column_of_line[wall.by_column >> 5 * column & ALL]
        return promised + self.color_of_line[wall.rows >> 5 * color & ALL]

    def _promised(self, wall: Wall) -> int:
        worth = self.base
        for row, shift in enumerate(FIVES):
            worth += self.rows[row][wall.by_row >> shift & ALL]
            worth += self.columns[wall.by_column >> shift & ALL]
            worth += self.colors[wall.rows >> shift & ALL]
        return worth


def _worth(settled: Settled, gray: Gray) -> int:
    floor, points = gray or (0, ENOUGH)
    paid = points + settled.gained - FLOOR_COST[min(FLOOR_SPACES, floor + settled.fallen)]
    points = HUNDREDTHS * (max(0, paid) + settled.bonus)
    return points if settled.last else points + settled.promised


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
