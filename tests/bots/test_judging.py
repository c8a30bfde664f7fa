"""What a judge finds: exact where it solves, honest about the move that was played, blind to coming deals."""

from types import ModuleType
from typing import Any

import pytest

from rulesets import azul
from rulesets.contract import CHANCE, Dice, Refused, canonical, completed
from services.bots.alphabeta import lead_of
from services.bots.hooks import at_horizon
from services.bots.judging import Asked, Judge, make_judge, weights_shown
from services.bots.levels import Search
from services.matches.questions import Game, Namer
from tests.bots.positions import RULESETS, positions

NAME = "5e" * 32
QUICK = Judge("expert", Search(200, 5.0, tail=20_000))


def best(ruleset: Any, state: Any, seat: int) -> float:
    """The lead of a seat at the horizon when all play the best promising moves, found by trying all."""
    acting = ruleset.to_act(state)
    if at_horizon(acting):
        return lead_of(ruleset.estimate(state), seat)
    worths = [
        best(ruleset, ruleset.evolve(state, (acting[0], move)), seat)
        for move in ruleset.promising(state, acting[0])
    ]
    return max(worths) if acting[0] == seat else min(worths)


def tails(most: int) -> list[Any]:
    found = [state for key in range(6) for state in positions(azul, 2, key) if 1 < choices(state) <= most]
    assert len(found) > 5
    return found[:12]


def choices(state: Any) -> int:
    return len(azul.legal_moves(state, azul.to_act(state)[0]))


def test_in_the_tail_of_a_round_values_are_exact() -> None:
    for state in tails(6):
        seat = azul.to_act(state)[0]
        move = azul.promising(state, seat)[-1]

        found = QUICK.found(Asked(azul, state, seat, move, NAME))

        assert found.solved
        assert found.moves[0][1] == pytest.approx(best(azul, state, seat))
        assert found.played == pytest.approx(best(azul, azul.evolve(state, (seat, move)), seat))
        assert lead_of(found.expected, seat) == pytest.approx(found.moves[0][1])


@pytest.mark.parametrize(("name", "seats"), [("azul", 2), ("azul", 4), ("majolica", 1), ("majolica", 3)])
def test_every_move_that_was_played_has_a_value_and_every_seat_an_expectation(name: str, seats: int) -> None:
    ruleset = RULESETS[name]
    for number, state in enumerate(positions(ruleset, seats, 3)):
        if number % 9 == 0:
            seat = ruleset.to_act(state)[0]
            move = ruleset.legal_moves(state, seat)[-1]

            found = Judge("hard", Search(30, 5.0)).found(Asked(ruleset, state, seat, move, NAME))

            assert found.played is not None
            assert len(found.expected) == seats
            assert found.moves[0][1] >= max(value for _, value in found.moves)
        if number > 40:
            break


def test_an_answer_follows_from_the_question_and_the_judge_alone() -> None:
    *_, state = (state for _, state in zip(range(4), positions(azul, 2, 1), strict=False))
    seat = azul.to_act(state)[0]
    asked = Asked(azul, state, seat, azul.legal_moves(state, seat)[0], NAME)

    assert QUICK.answer(asked) == QUICK.answer(asked)
    assert QUICK.answer(asked) != QUICK.answer(asked._replace(name="6e" * 32))


def test_a_coming_deal_is_worth_the_mean_over_deals_of_the_judges_own() -> None:
    ruleset, state = azul, azul.setup(2, completed(azul, {}))
    dealt = [ruleset.evolve(state, (CHANCE, ruleset.deal(state, Dice(b"x", [n])))) for n in range(3)]

    before = QUICK.found(Asked(ruleset, state, CHANCE, None, NAME)).expected

    after = [
        QUICK.found(Asked(ruleset, each, ruleset.to_act(each)[0], None, NAME)).expected for each in dealt
    ]
    assert before == QUICK.found(Asked(ruleset, state, CHANCE, None, NAME)).expected
    assert all(abs(each[0] - before[0]) < 15 for each in after)
    assert len({tuple(each) for each in after}) == 3


def test_a_judge_is_a_bot_that_searches() -> None:
    assert make_judge("hard", 7).search.budget == 7
    with pytest.raises(Refused, match='there is no judge "greedy"; there are: medium, hard'):
        make_judge("greedy")


def test_the_weights_are_others_when_a_ruleset_judges_otherwise_or_the_search(monkeypatch: Any) -> None:
    def shown(**changed: Any) -> str:
        ruleset = ModuleType("changed")
        vars(ruleset).update(vars(azul) | changed)
        return weights_shown(ruleset, 2, canonical(completed(azul, {})))

    now = shown()
    assert shown() == now
    assert shown(estimate=lambda state: [points + 0.01 for points in azul.estimate(state)]) != now
    monkeypatch.setattr("services.bots.judging.VERSION", "another")
    assert shown() != now


def test_the_name_of_a_question_changes_with_all_that_its_answer_depends_on() -> None:
    options = completed(azul, {})
    game, gray = Game(azul, "azul", options, 2), Game(azul, "azul", completed(azul, {"wall": "gray"}), 2)
    one, other = (state for _, state in zip(range(2), positions(azul, 2, 1), strict=False))
    judge = QUICK.told(azul, 2, options)

    names = [
        Namer(game, judge).name(one, 0),
        Namer(game, judge).name(other, 0),
        Namer(game, judge).name(one, 1),
        Namer(game, judge).name(one, 0, {"type": "draft"}),
        Namer(gray, judge).name(one, 0),
        Namer(game, judge | {"budget": 1}).name(one, 0),
        Namer(game, judge | {"weights": "ab"}).name(one, 0),
        Namer(game, judge | {"name": "hard"}).name(one, 0),
    ]

    assert len(set(names)) == len(names)
    assert Namer(game, judge).name(one, 0) == names[0]
