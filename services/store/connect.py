"""Clients of the event store, from its URL. Only that of a Cluster connects at once, to ask for its nodes.

redis://[user:password@]host:port[/db]        a server; rediss:// with TLS
unix:///path/to/socket                        a server on this machine
redis+cluster://[…@]host:port[,host:port]     a Cluster; rediss+cluster:// with TLS
redis+sentinel://[…@]host:port[,…]/service    what these sentinels call `service`; rediss+sentinel://
"""

from typing import Any, Final
from urllib.parse import unquote

from redis import BlockingConnectionPool, Redis
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.retry import Retry
from redis.sentinel import Sentinel

from services.store.down import says_down
from services.store.redis_store import Client

SCHEMES: Final = (
    *("redis", "rediss", "unix"),
    *("redis+cluster", "rediss+cluster", "redis+sentinel", "rediss+sentinel"),
)
# A store that hangs is given up after twelve seconds at most: three tries.
_TIMEOUT: Final = 4.0
_RETRIES: Final = 2
_CONNECT_TIMEOUT: Final = 2.0
_HEALTH_CHECK_SECONDS: Final = 15
# Of a process. More requests than these at once wait for one another rather than fail.
_CONNECTIONS: Final = 50


@says_down
def connect(url: str) -> Client:
    """A client for everything but blocking reads."""
    backoff = ExponentialWithJitterBackoff(base=0.05, cap=0.5)
    return _client(url, socket_timeout=_TIMEOUT, retry=Retry(backoff, _RETRIES))


@says_down
def connect_blocking(url: str, block: float) -> Client:
    """A client for reads that wait up to `block` seconds; it never tries again by itself.

    With the client of all others a longer wait ends as a timeout, which redis-py then repeats ten times.
    """
    return _client(url, socket_timeout=block + _TIMEOUT, retry=Retry(NoBackoff(), 0))


def _client(url: str, **settings: Any) -> Client:
    settings |= {"socket_connect_timeout": _CONNECT_TIMEOUT, "health_check_interval": _HEALTH_CHECK_SECONDS}
    scheme, _, rest = url.partition("://")
    match scheme:
        case "redis" | "rediss" | "unix":
            return _of_server(url, **settings)
        case "redis+cluster" | "rediss+cluster":
            return _of_cluster(rest, ssl=scheme.startswith("rediss"), **settings)
        case "redis+sentinel" | "rediss+sentinel":
            return _of_sentinels(rest, ssl=scheme.startswith("rediss"), **settings)
    begin = ", ".join(f"{each}://" for each in SCHEMES)
    raise ValueError(f"a store's URL begins with {begin}, not {scheme}://")


def _of_server(url: str, **settings: Any) -> Redis:
    pool = BlockingConnectionPool.from_url(
        url, max_connections=_CONNECTIONS, timeout=_TIMEOUT, decode_responses=False, **settings
    )
    return Redis.from_pool(pool)


def _of_cluster(rest: str, **settings: Any) -> RedisCluster:
    hosts, login = _hosts(rest.rstrip("/"))
    nodes = [ClusterNode(host, port) for host, port in hosts]  # type: ignore[no-untyped-call] # redis has no types here
    return RedisCluster(startup_nodes=nodes, decode_responses=False, **settings, **login)


def _of_sentinels(rest: str, **settings: Any) -> Redis:
    addresses, _, service = rest.partition("/")
    if not service:
        raise ValueError(
            "the URL of sentinels ends with the name of the service: redis+sentinel://host:port/name"
        )
    hosts, login = _hosts(addresses)
    timeouts = {name: settings[name] for name in ("socket_timeout", "socket_connect_timeout")}
    sentinels: Any = Sentinel(hosts, sentinel_kwargs=timeouts)  # type: ignore[no-untyped-call] # redis: same
    client: Redis = sentinels.master_for(service, decode_responses=False, **settings, **login)
    return client


def _hosts(text: str) -> tuple[list[tuple[str, int]], dict[str, Any]]:
    """`[user[:password]@]host:port[,host:port…]` as addresses, and what to log in with."""
    given, _, addresses = text.rpartition("@")
    user, _, password = given.partition(":")
    login = {"username": unquote(user), "password": unquote(password)}
    return [_host(address) for address in addresses.split(",")], {k: v for k, v in login.items() if v}


def _host(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise ValueError(f"host:port was wanted in a store's URL, and {address!r} found")
    return host.strip("[]"), int(port)
