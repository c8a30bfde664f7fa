"""Each numbered rule of rulesets/azul/README.md holds: the deal and the draft, A1 to A16."""

import pytest

from rulesets import azul
from rulesets.azul.tables import COLORS
from rulesets.contract import Dice
from tests.azul.positions import (
    PLAIN,
    Board,
    board,
    dealt,
    drafting,
    opening,
    played,
    reason,
    refused_deal,
    texts,
)


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
    floors = ["*" + "b" * tiles for tiles in range(7)]

    ended = [
        played(drafting(Board(floor=floor, points=30), Board(), center="r", marker=0), "Cr>2")
        for floor in floors
    ]

    assert board(opening()) == {
        "score": 0,
        "lines": [None] * 5,
        "wall": [[None] * 5] * 5,
        "floor": [],
    }
    assert [30 - board(state)["score"] for state in ended] == [1, 2, 4, 6, 8, 11, 14]


def test_four_tiles_go_to_each_factory() -> None:
    """[A5]"""
    state = dealt(opening(), PLAIN, starting=0)

    assert azul.view(state)["factories"][2] == ["blue", "yellow", "white", "white"]
    assert sum(azul.view(state)["bag"].values()) == 80
    assert "for 5 factories, not 4" in str(refused_deal(opening(), "bbyy rrkk wwby rkwb", 0))
    assert "factory 2 gets 4 tiles, not 3" in str(refused_deal(opening(), "bbyy rrk wwby rkwb yrkw", 0))


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


def test_an_emptied_line_refuses_the_color_that_it_sent_to_the_wall() -> None:
    """[A13] [A17]"""
    placed = played(drafting(Board({1: "b"}), Board(), center="r", marker=0), "Cr>2")

    after = dealt(placed, "bbbb yyyy rrrr kkkk wwww")

    assert {text for text in texts(after) if text[0] == "1"} == {"1b>3", "1b>4", "1b>5", "1b>F"}
    assert "2y>1" in texts(after)


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
