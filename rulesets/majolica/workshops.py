"""Workshops: what one holds, when it runs, what may go up, break and go back.

What is asked again and again is answered from memory: the answers depend on the arguments alone.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from rulesets.majolica.cards import Design
from rulesets.majolica.tiles import COLORED, COLORS, REMEMBERED, UNITS, counts, exact_parts, parts, total


@dataclass(frozen=True, eq=False, slots=True)
class Workshop:
    """`ready` are all tiles it runs with; `up` the least and the most that go to its design."""

    holds: int
    groups: tuple[int, ...]
    ready: frozenset[int]
    up: tuple[int, int]
    broken: int
    city_hall: int = 0
    single_color: bool = False


def meeting(groups: tuple[int, ...], *, purple: bool) -> frozenset[int]:
    """All tiles that make exactly these groups, with purple among them or without."""
    size = sum(groups)
    ways = product(*(range(size + 1) for _ in COLORS), range((size if purple else 0) + 1))
    return frozenset(
        sum(count * unit for count, unit in zip(way, UNITS, strict=True))
        for way in ways
        if sum(way) == size and _fill(way, groups)
    )


def _fill(way: tuple[int, ...], groups: tuple[int, ...]) -> bool:
    """Each colour within a group of its own; purple is the rest, as any colour.  [M17] [M18]

    Largest colour into largest group: if any distribution works, this one does.
    """
    colors = sorted((count for count in way[: len(COLORS)] if count), reverse=True)
    sizes = sorted(groups, reverse=True)
    return len(colors) <= len(sizes) and all(
        count <= size for count, size in zip(colors, sizes, strict=False)
    )


@lru_cache(REMEMBERED)
def ways_back(workshop: Workshop, tiles: int) -> tuple[int, ...]:
    """All that may go back when it takes in old and new tiles together: one way where there is no choice.

    W1 to W3: exactly the excess, of old and new, purple a tile like another.  [M12] [M14]
    W4: all but one colour, and of that what exceeds its room.                 [M13]
    """
    if not workshop.single_color:
        return exact_parts(tiles, max(0, total(tiles) - workshop.holds))
    stays = [min(count, workshop.holds) * unit for count, unit in zip(counts(tiles), UNITS, strict=True)]
    return tuple(tiles - each for each in stays if each) or (0,)


@lru_cache(REMEMBERED)
def runs(workshop: Workshop, design: Design | None, lying: int, tiles: int) -> tuple[tuple[int, int], ...]:
    """All (up, broken) of a run with these tiles under this design and what lies on it.  [M19] [M20] [M23]"""
    if workshop.single_color:
        return ((0, 0),)
    colored = tiles & COLORED
    return tuple(
        (up, broken)
        for up in ways_up(workshop, design, lying, colored)
        for broken in ways_broken(workshop, colored - up)
    )


def ways_up(workshop: Workshop, design: Design | None, lying: int, colored: int) -> list[int]:
    """At least the workshop's least if so many can go, at most its most, never purple.  [M19]"""
    if design is None:
        return [0]
    fitting = [up for up in parts(colored, workshop.up[1]) if design.takes(lying + up)]
    least = min(workshop.up[0], max(map(total, fitting)))
    return [up for up in fitting if total(up) >= least]


def ways_broken(workshop: Workshop, colored: int) -> tuple[int, ...]:
    """As many as the workshop breaks, or as there are, never purple.  [M20]"""
    return exact_parts(colored, min(workshop.broken, total(colored)))
