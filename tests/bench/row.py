"""What every part of the benchmarks answers: rows, each a figure with what was measured beside it."""

from typing import Literal, NamedTuple


class Target(NamedTuple):
    """What a figure must reach."""

    sign: Literal["<=", ">="]
    bound: float

    def __str__(self) -> str:
        return f"{self.sign} {self.bound:g}"

    def is_met(self, value: float) -> bool:
        return value <= self.bound if self.sign == "<=" else value >= self.bound


class Row(NamedTuple):
    """One figure, a baseline of the same run in words, and what is wanted (None: nothing)."""

    name: str
    value: float
    unit: str
    baseline: str = ""
    target: Target | None = None

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None where there is none."""
        return None if self.target is None else self.target.is_met(self.value)


def at_most(bound: float) -> Target:
    return Target("<=", bound)


def at_least(bound: float) -> Target:
    return Target(">=", bound)


def figure(value: float) -> str:
    """A number to four digits or to the whole, whichever is more."""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"
