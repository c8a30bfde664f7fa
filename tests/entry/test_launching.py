"""The parts of `up`: who holds a folder, which process is which, which port is free, what a store needs."""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.entry.address import listening, local_address, public_address
from services.entry.data_folder import DataFolder
from services.entry.patience import Patience
from services.entry.running import Running, running
from services.entry.store_server import StoreServer, answers, found_program
from services.entry.words import CannotStart
from tests.servers import bundled_server


@pytest.fixture
def data(tmp_path: Path) -> Iterator[DataFolder]:
    folder = DataFolder(tmp_path / "data", log_bytes=10)
    with folder.taken():
        yield folder


@pytest.fixture
def store(data: DataFolder) -> Iterator[StoreServer]:
    store = StoreServer(data, bundled_server(), patience=0.5)
    yield store
    store.stop()


def test_a_folder_has_one_launcher_and_names_it(data: DataFolder) -> None:
    with (
        pytest.raises(CannotStart, match=rf"\(pid {os.getpid()}\) serves the data"),
        DataFolder(data.path).taken(),
    ):
        pass


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with (
        pytest.raises(CannotStart, match="file/data cannot be used: Not a directory"),
        DataFolder(tmp_path / "file" / "data").taken(),
    ):
        pass


def test_a_long_log_is_put_aside_and_its_writer_goes_on(data: DataFolder) -> None:
    with data.log("web").open("a", buffering=1) as log:
        print("a long line of before", file=log)
        data.shorten_logs()
        print("after", file=log)

    assert data.log("web").read_text() == "after\n"
    assert data.log("web").with_suffix(".log.1").read_text() == "a long line of before\n"


def test_another_process_with_the_same_pid_is_left_alone(data: DataFolder) -> None:
    said: list[str] = []
    with subprocess.Popen(["sleep", "60"]) as other:
        data.remember({"web": Running(other.pid, "another boot 17")})

        data.end_leftovers(said.append)

        assert said == []
        assert other.poll() is None
        other.kill()


def test_what_a_killed_launcher_left_is_ended_and_said(data: DataFolder) -> None:
    said: list[str] = []
    with subprocess.Popen(["sleep", "60"], process_group=0) as left:
        data.remember({"web": running(left.pid)})

        data.end_leftovers(said.append)

        assert said == [f"Ending web (pid {left.pid}), which an earlier launcher left behind."]
        assert left.wait(5) == -signal.SIGTERM


def test_a_store_is_adopted_by_the_next_launcher(data: DataFolder, store: StoreServer) -> None:
    store.bring_up()
    next_one = StoreServer(data)

    next_one.bring_up()

    assert next_one.adopted
    assert next_one.url == store.url
    next_one.stop()
    assert not store.is_there()


def test_a_store_whose_socket_was_cleared_away_is_started_anew(data: DataFolder, store: StoreServer) -> None:
    store.bring_up()
    shutil.rmtree(Path(store.url.removeprefix("unix://")).parent)
    next_one = StoreServer(data, bundled_server(), patience=0.5)

    next_one.bring_up()

    assert not next_one.adopted
    assert answers(next_one.url.removeprefix("unix://"))
    next_one.stop()


def test_a_lock_that_a_stranger_holds_is_respected(data: DataFolder, store: StoreServer) -> None:
    with data.store_lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)

        with pytest.raises(CannotStart, match="held by a process that is no store of ours"):
            store.bring_up()


def test_a_backup_of_the_folder_is_to_be_waited_for(data: DataFolder, store: StoreServer) -> None:
    with data.store_lock.open("w") as held, data.backup_lock.open("w") as copying:
        for each in (held, copying):
            fcntl.flock(each, fcntl.LOCK_EX)

        with pytest.raises(CannotStart, match=f"`tiledraft backup` copies {data.path}: wait until it has"):
            store.bring_up()

    store.bring_up()
    assert store.is_there()


def test_a_store_that_does_not_start_names_its_log(data: DataFolder) -> None:
    store = StoreServer(data, "/bin/false")

    with pytest.raises(CannotStart, match=r"/bin/false does not start: see .*/log/store\.log"):
        store.bring_up()


def test_a_server_too_old_for_the_log_is_passed_over(tmp_path: Path) -> None:
    old = tmp_path / "redis-server"
    old.write_text("#!/bin/sh\necho Redis server v=6.2.14 sha=0\n")
    old.chmod(0o755)

    assert found_program(str(tmp_path)) == bundled_server()


def test_a_long_start_says_for_how_long_and_what_it_waits_for_and_only_once() -> None:
    now = 100.0
    patience = Patience(lambda: now)

    assert patience.sentence("web") is None
    now += 7
    assert patience.sentence("web") == "Still starting, for 7 seconds now: waiting for web"
    now += 7
    assert patience.sentence("web") is None
    assert patience.sentence("the store") == "Still starting, for 14 seconds now: waiting for the store"


def test_the_next_free_port_is_taken() -> None:
    with listening("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with listening("127.0.0.1", port) as second:
            assert port < second.getsockname()[1] <= port + 100


def test_an_address_that_means_everywhere_is_told_by_name() -> None:
    with listening("0.0.0.0", 0) as server:
        port = server.getsockname()[1]

        assert local_address(server) == f"http://127.0.0.1:{port}"
        assert public_address(server).endswith(f":{port}")
        assert "0.0.0.0" not in public_address(server)


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_an_address_of_version_six_stands_in_brackets() -> None:
    with listening("::1", 0) as server:
        assert local_address(server) == f"http://[::1]:{server.getsockname()[1]}"
