"""What happened in a match, event by event, with what stood before and after each."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from rulesets.contract import Event, decoded
from services.matches.histories import History
from services.matches.standing import Standing, followed


class Happening(NamedTuple):
    """One event of a stream; nothing stands before the first."""

    event: dict[str, Any]
    before: Standing | None
    after: Standing

    @property
    def choice(self) -> Event | None:
        """What a seat or chance chose; None for an event about the match itself."""
        if self.event["kind"] not in ("move", "chance"):
            return None
        return decoded(self.after.ruleset, self.event)


def happenings(history: History, after: int, last: int) -> Iterator[Happening]:
    """The events from after a version up to another."""
    standing = history.at(after) if after else None
    for stored in history.events[after:last]:
        event = msgspec.json.decode(stored.body)
        follows = followed(standing, event, stored.hash) if standing else history.at(1)
        yield Happening(event, standing, follows)
        standing = follows
