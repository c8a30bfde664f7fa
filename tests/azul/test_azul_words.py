"""What is said of a match of Azul, and when."""

import pytest

from rulesets import azul
from rulesets.azul.state import State
from rulesets.contract import Who
from tests.azul.positions import Board, drafting, played, wall

LACKS_THE_THIRD = "..... ..... rk.by ..... ....."


def said(state: State) -> list[int]:
    """The seats of which it is said that they end the match."""
    return [
        notice.values["who"].seat for notice in azul.notices(state) if notice.text.startswith("Last round")
    ]


def test_the_last_round_is_told_with_the_move_that_fills_the_line_and_not_before() -> None:
    state = drafting(Board({3: "kk"}, wall="..... ..... .wbyr ..... ....."), Board(), center="kkbr")

    waiting = played(state, "Cb>1")
    bound = played(state, "Ck>3")

    assert said(state) == []
    assert said(waiting) == []
    assert said(bound) == [0]
    assert azul.notices(bound)[0].values == {"who": Who(0)}
    assert said(played(bound, "Cb>1")) == [0]


def test_a_full_line_beside_a_row_that_lacks_two_is_not_the_last_round() -> None:
    state = drafting(Board({3: "kk"}, wall="..... ..... ..byr ..... ....."), Board(), center="kkbr")

    assert said(played(state, "Ck>3")) == []


def test_a_row_of_a_gray_wall_is_bound_when_its_cell_takes_the_color() -> None:
    state = drafting(Board({3: "ww"}, wall=LACKS_THE_THIRD), Board(), center="wbr", gray=True)

    bound = played(state, "Cw>3")

    assert said(state) == []
    assert said(bound) == [0]
    tiling = played(bound, "Cb>F", "Cr>F")
    assert azul.view(tiling)["phase"] == "tile"
    assert said(tiling) == [0]
    assert azul.view(played(tiling, "3@3"))["phase"] == "over"


def test_a_line_of_a_gray_wall_that_will_fall_makes_no_last_round() -> None:
    held = "..... ..w.. rk.by ..... ....."
    state = drafting(Board({3: "ww"}, wall=held), Board(), center="wbr", gray=True)

    assert said(played(state, "Cw>3")) == []


@pytest.mark.parametrize(
    ("above", "center", "told"),
    [
        ({1: "w"}, "wbr", []),  # the first line may take the column away
        ({1: "b"}, "wbr", [0]),
        ({2: "w"}, "wbr", [0]),  # it cannot be filled any more
    ],
)
def test_a_line_further_up_may_take_the_column_away_on_a_gray_wall(
    above: dict[int, str], center: str, told: list[int]
) -> None:
    state = drafting(Board({3: "ww"} | above, wall=LACKS_THE_THIRD), Board(), center=center, gray=True)

    assert said(played(state, "Cw>3")) == told


def test_it_is_told_when_the_line_further_up_went_elsewhere_and_not_when_it_took_the_column() -> None:
    state = drafting(Board({1: "w", 3: "ww"}, wall=LACKS_THE_THIRD), Board(), center="w", gray=True)
    tiling = played(state, "Cw>3")

    assert said(tiling) == []
    assert said(played(tiling, "1@1")) == [0]
    assert azul.view(played(tiling, "1@3"))["phase"] == "deal"


def test_tiles_left_to_draft_may_still_take_the_column_away() -> None:
    boards = Board({3: "ww"}, wall=LACKS_THE_THIRD), Board()

    some = drafting(*boards, factories="wkkk", center="wbr", gray=True)
    none = drafting(*boards, factories="rkkk", center="wbr", gray=True)

    assert said(played(some, "Cw>3")) == []
    assert said(played(none, "Cw>3")) == [0]


@pytest.mark.parametrize("gray", [False, True])
def test_a_round_is_told_from_the_table_before_it_row_by_row_to_the_floor(gray: bool) -> None:
    state = drafting(Board({1: "b", 2: "rr"}, floor="k", points=5), Board(), center="w", marker=1, gray=gray)
    move = azul.parse("Cw>F")

    steps = azul.tell(state, (0, move))

    if gray:
        state, steps = azul.evolve(state, (0, move)), []
        for text in ("1@1", "2@2"):
            event = (0, azul.parse(text))
            steps += azul.tell(state, event)
            state = azul.evolve(state, event)
    stood = [(step, step.state or state) for step in steps]
    tiled = [(wall(table), step.points) for step, table in stood if step.parts[0].startswith("0-cell")]
    column = ".r..." if gray else "...r."
    assert tiled == [
        ("b.... ..... ..... ..... .....", 1),
        (f"b.... {column} ..... ..... .....", 1),
    ]
    assert (steps[-1].parts, steps[-1].points) == (("0-floor",), -2)
    assert azul.view(stood[-1][1])["seats"][0]["floor"] == []


def previewed(state: State, move: str) -> list[str]:
    """What the seat that is to move is told of a draft, in English."""
    seat = state.turn
    decoded = azul.parse(move)
    return [each.text % each.values for each in azul.preview(state, seat, decoded)]


@pytest.mark.parametrize(
    ("board", "told"),
    [
        (Board({1: "y"}, points=9), []),
        (Board(points=1), ["You lose only 1: you have no more"]),
        (Board({1: "y"}), ["You lose only 1: you have no more"]),
        (Board({1: "y"}, points=3), []),
    ],
)
def test_the_floor_takes_no_more_than_the_points_that_are_there(board: Board, told: list[str]) -> None:
    state = drafting(board, Board(), center="bbbw", marker=1)

    floor = "The floor line then costs 4 (now 0)"
    assert previewed(state, "Cb>F") == [floor, *told]


def test_a_full_line_that_no_cell_takes_is_told_to_fall() -> None:
    held = "..... ..w.. rk.by ..... ....."
    state = drafting(Board({3: "ww"}, wall=held), Board(), center="wbr", gray=True)

    sentence = "Line 3 is full: as things stand no cell takes it, it falls to the floor line"
    assert previewed(state, "Cw>3")[0] == sentence
