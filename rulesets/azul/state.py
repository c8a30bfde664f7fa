"""The state of a match, small and flat, so that copying costs less than choosing.

(1) Bag, lid, sources, lines, floors and walls hold 100 tiles at all times.                      [A1]
(2) Only counts of the bag and the lid are kept: the order of what comes is nowhere.             [A28]
(3) `open_lines` and `full` follow from lines and wall; they are kept up to date so that nothing
    searches a board.
"""

from typing import Final

from rulesets.azul.tables import ALL_FIELDS, FACTORIES, WHOLE_BAG
from rulesets.contract import CHANCE, Options, Seat

DEAL: Final = "deal"
DRAFT: Final = "draft"
TILE: Final = "tile"
OVER: Final = "over"

NOBODY: Final = -1
_ALONE: Final = tuple((seat,) for seat in range(max(FACTORIES)))


class State:
    """Lists go by seat; of masks and heaps see tables.py."""

    __slots__ = (
        "bag",
        "barren",
        "by_column",
        "by_row",
        "cells",
        "columns",
        "floors",
        "full",
        "gray",
        "lid",
        "lines",
        "marker",
        "open_lines",
        "phase",
        "points",
        "round",
        "rows",
        "seats",
        "sources",
        "starting",
        "turn",
    )

    seats: int
    gray: bool  # which side of the boards  [A4]
    phase: str
    round: int
    turn: Seat  # who drafts, in the draft
    starting: Seat  # of this round or, once the marker is taken, of the next; NOBODY before the first deal
    marker: Seat  # NOBODY while it is in the center
    barren: int  # rounds in a row, up to the last that ended, in which no wall gained a tile
    bag: int  # a heap
    lid: int  # a heap
    sources: list[int]  # heaps; 0 is the center
    points: list[int]
    lines: list[int]  # at 6 * seat + line: 8 * color + how many tiles, or 0
    floors: list[tuple[int, ...]]  # colors and MARKER in order of arrival
    open_lines: list[int]  # field by color: the lines that may take it
    full: list[int]  # five of lines
    by_row: list[int]  # field: the wall's occupied cells
    by_column: list[int]  # the same cells, column by column
    rows: list[int]  # field by color: the wall rows that hold it
    columns: list[int]  # field by color: the wall columns that hold it
    cells: list[int]  # three bits a cell: its color + 1, or 0


def setup(seats: int, options: Options) -> State:
    """Boards empty, all tiles in the bag, nothing dealt."""
    state = State()
    state.seats, state.gray = seats, options["wall"] == "gray"
    state.phase, state.round, state.barren = DEAL, 0, 0
    state.turn = state.starting = state.marker = NOBODY
    state.bag, state.lid = WHOLE_BAG, 0
    state.sources = [0] * (1 + FACTORIES[seats])
    state.lines = [0] * (6 * seats)
    state.floors = [()] * seats
    state.open_lines = [ALL_FIELDS] * seats
    state.points, state.full, state.cells = [0] * seats, [0] * seats, [0] * seats
    state.by_row, state.by_column = [0] * seats, [0] * seats
    state.rows, state.columns = [0] * seats, [0] * seats
    return state


def copy(state: State) -> State:
    twin = State()
    twin.seats = state.seats
    twin.gray = state.gray
    twin.phase = state.phase
    twin.round = state.round
    twin.turn = state.turn
    twin.starting = state.starting
    twin.marker = state.marker
    twin.barren = state.barren
    twin.bag = state.bag
    twin.lid = state.lid
    twin.sources = state.sources[:]
    twin.points = state.points[:]
    twin.lines = state.lines[:]
    twin.floors = state.floors[:]
    twin.open_lines = state.open_lines[:]
    twin.full = state.full[:]
    twin.by_row = state.by_row[:]
    twin.by_column = state.by_column[:]
    twin.rows = state.rows[:]
    twin.columns = state.columns[:]
    twin.cells = state.cells[:]
    return twin


def to_act(state: State) -> tuple[Seat, ...]:
    """In the draft one seat after the other; on a gray wall all that have a tile to place.  [A9] [A19]"""
    if state.phase == DRAFT:
        return _ALONE[state.turn]
    if state.phase == DEAL:
        return (CHANCE,)
    if state.phase == TILE:
        return tuple(seat for seat in range(state.seats) if state.full[seat])
    return ()
