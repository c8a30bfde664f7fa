"""The position as everybody sees it: nothing in Azul is hidden but the order of the bag.  [A28]"""

from typing import Any

from rulesets.azul.scoring import winners
from rulesets.azul.state import NOBODY, OVER, State, to_act
from rulesets.azul.tables import COLORS, FIVE, FLOOR_NAMES, LINES, counts
from rulesets.contract import CHANCE, Seat


def view(state: State) -> dict[str, Any]:
    position = {
        "round": state.round,
        "phase": state.phase,
        "to_act": [seat for seat in to_act(state) if seat != CHANCE],
        "factories": [_tiles(heap) for heap in state.sources[1:]],
        "center": _tiles(state.sources[0]),
        "marker": "center" if state.marker == NOBODY else state.marker,
        "starting_seat": None if state.starting == NOBODY else state.starting,
        "bag": _by_color(state.bag),
        "lid": _by_color(state.lid),
        "seats": [_board(state, seat) for seat in range(state.seats)],
    }
    return {**position, "winners": winners(state)} if state.phase == OVER else position


def cell_color(state: State, seat: Seat, row: int, column: int) -> str | None:
    content = state.cells[seat] >> 3 * (5 * row + column) & 7
    return COLORS[content - 1] if content else None


def _board(state: State, seat: Seat) -> dict[str, Any]:
    return {
        "score": state.points[seat],
        "lines": [_line(state.lines[6 * seat + line]) for line in LINES],
        "wall": [[cell_color(state, seat, row, column) for column in FIVE] for row in FIVE],
        "floor": [FLOOR_NAMES[tile] for tile in state.floors[seat]],
    }


def _line(content: int) -> dict[str, Any] | None:
    return {"color": COLORS[content >> 3], "count": content & 7} if content else None


def _tiles(heap: int) -> list[str]:
    return [color for color, count in zip(COLORS, counts(heap), strict=True) for _ in range(count)]


def _by_color(heap: int) -> dict[str, int]:
    return {color: count for color, count in zip(COLORS, counts(heap), strict=True) if count}
