"""The places of those who wait: so many streams and waiting requests may an address have at a time.

A place that is not renewed is lost after `LEASE_SECONDS`, so that a process that fell keeps none.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from services.api.limits import address
from services.api.service import new_holder, service
from services.matches.errors import Limited

LEASE_SECONDS = 30

Place = tuple[str, str]


def take_place() -> Place | None:
    """A place for this address, or Limited; None where there is no limit."""
    limit = service().gate.rates.streams
    if not limit:
        return None
    name, holder = f"streams:{address()}", new_holder()
    if not service().room.store.lease(name, holder, limit, LEASE_SECONDS):
        raise Limited(f"at most {limit} streams and waiting requests from one address", LEASE_SECONDS)
    return name, holder


@contextmanager
def waiting() -> Iterator[None]:
    """A place as long as a request waits."""
    place = take_place()
    try:
        yield
    finally:
        if place:
            service().room.store.release(*place)
