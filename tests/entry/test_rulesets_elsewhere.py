"""A ruleset of somebody else's that is broken: it keeps nothing else from going on, and is told of."""

import json
from pathlib import Path

import pytest

from tests.entry.launched import Launched
from tests.entry.rulesets_elsewhere import NIM, Installed

NO_MODULE = "the ruleset race cannot be loaded: No module named 'nosuch'"
AZUL = json.dumps(
    {"format": "tiledraft-record/1", "ruleset": "azul", "ruleset_version": 1, "seats": 2, "events": []}
)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("import nosuch", NO_MODULE),
        ("def (", "the ruleset race cannot be loaded: invalid syntax (race.py, line 1)"),
        ("1 / 0", "the ruleset race cannot be loaded: ZeroDivisionError: division by zero"),
        (
            NIM.replace("VERSION, SEATS, OPTIONS = 1,", "SEATS, OPTIONS ="),
            "the ruleset race cannot be used: VERSION is wanted, a whole number from 1, and is missing",
        ),
        (
            NIM + 'OPTIONS = {"length": 10}',
            "the ruleset race cannot be used: OPTIONS is a mapping of names to Option, not {'length': 10}",
        ),
    ],
)
def test_a_broken_ruleset_is_said_and_others_are_shown(tmp_path: Path, code: str, sentence: str) -> None:
    installed = Installed(tmp_path, code)

    shown = installed.ran("record", "show", "-", given=AZUL)
    asked = installed.ran("arena", "random", "random", "--ruleset", "race")

    assert (shown.returncode, shown.stderr) == (0, f"{sentence}\n")
    assert (asked.returncode, asked.stderr) == (2, f"{sentence}\n")


def test_only_the_game_that_is_wanted_is_loaded(tmp_path: Path) -> None:
    installed = Installed(tmp_path, "import nosuch")

    played = installed.ran("arena", "random", "random", "--ruleset", "pig", "--matches", "2")
    checked = installed.ran("conformance", "race")

    assert (played.returncode, NO_MODULE in played.stderr) == (0, False), played.stderr
    assert (checked.returncode, checked.stderr) == (2, f"{NO_MODULE}\n")


def test_the_service_starts_without_a_broken_ruleset_and_logs_it(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    elsewhere.mkdir()
    Installed(elsewhere, NIM)
    first = Launched(data, PYTHONPATH=str(elsewhere))
    try:
        first.start()
        body = {"ruleset": "race", "seats": [{"name": "Ann"}, {}]}
        match = first.asked_again("POST", "/api/v1/matches", body)[1]["match"]
        first.ended(15)
        (elsewhere / "race.py").write_text("import nosuch", "utf-8")

        first.start()

        status, listed = first.asked_again("GET", "/api/v1/rulesets")
        assert (status, {"azul", "pig"} <= {each["name"] for each in listed["rulesets"]}) == (200, True)
        assert first.opened(5, {"name": "Ann"})["match"]
        status, problem = first.asked("GET", f"/api/v1/matches/{match}")
        assert (status, problem["type"]) == (503, "ruleset-missing")
        warned = [json.loads(line) for line in _log(data, "web") if NO_MODULE in line]
        assert {(each["level"], each["event"], each["reason"]) for each in warned} == {
            ("warning", "ruleset left out", NO_MODULE)
        }
    finally:
        first.close()


def _log(data: Path, name: str) -> list[str]:
    return (data / "log" / f"{name}.log").read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    ("code", "status", "sentences"),
    [
        (NIM, 0, []),
        (
            NIM + "SEATS = 2\ndel view\nABOUT = 'a race'",
            1,
            [
                "race: SEATS is one or more whole numbers from 1, not 2",
                "race: view is wanted, a function, and is missing",
                "race: ABOUT is a Message with all its values, not 'a race'",
            ],
        ),
        (
            NIM + "scores = lambda state: [(1 // (state[0] - 3),)] * 2",
            1,
            [
                (
                    "race: scores raised: ZeroDivisionError: integer division or modulo by zero; "
                    'found after 2 events (the last {"kind":"move","move":{"take":1},"seat":1}), '
                    "2 seats, options {}, seed 1"
                )
            ],
        ),
        (
            NIM + "scores = lambda state: None",
            1,
            [
                (
                    "race: what scores answered cannot be used: TypeError: 'NoneType' object is "
                    "not iterable; found after 0 events, 2 seats, options {}, seed 1"
                )
            ],
        ),
    ],
)
def test_the_kit_says_in_sentences_what_is_wrong(
    tmp_path: Path, code: str, status: int, sentences: list[str]
) -> None:
    checked = Installed(tmp_path, code).ran("conformance", "race")

    assert (checked.returncode, checked.stderr.splitlines()) == (status, sentences)


@pytest.mark.parametrize(
    "given", [("--matches", "0"), ("--matches", "-1"), ("--longest", "0"), ("--seed", "-1")]
)
def test_the_kit_certifies_nothing_that_it_did_not_check(tmp_path: Path, given: tuple[str, str]) -> None:
    checked = Installed(tmp_path, NIM).ran("conformance", "race", *given)

    assert (checked.returncode, checked.stdout) == (2, "")
    assert "is not in the range" in checked.stderr
