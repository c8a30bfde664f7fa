"""The stores that the promises are kept by; each real one is started once a session."""

from collections.abc import Iterator

import pytest

from tests.servers import Server, running_cluster, running_server, server_on_path

pytest.register_assert_rewrite(
    "tests.store.promises", "tests.store.feed_promises", "tests.store.real_promises"
)


@pytest.fixture(scope="session")
def bundled_valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("bundled")) as server:
        yield server


@pytest.fixture(scope="session")
def server_of_this_machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    program = server_on_path()
    if program is None:
        pytest.skip("neither redis-server nor valkey-server is on the PATH")
    with running_server(tmp_path_factory.mktemp("path"), program=program) as server:
        yield server


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_cluster(tmp_path_factory.mktemp("cluster")) as url:
        yield url
