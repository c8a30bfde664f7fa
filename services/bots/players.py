"""Who plays: functions that choose among the legal moves, on the contract alone.

(1) A player sees a state and nothing else: nothing that chance has not dealt yet.
(2) The same state, seat and seed give the same move, in every process and Python version.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rulesets.contract import Dice, Move, Ruleset, Seat, State

Choose = Callable[[Ruleset, State, Seat, Dice], Move]


@dataclass(frozen=True)
class Player:
    """`level` orders the bots by strength, 0 the weakest."""

    level: int
    choose: Choose


def random(ruleset: Ruleset, state: State, seat: Seat, dice: Dice) -> Move:
    """Any legal move."""
    moves = ruleset.legal_moves(state, seat)
    return moves[dice.below(len(moves))]


def greedy(ruleset: Ruleset, state: State, seat: Seat, dice: Dice) -> Move:
    """The move after which the seat stands best against the best of the others; any of several."""
    best: list[Move] = []
    highest = float("-inf")
    for move in ruleset.legal_moves(state, seat):
        worth = lead(ruleset, ruleset.evolve(state, (seat, move)), seat)
        if worth > highest:
            highest, best = worth, []
        if worth == highest:
            best.append(move)
    return best[dice.below(len(best))]


def lead(ruleset: Ruleset, state: State, seat: Seat) -> float:
    """How far a seat is expected to be before the best of the others; alone, its points."""
    estimate = getattr(ruleset, "estimate", None)
    points = estimate(state) if estimate else [score[0] for score in ruleset.scores(state)]
    others = [worth for at, worth in enumerate(points) if at != seat]
    return float(points[seat] - max(others)) if others else float(points[seat])


PLAYERS: Mapping[str, Player] = {"random": Player(0, random), "greedy": Player(1, greedy)}
