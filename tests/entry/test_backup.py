"""`tiledraft backup`: a copy that is whole, of a service that runs or stands still."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from tests.entry.launched import Launched


@pytest.fixture
def launched(tmp_path: Path) -> Iterator[Launched]:
    found = Launched(tmp_path / "data")
    yield found
    found.close()


def backup(data: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "services.entry", "backup", str(folder)],
        env=os.environ | {"TILEDRAFT_DATA": str(data)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_running_service_is_copied_and_the_copy_has_its_matches(launched: Launched, tmp_path: Path) -> None:
    launched.start()
    match = launched.opened(5, {"name": "Ann"})["match"]

    running = backup(launched.data, tmp_path / "running")

    assert (running.returncode, running.stdout) == (0, f"copied: {tmp_path / 'running'}\n"), running.stderr
    store = Redis(unix_socket_path=str(launched.socket()), decode_responses=True)
    assert store.config_get("auto-aof-rewrite-percentage") == {"auto-aof-rewrite-percentage": "100"}
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


@pytest.mark.parametrize("inside", ["copy", "events/copy"])
def test_no_copy_is_made_inside_of_what_is_copied(tmp_path: Path, inside: str) -> None:
    data = tmp_path / "data"
    (data / "events").mkdir(parents=True)

    refused = backup(data, data / inside)

    assert refused.returncode == 2
    assert refused.stderr.startswith(f"tiledraft: {data / inside} lies in {data}")
    assert not (data / inside).exists()
