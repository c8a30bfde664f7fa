"""Who plays: functions that choose among the legal moves, on the contract alone.

(1) A player sees a state and nothing else: nothing that chance has not dealt yet.
(2) The same state, seat and seed give the same move, in every process and Python version.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rulesets.contract import Dice, Move, Ruleset, Seat, State
from services.bots.levels import Choose, Chosen, Search
from services.bots.one_ply import easy, greedy, random

__all__ = ["PLAYERS", "Chosen", "Player", "easy", "greedy", "random"]


@dataclass(frozen=True)
class Player:
    """`level` orders the bots by strength, 0 the weakest."""

    level: int
    choose: Choose


def untold(choose: Callable[[Ruleset, State, Seat, Dice], Move]) -> Choose:
    """A player of whom there is nothing to tell but the name and the seed."""
    return lambda ruleset, state, seat, dice: Chosen(choose(ruleset, state, seat, dice))


# The ceilings of CPU time, less what the last node takes and the tree when it is given back.
SECOND, FIVE_SECONDS = 0.8, 4.6

PLAYERS: Mapping[str, Player] = {
    "random": Player(0, untold(random)),
    "easy": Player(1, untold(easy)),
    "greedy": Player(2, untold(greedy)),
    "medium": Player(3, Search(60, SECOND, alphabeta=True)),
    "hard": Player(4, Search(80, SECOND)),
    "expert": Player(5, Search(6_000, SECOND, tail=2_000)),
    "master": Player(6, Search(60_000, FIVE_SECONDS, tail=20_000)),
}
