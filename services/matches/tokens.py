"""Seat tokens and invites: what proves a seat, and what lets somebody sit down.

A token reads `<match>.<seat>.<secret>`, so that a token of another match is told from one never given.

 (1) Only hashes of tokens are kept, and of an invite the salt it is made from.
 (2) Made under an idempotency key, a token is an HMAC of the instance secret, so that a repeat of the
     request is given the same one; without a key it is random.
"""

import hashlib
import hmac
from collections.abc import Callable
from threading import Lock

from cachetools import LRUCache

from rulesets.contract import Seat, canonical
from services.matches.errors import NoToken, WrongToken
from services.matches.ports import EventStore

VERIFIED = 10_000


class Tokens:
    """Makes and checks tokens and invites; `draw(n)` gives n random bytes."""

    def __init__(self, store: EventStore, draw: Callable[[int], bytes]) -> None:
        self._store, self._draw = store, draw
        self._secret: bytes | None = None
        self._verified: LRUCache[str, Seat] = LRUCache(VERIFIED)
        self._verifying = Lock()

    def made(self, match: str, seat: Seat, key: str | None) -> str:
        """The token of a seat, for a request under this key."""
        secret = self.derived("token", key, match, seat) if key else self._draw(16).hex()
        return f"{match}.{seat}.{secret}"

    def salt(self, match: str, key: str | None) -> str:
        return self.derived("salt", key, match) if key else self._draw(16).hex()

    def renewed_salt(self, match: str, key: str | None) -> str:
        """The salt of a new invite, for a request under this key."""
        return self.derived("renewed salt", key, match) if key else self._draw(16).hex()

    def invite(self, match: str, salt: str) -> str:
        """The invite that a salt stands for."""
        return self.derived("invite", match, salt)

    def invited(self, match: str, salt: str | None, invite: str) -> bool:
        return salt is not None and hmac.compare_digest(self.invite(match, salt).encode(), invite.encode())

    def seat(self, match: str, token: str | None) -> Seat:
        """The seat of this match that a token proves; NoToken, WrongToken."""
        if token is None:
            raise NoToken("this wants a seat's token: Authorization: Bearer TOKEN")
        home = token.partition(".")[0]
        with self._verifying:
            seat = self._verified.get(token)
        if seat is None:
            seat = self._looked_up(home, token)
            with self._verifying:
                self._verified[token] = seat
        if home != match:
            raise WrongToken(f"the token belongs to match {home}, not to {match}")
        return seat

    def derived(self, *parts: str | Seat | None) -> str:
        """32 hex digits that only this service can make from these parts."""
        if self._secret is None:
            self._secret = self._store.instance_secret()
        return hmac.new(self._secret, canonical(list(parts)).encode(), "sha256").hexdigest()[:32]

    def _looked_up(self, home: str, token: str) -> Seat:
        number = token.split(".")[1] if token.count(".") == 2 else ""
        kept = self._store.access(home).get(f"seat:{number}") if number.isdecimal() else None
        if kept is None or not hmac.compare_digest(kept, hashed(token)):
            raise NoToken("the token was never given out by this service")
        return int(number)


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
