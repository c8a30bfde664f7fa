"""Moves, deals and positions in the forms that leave the ruleset."""

from typing import Any

import pytest

from rulesets import azul
from rulesets.azul.wire import Deal
from rulesets.contract import Refused, canonical, decide_deal
from tests.azul.positions import Board, drafting, played

FACTORIES = [["red", "red", "blue", "white"]] * 5


@pytest.mark.parametrize(
    ("text", "payload"),
    [
        ("3r>5", {"type": "draft", "source": 3, "color": "red", "line": 5}),
        ("Ck>F", {"type": "draft", "source": 0, "color": "black", "line": 0}),
        ("9w>1", {"type": "draft", "source": 9, "color": "white", "line": 1}),
        ("3@2", {"type": "tile", "line": 3, "column": 2}),
        ("5@5", {"type": "tile", "line": 5, "column": 5}),
    ],
)
def test_a_move_is_written_in_text_and_in_json(text: str, payload: Any) -> None:
    move = azul.parse(text)

    assert azul.encode(move) == payload
    assert azul.decode(payload) == move
    assert azul.text(move) == text


@pytest.mark.parametrize("text", ["", "3r>6", "0r>5", "cr>5", "3r5", "3R>5", "6@1", "3@0", " 3r>5", "3r>5 "])
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(ValueError, match="a move is written like"):
        azul.parse(text)


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        ("3r>5", "an object with a type"),
        ({"source": 3}, "an object with a type"),
        ({"type": "pass"}, "one of draft, tile"),
        ({"type": ["draft"]}, "one of draft, tile"),
        ({"type": "draft", "source": 3, "color": "red"}, "line is missing"),
        ({"type": "draft", "source": 3, "color": "red", "line": 5, "seat": 1}, '"seat" is not known'),
        ({"type": "draft", "source": 10, "color": "red", "line": 5}, "from 0 to 9, not 10"),
        ({"type": "draft", "source": 3.0, "color": "red", "line": 5}, "not 3.0"),
        ({"type": "draft", "source": True, "color": "red", "line": 5}, "not true"),
        ({"type": "draft", "source": 3, "color": "marker", "line": 5}, 'not "marker"'),
        ({"type": "draft", "source": 3, "color": "red", "line": -1}, "from 0 to 5, not -1"),
        ({"type": "tile", "line": 0, "column": 1}, "from 1 to 5, not 0"),
        ({"type": "tile", "line": 1, "column": "2"}, 'not "2"'),
        ({"type": "tile", "line": 1, "column": 2, "color": "red"}, '"color" is not known'),
    ],
)
def test_other_forms_are_no_moves(payload: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        azul.decode(payload)


def test_legal_moves_come_by_source_color_and_line() -> None:
    """[A9]"""
    state = drafting(
        Board({3: "yyy"}, "..... w.... ..... ..... ....."), Board(), factories="wb", center="y", marker=0
    )
    listed = " ".join(azul.text(move) for move in azul.legal_moves(state, 0))

    assert listed == "Cy>1 Cy>2 Cy>4 Cy>5 Cy>F 1b>1 1b>2 1b>4 1b>5 1b>F 1w>1 1w>4 1w>5 1w>F"
    assert azul.legal_moves(state, 1) == []


def test_a_deal_keeps_the_order_in_which_its_tiles_were_drawn() -> None:
    """[A5]"""
    payload = {"starting_seat": 1, "factories": FACTORIES}

    deal = azul.decode_deal(payload)

    assert deal == Deal(1, ((2, 2, 0, 4),) * 5)
    assert canonical(azul.encode_deal(deal)) == canonical(payload)
    assert azul.encode_deal(Deal(None, ())) == {"factories": []}


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        (None, "a deal is an object"),
        ({"starting_seat": 1}, "factories is missing"),
        ({"factories": FACTORIES, "bag": []}, '"bag" is not known'),
        ({"starting_seat": None, "factories": FACTORIES}, "from 0 to 3, not null"),
        ({"starting_seat": True, "factories": FACTORIES}, "not true"),
        ({"starting_seat": 1.0, "factories": FACTORIES}, "not 1.0"),
        ({"factories": {"1": []}}, "factories are a list"),
        ({"factories": ["red"]}, "a factory is a list"),
        ({"factories": [["purple"]]}, 'not "purple"'),
        ({"factories": [[2]]}, "not 2"),
    ],
)
def test_other_forms_are_no_deals(payload: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        azul.decode_deal(payload)


@pytest.mark.parametrize(
    ("factories", "message"),
    [
        ([*FACTORIES, FACTORIES[0]], "for 5 factories, not 6"),
        ([["red"] * 5, *FACTORIES[1:]], "factory 1 gets 4 tiles, not 5"),
        ([["red"] * 4] * 5 + [["red"]], "for 5 factories, not 6"),
    ],
)
def test_a_deal_that_chance_cannot_deal_is_refused(factories: Any, message: str) -> None:
    """[A5]"""
    state = azul.setup(2, {"wall": "colored"})

    with pytest.raises(Refused, match=message):
        decide_deal(azul, state, {"starting_seat": 0, "factories": factories})


def test_there_are_no_more_than_twenty_tiles_of_a_color() -> None:
    """[A1]"""
    state = azul.setup(4, {"wall": "colored"})
    factories = [["red"] * 4] * 5 + [["blue", "blue", "red", "blue"]] + [["white"] * 4] * 3

    with pytest.raises(Refused, match="factory 6 cannot get red: by then the bag holds 18 blue"):
        decide_deal(azul, state, {"starting_seat": 0, "factories": factories})


def test_a_source_that_is_not_there_is_refused() -> None:
    """[A1]"""
    state = drafting(Board(), Board(), factories="rrby")

    assert azul.refusal(state, (0, azul.parse("6r>1"))) == "there is no factory 6; there are 5"
    assert azul.refusal(state, (0, azul.parse("2r>1"))) == "factory 2 holds no red; it holds nothing"
    assert azul.refusal(state, (0, azul.parse("Cr>1"))) == "the center holds no red; it holds nothing"


def test_the_table_is_drawn_in_letters() -> None:
    boards = Board({2: "r", 5: "kkkk"}, "byr.. ..... ..... ..... .....", "*ww", 12), Board(points=3)
    state = drafting(*boards, factories="bbyk - - - rrrr", center="ww", marker=0, lid="yyyr", turn=1)

    drawn = azul.draw_text(state)

    assert drawn == DRAWN


DRAWN = """\
Azul, round 1: seat 1 to choose

factories 1 bbyk  2 -     3 -     4 -     5 rrrr
center    C ww
bag  76   17 blue, 15 yellow, 13 red, 15 black, 16 white
lid   4   3 yellow, 1 red

  seat 0: 12 points, starts         > seat 1: 3 points
  1         . > [b][y][r] k  w        1         . >  b  y  r  k  w
  2       . r >  w  b  y  r  k        2       . . >  w  b  y  r  k
  3     . . . >  k  w  b  y  r        3     . . . >  k  w  b  y  r
  4   . . . . >  r  k  w  b  y        4   . . . . >  r  k  w  b  y
  5 . k k k k >  y  r  k  w  b        5 . . . . . >  y  r  k  w  b
  F   *  w  w  .  .  .  .             F   .  .  .  .  .  .  .
     -1 -1 -2 -2 -2 -3 -3                -1 -1 -2 -2 -2 -3 -3

b blue, y yellow, r red, k black, w white, * starting marker
"""


def test_the_drawing_says_what_is_awaited() -> None:
    opening = azul.setup(3, {"wall": "gray"})
    tiling = played(drafting(Board({1: "b"}), Board({1: "k"}), center="w", marker=1, gray=True), "Cw>F")
    row = Board({1: "w"}, "byrk. ..... ..... ..... .....")
    over = played(drafting(row, Board(), center="r", marker=1), "Cr>F")

    headings = [azul.draw_text(state).splitlines()[0] for state in (opening, tiling, over)]

    assert headings == [
        "Azul, round 1: the deal is due",
        "Azul, round 1: seats 0, 1 to place a tile",
        "Azul, over after round 1: seat 0 won",
    ]
    assert all(len(line) <= 80 for line in azul.draw_text(azul.setup(4, {"wall": "gray"})).splitlines())
