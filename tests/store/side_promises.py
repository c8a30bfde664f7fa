"""What every event store promises of the things beside a stream."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from services.matches.ports import AnchorGone, Appended, EventStore
from services.store import keys
from services.store.redis_store import RedisEventStore
from tests.servers import wait_until
from tests.store.writing import Clock, batch

PROCESSES = 8


class SidePromises:
    """What is kept beside the stream in the same step, and apart from it."""

    def test_unknown_matches_read_as_empty_and_reading_creates_nothing(
        self, store: EventStore, client: Any
    ) -> None:
        assert store.read("nobody", 1) == []
        assert store.access("nobody") == {}
        assert store.secret("nobody") is None
        assert store.due(0) == []
        assert store.bot_matches() == []
        assert client.dbsize() == 0

    def test_access_and_secret_go_in_with_the_events(self, store: EventStore) -> None:
        store.append("m", batch([], b"{}", access={"seat:0": "hash", "invite": "Zoë"}, secret="ab" * 32))
        store.append("m", batch(store.read("m", 1), b"{}", access={"invite": ""}))

        assert store.access("m") == {"seat:0": "hash", "invite": ""}
        assert store.secret("m") == "ab" * 32

    def test_a_match_that_nobody_started_goes_whole(self, store: EventStore, client: Any) -> None:
        store.append("m", batch([], b"{}", access={"a": "b"}, secret="ab", expires=1))
        store.append("m", batch(store.read("m", 1), b"{}", access={"c": "d"}, secret="cd"))
        assert 0 < client.pttl(keys.secret("m")) <= 1000

        wait_until(lambda: store.read("m", 1) == [])
        wait_until(lambda: store.access("m") == {} and store.secret("m") is None)

    def test_a_match_that_was_started_stays(self, store: EventStore, client: Any) -> None:
        store.append("m", batch([], b"{}", access={"a": "b"}, secret="ab", expires=60))
        store.append("m", batch(store.read("m", 1), b"{}", expires=0))

        kept = [keys.stream("m"), keys.access("m"), keys.secret("m")]
        assert [client.ttl(key) for key in kept] == [-1, -1, -1]

    def test_an_anchor_is_reserved_once_and_used_once(self, store: EventStore, client: Any) -> None:
        assert store.reserve("m", "ab", 60) == "ab"
        assert store.reserve("m", "cd", 60) == "ab"
        opening = batch([], b"{}", key="k1", anchored=True)

        assert store.append("m", opening) == Appended(1, 1, repeated=False)

        assert client.ttl(keys.secret("m")) == -1
        assert store.append("m", opening) == Appended(1, 1, repeated=True)
        with pytest.raises(AnchorGone):
            store.append("m", batch([], b"{}", key="k2", anchored=True))

    def test_an_anchor_that_was_never_given_or_ran_out_is_gone(self, store: EventStore, client: Any) -> None:
        store.reserve("late", "ab", 60)
        client.pexpire(keys.secret("late"), 1)
        wait_until(lambda: store.secret("late") is None)

        for match in ("late", "never"):
            with pytest.raises(AnchorGone):
                store.append(match, batch([], b"{}", anchored=True))
            assert store.read(match, 1) == []

    def test_due_holds_the_matches_that_wait_and_since_when(self, store: EventStore, clock: Clock) -> None:
        for number in range(20):
            store.append(f"m{number}", batch([], b"{}", due=number % 2 == 0))
            clock.time += 1
        store.append("m0", batch(store.read("m0", 1), b"{}", due=True))
        store.append("m2", batch(store.read("m2", 1), b"{}"))

        assert store.due(9.5) == ["m4", "m6", "m8", "m10"]
        assert store.due(-1) == ["m4", "m6", "m8", "m10", "m12", "m14", "m16", "m18", "m0"]

    def test_running_matches_of_bots_alone_are_known(self, store: EventStore) -> None:
        for number in range(20):
            store.append(f"m{number}", batch([], b"{}", bot_match=number < 12))
        store.append("m0", batch(store.read("m0", 1), b"{}", bot_match=True))
        store.append("m1", batch(store.read("m1", 1), b"{}", bot_match=False))

        assert sorted(store.bot_matches()) == sorted(f"m{number}" for number in range(12) if number != 1)

    def test_attempts_are_counted_by_seat_and_version(self, store: EventStore, client: Any) -> None:
        assert [store.attempt("m", 0, 7) for _ in range(3)] == [1, 2, 3]
        assert store.attempt("m", 1, 7) == 1
        assert store.attempt("m", 0, 8) == 1
        assert client.ttl(keys.attempts("m", 0, 7)) > 0

    def test_a_lease_has_so_many_places_until_they_run_out(self, store: EventStore, clock: Clock) -> None:
        assert store.lease("streams", "a", 2, 10)
        assert store.lease("streams", "b", 2, 10)
        assert not store.lease("streams", "c", 2, 10)
        assert store.lease("elsewhere", "c", 1, 10)

        clock.time += 6
        assert store.lease("streams", "a", 2, 10)
        clock.time += 6
        assert store.lease("streams", "c", 2, 10)
        assert not store.lease("streams", "b", 2, 10)
        store.release("streams", "a")
        assert store.lease("streams", "b", 2, 10)

    def test_others_have_places_beside_those_that_are_leased(self, store: EventStore, clock: Clock) -> None:
        assert store.lease("matches", "a", 3, 10, ["x"])
        assert store.lease("matches", "b", 3, 10, ["a", "x"])
        assert not store.lease("matches", "c", 3, 10, ["x"])
        assert store.lease("matches", "b", 3, 10, ["x"])

        clock.time += 11
        assert not store.lease("matches", "c", 3, 10, ["a", "b", "x"])
        assert store.lease("matches", "c", 3, 10, ["a", "b"])

    def test_all_processes_share_one_secret(self, store: EventStore, client: Any) -> None:
        with ThreadPoolExecutor(PROCESSES) as pool:
            found = set(pool.map(lambda _: RedisEventStore(client).instance_secret(), range(PROCESSES)))

        assert found == {store.instance_secret()}
        assert len(store.instance_secret()) == 32

    def test_what_is_derived_is_kept_for_a_while_under_its_name(self, store: EventStore, client: Any) -> None:
        assert store.derived(["a", "b"]) == [None, None]
        assert store.derived([]) == []

        store.keep_derived("b", b"{}", 60)
        store.keep_derived("c", b"old", 60)
        store.keep_derived("c", b"new", 60)

        assert store.derived(["a", "b", "c"]) == [None, b"{}", b"new"]
        assert 0 < client.ttl(keys.derived("b")) <= 60
