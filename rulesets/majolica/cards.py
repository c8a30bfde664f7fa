"""Designs and goals: what a face says, and what it asks.

(1) Where a tile could fill a coloured space or a blank, the coloured space is filled first: how many tiles of
    each colour lie on a design says which spaces are open.                                            [M32]
(2) Cards are the same object wherever they lie; they are told apart by it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rulesets.majolica.tiles import SHIFTS, counts, total

GOALS: Final = ("printed", "hand_designs", "designs_worth", "city_hall_rewards", "finished")


@dataclass(frozen=True, eq=False, slots=True)
class Design:
    """`tiles` are the coloured spaces; `blank` counts those that take any colour but purple."""

    name: str
    points: int
    tiles: int
    blank: int = 0
    hand: bool = False
    starter: bool = False

    @property
    def spaces(self) -> int:
        return total(self.tiles) + self.blank

    def takes(self, tiles: int) -> bool:
        """Can these tiles, no purple among them, lie on it all at once?"""
        over = 0
        for shift in SHIFTS:
            over += max(0, (tiles >> shift & 255) - (self.tiles >> shift & 255))
        return over <= self.blank


@dataclass(frozen=True, eq=False, slots=True)
class Goal:
    """`kind` is one of `GOALS`; `detail` the colour of `printed`, the points of `designs_worth`."""

    name: str
    points: int
    kind: str
    at_least: int
    detail: int = 0


def reached(goal: Goal, finished: Sequence[Design], rewards: int) -> int:
    """How much of what the goal counts a seat has; the goal is met at `at_least`.  [M35]"""
    match goal.kind:
        case "printed":
            return sum(counts(design.tiles)[goal.detail] for design in finished)
        case "hand_designs":
            return sum(design.hand for design in finished)
        case "designs_worth":
            return sum(design.points >= goal.detail for design in finished)
        case "city_hall_rewards":
            return rewards
        case _:
            return len(finished)
