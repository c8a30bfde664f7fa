"""The table as panels for its drawing, `table.svg.jinja`: what stands where, and what it is called.

(1) Every panel is 360 units wide: what can be chosen is large enough for a finger on a small phone.
(2) The template measures nothing: each thing to draw comes with its place.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any, Final

from rulesets.contract import Listed, Message, Seat, Who
from rulesets.majolica.cards import Design, Goal, reached
from rulesets.majolica.choices import (
    cell_part,
    line_part,
    slot_part,
    up_part,
    workshop_part,
)
from rulesets.majolica.market import CELLS, SIDE, cells_of, named
from rulesets.majolica.moves import choosable
from rulesets.majolica.scoring import points
from rulesets.majolica.state import OVER, SELECT, Board, Slot, State, to_act
from rulesets.majolica.strip import most_up, parted, strip
from rulesets.majolica.tiles import COLORS, KINDS, SHIFTS, counts
from rulesets.majolica.words import kind_word, tiles_said

WIDTH: Final = 360
_LEFT: Final = 46
_TOP: Final = 70
_PITCH: Final = 48
_AWAY: Final = 42  # how far from the cells a handle begins: their names stand between
_PER_ROW: Final = 3
_FREE: Final = Message("empty")

Drawn = dict[str, Any]


def panels(state: State, seat: Seat | None) -> list[Drawn]:
    """Market, open designs, then the boards in turn order from that seat on."""
    seats, first = len(state.boards), seat or 0
    boards = [_board(state, (first + after) % seats, own=after == 0) for after in range(seats)]
    return [_market(state), _designs(state), *boards]


def _market(state: State) -> Drawn:
    rows = 1 if state.solo else SIDE
    return {
        "name": "market",
        "kind": "middle",
        "about": Message("Market"),
        "width": WIDTH,
        "height": _TOP + _PITCH * rows + 34,
        "title": Message("Market"),
        "cells": [_cell(state, cell) for cell in range(rows * SIDE)],
        "names": [
            *(
                {"name": CELLS[column][0], "x": _LEFT + 21 + _PITCH * column, "y": _TOP - 4}
                for column in range(SIDE)
            ),
            *(
                {"name": CELLS[row * SIDE][1], "x": _LEFT - 7, "y": _TOP + 25 + _PITCH * row}
                for row in range(rows)
            ),
        ],
        "handles": list(_handles(state)),
        "stock": [
            {"about": Message("City Hall: purple tiles"), "sign": "purple", "count": state.purple, "y": 58},
            {"about": Message("City Hall: tokens"), "sign": "token", "count": state.tokens, "y": 88},
        ],
        "hall": Message("City Hall"),
        "facts": [
            {"said": said, "y": 140 + 20 * at}
            for at, said in enumerate(
                [
                    Message("Round %(number)s", {"number": state.round}),
                    Message("Deck: %(n)s", {"n": len(state.deck)}),
                    Message("Discarded: %(n)s", {"n": len(state.discarded)}),
                ][: 3 if rows > 1 else 0]
            )
        ],
    }


def _cell(state: State, cell: int) -> Drawn:
    up = bool(state.face_up >> cell & 1)
    color = state.market[cell] if up else None
    held = _FREE if color is None else kind_word(color)
    row, column = divmod(cell, SIDE)
    return {
        "part": cell_part(cell),
        "keys": CELLS[cell],
        "label": Message("%(cell)s: %(held)s", {"cell": CELLS[cell], "held": held}),
        "x": _LEFT + _PITCH * column,
        "y": _TOP + _PITCH * row,
        "sign": None if color is None else KINDS[color],
    }


def _handles(state: State) -> Iterator[Drawn]:
    """Beside each outermost line a handle that takes it whole.  [M7] [M8]"""
    if state.phase != SELECT:
        return
    rows, columns = zip(*(divmod(cell, SIDE) for cell in cells_of(state.face_up)), strict=True)
    lines = [(line, cells_of(line)) for line in choosable(state)[0]]
    # One cell by itself is a row or a column: not the one that has a longer line already.
    in_rows = {cell for _, cells in lines if _across(cells) for cell in cells}
    for number, (line, cells) in enumerate(lines, 1):
        row, column = divmod(cells[0], SIDE)
        alone = len(cells) == 1 and row in (min(rows), max(rows)) and cells[0] not in in_rows
        across = alone or _across(cells)
        length = _PITCH * len(cells) - 6
        if across:
            below = row == max(rows) and row != min(rows)
            y = _TOP + _PITCH * (SIDE if below else 0) + (0 if below else -_AWAY)
            place = {"x": _LEFT + _PITCH * column + 1, "y": y, "width": length, "height": 28}
        else:
            right = column == max(columns) and column != min(columns)
            x = _LEFT + _PITCH * (SIDE if right else 0) + (0 if right else -_AWAY)
            place = {"x": x, "y": _TOP + _PITCH * row + 1, "width": 28, "height": length}
        values = {"number": number, "cells": " ".join(named(line))}
        label = Message("Line %(number)s: %(cells)s", values)
        yield {"part": line_part(line), "keys": f"l{number}", "number": number, "label": label} | place


def _across(cells: Sequence[int]) -> bool:
    return len(cells) > 1 and cells[1] == cells[0] + 1


def _designs(state: State) -> Drawn:
    cards = [
        _card(design, 0, 6 + 118 * (at % 3), 34 + 104 * (at // 3), 112)
        | {"part": f"design-{design.name}", "keys": design.name.lower()}
        for at, design in enumerate(state.display)
    ]
    below = 34 + 104 * max(1, -(-len(cards) // 3))
    goals = [_goal(goal, 6 + 118 * (at % 3), below + 52 * (at // 3)) for at, goal in enumerate(state.goals)]
    return {
        "name": "designs",
        "kind": "middle",
        "about": Message("Open designs"),
        "width": WIDTH,
        "height": below + 52 * -(-len(goals) // 3) + 4,
        "title": Message("Open designs"),
        "cards": cards,
        "goals": goals,
    }


def _card(design: Design, lying: int, x: int, y: int, width: int) -> Drawn:
    pitch = min(34, (width - 6) // _PER_ROW)
    spaces = [
        space | {"x": x + 5 + pitch * (at % _PER_ROW), "y": y + 26 + pitch * (at // _PER_ROW)}
        for at, space in enumerate(_spaces(design, lying))
    ]
    return {
        "x": x,
        "y": y,
        "width": width,
        "height": 28 + 2 * pitch,
        "space": pitch - 2,
        "name": design.name,
        "points": design.points,
        "hand": design.hand,
        "spaces": spaces,
        "label": _about(design, lying),
    }


def _spaces(design: Design, lying: int) -> Iterator[Drawn]:
    """Filled spaces, then open ones, then blanks.  [M32]"""
    over: list[int] = []
    for color in range(len(COLORS)):
        printed, lies = design.tiles >> SHIFTS[color] & 255, lying >> SHIFTS[color] & 255
        over += [color] * max(0, lies - printed)
        for at in range(printed):
            yield {"sign": COLORS[color], "open": at >= lies}
    for at in range(design.blank):
        yield {"sign": COLORS[over[at]] if at < len(over) else None, "open": at >= len(over)}


def _about(design: Design, lying: int) -> Message:
    values = {
        "name": design.name,
        "n": design.points,
        "tiles": tiles_said(design.tiles),
        "blank": design.blank,
        "lying": tiles_said(lying),
    }
    if design.hand:
        return Message("Design %(name)s, %(n)s points, a bonus tile: %(tiles)s; on it %(lying)s", values)
    if design.blank:
        return Message(
            "Design %(name)s, %(n)s points: %(tiles)s, %(blank)s of any color; on it %(lying)s", values
        )
    return Message("Design %(name)s, %(n)s points: %(tiles)s; on it %(lying)s", values)


def _goal(goal: Goal, x: int, y: int) -> Drawn:
    return {
        "part": f"goal-{goal.name}",
        "keys": goal.name.lower(),
        "x": x,
        "y": y,
        "name": goal.name,
        "points": goal.points,
        "wants": _wanted(goal),
        "label": Message(
            "Goal %(name)s, %(n)s points: %(wants)s",
            {"name": goal.name, "n": goal.points, "wants": _wanted(goal)},
        ),
    }


def _wanted(goal: Goal) -> Message:
    """What a goal asks for.  [M35]"""
    values: dict[str, Any] = {"n": goal.at_least, "detail": goal.detail}
    match goal.kind:
        case "printed":
            return Message("%(n)s %(color)s spaces", values | {"color": kind_word(goal.detail)})
        case "hand_designs":
            return Message("%(n)s designs with +1", values)
        case "designs_worth":
            return Message("%(n)s designs of %(detail)s+", values)
        case "city_hall_rewards":
            return Message("City Hall %(n)s times", values)
        case _:
            return Message("%(n)s designs", values)


def _board(state: State, seat: Seat, *, own: bool) -> Drawn:
    board = state.boards[seat]
    acts = seat in to_act(state)
    return {
        "name": f"board-{seat}",
        "kind": "own" if own else "small",
        "about": Message(
            "%(who)s: %(n)s point", {"who": Who(seat), "n": points(board)}, "%(who)s: %(n)s points"
        ),
        "width": WIDTH,
        "height": 286,
        "name_shown": Message("%(who)s", {"who": Who(seat)}),
        "points": points(board),
        "acts": acts,
        "starts": state.round > 0 and seat == state.starting_seat and state.phase != OVER,
        "marker_word": Message("starting marker"),
        "facts": Listed(tuple(_facts(state, board))),
        "slots": [_slot(seat, at, slot) for at, slot in enumerate(board.slots)],
        "finished": _finished(board),
        "workshops": [_workshop(state, seat, at) for at in range(len(board.workshops))],
        "strip": strip(state, seat) if acts or board.starter else [],
    }


def _facts(state: State, board: Board) -> Iterator[Message]:
    yield Message("tokens: %(n)s", {"n": board.tokens})
    if state.with_bloom:
        yield Message("bloom: %(n)s", {"n": board.bloom})
    if board.goal:
        done = reached(board.goal, board.finished, board.rewards)
        yield Message("goal: %(wants)s, so far %(done)s", {"wants": _wanted(board.goal), "done": done})


def _slot(seat: Seat, at: int, slot: Slot) -> Drawn:
    x, y = 6 + 88 * at, 56
    drawn: Drawn = {"part": slot_part(seat, at), "keys": str(at + 1), "x": x, "y": y, "card": None}
    held: Message = _FREE
    if slot:
        drawn["card"] = _card(*slot, x, y, 84)
        held = _about(*slot)
    return drawn | {"label": Message("Slot %(number)s: %(held)s", {"number": at + 1, "held": held})}


def _finished(board: Board) -> Drawn:
    names = [f"{design.name} ({design.points})" for design in board.finished]
    said = Listed(tuple(names)) if names else _FREE
    return {
        "title": Message("Finished"),
        "about": Message("Finished designs: %(names)s", {"names": said}),
        "names": [
            {"name": name, "x": 274 + 40 * (at % 2), "y": 92 + 16 * (at // 2)}
            for at, name in enumerate(names[-8:])
        ],
    }


def _workshop(state: State, seat: Seat, at: int) -> Drawn:
    workshop, tiles = state.components.workshops[at], state.boards[seat].workshops[at]
    acts, x, y = seat in to_act(state), 6 + 88 * at, 142
    per_row = 3 if workshop.holds > 4 else 2
    places = [
        (x + (84 - 26 * per_row) // 2 + 1 + 26 * (place % per_row), y + 26 + 26 * (place // per_row))
        for place in range(workshop.holds)
    ]
    groups = " + ".join(map(str, workshop.groups))
    values = {
        "number": at + 1,
        "tiles": tiles_said(tiles) if tiles else _FREE,
        "groups": groups,
        "holds": workshop.holds,
    }
    dots, left = [], x + 80
    for size in reversed(workshop.groups):
        for _ in range(size):
            left -= 6
            dots.append({"x": left, "y": y + 9})
        left -= 4
    return {
        "part": workshop_part(seat, at),
        "keys": str(at + 1),
        "x": x,
        "y": y,
        "number": at + 1,
        "dots": dots,
        "label": Message(
            "Workshop %(number)s: %(tiles)s; it holds %(holds)s and runs with %(groups)s", values
        ),
        "ran": Message("It ran in this turn") if acts and state.ran >> at & 1 else None,
        "places": places,
        "alike": _held(tiles, most_up(state, seat, at) if acts else 0, up_part(seat, at), places),
    }


def _held(tiles: int, up: int, part: str, places: list[tuple[int, int]]) -> list[list[Drawn]]:
    """The tiles of a workshop in its places, those alike together; what can go up is a part."""
    free, plain = iter(places), Drawn()
    going = {alike[0]["sign"]: alike for alike in parted(part, up)}
    return [
        [
            {"sign": KINDS[kind], "x": x, "y": y} | tile
            for (x, y), tile in zip_longest(islice(free, count), going.get(KINDS[kind], []), fillvalue=plain)
        ]
        for kind, count in enumerate(counts(tiles))
        if count
    ]
