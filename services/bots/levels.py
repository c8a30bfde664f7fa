"""How strong a search plays: by its judgement and its budget, never by blunders.

(1) The same state, seat, dice and budget give the same move, in every process and Python version.
(2) What was done is told with the move, so that anybody can do it again.
(3) Moves within half a point of the best are as good as it for a person: variety comes from them alone.
"""

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rulesets.contract import Dice, Json, Move, Ruleset, Seat, State
from services.bots.alphabeta import MARGIN, AlphaBeta
from services.bots.budgets import Budget
from services.bots.hooks import Hooks, hooks_of
from services.bots.puct import Puct, Tried
from services.bots.tails import is_tail

# How many deals ahead a seat alone looks, by its budget: a small one is spent best on the turn.
DEALS_ALONE = ((10_000, 2), (1_000, 1))
_SHARES = 100
# What the ceilings are held against.
CLOCK = time.thread_time


class Chosen(NamedTuple):
    """A move, and what the event says of how it was found."""

    move: Move
    told: Mapping[str, Json] = {}


Choose: TypeAlias = Callable[[Ruleset, State, Seat, Dice], Chosen]
Weighed: TypeAlias = list[tuple[Move, float]]


@dataclass(frozen=True)
class Search:
    """A level that searches: simulations, or nodes where alpha-beta searches, and seconds as the ceiling.

    `alphabeta`: with two seats alpha-beta searches. `tail`: nodes for solving the tail of a round before
    anything is simulated. `cut_at`: where the ceiling struck before, nodes of both together, to find that
    move again.
    """

    budget: int
    seconds: float
    alphabeta: bool = False
    tail: int = 0
    cut_at: int | None = None

    def __call__(self, ruleset: Ruleset, state: State, seat: Seat, dice: Dice) -> Chosen:
        hooks = hooks_of(ruleset)
        moves = hooks.moves(state, seat)
        if len(moves) == 1:
            return Chosen(moves[0], {"budget": self.budget})
        budget = Budget(self.budget, self.seconds, CLOCK, self.cut_at)
        with uncollected():
            weighed = self._weighed(ruleset, hooks, state, seat, (budget, dice))
        cut = {"cut_at": budget.cut_at} if budget.cut_at is not None else {}
        return Chosen(_one_of(weighed, dice), {"budget": self.budget, **cut})

    def _weighed(
        self, ruleset: Ruleset, hooks: Hooks, state: State, seat: Seat, means: tuple[Budget, Dice]
    ) -> Weighed:
        budget, dice = means
        seats = len(ruleset.scores(state))
        if seats == 2 and self.alphabeta:
            return AlphaBeta(hooks, seat, budget).answer(state).moves
        tail: Weighed = []
        if seats == 2 and self.tail and is_tail(hooks, state, seat, self.tail):
            budget.add(self.tail)
            answer = AlphaBeta(hooks, seat, budget, width=0).answer(state)
            if answer.solved:
                return answer.moves
            tail = answer.moves
            budget.add(self.budget)
        search = Puct(ruleset, hooks, seat, budget, dice.below(1 << 63))
        tried = search.tried(state, deals_alone(self.budget) if seats == 1 else 0)
        return _trusted(tried) or tail or [(tried[0].move, 0.0)]


@contextmanager
def uncollected() -> Iterator[None]:
    """No collection of garbage falls into this: one of a large heap takes as long as a move may, and a search
    leaves no cycles behind.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def deals_alone(budget: int) -> int:
    return next((deals for enough, deals in DEALS_ALONE if budget >= enough), 0)


def _trusted(tried: list[Tried]) -> Weighed:
    """The moves that were tried half as often as the first one or more; none if no time was left for any."""
    enough = max(1, tried[0].visits / 2)
    return [(each.move, each.lead) for each in tried if each.visits >= enough]


def _one_of(weighed: Weighed, dice: Dice) -> Move:
    """One of the moves within the margin of the best, the likelier the nearer it is."""
    best = max(worth for _, worth in weighed)
    near = [(move, 1 - (best - worth) / MARGIN) for move, worth in weighed if best - worth < MARGIN]
    return near[dice.draw([1 + int(_SHARES * share * share) for _, share in near])][0]
