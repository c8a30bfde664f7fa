"""A ruleset's options: completed with their defaults, checked, and described as JSON Schema."""

from typing import Any

from rulesets.contract.codec import shown
from rulesets.contract.ruleset import Json, Option, Options, Refused, Ruleset

_TYPES = {str: "string", bool: "boolean", int: "integer"}


def completed(ruleset: Ruleset, options: Json) -> dict[str, Json]:
    """All options of a ruleset: those given, checked, and the defaults of the rest; Refused otherwise."""
    if not isinstance(options, dict):
        raise Refused(f"options are an object, not {shown(options)}")
    for name in options:
        if name not in ruleset.OPTIONS:
            known = ", ".join(sorted(ruleset.OPTIONS)) or "none"
            raise Refused(f"the option {shown(name)} is not known; there are: {known}")
    return {name: _checked(name, option, options) for name, option in ruleset.OPTIONS.items()}


def checked_seats(ruleset: Ruleset, seats: Json) -> int:
    """The number of seats if the ruleset can be played by so many, or Refused."""
    if type(seats) is not int or seats not in ruleset.SEATS:
        possible = ", ".join(str(count) for count in ruleset.SEATS)
        raise Refused(f"the number of seats is one of {possible}, not {shown(seats)}")
    return seats


def options_schema(ruleset: Ruleset) -> dict[str, Json]:
    """The options as JSON Schema, defaults included."""
    properties = {name: _schema(option) for name, option in ruleset.OPTIONS.items()}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _checked(name: str, option: Option, options: Options) -> Json:
    value = options.get(name, option.default)
    schema = _schema(option)
    fits = type(value) is type(option.default) and (not option.choices or value in option.choices)
    if fits and type(value) is int:
        fits = schema.get("minimum", value) <= value <= schema.get("maximum", value)
    if not fits:
        wanted = _wanted(option)
        raise Refused(f"the option {name} is {wanted}, not {shown(value)}")
    return value


def _wanted(option: Option) -> str:
    if option.choices:
        return "one of " + ", ".join(option.choices)
    if type(option.default) is bool:
        return "true or false"
    bounds = [f"from {option.minimum}"] if option.minimum is not None else []
    bounds += [f"to {option.maximum}"] if option.maximum is not None else []
    return " ".join(["a", "string" if type(option.default) is str else "whole number", *bounds])


def _schema(option: Option) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": _TYPES[type(option.default)], "default": option.default}
    schema["description"] = option.about
    if option.choices:
        schema["enum"] = list(option.choices)
    if option.minimum is not None:
        schema["minimum"] = option.minimum
    if option.maximum is not None:
        schema["maximum"] = option.maximum
    return schema
