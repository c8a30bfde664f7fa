"""Did a match on disk change? Golden records for every module and solo; perft from fixed deals."""

import gzip
import json
from typing import Any

import pytest

from rulesets import majolica
from rulesets.contract import canonical, perft, read_record
from rulesets.majolica.state import State
from tests.majolica.golden import FILE
from tests.majolica.tables import dealt, facing, selecting, working

CASES = [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_match_on_disk_folds_as_it_did(case: dict[str, Any]) -> None:
    positions = dict(case["positions"])

    for number, (_, state) in enumerate(read_record({"majolica": majolica}, case["record"]).states()):
        expected = positions.pop(str(number), None)
        assert expected is None or canonical(majolica.view(state)) == canonical(expected)

    assert positions == {}
    assert expected is not None
    assert expected["phase"] == "over"


def test_the_records_have_every_module_and_solo() -> None:
    played = {(case["record"]["seats"] == 1, canonical(case["record"]["options"])) for case in CASES}

    assert len(played) == 16


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        (selecting(1), [1, 97, 388, 391]),
        (selecting(2), [1, 292, 1168, 283936]),
        (dealt(3, goals=True), [1, 9, 54, 162, 648, 1944, 3888]),
        (facing("xx.x", "x..x", "..x.", "x..."), [1, 149, 596, 69486]),
        (working("rrrggg", "bb", "", "bb", slots=("A1 rg", "A2 bb", "A4 gbb")), [1, 3, 25, 1233, 7809]),
        (working("rrggpp", "rrggbb", "rrgg", "bbbb", slots=("C1", "E1", "D1")), [1, 24, 278, 2177, 15275]),
        (working("rrrrgg", "rgby", "rg", "rr", hand="rgb"), [1, 4, 17, 4092, 16382]),
    ],
)
def test_perft(state: State, counts: list[int]) -> None:
    assert [perft(majolica, state, depth) for depth in range(len(counts))] == counts
