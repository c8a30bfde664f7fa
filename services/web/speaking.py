"""Messages of rulesets and of the page, said in a language, with the names of who sits at the table.

(1) What comes from a person (a name) or a ruleset is text: in HTML it is escaped, always.
(2) A space parts Han from digits and Latin, and nothing parts Han from Han. A catalogue has a space between
    Han and every value; it is left out where the value has Han or a wide mark at that end.
(3) In HTML no line breaks between a picture and its word, a count and what is counted, or a word and its
    number.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from babel.support import NullTranslations
from markupsafe import Markup, escape

from rulesets.contract import Listed, Message, Sign, Who
from services.matches.standing import Player

Said = Callable[[Any], Any]
_HAN: Final = "[\u3400-\u9fff]"
# Han, and the wide marks that stand beside it.
_WIDE: Final = "[\u3000-\u303f\u3400-\u9fff\uff01-\uff60]"
_BOUND: Final = re.compile(r"(?<=%\(n\)s) | (?=%\((?:number|row|column)\)s)")
_SPACED_VALUE: Final = re.compile(rf"((?<={_HAN}) )?(%\((\w+)\)s)( (?={_HAN}))?")


class Link(NamedTuple):
    """A value of a message that leads to another page of this service."""

    path: str
    word: str


class Speaker:
    """Says messages as text or as HTML."""

    def __init__(self, translations: NullTranslations, players: Sequence[Player | None] = ()) -> None:
        self._translations = translations
        names = [self._name(seat, player) for seat, player in enumerate(players)]
        self.names = [
            name if names.count(name) == 1 else self._numbered(name, seat) for seat, name in enumerate(names)
        ]

    def text(self, value: Any) -> str:
        """Plain text; of a sign its word."""
        return str(self._said(value, str, self.text, ""))

    def html(self, value: Any) -> Markup:
        """HTML; before the word of a sign its picture."""
        if isinstance(value, Sign):
            picture = Markup('<svg class="sign" aria-hidden="true"><use href="#sign-{}"/></svg>')
            pictured = picture.format(value.name) + self.html(value.word)
            return Markup('<span class="pictured">{}</span>').format(pictured)
        if isinstance(value, Link):
            return Markup('<a href="{}">{}</a>').format(value.path, value.word)
        return Markup(self._said(value, escape, self.html, Markup()))  # noqa: S704 - (1)

    def _said(self, value: Any, plain: Said, say: Said, nothing: Any) -> Any:
        if isinstance(value, Message):
            text = plain(self._translated(value))
            said = {name: say(each) for name, each in value.values.items()}
            if not said:
                return text
            closed = _closed(text, said)
            if isinstance(text, Markup):
                closed = _BOUND.sub("\N{NO-BREAK SPACE}", closed)
            return type(text)(closed) % said
        if isinstance(value, Who):
            return plain(self.names[value.seat])
        if isinstance(value, Sign | Link):
            return say(value.word)
        if isinstance(value, Listed):
            comma = plain(self._translations.gettext(", "))
            return (nothing + comma).join(say(each) for each in value.values)
        return plain(value)

    def _translated(self, message: Message) -> str:
        if message.plural:
            return str(self._translations.ngettext(message.text, message.plural, message.values["n"]))
        return str(self._translations.gettext(message.text))

    def _numbered(self, name: str, seat: int) -> str:
        """Of several with one name each is told by the seat."""
        return f"{name}\N{NO-BREAK SPACE}#{seat + 1}"

    def _name(self, seat: int, player: Player | None) -> str:
        if player is None:
            return self.text(Message("seat %(number)s", {"number": seat + 1}))
        if player.bot:
            return self.text(Message("%(bot)s (bot)", {"bot": Message(player.bot)}))
        return player.name or ""


def _closed(text: str, said: Mapping[str, str]) -> str:
    """The text without the spaces that would part Han from Han.  (2)"""

    def placed(found: re.Match[str]) -> str:
        before, place, name, after = found.groups("")
        value = said[name]
        seen = value.striptags() if isinstance(value, Markup) else value
        before = "" if re.match(_WIDE, seen[:1]) else before
        return before + place + ("" if re.match(_WIDE, seen[-1:]) else after)

    return _SPACED_VALUE.sub(placed, text)
