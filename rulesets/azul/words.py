"""What things are called, as messages: whoever shows them translates and fills them."""

from typing import Final

from rulesets.azul.tables import COLORS, LETTERS, MARKER
from rulesets.contract import Message, Sign

_WORDS: Final = (
    Message("blue"),
    Message("yellow"),
    Message("red"),
    Message("black"),
    Message("white"),
    Message("starting marker"),
)
# Not shown by this module: the names of the game, its option and the option's values.
TITLES: Final = (
    Message("Azul"),
    Message("wall"),
    Message("colored"),
    Message("gray"),
    Message("colored: each cell of the wall takes one color; gray: the players choose the cells"),
)
ABOUT: Final = Message(
    "Take all tiles of one color, fill your lines and tile your wall: tiles that touch others bring the most."
)
RULES: Final = (
    Message(
        "In your turn take all tiles of one color from one factory; what is left of it goes to the "
        "center. Or take all tiles of one color from the center."
    ),
    Message(
        "Who first takes from the center also gets the starting marker: it costs points on the "
        "floor line, and its holder starts the next round."
    ),
    Message(
        "Lay them on one of your five lines. A line takes one color, and none that its row of the "
        "wall has already. What finds no room falls to the floor line."
    ),
    Message(
        "When all tiles are taken, each full line, from the top down, sends one tile to its row of "
        "the wall and is emptied. Lines that are not full stay."
    ),
    Message(
        "A tile scores as much as the unbroken row and the unbroken column that it stands in are "
        "long, where they are longer than one; without neighbors it scores 1."
    ),
    Message("Then the tiles on the floor line cost points, but nobody falls below 0."),
    Message(
        "The match ends after the round in which somebody completes a row of the wall. Each "
        "complete row then brings 2 points, each column 7, and all five tiles of a color 10. Of "
        "those level on points the one with more rows wins."
    ),
    Message(
        "On a gray wall you choose the column of each tile. No color may stand twice in a row or a "
        "column; a line that finds no cell falls to the floor line."
    ),
)
KEYS: Final = (
    ("1 … 9 C", Message("a factory, or the center")),
    ("B Y R K W", Message("then a color: blue, yellow, red, black, white")),
    ("1 … 5 F", Message("then a line, or the floor line; on a gray wall a column")),
)


def color_word(color: int) -> Message:
    """The name of a color, or of the marker."""
    return _WORDS[color]


def sign(color: int) -> Sign:
    return Sign(sign_name(color), _WORDS[color])


def sign_name(color: int) -> str:
    return "marker" if color == MARKER else COLORS[color]


def source_word(source: int) -> Message:
    return Message("factory %(number)s", {"number": source}) if source else Message("the center")


def target_word(line: int) -> Message:
    return Message("line %(number)s", {"number": line}) if line else Message("the floor line")


def source_part(source: int, color: int) -> str:
    return f"from-{source}-{COLORS[color]}"


def source_keys(source: int, color: int) -> str:
    return f"{source or 'c'}{LETTERS[color]}"


def line_part(seat: int, line: int) -> str:
    return f"{seat}-line-{line}" if line else f"{seat}-floor"


def cell_part(seat: int, line: int, column: int) -> str:
    return f"{seat}-cell-{line}-{column}"
