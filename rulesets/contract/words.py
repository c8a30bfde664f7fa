"""What a ruleset says to people: messages that whoever shows them translates and fills.

Words: a **part** is a name of something in the drawing, as its template writes it in `data-part`.

 (1) A message is English and holds no value: `Message("%(who)s takes %(tiles)s", {"who": Who(0), ...})`.
 (2) A value is a number, a text shown as it is (a card's name), or again one of the three below.
 (3) With `plural` the value `n` chooses between the two texts, as gettext does.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rulesets.contract.ruleset import Seat, State


class Message(NamedTuple):
    """A sentence, or a word."""

    text: str
    values: Mapping[str, Any] = {}
    plural: str = ""


class Who(NamedTuple):
    """Whoever sits in a seat, by name."""

    seat: Seat


class Sign(NamedTuple):
    """A small picture, one of the drawing's symbols `sign-NAME`, with the word that it stands for."""

    name: str
    word: Message


class Listed(NamedTuple):
    """Several values, one after the other."""

    values: tuple[Any, ...]


class Step(NamedTuple):
    """One thing that happened: said, shown at these parts, and what it brought to a seat.

    `state` is how the table stood then, for the drawing. None is how the whole event left it, and what
    the last step shows is that.
    """

    message: Message
    parts: tuple[str, ...] = ()
    points: int = 0
    state: State | None = None


class Row(NamedTuple):
    """One line of the scores: what for, and how many points each seat has of it."""

    message: Message
    points: tuple[int, ...]
    total: bool = False
