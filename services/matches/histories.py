"""The process's memory of streams: each match's events, with standings kept every 64 of them.

(1) Nothing is answered from memory before the store was asked for newer events.
(2) A history only grows. One that no longer matches its stream (an older backup was restored, the match
    expired) is thrown away and read again.
(3) Memory is bounded by the number of events held, the longest unread match going first. A match by itself
    counts as some events: many that have hardly begun would take several times as much otherwise.
(4) A match that many ask for at the same time, after a start, is read from its beginning once.
"""

import threading
from collections.abc import Mapping, Sequence

import msgspec
from cachetools import LRUCache

from rulesets.contract import Ruleset
from services.matches.errors import RulesetMissing, UnknownMatch
from services.matches.once import Once
from services.matches.ports import EventStore, Stored
from services.matches.standing import RulesetChanged, Standing, followed, opened

KEPT_EVERY = 64
# About 600 bytes an event and 5 KB a match, its shown bytes included.
MATCH_COUNTS_AS = 8


class History:
    """The events of one match and what stands after each."""

    def __init__(self, rulesets: Mapping[str, Ruleset], events: Sequence[Stored]) -> None:
        self.events = list(events[:1])
        self.current = opened(rulesets, msgspec.json.decode(events[0].body), events[0].hash)
        self._kept = [self.current]
        self._growing = threading.Lock()
        self.extend(events[1:])

    @property
    def version(self) -> int:
        return self.current.version

    def extend(self, events: Sequence[Stored]) -> None:
        """Follow further events; those known already are passed over."""
        with self._growing:
            for event in events:
                if event.version == self.current.version + 1:
                    standing = followed(self.current, msgspec.json.decode(event.body), event.hash)
                    self.events.append(event)
                    if event.version % KEPT_EVERY == 1:
                        self._kept.append(standing)
                    self.current = standing

    def at(self, version: int) -> Standing:
        """What stood after so many events, from 1 to the current version."""
        if version == self.current.version:
            return self.current
        kept = (version - 1) // KEPT_EVERY
        standing = self._kept[kept]
        for event in self.events[kept * KEPT_EVERY + 1 : version]:
            standing = followed(standing, msgspec.json.decode(event.body), event.hash)
        return standing

    def after(self, version: int, limit: int | None = None) -> list[Stored]:
        """The events after a version, at most so many."""
        return self.events[version : None if limit is None else version + limit]


class Histories:
    """Histories by match, at most `capacity` events in all.  (3)"""

    def __init__(self, store: EventStore, rulesets: Mapping[str, Ruleset], capacity: int) -> None:
        self._store, self._rulesets = store, rulesets
        self._held: LRUCache[str, History] = LRUCache(capacity, getsizeof=_size)
        self._holding = threading.Lock()
        self._loads = Once[History]()

    def read(self, match: str) -> History:
        """The history of a match, caught up with its stream; UnknownMatch, RulesetMissing."""
        while True:
            known = self.held(match) or self._loads.result(match, self._loaded)
            if self._caught_up(match, known):
                return known
            self._drop(match)

    def held(self, match: str) -> History | None:
        """What memory has of a match, perhaps not up to date: for who was told of a version already."""
        with self._holding:
            return self._held.get(match)

    def grown(self, match: str, events: Sequence[Stored]) -> History:
        """The history after this process appended these events to it."""
        known = self.held(match)
        if known is None or known.version < events[0].version - 1:
            return self.read(match)
        known.extend(events)
        self._hold(match, known)
        return known

    def _caught_up(self, match: str, known: History) -> bool:
        """Follow what the stream has had since; False when it is no longer the one that is known.  (2)"""
        events = self._store.read(match, known.version)
        if not events or events[0].hash != known.events[events[0].version - 1].hash:
            return False
        if len(events) > 1:
            known.extend(events[1:])
            self._hold(match, known)
        return True

    def _loaded(self, match: str) -> History:
        events = self._store.read(match, 1)
        if not events:
            raise UnknownMatch(match)
        try:
            history = History(self._rulesets, events)
        except RulesetChanged as changed:
            raise RulesetMissing(f"match {match} cannot be read: {changed}") from None
        self._hold(match, history)
        return history

    def _hold(self, match: str, history: History) -> None:
        with self._holding:
            if _size(history) <= self._held.maxsize:
                self._held[match] = history

    def _drop(self, match: str) -> None:
        with self._holding:
            self._held.pop(match, None)


def _size(history: History) -> int:
    return history.version + MATCH_COUNTS_AS
