"""[M11] to [M15]: tiles come to a workshop, and what is too much goes back."""

from rulesets import majolica
from tests.majolica.tables import legal, played, refused, seat_view, tiles, working


def held(*moves: str, workshops: tuple[str, ...] = (), hand: str) -> list[dict[str, int]]:
    found: list[dict[str, int]] = seat_view(played(working(*workshops, hand=hand), *moves))["workshops"]
    return found


def test_m11_all_tiles_go_to_one_workshop() -> None:
    assert held("place 2", hand="rrg", workshops=("b", "g")) == [{"blue": 1}, {"red": 2, "green": 2}, {}, {}]


def test_m11_the_supply_never_runs_out() -> None:
    state = working("rrrr", "rrrr", "rrr", "rrr", hand="rrrr", seats=4)
    for board in state.boards[1:]:
        board.workshops = [tiles("rrrrrr"), tiles("rrrrrr"), tiles("rrrr"), 0]

    assert seat_view(played(state, "place 1"))["workshops"][0] == {"red": 6}


def test_m12_exactly_the_excess_goes_back_of_old_and_new() -> None:
    state = played(working("rrrrr", hand="ggb"), "place 1")

    assert majolica.view(state)["pending"] == {
        "workshop": 1,
        "tiles": {"red": 5, "green": 2, "blue": 1},
        "excess": 2,
    }
    assert majolica.view(state)["hand"] == seat_view(state)["workshops"][0] == {}
    assert sorted(legal(state)) == sorted(f"discard {way}" for way in ("2r", "2g", "1r1g", "1r1b", "1g1b"))
    assert "exactly 2 go back, not 1r" in refused(state, "discard 1r")
    assert "exactly 2 go back, not 2r1g" in refused(state, "discard 2r1g")
    assert "2b is not among them" in refused(state, "discard 2b")
    assert seat_view(played(state, "discard 1r1b"))["workshops"][0] == {"red": 4, "green": 2}


def test_m12_old_tiles_may_make_room_for_all_new_ones() -> None:
    assert held("place 3", "discard 2r", workshops=("", "", "rrrr"), hand="gb")[2] == {
        "red": 2,
        "green": 1,
        "blue": 1,
    }


def test_m15_what_goes_back_without_a_choice_does_so_by_itself() -> None:
    state = played(working("rrrrr", hand="rr"), "place 1")

    assert seat_view(state)["workshops"][0] == {"red": 6}
    assert majolica.to_act(state) == (1,)


def test_m13_w4_keeps_one_colour_and_the_seat_chooses_which() -> None:
    state = played(working("", "", "", "rrr", hand="gb"), "place 4")

    assert majolica.view(state)["pending"] == {
        "workshop": 4,
        "tiles": {"red": 3, "green": 1, "blue": 1},
        "excess": None,
    }
    assert sorted(legal(state)) == ["discard 1g1b", "discard 3r1b", "discard 3r1g"]
    assert "one color stays, at most 4 of it, and all else goes back, not 1g" in refused(state, "discard 1g")
    assert seat_view(played(state, "discard 3r1b"))["workshops"][3] == {"green": 1}


def test_m13_a_discard_for_w4_names_all_that_goes_back_of_the_colour_that_stays_too() -> None:
    state = played(working("", "", "", "rrr", hand="rrg"), "place 4")

    assert sorted(legal(state)) == ["discard 1r1g", "discard 5r"]
    assert "one color stays, at most 4 of it, and all else goes back, not 1g" in refused(state, "discard 1g")


def test_m13_of_one_colour_at_most_four_stay_without_a_choice() -> None:
    state = played(working("", "", "", "rrr", hand="rrr"), "place 4")

    assert (state.phase, seat_view(state)["workshops"][3]) == ("work", {"red": 4})


def test_m14_purple_is_a_tile_like_another_and_leaves_the_game_when_it_goes_back() -> None:
    state = played(working("rrrrrp", hand="g"), "place 1")

    assert sorted(legal(state)) == ["discard 1g", "discard 1p", "discard 1r"]
    after = played(state, "discard 1p")
    assert seat_view(after)["workshops"][0] == {"red": 5, "green": 1}
    assert after.purple == 3


def test_a_full_workshop_that_is_not_ready_may_be_placed_into() -> None:
    state = played(working("rrrrgg", hand="g"), "place 1")

    assert state.phase == "discard"
    assert legal(played(state, "discard 1r")) == ["run 1"]
