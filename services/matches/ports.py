"""The two ports of the middle room: the event store, and the bell that wakes a bot.

Words: a **stream** is a match's events, a **version** how many there are; the **head** is the hash of the
last one, `NO_HEAD` before the first. A **key** names a request, so that a repeat of it is recognised.

 (1) A stream is contiguous: event n has version n, and is never changed, moved or trimmed.
 (2) An append happens whole or not at all, and only at the version and head that its writer knew.
 (3) A repeat of an accepted append adds nothing and answers as the first time did, whatever came after.
 (4) Each accepted append is told to the feed of its shard, and `due` holds the matches that wait for a bot.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

NO_HEAD: Final = "0" * 64


class Stored(NamedTuple):
    """One event of a stream: canonical JSON without its hash, and the hash."""

    version: int
    body: bytes
    hash: str

    def wire(self) -> bytes:
        """The event as everybody sees it, its hash included."""
        return self.body[:-1] + b',"hash":"' + self.hash.encode() + b'"}'


class Appended(NamedTuple):
    """What an append answers: the versions that this request added, first and last, now or the first time."""

    first: int
    last: int
    repeated: bool


@dataclass(frozen=True)
class Request:
    """What names a request: `key` and `digest` are hex hashes, of its key and of what it asks.

    A `lasting` key (one that a client chose) is known in its match for 24 hours at any version; any other
    only at the version that the request names.
    """

    key: str
    digest: str
    lasting: bool = False


@dataclass(frozen=True)
class Batch:
    """Events that go in together, and what is kept beside them in the same step.

    `due`, `bot_match`: whether the match waits for a bot now; whether it is a running match of bots alone.
    `access`: fields of the match's access hash to set. `secret`: a new secret, hex. `anchored`: the secret
    must be there already (POST /anchors) and is kept for good. `expires`: seconds after which a match that
    nobody started goes, 0 to keep it for good, None to leave it as it is.
    """

    expected: int
    head: str
    events: Sequence[Stored]
    request: Request
    due: bool = False
    bot_match: bool = False
    access: Mapping[str, str] = field(default_factory=dict)
    secret: str | None = None
    anchored: bool = False
    expires: int | None = None


class Conflict(Exception):
    """The stream is not at the expected version (or not at that head); `version` is where it is."""

    def __init__(self, match: str, expected: int, version: int) -> None:
        super().__init__(f"match {match} is at {version}, not {expected}")
        self.version = version


class KeyReused(Exception):
    """The idempotency key was used in this match for another request."""


class AnchorGone(Exception):
    """The anchor named was never given, is older than its hour, or was used."""


class Wake(NamedTuple):
    """News of the feed: these matches have new events; `missed` says that others may have too."""

    matches: Mapping[str, int]
    missed: bool


class EventStore(Protocol):
    """Where streams live. Every method may raise `StoreDown`."""

    def append(self, match: str, batch: Batch) -> Appended:
        """Append, or raise Conflict, KeyReused or AnchorGone; nothing is changed then."""

    def read(self, match: str, first: int, limit: int | None = None) -> list[Stored]:
        """The events of a stream from version `first` on; `[]` where there are none."""

    def repeat_of(self, match: str, expected: int, request: Request) -> Appended | None:
        """What an append with this request at this version answered, None if there was none; KeyReused."""

    def receipt(self, key: str, digest: str) -> str:
        """The digest first kept under a key, for 24 hours: the one given, unless the key was used before."""

    def access(self, match: str) -> dict[str, str]:
        """The access hash of a match: hashes of tokens and the like, never a token."""

    def accept(self, match: str, version: int, request: Request, access: Mapping[str, str]) -> None:
        """Accept a request that adds no event at this version of a match that there is, and set fields of its
        access hash in the same step. With a lasting key, a repeat changes nothing; KeyReused.
        """

    def reserve(self, match: str, secret: str, seconds: int) -> str:
        """Keep a secret for a match that will be opened; the one kept before, if there is one."""

    def secret(self, match: str) -> str | None:
        """The secret of a match. Only the function that makes deals may call this."""

    def attempt(self, match: str, seat: int, version: int) -> int:
        """Count and answer how often a bot's turn was tried at this position, this time included."""

    def due(self, older_than: float) -> list[str]:
        """The matches that have waited for a bot longer than so many seconds."""

    def bot_matches(self) -> list[str]:
        """The running matches of bots alone."""

    def lease(self, name: str, holder: str, limit: int, seconds: int, others: Collection[str] = ()) -> bool:
        """Take or renew one of `limit` places under a name for some seconds; False when all are taken.

        `others` have a place each, whether they leased it or not.
        """

    def release(self, name: str, holder: str) -> None:
        """Give a place back."""

    def instance_secret(self) -> bytes:
        """A secret that all processes on this store share; made at the first call."""

    def derived(self, names: Sequence[str]) -> list[bytes | None]:
        """What is kept under each of these names, in their order; None where nothing is, or no longer."""

    def keep_derived(self, name: str, value: bytes, seconds: int) -> None:
        """Keep what can be made again, for some seconds; what was kept under the name before is replaced."""


class StoreDown(Exception):
    """The store does not answer, or cannot take writes."""


class Bell(Protocol):
    """Wakes bots."""

    def ring(self, match: str, seats: Sequence[int], version: int) -> None:
        """Tell a worker that these bot seats may act at this version. Never raises: `due` is the net."""
