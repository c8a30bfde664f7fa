"""Matches of a bot with itself, and what they show of what counts on boards.

(1) Some moves are any promising ones, so that boards that nobody would build are judged too.
(2) A **sample** sets what counted on a board against the points that were still to come.
(3) A **comparison** sets two ways on from one position against each other. They share everything but
    themselves: the position, who plays on, the deals to come. A way is the turn of a seat, and what follows
    until boards are counted; it is judged at the horizon some deals later.
(4) A match follows from the seed, its generation and its number, whatever process plays it.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rulesets.contract import CHANCE, Dice, Features, Move, Refused, Seat, State, Weights, weighed
from services.bots.alphabeta import ordered
from services.bots.arena import LONGEST, Table
from services.bots.fitting import Comparison, Sample, Way
from services.bots.hooks import at_horizon, estimate_of, promising_of
from services.bots.levels import Choose

# In one of so many turns two ways are compared.
ONE_OF = 4
# A way begins with one of so many moves that the ruleset's order has first.
FIRST = 10
_TEN = 10


class Later(NamedTuple):
    """When ways are judged, in deals, and under which weights."""

    deals: int
    weights: Weights


class Play(NamedTuple):
    """Who plays, in which generation; `casual` is how many moves of ten are any promising ones. Without
    `later` nothing is compared.
    """

    choose: Choose
    generation: int
    casual: int
    later: Later | None = None


class Seen(NamedTuple):
    """What a match shows."""

    samples: list[Sample]
    comparisons: list[Comparison]


def seen_in(table: Table, weights: Weights, play: Play, number: int) -> Seen:
    """What one match shows that is played under these weights; nothing if it does not end."""
    ruleset: Any = weighed(table.ruleset, weights)
    if not hasattr(ruleset, "features"):
        raise Refused("this ruleset says nothing of what its estimate counts")
    dice = Dice(f"{table.seed}".encode(), ["tiledraft-fit/1", play.generation, number])
    state = ruleset.setup(table.seats, table.options)
    comparer = None if play.later is None else Comparer(ruleset, play, play.later)
    counted: list[Features] = []
    comparisons: list[Comparison | None] = []
    moved, last = False, CHANCE
    for _ in range(LONGEST):
        acting = ruleset.to_act(state)
        if not acting:
            break
        if moved and (features := ruleset.features(state)) is not None:
            counted.append(features)
        if comparer and acting[0] not in (CHANCE, last) and not dice.below(ONE_OF):
            comparisons.append(comparer.compared(state, acting[0], dice))
        if acting[0] == CHANCE:
            choice = ruleset.deal(state, dice)
        elif dice.below(_TEN) < play.casual:
            moves = promising_of(ruleset)(state, acting[0])
            choice = moves[dice.below(len(moves))]
        else:
            choice = play.choose(ruleset, state, acting[0], dice).move
        last = acting[0]
        moved = moved or last != CHANCE
        state = ruleset.evolve(state, (acting[0], choice))
    else:
        return Seen([], [])
    final = [score[0] for score in ruleset.scores(state)]
    samples = [
        Sample(features.stage, by_name, final[seat] - features.points[seat])
        for features in counted
        for seat, by_name in enumerate(features.counted)
    ]
    return Seen(samples, [each for each in comparisons if each is not None])


class Comparer:
    """Compares ways of a ruleset's seats."""

    def __init__(self, ruleset: Any, play: Play, later: Later) -> None:
        self._ruleset, self._choose, self._casual = ruleset, play.choose, play.casual
        self._deals, self._estimate = later.deals, estimate_of(weighed(ruleset, later.weights))

    def compared(self, state: State, seat: Seat, dice: Dice) -> Comparison | None:
        """None where the match ended before boards were counted, or both ways led to the same."""
        one, other = self._way(state, seat, dice), self._way(state, seat, dice)
        if one is None or other is None or one[1] == other[1]:
            return None
        key = dice.below(1 << 63).to_bytes(8, "big")
        ways = [Way(features, self._judged_later(led_to, key)) for led_to, features in (one, other)]
        return Comparison(seat, *ways)

    def _way(self, state: State, seat: Seat, dice: Dice) -> tuple[State, Features] | None:
        ruleset, whose = self._ruleset, seat
        move = self._first(state, seat, dice)
        while True:
            state = ruleset.evolve(state, (seat, move))
            acting = ruleset.to_act(state)
            if whose not in acting and (features := ruleset.features(state)) is not None:
                return state, features
            if at_horizon(acting):
                return None
            seat = acting[0]
            move = self._casually(state, seat, dice) or self._choose(ruleset, state, seat, dice).move

    def _first(self, state: State, seat: Seat, dice: Dice) -> Move:
        if (move := self._casually(state, seat, dice)) is not None:
            return move
        moves = promising_of(self._ruleset)(state, seat)
        order = getattr(self._ruleset, "order", None)
        likely = ordered(order(state, moves))[:FIRST] if order else range(len(moves))
        return moves[likely[dice.below(len(likely))]]

    def _casually(self, state: State, seat: Seat, dice: Dice) -> Move | None:
        """Any promising move, if this one is to be casual."""
        if dice.below(_TEN) >= self._casual:
            return None
        moves = promising_of(self._ruleset)(state, seat)
        return moves[dice.below(len(moves))]

    def _judged_later(self, state: State, key: bytes) -> Sequence[float]:
        ruleset, deals, bots = self._ruleset, 0, Dice(key, ["tiledraft-fit/1", "bots"])
        while acting := ruleset.to_act(state):
            seat = acting[0]
            if seat == CHANCE:
                deals += 1
                if deals > self._deals:
                    break
                choice = ruleset.deal(state, Dice(key, ["tiledraft-fit/1", "deal", deals]))
            else:
                choice = self._choose(ruleset, state, seat, bots).move
            state = ruleset.evolve(state, (seat, choice))
        return self._estimate(state)
