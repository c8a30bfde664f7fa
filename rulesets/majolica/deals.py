"""What chance deals: the market, the designs that fill up the display, and at first starters and goals.

(1) A deal is sampled from what is left, never read off an order that was fixed before.            [M38]
(2) The discard pile comes back only when a design is needed and the deck is empty.                 [M30]
(3) `deal` throws for the starting seat, the starters, the market, the display and the goals, in this order.
    Another order deals otherwise from the same dice: that would be a new VERSION.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rulesets.contract import Dice, Seat
from rulesets.majolica.cards import Design
from rulesets.majolica.market import DRAWN, FULL, SIDE
from rulesets.majolica.state import SELECT, START, State
from rulesets.majolica.tiles import COLORS, counts, tiles_of


class Deal(NamedTuple):
    """`market` in rows; `display` when a round begins; the others in the first deal."""

    market: tuple[tuple[int, ...], ...]
    display: tuple[str, ...] | None = None
    starting_seat: Seat | None = None
    starters: tuple[str, ...] | None = None
    goals: tuple[str, ...] | None = None


def deal(state: State, dice: Dice) -> Deal:
    """Sample a deal that is possible here."""
    if state.round:
        market = _market(state, dice)
        return Deal(market, _display(state, dice) if state.round_due else None)
    seats, components = len(state.boards), state.components
    starting_seat = dice.below(seats)
    starters = _some([design.name for design in components.starters], seats, dice)
    market, display = _market(state, dice), _display(state, dice)
    goals = _some(list(components.goals), seats + 1, dice) if state.with_goals else None
    return Deal(market, display, starting_seat, starters, goals)


def _some(names: list[str], size: int, dice: Dice) -> tuple[str, ...]:
    dice.shuffle(names)
    return tuple(names[:size])


def _market(state: State, dice: Dice) -> tuple[tuple[int, ...], ...]:
    """All large tiles shuffled; in solo four of those not drawn this round.  [M3] [M36]"""
    left = list(counts(state.undrawn)[: len(COLORS)])
    drawn = []
    for _ in range(SIDE if state.solo else SIDE * SIDE):
        color = dice.draw(left)
        left[color] -= 1
        drawn.append(color)
    return tuple(tuple(drawn[at : at + SIDE]) for at in range(0, len(drawn), SIDE))


def _display(state: State, dice: Dice) -> tuple[str, ...]:
    drawn: list[str] = []
    for source, size in sources(state):
        drawn += _some([design.name for design in source], size, dice)
    return tuple(drawn)


def sources(state: State) -> list[tuple[tuple[Design, ...], int]]:
    """Where new designs come from, and how many from each: the deck, and the discard pile after it.  [M30]"""
    due = state.components.display - len(state.display)
    from_deck = min(due, len(state.deck))
    return [(state.deck, from_deck), (state.discarded, min(due - from_deck, len(state.discarded)))]


def lay(state: State, dealt: Deal) -> None:
    """Lay out a possible deal, in place."""
    if dealt.display is not None:
        _open(state, dealt.display)
        state.round += 1
    if dealt.starters is not None:
        _prepare(state, dealt)
    else:
        state.phase = SELECT
    state.market = tuple(color for row in dealt.market for color in row)
    state.face_up = DRAWN if state.solo else FULL
    if state.solo:
        state.undrawn -= tiles_of(state.market)


def _prepare(state: State, first: Deal) -> None:
    """The first deal: who starts, who lays which starter, which goals are open.  [M2] [M4] [M5]"""
    components = state.components
    state.first_seat = state.starting_seat = first.starting_seat or 0
    for board, name in zip(state.boards, first.starters or (), strict=True):
        board.starter = (components.designs[name], 0)
    state.goals = tuple(components.goals[name] for name in first.goals or ())
    state.phase = START


def _open(state: State, names: Sequence[str]) -> None:
    """Designs that stayed open move up, new ones go to the end.  [M30]"""
    _, (_, from_discarded) = sources(state)
    if from_discarded:
        state.deck, state.discarded = state.deck + state.discarded, ()
    state.display += tuple(state.components.designs[name] for name in names)
    state.deck = tuple(design for design in state.deck if design not in state.display)


def refusal(state: State, dealt: Deal) -> str | None:
    """Why chance cannot deal this here; None when it can."""
    return _wrong_keys(state, dealt) or _wrong_market(state, dealt) or _wrong_cards(state, dealt)


def _wrong_keys(state: State, dealt: Deal) -> str | None:
    first = state.round == 0
    due = {
        "market": True,
        "display": state.round_due,
        "starting_seat": first,
        "starters": first,
        "goals": first and state.with_goals,
    }
    found = [key for key, value in dealt._asdict().items() if value is not None]
    wanted = [key for key, wants in due.items() if wants]
    return None if found == wanted else f"a deal of {', '.join(wanted)} is due, not of {', '.join(found)}"


def _wrong_market(state: State, dealt: Deal) -> str | None:
    rows = 1 if state.solo else SIDE
    if len(dealt.market) != rows:
        return f"the market has {rows} row{'s' * (rows > 1)} of {SIDE}, not {len(dealt.market)}"
    laid = counts(tiles_of(color for row in dealt.market for color in row))
    for name, has, left in zip(COLORS, laid, counts(state.undrawn), strict=False):
        if has > left:
            return f"at most {left} large tiles of {name} can be dealt, not {has}"
    return None


def _wrong_cards(state: State, dealt: Deal) -> str | None:
    if dealt.display is not None and (wrong := _wrong_display(state, dealt.display)):
        return wrong
    if dealt.starting_seat is None or dealt.starters is None:
        return None
    seats, components = len(state.boards), state.components
    if dealt.starting_seat >= seats:
        return f"the starting seat is one from 0 to {seats - 1}, not {dealt.starting_seat}"
    starters = [design.name for design in components.starters]
    if wrong := _wrong_choice(dealt.starters, starters, seats, "starters"):
        return wrong
    if dealt.goals is None:
        return None
    return _wrong_choice(dealt.goals, list(components.goals), seats + 1, "goals")


def _wrong_display(state: State, names: tuple[str, ...]) -> str | None:
    due = sum(size for _, size in sources(state))
    if len(names) != due:
        return f"{due} designs are laid open, not {len(names)}"
    for source, size in sources(state):
        left = [design.name for design in source]
        if wrong := _wrong_choice(names[:size], left, size, "designs"):
            return wrong
        names = names[size:]
    return None


def _wrong_choice(names: Sequence[str], left: Sequence[str], size: int, what: str) -> str | None:
    if len(set(names)) != size or len(names) != size:
        return f"{size} different {what} are dealt, not {', '.join(names) or 'none'}"
    for name in names:
        if name not in left:
            return f"{what} are dealt from {', '.join(left) or 'none'}; {name} is not among them"
    return None
