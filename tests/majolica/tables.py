"""Tables laid for a test, and matches played by rote.

Tiles are written with the letters of their colours, r g b y and p for purple, cards by their names; moves are
written in the text notation.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from rulesets import majolica
from rulesets.contract import CHANCE, Dice, Event
from rulesets.majolica.deals import Deal
from rulesets.majolica.state import Move, Slot, State
from rulesets.majolica.tiles import KINDS, tiles_of

LETTERS = "".join(name[0] for name in KINDS)
NO_MODULE = {"bloom": False, "kaleidoscope": False, "goals": False, "components": "default-1"}
MODULES = [
    {**NO_MODULE, **dict(zip(("bloom", "kaleidoscope", "goals"), on, strict=True))}
    for on in product([False, True], repeat=3)
]
ALL_MODULES = MODULES[-1]

# The market of a table: each row has each colour.
ROWS = ("rgby", "gbyr", "byrg", "yrgb")
DISPLAY = ("A1", "B1", "C1", "D1", "E1", "E2")

Choice = Callable[[State, Sequence[Move]], Move]


def tiles(letters: str) -> int:
    return tiles_of(LETTERS.index(letter) for letter in letters)


def rows(*written: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(LETTERS.index(letter) for letter in row) for row in written)


def slot(state: State, written: str | None) -> Slot:
    """`"A1 rr"` is the design A1 with two red tiles on it."""
    if written is None:
        return None
    name, _, lying = written.partition(" ")
    return state.components.designs[name], tiles(lying)


def first_deal(seats: int, *, goals: bool = False, starting_seat: int = 0) -> Deal:
    return Deal(
        market=rows(*ROWS) if seats > 1 else rows(ROWS[0]),
        display=DISPLAY,
        starting_seat=starting_seat,
        starters=("S1", "S2", "S3", "S4")[:seats],
        goals=("M1", "M2", "M3", "M4", "M5")[: seats + 1] if goals else None,
    )


def dealt(seats: int = 2, starting_seat: int = 0, **on: bool) -> State:
    """After the first deal."""
    state = majolica.setup(seats, {**NO_MODULE, **on})
    deal = first_deal(seats, goals=on.get("goals", False), starting_seat=starting_seat)
    assert majolica.refusal(state, (CHANCE, deal)) is None
    return majolica.evolve(state, (CHANCE, deal))


def selecting(seats: int = 2, starting_seat: int = 0, **on: bool) -> State:
    """When the first turn begins: each starter in slot 1, the goals taken in order."""
    state = dealt(seats, starting_seat, **on)
    while state.phase != "select":
        seat = majolica.to_act(state)[0]
        state = majolica.evolve(state, (seat, majolica.legal_moves(state, seat)[0]))
    return state


def working(
    *workshops: str,
    slots: Sequence[str | None] = (None, None, None),
    hand: str = "",
    bonus: int = 0,
    seats: int = 2,
    **on: bool,
) -> State:
    """The board of seat 0 as given, in its first turn; with a hand that is still to be placed."""
    state = selecting(seats, **on)
    board = state.boards[0]
    board.workshops = [tiles(held) for held in workshops] + [0] * (4 - len(workshops))
    board.slots = [slot(state, each) for each in slots]
    state.hand, state.bonus, state.phase = tiles(hand), bonus, "place" if hand else "work"
    return state


def market_of(*written: str) -> int:
    """The mask of a market: a dot is a cell that is face down."""
    return sum(1 << at for at, cell in enumerate("".join(written)) if cell != ".")


def facing(*written: str) -> State:
    """The first turn with these cells face up."""
    state = selecting()
    state.face_up = market_of(*written)
    return state


def played(state: State, *moves: str) -> State:
    """The seat to act makes these moves, each of which must be legal."""
    for written in moves:
        event = (majolica.to_act(state)[0], majolica.parse(written))
        assert majolica.refusal(state, event) is None
        state = majolica.evolve(state, event)
    return state


def legal(state: State) -> list[str]:
    """The legal moves of the first seat that may act."""
    return [majolica.text(move) for move in majolica.legal_moves(state, majolica.to_act(state)[0])]


def refused(state: State, written: str) -> str:
    """Why the first seat that may act cannot do this."""
    reason = majolica.refusal(state, (majolica.to_act(state)[0], majolica.parse(written)))
    assert reason is not None
    return reason


def seat_view(state: State, seat: int = 0) -> dict[str, Any]:
    view: dict[str, Any] = majolica.view(state)["seats"][seat]
    return view


def steps(
    seats: int, options: dict[str, Any], seed: int, choose: Choice, most: int = 1_000
) -> Iterator[tuple[Event, State]]:
    """A match move by move; its states are its own and change no more."""
    state = majolica.setup(seats, options)
    for number in range(most):
        acting = majolica.to_act(state)
        if not acting:
            return
        if acting == (CHANCE,):
            event: Event = (CHANCE, majolica.deal(state, Dice(seed.to_bytes(8, "big"), ["deal", number])))
        else:
            seat = acting[number % len(acting)]
            event = (seat, choose(state, majolica.legal_moves(state, seat)))
        state = majolica.evolve(state, event)
        yield event, state


def at_random(seed: int) -> Choice:
    dice = Dice(seed.to_bytes(8, "big"), ["choice"])
    return lambda _, moves: moves[dice.below(len(moves))]


def kind_first(seed: int) -> Choice:
    """Each type of move as likely as the others, so that lines and runs are not drowned."""
    dice = Dice(seed.to_bytes(8, "big"), ["choice"])

    def choose(_: State, moves: Sequence[Move]) -> Move:
        types = list(dict.fromkeys(move[0] for move in moves))
        kind = types[dice.below(len(types))]
        of_kind = [move for move in moves if move[0] == kind]
        return of_kind[dice.below(len(of_kind))]

    return choose


def greedy(state: State, _: Sequence[Move]) -> Move:
    """What makes the most at a glance, the first of several."""
    seat = majolica.to_act(state)[0]
    best, most = None, float("-inf")
    for move in majolica.promising(state, seat):
        worth = majolica.rough_estimate(majolica.evolve(state, (seat, move)))[seat]
        if worth > most:
            best, most = move, worth
    assert best is not None
    return best
