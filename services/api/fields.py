"""Fields that take exactly what they name, nothing that Python or marshmallow would turn into it."""

import re
from typing import Any

from marshmallow import ValidationError, fields

from rulesets.contract import shown
from services.api.names import fault_of

MOST_SEATS = 16


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
    """The name of a person."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        name = super()._deserialize(value, attr, data, **kwargs)
        fault = fault_of(name)
        if fault is not None:
            raise ValidationError(fault)
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
