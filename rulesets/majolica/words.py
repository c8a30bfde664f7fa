"""What things are called, as messages: whoever shows them translates and fills them."""

from typing import Final

from rulesets.contract import Listed, Message, Sign
from rulesets.majolica.tiles import KINDS, counts

_WORDS: Final = (Message("red"), Message("green"), Message("blue"), Message("yellow"), Message("purple"))
NOTHING: Final = Message("nothing")
# Not shown by this module: the names of the game and of its options.
TITLES: Final = (
    Message("Majolica"),
    Message("bloom"),
    Message("kaleidoscope"),
    Message("goals"),
    Message("components"),
    Message("a bloom tile for a turn in which all four workshops ran"),
    Message("six designs with spaces that take any colour"),
    Message("each seat takes a goal that brings points when it is met"),
    Message("the component set: the faces of the cards"),
)
ABOUT: Final = Message(
    "Take tiles off the market, push them from workshop to workshop, and fill your designs on the way."
)
KEYS: Final = (
    ("L 1 … 9", Message("a line of the market by its number")),
    ("A 1 … D 4", Message("a single tile of the market")),
    ("1 … 4", Message("a slot or a workshop; for another order of the designs, what each slot gets")),
    ("R G B Y P", Message("tiles: that go up or back, a bonus tile, or the color to keep")),
    ("X R … X Y", Message("a tile that breaks")),
)


def kind_word(kind: int) -> Message:
    return _WORDS[kind]


def sign(kind: int) -> Sign:
    return Sign(KINDS[kind], _WORDS[kind])


def tiles_said(tiles: int) -> Message | Listed:
    """`2 red, 1 purple`, each with its picture."""
    said = [
        Message("%(n)s %(tile)s", {"n": count, "tile": sign(kind)})
        for kind, count in enumerate(counts(tiles))
        if count
    ]
    return Listed(tuple(said)) if said else NOTHING


def workshop_word(workshop: int) -> Message:
    return Message("workshop %(number)s", {"number": workshop + 1})


def slot_word(slot: int) -> Message:
    return Message("slot %(number)s", {"number": slot + 1})
