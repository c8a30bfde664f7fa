"""Weights: the numbers of a linear estimate, kept as data that say where they come from.

An estimate is linear where it is a seat's certain points and a weight for each thing counted on its board;
which weights count is settled by the **stage** of the match. Names of stages and of what is counted are the
ruleset's own.

 (1) Weights are hundredths of a point, in whole numbers: every machine adds them up alike.
 (2) What a file leaves out weighs nothing.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeAlias, cast

from rulesets.contract.codec import canonical, shown
from rulesets.contract.ruleset import Json, Refused, Ruleset

WEIGHTS_FORMAT: Final = "tiledraft-weights/1"
HUNDREDTHS: Final = 100
# The name of the weights that a ruleset's estimate plays by.
FITTED: Final = "fitted"
Weights: TypeAlias = Mapping[str, Mapping[str, int]]  # by stage, by what is counted


class Features(NamedTuple):
    """What a linear estimate sees: points that are certain, and what counts besides, by seat."""

    stage: str
    points: Sequence[float]
    counted: Sequence[Mapping[str, float]]


def installed_weights(package: str) -> dict[str, Weights]:
    """The weights in a ruleset's folder `weights`, by the names of their files."""
    found = (file for file in (files(package) / "weights").iterdir() if file.name.endswith(".json"))
    return {
        file.name.removesuffix(".json"): read_weights(json.loads(file.read_text("utf-8"))) for file in found
    }


def read_weights(file: Json) -> Weights:
    """The weights of a file's JSON; Refused says what was wanted and what was found."""
    if not isinstance(file, dict) or file.get("format") != WEIGHTS_FORMAT:
        raise Refused(f"weights are an object of the format {shown(WEIGHTS_FORMAT)}, not {shown(file)}")
    weights = file.get("weights")
    stages = weights.values() if isinstance(weights, dict) else [None]
    if not all(
        isinstance(stage, dict) and all(type(each) is int for each in stage.values()) for stage in stages
    ):
        raise Refused(f"weights are whole numbers by name, by stage, not {shown(weights)}")
    return cast("Weights", weights)


def weighed(ruleset: Ruleset, weights: Weights) -> Ruleset:
    """The same ruleset, judging by other weights; Refused if its estimate has none."""
    with_weights = getattr(ruleset, "with_weights", None)
    if with_weights is None:
        raise Refused("the estimate of this ruleset has no weights")
    other = ModuleType("weighed")
    vars(other).update(vars(ruleset), WEIGHTS={FITTED: weights}, **with_weights(weights))
    return cast("Ruleset", other)


def weights_digest(weights: Weights) -> str:
    """The sha256 of the canonical JSON of weights: what they are known by."""
    return sha256(canonical(weights).encode()).hexdigest()


def weights_of(ruleset: Any) -> Weights | None:
    """The weights that a ruleset's estimate plays by, if it has any."""
    return getattr(ruleset, "WEIGHTS", {}).get(FITTED)
