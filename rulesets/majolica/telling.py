"""What happens and what a move would bring, in sentences; scores by what they are for."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from rulesets.contract import CHANCE, Event, Listed, Message, Row, Seat, Step, Who
from rulesets.majolica.choices import order_word, slot_part, workshop_part
from rulesets.majolica.deals import lay
from rulesets.majolica.market import cells_of
from rulesets.majolica.moves import ready
from rulesets.majolica.scoring import goal_points, points
from rulesets.majolica.state import (
    DEAL,
    DISCARD,
    GOAL,
    OVER,
    PLACE,
    SELECT,
    START,
    WORK,
    Board,
    Move,
    State,
    copy,
)
from rulesets.majolica.tiles import PURPLE, UNITS, tiles_of, total
from rulesets.majolica.turns import W4, carry_out, left_in_w4
from rulesets.majolica.words import sign, slot_word, tiles_said, workshop_word

Said = tuple[Message, tuple[str, ...]]


class Scene(NamedTuple):
    """What happened, at which parts, and the table as it stood then."""

    message: Message
    parts: tuple[str, ...]
    state: State


def tell(state: State, event: Event) -> list[Step]:
    """The choice, then what it brought, each with the table as it stood then."""
    seat, choice = event
    after = copy(state)
    if seat == CHANCE:
        lay(after, choice)
        return _dealt(state, after)
    carry_out(after, seat, choice)
    moved = copy(after)  # when the turn has not yet brought its bloom tile
    moved.boards[seat].bloom = state.boards[seat].bloom
    said, parts = _TOLD[choice[0]](state, seat, *choice[1:])
    scenes = [Scene(said, parts, moved)]
    if choice[0] == "run":
        scenes = _run_scenes(state, seat, scenes[0], *choice[1:])
    scenes += [Scene(message, (), after) for message in _ending(state, after, seat)]
    return list(_steps(state, seat, scenes))


def _steps(state: State, seat: Seat, scenes: list[Scene]) -> Iterator[Step]:
    """The points of each are those that the seat would score then.  [M31]"""
    for message, parts, stands in scenes:
        gained = points(stands.boards[seat]) - points(state.boards[seat])
        yield Step(message, parts, gained, stands)
        state = stands


def _run_scenes(state: State, seat: Seat, run: Scene, workshop: int, up: int, broken: int) -> list[Scene]:
    """Tiles go up and break; the design is complete; City Hall gives; the others go on.  [M19] to [M26]"""
    now = copy(state)
    board, moved = now.boards[seat], run.state.boards[seat]
    tiles = board.workshops[workshop]
    left = left_in_w4(state, tiles) if workshop == W4 else tiles - up - broken
    board.workshops[workshop] = left
    if up and (lies := board.slots[workshop]):
        board.slots[workshop] = (lies[0], lies[1] + up)
    scenes = [run._replace(state=copy(now))]
    for message in _finishing(state.boards[seat], moved, seat):
        board.slots[workshop], board.finished = None, moved.finished
        scenes.append(Scene(message, (slot_part(seat, workshop),), copy(now)))
    for message in _rewarding(state.boards[seat], moved, seat):
        board.tokens, board.rewards = moved.tokens, moved.rewards
        scenes.append(Scene(message, (workshop_part(seat, workshop),), copy(now)))
    onward = (workshop + 1) % len(board.workshops)
    left += (state.purple - run.state.purple) * PURPLE
    values = {"who": Who(seat), "tiles": tiles_said(left), "workshop": workshop_word(onward)}
    said = Message("%(who)s: on to %(workshop)s go %(tiles)s", values)
    return [*scenes, Scene(said, (workshop_part(seat, onward),), run.state)]


def _dealt(state: State, after: State) -> list[Step]:
    if state.round == after.round:
        return [Step(Message("Four large tiles are drawn"))]
    said = Message("Round %(number)s is dealt", {"number": after.round})
    steps = [Step(said)]
    if state.round == 0 and not after.solo:
        steps.append(Step(Message("By lot %(who)s starts", {"who": Who(after.starting_seat)})))
    return steps


def _finishing(old: Board, new: Board, seat: Seat) -> list[Message]:
    return [
        Message("%(who)s finishes the design %(name)s", {"who": Who(seat), "name": design.name})
        for design in new.finished[len(old.finished) :]
    ]


def _rewarding(old: Board, new: Board, seat: Seat) -> list[Message]:
    if new.tokens > old.tokens:
        return [Message("City Hall gives %(who)s a one-point token", {"who": Who(seat)})]
    if new.rewards > old.rewards:
        return [Message("City Hall gives %(who)s a purple tile", {"who": Who(seat)})]
    return []


def _ending(state: State, after: State, seat: Seat) -> list[Message]:
    """What the end of a turn or of the match brings."""
    said = []
    if after.boards[seat].bloom > state.boards[seat].bloom:
        said.append(Message("All four workshops ran: %(who)s takes a bloom tile", {"who": Who(seat)}))
    if after.phase == OVER:
        said.append(Message("The last round is over"))
    return said


def _start(state: State, seat: Seat, slot: int) -> Said:
    starter = state.boards[seat].starter
    values = {"who": Who(seat), "name": starter[0].name if starter else "", "slot": slot_word(slot)}
    return Message("%(who)s lays the starter %(name)s into %(slot)s", values), (slot_part(seat, slot),)


def _goal(_: State, seat: Seat, name: str) -> Said:
    return Message("%(who)s takes the goal %(name)s", {"who": Who(seat), "name": name}), ()


def _line(state: State, seat: Seat, line: int) -> Said:
    tiles = tiles_of(state.market[cell] for cell in cells_of(line))
    return Message("%(who)s takes a line: %(tiles)s", {"who": Who(seat), "tiles": tiles_said(tiles)}), ()


def _design(state: State, seat: Seat, cell: int, name: str, slot: int) -> Said:
    values = {"who": Who(seat), "tile": sign(state.market[cell]), "name": name, "slot": slot_word(slot)}
    said = Message("%(who)s takes %(tile)s and the design %(name)s for %(slot)s", values)
    return said, (slot_part(seat, slot),)


def _rearrange(state: State, seat: Seat, cell: int, order: tuple[int, ...]) -> Said:
    board = state.boards[seat]
    laid = Listed(tuple(order_word(board, to, at) for to, at in enumerate(order) if board.slots[at]))
    values = {"who": Who(seat), "tile": sign(state.market[cell]), "laid": laid}
    said = Message("%(who)s takes %(tile)s and lays the designs anew: %(laid)s", values)
    return said, tuple(slot_part(seat, slot) for slot in range(3))


def _place(state: State, seat: Seat, workshop: int) -> Said:
    values = {"who": Who(seat), "tiles": tiles_said(state.hand), "workshop": workshop_word(workshop)}
    return Message("%(who)s places %(tiles)s in %(workshop)s", values), (workshop_part(seat, workshop),)


def _discard(state: State, seat: Seat, tiles: int) -> Said:
    values = {"who": Who(seat), "tiles": tiles_said(tiles), "workshop": workshop_word(state.taking)}
    said = Message("%(who)s gives back %(tiles)s from %(workshop)s", values)
    return said, (workshop_part(seat, state.taking),)


def _run(_: State, seat: Seat, workshop: int, up: int, broken: int) -> Said:
    values: dict[str, Any] = {"who": Who(seat), "workshop": workshop_word(workshop)}
    values |= {"up": tiles_said(up), "broken": tiles_said(broken)}
    part = (workshop_part(seat, workshop), *([slot_part(seat, workshop)] if up else []))
    if up and broken:
        return Message("%(who)s runs %(workshop)s: %(up)s up, %(broken)s broken", values), part
    if up:
        return Message("%(who)s runs %(workshop)s: %(up)s up", values), part
    if broken:
        return Message("%(who)s runs %(workshop)s: %(broken)s broken", values), part
    return Message("%(who)s runs %(workshop)s", values), part


def _bonus(_: State, seat: Seat, color: int, workshop: int) -> Said:
    values = {"who": Who(seat), "tile": tiles_said(UNITS[color]), "workshop": workshop_word(workshop)}
    said = Message("%(who)s takes a bonus tile into %(workshop)s: %(tile)s", values)
    return said, (workshop_part(seat, workshop),)


def _waive(_: State, seat: Seat) -> Said:
    return Message("%(who)s takes no bonus tile", {"who": Who(seat)}), ()


_TOLD: Final[dict[str, Callable[..., Said]]] = {
    "start": _start,
    "goal": _goal,
    "line": _line,
    "design": _design,
    "rearrange": _rearrange,
    "place": _place,
    "discard": _discard,
    "run": _run,
    "bonus": _bonus,
    "waive": _waive,
}


def preview(state: State, seat: Seat, move: Move) -> list[Message]:
    """What the move brings at once, and what it makes due."""
    after = copy(state)
    carry_out(after, seat, move)
    old, new = state.boards[seat], after.boards[seat]
    said = _finishing(old, new, seat) + _rewarding(old, new, seat) + _ending(state, after, seat)
    if after.phase == DISCARD:
        said.append(_too_much(after))
    elif after.phase == WORK:
        said += [Message("Then %(workshop)s runs", {"workshop": workshop_word(at)}) for at in ready(after)]
    if move[0] == "design" and (lies := old.slots[move[3]]):
        values = {"name": lies[0].name}
        said.append(Message("The design %(name)s is given up, and the tiles on it", values))
    if move[0] in ("line", "design", "rearrange"):
        said.append(Message("In hand then: %(tiles)s", {"tiles": tiles_said(after.hand)}))
    return said


def _too_much(state: State) -> Message:
    taking, workshop = state.components.workshops[state.taking], workshop_word(state.taking)
    if taking.single_color:
        return Message("In %(workshop)s one color stays", {"workshop": workshop})
    excess = total(state.pending) - taking.holds
    values = {"workshop": workshop, "n": excess}
    return Message(
        "%(n)s tile is too much for %(workshop)s", values, "%(n)s tiles are too much for %(workshop)s"
    )


_DUE: Final = {
    START: Message("Everybody lays their starter into a slot"),
    GOAL: Message("A goal is taken"),
    SELECT: Message(
        "Take a whole line (numbered), or one tile together with a design or a new order of your designs"
    ),
    PLACE: Message("The tiles in hand go to a workshop"),
}


def notices(state: State) -> list[Message]:
    """What is due, and that the round is the last."""
    if state.phase in (DEAL, OVER):
        return []
    said = [_DUE[state.phase]] if state.phase in _DUE else []
    if state.phase == DISCARD:
        said.append(_too_much(state))
    if state.phase == WORK:
        values = {"n": state.bonus}
        if state.bonus:
            said.append(Message("%(n)s bonus tile is due", values, "%(n)s bonus tiles are due"))
        said += [Message("Ready: %(workshop)s", {"workshop": workshop_word(at)}) for at in ready(state)]
    if _last(state):
        said.append(Message("Last round"))
    return said


def _last(state: State) -> bool:
    if state.solo:
        return state.round == state.components.rounds
    return any(len(board.finished) >= state.components.end_designs for board in state.boards)


def breakdown(state: State) -> list[Row]:
    """What the points are for.  [M31]"""
    rows = [
        Row(
            Message("Finished designs"),
            _each(state, lambda board: sum(each.points for each in board.finished)),
        ),
        Row(Message("Tiles on designs"), _each(state, _lying)),
        Row(Message("Tokens"), _each(state, lambda board: board.tokens)),
    ]
    if state.with_bloom:
        rows.append(Row(Message("Bloom tiles"), _each(state, lambda board: board.bloom)))
    if state.with_goals:
        rows.append(Row(Message("Goal"), _each(state, goal_points)))
    over = state.phase == OVER
    rows.append(Row(Message("Total") if over else Message("Total so far"), _each(state, points), total=True))
    return rows


def _lying(board: Board) -> int:
    return sum(total(slot[1]) for slot in board.slots if slot)


def _each(state: State, of: Callable[[Board], int]) -> tuple[int, ...]:
    return tuple(of(board) for board in state.boards)
