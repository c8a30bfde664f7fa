"""Whole matches of each game over HTTP, with real workers, all on one service at the same time."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.error import HTTPError

import pytest

from rulesets.contract import accepted
from services.entry.catalogue import installed_rulesets
from services.matches.proof import proof_of
from tests.conftest import call

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("majolica", 4, {"bloom": True, "kaleidoscope": True, "goals": True}),
    ("majolica", 1, {"goals": True}),
    ("azul", 2, {}),
    ("azul", 3, {"wall": "gray"}),
    ("pig", 3, {"lucky": True}),
]


def played(address: str, ruleset: str, seats: int, options: dict[str, Any]) -> str:
    """One person against bots, to the end; the person chooses at random."""
    api, choose = f"{address}/api/v1/matches", random.Random(f"{ruleset}{seats}")
    wishes = [{"name": "Ann"}, *[{"bot": "greedy"}] * (seats - 1)]
    opened = call(api, {"ruleset": ruleset, "options": options, "seats": wishes})
    own, token = f"{api}/{opened['match']}", opened["seats"][0]["token"]
    while call(own)["status"] == "playing":
        legal = call(f"{own}/legal-moves?seat=0")
        if legal["moves"]:
            move = {"move": choose.choice(legal["moves"])["move"]}
            try:
                call(
                    f"{own}/moves",
                    move,
                    **{"Authorization": f"Bearer {token}", "If-Match": f'"{legal["version"]}"'},
                )
            except HTTPError as error:
                with error:
                    if error.code != 412:  # another seat of a simultaneous phase was faster
                        raise
        else:
            call(f"{own}/events?after={legal['version']}&wait=10")
    return own


@pytest.fixture(scope="module")
def matches(address: str) -> list[str]:
    with ThreadPoolExecutor(len(TABLES)) as pool:
        return list(pool.map(lambda table: played(address, *table), TABLES))


@pytest.mark.parametrize("table", range(len(TABLES)), ids=[f"{name}-{seats}" for name, seats, _ in TABLES])
def test_a_person_and_bots_play_to_the_end(matches: list[str], table: int) -> None:
    ruleset, seats, options = TABLES[table]

    match, record = call(matches[table]), call(f"{matches[table]}/record")

    assert match["status"] == "over"
    assert match["position"]["phase"] == "over"
    assert record["ruleset"] == ruleset
    assert {name: record["options"][name] for name in options} == options
    movers = {event["seat"]: event["author"] for event in record["stream"] if event["kind"] == "move"}
    assert movers == {0: "person"} | dict.fromkeys(range(1, seats), "bot")
    proof = proof_of(installed_rulesets(), record)
    assert proof.complete
    assert proof.deals


def test_positions_over_http_are_those_of_the_record(address: str, matches: list[str]) -> None:
    rulesets = installed_rulesets()
    for own in matches:
        record = call(f"{own}/record")
        ruleset = rulesets[record["ruleset"]]
        after = 0
        state = ruleset.setup(record["seats"], record["options"])
        for event in record["stream"]:
            if event["kind"] in ("chance", "move"):
                state = ruleset.evolve(state, accepted(ruleset, state, event))
                after += 1
            if event["version"] % 29 == 0:
                assert call(f"{own}?at={event['version']}")["position"] == ruleset.view(state)
        imported = call(f"{address}/api/v1/records", {"record": record})
        assert call(f"{address}/api/v1/matches/{imported['match']}")["position"] == ruleset.view(state)
        assert after == len(record["events"])
