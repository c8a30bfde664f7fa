"""Colors, board and moves as numbers, and what follows from them, computed once at import.

Words: a **heap** is tiles without order, one int of five six-bit counts, one count a color: heaps add and
subtract as wholes. A **five** is a five-bit mask (of lines, of columns); a **field** is a 25-bit mask of
five fives: the wall by rows and by columns, and lines or columns by color. A **move** is an int.

Lines count from 1, 0 is the floor; rows and columns count from 0 in here and from 1 in a tile move.
"""

from itertools import product
from typing import Final, NamedTuple, TypeAlias

COLORS: Final = ("blue", "yellow", "red", "black", "white")
LETTERS: Final = "byrkw"
MARKER: Final = len(COLORS)
FLOOR_NAMES: Final = (*COLORS, "marker")

FACTORIES: Final = {2: 5, 3: 7, 4: 9}  # [A1]
SOURCES: Final = range(1 + max(FACTORIES.values()))
FIVE: Final = range(5)
LINES: Final = range(1, 6)
COPIES: Final = 20  # [A1]
FACTORY_SIZE: Final = 4  # [A5]
FLOOR_SPACES: Final = 7  # [A2]
FLOOR_COST: Final = (0, 1, 2, 4, 6, 8, 11, 14)  # 1, 1, 2, 2, 2, 3, 3 added up  [A2]

UNIT: Final = (*(1 << 6 * color for color in FIVE), 0)  # the marker never joins a heap
# One 31 in each count carries into the sixth bit exactly where there is at least one tile.
CARRY: Final = 31 * sum(UNIT)
PRESENT: Final = 32 * sum(UNIT)
WHOLE_BAG: Final = COPIES * sum(UNIT)
# The heap of each sequence of tiles that a factory can be dealt.
HEAPS: Final = {
    tiles: sum(UNIT[color] for color in tiles)
    for size in range(FACTORY_SIZE + 1)
    for tiles in product(FIVE, repeat=size)
}

ALL_FIELDS: Final = (1 << 25) - 1
FIRSTS: Final = sum(1 << 5 * index for index in FIVE)
# Line by line, the bits of a field of lines by color.
LINE_BITS: Final = (0, *(FIRSTS << row for row in FIVE))

ELEMENTS: Final = tuple(tuple(index for index in FIVE if mask >> index & 1) for mask in range(32))


def wall_column(row: int, color: int) -> int:
    """Each row of the coloured wall is the one above it moved one to the right.  [A3]"""
    return (row + color) % 5


def wall_color(row: int, column: int) -> int:
    return (column - row) % 5


def _run(mask: int, index: int) -> int:
    """The length of the unbroken run of set bits through `index`."""
    first = last = index
    while first > 0 and mask >> (first - 1) & 1:
        first -= 1
    while last < 4 and mask >> (last + 1) & 1:
        last += 1
    return last - first + 1


RUNS: Final = tuple(tuple(_run(mask, index) for index in FIVE) for mask in range(32))


class Draft(NamedTuple):
    """What a draft means, and the two masks that its line leaves to the field of open lines."""

    source: int
    color: int
    line: int
    shift: int
    begun: int
    filled: int


class Tile(NamedTuple):
    line: int
    column: int


def draft_move(source: int, color: int, line: int) -> int:
    return source * 30 + color * 6 + line


def tile_move(line: int, column: int) -> int:
    return FIRST_TILE_MOVE + line * 5 + column - 6


def _draft(source: int, color: int, line: int) -> Draft:
    filled = ALL_FIELDS & ~LINE_BITS[line]
    own = 1 << (5 * color + line - 1) if line else 0
    return Draft(source, color, line, 6 * color, filled | own, filled)


DRAFTS: Final = tuple(
    _draft(source, color, line) for source in SOURCES for color in FIVE for line in range(6)
)
FIRST_TILE_MOVE: Final = len(DRAFTS)
TILES: Final = tuple(Tile(line, column) for line in LINES for column in LINES)


Picks: TypeAlias = tuple[dict[int, tuple[tuple[int, dict[int, tuple[int, ...]]], ...]], ...]


def _picks(source: int, color: int, *, spoiling: bool) -> tuple[int, dict[int, tuple[int, ...]]]:
    """The bits of a color among the open lines, and the moves for each value that they can have."""
    moves = {
        lines << 5 * color: (
            *(draft_move(source, color, row + 1) for row in ELEMENTS[lines]),
            *([draft_move(source, color, 0)] if spoiling or not lines else []),
        )
        for lines in range(32)
    }
    return 31 << 5 * color, moves


def _all_picks(*, spoiling: bool) -> Picks:
    """By source and by the colors present there: the picks."""
    return tuple(
        {
            sum(32 * UNIT[color] for color in ELEMENTS[colors]): tuple(
                _picks(source, color, spoiling=spoiling) for color in ELEMENTS[colors]
            )
            for colors in range(32)
        }
        for source in SOURCES
    )


PICKS: Final = _all_picks(spoiling=True)
# Those that go to the floor only if no line takes them.
USEFUL_PICKS: Final = _all_picks(spoiling=False)


def counts(heap: int) -> list[int]:
    """How many tiles of each color a heap has."""
    return [heap >> shift & 63 for shift in (0, 6, 12, 18, 24)]


def listed(heap: int) -> list[int]:
    """The tiles of a heap as colors, blue first."""
    return [color for color, count in enumerate(counts(heap)) for _ in range(count)]


def size(heap: int) -> int:
    return sum(counts(heap))


def complete(field: int) -> int:
    """How many of a field's fives are whole."""
    return (field & field >> 1 & field >> 2 & field >> 3 & field >> 4 & FIRSTS).bit_count()
