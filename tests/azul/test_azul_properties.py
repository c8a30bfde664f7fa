"""What can never happen, whatever is dealt and chosen."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets import azul
from rulesets.azul.state import TILE
from rulesets.azul.tables import FIRST_TILE_MOVE, TILES
from rulesets.contract import fold, perft
from rulesets.contract.conformance import check, configurations
from tests.azul.matches import random_match
from tests.azul.positions import Board, dealt, drafting, tiles_in_all
from tests.fuzzing import TIMES

SEATS, WALLS, KEYS = (
    st.sampled_from(azul.SEATS),
    st.sampled_from(("colored", "gray")),
    st.integers(0, 2**32 - 1),
)
some_matches = settings(max_examples=20 * TIMES, deadline=None, derandomize=True)
MOVES = range(FIRST_TILE_MOVE + len(TILES))


@some_matches
@given(SEATS, WALLS, KEYS)
def test_there_are_always_a_hundred_tiles(seats: int, wall: str, key: int) -> None:
    """[A1]"""
    for _, state in random_match(seats, wall, key):
        assert tiles_in_all(state) == [20] * 5


@some_matches
@given(SEATS, WALLS, KEYS)
def test_boards_keep_their_limits(seats: int, wall: str, key: int) -> None:
    """[A13] [A15] [A19] [A22]"""
    for _, state in random_match(seats, wall, key):
        for board in azul.view(state)["seats"]:
            assert board["score"] >= 0
            assert len(board["floor"]) <= 7
            assert all(line is None or 0 < line["count"] <= at for at, line in enumerate(board["lines"], 1))
            assert all(map(distinct, board["wall"]))
            assert all(map(distinct, zip(*board["wall"], strict=True)))


def distinct(cells: Any) -> bool:
    colors = [cell for cell in cells if cell is not None]
    return len(colors) == len(set(colors))


@some_matches
@given(SEATS, WALLS, KEYS)
def test_a_wall_only_grows_and_a_begun_line_is_never_in_its_row(seats: int, wall: str, key: int) -> None:
    """[A13] [A17]"""
    views = [azul.view(state)["seats"] for _, state in random_match(seats, wall, key)]

    for before, after in pairwise(views):
        for old, new in zip(before, after, strict=True):
            for was, now in zip(old["wall"], new["wall"], strict=True):
                assert all(cell in (None, tile) for cell, tile in zip(was, now, strict=True))
            for line, row in zip(new["lines"], new["wall"], strict=True):
                assert line is None or line["color"] not in row


@some_matches
@given(SEATS, WALLS, KEYS, st.integers(0, 400))
def test_a_fold_split_anywhere_is_the_same(seats: int, wall: str, key: int, split: int) -> None:
    """[A28]"""
    *_, (_, last) = random_match(seats, wall, key)
    events = [event for event, _ in random_match(seats, wall, key) if event is not None]

    half = fold(azul, azul.setup(seats, {"wall": wall}), events[:split])

    assert azul.view(fold(azul, half, events[split:])) == azul.view(last)


@some_matches
@given(SEATS, WALLS, KEYS)
def test_every_move_is_either_legal_or_refused(seats: int, wall: str, key: int) -> None:
    """[A9] [A13] [A19]"""
    for _, state in list(random_match(seats, wall, key))[key % 3 :: 3]:
        for seat in range(seats):
            allowed = [move for move in MOVES if azul.refusal(state, (seat, move)) is None]
            assert allowed == sorted(azul.legal_moves(state, seat))


@some_matches
@given(SEATS, KEYS, KEYS)
def test_gray_tiling_comes_to_the_same_in_any_order_of_seats(seats: int, key: int, other: int) -> None:
    """[A19]"""
    states = [state for _, state in random_match(seats, "gray", key)]
    tiling = [(before, after) for before, after in pairwise(states) if after.phase == TILE != before.phase]

    for _, state in tiling[:3]:
        assert azul.view(tiled(state, last=False)) == azul.view(tiled(state, last=True))


def tiled(state: Any, *, last: bool) -> Any:
    """Every seat takes its first column; seats in ascending or in descending order."""
    while state.phase == TILE:
        seat = azul.to_act(state)[-1 if last else 0]
        state = azul.evolve(state, (seat, azul.legal_moves(state, seat)[0]))
    return state


@pytest.mark.parametrize(("seats", "options"), list(configurations(azul)))
def test_azul_keeps_every_promise(seats: int, options: dict[str, Any]) -> None:
    for seed in range(4 * TIMES):
        assert check(azul, seats, options, seed) > 0


@pytest.mark.parametrize(("seats", "moves", "choices"), [(2, 70.3, 23.2), (3, 90, 33.0), (4, 108.3, 42.8)])
def test_random_play_is_as_long_and_as_wide_as_that_of_other_engines(
    seats: int, moves: float, choices: float
) -> None:
    """Eight public engines agree on these means."""
    widths = []
    for key in range(60):
        states = [state for _, state in random_match(seats, "colored", key)]
        widths += [
            len(azul.legal_moves(state, state.turn))
            for state in states
            if azul.to_act(state) == (state.turn,)
        ]

    assert len(widths) / 60 == pytest.approx(moves, rel=0.06)
    assert sum(widths) / len(widths) == pytest.approx(choices, rel=0.06)


@pytest.mark.parametrize(
    ("seats", "factories", "counts"),
    [
        (2, "bbyy rrkk wwby rkwb yrkw", [90, 7_560, 489_204]),
        (4, "bbyy rrkk wwby rkwb yrkw bbbb yyyy rrkk wwww", [120, 13_680]),
    ],
)
def test_perft_counts_the_moves_of_a_draft(seats: int, factories: str, counts: list[int]) -> None:
    state = dealt(azul.setup(seats, {"wall": "colored"}), factories, starting=0)

    assert [perft(azul, state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("gray", "counts"), [(False, [12, 128, 416, 416]), (True, [12, 128, 416, 2_600, 13_520, 41_280, 55_920])]
)
def test_perft_counts_the_moves_to_the_end_of_a_round(gray: bool, counts: list[int]) -> None:
    state = drafting(
        Board({1: "k", 3: "rrr"}, wall="..... ....r ..... ..... ....."),
        Board({2: "b"}),
        factories="bbyk",
        gray=gray,
    )

    assert [perft(azul, state, depth) for depth in range(1, len(counts) + 1)] == counts
