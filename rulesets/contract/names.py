"""The names of the contract on a ruleset: there, and of the right kind. Nothing is asked of it for that.

(1) A ruleset that lacks a required name, or has it of another kind, is not installed.
(2) Of the names that are never required the kit looks at those that are data for people.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from rulesets.contract.options import completed
from rulesets.contract.ruleset import Option, Refused
from rulesets.contract.words import Message

FOUND_LENGTH: Final = 80
FUNCTIONS: Final = (
    *("setup", "to_act", "legal_moves", "deal", "evolve", "refusal", "view", "scores", "winners"),
    *("encode", "decode", "text", "parse", "encode_deal", "decode_deal"),
)
Kinds: TypeAlias = Mapping[str, tuple[Callable[[Any], bool], str]]  # whether it is so, and what is wanted
_PLACE: Final = re.compile(r"%\((\w+)\)")


def wrong_names(ruleset: Any) -> list[str]:
    """What is wrong with the names that every ruleset has, a sentence each.  (1)"""
    if wrong := list(_wrong(ruleset, _REQUIRED)):
        return wrong
    try:
        completed(ruleset, {})
    except Refused as refused:
        return [f"by default {refused}"]
    return []


def wrong_further_names(ruleset: Any) -> list[str]:
    """What is wrong with names that a ruleset may have, a sentence each.  (2)"""
    there = {name: kind for name, kind in _FURTHER.items() if hasattr(ruleset, name)}
    return list(_wrong(ruleset, there))


def _wrong(ruleset: Any, kinds: Kinds) -> Iterator[str]:
    for name, (fits, wanted) in kinds.items():
        if not hasattr(ruleset, name):
            yield f"{name} is wanted, {wanted}, and is missing"
        elif not fits(found := getattr(ruleset, name)):
            yield f"{name} is {wanted}, not {repr(found)[:FOUND_LENGTH]}"


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 1


def _are_seats(value: Any) -> bool:
    return isinstance(value, Collection) and len(value) > 0 and all(_is_count(each) for each in value)


def _are_options(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        type(name) is str and _is_option(each) for name, each in value.items()
    )


def _is_option(value: Any) -> bool:
    return (
        isinstance(value, Option)
        and type(value.default) in (str, bool, int)
        and all(type(each) is str for each in value.choices)
    )


def _is_message(value: Any) -> bool:
    """A message with a value for each of its places, the messages among its values too."""
    if not isinstance(value, Message):
        return False
    places = {*_PLACE.findall(value.text + value.plural), *(["n"] if value.plural else [])}
    return places <= set(value.values) and all(
        _is_message(each) for each in value.values.values() if isinstance(each, Message)
    )


def _are_messages(value: Any) -> bool:
    return isinstance(value, Sequence) and all(_is_message(each) for each in value)


def _are_keys(value: Any) -> bool:
    return isinstance(value, Sequence) and all(
        isinstance(each, tuple) and len(each) == 2 and type(each[0]) is str and _is_message(each[1])
        for each in value
    )


_REQUIRED: Final[Kinds] = {
    "VERSION": (_is_count, "a whole number from 1"),
    "SEATS": (_are_seats, "one or more whole numbers from 1"),
    "OPTIONS": (_are_options, "a mapping of names to Option"),
    **dict.fromkeys(FUNCTIONS, (callable, "a function")),
}
_FURTHER: Final[Kinds] = {
    "ABOUT": (_is_message, "a Message with all its values"),
    "RULES": (_are_messages, "a sequence of Messages with all their values"),
    "KEYS": (_are_keys, "a sequence of pairs, keys and a Message with all its values"),
}
