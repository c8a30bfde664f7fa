"""The market: 16 cells in reading order, `a1` at 0 and `d4` at 15; those face up are the bits of a mask."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

SIDE: Final = 4
CELLS: Final = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in "abcd")
FULL: Final = (1 << SIDE * SIDE) - 1

# In solo there is no board: the four drawn tiles are the first row.  [M36]
DRAWN: Final = (1 << SIDE) - 1


def cells_of(mask: int) -> tuple[int, ...]:
    """The cells of a mask, in reading order."""
    return tuple(cell for cell in range(SIDE * SIDE) if mask >> cell & 1)


def named(mask: int) -> list[str]:
    return [CELLS[cell] for cell in cells_of(mask)]


@lru_cache(FULL + 1)
def lines(face_up: int) -> tuple[int, ...]:
    """Each outermost line once, as a mask.

    The first and last row and column that have a tile face up are outermost.  [M7]
    A gap makes two lines; a line of one is a line; the same cells are one.     [M8]
    """
    rows = [[row * SIDE + column for column in range(SIDE)] for row in range(SIDE)]
    columns = [list(each) for each in zip(*rows, strict=True)]
    found: list[int] = []
    for side in (rows, columns):
        used = [cells for cells in side if any(face_up >> cell & 1 for cell in cells)]
        for cells in (used[0], used[-1]):
            found += _unbroken(face_up, cells)
    return tuple(dict.fromkeys(found))


@lru_cache(FULL + 1)
def outermost(face_up: int) -> tuple[int, ...]:
    """The cells of the outermost lines; all others that are face up are recessed.  [M7]"""
    mask = 0
    for line in lines(face_up):
        mask |= line
    return cells_of(mask)


def _unbroken(face_up: int, cells: list[int]) -> Iterator[int]:
    run = 0
    for cell in cells:
        if face_up >> cell & 1:
            run |= 1 << cell
        elif run:
            yield run
            run = 0
    if run:
        yield run
