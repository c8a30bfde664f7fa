"""What every use case is given: the two ports, the rulesets, the clock, the dice cup and the limits."""

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from rulesets.contract import Json, Ruleset, canonical, shown
from services.matches.deals import Deals
from services.matches.drafts import Draft
from services.matches.errors import Invalid, Stale, TooMany
from services.matches.histories import Histories, History
from services.matches.ports import (
    AnchorGone,
    Appended,
    Batch,
    Bell,
    Conflict,
    EventStore,
    KeyReused,
    Request,
)
from services.matches.questions import Analysts, Nobody
from services.matches.standing import Standing
from services.matches.tokens import Tokens, hashed

# Events that a conflict tells; who missed more asks for them.
MOST_MISSED = 500
# The lease of those that become matches of bots alone, and how long one may take to be stored, with a store
# that hangs.
BOT_MATCHES = "bot-matches"
STORING_SECONDS = 30


@dataclass(frozen=True)
class Limits:
    """What one match, and all of them together, may take."""

    match_events: int = 10_000
    record_events: int = 5_000
    unstarted_seconds: int = 30 * 24 * 3600
    anchor_seconds: int = 3600
    bot_matches: int = 50
    held_events: int = 100_000


@dataclass(frozen=True)
class Asked:
    """What names a request from outside: the endpoint, the idempotency key if one was given, the body."""

    endpoint: str
    key: str | None = None
    body: Json = None


@dataclass
class Room:
    """`bots` are the names a seat can be given to; `draw(n)` gives n random bytes; `breathe` lets other
    requests through within long work; `analysts` judge positions, after a match or as hints.
    """

    store: EventStore
    bell: Bell
    rulesets: Mapping[str, Ruleset]
    bots: Mapping[str, int]
    clock: Callable[[], float]
    draw: Callable[[int], bytes]
    limits: Limits = field(default_factory=Limits)
    breathe: Callable[[], None] = lambda: None
    analysts: Analysts = field(default_factory=Nobody)

    def __post_init__(self) -> None:
        self.deals = Deals(self.store, lambda: self.draw(32).hex())
        self.tokens = Tokens(self.store, self.draw)
        self.histories = Histories(self.store, self.rulesets, self.limits.held_events)
        # What is asked of matches in an analysis, while their histories are in memory; see analysing.py.
        self.asked: MutableMapping[History, Any] = WeakKeyDictionary()

    def draft(self, standing: Standing | None = None) -> Draft:
        return Draft(self.rulesets, self.deals, self.clock(), standing)

    def request(self, asked: Asked, credential: str = "", version: int | None = None) -> Request:
        """The store's name of a request.

        Without a key of the client's, what is asked at a version is its own name; anything else is new
        each time.
        """
        digest = hashed(canonical([version, asked.body]))
        key = asked.key or (digest if version is not None else self.draw(16).hex())
        named = hashed(canonical([asked.endpoint, credential, key]))
        return Request(named, digest, lasting=asked.key is not None)

    def new_id(self, asked: Asked) -> str:
        """A match id of 80 bits; the same one for the same key, so that a repeat finds its match."""
        if asked.key is None:
            return _base32(self.draw(10))
        return _base32(bytes.fromhex(self.tokens.derived("match", asked.endpoint, asked.key))[:10])

    def remember(self, asked: Asked) -> None:
        """Refuse a key that was used at this endpoint for another request."""
        if asked.key is None:
            return
        digest = hashed(canonical(asked.body))
        if self.store.receipt(hashed(canonical([asked.endpoint, asked.key])), digest) != digest:
            raise KeyReused(asked.endpoint)

    def store_draft(self, match: str, draft: Draft, batch: Batch) -> Appended:
        """Append, remember, ring; Conflict if somebody was faster, and then nothing was changed."""
        try:
            appended = self.store.append(match, batch)
        except (AnchorGone, Conflict, KeyReused):
            self._give_place_back(match, draft)
            raise
        if not appended.repeated:
            self.histories.grown(match, draft.events)
            if seats := draft.standing.acting_bots():
                self.bell.ring(match, seats, draft.standing.version)
            if draft.standing.closed:
                self.store.release(BOT_MATCHES, match)
        return appended

    def check_bot(self, bot: str) -> None:
        if bot not in self.bots:
            raise Invalid(f"there is no bot {shown(bot)}; there are: {', '.join(self.bots)}")

    def take_bot_match(self, draft: Draft) -> None:
        """Take a place for what will be a match of bots alone; TooMany when as many as may run are running.

        The place is held by the match: once it runs it has no other. This is the last step before it is
        stored: whatever refuses it earlier has no place to give back.
        """
        if not draft.standing.bots_alone:
            return
        most, match = self.limits.bot_matches, draft.standing.opening.match
        if not self.store.lease(BOT_MATCHES, match, most, STORING_SECONDS, self.store.bot_matches()):
            raise TooMany(f"{most} matches of bots alone are running, no more may; try again later")

    def _give_place_back(self, match: str, draft: Draft) -> None:
        """Give back what was taken for a draft that was refused, unless who was faster has the place.

        While the store is down nobody knows whether it was stored: the place is kept until it runs out.
        """
        if draft.standing.bots_alone and match not in self.store.bot_matches():
            self.store.release(BOT_MATCHES, match)

    def stale(self, history: History, expected: int, *, still_legal: bool = False) -> Stale:
        standing = history.current
        missed = history.after(expected, MOST_MISSED) if 0 < expected <= standing.version else []
        return Stale(standing.opening.match, expected, standing.version, missed, still_legal=still_legal)


def at_version(history: History, version: int | None) -> Standing:
    """The standing at a version that is there (None: the current one), or Invalid."""
    if version is None:
        return history.current
    if version < 1:
        raise _no_version(history, version)
    check_reached(history, version)
    return history.at(version)


def check_reached(history: History, version: int) -> None:
    """Refuse a version that is still to come: who has seen it knows a stream that is not this one."""
    if version > history.version:
        raise _no_version(history, version)


def _no_version(history: History, version: int) -> Invalid:
    return Invalid(f"the match has the versions 1 to {history.version}, not {version}")


def _base32(data: bytes) -> str:
    number, digits = int.from_bytes(data, "big"), ""
    for _ in range(len(data) * 8 // 5):
        digits += "abcdefghijklmnopqrstuvwxyz234567"[number % 32]
        number //= 32
    return digits
