"""Tiles as one whole number: how many there are of each kind, a byte a kind.

Words: a **colour** is one of four; a **kind** is a colour or purple, counted from 0 in the order of `KINDS`.

 (1) No count reaches 255: adding and subtracting never carries from one kind into the next.
 (2) 256 leaves 1 when divided by 255, so what a number leaves is the sum of its bytes: `tiles % 255` is how
     many tiles there are. The rules write it so where it is counted often.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Final

COLORS: Final = ("red", "green", "blue", "yellow")
KINDS: Final = (*COLORS, "purple")
SHIFTS: Final = tuple(8 * kind for kind in range(len(KINDS)))
UNITS: Final = tuple(1 << shift for shift in SHIFTS)
PURPLE: Final = UNITS[4]
COLORED: Final = PURPLE - 1

# Far more than one table can hold at a time; a bound, so that nothing grows for ever.
REMEMBERED: Final = 1 << 14


def total(tiles: int) -> int:
    return tiles % 255


def counts(tiles: int) -> tuple[int, ...]:
    """How many of each kind, in the order of `KINDS`."""
    return tuple(tiles >> shift & 255 for shift in SHIFTS)


def purple(tiles: int) -> int:
    """How many are purple: the highest byte."""
    return tiles // PURPLE


def tiles_of(kinds: Iterable[int]) -> int:
    return sum(UNITS[kind] for kind in kinds)


def by_name(tiles: int) -> dict[str, int]:
    """The wire form: counts by name, without zero entries."""
    return {name: count for name, count in zip(KINDS, counts(tiles), strict=True) if count}


def covers(tiles: int, part: int) -> bool:
    """Are there as many of each kind as `part` has?"""
    return all(has >= wants for has, wants in zip(counts(tiles), counts(part), strict=True))


@lru_cache(REMEMBERED)
def parts(tiles: int, most: int) -> tuple[int, ...]:
    """Every choice of at most so many of these tiles, each once."""
    choices = (range(0, (count + 1) * unit, unit) for count, unit in zip(counts(tiles), UNITS, strict=True))
    return tuple(part for part in map(sum, product(*choices)) if part % 255 <= most)


@lru_cache(REMEMBERED)
def exact_parts(tiles: int, size: int) -> tuple[int, ...]:
    """Every choice of exactly so many of these tiles, each once."""
    return tuple(part for part in parts(tiles, size) if part % 255 == size)
