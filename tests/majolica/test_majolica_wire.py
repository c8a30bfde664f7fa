"""The forms on the wire and in text: exact, both ways, and what is not one of them."""

import json
from typing import Any

import pytest

from rulesets import majolica
from rulesets.contract import Refused, decide
from tests.majolica.tables import played, selecting, working

WRITTEN = [
    ("start 2", {"type": "start", "slot": 2}),
    ("goal M4", {"type": "goal", "goal": "M4"}),
    ("line a1 b1 c1", {"type": "line", "cells": ["a1", "b1", "c1"]}),
    ("line d1 d2", {"type": "line", "cells": ["d1", "d2"]}),
    ("design a1 C2 1", {"type": "design", "cell": "a1", "design": "C2", "slot": 1}),
    ("rearrange d4 312", {"type": "rearrange", "cell": "d4", "slots": [3, 1, 2]}),
    ("place 3", {"type": "place", "workshop": 3}),
    ("discard 2r1p", {"type": "discard", "tiles": {"red": 2, "purple": 1}}),
    ("run 3 up 1g broken 1b", {"type": "run", "workshop": 3, "up": {"green": 1}, "broken": {"blue": 1}}),
    ("run 1 up 1r1y", {"type": "run", "workshop": 1, "up": {"red": 1, "yellow": 1}, "broken": {}}),
    ("run 3 broken 1b", {"type": "run", "workshop": 3, "up": {}, "broken": {"blue": 1}}),
    ("run 4", {"type": "run", "workshop": 4, "up": {}, "broken": {}}),
    ("bonus red 2", {"type": "bonus", "color": "red", "workshop": 2}),
    ("waive", {"type": "waive"}),
]


@pytest.mark.parametrize(("text", "payload"), WRITTEN)
def test_each_move_has_one_wire_form_and_one_text(text: str, payload: dict[str, Any]) -> None:
    move = majolica.parse(text)

    assert majolica.encode(move) == payload
    assert majolica.decode(json.loads(json.dumps(payload))) == move
    assert majolica.text(move) == text


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        (None, "a move is an object with a type"),
        ({}, "a move is an object with a type"),
        ({"type": "fly"}, "the type of a move is one of start, goal"),
        ({"type": ["line"]}, "the type of a move"),
        ({"type": "waive", "why": 1}, '"why" is not known'),
        ({"type": "place"}, "workshop is missing"),
        ({"type": "place", "workshop": 5}, "a workshop is an integer from 1 to 4, not 5"),
        ({"type": "place", "workshop": True}, "not true"),
        ({"type": "place", "workshop": 1.0}, "not 1.0"),
        ({"type": "start", "slot": 0}, "a slot is an integer from 1 to 3"),
        ({"type": "goal", "goal": 4}, "a card is a letter"),
        ({"type": "goal", "goal": "M 4"}, "a card is a letter"),
        ({"type": "line", "cells": []}, "at least one cell"),
        ({"type": "line", "cells": "a1"}, "at least one cell"),
        ({"type": "line", "cells": ["a5"]}, "a cell is one of a1 to d4"),
        ({"type": "line", "cells": ["A1"]}, "a cell is one of a1 to d4"),
        ({"type": "line", "cells": [["a1"]]}, "a cell is one of a1 to d4"),
        ({"type": "line", "cells": ["b1", "a1"]}, "reading order, each once"),
        ({"type": "line", "cells": ["a1", "a1"]}, "reading order, each once"),
        ({"type": "rearrange", "cell": "a1", "slots": [1, 2]}, "slots is a list of 3"),
        ({"type": "rearrange", "cell": "a1", "slots": [1, 2, 2]}, "each of 1, 2, 3 once"),
        ({"type": "rearrange", "cell": "a1", "slots": [1, 2, True]}, "a slot is an integer"),
        ({"type": "rearrange", "cell": "a1", "slots": "123"}, "slots is a list of 3"),
        ({"type": "discard", "tiles": {"red": 0}}, "the count of red is an integer from 1"),
        ({"type": "discard", "tiles": {"red": True}}, "the count of red"),
        ({"type": "discard", "tiles": {"red": 1.0}}, "the count of red"),
        ({"type": "discard", "tiles": {"red": 10**9}}, "the count of red"),
        ({"type": "discard", "tiles": {"pink": 1}}, "a color is one of"),
        ({"type": "discard", "tiles": ["red"]}, "tiles are an object"),
        ({"type": "run", "workshop": 1, "up": {}}, "broken is missing"),
        ({"type": "run", "workshop": 1, "up": {}, "broken": None}, "tiles are an object"),
        ({"type": "bonus", "color": "purple", "workshop": 1}, "a color is one of red, green, blue, yellow"),
    ],
)
def test_another_form_is_refused_with_what_was_wanted(payload: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        majolica.decode(payload)
    with pytest.raises(Refused, match=message):
        decide(majolica, working(hand="r"), 0, payload)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "fly",
            "line",
            "line a1  b1",
            "line b1 a1",
            "line a1,b1",
            "LINE a1",
            "design a1 C2",
            "place",
        ),
        *("design a1 C2 1 1", "rearrange a1 3 1 2", "rearrange a1 112", "place 1 ", "place 5", "place one"),
        *(
            "discard",
            "discard r",
            "discard 0r",
            "discard 1r1r",
            "discard 1g1r",
            "discard 2x",
            "run",
            "run 3 broken",
        ),
        *("run 3 broken 1b up 1g", "run 3 up 1g up 1g", "run 3 sideways 1g", "bonus red", "bonus purple 1"),
        *("waive now", "start", "start 4", "goal", "goal M4 M5", "run 3 up 1g extra"),
    ],
)
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r" is | wants | stand | begins | has "):
        majolica.parse(text)


def test_a_move_out_of_turn_says_whose_turn_it_is() -> None:
    assert "it is the turn of seat 0" in str(
        majolica.refusal(selecting(), (1, majolica.parse("line a1 b1 c1 d1")))
    )
    state = played(selecting(), "line a1 b1 c1 d1", "place 1")
    assert "it is the turn of seat 1" in str(majolica.refusal(state, (0, majolica.parse("line a2 b2 c2 d2"))))
