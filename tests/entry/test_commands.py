"""What the commands of operators say when they were told something impossible."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("command", "name", "value", "sentence"),
    [
        ("web", "MATCH_EVENTS", "many", "MATCH_EVENTS is a whole number, not 'many'"),
        ("web", "WEB_WORKERS", "0", "WEB_WORKERS is a whole number from 1, not '0'"),
        ("web", "LIMIT_MOVES", "lots", "LIMIT_MOVES is a rate like 100/minute, or empty, not 'lots'"),
        ("worker", "BOT_WORKERS", "two", "BOT_WORKERS is a whole number from 1, not 'two'"),
        ("worker", "EVENTS_URL", "redis+cluster://a:1", "BROKER_URL is wanted beside EVENTS_URL"),
        ("sweep", "EVENTS_URL", "unix", "BROKER_URL is wanted beside EVENTS_URL=unix"),
        ("up", "WEB_WORKERS", "-1", "WEB_WORKERS is a whole number from 1, not '-1'"),
        ("up", "HOST", "192.0.2.1", "cannot listen at 192.0.2.1, port 8000: "),
    ],
)
def test_an_impossible_setting_is_one_sentence(
    tmp_path: Path, command: str, name: str, value: str, sentence: str
) -> None:
    told = {"TILEDRAFT_DATA": str(tmp_path / "data"), name: value}

    ended = subprocess.run(
        [sys.executable, "-m", "services.entry", command],
        env=os.environ | told,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )

    assert ended.returncode == 2
    assert ended.stderr.startswith(f"tiledraft: {sentence}")
    assert len(ended.stderr.splitlines()) == 1


def test_the_page_for_operators_knows_every_setting() -> None:
    page = (ROOT / "infra/README.md").read_text("utf-8")
    read = {"HOST", "PORT"}
    for file in ROOT.glob("services/entry/*.py"):
        read |= set(
            re.findall(r'(?:environment|environ)(?:\.get\(|, |\[)"([A-Z_]+)"', file.read_text("utf-8"))
        )

    assert {"EVENTS_URL", "WEB_WORKERS", "TILEDRAFT_DATA", "LIMIT_MOVES"} <= read
    assert {name for name in read if f"`{name}`" not in page} == set()
