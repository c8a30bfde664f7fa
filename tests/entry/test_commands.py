"""What the commands of operators say when they were told something impossible."""

import gzip
import json
import os
import re
import signal
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner

from services.entry.cli import main

ROOT = Path(__file__).parents[2]
# A file that can be opened, and written no byte of.
FULL = Path("/dev/full")
full_disk = pytest.mark.skipif(not FULL.exists(), reason="this system has no such file")


@pytest.mark.parametrize(
    ("command", "name", "value", "sentence"),
    [
        ("web", "MATCH_EVENTS", "many", "MATCH_EVENTS is a whole number, not 'many'"),
        ("web", "WEB_WORKERS", "0", "WEB_WORKERS is a whole number from 1, not '0'"),
        ("web", "LIMIT_MOVES", "lots", "LIMIT_MOVES is a rate like 100/minute, or empty, not 'lots'"),
        ("worker", "BOT_WORKERS", "two", "BOT_WORKERS is a whole number from 1, not 'two'"),
        ("worker", "EVENTS_URL", "redis+cluster://a:1", "BROKER_URL is wanted beside EVENTS_URL"),
        ("sweep", "EVENTS_URL", "unix", "EVENTS_URL is the address of a store like redis://127.0.0.1:6379/0"),
        ("web", "EVENTS_URL", "foo", "EVENTS_URL is the address of a store like redis://127.0.0.1:6379/0"),
        ("up", "EVENTS_URL", "foo://x", "EVENTS_URL is the address of a store like redis://127.0.0.1:6379/0"),
        (
            "demo",
            "PUBLIC_ADDRESS",
            "127.0.0.1:9",
            "no service answers at http://127.0.0.1:9: Conn",
        ),
        ("demo", "PUBLIC_ADDRESS", "a b", "no service answers at http://a b: URL can't contain control"),
        ("demo", "PUBLIC_ADDRESS", "x://y", "no service answers at x://y: unknown url type: x; start one"),
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


@pytest.mark.parametrize("command", [(), ("record",)])
def test_the_list_of_commands_says_each_in_a_whole_sentence(command: tuple[str, ...]) -> None:
    ran = CliRunner().invoke(main, [*command, "--help"], terminal_width=80)

    said = ran.stdout.partition("Commands:\n")[2].splitlines()
    assert [line for line in said if not line.endswith(".") or line.endswith("...")] == []


@pytest.mark.parametrize(
    ("status", "answer", "sentence"),
    [
        (200, b"<html>", "is no tiledraft"),
        (200, b"{}", "is no tiledraft"),
        (404, b"<html>", "is no tiledraft: its status is 404"),
        (422, b'{"detail": "no\\u001b such game"}', "tiledraft: no\\u001b such game"),
    ],
)
def test_the_demo_says_what_answered_instead_of_a_service(status: int, answer: bytes, sentence: str) -> None:
    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Other) as server:
        Thread(target=server.handle_request).start()
        ran = CliRunner().invoke(main, ["demo", "--address", f"127.0.0.1:{server.server_port}"])

    assert (ran.exit_code, len(ran.stderr.splitlines())) == (2, 1)
    assert sentence in ran.stderr


def test_the_page_for_operators_knows_every_setting() -> None:
    page = (ROOT / "infra/README.md").read_text("utf-8")
    read = {"HOST", "PORT"}
    for file in ROOT.glob("services/entry/*.py"):
        read |= set(
            re.findall(r'(?:environment|environ)(?:\.get\(|, |\[)"([A-Z_]+)"', file.read_text("utf-8"))
        )

    assert {"EVENTS_URL", "WEB_WORKERS", "TILEDRAFT_DATA", "LIMIT_MOVES"} <= read
    assert {name for name in read if f"`{name}`" not in page} == set()


RESULTS = [
    ("verify", "{record}"),
    ("record", "show", "{record}"),
    ("record", "positions", "{record}"),
    ("analyse", "--json", "--judge", "medium:1", "--processes", "1", "{record}"),
    ("arena", "--json", "--ruleset", "pig", "--matches", "1", "--processes", "1", "random", "random"),
    ("conformance", "--matches", "1", "pig"),
]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    whole = json.loads(gzip.decompress((ROOT / "tests/golden/pig-0.1.json.gz").read_bytes()))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(whole), "utf-8")
    return file


def ran(*arguments: str, **streams: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "services.entry", *arguments]
    return subprocess.run(command, text=True, timeout=120, check=False, **streams)


@full_disk
@pytest.mark.parametrize("command", RESULTS, ids=" ".join)
def test_a_result_that_cannot_be_written_is_a_sentence(command: tuple[str, ...], record: Path) -> None:
    with FULL.open("w") as full:
        ended = ran(*(each.format(record=record) for each in command), stdout=full, stderr=subprocess.PIPE)

    assert ended.returncode == 2
    assert ended.stderr.splitlines()[-1] == "standard output cannot be written: No space left on device"
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("command", RESULTS[:3], ids=" ".join)
def test_a_result_that_nobody_reads_on_ends_without_a_word(command: tuple[str, ...], record: Path) -> None:
    read, written = os.pipe()
    os.close(read)

    ended = ran(*(each.format(record=record) for each in command), stdout=written, stderr=subprocess.PIPE)

    os.close(written)
    assert (ended.returncode, ended.stderr) == (128 + signal.SIGPIPE, "")


@full_disk
def test_a_file_that_is_full_when_the_result_is_there_is_a_sentence() -> None:
    fitting = (
        "fit",
        "--matches",
        "1",
        "--generations",
        "1",
        "--processes",
        "1",
        "--output",
        str(FULL),
        "azul",
    )

    ended = ran(*fitting, capture_output=True)

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.splitlines()[-1] == f"tiledraft: {FULL} cannot be written: No space left on device"
    assert "Traceback" not in ended.stderr


@full_disk
def test_what_is_wrong_keeps_its_status_where_nobody_can_be_told(record: Path) -> None:
    text = record.read_text("utf-8")
    wrong = record.with_name("wrong.json")
    wrong.write_text(text.replace('"version": 2', '"version": 3', 1), "utf-8")

    with FULL.open("w") as full:
        statuses = [
            ran("verify", str(file), stdout=full, stderr=full).returncode for file in (wrong, ROOT / "none")
        ]

    assert statuses == [1, 2]


def test_commands_speak_in_one_place() -> None:
    """Where it is known what becomes of words that cannot be written."""
    speaking = {
        file.name for file in ROOT.glob("services/entry/*.py") if "click.echo" in file.read_text("utf-8")
    }

    assert speaking == {"words.py"}
