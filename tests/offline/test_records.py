"""`tiledraft record` and `tiledraft conformance`: what they print, and with which exit status."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.offline.conftest import run


def test_positions_are_printed_from_before_the_first_event_to_after_the_last(record: Any) -> None:
    result = run("record", "positions", "--legal", "-", given=record)

    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert [line["after"] for line in lines] == list(range(len(record["events"]) + 1))
    assert lines[0]["legal"] == {}
    assert lines[1]["legal"] == {str(lines[1]["position"]["seat"]): [{"type": "roll"}]}
    assert lines[-1]["position"]["phase"] == "over"


def test_positions_end_at_the_first_bad_event(record: Any) -> None:
    for bad in (
        {"kind": "move", "seat": 0, "move": {"type": "roll", "n": 1.5}},
        {"kind": "undo"},
        {"kind": "move", "seat": True, "move": {"type": "roll"}},
        {"kind": "chance", "outcome": {"number": 9}},
        "roll",
        None,
    ):
        result = run("record", "positions", "-", given={**record, "events": [*record["events"][:2], bad]})

        lines = [json.loads(line) for line in result.stdout.splitlines()]
        assert result.exit_code == 1
        assert [line["after"] for line in lines[:-1]] == [0, 1, 2]
        assert lines[-1]["bad_event"] == 2
        assert lines[-1]["reason"]


def test_a_position_is_drawn_as_text(record: Any) -> None:
    shown = run("record", "show", "--at", "1", "-", given=record)
    beyond = run("record", "show", "--at", "999", "-", given=record)

    assert json.loads(shown.stdout)["phase"] == "turn"
    assert (beyond.exit_code, "entries in `events`, not 999" in beyond.stderr) == (2, True)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": "x"}', '{"a": 1, "a": 2}', "\x00"])
@pytest.mark.parametrize("command", [("record", "positions"), ("record", "show"), ("verify",)])
def test_what_is_no_record_is_refused_in_a_sentence(command: tuple[str, ...], text: str) -> None:
    result = run(*command, "-", given=text)

    assert result.exit_code in (1, 2)
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    result = run("verify", str(tmp_path / "none.json"))

    assert (result.exit_code, "cannot be read: No such file" in result.stderr) == (2, True)


def test_the_kit_is_run_on_an_installed_ruleset_by_name() -> None:
    kept = run("conformance", "pig", "--matches", "1")
    unknown = run("conformance", "chess")

    assert (kept.exit_code, "pig keeps every promise" in kept.stdout) == (0, True)
    assert (unknown.exit_code, '"chess" is not installed' in unknown.stderr) == (2, True)


def test_a_number_of_any_length_is_answered_with_a_short_sentence() -> None:
    record = {"format": "tiledraft-record/1", "ruleset": "pig", "ruleset_version": 1, "seats": 2}
    text = json.dumps(record | {"events": [{"kind": "move", "seat": 0, "move": {"type": "roll"}}]})

    for digits, code in ((900, 1), (1001, 2), (5000, 2)):
        result = run("record", "positions", "-", given=text.replace('"seat": 0', f'"seat": {"9" * digits}'))
        said = json.loads(result.stdout.splitlines()[-1])["reason"] if code == 1 else result.stderr
        assert (result.exit_code, len(said) < 200, "set_int_max" in said) == (code, True, False), said
