"""[M2] to [M5], [M38]: the first deal, the starters, the goals."""

import pytest

from rulesets import majolica
from rulesets.contract import CHANCE, Dice, Refused, completed, decide_deal
from tests.majolica.tables import (
    ALL_MODULES,
    MODULES,
    NO_MODULE,
    dealt,
    first_deal,
    legal,
    played,
    refused,
    selecting,
)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_before_the_first_deal_nothing_lies_there(seats: int) -> None:
    view = majolica.view(majolica.setup(seats, NO_MODULE))

    assert (view["phase"], view["to_act"], view["round"]) == ("deal", [], 0)
    assert view["first_seat"] is view["starting_seat"] is None
    assert view["market"] == [[None] * 4] * (1 if seats == 1 else 4)
    assert (view["deck"], view["display"]) == (22, [])
    assert [view["purple"], view["tokens"]] == {1: [3, 3], 2: [3, 3], 3: [4, 4], 4: [5, 5]}[seats]


def test_m2_every_seat_may_start() -> None:
    state = majolica.setup(3, NO_MODULE)
    starts = {majolica.deal(state, Dice(b"", [seed])).starting_seat for seed in range(50)}

    assert starts == {0, 1, 2}


def test_m2_turns_go_by_seat_number_upwards() -> None:
    state = selecting(3, starting_seat=1)
    order = []
    for cell in ("a1", "b1", "c1", "d1"):
        order.append(state.turn)
        state = played(state, f"rearrange {cell} 123", "place 1")

    assert order == [1, 2, 0, 1]


def test_m3_all_large_tiles_are_laid_in_any_order_and_six_designs_are_open() -> None:
    state = majolica.setup(2, NO_MODULE)
    deals = [majolica.deal(state, Dice(b"", [seed])) for seed in range(20)]

    for deal in deals:
        laid = [color for row in deal.market for color in row]
        assert [laid.count(color) for color in range(4)] == [4, 4, 4, 4]
        assert len(set(deal.display or ())) == 6
    assert len({deal.market for deal in deals}) == 20


def test_m4_all_seats_lay_their_starters_in_any_order() -> None:
    state = dealt(3)

    assert majolica.to_act(state) == (0, 1, 2)
    state = majolica.evolve(state, (1, majolica.parse("start 3")))
    assert majolica.to_act(state) == (0, 2)
    assert majolica.view(state)["seats"][1]["slots"] == [None, None, {"design": "S2", "tiles": {}}]
    state = majolica.evolve(state, (2, majolica.parse("start 1")))
    state = majolica.evolve(state, (0, majolica.parse("start 2")))
    assert (state.phase, majolica.to_act(state)) == ("select", (0,))


def test_m4_a_starter_is_laid_once() -> None:
    state = majolica.evolve(dealt(2), (1, majolica.parse("start 3")))

    assert "it is the turn of seat 0" in str(majolica.refusal(state, (1, majolica.parse("start 1"))))
    assert refused(state, "place 1").endswith("in phase start a move is start, not place")


def test_m5_goals_are_taken_from_the_last_seat_back_to_the_first() -> None:
    state = dealt(3, starting_seat=1, goals=True)
    for seat in (0, 1, 2):
        state = majolica.evolve(state, (seat, majolica.parse("start 1")))

    assert (state.phase, majolica.to_act(state), legal(state)) == (
        "goal",
        (0,),
        ["goal M1", "goal M2", "goal M3", "goal M4"],
    )
    state = played(state, "goal M3")
    assert majolica.to_act(state) == (2,)
    assert "the open goals are M1, M2, M4, not M3" in refused(state, "goal M3")
    state = played(state, "goal M1")
    assert majolica.to_act(state) == (1,)
    state = played(state, "goal M4")

    view = majolica.view(state)
    assert [seat["goal"] for seat in view["seats"]] == ["M3", "M4", "M1"]
    assert (view["goals"], view["phase"], view["to_act"]) == ([], "select", [1])


@pytest.mark.parametrize("options", MODULES)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_first_deal_has_exactly_the_keys_that_are_due(seats: int, options: dict[str, bool]) -> None:
    state = majolica.setup(seats, options)
    payload = majolica.encode_deal(majolica.deal(state, Dice(b"", [seats])))
    keys = {"starting_seat", "starters", "market", "display"} | ({"goals"} if options["goals"] else set())

    assert set(payload) == keys
    assert len(payload["starters"]) == seats
    assert len(payload.get("goals", range(seats + 1))) == seats + 1
    decide_deal(majolica, state, payload)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"starting_seat": 2}, "the starting seat is one from 0 to 1, not 2"),
        ({"starting_seat": True}, "starting_seat is an integer"),
        ({"starters": ["S1"]}, "2 different starters are dealt, not S1"),
        ({"starters": ["S1", "S1"]}, "2 different starters"),
        ({"starters": ["S1", "A1"]}, "A1 is not among them"),
        ({"starters": "S1"}, "starters is a list of names"),
        ({"goals": ["M1", "M2"]}, "3 different goals are dealt, not M1, M2"),
        ({"goals": ["M1", "M2", "M9"]}, "M9 is not among them"),
        ({"display": ["A1"]}, "6 designs are laid open, not 1"),
        ({"display": ["A1", "A2", "A3", "A4", "A5", "A5"]}, "6 different designs"),
        ({"display": ["A1", "A2", "A3", "A4", "A5", "S3"]}, "S3 is not among them"),
        ({"display": ["A1", "A2", "A3", "A4", "A5", "A 6"]}, "a name in display"),
        ({"market": [["red", "red", "red", "red"]]}, "the market has 4 rows of 4, not 1"),
        (
            {"market": [["red"] * 4, ["red", "green", "green", "green"], ["blue"] * 4, ["yellow"] * 4]},
            "at most 4 large",
        ),
        ({"market": [["red"] * 5] * 4}, "a row of the market"),
        ({"market": [["purple"] * 4] * 4}, "a color is one of red, green, blue, yellow"),
        ({"market": []}, "market is a list of 4 rows"),
        ({"further": 1}, '"further" is not known'),
    ],
)
def test_a_first_deal_that_is_not_possible_is_refused(change: dict[str, object], message: str) -> None:
    state = majolica.setup(2, ALL_MODULES)
    payload = majolica.encode_deal(first_deal(2, goals=True))

    with pytest.raises(Refused, match=message):
        decide_deal(majolica, state, {**payload, **change})


def test_a_deal_is_refused_when_none_is_due_and_a_move_when_one_is() -> None:
    assert "chance cannot act" in str(majolica.refusal(selecting(), (CHANCE, first_deal(2))))
    assert "a deal is due" in str(majolica.refusal(majolica.setup(2, NO_MODULE), (0, ("waive",))))


def test_m38_no_order_of_the_deck_is_in_the_state() -> None:
    state = selecting()
    hidden = majolica.copy(state)
    hidden.deck = hidden.deck[::-1]

    assert majolica.view(hidden) == majolica.view(state)
    assert majolica.view(state)["deck"] == 16


def test_an_unknown_module_or_set_and_five_seats_are_refused() -> None:
    with pytest.raises(
        Refused, match='"expansion" is not known; there are: bloom, components, goals, kaleidoscope'
    ):
        completed(majolica, {"expansion": True})
    with pytest.raises(Refused, match='components is one of default-1, not "printed-1"'):
        completed(majolica, {"components": "printed-1"})
    with pytest.raises(Refused, match='the component set "printed-1" is wanted; installed are: default-1'):
        majolica.setup(2, {**NO_MODULE, "components": "printed-1"})
