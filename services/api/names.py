"""Names of persons: what is drawn of them is what they are.

(1) Each character is seen, or changes how a letter or a picture beside it is drawn.
(2) A name is no larger than a name: 40 characters, a few marks on a letter.
"""

import unicodedata

NAME_LENGTH = 40
# Hebrew and Vietnamese take three, a careful transcription four.
MOST_MARKS = 4
# Control, private, unassigned and half characters, line ends.
_NO_TEXT = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
# Letters, marks and symbols that are drawn as nothing; no category tells them.
_BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00013441\U00013442\U00016fe4\U0001d159")
_JOINERS = set("\u200c\u200d")
_SELECTORS = {*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}


def fault_of(name: str) -> str | None:
    """What is wrong with a name, to be read after its key; None where nothing is."""
    if not 1 <= len(name) <= NAME_LENGTH:
        return f"has 1 to {NAME_LENGTH} characters, not {len(name)}"
    for at, character in enumerate(name):
        reason = _fault_at(name, at)
        if reason is not None:
            called = f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()
            return f"cannot have {called} as its character {at + 1}: {reason}"
    if name.isspace():
        return "has something to see in it, and not blanks alone"
    return None


def _fault_at(name: str, at: int) -> str | None:
    character, before = name[at], name[:at]
    category = unicodedata.category(character)
    if category in _NO_TEXT:
        return "it is no text"
    if character in _JOINERS:
        return None if _joined(before, name[at + 1 :]) else "it joins nothing there"
    if category == "Cf" or character in _BLANK:
        return "it is not seen"
    if ord(character) in _SELECTORS:
        return None if _varies(before[-1:]) else "it changes nothing there"
    if category[0] == "M" and not before:
        return "there is no letter that it could mark"
    if category[0] == "M" and _marks(before) == MOST_MARKS:
        return f"a letter has at most {MOST_MARKS} marks"
    return None


def _joined(before: str, after: str) -> bool:
    """Whether a joiner changes anything between these: in scripts whose letters join, and in emoji."""
    return (_varies(before[-1:]) or _marks(before) > 0) and _varies(after[:1])


def _varies(character: str) -> bool:
    """Whether this can be drawn in several ways: a letter that has no case, or a picture."""
    category = unicodedata.category(character) if character else ""
    return category == "Lo" or (category[:1] == "S" and not character.isascii())


def _marks(before: str) -> int:
    """How many marks stand at the end."""
    return next((n for n, each in enumerate(reversed(before)) if unicodedata.category(each)[0] != "M"), 0)
