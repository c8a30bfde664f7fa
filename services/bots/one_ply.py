"""Who looks one move ahead, or not even that."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rulesets.contract import Dice, Move, Ruleset, Seat, State
from services.bots.alphabeta import lead_of
from services.bots.hooks import estimate_of, promising_of, rough_estimate_of

# Of so many moves of `easy` three are any sensible ones.
_CASUAL, _OF = 3, 10
Estimate: TypeAlias = Callable[[State], Sequence[float]]


def random(ruleset: Ruleset, state: State, seat: Seat, dice: Dice) -> Move:
    """Any legal move."""
    moves = ruleset.legal_moves(state, seat)
    return moves[dice.below(len(moves))]


def greedy(ruleset: Ruleset, state: State, seat: Seat, dice: Dice) -> Move:
    """The move after which the seat stands, at a glance, best against the best of the others."""
    return _best(ruleset, (state, seat), ruleset.legal_moves(state, seat), rough_estimate_of(ruleset), dice)


def judging(ruleset: Ruleset, state: State, seat: Seat, dice: Dice) -> Move:
    """The same of the promising moves and by the estimate: cheap, and led by the weights alone."""
    return _best(ruleset, (state, seat), promising_of(ruleset)(state, seat), estimate_of(ruleset), dice)


def foremost(ruleset: Ruleset, state: State, seat: Seat, dice: Dice) -> Move:
    """The move that the ruleset's order has first: the cheapest of all that is led by weights."""
    moves = promising_of(ruleset)(state, seat)
    order = getattr(ruleset, "order", None)
    if order is None:
        return judging(ruleset, state, seat, dice)
    scores = order(state, moves)
    return moves[scores.index(max(scores))]


def _best(
    ruleset: Ruleset, position: tuple[State, Seat], moves: Sequence[Move], estimate: Estimate, dice: Dice
) -> Move:
    state, seat = position
    best: list[Move] = []
    highest = float("-inf")
    for move in moves:
        worth = lead_of(estimate(ruleset.evolve(state, (seat, move))), seat)
        if worth > highest:
            highest, best = worth, []
        if worth == highest:
            best.append(move)
    return best[dice.below(len(best))]


def easy(ruleset: Ruleset, state: State, seat: Seat, dice: Dice) -> Move:
    """Three moves in ten any promising one, the others greedy."""
    if dice.below(_OF) >= _CASUAL:
        return greedy(ruleset, state, seat, dice)
    moves = promising_of(ruleset)(state, seat)
    return moves[dice.below(len(moves))]
