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
    Message("colored: each cell of the wall takes one color; gray: the seats choose the cells"),
)
ABOUT: Final = Message(
    "Take all tiles of one color, fill your lines and tile your wall: tiles that touch others bring the most."
)
KEYS: Final = (
    ("1 … 9 C", Message("a factory, or the centre")),
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
    return Message("factory %(number)s", {"number": source}) if source else Message("the centre")


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
