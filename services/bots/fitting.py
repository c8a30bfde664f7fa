"""Weights of a linear estimate, by least squares: fitted to final scores, or to comparisons.

(1) Final scores say what a board was worth in play as it was, and take what goes with a good match for its
    cause. Two ways on from the same position differ by what they did alone.
(2) Fitted to comparisons, the weights of a stage stay near those of all stages, these near the ones before.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulesets.contract import HUNDREDTHS, Features, Seat, Weights

# Keeps what was hardly ever seen near zero (or where it was), and what goes together from pulling far apart:
# it counts like so many boards that had it once and gained nothing.
RIDGE = 30.0
# By how much harder the weights of a stage are held than those of all.
HELD = 10


class Sample(NamedTuple):
    """A seat at one of these positions: what counts on its board, and the points that were still to come."""

    stage: str
    counted: Mapping[str, float]
    to_come: float


class Way(NamedTuple):
    """What counted where a way led to, and the final points of each seat that were expected later on."""

    features: Features
    came_to: Sequence[float]


class Comparison(NamedTuple):
    """Two ways on of a seat."""

    seat: Seat
    one: Way
    other: Way


class Fitted(NamedTuple):
    """Weights, and by how many points the estimate is off with them and without (root of the mean square)."""

    weights: Weights
    samples: int
    off: float
    off_without: float


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


def fitted_to(comparisons: Sequence[Comparison], before: Weights, ridge: float) -> Fitted:
    """The weights that leave the least squares of the differences.

    `ridge`: a weight moves from its place before as if so many comparisons with a difference of one had shown
    that it is right there.
    """
    ends = [way.features for each in comparisons for way in (each.one, each.other)]
    stages = sorted({end.stage for end in ends})
    names = sorted({name for end in ends for counted in end.counted for name in counted})
    columns = {name: at for at, name in enumerate(names)}
    own = {stage: slice(len(names) * at, len(names) * (at + 1)) for at, stage in enumerate(stages, 1)}
    rows = np.zeros((len(comparisons), len(names) * (len(stages) + 1)))
    came_to = np.zeros(len(comparisons))
    for row, (seat, *ways) in enumerate(comparisons):
        for way, sign in zip(ways, (1, -1), strict=True):
            counted = sign * _lead_counted(way.features, seat, columns)
            rows[row, : len(names)] += counted
            rows[row, own[way.features.stage]] += counted
            came_to[row] += sign * (_lead(way.came_to, seat) - _lead(way.features.points, seat))
    old = np.array([[before.get(stage, {}).get(name, 0) for name in names] for stage in stages]) / HUNDREDTHS
    start = np.concatenate([old.mean(axis=0), (old - old.mean(axis=0)).ravel()])
    held = np.repeat([ridge, HELD * ridge], [len(names), len(names) * len(stages)])
    moved = np.linalg.solve(rows.T @ rows + np.diag(held), rows.T @ (came_to - rows @ start))
    common, *apart = (start + moved).reshape(len(stages) + 1, len(names))
    weights: dict[str, Mapping[str, int]] = dict(before)
    for stage, each in zip(stages, apart, strict=True):
        rounded = np.rint(HUNDREDTHS * (common + each))
        weights[stage] = {name: int(weight) for name, weight in zip(names, rounded, strict=True) if weight}
    off = came_to - rows @ (start + moved)
    return Fitted(weights, len(comparisons), _root_mean_square(off), _root_mean_square(came_to))


def _lead_counted(features: Features, seat: Seat, columns: Mapping[str, int]) -> NDArray[np.float64]:
    """What counts on a seat's board beyond the average of the others'."""
    found = np.zeros(len(columns))
    for at, counted in enumerate(features.counted):
        part = 1 if at == seat else -1 / (len(features.counted) - 1)
        for name, value in counted.items():
            found[columns[name]] += part * value
    return found


def _lead(points: Sequence[float], seat: Seat) -> float:
    others = [worth for at, worth in enumerate(points) if at != seat]
    return points[seat] - (sum(others) / len(others) if others else 0)


def _root_mean_square(values: NDArray[np.float64]) -> float:
    return float(np.sqrt(np.mean(values**2)))
