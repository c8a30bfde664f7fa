"""The state of a match: small, flat, and nothing in it that is not known to everybody.

Words: a **board** is what lies before a seat; a **slot** holds nothing, or a design and the tiles on it.

 (1) Workshops, slots, seats and cells count from 0 in here; on the wire workshops and slots count from 1.
 (2) The deck is what is left in it; nothing is drawn by its place. What comes next is nowhere.        [M38]
 (3) While tiles are pending, the workshop that takes them in holds none and the hand is empty.
 (4) Only `play` changes a state.
"""

from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from rulesets.contract import CHANCE, Options, Seat
from rulesets.majolica.cards import Design, Goal
from rulesets.majolica.component_set import ComponentSet, component_set

DEAL: Final = "deal"
START: Final = "start"
GOAL: Final = "goal"
SELECT: Final = "select"
PLACE: Final = "place"
DISCARD: Final = "discard"
WORK: Final = "work"
OVER: Final = "over"

Move: TypeAlias = tuple[Any, ...]
Slot: TypeAlias = tuple[Design, int] | None


@dataclass(slots=True)
class Board:
    """`workshops` are tiles; `starter` is still to be laid; `rewards` counts what City Hall gave."""

    workshops: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    slots: list[Slot] = field(default_factory=lambda: [None, None, None])
    starter: Slot = None
    finished: tuple[Design, ...] = ()
    tokens: int = 0
    bloom: int = 0
    rewards: int = 0
    goal: Goal | None = None


@dataclass(slots=True)
class State:
    """`market` has a colour a cell and `face_up` a bit a cell; `undrawn` are the large tiles that solo
    has still to draw this round; `ran` has a bit for each workshop that ran this turn.
    """

    components: ComponentSet
    with_bloom: bool
    with_goals: bool
    boards: list[Board]
    purple: int
    tokens: int
    deck: tuple[Design, ...]
    undrawn: int
    phase: str = DEAL
    turn: Seat = 0
    round: int = 0
    first_seat: Seat | None = None
    starting_seat: Seat = 0
    market: tuple[int, ...] = ()
    face_up: int = 0
    display: tuple[Design, ...] = ()
    discarded: tuple[Design, ...] = ()
    goals: tuple[Goal, ...] = ()
    hand: int = 0
    pending: int = 0
    taking: int = 0
    bonus: int = 0
    ran: int = 0

    @property
    def solo(self) -> bool:
        return len(self.boards) == 1

    @property
    def round_due(self) -> bool:
        """Does a deal open a round? In solo also single turns are dealt.  [M36]"""
        return self.undrawn == self.components.large_tiles


def setup(seats: int, options: Options) -> State:
    """Before anything was dealt."""
    components = component_set(options["components"])
    purple, tokens = components.city_hall[seats]
    return State(
        components=components,
        with_bloom=options["bloom"],
        with_goals=options["goals"],
        boards=[Board() for _ in range(seats)],
        purple=purple,
        tokens=tokens,
        deck=components.regular + (components.kaleidoscope if options["kaleidoscope"] else ()),
        undrawn=components.large_tiles,
    )


def to_act(state: State) -> tuple[Seat, ...]:
    match state.phase:
        case "deal":
            return (CHANCE,)
        case "start":
            return tuple(seat for seat, board in enumerate(state.boards) if board.starter)
        case "over":
            return ()
        case _:
            return (state.turn,)


def copy(state: State) -> State:
    """A state of its own; cards and components are shared, for they never change."""
    boards = [
        Board(
            board.workshops[:],
            board.slots[:],
            board.starter,
            board.finished,
            board.tokens,
            board.bloom,
            board.rewards,
            board.goal,
        )
        for board in state.boards
    ]
    return State(
        state.components,
        state.with_bloom,
        state.with_goals,
        boards,
        state.purple,
        state.tokens,
        state.deck,
        state.undrawn,
        state.phase,
        state.turn,
        state.round,
        state.first_seat,
        state.starting_seat,
        state.market,
        state.face_up,
        state.display,
        state.discarded,
        state.goals,
        state.hand,
        state.pending,
        state.taking,
        state.bonus,
        state.ran,
    )
