"""[M6] to [M10]: lines, designs, rearrangements; gaps and recessed tiles."""

import pytest

from rulesets.majolica.market import lines, outermost
from tests.majolica.tables import (
    facing,
    legal,
    market_of,
    played,
    refused,
    seat_view,
    selecting,
    slot,
    tiles,
    working,
)


def lines_of(*written: str) -> list[str]:
    return [move.removeprefix("line ") for move in legal(facing(*written)) if move.startswith("line")]


def test_m6_a_line_gives_a_small_tile_for_each_large_one_and_nothing_slides() -> None:
    state = played(selecting(), "line a1 b1 c1 d1")

    assert state.hand == tiles("rgby")
    assert state.face_up == market_of("....", "xxxx", "xxxx", "xxxx")
    assert state.phase == "place"


def test_m7_m8_a_full_market_has_its_four_sides() -> None:
    assert lines_of("xxxx", "xxxx", "xxxx", "xxxx") == [
        "a1 b1 c1 d1",
        "a4 b4 c4 d4",
        "a1 a2 a3 a4",
        "d1 d2 d3 d4",
    ]


def test_m7_when_a_side_is_gone_the_next_one_is_outermost() -> None:
    assert lines_of("....", "....", ".xx.", ".xx.") == ["b3 c3", "b4 c4", "b3 b4", "c3 c4"]


def test_m8_a_gap_makes_two_lines_and_a_line_of_one_is_a_line() -> None:
    assert lines_of("xx.x", "xxxx", "xxxx", "xxxx")[:2] == ["a1 b1", "d1"]


def test_m8_two_lines_of_the_same_cells_are_one_choice() -> None:
    assert lines_of("x...", "....", "....", "...x") == ["a1", "d4"]
    assert lines_of("....", "xxxx", "....", "....") == ["a2 b2 c2 d2", "a2", "d2"]


def test_m7_a_recessed_tile_is_face_up_and_out_of_reach() -> None:
    state = facing("xxxx", "xxxx", "xxxx", "xxxx")

    assert "b2 is recessed" in refused(state, "design b2 A1 1")
    assert "b3 is recessed" in refused(state, "rearrange b3 123")
    assert "one whole outermost line" in refused(state, "line b2 c2")
    assert "b1 is face down" in refused(facing("x.xx", "xxxx", "xxxx", "xxxx"), "line a1 b1")
    assert "b1, c1 are face down" in refused(facing("x..x", "xxxx", "xxxx", "xxxx"), "line a1 b1 c1")
    assert "b1 is face down" in refused(facing("x.xx", "xxxx", "xxxx", "xxxx"), "rearrange b1 123")


@pytest.mark.parametrize("part", ["line a1 b1 c1", "line a1", "line b1 c1", "line a1 b1 c1 d1 a2"])
def test_m8_a_part_of_a_line_or_more_than_one_is_refused(part: str) -> None:
    assert "one whole outermost line is taken, a1 b1 c1 d1 or" in refused(selecting(), part)


def test_m7_a_tile_behind_a_gap_in_the_outermost_row_stays_recessed() -> None:
    reach = outermost(market_of("x..x", "xxxx", "xxxx", "xxxx"))

    assert 5 not in reach
    assert 6 not in reach


def test_m7_m8_hold_for_every_market() -> None:
    """By the words of the rules, cell by cell, against the masks."""
    for face_up in range(1, 1 << 16):
        assert sorted(lines(face_up)) == sorted(by_the_words(face_up))


def by_the_words(face_up: int) -> set[int]:
    up = {(cell // 4, cell % 4) for cell in range(16) if face_up >> cell & 1}
    top, bottom = min(row for row, _ in up), max(row for row, _ in up)
    left, right = min(column for _, column in up), max(column for _, column in up)
    found = set()
    for row, column in up:
        if row in (top, bottom):
            found.add(frozenset((row, at) for at in run(up, row, column, 0, 1)))
        if column in (left, right):
            found.add(frozenset((at, column) for at in run(up, row, column, 1, 0)))
    return {sum(1 << row * 4 + column for row, column in line) for line in found}


def run(up: set[tuple[int, int]], row: int, column: int, down: int, across: int) -> list[int]:
    first = last = 0
    while (row + down * (first - 1), column + across * (first - 1)) in up:
        first -= 1
    while (row + down * (last + 1), column + across * (last + 1)) in up:
        last += 1
    start = row if down else column
    return list(range(start + first, start + last + 1))


def test_m9_a_design_goes_into_any_slot_with_one_tile() -> None:
    state = played(selecting(), "design a1 C1 2")

    assert state.hand == tiles("r")
    assert seat_view(state)["slots"][1] == {"design": "C1", "tiles": {}}
    assert [design.name for design in state.display] == ["A1", "B1", "D1", "E1", "E2"]


def test_m9_a_replaced_design_loses_its_tiles_and_goes_to_the_discard_pile() -> None:
    state = selecting()
    state.boards[0].slots[1] = slot(state, "A2 rb")
    state = played(state, "design a1 C1 2")

    assert seat_view(state)["slots"][1] == {"design": "C1", "tiles": {}}
    assert [design.name for design in state.discarded] == ["A2"]
    assert seat_view(state)["points"] == 0


def test_m9_a_replaced_starter_leaves_the_game() -> None:
    state = played(selecting(), "design a1 C1 1")

    assert state.discarded == ()
    assert "S1" not in str(seat_view(state))


def test_m9_a_design_that_is_not_open_is_refused() -> None:
    assert "the open designs are A1, B1, C1, D1, E1, E2, not A2" in refused(selecting(), "design a1 A2 1")


def test_m10_designs_move_with_their_tiles_in_any_of_six_orders() -> None:
    state = selecting()
    state.boards[0].slots = [slot(state, each) for each in ("A1 r", "B1", "C1 gg")]

    assert [move for move in legal(state) if move.startswith("rearrange a1")] == [
        f"rearrange a1 {order}" for order in ("123", "132", "213", "231", "312", "321")
    ]
    slots = seat_view(played(state, "rearrange a1 312"))["slots"]
    assert [each["design"] for each in slots] == ["C1", "A1", "B1"]
    assert [each["tiles"] for each in slots] == [{"green": 2}, {"red": 1}, {}]


def test_after_a_selection_only_a_place_is_legal() -> None:
    assert legal(working(hand="r")) == ["place 1", "place 2", "place 3", "place 4"]
    assert refused(working(hand="r"), "line a1").endswith("in phase place a move is place, not line")


def test_m36_solo_has_four_cells_and_no_other_is_called_face_down() -> None:
    wanted = "the cells in solo are a1, b1, c1, d1, not "

    assert wanted + "c3" in refused(selecting(1), "design c3 A1 1")
    assert wanted + "a2" in refused(selecting(1), "rearrange a2 123")
    assert wanted + "a2, a3" in refused(selecting(1), "line a1 a2 a3")
