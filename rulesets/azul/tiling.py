"""Wall-tiling and what ends a round: floor lines, the end of the match.

(1) A tile scores once, when it is placed.                                                       [A21]
(2) The floor line holds at most seven; more fall straight into the lid.                         [A15]
(3) In the phase `tile` the top full line of every seat has a cell to go to.                     [A20]
"""

from typing import Final

from rulesets.azul.moves import free_columns, next_line
from rulesets.azul.scoring import bonus, complete_rows, points_for
from rulesets.azul.state import DEAL, OVER, TILE, State
from rulesets.azul.tables import ELEMENTS, FLOOR_COST, FLOOR_SPACES, LINE_BITS, UNIT, wall_column
from rulesets.contract import Seat

STANDSTILL: Final = 3
_GAINED: Final = -1


def begin(state: State) -> None:
    """On a coloured wall there is nothing to choose, on a gray wall there may be.  [A17] [A18] [A19]"""
    state.phase = TILE
    for seat in range(state.seats):
        if state.gray:
            drop_stuck_lines(state, seat)
        else:
            for row in ELEMENTS[state.full[seat]]:
                color = state.lines[6 * seat + row + 1] >> 3
                place(state, seat, row, wall_column(row, color))
    _end_round_if_tiled(state)


def place_by_choice(state: State, seat: Seat, line: int, column: int) -> None:
    """A seat's line on a gray wall; then its next lines fall if they must, and no seat waits.  [A19]"""
    place(state, seat, line - 1, column - 1)
    drop_stuck_lines(state, seat)
    _end_round_if_tiled(state)


def drop(state: State, seat: Seat, color: int, tiles: int) -> None:
    """To the floor line from left to right, beyond its seventh space into the lid.  [A14] [A15]"""
    floor = state.floors[seat] + (color,) * tiles
    state.floors[seat] = floor[:FLOOR_SPACES]
    if len(floor) > FLOOR_SPACES:
        state.lid += (len(floor) - FLOOR_SPACES) * UNIT[color]


def drop_stuck_lines(state: State, seat: Seat) -> None:
    """All tiles of a full line that no cell will take fall at once.  [A20]"""
    while state.full[seat]:
        line = next_line(state, seat)
        if free_columns(state, seat, line):
            return
        color = _emptied(state, seat, line)
        drop(state, seat, color, line)


def place(state: State, seat: Seat, row: int, column: int) -> None:
    """One tile to the wall, scored at once; the line's others to the lid.  [A17]"""
    color = state.lines[6 * seat + row + 1] >> 3
    state.rows[seat] |= 1 << 5 * color + row
    state.columns[seat] |= 1 << 5 * color + column
    state.by_row[seat] |= 1 << 5 * row + column
    state.by_column[seat] |= 1 << 5 * column + row
    state.cells[seat] |= color + 1 << 3 * (5 * row + column)
    state.points[seat] += points_for(state.by_row[seat], state.by_column[seat], row, column)
    state.lid += row * UNIT[color]
    state.barren = _GAINED
    _emptied(state, seat, row + 1)


def _emptied(state: State, seat: Seat, line: int) -> int:
    """The color of a full line, which is now open again to colors that its wall row does not hold."""
    color = state.lines[6 * seat + line] >> 3
    state.lines[6 * seat + line] = 0
    state.full[seat] &= ~(1 << line - 1)
    state.open_lines[seat] |= LINE_BITS[line] & ~state.rows[seat]
    return color


def _end_round_if_tiled(state: State) -> None:
    """The end is looked for when every seat has tiled and paid.  [A22] [A23]"""
    if any(state.full):
        return
    for seat in range(state.seats):
        pay_for_floor(state, seat)
    state.barren += 1
    if _over(state):
        state.phase = OVER
        for seat in range(state.seats):
            state.points[seat] += bonus(state, seat)
    else:
        state.phase = DEAL


def pay_for_floor(state: State, seat: Seat) -> None:
    """Never below zero; the tiles go to the lid, the marker stays with its holder.  [A22]"""
    floor = state.floors[seat]
    state.points[seat] = max(0, state.points[seat] - FLOOR_COST[len(floor)])
    state.lid += sum(UNIT[tile] for tile in floor)
    state.floors[seat] = ()


def _over(state: State) -> bool:
    """A complete row [A23], three rounds without a tile for any wall [A24], or no tile to deal [A25]."""
    return (
        any(complete_rows(state, seat) for seat in range(state.seats))
        or state.barren == STANDSTILL
        or not (state.bag or state.lid)
    )
