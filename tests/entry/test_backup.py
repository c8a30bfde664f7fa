"""`tiledraft backup`: a copy that is whole, of a service that runs or stands still."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from services.entry.backup import REWRITING
from tests.entry.launched import Launched
from tests.servers import wait_until

# What a terminal takes for the end of what is typed.
END_OF_FILE = b"\x04"


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


@contextmanager
def stuck(data: Path, folder: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """A copy that reads from a terminal in the midst of the events, until something is typed there."""
    typed, read = os.openpty()
    link = data / "events" / "terminal"
    link.symlink_to(os.ttyname(read))
    with subprocess.Popen(
        _command(folder), env=_environment(data), stderr=subprocess.PIPE, text=True
    ) as copying:
        try:
            wait_until((folder.with_name(f"{folder.name}.part") / "events" / link.name).exists, 20)
            yield copying, typed
        finally:
            copying.kill()
            link.unlink()
            os.close(typed)
            os.close(read)


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


def test_a_copy_that_fails_leaves_no_folder(tmp_path: Path) -> None:
    data, folder = tmp_path / "data", tmp_path / "copies" / "copy"
    (data / "events").mkdir(parents=True)
    (data / "events" / "log").write_bytes(bytes(100_000))

    failed = subprocess.run(
        _command(folder),
        env=_environment(data),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert failed.returncode == 2
    assert failed.stderr.startswith(f"tiledraft: {data}/events cannot be copied: ")
    assert len(failed.stderr.splitlines()) == 1
    assert list(folder.parent.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_copy_that_is_ended_leaves_no_folder(tmp_path: Path, number: signal.Signals) -> None:
    data, folder = tmp_path / "data", tmp_path / "copies" / "copy"
    (data / "events").mkdir(parents=True)

    with stuck(data, folder) as (copying, _):
        assert not folder.exists()
        copying.send_signal(number)

        assert copying.wait(20) == 128 + number
        assert list(folder.parent.iterdir()) == []


def test_what_a_killed_copy_left_is_no_copy_and_goes_with_the_next(tmp_path: Path) -> None:
    data, folder = tmp_path / "data", tmp_path / "copies" / "copy"
    (data / "events").mkdir(parents=True)
    (data / "events" / "log").touch()
    with stuck(data, folder) as (copying, _):
        copying.kill()
        copying.wait(20)
    assert [each.name for each in folder.parent.iterdir()] == ["copy.part"]

    again = backup(data, folder)

    assert again.returncode == 0, again.stderr
    assert list(folder.parent.rglob("*")) == [folder, folder / "events", folder / "events" / "log"]


def test_a_folder_that_no_copy_left_stays(tmp_path: Path) -> None:
    """Even the data folder may be called so."""
    data = tmp_path / "copy.part"
    (data / "events").mkdir(parents=True)

    refused = backup(data, tmp_path / "copy")

    assert refused.returncode == 2
    assert refused.stderr == f"tiledraft: {data} is there, and no part of a copy: name another folder\n"
    assert (data / "events").is_dir()


def test_a_store_that_was_killed_and_started_again_meanwhile_is_not_copied(
    launched: Launched, tmp_path: Path
) -> None:
    launched.start()
    folder = tmp_path / "copies" / "copy"

    with stuck(launched.data, folder) as (copying, typed):
        killed = launched.pid("store")
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: launched.pid("store") != killed and launched.asked("GET", "/readyz")[0] == 200, 30)
        os.write(typed, END_OF_FILE)
        _, said = copying.communicate(timeout=20)

    assert (copying.returncode, said) == (
        2,
        f"tiledraft: the store of {launched.data} was started anew meanwhile: copy again\n",
    )
    assert list(folder.parent.iterdir()) == []


def test_a_store_that_has_gone_meanwhile_is_not_copied(launched: Launched, tmp_path: Path) -> None:
    launched.start()
    folder = tmp_path / "copies" / "copy"

    with stuck(launched.data, folder) as (copying, typed):
        launched.ended(signal.SIGTERM)
        os.write(typed, END_OF_FILE)
        _, said = copying.communicate(timeout=20)

    assert copying.returncode == 2
    assert said.startswith(f"tiledraft: the store of {launched.data} ")
    assert len(said.splitlines()) == 1
    assert list(folder.parent.iterdir()) == []


@pytest.mark.parametrize("inside", ["copy", "events/copy"])
def test_no_copy_is_made_inside_of_what_is_copied(tmp_path: Path, inside: str) -> None:
    data = tmp_path / "data"
    (data / "events").mkdir(parents=True)

    refused = backup(data, data / inside)

    assert refused.returncode == 2
    assert refused.stderr.startswith(f"tiledraft: {data / inside} lies in {data}")
    assert not (data / inside).exists()
