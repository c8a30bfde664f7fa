"""What a process remembers of matches is never older than the store, and bounded."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from services.matches.histories import KEPT_EVERY, MATCH_COUNTS_AS
from services.matches.looking import exported, shown_match
from services.matches.once import Once
from services.matches.opening import branch, open_match
from services.matches.playing import Choice, play_bot
from services.matches.ports import StoreDown
from services.matches.proof import proof_of
from services.matches.room import Asked, Limits, Room

MakeRoom = Callable[..., Room]


def opened(room: Room, **options: Any) -> str:
    options = {"target": 1_000_000} | options
    return open_match(room, Asked("t"), "pig", options, [{"bot": "random"}] * 2).standing.opening.match


def rolled(room: Room, match: str, times: int = 1) -> None:
    for _ in range(times):
        standing = room.histories.read(match).current
        play_bot(room, match, Choice(standing.acting()[0], standing.version, text="roll"), {"name": "random"})


def test_another_process_is_never_behind(make_room: MakeRoom) -> None:
    one, other = make_room(), make_room()
    match = opened(one)

    for turn in range(60):
        rolled((one, other)[turn % 2], match)
        views = [shown_match(room.histories.read(match).current) for room in (one, other)]
        assert views[0] == views[1]


def test_every_version_is_the_same_from_memory_and_from_the_start(make_room: MakeRoom) -> None:
    room = make_room()
    match = opened(room)
    seen = {}
    while room.histories.read(match).version < 3 * KEPT_EVERY + 5:
        rolled(room, match)
        standing = room.histories.read(match).current
        seen[standing.version] = shown_match(standing)

    cold = make_room().histories.read(match)
    warm = room.histories.read(match)
    for version, view in seen.items():
        assert shown_match(warm.at(version)) == view
        assert shown_match(cold.at(version)) == view


def test_a_match_set_back_by_a_restored_backup_is_read_anew(make_room: MakeRoom, client: Any) -> None:
    room = make_room()
    match = opened(room)
    name = next(name for name in client.keys("*:stream:*"))
    backup = client.dump(name)
    rolled(room, match, 5)
    ahead = room.histories.read(match).version

    client.delete(name)
    client.restore(name, 0, backup)

    assert room.histories.read(match).version < ahead
    rolled(room, match, 2)
    proof_of(room.rulesets, exported(room.histories.read(match)))


def test_memory_is_bounded_by_events_whatever_is_looked_at(make_room: MakeRoom) -> None:
    room = make_room(limits=Limits(held_events=200))
    matches = [opened(room) for _ in range(30)]

    for match in matches:
        rolled(room, match, 10)
        held = room.histories._held
        assert held.currsize <= 200
    big = opened(room)
    rolled(room, big, 150)
    assert room.histories.read(big).version > 200
    assert room.histories._held.currsize <= 200
    assert all(room.histories.read(match).version > 20 for match in matches)


def test_matches_that_have_hardly_begun_are_bounded_by_their_number(make_room: MakeRoom) -> None:
    room = make_room(limits=Limits(held_events=200))

    for match in [opened(room) for _ in range(40)]:
        size = room.histories.read(match).version + MATCH_COUNTS_AS
        assert len(room.histories._held) <= 200 // size


def test_branches_of_branches_replay_to_what_they_branched_from(make_room: MakeRoom) -> None:
    room = make_room()
    match = opened(room)
    for depth in range(5):
        rolled(room, match, 4 + depth)
        at = room.histories.read(match).version - depth
        standing = room.histories.read(match).at(at)
        branched = branch(room, Asked("t"), match, at, [{"bot": "random"}] * 2)
        events = exported(room.histories.read(match))["events"][: standing.entries]
        match = branched.standing.opening.match

        record = exported(make_room().histories.read(match))
        proof = proof_of(room.rulesets, record)
        assert record["events"][: standing.entries] == events
        assert list(proof.noted.values()) == ["new anchor: branched"]
        assert list(proof.deals.values()).count("copied") == sum(each["kind"] == "chance" for each in events)


def test_many_who_ask_for_a_cold_match_read_it_once_and_see_what_came_meanwhile(make_room: MakeRoom) -> None:
    writer, room = make_room(), make_room()
    match = opened(writer)
    rolled(writer, match, 20)
    whole: list[int] = []
    asking = threading.Semaphore(0)
    read = room.store.read

    def slow(match: str, first: int, limit: int | None = None) -> Any:
        events = read(match, first, limit)
        if first == 1:
            whole.append(len(events))
            for _ in range(4):
                assert asking.acquire(timeout=10)
            rolled(writer, match)
        return events

    def asked(_: int) -> int:
        asking.release()
        return room.histories.read(match).version

    room.store.read = slow  # type: ignore[method-assign]
    with ThreadPoolExecutor(4) as readers:
        versions = list(readers.map(asked, range(4)))

    assert len(whole) == 1
    assert versions == [writer.histories.read(match).version] * 4


def test_who_waits_for_a_reading_shares_its_failure_and_the_next_reads_anew() -> None:
    once = Once[int]()
    begun, go_on = threading.Event(), threading.Event()

    def fail(key: str) -> int:
        begun.set()
        assert go_on.wait(10)
        raise StoreDown(key)

    with ThreadPoolExecutor(2) as readers:
        first = readers.submit(once.result, "a", fail)
        assert begun.wait(10)
        second = readers.submit(once.result, "a", len)
        wait([second], timeout=0.5)
        go_on.set()

    assert isinstance(first.exception(), StoreDown)
    assert isinstance(second.exception(), StoreDown)
    assert once.result("a", len) == 1
