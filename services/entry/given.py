"""The settings that a process was given, or the sentence that says what is wrong with them."""

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from rulesets.contract import Json, Option, Refused, Ruleset, Weights, read_weights
from services.bots.levels import Choose, Search
from services.bots.players import PLAYERS
from services.entry.settings import BadSetting, Settings, read_settings
from services.entry.wiring import log_as_json
from services.entry.words import CannotStart
from services.matches.ports import StoreDown
from services.store.connect import connect


def given_bot(text: str, budget: int | None = None) -> Choose:
    """The bot of a NAME or NAME:BUDGET, or with a budget that stands in; Refused if there is none."""
    name, _, own = text.partition(":")
    if name not in PLAYERS:
        raise Refused(f"there is no bot {name}; there are: {', '.join(PLAYERS)}")
    if own and not own.isdecimal():
        raise Refused(f"a budget is a number of nodes, not {own}")
    choose, nodes = PLAYERS[name].choose, int(own) if own else budget
    return replace(choose, budget=nodes) if nodes and isinstance(choose, Search) else choose


def given_weights(ruleset: Ruleset, name: str, text: str) -> Weights:
    """Weights of the ruleset of this name, by their own name or from a file; Refused if there are none."""
    named: Mapping[str, Weights] = getattr(ruleset, "WEIGHTS", {})
    if text in named:
        return named[text]
    try:
        file = json.loads(Path(text).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        names = ", ".join(sorted(named)) or "none"
        raise Refused(
            f"weights are one of {names}, or a file of them, and {text} is neither: {error}"
        ) from None
    weights = read_weights(file)
    if (whose := file.get("ruleset", name)) != name:
        raise Refused(f"{text} has weights of {whose}, where those of {name} are wanted")
    return weights


def given_option(known: Mapping[str, Option], text: str) -> tuple[str, Json]:
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


def given_settings() -> Settings:
    """The settings of this process, whose log is JSON from here on."""
    log_as_json(os.environ)
    try:
        settings = read_settings(os.environ)
        connect(settings.events_url)
    except (BadSetting, ValueError) as bad:
        raise CannotStart(str(bad)) from None
    except StoreDown:
        pass  # a Cluster that is not there yet; a single server is not even asked
    return settings
