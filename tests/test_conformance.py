"""Positions that another implementation of the rules reached; see rulesets/README.md for their form."""

import gzip
import json
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from rulesets.contract import BadEvent, Refused, Ruleset, canonical, decide, read_record

RULESETS: dict[str, Ruleset] = {
    point.name: point.load() for point in entry_points(group="tiledraft.rulesets")
}


def cases() -> Iterator[Any]:
    for path in sorted(Path(__file__).with_name("conformance").glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                case = json.loads(line)
                yield pytest.param(case, id=case["name"])


@pytest.mark.parametrize("case", list(cases()))
def test_a_case_of_another_implementation_holds(case: dict[str, Any]) -> None:
    record = read_record(RULESETS, case["record"])
    states = record.states()
    folded = len(record.events) if "bad_event" not in case else case["bad_event"]

    for number in range(folded + 1):
        _, state = next(states)
        check_position(record.ruleset, state, case["positions"].get(str(number), {}))
        if (legal := case.get("legal", {}).get(str(number))) is not None:
            check_legal(record.ruleset, state, legal)
        for seat, payload in case.get("refused", {}).get(str(number), []):
            with pytest.raises(Refused):
                decide(record.ruleset, state, seat, payload)

    if "bad_event" in case:
        with pytest.raises(BadEvent) as refused:
            next(states)
        assert refused.value.index == case["bad_event"]


def check_position(ruleset: Ruleset, state: Any, position: dict[str, Any]) -> None:
    found = ruleset.view(state)
    assert {key: found.get(key) for key in position} == position


def check_legal(ruleset: Ruleset, state: Any, legal: dict[str, Any]) -> None:
    found = {
        str(seat): sorted(canonical(ruleset.encode(move)) for move in ruleset.legal_moves(state, seat))
        for seat in ruleset.to_act(state)
    }
    assert found == {seat: sorted(map(canonical, moves)) for seat, moves in legal.items()}
