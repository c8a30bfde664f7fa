"""Fields that take exactly what they name, nothing that Python or marshmallow would turn into it."""

import re
import unicodedata
from typing import Any

from marshmallow import ValidationError, fields

from rulesets.contract import shown

NAME_LENGTH = 40
MOST_SEATS = 16
# Control, private and unassigned characters and line ends; then what turns the direction of writing.
_FORBIDDEN = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
_UNSEEN = ("Zs", "Cf", "Mn")
# Letters and symbols that are drawn as nothing.
_BLANK = set("\u115f\u1160\u2800\u3164\uffa0")
_DIRECTIONS = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Whole(fields.Integer):
    """An integer: no boolean, no fraction, no text."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if type(value) is not int:
            raise ValidationError(f"is a whole number, not {shown(value)}")
        return value


class Flag(fields.Boolean):
    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise ValidationError(f"is true or false, not {shown(value)}")
        return value


class Digits(fields.Integer):
    """A number in a query."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", str(value)):
            raise ValidationError(f"is a number from 0 to 999999999, not {shown(value)}")
        return int(value)


class Text(fields.String):
    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if type(value) is not str:
            raise ValidationError(f"is a text, not {shown(value)}")
        return value


class Name(Text):
    """1 to 40 characters, something to see, nothing that disturbs what stands around it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        name = super()._deserialize(value, attr, data, **kwargs)
        if not 1 <= len(name) <= NAME_LENGTH:
            raise ValidationError(f"has 1 to {NAME_LENGTH} characters, not {shown(name)}")
        if all(unicodedata.category(each) in _UNSEEN or each in _BLANK for each in name):
            raise ValidationError(f"has something to see in it, unlike {shown(name)}")
        if any(unicodedata.category(each) in _FORBIDDEN or each in _DIRECTIONS for each in name):
            raise ValidationError(f"has no control or direction characters: {shown(name)}")
        return name


class Nonce(Text):
    """16 to 64 bytes in hex."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        nonce = super()._deserialize(value, attr, data, **kwargs)
        if not re.fullmatch(r"(?:[0-9a-f]{2}){16,64}", nonce):
            raise ValidationError(f"is 16 to 64 bytes in lower-case hex, not {shown(nonce)}")
        return nonce


class Seats(fields.List[Any]):
    """A few small objects; what is more than that is not looked at one by one."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if isinstance(value, list) and len(value) > MOST_SEATS:
            raise ValidationError(f"has at most {MOST_SEATS} entries, not {len(value)}")
        if isinstance(value, list) and any(isinstance(each, dict) and len(each) > 8 for each in value):
            raise ValidationError("has entries with a name and a nonce, or a bot, or nothing")
        return super()._deserialize(value, attr, data, **kwargs)


class MatchId(Text):
    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        match = super()._deserialize(value, attr, data, **kwargs)
        if not re.fullmatch(r"[a-z2-7]{16}", match):
            raise ValidationError(f"has 16 characters a-z and 2-7, not {shown(match)}")
        return match
