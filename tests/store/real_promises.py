"""What a server of its own process promises besides: to forget nothing, and to be missed properly."""

import select
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from services.matches.chain import first_break
from services.matches.ports import Appended, EventStore, Stored, StoreDown
from services.store.connect import connect, connect_blocking
from services.store.health import health
from services.store.redis_store import RedisEventStore
from tests.servers import Server, running_server, wait_until
from tests.store.feed_promises import BLOCK_SECONDS, Ear, following
from tests.store.promises import EventStorePromises
from tests.store.writing import batch


class Thief:
    """Stands between a client and a server, and steals the answers to as many scripts as it is told."""

    def __init__(self, folder: str, server: str) -> None:
        self.url = f"unix://{folder}/thief"
        self.to_steal = 0
        self._server = server
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(f"{folder}/thief")
        self._door.listen()

    def serve(self) -> None:
        """One connection after the other, until closed."""
        while True:
            try:
                client, _ = self._door.accept()
            except OSError:
                return
            with client, socket.socket(socket.AF_UNIX) as server:
                server.connect(self._server)
                self._relay(client, server)

    def close(self) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def _relay(self, client: socket.socket, server: socket.socket) -> None:
        asked = b""
        while True:
            for source in select.select([client, server], [], [])[0]:
                text = source.recv(1 << 20)
                if not text:
                    return
                if source is client:
                    asked = text
                    server.sendall(text)
                elif self.to_steal and b"EVALSHA" in asked:
                    self.to_steal -= 1
                    return
                else:
                    client.sendall(text)


@contextmanager
def thief_before(server: Server) -> Iterator[Thief]:
    thief = Thief(str(Path(server.socket).parent), server.socket)
    thread = Thread(target=thief.serve)
    thread.start()
    try:
        yield thief
    finally:
        thief.close()
        thread.join()
        Path(thief.url.removeprefix("unix://")).unlink()


@contextmanager
def configured(client: Any, target_nodes: Any = None, **settings: str) -> Iterator[None]:
    """The server with other settings for a while, named as in `Server`."""
    where = {"target_nodes": target_nodes} if target_nodes else {}
    before = {name: client.config_get(name.replace("_", "-")) for name in settings}
    for name, value in settings.items():
        client.config_set(name.replace("_", "-"), value, **where)
    try:
        yield
    finally:
        for kept in before.values():
            for name, value in kept.items():
                client.config_set(name, value, **where)


class RealServerPromises(EventStorePromises):
    """A test of a real server inherits this class and gives `server`."""

    @pytest.fixture
    def client(self, server: Server) -> Iterator[Any]:
        with closing(connect(server.url)) as client:
            client.flushall()
            yield client

    @pytest.fixture
    def blocking_client(self, server: Server) -> Iterator[Any]:
        with closing(connect_blocking(server.url, BLOCK_SECONDS)) as client:
            yield client

    @pytest.fixture
    def mortal(self, server: Server, tmp_path: Path) -> Iterator[Server]:
        """A server of the same program that a test may kill."""
        with running_server(tmp_path, program=server.program) as mortal:
            yield mortal

    def test_a_lost_answer_that_redis_py_asks_for_again_stores_once(
        self, server: Server, client: Any
    ) -> None:
        with thief_before(server) as thief, closing(connect(thief.url)) as robbed:
            store = RedisEventStore(robbed)
            store.append("m", batch([], b'{"n":1}'))

            thief.to_steal = 1
            answer = store.append("m", batch(store.read("m", 1), b'{"n":2}', b'{"n":3}'))

            assert thief.to_steal == 0
            assert answer == Appended(2, 3, repeated=True)
            assert len(store.read("m", 1)) == 3

    def test_an_append_whose_answers_are_all_lost_is_down_and_may_be_repeated(
        self, server: Server, client: Any
    ) -> None:
        with thief_before(server) as thief, closing(connect(thief.url)) as robbed:
            store = RedisEventStore(robbed)
            store.append("m", batch([], b'{"n":1}'))
            second = batch(store.read("m", 1), b'{"n":2}')

            thief.to_steal = 3
            with pytest.raises(StoreDown, match="does not answer"):
                store.append("m", second)

            assert store.append("m", second) == Appended(2, 2, repeated=True)
            assert len(store.read("m", 1)) == 2

    def test_kill_9_loses_nothing_that_was_acknowledged(self, mortal: Server) -> None:
        def write_until_it_falls(store: EventStore, match: str) -> list[Stored]:
            acknowledged: list[Stored] = []
            while True:
                wanted = batch(acknowledged, b'{"n":1}', b'{"n":2}')
                try:
                    store.append(match, wanted)
                except StoreDown:
                    return acknowledged
                acknowledged += wanted.events

        with closing(connect(mortal.url)) as client, ThreadPoolExecutor(4) as pool:
            store = RedisEventStore(client)
            writers = {f"m{n}": pool.submit(write_until_it_falls, store, f"m{n}") for n in range(4)}
            wait_until(lambda: all(len(store.read(match, 1)) > 50 for match in writers))
            mortal.kill()
            acknowledged = {match: writer.result() for match, writer in writers.items()}
            mortal.start()

            for match, events in acknowledged.items():
                kept = store.read(match, 1)
                assert kept[: len(events)] == events
                assert len(kept) % 2 == 0
                assert first_break(kept) is None

    def test_a_store_that_is_away_is_down(self, mortal: Server) -> None:
        with closing(connect(mortal.url)) as client:
            store = RedisEventStore(client)
            mortal.kill()

            for ask in (
                lambda: store.append("m", batch([], b"{}")),
                lambda: store.read("m", 1),
                lambda: store.due(0),
                lambda: store.lease("name", "holder", 1, 1),
                lambda: health(client),
            ):
                with pytest.raises(StoreDown, match="the event store does not answer: "):
                    ask()

    @pytest.mark.parametrize("setting", [{"maxmemory": "1"}, {"min_replicas_to_write": "1"}])
    def test_a_store_that_takes_no_writes_is_down(
        self, store: EventStore, client: Any, setting: dict[str, str]
    ) -> None:
        store.append("m", batch([], b"{}"))

        with (
            configured(client, **setting),
            pytest.raises(StoreDown, match="the event store cannot take writes: "),
        ):
            store.append("m", batch(store.read("m", 1), b"{}", access={"a": "b"}))

        assert len(store.read("m", 1)) == 1
        assert store.access("m") == {}

    def test_a_replica_is_down_for_writes(self, mortal: Server) -> None:
        with closing(connect(mortal.url)) as client:
            store = RedisEventStore(client)
            client.replicaof("127.0.0.1", "1")

            with pytest.raises(StoreDown, match="the event store cannot take writes: "):
                store.append("m", batch([], b"{}"))

    def test_the_feed_comes_back_with_the_store_and_admits_what_it_may_have_missed(
        self, mortal: Server
    ) -> None:
        ear = Ear()

        with (
            closing(connect(mortal.url)) as client,
            closing(connect_blocking(mortal.url, BLOCK_SECONDS)) as blocking,
            following(blocking, ear),
        ):
            store = RedisEventStore(client)
            store.append("before", batch([], b"{}"))
            wait_until(lambda: "before" in ear.versions)
            mortal.kill()
            mortal.start()
            wait_until(lambda: ear.missed == 1)
            store.append("after", batch([], b"{}"))
            wait_until(lambda: "after" in ear.versions)

        assert ear.missed == 1

    def test_the_feed_may_be_started_before_the_store(self, mortal: Server) -> None:
        ear = Ear()
        mortal.kill()

        with (
            closing(connect(mortal.url)) as client,
            closing(connect_blocking(mortal.url, BLOCK_SECONDS)) as blocking,
            following(blocking, ear),
        ):
            mortal.start()
            wait_until(lambda: ear.missed == 1)
            RedisEventStore(client).append("m", batch([], b"{}"))
            wait_until(lambda: ear.versions == {"m": 1})

    def test_a_store_that_may_evict_is_refused_and_one_that_forgets_is_warned_of(
        self, server: Server, client: Any
    ) -> None:
        assert health(client) == ([], [])

        with configured(client, maxmemory_policy="volatile-lru", appendonly="no"):
            refusals, warnings = health(client)

        assert "volatile-lru, not noeviction" in refusals[0]
        assert "appendonly is no, not yes" in warnings[0]
