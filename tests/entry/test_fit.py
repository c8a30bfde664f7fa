"""`tiledraft fit`: a file of weights that bots can play by, and where it comes from."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulesets import azul
from rulesets.contract import read_weights, weights_digest
from services.entry.cli import main
from services.entry.output import tried_file


def fit(*given: str) -> Result:
    return CliRunner().invoke(main, ["fit", *given, "--processes", "1"])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    file = tmp_path_factory.mktemp("fit") / "fitted.json"
    given = ["--matches", "20", "--generations", "2", "--seed", "3", "--seats", "2"]
    return file, fit("azul", *given, "--output", str(file))


def test_progress_is_shown_and_the_file_says_where_it_comes_from(made: tuple[Path, Result]) -> None:
    path, ran = made
    file = json.loads(path.read_text("utf-8"))

    assert ran.exit_code == 0, ran.output
    assert "generation 2 of 2: 13 of 20 matches" in ran.stderr
    assert "generation 1: " in ran.stderr
    assert ran.stdout == f"written: {path}\n"
    assert (file["ruleset"], file["ruleset_version"]) == ("azul", azul.VERSION)
    assert file["sha256"] == weights_digest(file["weights"])
    assert (file["made"]["seed"], file["made"]["matches"]) == (3, 40)
    assert " --matches 20 --generations 2 --bot one-ply " in file["made"]["command"]
    assert file["made"]["command"].endswith(" --seed 3 --seats 2")
    assert [sorted(each) for each in file["made"]["generations"]] == [
        ["points_off", "points_off_without", "samples"]
    ] * 2
    # Both walls were played, and all matches so far count.
    assert {"two 1", "gray two 1"} <= set(read_weights(file))
    assert file["made"]["generations"][1]["samples"] > file["made"]["generations"][0]["samples"]


def test_the_arena_lets_a_bot_play_by_the_file(made: tuple[Path, Result]) -> None:
    given = ["arena", "medium:5", "medium:5", "--matches", "2", "--processes", "1", "--json"]

    ran = CliRunner().invoke(main, [*given, "--weights-a", "handmade", "--weights-b", str(made[0])])

    assert ran.exit_code == 0, ran.output
    assert json.loads(ran.stdout)["matches"] == 2


def test_stages_that_are_not_played_stay_and_the_file_says_where_they_come_from(
    made: tuple[Path, Result], tmp_path: Path
) -> None:
    first, second = made[0], tmp_path / "second.json"

    ran = fit("azul", "--matches", "4", "--seats", "3", "--start", str(first), "--output", str(second))

    assert ran.exit_code == 0, ran.output
    before, after = (json.loads(file.read_text("utf-8")) for file in (first, second))
    assert after["weights"]["two 1"] == before["weights"]["two 1"]
    assert after["weights"]["more 1"] != before["weights"]["more 1"]
    assert after["made"]["started"] == before["made"]
    assert "started" not in before["made"]


def test_ways_are_compared_where_deals_are_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "compared.json"
    given = ["--matches", "6", "--generations", "2", "--seats", "2", "--deals", "1", "--option", "wall=gray"]

    ran = fit("azul", *given, "--output", str(file))

    assert ran.exit_code == 0, ran.output
    assert re.search(r"generation 1: \d+ comparisons; off by \d+\.\d\d points", ran.stderr)
    made = json.loads(file.read_text("utf-8"))
    assert " --deals 1 " in made["made"]["command"]
    assert read_weights(made)["gray two 1"] != azul.WEIGHTS["handmade"]["gray two 1"]
    # What is alike on both ways still says how many points are to come.
    assert read_weights(made)["gray two 1"]["base"] > 1_000


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (["fit", "chess"], 'the ruleset "chess" is not installed'),
        (["fit", "pig"], "the estimate of this ruleset has no weights"),
        (["fit", "azul", "--start", "nowhere"], "weights are one of fitted, handmade, or a file of them"),
        (["fit", "azul", "--seats", "9"], "the number of seats is one of 2, 3, 4, not 9"),
        (["fit", "azul", "--bot", "greedy"], "to greedy weights are of no matter: it does not search"),
        (["fit", "azul", "--bot", "nobody"], 'there is no bot "nobody"; there are: random,'),
        (["fit", "azul", "--bot", "hard:x"], 'a budget is a number of nodes from 1 to 1000000000, not "x"'),
        (["fit", "azul", "--output", "no/such/folder/f.json"], "no/such/folder/f.json cannot be written"),
        (["fit", "azul", "--output", "/proc/x.json"], "/proc/x.json cannot be written"),
        (["fit", "azul", "--output", ""], ". cannot be written: Is a directory"),
        (["fit", "azul", "--ridge", "nan"], "nan is no number"),
        (["fit", "azul", "--ridge", "inf"], "inf is not in the range"),
        (["fit", "azul", "--step", "nan"], "nan is no number"),
        (
            ["fit", "azul", "--option", "wall=gray", "--option", "wall=gray"],
            'the option "wall" is wanted once',
        ),
        (["arena", "hard", "hard", "--weights-a", "nowhere"], "weights are one of fitted, handmade"),
        (["arena", "hard", "hard", "--ruleset", "pig", "--weights-b", "fitted"], "weights are one of none"),
    ],
)
def test_what_cannot_be_fitted_or_weighed_is_refused_in_a_sentence(command: list[str], reason: str) -> None:
    ran = CliRunner().invoke(main, [*command, "--processes", "1"])

    assert ran.exit_code == 2
    assert reason in ran.stderr


def of_azul(weights: Any, **further: Any) -> str:
    return json.dumps({"format": "tiledraft-weights/1", "ruleset": "azul", "weights": weights} | further)


def test_a_name_of_weights_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("handmade").write_text("no weights")

    ran = fit("azul", "--matches", "2", "--generations", "1", "--seats", "2")

    assert ran.exit_code == 0, ran.output
    assert "started" not in json.loads(Path("azul-fitted.json").read_text("utf-8"))["made"]


def test_what_was_tried_is_as_it_was(tmp_path: Path) -> None:
    kept, new = tmp_path / "kept.json", tmp_path / "new.json"
    kept.write_text("kept")

    assert (tried_file(kept).read_text(), tried_file(new).exists()) == ("kept", False)


def test_a_file_that_is_no_file_of_weights_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    for wrong, reason in (
        ("{", "wrong.json is neither"),
        ("x", "wrong.json is neither: it is no JSON from line 1, column 1 on"),
        ("[" * 100_000, "wrong.json is neither: JSON is nested at most 32 deep"),
        ('{"format": 1}', "weights are an object"),
        (of_azul({"two 1": {"base": 10**400}}), "weights are whole numbers from -1000000000 to 1000000000"),
        (of_azul({"two 1": {"base": 1}}, sha256="0"), "the sha256 of these weights is "),
        (
            of_azul({}, ruleset_version=2),
            'has weights of "azul" of version 2, where those of azul of version 1',
        ),
        (of_azul({"two 9": {"base": 1}}), 'a stage "two 9" is not known to this ruleset'),
        (of_azul({"two 1": {"bass": 1}}), 'what "bass" counts is not known to this ruleset'),
    ):
        file.write_text(wrong)
        ran = fit("azul", "--start", str(file))
        assert (ran.exit_code, reason in ran.stderr) == (2, True), ran.stderr


def test_weights_of_another_ruleset_are_refused(tmp_path: Path) -> None:
    file: Any = tmp_path / "other.json"
    file.write_text(
        json.dumps({"format": "tiledraft-weights/1", "ruleset": "majolica", "weights": {"1": {"base": 1}}})
    )

    ran = fit("azul", "--start", str(file))

    assert ran.exit_code == 2
    assert 'weights of "majolica" of version 1, where those of azul of version 1 are wanted' in ran.stderr
