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
RULES: Final = (
    Message(
        "In your turn take a whole outermost line of the market; or one outermost tile and an open "
        "design for one of your slots; or one outermost tile, and lay your designs in another "
        "order."
    ),
    Message("All that you took goes to one workshop. What is too much for it goes back to the supply."),
    Message(
        "A workshop runs when it holds exactly what the bars beside its name ask for: three and "
        "three of two colors in W1, two each of three colors in W2, two and two of two colors in "
        "W3, four of one color in W4."
    ),
    Message(
        "Of W1 to W3 tiles first go up to spaces of their color in the design above: up to two, "
        "three and one. Then, in W3, one breaks. The rest moves on to the next workshop, which may "
        "run in its turn."
    ),
    Message(
        "W4 gives one tile to City Hall for a purple tile, or for a token when no purple is left; "
        "one breaks, and the others go to W1. A purple tile counts as any color, but never goes up "
        "to a design or into W4."
    ),
    Message(
        "A design whose spaces are all filled is finished and leaves its slot. One with +1 also "
        "brings a bonus tile of any color but purple, for any workshop."
    ),
    Message(
        "A round ends when, after a turn, fewer than four tiles are left in the market. The match "
        "ends after a round when somebody has five finished designs, starters included; alone, "
        "after six rounds of four turns."
    ),
    Message(
        "Finished designs score what is printed on them. Each tile on an unfinished design, each "
        "token and each bloom tile brings 1 point, and a goal that is met brings its points. Of "
        "those level on points the one wins who came latest in turn order at the start."
    ),
)
KEYS: Final = (
    ("L 1 … 9", Message("a line of the market by its number")),
    (
        "A 1 … D 4",
        Message("a single tile of the market, and after it an open design by its name; a goal by its name"),
    ),
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
