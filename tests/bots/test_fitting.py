"""Fitting: known weights are found again; a match follows from its number."""

from types import SimpleNamespace
from typing import Any

import pig
import pytest

from rulesets import azul, majolica
from rulesets.contract import Dice, Features, Refused, completed
from services.bots import self_play
from services.bots.arena import Table
from services.bots.fitting import Comparison, Sample, Way, centred, fitted, fitted_to, stepped
from services.bots.one_ply import foremost
from services.bots.players import PLAYERS, untold
from services.bots.self_play import Later, Play, Seen, seen_in

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

    samples, compared = seen_in(table(ruleset, seats), weights, PLAY, 5)

    assert samples == seen_in(table(ruleset, seats), weights, PLAY, 5).samples
    assert samples != seen_in(table(ruleset, seats), weights, PLAY, 6).samples
    assert samples != seen_in(table(ruleset, seats), weights, PLAY._replace(generation=2), 5).samples
    assert compared == []
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
    samples = seen_in(table(watched, 2), azul.WEIGHTS["handmade"], PLAY, 5).samples

    final = [seen[0][seat] + samples[seat].to_come for seat in (0, 1)]
    again = [seen[-1][seat] + samples[seat - 2].to_come for seat in (0, 1)]
    assert final == again
    assert max(final) > 20


def both_ways(stage: str, *boards: tuple[int, int], noise: float = 0.0, seats: int = 2) -> Comparison:
    """Seat 1 with so many rows, and one row on the boards of the others; what came is what `WEIGHTS` say."""
    ways = []
    for at, (rows, points) in enumerate(boards):
        counted = [{"base": 1, "rows": 1}] * seats
        counted[1] = {"base": 1, "rows": rows}
        worths = [WEIGHTS[stage]["rows"] * each["rows"] / 100 for each in counted]
        worths[1] += points + noise * (at == 0)
        had = [0.0] * seats
        had[1] = points
        ways.append(Way(Features(stage, had, counted), worths))
    return Comparison(1, *ways)


@pytest.mark.parametrize("seats", [2, 4])
def test_weights_that_made_the_difference_are_found_again(seats: int) -> None:
    dice, comparisons = Dice(b"fitting", []), []
    for _ in range(4_000):
        boards = [(dice.below(6), dice.below(9)) for _ in "ab"]
        noise = (dice.below(201) - 100) / 100
        stage = ("early", "late")[dice.below(2)]
        comparisons.append(both_ways(stage, *boards, noise=noise, seats=seats))

    found = fitted_to(comparisons, {"early": {"base": 7}, "never seen": {"rows": 3}}, ridge=1.0)

    for stage, weights in WEIGHTS.items():
        assert found.weights[stage]["rows"] == pytest.approx(weights["rows"], abs=5)
    # What is alike on both ways stays as it was, like what nobody saw.
    assert found.weights["early"]["base"] == 7
    assert found.weights["never seen"] == {"rows": 3}
    assert found.samples == 4_000
    assert found.off == pytest.approx((1 / 3) ** 0.5, abs=0.05)
    assert found.off_without > 3 * found.off


def test_ways_that_end_in_different_stages_are_compared() -> None:
    early, late = (both_ways(stage, (5, 0), (0, 0)) for stage in WEIGHTS)
    across = [Comparison(1, early.one, late.other), Comparison(1, late.one, early.other)]

    found = fitted_to(across * 500, {}, ridge=0.1)

    # One row beside that of the other seat: four more, or one less.
    assert found.weights["early"]["rows"] * 4 + found.weights["late"]["rows"] == pytest.approx(525, abs=5)
    assert found.weights["late"]["rows"] * 4 + found.weights["early"]["rows"] == pytest.approx(-150, abs=5)


def test_few_comparisons_move_a_weight_little_and_one_stage_less_than_all() -> None:
    before = {"early": {"rows": 40}, "late": {"rows": 40}}

    few = fitted_to([both_ways("early", (2, 0), (1, 0))] * 10, before, ridge=30.0).weights
    many = fitted_to([both_ways("early", (2, 0), (1, 0))] * 10_000, before, ridge=30.0).weights

    assert 40 < few["early"]["rows"] < 80
    assert many["early"]["rows"] == pytest.approx(WEIGHTS["early"]["rows"], abs=2)


@pytest.mark.parametrize(("ruleset", "seats"), [(azul, 2), (majolica, 2), (majolica, 1)])
def test_two_ways_on_share_the_deals_and_are_judged_later(ruleset: Any, seats: int) -> None:
    weights = ruleset.WEIGHTS["handmade"]
    play = PLAY._replace(later=Later(1, weights), choose=untold(foremost))

    found = seen_in(table(ruleset, seats), weights, play, 5)

    assert found == seen_in(table(ruleset, seats), weights, play, 5)
    assert found.samples
    assert found.comparisons
    for seat, *ways in found.comparisons:
        assert seat in range(seats)
        assert ways[0].features != ways[1].features
        assert all(len(way.came_to) == seats for way in ways)
    for later in (Later(2, weights), Later(1, {})):
        other = seen_in(table(ruleset, seats), weights, play._replace(later=later), 5).comparisons
        assert [each.one.features for each in other] == [each.one.features for each in found.comparisons]
        assert other != found.comparisons


def test_nothing_comes_of_a_match_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "LONGEST", 40)

    assert seen_in(table(azul, 2), azul.WEIGHTS["handmade"], PLAY, 5) == Seen([], [])


def test_a_ruleset_without_weights_cannot_be_fitted() -> None:
    with pytest.raises(Refused, match="no weights"):
        seen_in(table(pig, 2), {}, PLAY, 1)
