"""The table as panels for its drawing, `table.svg.jinja`: what stands where, and what it is called.

(1) Every panel is 360 units wide: what can be chosen is large enough for a finger on a small phone.
(2) The template measures nothing: each thing to draw comes with its place.
"""

from typing import Any, Final

from rulesets.azul.state import NOBODY, OVER, State, to_act
from rulesets.azul.tables import (
    COLORS,
    DRAFTS,
    FIRST_TILE_MOVE,
    FIVE,
    FLOOR_COST,
    FLOOR_SPACES,
    LINES,
    MARKER,
    TILES,
    counts,
    listed,
    wall_color,
)
from rulesets.azul.words import (
    cell_part,
    color_word,
    line_part,
    sign_name,
    source_keys,
    source_part,
    source_word,
    target_word,
)
from rulesets.contract import Listed, Message, Seat, Who

WIDTH: Final = 360
CELL: Final = 33
_PER_ROW: Final = {5: 5, 7: 4, 9: 5}
_CORNERS: Final = ((-28, -28), (1, -28), (-28, 1), (1, 1))
_WALL_LEFT: Final = 191
_LINES_TOP: Final = 44
_FLOOR_TOP: Final = 228
_BOARD_HEIGHT: Final = 286
_EMPTY: Final = Message("empty")

Drawn = dict[str, Any]


def panels(state: State, seat: Seat | None) -> list[Drawn]:
    """The middle, then the boards in turn order from that seat on."""
    first = seat or 0
    boards = [_board(state, (first + after) % state.seats, own=after == 0) for after in range(state.seats)]
    return [_middle(state), *boards]


def parts(_: State, seat: Seat, move: int) -> tuple[str, ...]:
    """Tiles of a source, then a line; on a gray wall a cell."""
    if move >= FIRST_TILE_MOVE:
        return (cell_part(seat, *TILES[move - FIRST_TILE_MOVE]),)
    draft = DRAFTS[move]
    return source_part(draft.source, draft.color), line_part(seat, draft.line)


def caption(state: State, part: str) -> Message:
    """What a part is called in a sentence."""
    kind, *named = part.split("-")
    if kind == "from":
        source, color = int(named[0]), COLORS.index(named[1])
        count = counts(state.sources[source])[color]
        return _tiles_from(count, color, source)
    if named[0] == "cell":
        return Message("column %(number)s", {"number": int(named[2])})
    return target_word(int(named[1]) if named[0] == "line" else 0)


def _tiles_from(count: int, color: int, source: int) -> Message:
    values = {"n": count, "color": color_word(color), "source": source_word(source)}
    return Message("%(n)s %(color)s from %(source)s", values)


def _middle(state: State) -> Drawn:
    factories = [_factory(state, source) for source in range(1, len(state.sources))]
    bottom = factories[-1]["y"] + 40
    room = max(0, _BOARD_HEIGHT - bottom - 140) // 2  # beside a board it is as tall as that
    return {
        "name": "middle",
        "kind": "middle",
        "about": Message("Factories and center"),
        "width": WIDTH,
        "height": bottom + 140 + 2 * room,
        "factories": factories,
        "marker_word": color_word(MARKER),
        "center": {
            "y": bottom + 8 + room,
            "word": Message("Center"),
            "groups": _centre(state, bottom + 36 + room),
            "marker": state.marker == NOBODY,
        },
        "stocks": [
            _stock(Message("Bag"), state.bag, bottom + 90 + 2 * room),
            _stock(Message("Lid"), state.lid, bottom + 114 + 2 * room),
        ],
    }


def _factory(state: State, source: int) -> Drawn:
    """Equal tiles lie side by side, so that a color is one thing to choose."""
    number, per_row = len(state.sources) - 1, _PER_ROW[len(state.sources) - 1]
    row, place = divmod(source - 1, per_row)
    in_row = min(per_row, number - row * per_row)
    x = WIDTH // 2 + (2 * place - in_row + 1) * min(90, 355 // per_row) // 2
    y = 58 + 92 * row
    tiles = listed(state.sources[source])
    corners = dict(zip(range(len(tiles)), _CORNERS, strict=False))
    groups = [
        _group(state, source, color)
        | {
            "tiles": [
                (x + corners[at][0], y + corners[at][1]) for at, tile in enumerate(tiles) if tile == color
            ]
        }
        for color in dict.fromkeys(tiles)
    ]
    return {"x": x, "y": y, "number": source, "groups": groups}


def _group(state: State, source: int, color: int) -> Drawn:
    count = counts(state.sources[source])[color]
    return {
        "part": source_part(source, color),
        "keys": source_keys(source, color),
        "label": _tiles_from(count, color, source),
        "sign": sign_name(color),
        "count": count,
    }


def _centre(state: State, y: int) -> list[Drawn]:
    found = [color for color in FIVE if counts(state.sources[0])[color]]
    start = 58 if state.marker == NOBODY else 12
    return [_group(state, 0, color) | {"x": start + 60 * at, "y": y} for at, color in enumerate(found)]


def _stock(word: Message, heap: int, y: int) -> Drawn:
    tiles = [
        {"sign": sign_name(color), "x": 76 + 56 * color, "y": y, "count": count}
        for color, count in enumerate(counts(heap))
    ]
    held = Listed(
        tuple(
            Message("%(n)s %(color)s", {"n": count, "color": color_word(color)})
            for color, count in enumerate(counts(heap))
            if count
        )
    )
    about = Message("%(stock)s: %(tiles)s", {"stock": word, "tiles": held if heap else _EMPTY})
    return {"word": word, "y": y, "tiles": tiles, "about": about}


def _board(state: State, seat: Seat, *, own: bool) -> Drawn:
    values = {"who": Who(seat), "n": state.points[seat]}
    return {
        "name": f"board-{seat}",
        "kind": "own" if own else "small",
        "about": Message("%(who)s: %(n)s point", values, "%(who)s: %(n)s points"),
        "width": WIDTH,
        "height": _BOARD_HEIGHT,
        "marker_word": color_word(MARKER),
        "name_shown": Message("%(who)s", {"who": Who(seat)}),
        "points": state.points[seat],
        "acts": seat in to_act(state),
        # The marker itself, where it is to be seen nowhere else: a floor line may be too full for it.
        "starts": state.marker == seat and MARKER not in state.floors[seat] and state.phase != OVER,
        "lines": [_line(state, seat, line) for line in LINES],
        "wall": [_cell(state, seat, row, column) for row in FIVE for column in FIVE],
        "floor": _floor(state, seat),
    }


def _line(state: State, seat: Seat, line: int) -> Drawn:
    """Filled from the right, next to the wall."""
    content = state.lines[6 * seat + line]
    count, y = content & 7, _LINES_TOP + CELL * (line - 1)
    held: Message = _EMPTY
    if content:
        values = {"n": count, "of": line, "color": color_word(content >> 3)}
        held = Message("%(n)s of %(of)s %(color)s", values)
    return {
        "part": line_part(seat, line),
        "keys": str(line),
        "label": Message("Line %(number)s: %(held)s", {"number": line, "held": held}),
        "x": 8 + CELL * (5 - line),
        "y": y,
        "width": CELL * line,
        "cells": [
            {"x": 8 + CELL * (4 - place), "sign": sign_name(content >> 3) if place < count else None}
            for place in range(line)
        ],
    }


def _cell(state: State, seat: Seat, row: int, column: int) -> Drawn:
    content = state.cells[seat] >> 3 * (5 * row + column) & 7
    waits = None if content or state.gray else wall_color(row, column)
    if content:
        held: Any = color_word(content - 1)
    else:
        held = (
            Message("free") if waits is None else Message("free for %(color)s", {"color": color_word(waits)})
        )
    return {
        "part": cell_part(seat, row + 1, column + 1),
        "keys": str(column + 1),
        "label": Message(
            "Row %(row)s, column %(column)s: %(held)s", {"row": row + 1, "column": column + 1, "held": held}
        ),
        "x": _WALL_LEFT + CELL * column,
        "y": _LINES_TOP + CELL * row,
        "sign": sign_name(content - 1) if content else None,
        "waits": None if waits is None else sign_name(waits),
    }


def _floor(state: State, seat: Seat) -> Drawn:
    tiles = state.floors[seat]
    held = Listed(tuple(color_word(tile) for tile in tiles)) if tiles else _EMPTY
    values = {"held": held, "n": FLOOR_COST[len(tiles)]}
    return {
        "part": line_part(seat, 0),
        "keys": "f",
        "label": Message("Floor line: %(held)s; it costs %(n)s", values),
        "y": _FLOOR_TOP,
        "cells": [
            {
                "x": 8 + CELL * space,
                "cost": FLOOR_COST[space + 1] - FLOOR_COST[space],
                "sign": sign_name(tiles[space]) if space < len(tiles) else None,
            }
            for space in range(FLOOR_SPACES)
        ],
        "total": FLOOR_COST[len(tiles)],
    }
