"""The table in letters, for a terminal: `b y r k w` are the colors, `*` the starting marker.

A placed tile stands in brackets, a free cell of a coloured wall shows the color that it waits for, and a
pattern line fills from the right.
"""

from itertools import zip_longest

from rulesets.azul.refusals import listing
from rulesets.azul.scoring import winners
from rulesets.azul.state import DEAL, DRAFT, NOBODY, OVER, State, to_act
from rulesets.azul.tables import (
    COLORS,
    FIVE,
    FLOOR_COST,
    FLOOR_SPACES,
    LETTERS,
    LINES,
    listed,
    size,
    wall_color,
)
from rulesets.contract import Seat

_SIDE_BY_SIDE = 2
_GAP = "     "
_FLOOR_LETTERS = LETTERS + "*"
_LEGEND = ", ".join(f"{letter} {color}" for letter, color in zip(LETTERS, COLORS, strict=True))
_COSTS = "".join(f"{FLOOR_COST[space] - FLOOR_COST[space + 1]:3}" for space in range(FLOOR_SPACES))


def draw_text(state: State) -> str:
    lines = [_heading(state), "", *_sources(state)]
    for first in range(0, state.seats, _SIDE_BY_SIDE):
        seats = range(first, min(first + _SIDE_BY_SIDE, state.seats))
        lines += ["", *_beside([_board(state, seat) for seat in seats])]
    lines += ["", f"{_LEGEND}, * starting marker"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _heading(state: State) -> str:
    if state.phase == DEAL:
        return f"Azul, round {state.round + 1}: the deal is due"
    who = _seats(winners(state) if state.phase == OVER else to_act(state))
    if state.phase == OVER:
        return f"Azul, over after round {state.round}: {who} won"
    return f"Azul, round {state.round}: {who} to {'choose' if state.phase == DRAFT else 'place a tile'}"


def _seats(seats: list[Seat] | tuple[Seat, ...]) -> str:
    return ("seat " if len(seats) == 1 else "seats ") + ", ".join(map(str, seats))


def _sources(state: State) -> list[str]:
    """Factories in one row, the center below them, then what is left."""
    factories = [f"{number} {_letters(heap) or '-':4}" for number, heap in enumerate(state.sources[1:], 1)]
    marker = "*" if state.marker == NOBODY else ""
    return [
        "factories " + "  ".join(factories),
        "center    C " + (marker + _letters(state.sources[0]) or "-"),
        f"bag {size(state.bag):3}   {listing(state.bag)}",
        f"lid {size(state.lid):3}   {listing(state.lid)}",
    ]


def _letters(heap: int) -> str:
    return "".join(LETTERS[color] for color in listed(heap))


def _board(state: State, seat: Seat) -> list[str]:
    acts = ">" if seat in to_act(state) else " "
    starts = ", starts" if state.starting == seat else ""
    floor = [_FLOOR_LETTERS[tile] for tile in state.floors[seat]]
    floor += ["."] * (FLOOR_SPACES - len(floor))
    return [
        f"{acts} seat {seat}: {state.points[seat]} points{starts}",
        *(f"  {line} {_line(state, seat, line)} > {_wall_row(state, seat, line - 1)}" for line in LINES),
        "  F " + "".join(f"{tile:>3}" for tile in floor),
        "    " + _COSTS,
    ]


def _line(state: State, seat: Seat, line: int) -> str:
    content = state.lines[6 * seat + line]
    tiles = LETTERS[content >> 3] * (content & 7)
    return " ".join(tiles.rjust(line, ".").rjust(5))


def _wall_row(state: State, seat: Seat, row: int) -> str:
    return "".join(_cell(state, seat, row, column) for column in FIVE)


def _cell(state: State, seat: Seat, row: int, column: int) -> str:
    content = state.cells[seat] >> 3 * (5 * row + column) & 7
    if content:
        return f"[{LETTERS[content - 1]}]"
    return " . " if state.gray else f" {LETTERS[wall_color(row, column)]} "


def _beside(boards: list[list[str]]) -> list[str]:
    width = max(len(line) for line in boards[0])
    return [_GAP.join(line.ljust(width) for line in lines) for lines in zip_longest(*boards, fillvalue="")]
