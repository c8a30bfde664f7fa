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
# Keeps what was hardly ever seen near zero, and what goes together from pulling far apart: it counts like so
# many boards that had it once and gained nothing.
RIDGE = 30.0


class Sample(NamedTuple):
    """A seat at one of these positions: what counts on its board, and the points that were still to come."""

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


def centred(weights: Weights, samples: Iterable[Sample]) -> Weights:
    """The same weights, but right on the average in each stage: by what counts alike on every board of it.

    That is of no matter to a choice. It makes an estimate one of final points.
    """
    found: dict[str, dict[str, int]] = {stage: dict(each) for stage, each in weights.items()}
    for stage, seen in _by_stage(samples).items():
        alike = [name for name in seen[0].counted if all(each.counted.get(name) == 1 for each in seen)]
        if alike and stage in found:
            missing = sum(each.to_come - _promised(found[stage], each.counted) for each in seen) / len(seen)
            found[stage][alike[0]] = found[stage].get(alike[0], 0) + round(HUNDREDTHS * missing)
    return found


def _promised(weights: Mapping[str, int], counted: Mapping[str, float]) -> float:
    return sum(weights.get(name, 0) * value for name, value in counted.items()) / HUNDREDTHS


def _by_stage(samples: Iterable[Sample]) -> dict[str, list[Sample]]:
    found: dict[str, list[Sample]] = {}
    for sample in samples:
        found.setdefault(sample.stage, []).append(sample)
    return found


def fitted(samples: Iterable[Sample], ridge: float = RIDGE) -> Fitted:
    """The weights that leave the least squares, stage by stage."""
    weights, squares, squares_without, count = {}, 0.0, 0.0, 0
    for stage, found in sorted(_by_stage(samples).items()):
        names = sorted({name for sample in found for name in sample.counted})
        seen = np.array([[sample.counted.get(name, 0) for name in names] for sample in found], dtype=float)
        to_come = np.array([sample.to_come for sample in found], dtype=float)
        best = np.linalg.solve(seen.T @ seen + ridge * np.eye(len(names)), seen.T @ to_come)
        rounded = np.rint(HUNDREDTHS * best)
        weights[stage] = {name: int(each) for name, each in zip(names, rounded, strict=True) if each}
        squares += float(np.sum((to_come - seen @ rounded / HUNDREDTHS) ** 2))
        squares_without += float(np.sum(to_come**2))
        count += len(found)
    return Fitted(weights, count, (squares / (count or 1)) ** 0.5, (squares_without / (count or 1)) ** 0.5)
