"""Each numbered rule of rulesets/azul/README.md holds."""

import pytest

from rulesets import azul
from rulesets.azul.tables import COLORS
from rulesets.contract import CHANCE, Dice
from tests.azul.positions import (
    Board,
    board,
    deal_of,
    dealt,
    drafting,
    played,
    reason,
    texts,
    tiles_in_all,
    wall,
)

PLAIN = "bbyy rrkk wwby rkwb yrkw"


def opening(seats: int = 2, side: str = "colored") -> azul.state.State:
    return azul.setup(seats, {"wall": side})


@pytest.mark.parametrize(("seats", "factories"), [(2, 5), (3, 7), (4, 9)])
def test_twenty_tiles_of_each_color_and_factories_by_seats(seats: int, factories: int) -> None:
    """[A1]"""
    position = azul.view(opening(seats))

    assert position["bag"] == dict.fromkeys(COLORS, 20)
    assert position["factories"] == [[]] * factories
    assert (position["phase"], position["round"]) == ("deal", 0)
    assert (position["marker"], position["starting_seat"]) == ("center", None)


def test_a_board_starts_empty_and_floor_spaces_cost_more_and_more() -> None:
    """[A2]"""
    costs = [
        30
        - board(played(drafting(Board(points=30, floor="b" * tiles), Board(), center="r"), "Cr>1"))["score"]
        for tiles in range(7)
    ]

    assert board(opening()) == {
        "score": 0,
        "lines": [None] * 5,
        "wall": [[None] * 5] * 5,
        "floor": [],
    }
    assert costs == [1 - 1, 2 - 1, 4 - 1, 6 - 1, 8 - 1, 11 - 1, 14 - 1]


def test_the_coloured_wall_moves_one_to_the_right_with_each_row() -> None:
    """[A3] [A18]"""
    full = {1: "b", 2: "bb", 3: "bbb", 4: "bbbb", 5: "bbbbb"}
    state = drafting(Board(full), Board(), center="w", marker=1, turn=1)

    after = played(state, "Cw>F")

    assert wall(after) == "b.... .b... ..b.. ...b. ....b"


def test_the_gray_wall_takes_a_color_in_any_column() -> None:
    """[A4]"""
    state = played(drafting(Board({3: "rrr"}), Board(), center="w", marker=1, gray=True), "Cw>F")

    assert texts(state) == {"3@1", "3@2", "3@3", "3@4", "3@5"}


def test_four_tiles_go_to_each_factory() -> None:
    """[A5]"""
    state = dealt(opening(), PLAIN, starting=0)

    assert azul.view(state)["factories"][2] == ["blue", "yellow", "white", "white"]
    assert sum(azul.view(state)["bag"].values()) == 80
    assert "for 5 factories, not 4" in str(refused_deal(opening(), "bbyy rrkk wwby rkwb", 0))
    assert "factory 2 gets 4 tiles, not 3" in str(refused_deal(opening(), "bbyy rrk wwby rkwb yrkw", 0))


def refused_deal(state: azul.state.State, factories: str, starting: int | None = None) -> str | None:
    return azul.refusal(state, (CHANCE, deal_of(factories, starting)))


def test_the_lid_is_poured_into_the_bag_when_a_tile_is_needed() -> None:
    """[A6]"""
    state = drafting(Board(), Board(), center="r", bag="b" * 8, lid="w" * 12 + "k" * 3, marker=0)
    due = played(state, "Cr>5")

    after = dealt(due, "bbbb bbbb wwww kkkw wwww")

    assert (azul.view(after)["bag"], azul.view(after)["lid"]) == ({"white": 3}, {})
    assert "factory 2 cannot get white: by then the bag holds 1 blue" in str(
        refused_deal(due, "bbbb bbbw wwww kkkw wwww")
    )


def test_a_deal_that_takes_the_last_tile_leaves_the_lid_alone() -> None:
    """[A6]"""
    state = played(drafting(Board(), Board(), center="r", bag="b" * 20, lid="w", marker=0), "Cr>5")

    after = dealt(state, "bbbb bbbb bbbb bbbb bbbb")

    assert (azul.view(after)["bag"], azul.view(after)["lid"]) == ({}, {"white": 1})


def test_a_round_starts_with_factories_that_are_not_full() -> None:
    """[A7]"""
    due = played(drafting(Board(), Board(), center="r", bag="bbb", lid="www", marker=0), "Cr>5")

    after = dealt(due, "bbbw ww - - -")

    assert azul.to_act(after) == (0,)
    assert "factory 1 gets 4 tiles, not 3; 6 are left" in str(refused_deal(due, "bbb www - - -"))
    assert "factory 2 gets 2 tiles, not 0" in str(refused_deal(due, "bbbw - ww - -"))


def test_the_first_deal_settles_who_starts_and_no_other_does() -> None:
    """[A8]"""
    due = played(drafting(Board(), Board(), center="r", marker=0), "Cr>5")

    assert azul.to_act(dealt(opening(), PLAIN, starting=1)) == (1,)
    assert "there is none" in str(refused_deal(opening(), PLAIN))
    assert "from 0 to 1, not 2" in str(refused_deal(opening(), PLAIN, 2))
    assert "only the first deal" in str(refused_deal(due, PLAIN, 0))


def test_the_lot_can_fall_on_every_seat() -> None:
    """[A8]"""
    state = opening(4)

    assert {azul.deal(state, Dice(bytes([key]), [])).starting_seat for key in range(40)} == {0, 1, 2, 3}


def test_seats_take_all_tiles_of_one_color_from_one_source_in_turn() -> None:
    """[A9]"""
    state = dealt(opening(3), "bbyy rrkk wwby rkwb yrkw bbbb yyyy", starting=2)

    after = played(state, "1b>3", "6b>4")

    assert board(after, 2)["lines"][2] == {"color": "blue", "count": 2}
    assert board(after, 0)["lines"][3] == {"color": "blue", "count": 4}
    assert azul.to_act(after) == (1,)
    assert "it is the turn of seat 1" in str(reason(after, "2r>1", seat=0))


def test_what_is_left_of_a_factory_goes_to_the_centre() -> None:
    """[A10]"""
    state = dealt(opening(), PLAIN, starting=0)

    after = azul.view(played(state, "3w>3", "4b>1"))

    assert after["center"] == ["blue", "yellow", "red", "black", "white"]
    assert after["factories"][2:4] == [[], []]


def test_who_first_takes_from_the_centre_takes_the_marker_before_the_tiles() -> None:
    """[A11]"""
    state = drafting(Board(floor="k"), Board(), center="bbyy", factories="rrrr")

    after = played(state, "Cb>1", "Cy>1")

    assert board(after)["floor"] == ["black", "marker", "blue"]
    assert board(after, 1)["floor"] == ["yellow"]
    assert (azul.view(after)["marker"], azul.view(after)["starting_seat"]) == (0, 0)


def test_the_marker_needs_no_space_on_a_full_floor_line() -> None:
    """[A11]"""
    state = drafting(Board(floor="kkkkkkk", points=20), Board(), center="b", factories="rrrr", starting=1)

    after = played(state, "Cb>1", "1r>F")

    assert azul.view(after)["marker"] == 0
    assert board(after)["score"] == 20 + 1 - 14
    assert azul.to_act(dealt(after, PLAIN)) == (0,)


def test_when_nobody_takes_from_the_centre_the_same_seat_starts_again() -> None:
    """[A12]"""
    state = drafting(Board(), Board(), factories="rrrr kkkk", starting=1, turn=1)

    after = played(state, "1r>4", "2k>4")

    assert (azul.view(after)["marker"], azul.view(after)["starting_seat"]) == ("center", 1)
    assert azul.to_act(dealt(after, PLAIN)) == (1,)


def test_a_pattern_line_takes_one_color_that_its_wall_row_lacks() -> None:
    """[A13]"""
    state = drafting(
        Board({1: "k", 2: "y", 4: "rr"}, wall="..... ..... ....r ..... ....."), Board(), factories="rrby"
    )

    assert {text for text in texts(state) if text.startswith("1r")} == {"1r>4", "1r>5", "1r>F"}
    assert "line 1 cannot take red: it is full" in str(reason(state, "1r>1"))
    assert "line 2 cannot take red: it holds 1 yellow" in str(reason(state, "1r>2"))
    assert "line 3 cannot take red: wall row 3 holds it already" in str(reason(state, "1r>3"))


def test_what_does_not_fit_falls_and_everything_may_fall() -> None:
    """[A14]"""
    state = drafting(Board({2: "r"}), Board(), center="rrr", factories="kkkk")

    assert board(played(state, "Cr>2"))["floor"] == ["marker", "red", "red"]
    assert board(played(state, "Cr>F"))["floor"] == ["marker", "red", "red", "red"]
    assert board(played(state, "Cr>F"))["lines"][1] == {"color": "red", "count": 1}


def test_beyond_seven_tiles_fall_into_the_lid() -> None:
    """[A15]"""
    state = drafting(Board(floor="kkkkk"), Board(), center="rrrr", factories="kkkk", lid="b")

    after = played(state, "Cr>1")

    assert board(after)["floor"] == ["black"] * 5 + ["marker", "red"]
    assert azul.view(after)["lid"] == {"blue": 1, "red": 2}


def test_the_draft_is_over_when_only_the_marker_is_left() -> None:
    """[A16]"""
    state = drafting(Board(), Board(), factories="rrrr")

    assert azul.view(played(state, "1r>4"))["phase"] == "deal"


def test_full_lines_send_one_tile_to_the_wall_and_the_others_to_the_lid() -> None:
    """[A17]"""
    state = drafting(Board({3: "kkk", 4: "ww"}), Board(), center="r", marker=1)

    after = played(state, "Cr>1")

    assert wall(after) == "..r.. ..... k.... ..... ....."
    assert board(after)["lines"] == [None, None, None, {"color": "white", "count": 2}, None]
    assert azul.view(after)["lid"] == {"black": 2}


def test_a_coloured_wall_wants_no_moves() -> None:
    """[A18]"""
    state = drafting(Board({1: "b"}), Board(), center="r", marker=1)

    assert azul.view(played(state, "Cr>2"))["phase"] == "deal"
    assert "only a gray wall" in str(reason(state, "1@1"))


def test_gray_tiles_go_to_free_cells_in_columns_without_their_color() -> None:
    """[A19]"""
    state = drafting(
        Board({2: "rr"}, wall="r.... .b... ..... ....r ....."),
        Board({1: "k"}),
        center="w",
        marker=1,
        gray=True,
    )

    tiling = played(state, "Cw>F")

    assert azul.to_act(tiling) == (0, 1)
    assert texts(tiling, 0) == {"2@3", "2@4"}
    assert "column 1 cannot take red once more" in str(reason(tiling, "2@1"))
    assert "column 2 of row 2 is taken: it holds blue" in str(reason(tiling, "2@2"))
    assert "the next line of seat 0 is line 2, not 1" in str(reason(tiling, "1@3"))
    assert "the draft is over: seat 0 places the tile of its line 2" in str(reason(tiling, "Cw>F"))
    assert "the draft goes on" in str(reason(state, "2@3"))


def test_seats_do_not_wait_for_each_other_on_gray_walls() -> None:
    """[A19]"""
    boards = Board({1: "k", 2: "rr"}), Board({2: "bb"})
    tiling = played(drafting(*boards, center="w", marker=1, gray=True), "Cw>F")

    one = played(tiling, "0:1@1", "1:2@2", "0:2@3")
    other = played(tiling, "1:2@2", "0:1@1", "0:2@3")

    assert azul.view(one) == azul.view(other)
    assert azul.to_act(played(tiling, "1:2@2")) == (0,)


def test_a_gray_line_that_no_cell_takes_falls_in_this_round() -> None:
    """[A20]"""
    stuck = Board({2: "rr"}, wall="r.... .bykw ..... ..... .....", points=9)
    state = drafting(stuck, Board(), center="w", marker=1, gray=True)

    after = played(state, "Cw>5")

    assert azul.view(after)["phase"] == "deal"
    assert board(after)["score"] == 9 - 2
    assert board(after)["lines"] == [None, None, None, None, {"color": "white", "count": 1}]
    assert azul.view(after)["lid"] == {"red": 2}


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ("..... ..... ..... ..... .....", 1),
        ("..... ..... .w... ..... .....", 2),
        ("..... ..... .w.y. ..... .....", 3),
        ("..... ..y.. ..... ..w.. .....", 3),
        ("..... ..... kw... ..w.. .....", 3 + 2),
        ("..r.. ..... k...r ..... ..k..", 1),
    ],
)
def test_a_tile_scores_its_runs_across_and_down(rows: str, points: int) -> None:
    """[A21]"""
    state = drafting(Board({3: "bbb"}, wall=rows), Board(), center="w", marker=1, turn=1)

    assert board(played(state, "Cw>F"))["score"] == points


def test_floor_tiles_go_to_the_lid_and_the_marker_stays_with_its_holder() -> None:
    """[A22]"""
    state = drafting(Board(floor="*k", points=1), Board(points=4), center="w", marker=0, turn=1)

    after = played(state, "Cw>F")

    assert [board(after, seat)["score"] for seat in (0, 1)] == [0, 3]
    assert azul.view(after)["lid"] == {"black": 1, "white": 1}
    assert azul.view(after)["marker"] == 0
    assert azul.view(dealt(after, PLAIN))["marker"] == "center"


def test_a_complete_row_ends_the_match_when_all_have_tiled_and_paid() -> None:
    """[A23]"""
    state = drafting(
        Board({1: "w"}, wall="byrk. ..... ..... ..... ....."),
        Board({2: "kk"}, floor="bb", points=5),
        center="r",
        marker=1,
    )

    after = played(state, "Cr>5")

    assert azul.to_act(after) == ()
    assert board(after, 1)["score"] == 5 + 1 - 2
    assert "the match is over" in str(azul.refusal(after, (0, 0)))


def phases_of_rounds(*first_picks: str) -> list[str]:
    """The phase after each round of five factories of one color that fall, but for the first pick."""
    state, phases = opening(), []
    for number, pick in enumerate(first_picks):
        state = dealt(state, "bbbb yyyy rrrr kkkk wwww", None if number else 0)
        state = played(state, pick, "2y>F", "3r>F", "4k>F", "5w>F")
        phases.append(azul.view(state)["phase"])
    return phases


def test_three_rounds_without_a_tile_for_any_wall_end_the_match() -> None:
    """[A24]"""
    assert phases_of_rounds("1b>F", "1b>F", "1b>F") == ["deal", "deal", "over"]


def test_a_tile_on_a_wall_begins_the_count_of_barren_rounds_anew() -> None:
    """[A24]"""
    phases = phases_of_rounds("1b>F", "1b>F", "1b>4", "1b>F", "1b>F", "1b>F")

    assert phases == ["deal"] * 5 + ["over"]


def test_without_a_tile_to_deal_the_match_is_over() -> None:
    """[A25]"""
    boards = Board({5: "bbbb"}), Board({5: "k"}, points=3)
    state = drafting(*boards, center="w", marker=1, bag="", lid="")

    after = azul.view(played(state, "Cw>3"))

    assert (after["phase"], after["winners"]) == ("over", [1])


def test_rows_columns_and_colors_bring_points_at_the_end() -> None:
    """[A26]"""
    wall_of_three = Board({1: "w"}, wall="byrk. .b... ..b.. ...b. y...b", points=10)
    state = drafting(wall_of_three, Board(), center="r", marker=1, turn=1)

    after = played(state, "Cr>F")

    assert board(after)["score"] == 10 + 5 + 2 + 10
    assert azul.scores(after) == [(27, 1), (0, 0)]


def test_a_tie_goes_to_more_complete_rows() -> None:
    """[A27]"""
    row = "byrk. ..... ..... ..... ....."
    state = drafting(Board({1: "w"}, wall=row, points=10), Board(points=17), center="r", marker=1, turn=1)

    after = played(state, "Cr>2")

    assert azul.scores(after) == [(17, 1), (17, 0)]
    assert azul.view(after)["winners"] == [0]


def test_a_view_counts_the_bag_and_knows_no_order() -> None:
    """[A28]"""
    state = dealt(opening(), PLAIN, starting=0)

    assert azul.view(state)["bag"] == {"blue": 16, "yellow": 16, "red": 16, "black": 16, "white": 16}
    assert tiles_in_all(state) == [20] * 5
