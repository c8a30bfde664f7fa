"""What every event store promises. A store's test inherits this class and gives `client`, which starts empty,
and `blocking_client`.
"""

from typing import Any

import pytest

from services.matches.ports import EventStore
from services.store.redis_store import RedisEventStore
from tests.store.append_promises import AppendPromises, RepeatPromises
from tests.store.feed_promises import FeedPromises
from tests.store.side_promises import SidePromises
from tests.store.writing import Clock


class EventStorePromises(AppendPromises, RepeatPromises, SidePromises, FeedPromises):
    """All of them."""

    @pytest.fixture
    def clock(self) -> Clock:
        return Clock()

    @pytest.fixture
    def store(self, client: Any, clock: Clock) -> EventStore:
        return RedisEventStore(client, now=clock)
