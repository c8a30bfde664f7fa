"""[M32] to [M37]: Kaleidoscope, bloom, goals, solo."""

import pytest

from rulesets import majolica
from rulesets.contract import CHANCE, Dice
from rulesets.majolica.deals import Deal
from rulesets.majolica.state import State
from tests.majolica.tables import (
    NO_MODULE,
    at_random,
    dealt,
    legal,
    played,
    refused,
    rows,
    seat_view,
    selecting,
    steps,
    tiles,
    working,
)


def test_m32_a_blank_takes_any_colour_but_purple_each_for_itself() -> None:
    state = working("", "yybbpp", slots=(None, "K3", None), kaleidoscope=True)

    ups = sorted(move.removeprefix("run 2 up ") for move in legal(state))
    assert ups == sorted(["1y", "1b", "2y", "2b", "1b1y", "2b1y", "1b2y"])
    assert seat_view(played(state, "run 2 up 1b2y"))["slots"][1] == {
        "design": "K3",
        "tiles": {"blue": 1, "yellow": 2},
    }


def test_m32_the_coloured_space_is_filled_first() -> None:
    state = working("", "", "yybb", slots=(None, None, "K2 by"), kaleidoscope=True)
    assert {move[:11] for move in legal(state)} == {"run 3 up 1b", "run 3 up 1y"}

    blank_filled = working("", "", "rrgg", slots=(None, None, "K2 by"), kaleidoscope=True)
    assert seat_view(played(blank_filled, "run 3 up 1r broken 1g"))["finished"] == ["K2"]

    over = working("", "", "rrgg", slots=(None, None, "K2 gb"), kaleidoscope=True)
    assert sorted(legal(over)) == ["run 3 broken 1g", "run 3 broken 1r"]


def test_m32_the_designs_are_in_the_deck_only_with_the_module() -> None:
    assert majolica.view(majolica.setup(2, {**NO_MODULE, "kaleidoscope": True}))["deck"] == 28
    assert "K1" not in [design.name for design in majolica.setup(2, NO_MODULE).deck]


def run_all(state: State) -> State:
    """Each workshop ready once; what is pushed makes none ready again."""
    for at, held in enumerate(("rrrggg", "rrggbb", "rrgg", "rrrr")):
        state.boards[state.turn].workshops = [tiles(held) if here == at else 0 for here in range(4)]
        state.bonus = 1
        state = played(state, f"run {at + 1}{' broken 1r' if at == 2 else ''}")
        while state.phase == "discard":
            state = majolica.evolve(state, (state.turn, majolica.legal_moves(state, state.turn)[0]))
    return played(state, "waive")


def test_m33_a_bloom_tile_for_a_turn_in_which_all_four_ran() -> None:
    state = run_all(working(bloom=True))

    assert (seat_view(state)["bloom"], seat_view(state)["points"]) == (1, 1)
    assert (majolica.to_act(state), majolica.view(state)["ran"]) == ((1,), [])


def test_m33_none_without_the_module_nor_when_none_are_left() -> None:
    assert seat_view(run_all(working()))["bloom"] == 0

    state = working(bloom=True)
    state.boards[1].bloom = 10
    assert seat_view(run_all(state))["bloom"] == 0


@pytest.mark.parametrize(
    ("goal", "met", "missed"),
    [
        ("M1", ("A1", "A2", "D1"), ("A1", "A2", "B1")),
        ("M5", ("A1", "C1", "C2"), ("A1", "C1", "B1")),
        ("M6", ("D1", "E1"), ("D1", "C1")),
        ("M8", ("S1", "A1", "A2", "A3", "A4", "A5"), ("A1", "A2", "A3", "A4", "A5")),
    ],
)
def test_m34_m35_a_goal_counts_as_soon_as_it_is_met(
    goal: str, met: tuple[str, ...], missed: tuple[str, ...]
) -> None:
    state = selecting(goals=True)
    board = state.boards[0]
    board.goal = state.components.goals[goal]

    for names, extra in ((met, board.goal.points), (missed, 0)):
        board.finished = tuple(state.components.designs[name] for name in names)
        printed = sum(design.points for design in board.finished)
        assert seat_view(state)["points"] == printed + extra


def test_m35_blanks_are_not_printed_spaces_and_starters_are() -> None:
    state = selecting(goals=True)
    board = state.boards[0]
    board.goal = state.components.goals["M1"]

    board.finished = tuple(state.components.designs[name] for name in ("D1", "E1", "K1"))
    assert seat_view(state)["points"] == 6 + 7 + 3
    board.finished = tuple(state.components.designs[name] for name in ("D1", "E1", "S1", "S3"))
    assert seat_view(state)["points"] == 6 + 7 + 3 + 3 + 3


def test_m35_city_hall_rewards_count_also_when_they_are_held_no_longer() -> None:
    state = selecting(goals=True)
    board = state.boards[0]
    board.goal = state.components.goals["M7"]

    board.rewards = 2
    assert seat_view(state)["points"] == 3
    board.rewards = 1
    assert seat_view(state)["points"] == 0


def test_a_goal_met_only_at_the_end_counts() -> None:
    state = working("", "", "rrgg", slots=(None, None, "D1 rrrb"), goals=True)
    state.boards[0].goal = state.components.goals["M6"]
    state.boards[0].finished = tuple(state.components.designs[name] for name in ("D2", "A1", "A2", "A3"))
    state.boards[0].workshops[2] = tiles("bbgg")
    state.face_up = 0
    before = seat_view(state)["points"]

    after = played(state, "run 3 up 1b broken 1b")

    assert (after.phase, before, seat_view(after)["points"]) == ("over", 18 + 4, 18 + 6 + 3)


def solo(turns: int = 0, **on: bool) -> State:
    state = selecting(1, **on)
    for _ in range(turns):
        state = played(state, "line a1 b1 c1 d1", "place 1")
        while state.phase != "deal":
            state = majolica.evolve(state, (0, majolica.legal_moves(state, 0)[0]))
        if state.round_due:
            return state
        state = majolica.evolve(state, (CHANCE, majolica.deal(state, Dice(b"", [turns]))))
    return state


def test_m36_four_tiles_are_drawn_and_all_or_one_are_taken() -> None:
    state = solo()

    assert majolica.view(state)["market"] == [["red", "green", "blue", "yellow"]]
    assert [move for move in legal(state) if move.startswith("line")] == ["line a1 b1 c1 d1"]
    assert {move.split()[1] for move in legal(state)} == {"a1", "b1", "c1", "d1"}
    assert refused(state, "line a1").endswith("one whole outermost line is taken, a1 b1 c1 d1")
    after = played(state, "design b1 C1 2")
    assert (after.hand, majolica.view(after)["market"]) == (tiles("g"), [[None] * 4])


def test_m36_the_draws_of_a_round_come_from_the_same_sixteen() -> None:
    state = played(solo(), "line a1 b1 c1 d1", "place 1")

    assert majolica.to_act(state) == (CHANCE,)
    assert majolica.refusal(state, (CHANCE, Deal(rows("rrrg")))) is None
    assert "at most 3 large tiles of red can be dealt, not 4" in str(
        majolica.refusal(state, (CHANCE, Deal(rows("rrrr"))))
    )
    assert "a deal of market is due" in str(majolica.refusal(state, (CHANCE, Deal(rows("rrrg"), ()))))


def test_m36_after_four_turns_all_sixteen_were_drawn() -> None:
    drawn: list[int] = []
    for (actor, choice), _ in steps(1, NO_MODULE, seed=3, choose=at_random(3)):
        if actor == CHANCE:
            drawn += choice.market[0]

    assert len(drawn) == 24 * 4
    for start in range(0, 96, 16):
        assert sorted(drawn[start : start + 16]) == sorted([0, 1, 2, 3] * 4)


def test_m36_after_four_turns_the_round_ends_and_display_is_due() -> None:
    state = solo(turns=4)

    assert (state.phase, state.round, state.round_due) == ("deal", 1, True)
    assert "a deal of market, display is due, not of market" in str(
        majolica.refusal(state, (CHANCE, Deal(rows("rrrg"))))
    )
    state = majolica.evolve(state, (CHANCE, Deal(rows("rrrr"), ())))
    assert (state.round, majolica.to_act(state)) == (2, (0,))


def test_m37_solo_ends_after_24_turns_and_not_by_designs() -> None:
    state = solo()
    state.boards[0].finished = state.components.regular[:6]
    turns = 0
    while majolica.to_act(state):
        if majolica.to_act(state) == (CHANCE,):
            state = majolica.evolve(state, (CHANCE, majolica.deal(state, Dice(b"", [turns]))))
            continue
        turns += state.phase == "select"
        state = majolica.evolve(state, (0, majolica.legal_moves(state, 0)[0]))

    assert (turns, state.round, majolica.winners(state)) == (24, 6, [0])
    assert dealt(1).first_seat == 0
