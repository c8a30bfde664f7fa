"""Whole matches on disk, so that a change of the rules shows.

Each line is a case in the form of the conformance files: a record, and positions after every tenth event and
the last. `python -m tests.majolica.golden` writes them, once for a VERSION: when one differs, old logs fold
differently, and that is a new VERSION.
"""

import gzip
import json
from pathlib import Path
from typing import Any

from rulesets import majolica
from rulesets.contract import encoded, write_record
from tests.majolica.tables import MODULES, greedy, steps

FILE = Path(__file__).with_name("golden.jsonl.gz")


def case(seats: int, options: dict[str, Any], seed: int) -> dict[str, Any]:
    played = list(steps(seats, options, seed, greedy, most=2_000))
    events = [encoded(majolica, event) for event, _ in played]
    positions = {
        str(number): majolica.view(state)
        for number, (_, state) in enumerate(played, 1)
        if number % 10 == 0 or number == len(played)
    }
    on = "+".join(name for name, value in options.items() if value is True) or "no module"
    record = write_record(majolica, "majolica", options, seats, events)
    return {"name": f"{seats} seats, {on}", "record": record, "positions": positions}


def cases() -> list[dict[str, Any]]:
    """Solo and one other number of seats for every set of modules."""
    return [case(seats, options, seed) for seed, options in enumerate(MODULES) for seats in (1, 2 + seed % 3)]


def main() -> None:
    lines = "".join(json.dumps(each, separators=(",", ":")) + "\n" for each in cases())
    FILE.write_bytes(gzip.compress(lines.encode(), mtime=0))


if __name__ == "__main__":
    main()
