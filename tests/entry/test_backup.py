"""`tiledraft backup`: a copy that is whole, of a service that runs or stands still."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from services.entry.backup import REWRITING
from tests.entry.launched import Launched
from tests.servers import wait_until


@pytest.fixture
def launched(tmp_path: Path) -> Iterator[Launched]:
    found = Launched(tmp_path / "data")
    yield found
    found.close()


def backup(data: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        _command(folder),
        env=_environment(data),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _command(folder: Path) -> list[str]:
    return [sys.executable, "-m", "services.entry", "backup", str(folder)]


def _environment(data: Path) -> dict[str, str]:
    return os.environ | {"TILEDRAFT_DATA": str(data)}


def test_a_running_service_is_copied_and_the_copy_has_its_matches(launched: Launched, tmp_path: Path) -> None:
    launched.start()
    match = launched.opened(5, {"name": "Ann"})["match"]

    running = backup(launched.data, tmp_path / "running")

    assert (running.returncode, running.stdout) == (0, f"copied: {tmp_path / 'running'}\n"), running.stderr
    store = Redis(unix_socket_path=str(launched.socket()), decode_responses=True)
    assert store.config_get(REWRITING) == {REWRITING: "100"}
    store.close()
    launched.ended(15)
    standing = backup(launched.data, tmp_path / "standing")
    assert standing.returncode == 0, standing.stderr
    for name in ("running", "standing"):
        assert (tmp_path / name / "events").stat().st_mode & 0o077 == 0
        copy = Launched(tmp_path / name)
        try:
            copy.start()
            assert copy.match(match)["match"] == match
        finally:
            copy.close()


def test_what_cannot_be_copied_is_a_sentence(tmp_path: Path) -> None:
    data = tmp_path / "data"

    missing = backup(data, tmp_path / "copy")
    (data / "events").mkdir(parents=True)
    there = backup(data, tmp_path)

    assert (missing.returncode, there.returncode) == (2, 2)
    assert missing.stderr.startswith(f"tiledraft: no events are in {data}: TILEDRAFT_DATA is")
    assert there.stderr == f"tiledraft: {data}/events cannot be copied to {tmp_path}: File exists\n"


def test_two_copies_at_once_are_refused_and_one_that_is_ended_leaves_the_store_as_it_was(
    launched: Launched, tmp_path: Path
) -> None:
    """The first waits, for the store writes its log anew and takes its time over each key."""
    launched.start()
    launched.opened(5, {"name": "Ann"})
    store: Any = Redis(unix_socket_path=str(launched.socket()), decode_responses=True)
    store.config_set("rdb-key-save-delay", 20_000_000)
    store.bgrewriteaof()
    with store, subprocess.Popen(_command(tmp_path / "first"), env=_environment(launched.data)) as first:
        wait_until(lambda: store.config_get(REWRITING) == {REWRITING: "0"}, 20)

        second = backup(launched.data, tmp_path / "second")
        first.terminate()

        assert first.wait(20) == 128 + signal.SIGTERM
        assert second.returncode == 2
        assert second.stderr.startswith(f"tiledraft: another `tiledraft backup` copies {launched.data}")
        assert store.config_get(REWRITING) == {REWRITING: "100"}


@pytest.mark.parametrize("inside", ["copy", "events/copy"])
def test_no_copy_is_made_inside_of_what_is_copied(tmp_path: Path, inside: str) -> None:
    data = tmp_path / "data"
    (data / "events").mkdir(parents=True)

    refused = backup(data, data / inside)

    assert refused.returncode == 2
    assert refused.stderr.startswith(f"tiledraft: {data / inside} lies in {data}")
    assert not (data / inside).exists()
