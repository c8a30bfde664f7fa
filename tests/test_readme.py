"""The README is true: what it says to type is typed here, on a service started as it says."""

import json
import re
import subprocess
import sys
from pathlib import Path

from tests.conftest import BIN, call, environment

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def test_the_five_minutes_with_curl(address: str, tmp_path: Path) -> None:
    script = "set -eo pipefail\n" + "".join(blocks("bash")).replace("http://127.0.0.1:8000", address)

    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert '"type":"conflict"' in done.stdout
    assert '"status":412' in done.stdout
    assert re.search(r"^id: 1\ndata: \{.*\"kind\":\"opened\"", done.stdout, re.MULTILINE)
    assert "all is proven" in done.stdout
    assert '{"after":2,' in done.stdout
    assert re.search(r"^seat 0: \d+ moves? lost .* points, deals brought", done.stdout, re.MULTILINE)
    assert '"kind":"hinted"' in done.stdout
    nonce = (tmp_path / "play" / "anchor.json").read_text("utf-8")
    assert json.loads(nonce)["match"] in done.stdout


def test_the_bot_plays_a_whole_match(address: str, tmp_path: Path) -> None:
    code = blocks("python")[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 30
    (tmp_path / "bot.py").write_text(code, "utf-8")
    api = f"{address}/api/v1"
    setting = "".join(line + "\n" for line in blocks("bash")[0].splitlines() if line[:3] in ("JSO", "pic"))
    script = f"set -eo pipefail\nAPI={api}\n{setting}{blocks('sh')[0]}"

    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    opened = json.loads((tmp_path / "mine.json").read_text("utf-8"))
    match = call(f"{api}/matches/{opened['match']}")
    assert done.returncode == 0, done.stderr
    assert match["status"] == "over"
    assert str(match["scores"]) in done.stdout


def test_the_game_of_sixty_lines_keeps_the_contract(tmp_path: Path) -> None:
    code, project = blocks("python")[1], blocks("toml")[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 60
    (tmp_path / "nim.py").write_text(code, "utf-8")
    (tmp_path / "pyproject.toml").write_text(project, "utf-8")
    site = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*install, "--target", site, tmp_path], check=True, capture_output=True)

    done = subprocess.run(
        [BIN / "tiledraft", "conformance", "nim"],
        env=environment(PYTHONPATH=str(site)),
        capture_output=True,
        text=True,
        check=False,
    )

    said = README.partition("$ tiledraft conformance nim\n")[2].partition("```")[0]
    assert said.splitlines()[-1] == "nim keeps every promise of the contract"
    assert done.stdout == said, done.stderr


def test_the_demo_prints_lines_that_play(address: str) -> None:
    done = subprocess.run(
        [BIN / "tiledraft", "demo", "--address", address], capture_output=True, text=True, check=True
    )

    lines = done.stdout.splitlines()
    see = next(line for line in lines if line.strip().startswith("curl -s http"))
    match = json.loads(subprocess.run(see.split(), capture_output=True, check=True).stdout)
    assert match["status"] == "playing"
    assert match["seats"] == [{"seat": 0, "name": "You"}, {"seat": 1, "bot": "greedy"}]
    assert f"Bearer {match['match']}.0." in done.stdout
