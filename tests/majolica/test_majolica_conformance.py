"""The cases of a separate implementation of the rules: positions, legal moves, refusals, bad events."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import rulesets.majolica
from rulesets.contract import BadEvent, Refused, Ruleset, State, canonical, decide, read_record

MAJOLICA: Ruleset = rulesets.majolica
FILE = Path(__file__).parents[1] / "conformance" / "majolica.jsonl.gz"
CASES = [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    states = read_record({"majolica": MAJOLICA}, case["record"]).states()
    bad_event = None

    try:
        for number, (_, state) in enumerate(states):
            check_position(state, case["positions"].get(str(number), {}))
            check_legal(state, case["legal"].get(str(number)))
            check_refused(state, case["refused"].get(str(number), []))
    except BadEvent as bad:
        bad_event = bad.index

    assert bad_event == case.get("bad_event")


def check_position(state: State, expected: dict[str, Any]) -> None:
    position = MAJOLICA.view(state)
    assert canonical({key: position.get(key) for key in expected}) == canonical(expected)


def check_legal(state: State, expected: dict[str, Any] | None) -> None:
    if expected is None:
        return
    found = {
        str(seat): sorted(canonical(MAJOLICA.encode(move)) for move in MAJOLICA.legal_moves(state, seat))
        for seat in MAJOLICA.to_act(state)
    }
    assert found == {seat: sorted(map(canonical, moves)) for seat, moves in expected.items()}


def check_refused(state: State, refused: list[Any]) -> None:
    for seat, move in refused:
        with pytest.raises(Refused):
            decide(MAJOLICA, state, seat, move)
