"""What happens and what a move would bring, in sentences; scores by what they are for."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from rulesets.azul import tiling
from rulesets.azul.moves import free_columns, next_line
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

# Groups of tiles on the table, of which each order of taking them is looked at.
_FEW: Final = 6


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
    line, before = DRAFTS[move].line, min(tiled.cost for tiled in _tilings(state, seat))
    take(now, seat, move)
    tilings = list(_tilings(now, seat))
    said = [_line_preview(now, seat, line, tilings)] if line else []
    least = min(tilings, key=lambda tiled: (tiled.cost, -tiled.gained))
    if least.cost > before:
        values = {"cost": least.cost, "n": before}
        said.append(Message("The floor line then costs %(cost)s (now %(n)s)", values))
        if least.cost > (most := now.points[seat] + least.gained):
            values = {"n": most}
            said.append(Message("You lose only %(n)s: you have no more", values))
    return said


class _Tiled(NamedTuple):
    """A way to tile a wall: what each line scores that does not fall, and what the floor costs then."""

    points: dict[int, int]
    cost: int

    @property
    def gained(self) -> int:
        return sum(self.points.values())


def _tilings(state: State, seat: Seat) -> Iterator[_Tiled]:
    """As things stand, each way in which the full lines may go to the wall.  [A17] [A18] [A19] [A20]"""
    now = copy(state)
    if now.gray:
        tiling.drop_stuck_lines(now, seat)
    if not now.full[seat]:
        yield _Tiled({}, FLOOR_COST[len(now.floors[seat])])
        return
    line = next_line(now, seat)
    color, before = now.lines[6 * seat + line] >> 3, now.points[seat]
    for column in ELEMENTS[free_columns(now, seat, line)] if now.gray else [wall_column(line - 1, color)]:
        then = copy(now)
        tiling.place(then, seat, line - 1, column)
        for tiled in _tilings(then, seat):
            yield _Tiled({line: then.points[seat] - before} | tiled.points, tiled.cost)


def _line_preview(now: State, seat: Seat, line: int, tilings: Sequence[_Tiled]) -> Message:
    content = now.lines[6 * seat + line]
    if content & 7 < line:
        values = {"number": line, "n": line - (content & 7)}
        return Message(
            "Line %(number)s then lacks %(n)s tile", values, "Line %(number)s then lacks %(n)s tiles"
        )
    values = {"number": line, "n": max(tiled.points.get(line, 0) for tiled in tilings)}
    if not values["n"]:
        return Message(
            "Line %(number)s is full: as things stand no cell takes it, it falls to the floor line", values
        )
    if now.gray:
        return Message("Line %(number)s is full: as things stand its best cell scores %(n)s", values)
    return Message("Line %(number)s is full: as things stand it scores %(n)s at the end of the round", values)


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
    if state.columns[seat] >> 5 * color & cell:
        return False
    left = _within_reach(state, seat, color)
    return not any(_could_take(state, seat, above, color, cell, left) for above in range(row))


def _could_take(state: State, seat: Seat, row: int, color: int, cell: int, left: int) -> bool:
    """May a line still send this color to that cell of its row, with so many tiles more?"""
    content = state.lines[6 * seat + row + 1]
    if content and content >> 3 != color:
        return False
    if state.rows[seat] >> 5 * color + row & 1 or state.by_row[seat] >> 5 * row & cell:
        return False
    return (content & 7) + left > row


def _within_reach(state: State, seat: Seat, color: int) -> int:
    """The most tiles of a color that a seat may still draft; with much left to take, all of them."""
    heaps = tuple(tuple(counts(heap)) for heap in state.sources)
    if sum(map(bool, chain(*heaps))) > _FEW:
        return sum(heap[color] for heap in heaps)
    return _most(heaps, color, (seat - state.turn) % state.seats, state.seats)


def _most(heaps: tuple[tuple[int, ...], ...], color: int, wait: int, seats: int) -> int:
    """The same for a seat that waits for so many others, if all play into its hands.  [A9] [A10]"""
    best = 0
    for source, heap in enumerate(heaps):
        for taken in filter(heap.__getitem__, range(len(heap))):
            rest = tuple(0 if each == taken else count for each, count in enumerate(heap))
            then = [*heaps]
            then[source] = tuple(0 for _ in heap)
            then[0] = tuple(map(sum, zip(then[0], rest, strict=True)))
            got = heap[taken] if taken == color and not wait else 0
            best = max(best, got + _most(tuple(then), color, (wait or seats) - 1, seats))
    return best


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
