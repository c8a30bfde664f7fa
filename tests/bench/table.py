"""Matches of two persons that a benchmark plays, each next move from the answer to the last."""

import random
from typing import Any, NamedTuple

import orjson

from rulesets.contract import Json, Ruleset, decoded
from services.entry.settings import read_settings
from services.entry.wiring import make_web
from services.matches.opening import open_match
from services.matches.room import Asked, Room
from services.matches.seats import join

NOTHING = b""
# No limit on what one address may ask for.
UNLIMITED = {
    "LIMIT_REQUESTS": "",
    "LIMIT_MOVES": "",
    "LIMIT_OPENINGS": "",
    "LIMIT_IMPORTS": "",
    "LIMIT_STREAMS": "0",
}


class Asking(NamedTuple):
    """A request of the API, before it becomes HTTP or WSGI."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes = NOTHING

    def wire(self) -> bytes:
        """As HTTP/1.1 on a connection that is kept."""
        headers = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
        length = f"Content-Length: {len(self.body)}\r\n" if self.body else ""
        return (
            f"{self.method} {self.path} HTTP/1.1\r\nHost: bench\r\n{headers}{length}\r\n".encode() + self.body
        )


class Table:
    """A match and its two tokens; it follows the events that each answer brings."""

    def __init__(self, ruleset: Ruleset, match: str, tokens: list[str], state: Any, version: int) -> None:
        self.ruleset, self.match, self.state, self.version = ruleset, match, state, version
        self._headers = [
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"} for token in tokens
        ]
        self._path = f"/api/v1/matches/{match}/moves"
        self._choose = random.Random(match).choice

    @property
    def over(self) -> bool:
        return not self.ruleset.to_act(self.state)

    def asking(self) -> Asking:
        """A move of whoever is to act, any legal one."""
        seat = self.ruleset.to_act(self.state)[0]
        move: Json = self.ruleset.encode(self._choose(list(self.ruleset.legal_moves(self.state, seat))))
        headers = {**self._headers[seat], "If-Match": f'"{self.version}"'}
        return Asking("POST", self._path, headers, orjson.dumps({"move": move}))

    def take(self, body: bytes) -> None:
        """Follow an answer to an accepted move."""
        answer = orjson.loads(body)
        for event in answer["events"]:
            if event["kind"] in ("move", "chance"):
                self.state = self.ruleset.evolve(self.state, decoded(self.ruleset, event))
        self.version = answer["version"]


def room_on(url: str) -> Room:
    """The matches of a store, as the web process has them."""
    room: Room = make_web(read_settings({"EVENTS_URL": url})).extensions["tiledraft"].room
    return room


def open_table(room: Room, ruleset: str, **options: Json) -> Table:
    """A match of two persons that has begun."""
    opened = open_match(room, Asked("bench"), ruleset, options, [{"name": "Ann"}, {}])
    match = opened.standing.opening.match
    _, token, _ = join(room, Asked("bench"), match, "Bob", opened.invite or "", None)
    standing = room.histories.read(match).current
    return Table(standing.ruleset, match, [opened.tokens[0], token], standing.state, standing.version)
