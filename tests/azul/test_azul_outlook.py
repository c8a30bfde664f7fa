"""What a search asks of Azul: promising moves, their order, how a round may go on, the exact gray tiling."""

from itertools import product
from random import Random
from typing import Any

import pytest

from rulesets import azul
from rulesets.azul.outlook import FITTED, Outlook
from rulesets.azul.state import NOBODY, TILE
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
def test_order_is_what_the_own_board_is_worth_when_a_move_fills_a_line(wall: str) -> None:
    compared = 0
    for _, found in random_match(2, wall, 3):
        state = azul.copy(found)
        state.points, state.starting = [50, 50], NOBODY
        moves = azul.legal_moves(state, state.turn)
        if state.phase != "draft" or sum(map(bool, state.sources)) < 2:
            continue
        for move, worth in zip(moves, azul.order(state, moves), strict=True):
            after = azul.evolve(state, (state.turn, move))
            fills = after.full[state.turn] != state.full[state.turn]
            # A line begun is judged beside the wall before its tiling, and in the end beside the one after.
            if after.phase == "draft" and fills and not begun(after, state.turn):
                board = FITTED.judgement.judged(after, state.turn)
                if not board.settled.last:
                    compared += 1
                    assert worth + state.points[state.turn] == pytest.approx(board.expected)
    assert compared > 5


def begun(state: Any, seat: int) -> bool:
    lines = enumerate(state.lines[6 * seat : 6 * seat + 6])
    return any(0 < content & 7 < line for line, content in lines)


@pytest.mark.parametrize("wall", WALLS)
def test_what_was_judged_before_changes_no_answer(wall: str) -> None:
    warm = Outlook(azul.WEIGHTS["fitted"])
    for key in (1, 2):
        for _, state in random_match(3, wall, key):
            moves = azul.promising(state, state.turn)
            afresh = Outlook(azul.WEIGHTS["fitted"])
            assert warm.promising(state, state.turn) == moves == afresh.promising(state, state.turn)
            assert warm.estimate(state) == afresh.estimate(state)
            if moves:
                assert warm.order(state, moves) == afresh.order(state, moves)


def test_of_a_line_begun_more_is_better_and_the_floor_is_worse_than_a_line() -> None:
    state = drafting(Board(points=20), Board(), factories="bbby bkkk", center="yy", marker=1)
    order = azul.with_weights(azul.WEIGHTS["handmade"])["order"]
    worth = dict(zip(map(azul.text, moves := azul.legal_moves(state, 0)), order(state, moves), strict=True))

    assert worth["1b>4"] > worth["2b>4"] > worth["2b>F"]
    assert worth["1b>3"] > worth["1b>2"]


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
