"""Who watches: event streams and waiting requests, without loss and without repeat."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from services.api import live
from services.api.limits import Rates
from services.matches.ports import StoreDown, Wake
from tests.api.conftest import Make, Table, World


def opened_stream(world: World, path: str, headers: dict[str, str] | None = None) -> Any:
    answer = world.client.get(f"/api/v1{path}", headers=headers or {}, buffered=False)
    assert answer.status_code == 200, answer.data
    assert answer.mimetype == "text/event-stream"
    return answer


def told(answer: Any, events: int) -> list[dict[str, Any]]:
    """The first so many events of a stream; their ids are their versions."""
    found: list[dict[str, Any]] = []
    for part in parts(answer):
        lines = dict(line.split(": ", 1) for line in part.splitlines() if line[:1] not in ("", ":"))
        if "data" in lines:
            found.append(json.loads(lines["data"]))
            assert int(lines["id"]) == found[-1]["version"]
        if len(found) == events:
            break
    return found


def parts(answer: Any) -> Iterator[str]:
    for part in answer.response:
        yield part.decode()


def later(seconds: float, act: Any) -> threading.Thread:
    def run() -> None:
        time.sleep(seconds)
        act()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_a_stream_tells_each_event_once_and_resumes_without_loss(world: World, make: Make) -> None:
    table = world.playing(target=15)
    elsewhere = Table(make(), table.match, table.tokens)
    stream = opened_stream(world, f"/matches/{table.match}/stream?after=0")

    first = told(stream, 4)
    mover = later(0.2, elsewhere.step)
    more = told(stream, 1)
    stream.close()
    mover.join()
    elsewhere.played_out()
    whole = table.get("/events")["events"]
    last = more[-1]["version"]
    resumed = opened_stream(world, f"/matches/{table.match}/stream?after=0", {"Last-Event-ID": str(last)})
    rest = told(resumed, 10_000)

    assert first + more + rest == whole
    assert rest[-1]["kind"] == "ended"


def test_a_stream_without_a_start_tells_what_comes(world: World) -> None:
    table = world.playing()
    stream = opened_stream(world, f"/matches/{table.match}/stream")

    next(parts(stream))
    table.step()
    event = told(stream, 1)[0]
    stream.close()

    assert event["version"] == 5


def test_who_has_every_event_of_a_finished_match_is_told_not_to_come_again(world: World) -> None:
    table = world.playing(target=5)
    version = table.played_out()["version"]

    answer = world.call("GET", f"/matches/{table.match}/stream", headers={"Last-Event-ID": str(version)})
    bad = world.call("GET", f"/matches/{table.match}/stream", headers={"Last-Event-ID": "x"})

    assert (answer.status_code, bad.status_code) == (204, 400)


def test_who_has_seen_what_the_match_has_not_is_told_so(world: World) -> None:
    table = world.playing()
    path = f"/matches/{table.match}"
    version = table.get()["version"]

    for answer in (
        world.call("GET", f"{path}?at=999"),
        world.call("GET", f"{path}/events?after=999"),
        world.call("GET", f"{path}/events?after=999&wait=60"),
        world.call("GET", f"{path}/stream?after=999"),
        world.call("GET", f"{path}/stream", headers={"Last-Event-ID": "999"}),
    ):
        assert (answer.status_code, answer.json["type"]) == (400, "invalid")
        assert answer.json["detail"] == f"the match has the versions 1 to {version}, not 999"
    assert world.call("GET", f"{path}/events?after={version}").json["events"] == []
    opened_stream(world, f"{path}/stream", {"Last-Event-ID": str(version)}).close()


def test_an_idle_stream_is_kept_alive(world: World, monkeypatch: Any) -> None:
    monkeypatch.setattr("services.api.moves.PULSE", 0.05)
    table = world.playing()
    stream = opened_stream(world, f"/matches/{table.match}/stream")

    comments = [part for part, _ in zip(parts(stream), range(3), strict=False) if part.startswith(":")]
    stream.close()

    assert comments == [": still here\n\n"] * 2


def test_a_waiting_request_is_answered_as_soon_as_something_happens(world: World, make: Make) -> None:
    table = world.playing()
    elsewhere = Table(make(), table.match, table.tokens)
    table.get("/events?after=4&wait=1")
    mover = later(0.3, elsewhere.step)

    began = time.monotonic()
    answer = table.get("/events?after=4&wait=30")
    took = time.monotonic() - began
    mover.join()

    assert [event["version"] for event in answer["events"]][:1] == [5]
    assert took < 5


def test_a_waiting_request_gives_up_after_its_seconds(world: World) -> None:
    table = world.playing()

    answer = table.get("/events?after=4&wait=1")

    assert answer["events"] == []
    assert world.call("GET", f"/matches/{table.match}/events?wait=61").status_code == 400
    assert world.call("GET", f"/matches/{table.match}/events?limit=501").status_code == 400


def test_streams_of_one_address_are_limited_and_a_closed_one_makes_room(make: Make) -> None:
    world = make(Rates(requests="", moves="", openings="", imports="", streams=2))
    table = world.playing()
    path = f"/matches/{table.match}/stream"
    world.room.store._client.delete("lease:streams:127.0.0.1")  # type: ignore[attr-defined] # the port has no client

    first, second = opened_stream(world, path), opened_stream(world, path)
    refused = world.call("GET", path)
    waiting = world.call("GET", f"/matches/{table.match}/events?after=4&wait=1")
    first.close()
    third = opened_stream(world, path)

    assert refused.status_code == waiting.status_code == 429
    for stream in (second, third):
        stream.close()


class Told:
    """A feed reader that says what a test has it say."""

    def __init__(self, told: Callable[[Wake], None]) -> None:
        self.say = told

    def start(self) -> None: ...

    def stop(self) -> None: ...


def test_news_that_may_have_been_missed_wakes_every_watcher() -> None:
    readers: list[Told] = []
    watched = live.Live(lambda told: kept(readers, Told(told)))

    with watched.watching("a") as one, watched.watching("b") as other:
        readers[0].say(Wake({"a": 5, "unwatched": 3}, missed=False))
        assert (one.wait(0), other.wait(0)) == (True, False)
        assert one.version == 5
        readers[0].say(Wake({}, missed=True))
        assert (one.wait(0), other.wait(0)) == (True, True)
    assert watched.watchers() == 0


def test_a_match_with_news_is_read_once_before_its_watchers_are_woken() -> None:
    readers: list[Told] = []
    watches: list[live.Watch] = []
    read: list[tuple[str, bool]] = []

    def fail(match: str) -> None:
        read.append((match, any(watch.wait(0) for watch in watches)))
        raise StoreDown("away")

    watched = live.Live(lambda told: kept(readers, Told(told)), fail)
    with watched.watching("a") as one, watched.watching("a") as other:
        watches += [one, other]

        readers[0].say(Wake({"a": 5, "unwatched": 3}, missed=False))

        assert read == [("a", False)]
        assert (one.wait(0), other.wait(0)) == (True, True)


def kept(readers: list[Told], reader: Told) -> Told:
    readers.append(reader)
    return reader
