"""Whether a store may be trusted with matches: what readiness asks."""

from typing import Any, NamedTuple

from redis import Redis

from services.store.down import says_down
from services.store.redis_store import Client


class Health(NamedTuple):
    """Sentences: why the store must not be used, and what its operator should know."""

    refusals: list[str]
    warnings: list[str]


@says_down
def health(client: Client) -> Health:
    """The health of a store. It never writes; it raises `StoreDown` when there is none."""
    found = Health([], [])
    for name, info in _servers(client).items():
        policy = info["maxmemory_policy"]
        if policy != "noeviction":
            found.refusals.append(f"{name} may evict events: maxmemory-policy is {policy}, not noeviction")
        if not int(info["aof_enabled"]):
            found.warnings.append(f"{name} forgets accepted moves when it falls: appendonly is no, not yes")
    return found


def _servers(client: Client) -> dict[str, dict[str, Any]]:
    """What each server that takes writes says of itself.

    INFO and not CONFIG, because managed servers forbid CONFIG.
    """
    if isinstance(client, Redis):
        return {"the store": client.info()}
    asked: Any = client.info(target_nodes=client.PRIMARIES)
    return {f"the store's node {node}": info for node, info in asked.items()}
