"""Weights: the numbers of a linear estimate, kept as data that say where they come from.

An estimate is linear where it is a seat's certain points and a weight for each thing counted on its board;
which weights count is settled by the **stage** of the match. Names of stages and of what is counted are the
ruleset's own.

 (1) Weights are hundredths of a point, in whole numbers: every machine adds them up alike.
 (2) What a file leaves out weighs nothing; what it names is counted by its ruleset.
"""

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeAlias, cast

from rulesets.contract.codec import canonical, shown
from rulesets.contract.ruleset import Json, Refused, Ruleset

WEIGHTS_FORMAT: Final = "tiledraft-weights/1"
HUNDREDTHS: Final = 100
# No match is about so many points; a float holds it exactly.
HEAVIEST: Final = 10**9
_WANTED: Final = f"whole numbers from -{HEAVIEST} to {HEAVIEST} by name, by stage"
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
    if not all(isinstance(stage, dict) and all(map(_is_weight, stage.values())) for stage in stages):
        raise Refused(f"weights are {_WANTED}, not {shown(weights)}")
    found = cast("Weights", weights)
    if (digest := file.get("sha256")) not in (None, weights_digest(found)):
        raise Refused(f"the sha256 of these weights is {weights_digest(found)}, not {shown(digest)}")
    return found


def check_counted(weights: Weights, stages: re.Pattern[str], names: re.Pattern[str]) -> None:
    """Refuse weights of stages that a ruleset does not have, or of what it does not count."""
    for stage, by_name in weights.items():
        if not stages.fullmatch(stage):
            raise Refused(f"a stage {shown(stage)} is not known to this ruleset")
        for name in by_name:
            if not names.fullmatch(name):
                raise Refused(f"what {shown(name)} counts is not known to this ruleset")


def weighed(ruleset: Ruleset, weights: Weights) -> Ruleset:
    """The same ruleset, judging by other weights; Refused if its estimate has none."""
    with_weights = getattr(ruleset, "with_weights", None)
    if with_weights is None:
        raise Refused("the estimate of this ruleset has no weights")
    other = ModuleType("weighed")
    vars(other).update(vars(ruleset), WEIGHTS={FITTED: weights}, **with_weights(weights))
    return cast("Ruleset", other)


def _is_weight(value: Json) -> bool:
    return type(value) is int and abs(value) <= HEAVIEST


def weights_digest(weights: Weights) -> str:
    """The sha256 of the canonical JSON of weights: what they are known by."""
    return sha256(canonical(weights).encode()).hexdigest()


def weights_of(ruleset: Any) -> Weights | None:
    """The weights that a ruleset's estimate plays by, if it has any."""
    return getattr(ruleset, "WEIGHTS", {}).get(FITTED)
