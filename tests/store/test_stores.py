"""Every store keeps the promises."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from fakeredis import FakeRedis, FakeServer

from services.store.connect import connect, connect_blocking
from services.store.health import health
from tests.servers import Server
from tests.store.feed_promises import BLOCK_SECONDS
from tests.store.promises import EventStorePromises
from tests.store.real_promises import RealServerPromises, configured


class TestFakeRedis(EventStorePromises):
    @pytest.fixture
    def client(self) -> FakeRedis:
        return FakeRedis(server=FakeServer())

    @pytest.fixture
    def blocking_client(self, client: FakeRedis) -> FakeRedis:
        return client


class TestBundledValkey(RealServerPromises):
    @pytest.fixture
    def server(self, bundled_valkey: Server) -> Server:
        return bundled_valkey


class TestServerOfThisMachine(RealServerPromises):
    @pytest.fixture
    def server(self, server_of_this_machine: Server) -> Server:
        return server_of_this_machine


class TestCluster(EventStorePromises):
    @pytest.fixture
    def client(self, cluster_url: str) -> Iterator[Any]:
        with closing(connect(cluster_url)) as client:
            client.flushall()
            yield client

    @pytest.fixture
    def blocking_client(self, cluster_url: str) -> Iterator[Any]:
        with closing(connect_blocking(cluster_url, BLOCK_SECONDS)) as client:
            yield client

    def test_each_node_is_asked_for_its_health(self, client: Any) -> None:
        assert health(client) == ([], [])

        with configured(client, target_nodes=client.PRIMARIES, maxmemory_policy="allkeys-lru"):
            refusals, _ = health(client)

        assert len(refusals) == 3
