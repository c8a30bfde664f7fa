"""Positions of Azul written down as a player sees them, for tests; tiles that are nowhere are in the bag.

Tiles are letters, `b y r k w`, and `*` is the starting marker. A wall is five words of five letters, `.` is
a free cell; `factories` are words, `-` is an empty one.
"""

from dataclasses import dataclass, field
from typing import Any

from rulesets import azul
from rulesets.azul.state import DRAFT, NOBODY, State
from rulesets.azul.tables import COLORS, LETTERS, LINE_BITS, MARKER, UNIT, WHOLE_BAG, counts
from rulesets.azul.wire import Deal
from rulesets.contract import CHANCE

EMPTY = "..... ..... ..... ..... ....."


@dataclass
class Board:
    lines: dict[int, str] = field(default_factory=dict)
    wall: str = EMPTY
    floor: str = ""
    points: int = 0


def drafting(  # noqa: PLR0913 - a position has as many parts
    *boards: Board,
    factories: str = "",
    center: str = "",
    gray: bool = False,
    marker: int = NOBODY,
    starting: int = 0,
    turn: int = 0,
    lid: str = "",
    bag: str | None = None,
) -> State:
    """A draft between these boards; a bag that is given says what is left, and need not make up 100."""
    state = azul.setup(len(boards), {"wall": "gray" if gray else "colored"})
    state.phase, state.round = DRAFT, 1
    state.turn, state.starting, state.marker = turn, starting, marker
    state.sources[0] = heap(center)
    for number, tiles in enumerate(factories.split(), 1):
        state.sources[number] = heap(tiles.strip("-"))
    state.lid = heap(lid)
    for seat, board in enumerate(boards):
        _set_up(state, seat, board)
    state.bag = WHOLE_BAG - on_the_table(state) if bag is None else heap(bag)
    return state


def heap(tiles: str) -> int:
    return sum(UNIT[LETTERS.index(tile)] for tile in tiles)


def on_the_table(state: State) -> int:
    """The heap of all tiles that are not in the bag."""
    tiles = state.lid + sum(state.sources)
    tiles += sum((content & 7) * UNIT[content >> 3] for content in state.lines)
    tiles += sum(UNIT[tile] for floor in state.floors for tile in floor)
    cells = (cells >> 3 * cell & 7 for cells in state.cells for cell in range(25))
    return tiles + sum(UNIT[content - 1] for content in cells if content)


def _set_up(state: State, seat: int, board: Board) -> None:
    state.points[seat] = board.points
    state.floors[seat] = tuple(MARKER if tile == "*" else LETTERS.index(tile) for tile in board.floor)
    for row, colors in enumerate(board.wall.split()):
        for column, letter in enumerate(colors):
            if letter != ".":
                _set_tile(state, seat, row, column, LETTERS.index(letter))
    state.open_lines[seat] &= ~state.rows[seat]
    for line, tiles in board.lines.items():
        color = LETTERS.index(tiles[0])
        state.lines[6 * seat + line] = 8 * color + len(tiles)
        full = len(tiles) == line
        state.full[seat] |= full << line - 1
        kept = 0 if full else 1 << 5 * color + line - 1
        state.open_lines[seat] &= ~LINE_BITS[line] | kept


def _set_tile(state: State, seat: int, row: int, column: int, color: int) -> None:
    state.cells[seat] |= color + 1 << 3 * (5 * row + column)
    state.by_row[seat] |= 1 << 5 * row + column
    state.by_column[seat] |= 1 << 5 * column + row
    state.rows[seat] |= 1 << 5 * color + row
    state.columns[seat] |= 1 << 5 * color + column


def played(state: State, *texts: str) -> State:
    """The moves one after the other, each legal, each by the first seat to act or the one named: `1:3@2`."""
    for each in texts:
        seat, text = (int(each[0]), each[2:]) if each[1] == ":" else (azul.to_act(state)[0], each)
        move = azul.parse(text)
        assert azul.refusal(state, (seat, move)) is None
        state = azul.evolve(state, (seat, move))
    return state


def dealt(state: State, factories: str, starting: int | None = None) -> State:
    """A deal that chance could deal."""
    deal = deal_of(factories, starting)
    assert azul.refusal(state, (CHANCE, deal)) is None
    return azul.evolve(state, (CHANCE, deal))


def deal_of(factories: str, starting: int | None = None) -> Deal:
    words = factories.replace("-", "").split(" ")
    return Deal(starting, tuple(tuple(LETTERS.index(tile) for tile in word) for word in words))


def reason(state: State, text: str, seat: int | None = None) -> str | None:
    """Why the seat to act cannot do this."""
    return azul.refusal(state, (azul.to_act(state)[0] if seat is None else seat, azul.parse(text)))


def board(state: State, seat: int = 0) -> Any:
    return azul.view(state)["seats"][seat]


def wall(state: State, seat: int = 0) -> str:
    """The wall in the letters of this module."""
    return " ".join(
        "".join("." if color is None else LETTERS[COLORS.index(color)] for color in row)
        for row in board(state, seat)["wall"]
    )


def texts(state: State, seat: int | None = None) -> set[str]:
    acting = azul.to_act(state)[0] if seat is None else seat
    return {azul.text(move) for move in azul.legal_moves(state, acting)}


def tiles_in_all(state: State) -> list[int]:
    return counts(state.bag + on_the_table(state))
