"""What a search asks of Azul: promising moves, their order, how a round may go on, the exact gray tiling."""

from itertools import product
from random import Random
from typing import Any

import pytest

from rulesets import azul
from rulesets.azul.judgement import HUNDREDTHS, outlook
from rulesets.azul.state import TILE
from tests.azul.matches import random_match
from tests.azul.positions import Board, drafting

WALLS = ["colored", "gray"]


def texts(state: Any) -> list[str]:
    return [azul.text(move) for move in azul.promising(state, state.turn)]


def test_like_factories_are_one_and_the_floor_is_for_what_no_line_takes() -> None:
    rows = ".b... b.... ....b ...b. ..b.."
    state = drafting(Board(wall=rows), Board(), factories="rrrr rrrr bbyy", center="r", gray=True)

    found = texts(state)

    assert [text for text in found if text.endswith("F")] == ["3b>F"]
    assert {text[0] for text in found} == {"C", "1", "3"}


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_promising_moves_are_legal_ones_in_their_order_and_never_none(seats: int, wall: str) -> None:
    for _, state in random_match(seats, wall, 5):
        for seat in range(seats):
            legal, chosen = azul.legal_moves(state, seat), azul.promising(state, seat)
            assert bool(legal) == bool(chosen)
            assert [move for move in legal if move in chosen] == chosen


@pytest.mark.parametrize("wall", WALLS)
def test_order_is_what_the_own_board_is_worth_after_each_move(wall: str) -> None:
    for _, state in random_match(2, wall, 3):
        moves = azul.legal_moves(state, state.turn)
        if state.phase != "draft" or sum(map(bool, state.sources)) < 2:
            continue
        worths = azul.order(state, moves)
        for move, worth in zip(moves, worths, strict=True):
            after = azul.evolve(state, (state.turn, move))
            if after.phase == "draft" and after.points[state.turn] > 14:
                settled, points, promised = outlook(after, state.turn)
                expected = points + (0 if settled.last else promised / HUNDREDTHS)
                assert worth + state.points[state.turn] == pytest.approx(expected)


@pytest.mark.parametrize("wall", WALLS)
def test_a_playout_ends_the_round_and_keeps_to_its_dice(wall: str) -> None:
    for _, state in random_match(3, wall, 4):
        if state.phase in ("draft", TILE):
            first = azul.rollout(azul.copy(state), Random(1).random)
            assert first == azul.rollout(azul.copy(state), Random(1).random)
            assert len(first) == 3


def test_a_gray_board_is_tiled_as_is_best_of_all_ways() -> None:
    for key in range(6):
        for _, state in random_match(2, "gray", key):
            for seat in azul.to_act(state):
                if state.phase == TILE and state.full[1 - seat] == 0:
                    assert azul.estimate(state)[seat] == pytest.approx(best_by_hand(state, seat))


def best_by_hand(state: Any, seat: int) -> float:
    """The highest estimate of the seat after any order of columns."""
    best = float("-inf")
    for columns in product(range(6), repeat=state.full[seat].bit_count()):
        after = state
        for wanted in columns:
            moves = azul.legal_moves(after, seat)
            if wanted >= len(moves):
                break
            after = azul.evolve(after, (seat, moves[wanted]))
        if not azul.legal_moves(after, seat):
            best = max(best, azul.estimate(after)[seat])
    return best
