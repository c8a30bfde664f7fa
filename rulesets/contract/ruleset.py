"""What a ruleset is: a module with a few constants and pure functions.

Words: a **state** is a ruleset's own value, opaque to everybody else. A **move** is what a seat may
choose, a hashable value of the ruleset's own (often a small int). A **deal** is what chance chose. An
**event** is somebody's choice, `(seat, move)` or `(CHANCE, deal)`; all that follows from it is computed.

 (1) A function never changes its arguments and answers alike for like arguments, in every process.
 (2) Nothing hidden is in a state: what chance has not dealt yet is nowhere.
 (3) `legal_moves` is never empty for a seat in `to_act`, and empty for every other.
 (4) `refusal` is None exactly for the moves in `legal_moves` and the deals that chance could deal.
 (5) `evolve` cannot fail on an event that `refusal` lets pass.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from rulesets.contract.dice import Dice

Seat: TypeAlias = int
Json: TypeAlias = Any
State: TypeAlias = Any
Move: TypeAlias = Any
Deal: TypeAlias = Any
Event: TypeAlias = tuple[Seat, Any]
Score: TypeAlias = tuple[int, ...]
Options: TypeAlias = Mapping[str, Json]

CHANCE: Final[Seat] = -1


@dataclass(frozen=True)
class Option:
    """One option of a ruleset: its default gives the type (str, bool or int); the rest narrows it."""

    default: str | bool | int
    about: str
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None


class Ruleset(Protocol):
    """The names that every ruleset has.

    Names that are looked for and never required, with `getattr`:

    - for search: `copy(state)` and `play(state, event)` (change the copy in place); `estimate(state)`, the
      expected final points of each seat, exact when over; `promising(state, seat)`, the moves worth a look;
      `order(state, moves)`, cheap scores of moves for the first seat of `to_act`, in any unit;
      `rollout(state, rng)`, an estimate after playing on to the next deal, which may use the state up
      (`rng()` is a number from 0 up to 1); `rough_estimate(state)`, what anybody would reckon at a glance,
      for the bots that look one move ahead;
    - for an estimate whose numbers are data (`weights.py`): `WEIGHTS`, weights by name, `fitted` those of the
      estimate; `with_weights(weights)`, by name all that is for search, under others, Refused where it does
      not count what they weigh; `features(state)`, what the estimate sees, for fitting it; None where it is
      not linear;
    - for people, in the words of `words.py`, each with a plain default: `draw_text(state)`, the table in
      letters; `tell(state, event)`, the steps of what happens, in order, each with how the table stood;
      `preview(state, seat, move)`, messages of what a move would bring as things stand;
      `breakdown(state)`, the rows of the scores; `notices(state)`, messages that everybody should see;
      `KEYS`, pairs of keys and a message of what they choose; `ABOUT`, a message that says in a sentence what
      the game is about; `RULES`, messages that say in short how it is played;
    - for the drawing, which is `table.svg.jinja` beside the module: `panels(state, seat)`, what it draws, one
      panel after the other, that seat's first (None: nobody's); `parts(state, seat, move)`, the names of the
      parts that lead to a move, in order; `caption(state, part)`, what to call a part that is not drawn;
    - `fingerprint(options)`, a text that changes with the data files that a fold depends on; Refused where
      one of them is missing;
    - `ALWAYS_ENDS`, True where every match ends however it is played (absent: not promised).
    """

    @property
    def VERSION(self) -> int:  # noqa: N802 - a constant of the module
        """Raised when an old log would fold differently, a change in how `deal` draws included."""

    @property
    def SEATS(self) -> Sequence[int]:  # noqa: N802 - a constant of the module
        """How many seats are possible."""

    @property
    def OPTIONS(self) -> Mapping[str, Option]:  # noqa: N802 - a constant of the module
        """The options by name."""

    def setup(self, seats: int, options: Options) -> State:
        """The state before anything was dealt. `options` are complete and checked."""

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """`(CHANCE,)`, or the seats that may act now in ascending order, or `()` when over."""

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """Each legal move once, in a stable order."""

    def deal(self, state: State, dice: Dice) -> Deal:
        """Sample a deal; only when chance is to act."""

    def evolve(self, state: State, event: Event) -> State:
        """The state after a legal event."""

    def refusal(self, state: State, event: Event) -> str | None:
        """Why this event is not possible here, what was wanted and what was found; None when it is."""

    def view(self, state: State) -> Json:
        """The position, the same for every viewer; its `phase` is `deal` when chance is to act."""

    def scores(self, state: State) -> Sequence[Score]:
        """Points first, tie-breaks after, by seat; final when nobody is to act."""

    def winners(self, state: State) -> Sequence[Seat]:
        """The seats with the highest score; who wins if the match ends now."""

    def encode(self, move: Move) -> Json:
        """The wire form of a move."""

    def decode(self, payload: Json) -> Move:
        """The move of a wire form, legal here or not; ValueError says what is wrong with the form."""

    def text(self, move: Move) -> str:
        """The text notation of a move."""

    def parse(self, text: str) -> Move:
        """The move of a text notation; ValueError says what is wrong with it."""

    def encode_deal(self, deal: Deal) -> Json:
        """The wire form of a deal."""

    def decode_deal(self, payload: Json) -> Deal:
        """The deal of a wire form, possible here or not; ValueError says what is wrong with the form."""


class Refused(Exception):
    """A choice that is not possible; the message says what was wanted and what was found."""
