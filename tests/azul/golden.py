"""Whole matches on disk, one event a line, with the position after each round: `python -m tests.azul.golden`.

Written once for each version of the rules. A test folds them again, so that a change of the rules is seen
as a difference in these files; write them anew only together with a new `VERSION`.
"""

import json
from pathlib import Path
from typing import Any

from rulesets import azul
from rulesets.contract import encoded, write_record
from tests.azul.matches import random_match

FOLDER = Path(__file__).with_name("golden")
MATCHES = {
    "two-seats-colored": (2, "colored", 1),
    "three-seats-colored": (3, "colored", 2),
    "four-seats-colored": (4, "colored", 3),
    "two-seats-gray": (2, "gray", 4),
    "four-seats-gray": (4, "gray", 5),
}


def golden(seats: int, wall: str, key: int) -> dict[str, Any]:
    """A record, and the positions after as many of its events: where a round is over."""
    events, positions = [], {}
    for event, state in random_match(seats, wall, key):
        if event is not None:
            events.append(encoded(azul, event))
        if azul.view(state)["phase"] in ("deal", "over"):
            positions[str(len(events))] = azul.view(state)
    return {"record": write_record(azul, "azul", {"wall": wall}, seats, events), "positions": positions}


def write(name: str, seats: int, wall: str, key: int) -> None:
    match = golden(seats, wall, key)
    record = {**match["record"], "events": []}
    head = json.dumps(record)[: -len("[]}")]
    events = ",\n  ".join(json.dumps(event) for event in match["record"]["events"])
    positions = ",\n  ".join(f'"{at}": {json.dumps(position)}' for at, position in match["positions"].items())
    text = f'{{"record": {head}[\n  {events}]}},\n"positions": {{\n  {positions}}}}}\n'
    (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for name, parts in MATCHES.items():
        write(name, *parts)
