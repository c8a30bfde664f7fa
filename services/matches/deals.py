"""Fair deals: a chain of links, revealed one a deal, that anybody can follow back to its anchor.

x0 is the secret, x(i) = SHA-256("tiledraft-link/1" + x(i-1)), the **anchor** is x(1024). Deal k (from 1)
reveals x(1024 - k). Earlier links follow from later ones, never the reverse.

 (1) The anchor is public before any nonce that counts; the nonces are fixed by the event that fills the
     last seat.
 (2) A deal is determined by its link, the anchor, its number and the nonces, and by nothing else.
 (3) The secret is in no event, view, log or task; `Deals` alone reads it.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache

from rulesets.contract import Dice
from services.matches.ports import EventStore

LINKS = 1024
# A chain is remembered by every 32nd link: about 2 KB a match, and at most 31 steps to any link.
STRIDE = 32
CHAINS = 1_000
PREFIX = b"tiledraft-link/1"


def next_link(link: bytes) -> bytes:
    """The link that this one proves: the one revealed before it, at last the anchor."""
    return hashlib.sha256(PREFIX + link).digest()


def link_of(secret: bytes, number: int) -> bytes:
    """x(number): the secret itself for 0, the anchor for 1024."""
    link = secret
    for _ in range(number):
        link = next_link(link)
    return link


def milestones(secret: str) -> list[bytes]:
    """Every 32nd link: the secret first, the anchor last."""
    links = [bytes.fromhex(secret)]
    for _ in range(LINKS // STRIDE):
        links.append(link_of(links[-1], STRIDE))
    return links


def anchor_of(secret: str) -> str:
    return link_of(bytes.fromhex(secret), LINKS).hex()


def dice_of(link: str, anchor: str, number: int, nonces: Sequence[str | None]) -> Dice:
    """The dice of deal `number` under this anchor."""
    return Dice(bytes.fromhex(link), ["tiledraft-dice/1", anchor, number, list(nonces)])


class Deals:
    """Gives the link of each deal; the one place that reads a match's secret."""

    def __init__(self, store: EventStore, draw_secret: Callable[[], str]) -> None:
        self._store = store
        self.draw_secret = draw_secret
        self._milestones = lru_cache(CHAINS)(milestones)

    def link(self, match: str, anchor: str, number: int, drawn: str | None = None) -> str | None:
        """The link of deal `number` under this anchor; None when the chain is used up or its secret lost.

        `drawn` is a secret that is about to be stored.
        """
        if number > LINKS:
            return None
        secret = drawn or self._store.secret(match)
        if secret is None:
            return None
        chain = self._milestones(secret)
        if chain[-1].hex() != anchor:
            return None
        kept, further = divmod(LINKS - number, STRIDE)
        return link_of(chain[kept], further).hex()

    def reserved_anchor(self, match: str, seconds: int) -> str:
        """The anchor of a match that will be opened within so many seconds."""
        return anchor_of(self._store.reserve(match, self.draw_secret(), seconds))

    def kept_anchor(self, match: str) -> str | None:
        """The anchor of the secret that is kept for a match, if there is one."""
        secret = self._store.secret(match)
        return None if secret is None else anchor_of(secret)
