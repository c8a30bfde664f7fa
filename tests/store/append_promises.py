"""What every event store promises of a stream: whole, contiguous, and safe to ask again."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from threading import Barrier
from typing import Any

import pytest

from services.matches.chain import chained, first_break
from services.matches.ports import NO_HEAD, Appended, Conflict, EventStore, KeyReused, Request, Stored
from services.store import keys
from tests.store.writing import batch

WRITERS = 8


class AppendPromises:
    """The stream: contiguous, append-only, whole batches, and safe to repeat."""

    def test_what_was_appended_is_read(self, store: EventStore) -> None:
        opening = batch([], b'{"kind":"opened"}', '{"name":"Zoë"}'.encode())

        answer = store.append("m", opening)

        assert answer == Appended(1, 2, repeated=False)
        assert store.read("m", 1) == opening.events
        assert store.read("m", 2) == opening.events[1:]
        assert store.read("m", 1, 1) == opening.events[:1]
        assert store.read("m", 3) == []

    def test_eight_racing_writers_leave_no_gap_no_fork_and_no_overwrite(self, store: EventStore) -> None:
        def write(writer: int) -> list[Stored]:
            written: list[Stored] = []
            for number in range(10):
                bodies = [f'{{"by":{writer},"event":{number}}}'.encode()] * (1 + number % 3)
                written += _appended_at_last(store, bodies)
            return written

        with ThreadPoolExecutor(WRITERS) as pool:
            claimed = [event for events in pool.map(write, range(WRITERS)) for event in events]

        whole = store.read("m", 1)
        assert [event.version for event in whole] == list(range(1, len(claimed) + 1))
        assert sorted(claimed) == whole
        assert first_break(whole) is None

    def test_of_eight_who_append_at_one_version_exactly_one_wins(self, store: EventStore) -> None:
        rounds, start = 20, Barrier(WRITERS)

        def compete(writer: int) -> list[int]:
            won = []
            for number in range(rounds):
                events = store.read("m", 1)
                start.wait()
                with suppress(Conflict):
                    store.append("m", batch(events, f'{{"by":{writer}}}'.encode()))
                    won.append(number)
                start.wait()
            return won

        with ThreadPoolExecutor(WRITERS) as pool:
            won = sorted(number for numbers in pool.map(compete, range(WRITERS)) for number in numbers)

        assert won == list(range(rounds))
        assert len(store.read("m", 1)) == rounds

    def test_a_stale_writer_gets_the_current_version_and_changes_nothing(self, store: EventStore) -> None:
        store.append("m", batch([], b'{"n":1}', b'{"n":2}', b'{"n":3}'))
        whole = store.read("m", 1)

        for known in range(3):
            with pytest.raises(Conflict, match=f"match m is at 3, not {known}") as refused:
                store.append("m", batch(whole[:known], b'{"n":9}', b'{"n":9}', access={"a": "b"}, due=True))
            assert refused.value.version == 3

        assert store.read("m", 1) == whole
        assert store.access("m") == {}
        assert store.due(-1) == []

    def test_a_writer_who_is_ahead_of_the_stream_gets_the_current_version(self, store: EventStore) -> None:
        store.append("m", batch([], b'{"n":1}'))

        with pytest.raises(Conflict) as refused:
            store.append("m", replace(batch([], b"{}"), expected=5, events=chained(NO_HEAD, 5, [b"{}"])))

        assert refused.value.version == 1

    def test_another_head_at_the_right_version_is_a_conflict(self, store: EventStore) -> None:
        store.append("m", batch([], b'{"n":1}'))
        elsewhere = chained(NO_HEAD, 0, [b'{"n":2}'])

        with pytest.raises(Conflict) as refused:
            store.append("m", batch(elsewhere, b'{"n":3}'))

        assert refused.value.version == 1
        assert len(store.read("m", 1)) == 1

    def test_events_that_do_not_follow_the_expected_version_are_refused(self, store: EventStore) -> None:
        gap = replace(batch([], b"{}"), events=chained(NO_HEAD, 1, [b"{}"]))

        with pytest.raises(ValueError, match="event 1 was wanted next, and 2 found"):
            store.append("m", gap)
        with pytest.raises(ValueError, match="at least one event"):
            store.append("m", replace(gap, events=[]))

        assert store.read("m", 1) == []

    def test_a_changed_byte_in_the_past_is_found(self, store: EventStore, client: Any) -> None:
        store.append("m", batch([], *(f'{{"n":{number}}}'.encode() for number in range(5))))
        entries = client.xrange(keys.stream("m"))
        client.delete(keys.stream("m"))
        for entry_id, entry in entries:
            changed = entry | {b"body": entry[b"body"].replace(b'{"n":2}', b'{"n":7}')}
            client.xadd(keys.stream("m"), changed, id=entry_id)

        assert first_break(store.read("m", 1)) == 3


class RepeatPromises:
    """A repeat of an accepted request adds nothing and answers as the first time did."""

    @pytest.mark.parametrize("lasting", [False, True])
    def test_a_repeat_answers_the_same_whatever_came_after(self, store: EventStore, lasting: bool) -> None:
        opening = batch([], b'{"n":1}', b'{"n":2}', key="k1", lasting=lasting, due=True)
        store.append("m", opening)
        assert store.append("m", opening) == Appended(1, 2, repeated=True)

        for number in range(3):
            store.append("m", batch(store.read("m", 1), f'{{"after":{number}}}'.encode()))

        assert store.append("m", opening) == Appended(1, 2, repeated=True)
        assert len(store.read("m", 1)) == 5
        assert store.due(-1) == []  # as the last append left it

    @pytest.mark.parametrize("lasting", [False, True])
    def test_a_key_with_another_digest_is_reused(self, store: EventStore, lasting: bool) -> None:
        store.append("m", batch([], b'{"n":1}', key="k1", digest="d1", lasting=lasting))

        with pytest.raises(KeyReused):
            store.append("m", batch([], b'{"n":2}', key="k1", digest="d2", lasting=lasting))

        assert len(store.read("m", 1)) == 1

    def test_a_lasting_key_is_known_at_every_version(self, store: EventStore) -> None:
        store.append("m", batch([], b'{"n":1}', key="k1", lasting=True))
        later = batch(store.read("m", 1), b'{"n":1}', key="k1", lasting=True)

        assert store.append("m", later) == Appended(1, 1, repeated=True)
        with pytest.raises(KeyReused):
            store.append("m", replace(later, request=replace(later.request, digest="d2")))

    def test_a_key_of_a_position_is_known_there_alone(self, store: EventStore) -> None:
        store.append("m", batch([], b'{"n":1}', b'{"n":2}', key="k1"))

        answer = store.append("m", batch(store.read("m", 1), b'{"n":3}', key="k1"))

        assert answer == Appended(3, 3, repeated=False)

    def test_the_second_event_of_a_batch_is_nobodys_repeat(self, store: EventStore) -> None:
        opening = batch([], b'{"n":1}', b'{"n":2}', key="k1")
        store.append("m", opening)

        with pytest.raises(Conflict):
            store.append("m", batch(opening.events[:1], b'{"n":2}', key="k1"))

    def test_a_lasting_key_is_of_its_match_and_of_a_day(self, store: EventStore, client: Any) -> None:
        first = batch([], b"{}", key="k1", lasting=True)
        store.append("m", first)

        assert store.append("other", first) == Appended(1, 1, repeated=False)
        assert 0 < client.ttl(keys.request("m", "k1")) <= 24 * 60 * 60

    def test_an_append_survives_that_the_server_forgets_its_scripts(
        self, store: EventStore, client: Any
    ) -> None:
        store.append("m", batch([], b"{}"))
        client.script_flush()

        assert store.append("m", batch(store.read("m", 1), b"{}")).first == 2

    def test_a_repeat_is_found_without_appending(self, store: EventStore) -> None:
        first = batch([], b'{"n":1}', b'{"n":2}')
        lasting = batch(first.events, b'{"n":3}', lasting=True)
        store.append("m", first)
        store.append("m", lasting)

        assert store.repeat_of("m", 0, first.request) == Appended(1, 2, repeated=True)
        assert store.repeat_of("m", 1, first.request) is None
        for expected in (0, 2, 9):
            assert store.repeat_of("m", expected, lasting.request) == Appended(3, 3, repeated=True)
        assert store.repeat_of("elsewhere", 0, first.request) is None
        for known in (first, lasting):
            with pytest.raises(KeyReused):
                store.repeat_of("m", known.expected, replace(known.request, digest="other"))

    def test_a_receipt_keeps_what_it_was_first_given(self, store: EventStore) -> None:
        assert store.receipt("key", "first") == "first"
        assert store.receipt("key", "second") == "first"
        assert store.receipt("other", "second") == "second"

    def test_what_needs_no_event_is_accepted_and_changes_access_in_the_same_step(
        self, store: EventStore, client: Any
    ) -> None:
        store.append("m", batch([], access={"salt": "old", "creator": "0"}))
        size = client.dbsize()

        store.accept("m", 1, Request("k1", "d1"), {"salt": "new"})

        assert store.access("m") == {"salt": "new", "creator": "0"}
        assert store.repeat_of("m", 1, Request("k1", "d1")) is None
        assert client.dbsize() == size
        assert len(store.read("m", 1)) == 1

    def test_a_repeat_of_what_needed_no_event_changes_nothing(self, store: EventStore, client: Any) -> None:
        store.append("m", batch([], access={"salt": "old"}))
        first, other = Request("k1", "d1", lasting=True), Request("k2", "d1", lasting=True)
        store.accept("m", 1, first, {"salt": "first"})
        store.accept("m", 1, other, {"salt": "other"})
        store.append("m", batch(store.read("m", 1)))

        store.accept("m", 2, first, {"salt": "first"})

        assert store.access("m") == {"salt": "other"}
        assert store.repeat_of("m", 0, first) == Appended(2, 1, repeated=True)
        assert store.append("m", batch(store.read("m", 1), key="k1", lasting=True)) == Appended(
            2, 1, repeated=True
        )
        assert 0 < client.ttl(keys.request("m", "k1")) <= 24 * 60 * 60
        with pytest.raises(KeyReused):
            store.accept("m", 1, replace(first, digest="d2"), {})


def _appended_at_last(store: EventStore, bodies: list[bytes]) -> list[Stored]:
    """The events of these bodies, appended as soon as no other writer was quicker."""
    while True:
        wanted = batch(store.read("m", 1), *bodies)
        with suppress(Conflict):
            store.append("m", wanted)
            return list(wanted.events)
        time.sleep(0)
