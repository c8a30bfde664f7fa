"""What a seat may expect: exact at the end, and good enough to play by."""

from typing import Any

import pytest

from rulesets import azul
from rulesets.contract import CHANCE, Dice
from tests.azul.matches import random_match
from tests.azul.positions import Board, drafting, played


def test_when_over_the_estimate_is_the_points() -> None:
    row = Board({1: "w"}, "byrk. ..... ..... ..... .....", points=9)
    over = played(drafting(row, Board(points=4), center="r", marker=1), "Cr>F")

    assert azul.estimate(over) == [9 + 5 - 1 + 2, 4]


def test_when_a_row_will_be_complete_nothing_more_is_promised() -> None:
    """[A23]"""
    row = Board({1: "w", 2: "w"}, "byrk. ..... ..... ..... .....", "*", points=9)
    state = drafting(row, Board({3: "bbb"}, points=4), center="r", marker=0)

    assert azul.estimate(state) == [9 + 5 - 1 + 2, 4 + 1]


def test_a_gray_line_is_expected_where_it_scores_most() -> None:
    """[A19] [A21]"""
    row = Board({1: "w"}, "byrk. ..... ..... ..... .....", points=9)
    corner = Board({2: "ww"}, "..... .b.r. ...k. ..... .....")
    state = drafting(row, corner, center="r", marker=0, gray=True)

    assert azul.estimate(state) == [9 + 5 + 2, 3]


def test_judging_leaves_the_state_as_it_was_and_answers_alike() -> None:
    for _, state in random_match(3, "gray", 7):
        before = azul.view(state)

        assert azul.estimate(state) == azul.estimate(azul.copy(state))
        assert azul.view(state) == before


@pytest.mark.parametrize("wall", ["colored", "gray"])
def test_a_greedy_player_with_the_estimate_beats_one_that_counts_points(wall: str) -> None:
    won = sum(winner_of(wall, key, judging_seat=key % 2) for key in range(30))

    assert won >= 18


def winner_of(wall: str, key: int, judging_seat: int) -> bool:
    """Whether the seat that judges wins against one that sees only points and the floor."""
    dice, state = Dice(key.to_bytes(4, "big"), ["judgement"]), azul.setup(2, {"wall": wall})
    while acting := azul.to_act(state):
        seat = acting[0]
        if seat == CHANCE:
            state = azul.evolve(state, (CHANCE, azul.deal(state, dice)))
        else:
            worth = azul.estimate if seat == judging_seat else counted
            after = [azul.evolve(state, (seat, move)) for move in azul.legal_moves(state, seat)]
            state = max(after, key=lambda each: worth(each)[seat] - worth(each)[1 - seat])
    return judging_seat in azul.winners(state)


def counted(state: Any) -> list[float]:
    """Full lines and the floor as they stand, without what the board promises."""
    costs = (0, 1, 2, 4, 6, 8, 11, 14)
    return [
        state.points[seat] + 3 * state.full[seat].bit_count() - costs[len(state.floors[seat])]
        for seat in (0, 1)
    ]
