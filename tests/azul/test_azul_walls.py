"""Each numbered rule of rulesets/azul/README.md holds: walls, floors and the end, A3, A4 and A17 to A28."""

import gzip
import json
from pathlib import Path

import pytest

from rulesets import azul
from rulesets.contract import read_record
from tests.azul.positions import (
    PLAIN,
    Board,
    board,
    dealt,
    drafting,
    opening,
    played,
    reason,
    texts,
    tiles_in_all,
    wall,
)


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


@pytest.mark.parametrize("side", ["colored", "gray"])
def test_four_seats_can_play_until_no_tile_is_left(side: str) -> None:
    """[A25], reached by play: whole matches in which bag and lid are empty when a deal is due."""
    file = Path(__file__).parent / "records" / f"no-tile-{side}.json.gz"
    record = read_record({"azul": azul}, json.loads(gzip.decompress(file.read_bytes())))

    *_, (_, state) = record.states()

    after = azul.view(state)
    assert (after["phase"], after["bag"], after["lid"]) == ("over", {}, {})
    assert not any(all(cell for cell in row) for seat in after["seats"] for row in seat["wall"])


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
