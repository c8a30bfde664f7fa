"""`tiledraft analyse`: a record judged on this machine, as a table or as JSON."""

import json
from pathlib import Path
from typing import Any

import pig
import pytest
from click.testing import CliRunner, Result

from rulesets import azul
from rulesets.contract import completed, write_record
from services.bots.arena import Table, group
from services.bots.players import PLAYERS
from services.entry.cli import main


@pytest.fixture(scope="module")
def record() -> Any:
    table, greedy = Table(azul, completed(azul, {}), 2, 1), PLAYERS["greedy"].choose
    [outcome, _] = group(table, 1, greedy, greedy)
    return write_record(azul, "azul", table.options, 2, outcome.played[0].events)


def run(*given: str, text: str) -> Result:
    return CliRunner().invoke(main, ["analyse", *given, "--processes", "1", "-"], input=text)


def test_a_record_is_judged_as_json(record: Any) -> None:
    ran = run("--json", "--judge", "hard:10", text=json.dumps(record))

    found = json.loads(ran.stdout)
    assert found["judge"]["name"] == "hard"
    assert found["judge"]["budget"] == 10
    assert found["judged"] == found["questions"] == len(found["entries"]) == len(record["events"])
    assert all("version" not in entry for entry in found["entries"])
    assert [len(entry["luck"]) for entry in found["entries"] if entry["kind"] == "chance"] == [2] * sum(
        event["kind"] == "chance" for event in record["events"]
    )
    marks = [(each["seat"], each["mark"]) for each in found["entries"] if "mark" in each]
    assert sorted(marks) == [(seat, mark) for seat in (0, 1) for mark in (1, 2, 3)]


def test_a_record_is_judged_as_a_table_and_progress_is_shown(record: Any) -> None:
    events = record["events"][:9]

    ran = run("--judge", "hard:10", text=json.dumps({**record, "events": events}))

    lines = ran.stdout.splitlines()
    assert lines[0] == "judged by hard, 10 nodes a position"
    assert lines[1].split() == ["entry", "who", "seat", "0", "seat", "1", "what"]
    assert [line.split()[0] for line in lines[2:-3]] == [str(index) for index in range(9)]
    assert lines[2].split()[1] == "deal"
    assert "luck" in lines[2]
    assert lines[-3].split()[0] == "end"
    assert lines[-1].startswith("seat 1: 4 moves lost ")
    assert ran.stderr == "10 positions judged\n"


def test_one_move_is_told_as_one(record: Any) -> None:
    ran = run("--judge", "hard:10", text=json.dumps({**record, "events": record["events"][:2]}))

    told = sorted(line.split(" lost ")[0].split(": ")[1] for line in ran.stdout.splitlines()[-2:])
    assert told == ["0 moves", "1 move"]


@pytest.mark.parametrize(
    ("given", "status", "reason"),
    [
        (("--judge", "greedy"), 2, 'there is no judge "greedy"; there are: medium, hard, expert, master'),
        (("--judge", "hard:0"), 2, 'a budget is a number of nodes from 1 to 1000000000, not "0"'),
        (
            ("--judge", "hard:\N{ARABIC-INDIC DIGIT THREE}"),
            2,
            "a budget is a number of nodes from 1 to 1000000000",
        ),
        ((), 1, "event 1 of the record is refused"),
    ],
)
def test_what_cannot_be_judged_is_a_sentence(
    record: Any, given: tuple[str, ...], status: int, reason: str
) -> None:
    ran = run(*given, text=json.dumps({**record, "events": [record["events"][0]] * 2}))

    assert ran.exit_code == status
    assert reason in ran.stderr
    assert ran.stdout == ""


def test_what_is_no_record_is_a_sentence(tmp_path: Path) -> None:
    assert "the format of a record" in run(text="{}").stderr
    assert "cannot be read" in CliRunner().invoke(main, ["analyse", str(tmp_path / "x")]).stderr
    assert "is not a record" in run(text="[").stderr


def test_a_match_alone_and_one_with_simultaneous_moves_are_judged() -> None:
    options = {"target": 5, "lucky": True}
    for seats in (1, 3):
        table, greedy = Table(pig, completed(pig, options), seats, 1), PLAYERS["random"].choose
        outcome = group(table, 1, greedy, greedy)[0]
        record = write_record(pig, "pig", table.options, seats, outcome.played[0].events)

        ran = run("--json", "--judge", "hard:5", text=json.dumps(record))

        found = json.loads(ran.stdout)
        assert len(found["final"]) == seats
        assert found["judged"] == len(record["events"])
