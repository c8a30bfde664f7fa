"""What is drawn where: nothing that can be chosen lies on something else."""

from itertools import combinations
from typing import Any

import pytest

from rulesets import majolica
from tests.majolica.tables import NO_MODULE, at_random, steps


def apart(one: Any, other: Any) -> bool:
    return bool(
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


@pytest.mark.parametrize("seed", range(4))
def test_no_handle_of_a_line_lies_on_another(seed: int) -> None:
    seen = 0
    for _, state in steps(2, NO_MODULE, seed, at_random(seed), most=300):
        if state.phase == "select":
            market = next(panel for panel in majolica.panels(state, 0) if panel["name"] == "market")
            for one, other in combinations(market["handles"], 2):
                seen += 1
                assert apart(one, other), (one, other)
    assert seen > 100
