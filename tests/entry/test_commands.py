"""What the commands of operators say when they were told something impossible."""

import os
import re
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from services.entry.cli import main

ROOT = Path(__file__).parents[2]


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
