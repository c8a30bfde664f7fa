"""What a seat's moves do. Everything that follows from one is computed here, down to whose turn it is."""

from collections.abc import Callable
from typing import Final

from rulesets.contract import Seat
from rulesets.majolica.cards import Design
from rulesets.majolica.market import cells_of
from rulesets.majolica.moves import ready
from rulesets.majolica.state import DEAL, DISCARD, GOAL, OVER, PLACE, SELECT, WORK, Board, Move, State
from rulesets.majolica.tiles import COLORED, PURPLE, UNITS, tiles_of, total
from rulesets.majolica.workshops import ways_back

ALL_RAN: Final = 0b1111
W4: Final = 3


def carry_out(state: State, seat: Seat, move: Move) -> None:
    """A legal move and all that follows from it, in place."""
    _MOVES[move[0]](state, state.boards[seat], *move[1:])


def _start(state: State, board: Board, slot: int) -> None:
    """The starter goes into any slot; the goals come when the last one lies.  [M4] [M5]"""
    board.slots[slot], board.starter = board.starter, None
    if not any(each.starter for each in state.boards):
        state.phase = GOAL if state.goals else SELECT
        state.turn = (state.starting_seat - 1) % len(state.boards) if state.goals else state.starting_seat


def _goal(state: State, board: Board, name: str) -> None:
    """From the last seat in turn order back to the first; the goal left over leaves the game.  [M5]"""
    board.goal = state.components.goals[name]
    state.goals = tuple(goal for goal in state.goals if goal is not board.goal)
    if state.turn == state.starting_seat:
        state.goals, state.phase = (), SELECT
    else:
        state.turn = (state.turn - 1) % len(state.boards)


def _line(state: State, _: Board, line: int) -> None:
    _take(state, line)


def _design(state: State, board: Board, cell: int, name: str, slot: int) -> None:
    """The design that lay there goes to the discard pile, a starter out of the game, its tiles back.  [M9]"""
    design = state.components.designs[name]
    state.display = tuple(each for each in state.display if each is not design)
    if (replaced := board.slots[slot]) and not replaced[0].starter:
        state.discarded = (*state.discarded, replaced[0])
    board.slots[slot] = (design, 0)
    _take(state, 1 << cell)


def _rearrange(state: State, board: Board, cell: int, order: tuple[int, ...]) -> None:
    """Slot i gets what was in slot order[i], tiles and all.  [M10]"""
    board.slots = [board.slots[slot] for slot in order]
    _take(state, 1 << cell)


def _take(state: State, cells: int) -> None:
    """Face down, and as many small tiles; in solo the tiles not taken are put aside at once.  [M6] [M36]"""
    state.hand = tiles_of(state.market[cell] for cell in cells_of(cells))
    state.face_up = 0 if state.solo else state.face_up & ~cells
    state.phase = PLACE


def _place(state: State, board: Board, workshop: int) -> None:
    tiles, state.hand = state.hand, 0
    _take_in(state, board, workshop, tiles)


def _take_in(state: State, board: Board, workshop: int, tiles: int) -> None:
    """Tiles come to a workshop; what is too much goes back, by itself where there is no choice.

    Purple that would come to W4 leaves the game before anything is counted.  [M11] to [M15] [M22]
    """
    taking = state.components.workshops[workshop]
    together = board.workshops[workshop] + (tiles & COLORED if taking.single_color else tiles)
    ways = ways_back(taking, together)
    if len(ways) == 1:
        board.workshops[workshop] = together - ways[0]
        _go_on(state, board)
    else:
        board.workshops[workshop] = 0
        state.pending, state.taking, state.phase = together, workshop, DISCARD


def _discard(state: State, board: Board, tiles: int) -> None:
    board.workshops[state.taking] = state.pending - tiles
    state.pending = state.taking = 0
    _go_on(state, board)


def _run(state: State, board: Board, workshop: int, up: int, broken: int) -> None:
    """Tiles go up, tiles break, the others move on.  [M19] to [M23] [M25]"""
    state.ran |= 1 << workshop
    tiles = board.workshops[workshop] - up - broken
    board.workshops[workshop] = 0
    if workshop == W4:
        _take_in(state, board, 0, _rewarded(state, board, tiles))
        return
    if up and (lies := board.slots[workshop]):
        _send_up(state, board, workshop, lies[0], lies[1] + up)
    _take_in(state, board, workshop + 1, tiles)


def _rewarded(state: State, board: Board, tiles: int) -> int:
    """What W4 pushes on; City Hall gives a purple tile, or else a token, or else nothing.  [M23] [M24]"""
    left = left_in_w4(state, tiles)
    if state.purple:
        state.purple -= 1
        board.rewards += 1
        return left + PURPLE
    if state.tokens:
        state.tokens -= 1
        board.tokens += 1
        board.rewards += 1
    return left


def left_in_w4(state: State, tiles: int) -> int:
    """Of its four tiles, when one went to City Hall and one broke.  [M23]"""
    workshop = state.components.workshops[W4]
    color = next(unit for unit in UNITS if tiles & 255 * unit)
    return tiles - (workshop.city_hall + workshop.broken) * color


def _send_up(state: State, board: Board, slot: int, design: Design, lying: int) -> None:
    """A design whose last space is filled lies finished, and its slot is free.  [M26]"""
    if total(lying) < design.spaces:
        board.slots[slot] = (design, lying)
        return
    board.slots[slot] = None
    board.finished = (*board.finished, design)
    state.bonus += design.hand


def _bonus(state: State, board: Board, color: int, workshop: int) -> None:
    state.bonus -= 1
    _take_in(state, board, workshop, UNITS[color])


def _waive(state: State, board: Board) -> None:
    state.bonus -= 1
    _go_on(state, board)


def _go_on(state: State, board: Board) -> None:
    """Judged anew after every move: the turn ends by itself when there is nothing left to do.  [M16]"""
    state.phase = WORK
    if not state.bonus and not ready(state):
        _end_turn(state, board)


def _end_turn(state: State, board: Board) -> None:
    """With four large tiles or more face up the next seat plays.  [M28] [M33] [M36]"""
    if state.with_bloom and state.ran == ALL_RAN:
        board.bloom += bloom_left(state) > 0
    state.ran = 0
    if state.solo:
        state.phase = DEAL
        if not state.undrawn:
            _end_round(state)
    elif state.face_up.bit_count() >= state.components.continue_with:
        state.turn = (state.turn + 1) % len(state.boards)
        state.phase = SELECT
    else:
        _end_round(state)


def bloom_left(state: State) -> int:
    return state.components.bloom_tiles - sum(board.bloom for board in state.boards)


def _end_round(state: State) -> None:
    """The end is tested here and nowhere else; the marker moves on from its holder.  [M29] [M30] [M37]"""
    components = state.components
    if state.solo:
        over = state.round == components.rounds
    else:
        over = any(len(board.finished) >= components.end_designs for board in state.boards)
    if over:
        state.phase = OVER
        return
    state.phase = DEAL
    state.undrawn = components.large_tiles
    state.starting_seat = state.turn = (state.starting_seat + 1) % len(state.boards)


_MOVES: Final[dict[str, Callable[..., None]]] = {
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
