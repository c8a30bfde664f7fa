"""The contract on the out-of-tree example; what is written once for every ruleset."""

from types import SimpleNamespace
from typing import Any

import pig
import pytest

from rulesets.contract import (
    BadEvent,
    Dice,
    Message,
    Option,
    Refused,
    completed,
    decide,
    perft,
    read_record,
    write_record,
)
from rulesets.contract.conformance import Broken, check, configurations, wrong_promised


@pytest.mark.parametrize(("seats", "options"), list(configurations(pig)))
def test_the_example_keeps_every_promise(seats: int, options: dict[str, Any]) -> None:
    for seed in range(10):
        assert check(pig, seats, options, seed) > 0


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("legal_moves", lambda state, seat: []),
        ("legal_moves", lambda state, seat: [*pig.legal_moves(state, seat), "roll"]),
        ("refusal", lambda state, event: None),
        ("refusal", lambda state, event: "never"),
        ("to_act", lambda state: list(pig.to_act(state))),
        ("winners", lambda state: [0]),
        ("encode", lambda move: {"type": "roll"}),
        ("view", lambda state: {**pig.view(state), "half": 0.5}),
        ("estimate", lambda state: [0, 0]),
        ("promising", lambda state, seat: []),
        ("promising", lambda state, seat: pig.legal_moves(state, seat)[::-1]),
        ("order", lambda state, moves: [0.0]),
        ("deal", lambda state, dice: 7),
    ],
)
def test_the_kit_finds_a_ruleset_that_breaks_a_promise(name: str, broken: Any) -> None:
    wrong: Any = SimpleNamespace(**{**vars(pig), name: broken})

    with pytest.raises(Broken):
        for seed in range(5):
            check(wrong, 2, completed(pig, {}), seed)


@pytest.mark.parametrize(
    ("name", "found", "sentence"),
    [
        ("VERSION", True, "VERSION is a whole number from 1, not True"),
        ("SEATS", (), "SEATS is one or more whole numbers from 1, not ()"),
        ("SEATS", (0, 1), "SEATS is one or more whole numbers from 1, not (0, 1)"),
        ("OPTIONS", {"target": 10}, "OPTIONS is a mapping of names to Option, not {'target': 10}"),
        (
            "OPTIONS",
            {"wall": Option("blue", "", choices=("red",))},
            'by default the option wall is one of red, not "blue"',
        ),
        ("scores", None, "scores is a function, not None"),
        ("KEYS", (("1", "one"),), "KEYS is a sequence of pairs, keys and a Message with all its values"),
        ("RULES", (Message("%(n)s"),), "RULES is a sequence of Messages with all their values"),
        ("ABOUT", Message("%(who)s", {"who": Message("%(name)s")}), "ABOUT is a Message with all its values"),
    ],
)
def test_a_name_of_another_kind_is_one_sentence(name: str, found: Any, sentence: str) -> None:
    [said] = wrong_promised(SimpleNamespace(**{**vars(pig), name: found}))

    assert said.startswith(sentence)


def test_the_kit_can_stop_before_the_end_of_a_match() -> None:
    promising: Any = SimpleNamespace(**vars(pig), ALWAYS_ENDS=True)

    assert check(promising, 2, completed(pig, {"target": 1_000_000}), seed=0, longest=10) == 10


@pytest.mark.parametrize("payload", [True, 1.0, "1", None, [], {"type": "call", "number": True}])
def test_what_is_only_equal_to_a_move_in_python_is_refused(payload: Any) -> None:
    state = pig.setup(2, {"target": 10, "lucky": True})

    with pytest.raises(Refused):
        decide(pig, state, 0, payload)


def test_dice_throw_the_published_numbers() -> None:
    dice = Dice(bytes(32), ["tiledraft-dice/1", "00" * 32, 1, [None, "ab" * 16]])

    assert [dice.below(6) for _ in range(10)] == [0, 3, 3, 3, 2, 2, 3, 4, 1, 2]


def test_drawing_takes_each_thing_as_often_as_there_are_of_it() -> None:
    dice = Dice(b"key", ["draw"])
    drawn = [dice.draw([1, 0, 3]) for _ in range(4000)]

    assert drawn.count(1) == 0
    assert 900 < drawn.count(0) < 1100


def test_perft_counts_sequences_and_stops_at_a_deal() -> None:
    calling = pig.setup(2, {"target": 10, "lucky": True})

    assert [perft(pig, calling, depth) for depth in (0, 1, 2, 3)] == [1, 12, 72, 72]


def test_an_option_that_does_not_fit_is_refused_with_what_was_wanted_and_found() -> None:
    with pytest.raises(Refused, match=r"target is a whole number from 1 to 1000000, not true"):
        completed(pig, {"target": True})
    with pytest.raises(Refused, match=r'"colour" is not known; there are: lucky, target'):
        completed(pig, {"colour": "red"})


def test_a_record_names_its_first_bad_event() -> None:
    deal = {"kind": "chance", "outcome": {"number": 0}}
    events = [deal, {"kind": "move", "seat": 1, "move": {"type": "roll"}}]
    record = read_record({"pig": pig}, write_record(pig, "pig", completed(pig, {}), 2, events))

    with pytest.raises(BadEvent, match=r"event 1 .* seat 1 cannot act: it is the turn of seat 0"):
        list(record.states())


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("format", "other/1", "format of a record"),
        ("ruleset", "chess", "is not installed; there are: pig"),
        ("ruleset_version", 7, "pig of version 7 is wanted and not installed; installed is 1"),
        ("ruleset_version", True, "is a number, not true"),
        ("seats", 9, "one of 1, 2, 3, 4, not 9"),
        ("options", [], "options are an object"),
        ("events", {}, "events of a record are a list"),
    ],
)
def test_a_record_with_a_wrong_head_is_refused(key: str, value: Any, message: str) -> None:
    record = write_record(pig, "pig", completed(pig, {}), 2, [])

    with pytest.raises(Refused, match=message):
        read_record({"pig": pig}, {**record, key: value})
