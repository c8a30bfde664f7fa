"""What is counted on a board beyond its points, by name: what the weights in `weights/` weigh.

 (1) It is counted at the end of a round, when full lines are tiled and floors are empty.
 (2) Weights go by the rounds played, and are others on gray walls and for more than two seats. Longer
     matches are judged like the fourth round.
 (3) What a line begun promises depends on the cell that waits for it, which on a gray wall is not settled.

Words: **room** is, for every free cell, the length of the runs that a tile there would make; a column is
**deep** by the numbers, from 0, of its free rows, once for each tile in it: low rows take long to fill.
"""

import re
from collections import Counter
from typing import Final

from rulesets.azul.scoring import bonus, points_for
from rulesets.azul.state import DEAL, State
from rulesets.azul.tables import FIVE, RUNS, wall_column
from rulesets.contract import Features, Seat

LATEST: Final = 4
STAGES: Final = tuple(
    f"{wall}{seats} {played}"
    for wall in ("", "gray ")
    for seats in ("two", "more")
    for played in range(LATEST + 1)
)

COUNTED: Final = re.compile(
    "base|starting|deep|room down|(row|column|color) [0-5]|room [1-5]|line [1-5] has [1-4]"
    "|(row|cell) of line|(column|color) of line [0-4]"
)


def stage_of(state: State) -> int:
    """A place in `STAGES`."""
    return min(state.round, LATEST) + (LATEST + 1) * ((state.seats > 2) + 2 * state.gray)


def features(state: State) -> Features | None:
    """What a linear estimate sees at the end of a round; None at any other time."""
    if state.phase != DEAL:
        return None
    seats = range(state.seats)
    points = [state.points[seat] + bonus(state, seat) for seat in seats]
    return Features(STAGES[stage_of(state)], points, [_counted(state, seat) for seat in seats])


def _counted(state: State, seat: Seat) -> dict[str, int]:
    found: Counter[str] = Counter(base=1, starting=int(state.starting == seat))
    by_row, by_column, colors = state.by_row[seat], state.by_column[seat], state.rows[seat]
    for at in FIVE:
        across, down, same = by_row >> 5 * at & 31, by_column >> 5 * at & 31, colors >> 5 * at & 31
        found[f"row {across.bit_count()}"] += 1
        found[f"column {down.bit_count()}"] += 1
        found[f"color {same.bit_count()}"] += 1
        found[f"room {at + 1}"] += room(across)
        found["room down"] += room(down)
        found["deep"] += deep(down)
        content = state.lines[6 * seat + at + 1]
        if content:
            found[f"line {at + 1} has {content & 7}"] += 1
            found["row of line"] += across.bit_count()
            if not state.gray:
                color, column = content >> 3, wall_column(at, content >> 3)
                cell = 1 << column
                after = by_row | cell << 5 * at, by_column | 1 << 5 * column + at
                found["cell of line"] += points_for(*after, at, column)
                found[f"column of line {(by_column >> 5 * column & 31).bit_count()}"] += 1
                found[f"color of line {(colors >> 5 * color & 31).bit_count()}"] += 1
    return dict(found)


def room(five: int) -> int:
    """The lengths of the runs that a tile would make, over all free cells of a row or column."""
    runs = (RUNS[five | 1 << free][free] for free in FIVE if not five >> free & 1)
    return sum(run for run in runs if run > 1)


def deep(column: int) -> int:
    return column.bit_count() * sum(row for row in FIVE if not column >> row & 1)
