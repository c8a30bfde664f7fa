"""From a URL to a client."""

from typing import Any

import pytest
from redis import Redis, UnixDomainSocketConnection
from redis.cluster import RedisCluster

from services.matches.ports import StoreDown
from services.store.connect import connect, connect_blocking
from tests.servers import free_port


def kwargs(client: object) -> dict[str, Any]:
    assert isinstance(client, Redis)
    return dict(client.connection_pool.connection_kwargs)


def test_a_server_is_named_by_host_port_and_database() -> None:
    found = kwargs(connect("redis://ann:p%40ss@example.org:7000/3"))

    assert found["host"] == "example.org"
    assert found["port"] == 7000
    assert found["db"] == 3
    assert (found["username"], found["password"]) == ("ann", "p@ss")
    assert found["decode_responses"] is False


def test_a_server_of_this_machine_is_named_by_its_socket() -> None:
    client = connect("unix:///run/store/socket")

    assert isinstance(client, Redis)
    assert client.connection_pool.connection_class is UnixDomainSocketConnection
    assert kwargs(client)["path"] == "/run/store/socket"


def test_a_blocking_client_waits_longer_than_it_blocks_and_never_repeats() -> None:
    found = kwargs(connect_blocking("redis://localhost", 8))

    assert found["socket_timeout"] == 12
    assert found["retry"].get_retries() == 0


def test_sentinels_are_asked_for_the_service() -> None:
    client = connect("redis+sentinel://:secret@one:26379,two:26380/events")

    pool: Any = client.connection_pool if isinstance(client, Redis) else None
    assert pool.service_name == "events"
    assert [kwargs(sentinel)["host"] for sentinel in pool.sentinel_manager.sentinels] == ["one", "two"]
    assert kwargs(client)["password"] == "secret"


def test_a_cluster_asks_any_node_that_answers(cluster_url: str) -> None:
    away = cluster_url.replace("://", f"://127.0.0.1:{free_port()},")

    client = connect(away)

    assert isinstance(client, RedisCluster)
    assert len(client.nodes_manager.get_nodes_by_server_type("primary")) == 3
    client.close()


def test_a_cluster_that_is_away_is_down() -> None:
    with pytest.raises(StoreDown, match="the event store does not answer: "):
        connect(f"redis+cluster://127.0.0.1:{free_port()}")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("http://localhost", "not http://"),
        ("localhost:6379", "begins with redis://"),
        ("redis+cluster://one", "host:port was wanted in a store's URL, and 'one' found"),
        ("redis+sentinel://one:1", "ends with the name of the service"),
    ],
)
def test_a_wrong_url_is_refused_in_a_sentence(url: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        connect(url)
