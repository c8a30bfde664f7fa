"""What a tile, a wall and a match are worth."""

from rulesets.azul.state import State
from rulesets.azul.tables import RUNS, complete
from rulesets.contract import Seat


def points_for(by_row: int, by_column: int, row: int, column: int) -> int:
    """A tile scores its unbroken run across and down; alone, it scores one.  [A21]"""
    across, down = RUNS[by_row >> 5 * row & 31][column], RUNS[by_column >> 5 * column & 31][row]
    return (across if across > 1 else 0) + (down if down > 1 else 0) or 1


def complete_rows(state: State, seat: Seat) -> int:
    return complete(state.by_row[seat])


def bonus(state: State, seat: Seat) -> int:
    """2 for each row, 7 for each column, 10 for each color of which all five are on the wall.  [A26]"""
    return (
        2 * complete_rows(state, seat) + 7 * complete(state.by_column[seat]) + 10 * complete(state.rows[seat])
    )


def scores(state: State) -> list[tuple[int, int]]:
    """Points, then complete rows.  [A27]"""
    return [(state.points[seat], complete_rows(state, seat)) for seat in range(state.seats)]


def winners(state: State) -> list[Seat]:
    """Seats still tied after the rows share the victory.  [A27]"""
    reached = scores(state)
    return [seat for seat, score in enumerate(reached) if score == max(reached)]
