"""[M28] to [M31]: the end of a turn, a round, the match; the deck and the discard pile; ties."""

import pytest

from rulesets import majolica
from rulesets.contract import CHANCE, Dice, Refused, decide_deal
from rulesets.majolica.deals import Deal
from rulesets.majolica.state import State
from tests.majolica.tables import ROWS, market_of, played, rows, seat_view, selecting, working


def last_turn(*, seats: int = 2, finished: int = 0, starting_seat: int = 0) -> State:
    """Four tiles are face up: the turn that comes is the last of its round."""
    state = selecting(seats, starting_seat)
    state.face_up = market_of("....", "....", "....", "xxxx")
    designs = state.components.regular[:finished]
    state.boards[state.turn].finished = designs
    return state


def new_round(state: State, *display: str) -> State:
    deal = Deal(rows(*ROWS), display)
    assert majolica.refusal(state, (CHANCE, deal)) is None
    return majolica.evolve(state, (CHANCE, deal))


def test_m28_with_four_tiles_left_the_next_seat_plays() -> None:
    state = selecting()
    state.face_up = market_of("....", "....", "x...", "xxxx")

    assert majolica.to_act(played(state, "line a3 a4", "place 1")) == (CHANCE,)
    assert majolica.to_act(played(state, "rearrange a3 123", "place 1")) == (1,)


def test_m29_five_designs_in_the_middle_of_a_round_do_not_end_it() -> None:
    state = selecting()
    state.boards[0].finished = state.components.regular[:5]
    state = played(state, "line a1 b1 c1 d1", "place 1")

    assert (state.phase, majolica.to_act(state)) == ("select", (1,))


def test_m29_at_the_end_of_the_round_they_do() -> None:
    state = played(last_turn(finished=5), "line a4", "place 1")
    view = majolica.view(state)

    assert (view["phase"], view["to_act"], view["winners"]) == ("over", [], [0])
    assert view["market"] == [[None] * 4] * 3 + [[None, "red", "green", "blue"]]
    assert majolica.legal_moves(state, 0) == []
    assert "the match is over" in str(majolica.refusal(state, (0, ("waive",))))
    assert played(last_turn(finished=4), "line a4", "place 1").phase == "deal"


def test_m29_starters_count() -> None:
    state = last_turn(finished=4)
    state.boards[0].finished += (state.components.designs["S1"],)

    assert played(state, "line a4", "place 1").phase == "over"


def test_m30_the_marker_moves_from_its_holder_not_from_the_seat_that_played_last() -> None:
    state = last_turn(seats=3, starting_seat=1)
    state.face_up = market_of("....", "....", "x...", "xxxx")
    state = played(state, "rearrange a3 123", "place 1", "rearrange a4 123", "place 1")
    view = majolica.view(state)

    assert (state.phase, view["first_seat"], view["starting_seat"]) == ("deal", 1, 2)
    assert majolica.to_act(new_round(state)) == (2,)


def test_m30_open_designs_move_up_and_new_ones_go_to_the_end_only_when_a_round_begins() -> None:
    state = last_turn()
    state = played(state, "design a4 B1 2", "place 1")
    assert [design.name for design in state.display] == ["A1", "C1", "D1", "E1", "E2"]

    state = new_round(state, "E4")

    view = majolica.view(state)
    assert (view["display"], view["deck"], view["round"]) == (["A1", "C1", "D1", "E1", "E2", "E4"], 15, 2)
    assert state.face_up == market_of("xxxx", "xxxx", "xxxx", "xxxx")


def refilling(deck: tuple[str, ...], discarded: tuple[str, ...], open_designs: int) -> State:
    state = played(last_turn(), "rearrange a4 123", "place 1")
    designs = state.components.designs
    state.display = state.display[:open_designs]
    state.deck = tuple(designs[name] for name in deck)
    state.discarded = tuple(designs[name] for name in discarded)
    return state


def test_m30_the_last_design_of_the_deck_leaves_the_discard_pile_alone() -> None:
    state = new_round(refilling(("E4",), ("A2", "A3"), open_designs=5), "E4")

    assert (state.deck, len(state.discarded)) == ((), 2)


def test_m30_the_discard_pile_comes_back_when_a_design_is_needed_and_the_deck_is_empty() -> None:
    state = refilling(("E4",), ("A2", "A3", "A4"), open_designs=4)

    for seed in range(20):
        display = majolica.deal(state, Dice(b"", [seed])).display or ()
        assert display[0] == "E4"
        assert display[1] in ("A2", "A3", "A4")
    after = new_round(state, "E4", "A3")
    assert [[design.name for design in pile] for pile in (after.deck, after.discarded)] == [["A2", "A4"], []]


def test_m30_out_of_the_discard_pile_too_early_is_refused() -> None:
    state = refilling(("E3", "E4"), ("A2",), open_designs=4)

    wrong = majolica.refusal(state, (CHANCE, Deal(rows(*ROWS), ("A2", "E4"))))
    assert wrong == "designs are dealt from E3, E4; A2 is not among them"


def test_m30_if_both_are_empty_fewer_are_open() -> None:
    state = refilling((), ("A2",), open_designs=3)
    assert "1 designs are laid open, not 3" in str(
        majolica.refusal(state, (CHANCE, Deal(rows(*ROWS), ("A2", "A3", "A4"))))
    )
    state = new_round(state, "A2")
    assert len(state.display) == 4

    state = new_round(refilling((), (), open_designs=0))
    assert not any(move[0] == "design" for move in majolica.legal_moves(state, state.turn))


@pytest.mark.parametrize(
    "payload",
    [
        {"market": [["red", "green", "blue", "yellow"]] * 4},
        {"market": [["red", "green", "blue", "yellow"]] * 4, "display": [], "starting_seat": 0},
        {"market": [["red", "green", "blue", "yellow"]] * 4, "display": [], "goals": []},
        {"display": []},
        {"market": [["red", "green", "blue", None]] * 4, "display": []},
    ],
)
def test_a_round_has_exactly_market_and_display(payload: dict[str, object]) -> None:
    state = refilling((), (), open_designs=6)

    with pytest.raises(Refused):
        decide_deal(majolica, state, payload)
    decide_deal(majolica, state, {"market": [["red", "green", "blue", "yellow"]] * 4, "display": []})


def test_m31_points_are_those_of_designs_tokens_and_tiles_on_unfinished_designs() -> None:
    state = working("rrrpp", "bb", slots=("C1 rrg", None, "A1 r"))
    board = state.boards[0]
    board.finished = (state.components.designs["S1"], state.components.designs["E1"])
    board.tokens = 2

    assert seat_view(state)["points"] == 3 + 7 + 2 + 3 + 1
    assert majolica.scores(state)[0] == (16, 0)


@pytest.mark.parametrize(("starting_seat", "winner"), [(0, 2), (1, 0), (2, 1)])
def test_m31_of_tied_seats_the_latest_in_turn_order_wins_alone(starting_seat: int, winner: int) -> None:
    state = last_turn(seats=3, starting_seat=starting_seat, finished=5)
    for board in state.boards:
        board.finished = state.components.regular[:5]
    state = played(state, "line a4", "place 1")

    assert (state.phase, majolica.view(state)["winners"]) == ("over", [winner])
    assert len({points for points, _ in majolica.scores(state)}) == 1


def test_seats_need_not_have_had_the_same_number_of_turns() -> None:
    state = played(selecting(3), "line a1 b1 c1 d1", "place 1", "line a2 b2 c2 d2", "place 1")
    state = played(state, "line a3 b3 c3 d3", "place 1", "line a4", "place 1")

    assert majolica.to_act(state) == (CHANCE,)
    assert [bool(board.workshops[0]) for board in state.boards] == [True, True, True]
    assert majolica.to_act(new_round(state)) == (1,)
