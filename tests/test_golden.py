"""Matches exported by released versions: each still folds, follows and proves as on the day it was made.

A new one is what `GET /matches/{id}/record` answered, compressed with `gzip -9 -n`. None is ever changed.
"""

import gzip
import json
from pathlib import Path

import pytest

from rulesets.contract import read_record
from services.entry.catalogue import installed_rulesets
from services.matches.proof import proof_of

FILES = sorted(Path(__file__).with_name("golden").glob("*.json.gz"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".json.gz"))
def test_a_match_of_a_released_version_is_proven_to_its_last_event(file: Path) -> None:
    record = json.loads(gzip.decompress(file.read_bytes()))
    rulesets = installed_rulesets()

    proof = proof_of(rulesets, record)
    *_, (_, state) = read_record(rulesets, record).states()

    assert proof.complete
    assert len(proof.deals) > 3
    ended = record["stream"][-1]
    assert ended["kind"] == "ended"
    assert [list(score) for score in rulesets[record["ruleset"]].scores(state)] == ended["scores"]


def test_there_is_one_of_each_game() -> None:
    assert {file.name.split("-")[0] for file in FILES} == {"azul", "majolica", "pig"}
