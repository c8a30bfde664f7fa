"""Fitting: known weights are found again; a match follows from its number."""

from types import SimpleNamespace
from typing import Any

import pig
import pytest

from rulesets import azul, majolica
from rulesets.contract import Dice, Refused, completed
from services.bots import fitting
from services.bots.arena import Table
from services.bots.fitting import Play, Sample, centred, fitted, samples_of, stepped
from services.bots.players import PLAYERS

PLAY = Play(PLAYERS["medium"].choose, 1, 1)
WEIGHTS = {"early": {"base": 1200, "rows": 150}, "late": {"base": 300, "rows": -75}}


def table(ruleset: Any, seats: int) -> Table:
    return Table(ruleset, completed(ruleset, {}), seats, 1)


def test_weights_that_made_the_samples_are_found_again() -> None:
    dice, samples = Dice(b"fitting", []), []
    for _ in range(4_000):
        stage, rows = ("early", "late")[dice.below(2)], dice.below(6)
        noise = (dice.below(201) - 100) / 100
        to_come = (WEIGHTS[stage]["base"] + WEIGHTS[stage]["rows"] * rows) / 100 + noise
        samples.append(Sample(stage, {"base": 1, "rows": rows}, to_come))

    found = fitted(samples, ridge=1.0)

    for stage, weights in WEIGHTS.items():
        for name, weight in weights.items():
            assert found.weights[stage][name] == pytest.approx(weight, abs=15)
    assert found.samples == 4_000
    assert found.off == pytest.approx((1 / 3) ** 0.5, abs=0.05)
    assert found.off_without > 5 * found.off


def test_what_was_hardly_ever_seen_weighs_little() -> None:
    common = [Sample("early", {"base": 1}, 10.0)] * 500

    found = fitted([*common, Sample("early", {"base": 1, "once": 1}, 50.0)])

    assert 0 < found.weights["early"]["once"] < 1_500


def test_a_step_goes_part_of_the_way_and_keeps_what_one_side_alone_knows() -> None:
    before = {"early": {"base": 100, "rows": 40}, "never seen": {"base": 7}}
    after = {"early": {"base": 200, "columns": 40}, "new": {"base": 9}}

    assert stepped(before, after, 1.0)["early"] == {"base": 200, "columns": 40}
    assert stepped(before, after, 0.25) == {
        "early": {"base": 125, "columns": 10, "rows": 30},
        "never seen": {"base": 7},
        "new": {"base": 9},
    }


def test_weights_are_right_on_the_average_by_what_is_alike_on_all_boards() -> None:
    samples = [Sample("early", {"rows": rows, "base": 1}, 10.0 + 2 * rows) for rows in (0, 1, 2, 3)]

    assert centred({"early": {"rows": 100}}, samples) == {"early": {"rows": 100, "base": 1150}}
    assert centred({"late": {"rows": 100}}, samples) == {"late": {"rows": 100}}


@pytest.mark.parametrize(("ruleset", "seats"), [(azul, 2), (azul, 3), (majolica, 1)])
def test_a_match_gives_what_its_estimate_saw_and_follows_from_its_number(ruleset: Any, seats: int) -> None:
    weights = ruleset.WEIGHTS["handmade"]

    samples = samples_of(table(ruleset, seats), weights, PLAY, 5)

    assert samples == samples_of(table(ruleset, seats), weights, PLAY, 5)
    assert samples != samples_of(table(ruleset, seats), weights, PLAY, 6)
    assert samples != samples_of(table(ruleset, seats), weights, PLAY._replace(generation=2), 5)
    assert len(samples) % seats == 0
    assert len({sample.stage for sample in samples}) > 2
    assert all(type(sample.to_come) in (int, float) for sample in samples)


def test_the_points_to_come_are_those_that_came() -> None:
    seen: list[list[float]] = []

    def features(state: Any) -> Any:
        found = azul.features(state)
        if found is not None and state.round:
            seen.append(list(found.points))
        return found

    watched: Any = SimpleNamespace(**{**vars(azul), "features": features})
    samples = samples_of(table(watched, 2), azul.WEIGHTS["handmade"], PLAY, 5)

    final = [seen[0][seat] + samples[seat].to_come for seat in (0, 1)]
    again = [seen[-1][seat] + samples[seat - 2].to_come for seat in (0, 1)]
    assert final == again
    assert max(final) > 20


def test_nothing_comes_of_a_match_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "LONGEST", 40)

    assert samples_of(table(azul, 2), azul.WEIGHTS["handmade"], PLAY, 5) == []


def test_a_ruleset_without_weights_cannot_be_fitted() -> None:
    with pytest.raises(Refused, match="no weights"):
        samples_of(table(pig, 2), {}, PLAY, 1)
