"""Weights as data: read, hashed, put under a ruleset; the kit on an estimate that is not as it says."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pig
import pytest

from rulesets import azul, majolica
from rulesets.contract import Dice, Refused, completed, read_weights, weighed, weights_digest, weights_of
from rulesets.contract.conformance import Broken, check

GIVEN: dict[str, Any] = {"format": "tiledraft-weights/1", "weights": {"1": {"base": 100}}}


def test_weights_are_those_of_the_file_and_nothing_else_of_it() -> None:
    assert read_weights(GIVEN | {"made": {"seed": 1}}) == {"1": {"base": 100}}


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        GIVEN | {"format": "tiledraft-weights/2"},
        GIVEN | {"weights": None},
        GIVEN | {"weights": {"1": 5}},
        GIVEN | {"weights": {"1": {"base": 1.5}}},
        GIVEN | {"weights": {"1": {"base": True}}},
        GIVEN | {"weights": {"1": {"base": 10**400}}},
    ],
)
def test_what_are_no_weights_is_refused_with_what_was_found(wrong: Any) -> None:
    with pytest.raises(Refused, match="weights are"):
        read_weights(wrong)


def test_weights_are_those_that_their_file_was_written_with() -> None:
    digest = weights_digest(GIVEN["weights"])

    assert read_weights(GIVEN | {"sha256": digest}) == GIVEN["weights"]
    with pytest.raises(Refused, match=f'the sha256 of these weights is {digest}, not "0"'):
        read_weights(GIVEN | {"sha256": "0"})


def test_weights_are_known_by_their_canonical_json() -> None:
    assert weights_digest({"1": {"b": 2, "a": 1}}) == weights_digest({"1": {"a": 1, "b": 2}})
    assert weights_digest({"1": {"a": 1}}) != weights_digest({"1": {"a": 2}})


@pytest.mark.parametrize("ruleset", [azul, majolica])
def test_a_ruleset_judges_by_the_weights_it_is_given_and_is_itself_as_before(ruleset: Any) -> None:
    state = ruleset.setup(2, completed(ruleset, {}))
    stage = ruleset.features(state).stage
    before = ruleset.estimate(state)

    other: Any = weighed(ruleset, {stage: {"base": 700}})

    assert other.estimate(state) == [7.0, 7.0]
    assert weights_of(other) == {stage: {"base": 700}}
    assert ruleset.estimate(state) == before


@pytest.mark.parametrize("ruleset", [azul, majolica])
def test_what_is_counted_in_a_match_is_known_and_nothing_else(ruleset: Any) -> None:
    for seats in ruleset.SEATS:
        dice, state = Dice(b"counted", [seats]), ruleset.setup(seats, completed(ruleset, {}))
        for _ in range(200):
            if (acting := ruleset.to_act(state)) == ():
                break
            if (seen := ruleset.features(state)) is not None:
                weighed(ruleset, {seen.stage: {name: 1 for counted in seen.counted for name in counted}})
            moves = ruleset.legal_moves(state, acting[0])
            choice = moves[dice.below(len(moves))] if moves else ruleset.deal(state, dice)
            state = ruleset.evolve(state, (acting[0], choice))
    for weights in ruleset.WEIGHTS.values():
        weighed(ruleset, weights)
    with pytest.raises(Refused, match='what "bass" counts is not known'):
        weighed(ruleset, {next(iter(ruleset.WEIGHTS["fitted"])): {"bass": 1}})
    with pytest.raises(Refused, match='a stage "later" is not known'):
        weighed(ruleset, {"later": {"base": 1}})


def test_a_ruleset_without_weights_says_so() -> None:
    assert weights_of(pig) is None
    with pytest.raises(Refused, match="no weights"):
        weighed(pig, {})


@pytest.mark.parametrize("ruleset", [azul, majolica])
def test_the_kit_finds_an_estimate_that_is_not_what_it_says(ruleset: Any) -> None:
    def off(state: Any) -> list[float]:
        found = ruleset.estimate(state)
        return list(found) if not ruleset.to_act(state) else [found[0] + 0.01, *found[1:]]

    wrong: Any = SimpleNamespace(**{**vars(ruleset), "estimate": off})

    with pytest.raises(Broken, match="what weights say"):
        check(wrong, 2, completed(ruleset, {}), 1, longest=200)


@pytest.mark.parametrize("ruleset", [azul, majolica])
def test_the_fitted_weights_are_the_files_and_say_where_they_come_from(ruleset: Any) -> None:
    folder = Path(ruleset.__file__).parent / "weights"
    file = json.loads((folder / "fitted.json").read_text("utf-8"))

    assert ruleset.WEIGHTS["fitted"] == file["weights"]
    assert set(ruleset.WEIGHTS) == {"fitted", "handmade"}
    assert file["sha256"] == weights_digest(file["weights"])
    assert file["made"]["command"].startswith("tiledraft fit")
    assert {"date", "seed", "matches", "generations"} <= set(file["made"])
