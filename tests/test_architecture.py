"""What import-linter cannot see."""

import re
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = (".py", ".lua", ".md", ".js", ".html", ".css", ".po")


def test_no_game_is_named_in_the_services() -> None:
    games = {
        entry.name for entry in distribution("tiledraft").entry_points if entry.group == "tiledraft.rulesets"
    }
    named = re.compile("|".join(games), re.IGNORECASE)
    files = [file for file in (ROOT / "services").rglob("*") if file.suffix in SOURCES]

    assert games
    assert len(files) > 40
    assert [str(file) for file in files if named.search(file.read_text("utf-8"))] == []


def test_every_room_says_what_it_is_for() -> None:
    rooms = [ROOT / "rulesets", ROOT / "services", ROOT / "infra", ROOT / "tests"]
    rooms += [each for each in (ROOT / "services").iterdir() if (each / "__init__.py").exists()]
    rooms += [each for each in (ROOT / "rulesets").iterdir() if each.name in ("azul", "majolica")]

    assert [str(room) for room in rooms if not (room / "README.md").exists()] == []
