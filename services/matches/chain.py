"""The hash chain of a stream: whoever kept one head can tell later that nothing before it was changed.

(1) The hash of an event is the hex SHA-256 of the hash before it in hex, a newline, and its body.
(2) Before version 1 stands `NO_HEAD`.
"""

from collections.abc import Iterable
from hashlib import sha256

from services.matches.ports import NO_HEAD, Stored


def link(previous: str, body: bytes) -> str:
    """The hash of an event that follows the event with hash `previous`.  (1)"""
    return sha256(previous.encode() + b"\n" + body).hexdigest()


def chained(head: str, version: int, bodies: Iterable[bytes]) -> list[Stored]:
    """These bodies as the events that follow `version`, whose hash is `head`."""
    events = []
    for number, body in enumerate(bodies, version + 1):
        head = link(head, body)
        events.append(Stored(number, body, head))
    return events


def first_break(events: Iterable[Stored], head: str = NO_HEAD, version: int = 0) -> int | None:
    """The first version after `version` where these events do not follow one another; None if all do.

    A changed byte, a gap, a repeat and a wrong order are all found where the right event should stand.
    """
    for number, event in enumerate(events, version + 1):
        head = link(head, event.body)
        if event.version != number or event.hash != head:
            return number
    return None
