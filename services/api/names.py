"""Names of persons: what is drawn of them is what they are.

(1) Each character is seen, or changes how a letter or a picture beside it is drawn.
(2) A name is no larger than a name: 40 characters, a few marks on a letter, one blank between words.
"""

import re
import unicodedata

NAME_LENGTH = 40
# Hebrew and Vietnamese take three, a careful transcription four.
MOST_MARKS = 4
# Control, private, unassigned and half characters, line ends.
_NO_TEXT = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
# Letters, marks and symbols that are drawn as nothing; no category tells them.
_BLANK = set("\ufffc\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00013441\U00013442\U00016fe4\U0001d159")
# That of most scripts and the wide one; all others look like one of these, or like nothing.
_BLANKS = set(" \u3000")
_JOINERS = set("\u200c\u200d")
# Scripts whose letters are drawn together, as the names of their characters begin.
_CURSIVE = {"ARABIC", "SYRIAC", "NKO", "MONGOLIAN", "MANDAIC", "ADLAM", "HANIFI", "PHAGS-PA"}
# What is drawn as text or as a picture by a selector, and is no symbol.
_PICTURED = set("0123456789#*\u203c\u2049\u2139\u3030\u303d")
_PICTURE_SELECTORS = set("\ufe0e\ufe0f")
# The flag of a part of a country: a black one, what that is called in tags, and the tag that ends it.
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{4,6}\U000e007f")
_VIRAMA = 9  # the combining class of what takes the vowel from a letter


def fault_of(name: str) -> str | None:
    """What is wrong with a name, to be read after its key; None where nothing is."""
    if not 1 <= len(name) <= NAME_LENGTH:
        return f"has 1 to {NAME_LENGTH} characters, not {len(name)}"
    if name.isspace():
        return "has something to see in it, and not blanks alone"
    if name != name.strip():
        return "neither begins nor ends with a blank"
    for at, character in enumerate(name):
        reason = _fault_at(name, at)
        if reason is not None:
            called = f"U+{ord(character):04X} {_called(character)}".rstrip()
            return f"cannot have {called} as its character {at + 1}: {reason}"
    return None


def _fault_at(name: str, at: int) -> str | None:
    character, before = name[at], name[:at]
    category = unicodedata.category(character)
    if category in _NO_TEXT:
        return "it is no text"
    if category == "Zs" and character not in _BLANKS:
        return "a blank is U+0020 or U+3000"
    if category == "Zs" and before[-1] in _BLANKS:
        return "one blank is enough"
    if character in _JOINERS:
        return None if _joined(before, name[at + 1 :]) else "it joins nothing there"
    if 0xE0020 <= ord(character) <= 0xE007F:
        return None if _flagged(name, at) else "it is not seen"
    if category == "Cf" or character in _BLANK:
        return "it is not seen"
    if _called(character).startswith(("VARIATION SELECTOR", "MONGOLIAN FREE VARIATION")):
        return None if _selected(before[-1:], character) else "it changes nothing there"
    if category[0] == "M" and before[: len(before) - _marks(before)][-1:].strip() == "":
        return "there is no letter that it could mark"
    if category[0] == "M" and _marks(before) == MOST_MARKS:
        return f"a letter has at most {MOST_MARKS} marks"
    return None


def _joined(before: str, after: str) -> bool:
    """Whether a joiner changes anything between these: in scripts whose letters join, and in emoji."""
    if before and unicodedata.combining(before[-1]) == _VIRAMA:
        return True
    if after and unicodedata.combining(after[0]) == _VIRAMA:
        return _script(before[-1:]) == _script(after[0])
    if _is_picture(after[:1]):
        return _is_picture(before.removesuffix("\ufe0f")[-1:])
    return _joins(before[-1:]) and _joins(after[:1]) and _marks(after[:1]) == 0


def _joins(character: str) -> bool:
    """Whether this is a letter that is drawn together with others, or a mark on one; no form of its own."""
    return (
        _script(character) in _CURSIVE
        and unicodedata.category(character)[0] in "LM"
        and not unicodedata.decomposition(character).startswith("<")
    )


def _script(character: str) -> str:
    return _called(character).partition(" ")[0]


def _called(character: str) -> str:
    """The name that Unicode has for a character; empty for none, and for one without a name."""
    return unicodedata.name(character or "\0", "")


def _is_picture(character: str) -> bool:
    return unicodedata.category(character or " ")[0] == "S" and not character.isascii()


def _selected(character: str, selector: str) -> bool:
    """Whether a selector changes how this is drawn: pictures, Han, Mongolian, each by its own selectors."""
    if selector in _PICTURE_SELECTORS:
        return character in _PICTURED or _is_picture(character)
    if selector > "\U000e0000":
        return _called(character).startswith("CJK UNIFIED")
    return _script(selector) == "MONGOLIAN" and _called(character).startswith("MONGOLIAN LETTER")


def _flagged(name: str, at: int) -> bool:
    """Whether a tag is one of a flag's."""
    return any(flag.start() < at < flag.end() for flag in _FLAG.finditer(name))


def _marks(before: str) -> int:
    """How many marks stand at the end."""
    marked = 0
    for each in reversed(before):
        if unicodedata.category(each)[0] != "M":
            break
        marked += 1
    return marked
