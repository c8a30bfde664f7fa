"""What a seat may choose."""

from rulesets.azul.state import DRAFT, TILE, State, to_act
from rulesets.azul.tables import CARRY, ELEMENTS, PICKS, PRESENT, tile_move
from rulesets.contract import Seat


def legal_moves(state: State, seat: Seat) -> list[int]:
    """By source, color and line, the floor last; on a gray wall by column."""
    if state.phase == DRAFT and seat == state.turn:
        return _drafts(state, seat)
    if state.phase == TILE and seat in to_act(state):
        line = next_line(state, seat)
        return [tile_move(line, column + 1) for column in ELEMENTS[free_columns(state, seat, line)]]
    return []


def _drafts(state: State, seat: Seat) -> list[int]:
    """All tiles of one color from one source, to one line that is open to them or to the floor. [A9] [A13]"""
    moves: list[int] = []
    open_lines = state.open_lines[seat]
    for picks, heap in zip(PICKS, state.sources, strict=False):
        if heap:
            for bits, by_lines in picks[heap + CARRY & PRESENT]:
                moves += by_lines[open_lines & bits]
    return moves


def next_line(state: State, seat: Seat) -> int:
    """The full line that a seat places next: the top one.  [A17]"""
    return ELEMENTS[state.full[seat]][0] + 1


def free_columns(state: State, seat: Seat, line: int) -> int:
    """The free cells of a gray wall's row whose column does not hold the line's color, as a five.  [A19]"""
    color = state.lines[6 * seat + line] >> 3
    taken = state.by_row[seat] >> 5 * (line - 1) | state.columns[seat] >> 5 * color
    return ~taken & 31
