"""Programs of others in the arena: they play by lines, and lose by themselves with a sentence."""

import json
import re
import sys
import time
from pathlib import Path
from typing import Any

import pig
import pytest
from click.testing import CliRunner

from rulesets.contract import Dice, completed
from services.bots.arena import Table, group
from services.bots.players import PLAYERS
from services.bots.programs import Forfeit, Program
from services.entry.cli import main
from tests.bots.positions import RULESETS, positions
from tests.servers import wait_until

README = (Path(__file__).parents[2] / "services/bots/README.md").read_text("utf-8")
GAME = {"ruleset": "pig", "options": {"target": 30, "lucky": False}}
FIRST = "import sys, json\nfor line in sys.stdin: print(json.loads(line)['moves'][0]['text'], flush=True)"
DICE = Dice(b"x", [])


@pytest.fixture
def program(tmp_path: Path) -> Any:
    """Makes a player of a program's code."""
    made: list[Program] = []

    def make(code: str, seconds: float = 20.0) -> Program:
        path = tmp_path / f"bot{len(made)}.py"
        path.write_text(code, "utf-8")
        made.append(Program([sys.executable, str(path)], GAME, seconds))
        return made[-1]

    yield make
    for each in made:
        each.close()


def state() -> Any:
    return next(positions(pig, 2, 1))


def asked(player: Program) -> Any:
    return player(pig, state(), pig.to_act(state())[0], DICE).move


def test_the_example_of_the_readme_plays(tmp_path: Path) -> None:
    [code] = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    assert len([line for line in code.splitlines() if line.strip()]) <= 30
    (tmp_path / "mybot.py").write_text(code, "utf-8")
    command = f"cmd:{sys.executable} {tmp_path / 'mybot.py'}"

    ran = CliRunner().invoke(
        main, ["arena", command, "hard:5", "--matches", "2", "--processes", "1", "--json"]
    )

    result = json.loads(ran.stdout)
    assert (result["a"], result["matches"]) == (command, 2)
    assert "has lost" not in ran.stderr
    assert result["cpu_ms_a"] > 0


def test_a_program_is_told_the_position_and_its_legal_moves(program: Any, tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    player = program(
        f"import sys\nline = sys.stdin.readline()\nopen({str(told)!r}, 'w').write(line)\nprint('roll')"
    )

    asked(player)

    line = json.loads(told.read_text("utf-8"))
    seat = pig.to_act(state())[0]
    assert line == {
        **GAME,
        "seats": 2,
        "seat": seat,
        "position": pig.view(state()),
        "moves": [
            {"text": pig.text(move), "move": pig.encode(move)} for move in pig.legal_moves(state(), seat)
        ],
        "seconds": 20.0,
    }


def test_a_program_is_started_once_and_plays_whole_matches(program: Any, tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    player = program(f"open({str(starts)!r}, 'a').write('x')\n{FIRST}")
    table = Table(pig, completed(pig, {"target": 3}), 2, 1)

    outcomes = group(table, 1, player, PLAYERS["random"].choose)

    assert [match.forfeit for outcome in outcomes for match in outcome.played] == [None, None]
    assert starts.read_text("utf-8") == "x"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("raise SystemExit(3)", "it ended with status 3"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "it was killed by signal 11"),
        (
            "import sys; sys.stdin.readline(); print('castle', flush=True); input()",
            'it answered "castle", which is not',
        ),
        (
            "import sys; sys.stdin.readline(); print(flush=True); input()",
            'it answered "", which is not the text',
        ),
        (
            "import sys; sys.stdin.readline(); sys.stdout.buffer.write(bytes(range(128, 255)) + b'\\n')",
            "it answered",
        ),
        (
            "import sys\nwhile True: sys.stdout.write('x' * 9999)",
            "it wrote more than 65536 bytes for one move",
        ),
        ("import os, time; os.close(1); time.sleep(60)", "it closed its standard input or output"),
    ],
)
def test_a_program_that_fails_forfeits_with_a_sentence(program: Any, code: str, sentence: str) -> None:
    with pytest.raises(Forfeit, match=re.escape(sentence)):
        asked(program(code))


def test_a_program_that_hangs_forfeits_and_is_ended_with_its_children(
    program: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.bots.programs.STARTING_SECONDS", 2.0)
    child = tmp_path / "child"
    code = f"""import subprocess, time
child = subprocess.Popen(["sleep", "60"])
open({str(child)!r}, "w").write(str(child.pid))
time.sleep(60)"""
    start = time.monotonic()

    with pytest.raises(Forfeit, match=r"it did not answer within 0\.2 seconds"):
        asked(program(code, 0.2))

    assert time.monotonic() - start < 10
    # A signal that was sent takes its time to be heard.
    wait_until(lambda: not _runs(int(child.read_text("utf-8"))))


def _runs(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_program_that_reads_nothing_of_a_long_line_does_not_block(
    program: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = RULESETS["majolica"]
    long = max(
        positions(ruleset, 2, 5), key=lambda each: len(ruleset.legal_moves(each, ruleset.to_act(each)[0]))
    )
    player = program("import time; time.sleep(60)", 0.1)
    monkeypatch.setattr("services.bots.programs.STARTING_SECONDS", 0.2)

    with pytest.raises(Forfeit, match="it did not answer within"):
        player(ruleset, long, ruleset.to_act(long)[0], DICE)


def test_what_nobody_asked_for_forfeits(program: Any) -> None:
    player = program("import sys\nfor line in sys.stdin: print('roll\\nroll', flush=True)")
    asked(player)

    with pytest.raises(Forfeit, match="without being asked"):
        asked(player)


@pytest.mark.parametrize("seats", [2, 3])
def test_who_forfeits_has_lost_and_the_next_match_begins_anew(program: Any, seats: int) -> None:
    def failing() -> Any:
        return program("import sys; sys.stdin.readline(); raise SystemExit(1)")

    table, greedy = Table(pig, completed(pig, {"target": 3}), seats, 1), PLAYERS["greedy"].choose

    lost = group(table, 1, failing(), greedy)
    won = group(table, 1, greedy, failing())

    assert [outcome.won_a for outcome in lost] == [0.0] * seats
    assert [outcome.won_a for outcome in won] == [1.0] * seats
    assert {match.forfeit[1] for outcome in lost for match in outcome.played if match.forfeit} == {
        "it ended with status 1"
    }


def test_the_arena_tells_of_programs_that_lost(tmp_path: Path) -> None:
    bot = tmp_path / "bad.py"
    bot.write_text("print('nonsense', flush=True)\ninput()\n", "utf-8")
    given = ["arena", "random", f"cmd:{sys.executable} {bot}", "--matches", "1", "--processes", "1"]

    ran = CliRunner().invoke(main, given)

    assert ran.exit_code == 0, ran.output
    assert "in seat 1 has lost after" in ran.stderr
    assert 'it answered "nonsense", which is not the text of a legal move' in ran.stderr
    assert "random 1, cmd:" in ran.stdout


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("cmd:", "a program is written cmd:COMMAND, and there is no command"),
        ("cmd:'open", "the command 'open cannot be read: No closing quotation"),
    ],
)
def test_a_command_that_cannot_be_read_is_refused(command: str, reason: str) -> None:
    ran = CliRunner().invoke(main, ["arena", command, "hard"])

    assert ran.exit_code == 2
    assert reason in ran.stderr


def test_a_program_that_is_not_there_forfeits() -> None:
    with pytest.raises(Forfeit, match="/nowhere/bot cannot be started: No such file or directory"):
        asked(Program(["/nowhere/bot"], GAME, 1.0))
