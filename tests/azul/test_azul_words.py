"""What is said of a match of Azul, and when."""

from collections import Counter

import pytest

from rulesets import azul
from rulesets.azul.scoring import complete_rows
from rulesets.azul.state import DRAFT, TILE, State
from rulesets.azul.tables import counts
from rulesets.contract import Who
from tests.azul.matches import random_match
from tests.azul.positions import Board, drafting, played, wall

# Groups of tiles that are left to draft, and positions in which the last round has to be told.
FEW, MANY = 2, 20
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
    state = drafting(Board({3: "ww"}, wall=held, points=9), Board(), center="wbr", gray=True, marker=1)

    sentence = "Line 3 is full: as things stand no cell takes it, it falls to the floor line"
    assert previewed(state, "Cw>3") == [sentence, "The floor line then costs 4 (now 0)"]


def test_lines_that_are_bound_to_fall_count_before_and_after() -> None:
    board = Board({3: "www"}, wall="..... ..w.. rk.by ..... .....", points=20)
    state = drafting(board, Board(), center="bbr", gray=True, marker=1)

    assert previewed(state, "Cr>F") == ["The floor line then costs 6 (now 4)"]


def test_the_lines_above_go_first_and_may_take_the_cell_away() -> None:
    wall = "rk.by ..... yb.rw ..... ....."
    state = drafting(Board({1: "w", 3: "ww"}, wall=wall), Board(), center="w", gray=True, marker=1)
    alone = drafting(Board({3: "ww"}, wall=wall), Board(), center="w", gray=True, marker=1)

    assert previewed(state, "Cw>3")[0].startswith("Line 3 is full: as things stand no cell takes it")
    assert previewed(alone, "Cw>3") == ["Line 3 is full: as things stand its best cell scores 5"]


@pytest.mark.parametrize(("factories", "turn", "told"), [("wwww", 1, [0]), ("wwww", 0, []), ("wbbb", 1, [])])
def test_who_does_not_draft_any_more_takes_no_column_away(factories: str, turn: int, told: list[int]) -> None:
    board = Board({3: "www"}, wall=LACKS_THE_THIRD)

    assert said(drafting(board, Board(), factories=factories, turn=turn, gray=True)) == told


def test_the_last_round_of_a_gray_wall_is_told_when_nothing_else_may_come_and_only_then() -> None:
    """At the ends of drafts, where all that may come can be looked at."""
    found = Counter(
        (seat in said(state), not may_stay_open(state, seat))
        for key in range(60)
        for _, state in random_match(2 + key % 2, "gray", key)
        if state.phase == TILE or (state.phase == DRAFT and groups(state) <= FEW)
        for seat in range(state.seats)
    )

    assert found[True, False] == found[False, True] == 0, found
    assert found[True, True] > MANY


def may_stay_open(state: State, seat: int) -> bool:
    """Whether the round may end without a complete row of that seat."""
    if complete_rows(state, seat):
        return False
    if state.phase == TILE and seat not in azul.to_act(state):
        return True
    if state.phase not in (DRAFT, TILE):
        return True
    actor = state.turn if state.phase == DRAFT else seat
    return any(
        may_stay_open(azul.evolve(state, (actor, move)), seat) for move in azul.legal_moves(state, actor)
    )


def groups(state: State) -> int:
    return sum(map(bool, (count for heap in state.sources for count in counts(heap))))
