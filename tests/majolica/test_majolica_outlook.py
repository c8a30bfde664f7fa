"""What a search asks for: estimates, promising moves, their order; greedy matches end."""

import os

import pytest

from rulesets import majolica
from rulesets.contract import CHANCE
from tests.majolica.tables import (
    ALL_MODULES,
    MODULES,
    NO_MODULE,
    at_random,
    greedy,
    kind_first,
    legal,
    selecting,
    steps,
    working,
)

SEEDS = int(os.environ.get("MAJOLICA_GREEDY", "1"))


@pytest.mark.parametrize("options", MODULES)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_greedy_matches_end(seats: int, options: dict[str, bool]) -> None:
    for seed in range(SEEDS):
        *_, (_, last) = steps(seats, options, seed, greedy, most=2_000)

        assert majolica.to_act(last) == ()
        assert majolica.estimate(last) == [points for points, _ in majolica.scores(last)]


def test_what_helps_is_worth_more() -> None:
    def worth(*workshops: str, **on: object) -> float:
        return majolica.rough_estimate(working(*workshops, **on))[0]  # type: ignore[arg-type]

    assert worth("rrrgg") > worth("rrrg") > worth("") == 0
    assert worth("rrrgg") > worth("rrrgb")
    assert worth("rrrgg", slots=("A1", None, None)) > worth("rrrgg", slots=("A6", None, None))
    assert worth("rrrgg", slots=("A1 rr", None, None)) > worth("rrrgg", slots=("A1", None, None)) + 1
    assert worth("", "p") > worth("")
    assert worth(bonus=1) > worth()
    assert worth("rrrgg", hand="g") > worth("rrrgg")


def test_a_pending_workshop_is_judged_with_the_tiles_it_takes_in() -> None:
    state = working("rrrrgg", hand="g")
    state = majolica.evolve(state, (0, majolica.parse("place 1")))

    assert state.phase == "discard"
    assert majolica.estimate(state)[0] > 0


def test_promising_moves_are_legal_ones_in_their_order() -> None:
    for seed, seats in enumerate((1, 2, 3, 4)):
        for (actor, _), state in steps(seats, ALL_MODULES, seed, kind_first(seed), most=200):
            for seat in majolica.to_act(state):
                if seat == CHANCE:
                    continue
                moves = majolica.legal_moves(state, seat)
                chosen = majolica.promising(state, seat)
                assert chosen
                assert [move for move in moves if move in chosen] == chosen
            assert actor < seats


def test_promising_leaves_out_what_hardly_differs() -> None:
    state = selecting()
    texts = [majolica.text(move) for move in majolica.promising(state, 0)]

    assert [text for text in texts if text.startswith("line")] == [
        text for text in legal(state) if text.startswith("line")
    ]
    assert len([text for text in texts if text.startswith("design")]) == 4 * 6 * 2
    assert len([text for text in texts if text.startswith("rearrange")]) == 4 * 3
    assert {text.split()[3] for text in texts if text.startswith("design")} == {"2", "3"}


def test_promising_gives_back_what_does_not_fit() -> None:
    state = majolica.evolve(working("rrrggb", hand="b"), (0, majolica.parse("place 1")))

    texts = [majolica.text(move) for move in majolica.promising(state, 0)]
    assert "discard 1b" in texts
    assert "discard 1r" not in texts


def test_order_is_the_estimate_of_the_mover_after_each_move() -> None:
    """Under weights that are alike in all stages and know of no turn to come."""
    order = majolica.with_weights(majolica.WEIGHTS["handmade"])["order"]
    for (_, _), state in steps(2, ALL_MODULES, 7, at_random(7), most=60):
        if state.phase in ("deal", "over"):
            continue
        seat = majolica.to_act(state)[0]
        moves = majolica.legal_moves(state, seat)[:10]
        after = [majolica.rough_estimate(majolica.evolve(state, (seat, move)))[seat] for move in moves]
        assert order(state, moves) == pytest.approx(after)


def test_estimates_do_not_change_a_state() -> None:
    state = working("rrrgg", hand="g")
    before = majolica.view(state)

    majolica.estimate(state)
    majolica.order(state, majolica.promising(state, 0))

    assert majolica.view(state) == before
    assert majolica.rough_estimate(majolica.setup(2, NO_MODULE)) == [0, 0]
