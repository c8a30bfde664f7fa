"""Names of cards, as they stand in component sets, on the wire and in the text notation."""

import re
from typing import Final

from rulesets.contract import Json, shown

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,19}")


def checked_name(value: Json, what: str) -> str:
    """The value if it can be a card's name, or ValueError."""
    if type(value) is not str or not _NAME.fullmatch(value):
        raise ValueError(
            f"{what} is a letter and at most 19 letters, digits, dashes or underscores, not {shown(value)}"
        )
    return value
