"""What a person wrote on a command line: bots, weights and options, or why they are none."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import click

from rulesets.contract import Json, Option, Refused, Ruleset, Weights, read_weights, shown, weighed
from services.bots.levels import Choose, Search
from services.bots.players import PLAYERS
from services.entry.words import reason_of
from services.matches.strict_json import read_json

# More than anybody waits for.
MOST_NODES = 10**9
_DIGITS = re.compile("[0-9]{1,10}")


class Finite(click.FloatRange):
    """A number in a range; what is no number is in none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is no number.", param, ctx)
        return number


def given_bot(text: str, budget: int | None = None) -> Choose:
    """The bot of a NAME or NAME:BUDGET, or with a budget given beside it; Refused if there is none."""
    name, own = given_budget(text)
    if name not in PLAYERS:
        raise Refused(f"there is no bot {shown(name)}; there are: {', '.join(PLAYERS)}")
    choose = PLAYERS[name].choose
    if own is not None and budget is not None:
        raise Refused(f"one budget is wanted for {name}, not {own} and {budget}")
    nodes = own if budget is None else budget
    if nodes is None:
        return choose
    if not isinstance(choose, Search):
        raise Refused(f"{name} takes no budget, and {nodes} is given: it does not search")
    return replace(choose, budget=nodes)


def searching(text: str, choose: Choose) -> Search:
    """The player of this name as one that can judge by weights."""
    if not isinstance(choose, Search):
        raise Refused(f"to {text} weights are of no matter: it does not search")
    return choose


def given_budget(text: str) -> tuple[str, int | None]:
    """The name and the budget of NAME:BUDGET."""
    name, sign, budget = text.partition(":")
    if not sign:
        return name, None
    if not (_DIGITS.fullmatch(budget) and 1 <= int(budget) <= MOST_NODES):
        raise Refused(f"a budget is a number of nodes from 1 to {MOST_NODES}, not {shown(budget)}")
    return name, int(budget)


class GivenWeights(NamedTuple):
    """Weights, and what their file says of how they were made."""

    weights: Weights
    made: Json = None


def given_weights(ruleset: Ruleset, name: str, text: str) -> GivenWeights:
    """Weights for the ruleset of this name, by their own name or from a file; Refused if there are none."""
    named: Mapping[str, Weights] = getattr(ruleset, "WEIGHTS", {})
    if text in named:
        return GivenWeights(named[text])
    try:
        file = read_json(Path(text).read_bytes(), loosely=True)
    except (OSError, ValueError) as error:
        names = ", ".join(sorted(named)) or "none"
        raise Refused(
            f"weights are one of {names}, or a file of them, and {text} is neither: {reason_of(error)}"
        ) from None
    weights = read_weights(file)
    whose, version = file.get("ruleset", name), file.get("ruleset_version", ruleset.VERSION)
    if (whose, version) != (name, ruleset.VERSION):
        wanted = f"those of {name} of version {ruleset.VERSION} are wanted"
        raise Refused(f"{text} has weights of {shown(whose)} of version {shown(version)}, where {wanted}")
    weighed(ruleset, weights)
    return GivenWeights(weights, file.get("made"))


def given_options(known: Mapping[str, Option], texts: Sequence[str]) -> dict[str, Json]:
    """Options by name, each given once."""
    found: dict[str, Json] = {}
    for name, value in (_given_option(known, text) for text in texts):
        if name in found:
            raise Refused(
                f"the option {shown(name)} is wanted once, not {shown(found[name])} and {shown(value)}"
            )
        found[name] = value
    return found


def _given_option(known: Mapping[str, Option], text: str) -> tuple[str, Json]:
    """NAME=VALUE as the option's type has it: JSON where it is no string."""
    name, sign, value = text.partition("=")
    if not sign:
        raise Refused(f"an option is written NAME=VALUE, not {text}")
    if name in known and isinstance(known[name].default, str):
        return name, value
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value
