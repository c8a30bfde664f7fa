"""Behind real sentinels: when the primary is killed, its replica goes on with all that both had."""

from contextlib import closing, suppress
from pathlib import Path

from services.matches.ports import Appended, StoreDown
from services.store.connect import connect, connect_blocking
from services.store.redis_store import RedisEventStore
from tests.servers import running_sentinels, wait_until
from tests.store.feed_promises import BLOCK_SECONDS, Ear, following
from tests.store.writing import batch

FAILOVER_SECONDS = 40


def test_after_a_failover_events_are_read_appended_and_told(tmp_path: Path) -> None:
    ear = Ear()
    with (
        running_sentinels(tmp_path) as (url, primary),
        closing(connect(url)) as client,
        closing(connect_blocking(url, BLOCK_SECONDS)) as blocking,
        following(blocking, ear),
    ):
        store = RedisEventStore(client)
        store.append("m", batch([], b'{"n":1}'))
        assert client.wait(1, 5_000) == 1
        first = store.read("m", 1)
        wait_until(lambda: ear.versions == {"m": 1})

        primary.kill()

        second = batch(first, b'{"n":2}')
        appended: list[Appended] = []

        def goes_on() -> bool:
            with suppress(StoreDown):
                appended.append(store.append("m", second))
            return bool(appended)

        wait_until(goes_on, FAILOVER_SECONDS)
        assert (appended[0].first, appended[0].last) == (2, 2)
        assert store.read("m", 1)[:1] == first
        wait_until(lambda: ear.missed or ear.versions == {"m": 2}, FAILOVER_SECONDS)  # who missed some asks
        store.append("m", batch(store.read("m", 1), b'{"n":3}'))
        wait_until(lambda: ear.versions == {"m": 3})
