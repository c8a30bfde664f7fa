"""The situations that public implementations get wrong, each with its right outcome."""

import subprocess
import sys

import pytest

from rulesets import azul
from rulesets.contract import CHANCE, Dice, Refused, canonical, decide
from tests.azul.positions import Board, board, deal_of, dealt, drafting, played, reason, texts, wall

NINE_WHITE = "wwwwwwwww"


def test_1_a_pick_goes_to_one_line_and_what_is_too_much_to_the_floor() -> None:
    """[A13] [A14]"""
    after = played(drafting(Board(), Board(), center="rrr", factories="kkkk", marker=1), "Cr>2")

    assert board(after)["lines"][1:3] == [{"color": "red", "count": 2}, None]
    assert board(after)["floor"] == ["red"]


def test_2_a_full_line_is_refused_and_the_others_are_offered() -> None:
    """[A13]"""
    state = drafting(Board({1: "b"}), Board(), center="bb")

    assert texts(state) == {"Cb>2", "Cb>3", "Cb>4", "Cb>5", "Cb>F"}
    assert "it is full" in str(reason(state, "Cb>1"))


def test_3_a_refused_move_leaves_every_tile_where_it_was() -> None:
    """[A9]"""
    state = drafting(Board({2: "r"}), Board(), factories="rrby - bbyy")
    before = azul.view(state)

    with pytest.raises(Refused, match=r"factory 3 holds no red; it holds 2 blue, 2 yellow"):
        decide(azul, state, 0, {"type": "draft", "source": 3, "color": "red", "line": 2})

    assert azul.view(state) == before


def test_4_a_wall_row_forbids_its_colors_to_its_own_line_alone() -> None:
    """[A13]"""
    state = drafting(Board({4: "y"}, wall="..... ..... ...y. ..... ....."), Board(), center="yy")

    assert texts(state) == {"Cy>1", "Cy>2", "Cy>4", "Cy>5", "Cy>F"}


def test_5_the_marker_in_the_third_space_starts_the_next_round() -> None:
    """[A11]"""
    state = drafting(Board(floor="kk"), Board(), center="b", starting=1)

    after = played(state, "Cb>1")

    assert azul.to_act(dealt(after, "bbyy rrkk wwby rkwb yrkw")) == (0,)


def test_6_the_marker_works_in_every_round() -> None:
    """[A11]"""
    state = azul.setup(2, {"wall": "colored"})
    holders = []

    for number in range(2):
        state = dealt(state, "bbby rrrr kkkk wwww yyyy", None if number else 0)
        state = played(state, "1b>3", "Cy>1", "2r>F", "3k>F", "4w>F")
        holders.append(azul.view(state)["marker"])
        state = played(state, "5y>F")

    assert holders == [1, 0]


def test_7_the_marker_takes_the_seventh_space_and_the_pick_falls_into_the_lid() -> None:
    """[A11] [A15]"""
    state = drafting(Board(floor="kkkkkk"), Board(), center="rrr", factories="bbbb")

    after = played(state, "Cr>F")

    assert board(after)["floor"][6:] == ["marker"]
    assert azul.view(after)["lid"] == {"red": 3}


def test_8_the_marker_alone_in_the_centre_ends_the_draft() -> None:
    """[A16]"""
    after = azul.view(played(drafting(Board(), Board(), factories="bbbb"), "1b>4"))

    assert (after["phase"], after["marker"], after["to_act"]) == ("deal", "center", [])


def test_9_three_in_a_row_and_two_in_a_column_are_five() -> None:
    """[A21]"""
    state = drafting(
        Board({1: "r"}, wall=".y.k. ..y.. ..... ..... ....."), Board(), center="w", turn=1, marker=1
    )

    assert board(played(state, "Cw>F"))["score"] == 5


def test_10_a_column_in_one_round_is_fifteen() -> None:
    """[A21]"""
    column = Board({1: "b", 2: "ww", 3: "kkk", 4: "rrrr", 5: "yyyyy"})

    after = played(drafting(column, Board(), center="w", turn=1, marker=1), "Cw>F")

    assert wall(after) == "b.... w.... k.... r.... y...."
    assert board(after)["score"] == 15


def test_11_the_floor_stops_at_zero_before_the_bonus() -> None:
    """[A22] [A26]"""
    state = drafting(
        Board(wall="byrk. ..... ..... ..... ....."), Board(), center=NINE_WHITE, factories="-", marker=1
    )

    after = played(state, "Cw>1")

    assert board(after)["score"] == 2


def test_12_a_column_counts_seven_once_and_at_the_end() -> None:
    """[A26]"""
    column = Board({5: "yyyyy"}, wall="byrk. w.... k.... r.... .....", points=20)
    state = drafting(column, Board(), center="w", bag="bbbw", turn=1, marker=1)

    going_on = played(state, "Cw>F")
    over = played(dealt(going_on, "bbbw wyyy y - -"), "1w>1", "Cb>F", "2w>3", "Cy>F", "3y>4")

    assert board(going_on)["score"] == 20 + 5
    assert board(over)["score"] == 25 + 5 + 2 + 7


def test_13_two_with_fifty_points_share_the_victory() -> None:
    """[A27]"""
    row, two_rows = "byrk. ..... ..... ..... .....", "byrk. wbyrk ..... ..... ....."
    state = drafting(
        Board({1: "w"}, wall=row, points=43),
        Board({1: "w"}, wall=row, points=43),
        Board({1: "w"}, wall=two_rows, points=19),
        center="r",
        marker=1,
    )

    after = played(state, "Cr>5")

    assert [points for points, _ in azul.scores(after)] == [50, 50, 30]
    assert azul.winners(after) == [0, 1]


def test_14_nine_fallen_tiles_are_seven_on_the_floor_and_two_in_the_lid() -> None:
    """[A15] [A6]"""
    state = drafting(Board(points=20), Board(), center=NINE_WHITE, factories="bbbb", marker=1)

    fallen = played(state, "Cw>F")
    after = played(fallen, "1b>4")

    assert board(fallen)["floor"] == ["white"] * 7
    assert azul.view(fallen)["lid"] == {"white": 2}
    assert board(after)["score"] == 20 - 14
    assert azul.view(after)["lid"] == {"blue": 3, "white": 9}


def test_15_all_of_the_bag_comes_before_any_of_the_lid() -> None:
    """[A6]"""
    lid = "b" * 12 + "y" * 20 + "r" * 20 + "k" * 20 + "w" * 19
    due = played(drafting(Board(), Board(), center="w", bag="b" * 8, lid=lid, marker=1), "Cw>5")

    deals = [azul.deal(due, Dice(bytes([key]), [])) for key in range(20)]

    assert all(deal.factories[:2] == ((0, 0, 0, 0), (0, 0, 0, 0)) for deal in deals)
    assert "factory 2 cannot get red" in str(azul.refusal(due, (CHANCE, deal_of("bbbb bbbr bkkk kkkk kkkk"))))


def test_16_a_deal_with_too_few_tiles_begins_a_short_round() -> None:
    """[A7]"""
    due = played(drafting(*[Board()] * 4, center="w", bag="bbbbbb", lid="yyyyy", marker=1), "Cw>5")

    after = azul.evolve(due, (CHANCE, azul.deal(due, Dice(b"key", []))))

    sizes = [len(factory) for factory in azul.view(after)["factories"]]
    assert sizes == [4, 4, 3, 0, 0, 0, 0, 0, 0]
    assert (azul.view(after)["bag"], azul.view(after)["lid"]) == ({}, {})
    assert azul.view(after)["phase"] == "draft"


def test_17_a_full_column_or_color_does_not_end_the_match() -> None:
    """[A23]"""
    column_and_color = Board({1: "b"}, wall="..... wb... k.b.. r..b. y...b")

    after = played(drafting(column_and_color, Board(), center="w", marker=1, turn=1), "Cw>F")

    assert wall(after) == "b.... wb... k.b.. r..b. y...b"
    assert azul.view(after)["phase"] == "deal"


def test_18_a_gray_line_falls_before_the_floor_is_counted() -> None:
    """[A20]"""
    stuck = Board({3: "rrr"}, wall="r.... .r... ..byk ..... .....", points=10)

    after = played(drafting(stuck, Board(), center="w", marker=1, turn=1, gray=True), "Cw>F")

    assert board(after)["score"] == 10 - 4
    assert azul.view(after)["lid"] == {"red": 3, "white": 1}


def test_19_a_choice_in_row_1_decides_whether_row_4_falls() -> None:
    """[A19] [A20]"""
    reds = Board({1: "r", 4: "rrrr"}, wall="..... r.... ..... ..byk .....")
    tiling = played(drafting(reds, Board(), center="w", marker=1, turn=1, gray=True), "Cw>F")

    assert texts(played(tiling, "1@3")) == {"4@2"}
    assert azul.view(played(tiling, "1@2"))["lid"] == {"red": 4, "white": 1}


def test_20_five_of_a_color_anywhere_on_a_gray_wall_are_ten() -> None:
    """[A26]"""
    five = "wykrb r.... .r... ..r.. ....r"
    state = drafting(Board(wall=five, points=3), Board(), center="w", marker=1, turn=1, gray=True)

    after = played(state, "Cw>F")

    assert board(after)["score"] == 3 + 2 + 10


FOLD = """
from rulesets import azul
from rulesets.contract import Dice, canonical, encoded
state, dice, log = azul.setup(3, {"wall": "gray"}), Dice(b"key", ["log"]), []
while acting := azul.to_act(state):
    moves = azul.legal_moves(state, acting[0])
    choice = moves[dice.below(len(moves))] if moves else azul.deal(state, dice)
    log.append(encoded(azul, (acting[0], choice)))
    state = azul.evolve(state, (acting[0], choice))
print(canonical([log, azul.view(state)]))
"""


def test_21_the_same_choices_give_the_same_log_in_every_process() -> None:
    """[A28]"""
    logs = {
        subprocess.run(
            [sys.executable, "-c", FOLD],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }

    assert len(logs) == 1


def test_21_no_state_can_tell_what_a_coming_deal_will_bring() -> None:
    """[A28]"""
    state = azul.setup(2, {"wall": "colored"})

    deals = {canonical(azul.encode_deal(azul.deal(state, Dice(bytes([key]), [])))) for key in range(20)}

    assert len(deals) == 20
