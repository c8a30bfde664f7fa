"""The curve of a match: what each seat could expect, over all its choices, as lines to draw.

(1) Place 0 is the position before the first choice, place n the one after the n-th.
(2) Where a position could not be judged the line passes over it.
(3) Ends of lines that would write over each other are written one below the other.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

WIDTH: Final = 360
HEIGHT: Final = 220
LEFT: Final = 30
RIGHT: Final = WIDTH - 40
TOP: Final = 24
BOTTOM: Final = HEIGHT - 20
LABEL_HEIGHT: Final = 14
MOST_TICKS: Final = 6
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

Expected = Sequence[float] | None


class Line(NamedTuple):
    """The line of a seat: its points as SVG has them, where it ends, and where its end is named."""

    points: str
    end: tuple[float, float]
    label: float


class Curve:
    """Places and points, in the units of the drawing."""

    def __init__(self, expected: Sequence[Expected]) -> None:
        self._expected = expected
        known = [points for each in expected if each for points in each]
        self._low, self._high = min(known, default=0.0), max(known, default=1.0)
        self.ticks = _ticks(self._low, self._high)
        self._low, self._high = min(self._low, *self.ticks), max(self._high, *self.ticks)

    def x(self, place: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * place / max(1, len(self._expected) - 1), 1)

    def y(self, points: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (points - self._low) / (self._high - self._low), 1)

    def at(self, place: int, seat: int) -> tuple[float, float] | None:
        """Where the line of a seat is at a place; None where that was not judged."""
        expected = self._expected[place]
        return (self.x(place), self.y(expected[seat])) if expected else None

    def lines(self, seats: int) -> list[Line]:
        found = [
            [point for place in range(len(self._expected)) if (point := self.at(place, seat))]
            for seat in range(seats)
        ]
        ends = [points[-1] if points else (float(LEFT), float(BOTTOM)) for points in found]
        labels = _apart([y for _, y in ends])
        return [
            Line(" ".join(f"{x},{y}" for x, y in points), end, label)
            for points, end, label in zip(found, ends, labels, strict=True)
        ]


def _ticks(low: float, high: float) -> list[int]:
    """Round numbers from below the lowest to above the highest value."""
    for step in STEPS:
        first, last = int(low // step), -int(-high // step)
        if last - first < MOST_TICKS:
            break
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def _apart(heights: Sequence[float]) -> list[float]:
    """The same heights, moved as little as keeps them from touching.  (3)"""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    placed = list(heights)
    for above, at in pairwise(order):
        placed[at] = max(placed[at], placed[above] + LABEL_HEIGHT)
    lowest = float(BOTTOM)
    for at in reversed(order):
        placed[at] = min(placed[at], lowest)
        lowest = placed[at] - LABEL_HEIGHT
    return placed
