"""JSON in one form: two values are the same exactly when their canonical texts are."""

import json
from typing import Any

FOUND_LENGTH = 80

_encode = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False, check_circular=False
).encode


def canonical(value: Any) -> str:
    """Canonical JSON: keys sorted, no spaces, non-ASCII unescaped.

    Unlike Python equality it tells `true`, `1` and `1.0` apart.
    """
    return _encode(value)


def shown(value: Any) -> str:
    """A value found, for a message: its JSON, cut to 80 characters."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= FOUND_LENGTH else text[: FOUND_LENGTH - 1] + "…"


def exact_keys(value: Any, keys: tuple[str, ...], what: str) -> None:
    """Raise ValueError unless `value` is an object with these keys and no other."""
    if not isinstance(value, dict):
        raise ValueError(f"{what} is an object with {_listed(keys)}, not {shown(value)}")
    missing = [key for key in keys if key not in value]
    unknown = sorted(key for key in value if key not in keys)
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise ValueError(f"{what} wants {_listed(keys)}; {_listed(missing)} {verb} missing in {shown(value)}")
    if unknown:
        raise ValueError(f"{what} wants {_listed(keys)}; {shown(unknown[0])} is not known")


def exact_int(value: Any, least: int, most: int, what: str) -> int:
    """The value if it is an integer (no boolean, no float) from least to most, or ValueError."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{what} is an integer from {least} to {most}, not {shown(value)}")
    return value


def one_of(value: Any, names: tuple[str, ...], what: str) -> str:
    """The value if it is one of the names, or ValueError."""
    if type(value) is not str or value not in names:
        raise ValueError(f"{what} is one of {_listed(names)}, not {shown(value)}")
    return value


def _listed(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(names)
