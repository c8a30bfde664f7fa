"""The table in letters."""

from rulesets import majolica
from tests.majolica.tables import ALL_MODULES, NO_MODULE, at_random, played, slot, steps, working

TABLE = """\
Majolica, round 1: seat 0 to give back; W1 takes in RRRRRGG
City Hall: 3 purple, 3 tokens. Deck 16, discard 0.

     a b c d    A1:4+   rrgg
   1 R G B Y    B1:5    rrgb
   2 G B Y R    C1:5+   rrggy
   3 B Y R G    D1:6    rrrbb
   4 Y R G B    E1:7    rrggbb
                E2:7    ggbbyy

> Seat 0: 6 points, 0 tokens, starting marker
     A1:4+ Rrgg     -              K3:5 BYr??
     W1 ______      W2 P_____      W3 ____        W4 YY__
     finished: S1:3

  Seat 1: 0 points, 0 tokens
     S2:3 gby       -              -
     W1 ______      W2 ______      W3 ____        W4 ____
"""


def test_the_table_says_all_without_colour() -> None:
    state = working("rrrrr", "p", "", "yy", slots=("A1 r", None, None), hand="gg")
    state.boards[0].finished = (state.components.designs["S1"],)
    state = played(state, "place 1")
    state.boards[0].slots[2] = slot(state, "K3 by")

    assert majolica.draw_text(state) == TABLE


def test_every_position_of_a_match_can_be_drawn() -> None:
    for seats, options in ((1, ALL_MODULES), (4, ALL_MODULES), (2, NO_MODULE)):
        for _, state in steps(seats, options, seed=5, choose=at_random(5), most=150):
            drawn = majolica.draw_text(state)
            assert drawn.isascii()
            assert max(map(len, drawn.splitlines())) <= 100


def test_before_the_first_deal_and_at_the_end_it_says_so() -> None:
    assert majolica.draw_text(majolica.setup(2, NO_MODULE)).startswith("Majolica, round 0: a deal is due\n")
    *_, (_, last) = steps(1, NO_MODULE, seed=1, choose=at_random(1))
    assert majolica.draw_text(last).startswith("Majolica, round 6: over, seat 0 wins\n")
