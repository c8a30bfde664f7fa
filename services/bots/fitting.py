"""Weights of a linear estimate, fitted to what became of positions in matches of a bot with itself.

(1) A generation plays under the weights of the one before it, and its weights are fitted to all matches so
    far. Positions are those of which the ruleset says what its estimate sees.
(2) Some moves are any promising ones, so that boards that nobody would build are judged too.
(3) A match follows from the seed, its generation and its number, whatever process plays it.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from rulesets.contract import CHANCE, HUNDREDTHS, Dice, Refused, Weights, weighed
from services.bots.arena import LONGEST, Table
from services.bots.hooks import promising_of
from services.bots.levels import Choose

_TEN = 10
# Keeps what was hardly ever seen near zero: it counts like so many positions that had it and gained nothing.
RIDGE = 3.0


class Sample(NamedTuple):
    """A seat between two rounds: what counts on its board, and the points that were still to come."""

    stage: str
    counted: Mapping[str, float]
    to_come: float


class Fitted(NamedTuple):
    """Weights, and by how many points the estimate is off with them and without (root of the mean square)."""

    weights: Weights
    samples: int
    off: float
    off_without: float


class Play(NamedTuple):
    """Who plays, in which generation; `casual` is how many moves of ten are any promising ones."""

    choose: Choose
    generation: int
    casual: int


def samples_of(table: Table, weights: Weights, play: Play, number: int) -> list[Sample]:
    """The samples of one match; none of a match that does not end."""
    ruleset = weighed(table.ruleset, weights)
    if not hasattr(ruleset, "features"):
        raise Refused("this ruleset says nothing of what its estimate counts")
    dice = Dice(f"{table.seed}".encode(), ["tiledraft-fit/1", play.generation, number])
    state = ruleset.setup(table.seats, table.options)
    seen, moved = [], False
    for _ in range(LONGEST):
        acting = ruleset.to_act(state)
        if not acting:
            break
        if moved and (features := ruleset.features(state)) is not None:
            seen.append(features)
        if acting[0] == CHANCE:
            choice = ruleset.deal(state, dice)
        elif dice.below(_TEN) < play.casual:
            moves = promising_of(ruleset)(state, acting[0])
            choice = moves[dice.below(len(moves))]
        else:
            choice = play.choose(ruleset, state, acting[0], dice).move
        moved = moved or acting[0] != CHANCE
        state = ruleset.evolve(state, (acting[0], choice))
    else:
        return []
    final = [score[0] for score in ruleset.scores(state)]
    return [
        Sample(features.stage, counted, final[seat] - features.points[seat])
        for features in seen
        for seat, counted in enumerate(features.counted)
    ]


def stepped(before: Weights, after: Weights, step: float) -> Weights:
    """From some weights so far towards others: 1 is all the way.

    A fit says what becomes of boards in play under the weights before. Where bots play otherwise under the
    weights after, it is right only nearby.
    """
    found: dict[str, dict[str, int]] = {}
    for stage in sorted({*before, *after}):
        new = after.get(stage, before.get(stage, {}))
        old = before.get(stage, new)
        names = sorted({*old, *new})
        made = {name: round((1 - step) * old.get(name, 0) + step * new.get(name, 0)) for name in names}
        found[stage] = {name: weight for name, weight in made.items() if weight}
    return found


def fitted(samples: Iterable[Sample]) -> Fitted:
    """The weights that leave the least squares, stage by stage."""
    by_stage: dict[str, list[Sample]] = {}
    for sample in samples:
        by_stage.setdefault(sample.stage, []).append(sample)
    weights, squares, squares_without, count = {}, 0.0, 0.0, 0
    for stage, found in sorted(by_stage.items()):
        names = sorted({name for sample in found for name in sample.counted})
        seen = np.array([[sample.counted.get(name, 0) for name in names] for sample in found], dtype=float)
        to_come = np.array([sample.to_come for sample in found], dtype=float)
        best = np.linalg.solve(seen.T @ seen + RIDGE * np.eye(len(names)), seen.T @ to_come)
        rounded = np.rint(HUNDREDTHS * best)
        weights[stage] = {name: int(each) for name, each in zip(names, rounded, strict=True) if each}
        squares += float(np.sum((to_come - seen @ rounded / HUNDREDTHS) ** 2))
        squares_without += float(np.sum(to_come**2))
        count += len(found)
    return Fitted(weights, count, (squares / (count or 1)) ** 0.5, (squares_without / (count or 1)) ** 0.5)
