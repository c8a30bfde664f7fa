"""Did a match on disk change? See golden.py for how the files are made."""

import json
from typing import Any

import pytest

from rulesets import azul
from rulesets.contract import read_record
from tests.azul.golden import FOLDER, MATCHES, golden


def on_disk(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_on_disk_folds_to_the_positions_it_had(name: str) -> None:
    match = on_disk(name)

    states = [state for _, state in read_record({"azul": azul}, match["record"]).states()]

    for number, position in match["positions"].items():
        assert azul.view(states[int(number)]) == position
    assert azul.to_act(states[-1]) == ()


@pytest.mark.parametrize("name", MATCHES)
def test_the_same_dice_deal_a_match_on_disk_again(name: str) -> None:
    assert golden(*MATCHES[name]) == on_disk(name)
