"""What happens and what a move would bring, in sentences; scores by what they are for."""

from rulesets.azul import tiling
from rulesets.azul.outlook import BY_POINTS
from rulesets.azul.rounds import evolve, take
from rulesets.azul.scoring import bonus, complete_rows
from rulesets.azul.state import DRAFT, OVER, TILE, State, copy
from rulesets.azul.tables import (
    DRAFTS,
    ELEMENTS,
    FIRST_TILE_MOVE,
    FLOOR_COST,
    MARKER,
    TILES,
    complete,
    counts,
    wall_column,
)
from rulesets.azul.wire import Deal
from rulesets.azul.words import cell_part, line_part, sign, source_word, target_word
from rulesets.contract import CHANCE, Event, Message, Row, Seat, Step, Who


def tell(state: State, event: Event) -> list[Step]:
    """The choice, then what followed, each with the table as it stood then: the walls row by row, the floors,
    the end.
    """
    seat, choice = event
    if seat == CHANCE:
        return [_dealt(state, choice)]
    now = copy(state)
    if state.phase == DRAFT:
        steps = _drafted(now, seat, choice)
        if not any(now.sources):
            now.phase = TILE
            steps += _fallen(now) if now.gray else _tiled(now)
    else:
        steps = [_placed(now, seat, *TILES[choice - FIRST_TILE_MOVE]), *_fallen(now)]
    after = evolve(state, event)
    if after.phase not in (DRAFT, TILE):
        steps += _paid(now)
    if after.phase == OVER:
        steps += _bonuses(after)
    return steps


def _dealt(state: State, deal: Deal) -> Step:
    number = state.round + 1
    if deal.starting_seat is None:
        return Step(Message("Round %(number)s is dealt", {"number": number}))
    values = {"number": number, "who": Who(deal.starting_seat)}
    return Step(Message("Round %(number)s is dealt; by lot %(who)s starts", values))


def _drafted(now: State, seat: Seat, move: int) -> list[Step]:
    draft, marker = DRAFTS[move], now.marker
    count = now.sources[draft.source] >> draft.shift & 63
    take(now, seat, move)
    values = {
        "who": Who(seat),
        "n": count,
        "color": sign(draft.color),
        "source": source_word(draft.source),
        "target": target_word(draft.line),
    }
    said = Message("%(who)s takes %(n)s %(color)s from %(source)s for %(target)s", values)
    steps = [Step(said, (line_part(seat, draft.line),), state=copy(now))]
    if now.marker != marker:
        values = {"who": Who(seat), "marker": sign(MARKER)}
        said = Message("%(who)s takes the %(marker)s", values)
        steps.append(Step(said, (line_part(seat, 0),), state=copy(now)))
    return steps


def _tiled(now: State) -> list[Step]:
    """The coloured walls, row by row; `now` goes along.  [A18]"""
    return [
        _placed(now, seat, row + 1, wall_column(row, now.lines[6 * seat + row + 1] >> 3) + 1)
        for seat in range(now.seats)
        for row in ELEMENTS[now.full[seat]]
    ]


def _placed(now: State, seat: Seat, line: int, column: int) -> Step:
    color, before = now.lines[6 * seat + line] >> 3, now.points[seat]
    tiling.place(now, seat, line - 1, column - 1)
    values = {"who": Who(seat), "color": sign(color), "row": line, "column": column}
    said = Message("%(who)s: %(color)s to row %(row)s, column %(column)s of the wall", values)
    return Step(said, (cell_part(seat, line, column),), now.points[seat] - before, copy(now))


def _fallen(now: State) -> list[Step]:
    """Lines of a gray wall that no cell will take.  [A20]"""
    steps = []
    for seat in range(now.seats):
        before = now.full[seat]
        tiling.drop_stuck_lines(now, seat)
        for row in ELEMENTS[before & ~now.full[seat]]:
            values = {"who": Who(seat), "number": row + 1}
            said = Message("%(who)s: no cell takes line %(number)s, it falls to the floor line", values)
            steps.append(Step(said, (line_part(seat, 0),), state=copy(now)))
    return steps


def _paid(now: State) -> list[Step]:
    steps = []
    for seat in range(now.seats):
        before = now.points[seat]
        tiling.pay_for_floor(now, seat)
        if now.points[seat] < before:
            said = Message("%(who)s pays for the floor line", {"who": Who(seat)})
            steps.append(Step(said, (line_part(seat, 0),), now.points[seat] - before, copy(now)))
    return steps


def _bonuses(after: State) -> list[Step]:
    return [
        Step(Message("%(who)s: rows, columns and colors", {"who": Who(seat)}), (), bonus(after, seat))
        for seat in range(after.seats)
        if bonus(after, seat)
    ]


def preview(state: State, seat: Seat, move: int) -> list[Message]:
    """What the line would score at the end of the round as things stand, and what the floor would cost."""
    now = copy(state)
    if move >= FIRST_TILE_MOVE:
        points = _placed(now, seat, *TILES[move - FIRST_TILE_MOVE]).points
        return [Message("The tile scores %(n)s point", {"n": points}, "The tile scores %(n)s points")]
    line, before = DRAFTS[move].line, FLOOR_COST[len(now.floors[seat])]
    take(now, seat, move)
    said = [_line_preview(now, seat, line)] if line else []
    cost = FLOOR_COST[len(now.floors[seat])]
    if cost > before:
        said.append(Message("The floor line then costs %(cost)s (now %(n)s)", {"cost": cost, "n": before}))
        settled, _, _ = BY_POINTS.outlook(now, seat)
        if cost > (most := now.points[seat] + settled.gained):
            values = {"n": most}
            said.append(Message("You lose only %(n)s: you have no more", values))
    return said


def _line_preview(now: State, seat: Seat, line: int) -> Message:
    content = now.lines[6 * seat + line]
    if content & 7 < line:
        values = {"number": line, "n": line - (content & 7)}
        return Message(
            "Line %(number)s then lacks %(n)s tile", values, "Line %(number)s then lacks %(n)s tiles"
        )
    values = {"number": line, "n": _line_points(now, seat, line)}
    if not values["n"]:
        return Message(
            "Line %(number)s is full: as things stand no cell takes it, it falls to the floor line", values
        )
    if now.gray:
        return Message("Line %(number)s is full: as things stand its best cell scores %(n)s", values)
    return Message("Line %(number)s is full: as things stand it scores %(n)s at the end of the round", values)


def _line_points(now: State, seat: Seat, line: int) -> int:
    """The points of a full line after those above it; on a gray wall those of its best cell, 0 for none."""
    if now.gray:
        color = now.lines[6 * seat + line] >> 3
        taken = now.by_row[seat] >> 5 * (line - 1) | now.columns[seat] >> 5 * color
        ways = (_placed(copy(now), seat, line, column + 1) for column in ELEMENTS[~taken & 31])
        return max((step.points for step in ways), default=0)
    points = 0
    for row in ELEMENTS[now.full[seat]]:
        if row < line:
            column = wall_column(row, now.lines[6 * seat + row + 1] >> 3)
            points = _placed(now, seat, row + 1, column + 1).points
    return points


def notices(state: State) -> list[Message]:
    """Whose row is bound to be complete: then this round is the last."""
    if state.phase not in (DRAFT, TILE):
        return []
    said = [
        Message("Last round: %(who)s completes a row", {"who": Who(seat)})
        for seat in range(state.seats)
        if complete_rows(state, seat) or any(_bound(state, seat, row) for row in ELEMENTS[state.full[seat]])
    ]
    if state.phase == TILE:
        said.append(Message("The full lines go to the walls, the top line first: choose a column"))
    return said


def _bound(state: State, seat: Seat, row: int) -> bool:
    """A full line whose tile is bound to go to the one cell that its row lacks.  [A18] [A19] [A20]

    On a gray wall that column must not hold its color, nor get it from a line further up.
    """
    cell = ~(state.by_row[seat] >> 5 * row) & 31
    if cell.bit_count() != 1 or not state.gray:
        return cell.bit_count() == 1
    color = state.lines[6 * seat + row + 1] >> 3
    held = state.columns[seat] >> 5 * color & cell
    return not held and not any(_could_take(state, seat, above, color, cell) for above in range(row))


def _could_take(state: State, seat: Seat, row: int, color: int, cell: int) -> bool:
    """May a line still send this color to that cell of its row, with the tiles that are left to draft?"""
    content = state.lines[6 * seat + row + 1]
    if content and content >> 3 != color:
        return False
    if state.rows[seat] >> 5 * color + row & 1 or state.by_row[seat] >> 5 * row & cell:
        return False
    left = sum(counts(heap)[color] for heap in state.sources)
    return (content & 7) + left > row


def breakdown(state: State) -> list[Row]:
    """What the points are for; during the match what it would be if it ended now.  [A26] [A27]"""
    seats, over = range(state.seats), state.phase == OVER
    rows = tuple(2 * complete_rows(state, seat) for seat in seats)
    columns = tuple(7 * complete(state.by_column[seat]) for seat in seats)
    colors = tuple(10 * complete(state.rows[seat]) for seat in seats)
    bonuses = tuple(map(sum, zip(rows, columns, colors, strict=True)))
    track = tuple(state.points[seat] - (bonuses[seat] if over else 0) for seat in seats)
    total = tuple(map(sum, zip(track, bonuses, strict=True)))
    return [
        Row(Message("Points"), track),
        Row(Message("Rows (2)"), rows),
        Row(Message("Columns (7)"), columns),
        Row(Message("Colors (10)"), colors),
        Row(Message("Total") if over else Message("Total so far"), total, total=True),
        Row(Message("Tie-break: rows"), tuple(complete_rows(state, seat) for seat in seats)),
    ]
