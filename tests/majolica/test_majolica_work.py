"""[M16] to [M27]: conditions, runs, pushes, City Hall, finished designs, bonus tiles."""

import pytest

from rulesets import majolica
from rulesets.majolica.component_set import component_set
from rulesets.majolica.state import State
from tests.majolica.tables import legal, played, refused, seat_view, tiles, working


def is_ready(workshop: int, letters: str) -> bool:
    return tiles(letters) in component_set("default-1").workshops[workshop - 1].ready


def runs_of(state: State) -> list[str]:
    return sorted(move for move in legal(state) if move.startswith("run"))


@pytest.mark.parametrize(
    "letters", ["rrrggg", "rrrggp", "rrrppp", "rrpppp", "ppprrg", "rppggp", "pppppr", "pppppp"]
)
def test_m17_m18_w1_is_ready(letters: str) -> None:
    assert is_ready(1, letters)


@pytest.mark.parametrize(
    "letters", ["", "rrrgg", "rrrrgg", "rrrrrr", "rrrrpp", "rrrggb", "rrggpb", "rrrgggp", "rpppgb"]
)
def test_m17_m18_w1_is_not_ready(letters: str) -> None:
    assert not is_ready(1, letters)


def test_m17_m18_the_other_conditions() -> None:
    assert all(is_ready(2, letters) for letters in ("rrggbb", "rrggpp", "rrgpbp", "rpgpbp", "rrgppp"))
    assert not any(
        is_ready(2, letters) for letters in ("rrrrgg", "rrggby", "rrrgpp", "rrggb", "rrrppp", "rgbypp")
    )
    assert all(is_ready(3, letters) for letters in ("rrgg", "rrpp", "rpgp", "rppp"))
    assert not any(is_ready(3, letters) for letters in ("rrrr", "rrrg", "rrgb", "rrrp", "rgbp", "rg"))
    assert all(is_ready(4, letters) for letters in ("rrrr", "yyyy"))
    assert not any(is_ready(4, letters) for letters in ("rrr", "rrrp", "pppp"))


def test_m16_running_is_compulsory_and_the_seat_chooses_the_order() -> None:
    state = working("rrrggg", "", "rrgg", "bbbb")

    assert {move[:5] for move in legal(state)} == {"run 1", "run 3", "run 4"}
    assert "in phase work a move is run or bonus or waive, not place" in refused(state, "place 1")


def test_m16_a_workshop_that_became_unready_does_not_run() -> None:
    state = played(working("rrrggg", "", "", "bbbb"), "run 4")

    assert majolica.view(state)["pending"]["workshop"] == 1
    after = played(state, "discard 1r1g1p")
    assert majolica.to_act(after) == (1,)
    assert seat_view(after)["workshops"] == [{"red": 2, "green": 2, "blue": 2}, {}, {}, {}]


def test_m19_at_least_one_goes_up_if_any_can_and_at_most_the_number() -> None:
    state = working("rrrggg", slots=("A1", None, None))

    assert runs_of(state) == ["run 1 up 1g", "run 1 up 1r", "run 1 up 1r1g", "run 1 up 2g", "run 1 up 2r"]
    assert "what goes up is" in refused(state, "run 1")
    assert "not 2r1g" in refused(state, "run 1 up 2r1g")
    assert refused(state, "run 1 up 1r broken 1r").endswith("what breaks is then nothing, not 1r")


def test_m19_only_onto_open_spaces_of_the_own_colour() -> None:
    assert runs_of(working("rrrggg", slots=("A1 rrg", None, None))) == ["run 1 up 1g"]
    assert runs_of(working("rrrggg", slots=("A6", None, None))) == ["run 1"]
    assert runs_of(working("rrrggg")) == ["run 1"]
    assert runs_of(working("rrrggg", slots=(None, "A1", "A1"))) == ["run 1"]


def test_m19_purple_never_goes_up_or_breaks() -> None:
    assert runs_of(working("", "", "rppp", slots=(None, None, "A1"))) == ["run 3 up 1r"]
    assert runs_of(working("", "", "rppp")) == ["run 3 broken 1r"]
    assert "not 1p" in refused(working("", "", "rppp"), "run 3 broken 1p")


def test_m20_w3_breaks_one_of_what_is_left() -> None:
    state = working("", "", "rrgg", slots=(None, None, "A1"))

    assert runs_of(state) == [f"run 3 up 1{up} broken 1{broken}" for up in "gr" for broken in "gr"]
    assert "what breaks is then 1g or 1r" in refused(state, "run 3 up 1r")
    after = played(state, "run 3 up 1r broken 1g")
    assert majolica.to_act(after) == (0,)
    assert majolica.view(after)["pending"] == {"workshop": 4, "tiles": {"red": 1, "green": 1}, "excess": None}


def test_m21_the_others_move_on_and_the_excess_is_chosen_among_old_and_pushed() -> None:
    state = played(working("rrrggg", "bbyy", slots=("A1", None, None)), "run 1 up 1r")

    assert majolica.view(state)["pending"] == {
        "workshop": 2,
        "tiles": {"red": 2, "green": 3, "blue": 2, "yellow": 2},
        "excess": 3,
    }
    assert "discard 1r2b" in legal(state)
    assert "discard 3g" in legal(state)


def test_m22_purple_never_enters_w4() -> None:
    after = played(working("", "", "rrpp", "r"), "run 3 broken 1r")

    assert seat_view(after)["workshops"][3] == {"red": 2}
    assert majolica.to_act(after) == (1,)


def test_m22_purple_leaves_before_colours_are_counted_and_old_may_give_way_to_new() -> None:
    state = played(working("", "", "rgpp", "bb"), "run 3 broken 1r")

    assert sorted(legal(state)) == ["discard 1g", "discard 2b"]
    assert seat_view(played(state, "discard 2b"))["workshops"][3] == {"green": 1}


def test_m23_w4_gives_one_to_city_hall_breaks_one_and_pushes_two_with_a_purple_tile() -> None:
    after = played(working("g", "", "", "rrrr"), "run 4")

    assert seat_view(after)["workshops"] == [{"red": 2, "green": 1, "purple": 1}, {}, {}, {}]
    assert (after.purple, seat_view(after)["rewards"], seat_view(after)["tokens"]) == (2, 1, 0)


def test_m23_w4_runs_without_a_choice() -> None:
    assert legal(working("", "", "", "rrrr")) == ["run 4"]
    assert "up and broken are empty" in refused(working("", "", "", "rrrr"), "run 4 up 1r")


def test_m24_after_the_last_purple_tile_tokens_and_after_the_last_token_nothing() -> None:
    state = working("", "", "", "rrrr")
    state.purple, state.tokens = 1, 1
    found = []
    for _ in range(3):
        after = played(state, "run 4")
        found.append(
            (seat_view(after)["workshops"][0], after.purple, after.tokens, seat_view(after)["rewards"])
        )
        state = after
        state.boards[0].workshops = [0, 0, 0, tiles("rrrr")]
        state.turn, state.phase = 0, "work"

    assert found == [({"red": 2, "purple": 1}, 0, 1, 1), ({"red": 2}, 0, 0, 2), ({"red": 2}, 0, 0, 2)]
    assert seat_view(state)["points"] == 1


def test_m25_what_goes_back_comes_before_a_bonus_tile_and_another_run() -> None:
    state = played(working("rrrggg", "bbbbbb", "bbyy", slots=("A1 rrg", None, None)), "run 1 up 1g")

    view = majolica.view(state)
    assert (view["phase"], view["bonus"]) == ("discard", 1)
    assert {move.split()[0] for move in legal(state)} == {"discard"}


def test_m26_a_full_design_is_finished_and_its_slot_free() -> None:
    state = played(working("", "", "rrgg", slots=(None, None, "B1 rgb")), "run 3 up 1r broken 1g")

    assert seat_view(state)["finished"] == ["B1"]
    assert seat_view(state)["slots"] == [None, None, None]
    assert seat_view(state)["points"] == 5


def test_m26_a_second_run_of_the_same_workshop_in_a_turn_finds_no_design() -> None:
    state = played(working("rrrggg", "", "", "bbbb", slots=("S1 gb", None, None)), "run 1 up 1r")
    assert seat_view(state)["finished"] == ["S1"]
    state.boards[0].workshops[0] = tiles("ggg")

    state = played(state, "run 4")

    assert seat_view(state)["workshops"][0] == {"green": 3, "blue": 2, "purple": 1}
    assert legal(state) == ["run 1"]


def test_a_chain_runs_all_four_and_w1_twice_in_a_turn() -> None:
    """W1 -> W2 -> W3 -> W4 -> W1: each push makes the next ready; three bonus tiles fill up W1 again."""
    state = working("rrrggg", "bb", "", "bb", slots=("A1 rg", "A2 bb", "A4 gbb"), bloom=True)

    state = played(state, "run 1 up 1r1g", "run 2 up 2r", "run 3 up 1g broken 1g", "run 4")
    assert seat_view(state)["workshops"] == [{"blue": 2, "purple": 1}, {}, {}, {}]
    assert (majolica.view(state)["ran"], majolica.view(state)["bonus"]) == ([1, 2, 3, 4], 3)
    state = played(state, "bonus green 1", "bonus green 1", "bonus green 1")
    assert legal(state) == ["run 1"]
    state = played(state, "run 1")

    assert majolica.to_act(state) == (1,)
    assert seat_view(state)["workshops"] == [{}, {"green": 3, "blue": 2, "purple": 1}, {}, {}]
    assert (seat_view(state)["finished"], seat_view(state)["bloom"]) == (["A1", "A2", "A4"], 1)


def test_m27_a_bonus_tile_goes_into_any_workshop_or_is_waived() -> None:
    state = working("rrrrrr", bonus=1)

    wanted = [f"bonus {color} {at}" for color in ("red", "green", "blue", "yellow") for at in (1, 2, 3, 4)]
    assert legal(state) == [*wanted, "waive"]
    assert majolica.to_act(played(state, "waive")) == (1,)
    assert played(state, "bonus green 1").phase == "discard"


def test_m27_before_or_after_a_run_that_is_due() -> None:
    state = working("rrrggg", bonus=1)

    first = played(state, "bonus blue 3", "run 1")
    last = played(state, "run 1", "bonus blue 3")
    assert seat_view(first)["workshops"] == seat_view(last)["workshops"]
    assert majolica.to_act(first) == majolica.to_act(last) == (1,)


def test_m27_a_bonus_tile_into_a_ready_workshop_gives_back_and_may_spoil_it() -> None:
    state = played(working("rrrggg", bonus=1), "bonus blue 1")

    assert sorted(legal(state)) == ["discard 1b", "discard 1g", "discard 1r"]
    assert majolica.to_act(played(state, "discard 1r")) == (1,)
    assert legal(played(state, "discard 1b")) == ["run 1"]


def test_m27_several_are_taken_or_waived_one_by_one() -> None:
    state = played(working(bonus=2), "waive")

    assert majolica.view(state)["bonus"] == 1
    assert majolica.to_act(played(state, "bonus red 4")) == (1,)


def test_m27_only_a_design_with_the_hand_icon_brings_one() -> None:
    with_hand = played(working("", "", "rrgg", slots=(None, None, "A1 rgg")), "run 3 up 1r broken 1g")
    without = played(working("", "", "rrgg", slots=(None, None, "S1 gb")), "run 3 up 1r broken 1g")

    assert (with_hand.bonus, without.bonus) == (1, 0)
    assert "no bonus tile is due" in refused(working("rrrggg"), "waive")
    assert "no bonus tile is due" in refused(working("rrrggg"), "bonus red 1")


def test_a_workshop_that_is_not_ready_is_refused_with_its_condition() -> None:
    state = working("rrrggg", "rr", "", "r")

    assert "W2 runs when it holds exactly 2 + 2 + 2 of different colours; it holds 2r" in refused(
        state, "run 2"
    )
    assert "W4 runs when it holds exactly 4 of one colour; it holds 1r" in refused(state, "run 4")
