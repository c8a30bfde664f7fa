"""What a board promises beyond its points, in hundredths of a point, by the rounds played.

Fitted by least squares to the final points of 3,500 matches with two to four seats, from the positions
between two rounds. They were played by a one-ply player with the weights of the fit before (this is the
third), one choice in ten at random. Longer matches are judged like the fourth round. It wins about 70 of 100
matches against a player that sees only points and the floor, and about 60 as one against three of them.
"""

from typing import Final, NamedTuple


class Weights(NamedTuple):
    """Tuples go by how many tiles are in a row, a column or of a color on the wall, or in a line."""

    base: int
    starting: int
    room: int  # for each cell in a run that a tile on a free cell would make
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    colors: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]  # from line 1; line 0 is the floor


_FIRST: Final = Weights(
    base=3912,
    starting=85,
    room=66,
    rows=(0, 95, 0, 0, 0, 0),
    columns=(0, -88, -45, 39, 39, 0),
    colors=(0, -52, -1, 50, 0, 0),
    lines=((0,), (0,), (0, -391), (0, -325, -265), (0, -145, -11, 160), (0, -300, -231, -48, 68)),
)
_SECOND: Final = Weights(
    base=2512,
    starting=121,
    room=38,
    rows=(0, 85, 306, 0, 0, 0),
    columns=(0, -11, 57, 100, 213, 0),
    colors=(0, -43, -48, 18, 43, 0),
    lines=((0,), (0,), (0, -149), (0, -230, -164), (0, -168, -26, 48), (0, -318, -236, -105, -25)),
)
_THIRD: Final = Weights(
    base=955,
    starting=29,
    room=23,
    rows=(0, 121, 234, 463, 0, 0),
    columns=(0, 31, 111, 113, 181, 0),
    colors=(0, -37, -30, -43, 129, 0),
    lines=((0,), (0,), (0, -215), (0, -188, -30), (0, -68, -20, 53), (0, -266, -232, -96, -26)),
)
_FOURTH: Final = Weights(
    base=-83,
    starting=133,
    room=20,
    rows=(0, 118, 150, 180, 367, 0),
    columns=(0, 45, 92, 56, 70, 0),
    colors=(0, -56, -29, -31, 104, 0),
    lines=((0,), (0,), (0, -229), (0, -213, -106), (0, -94, -40, -12), (0, -122, -112, -1, -24)),
)
AFTER_ROUND: Final = (_FIRST, _FIRST, _SECOND, _THIRD, _FOURTH)
