"""What stands after so many events of a stream: who sits where, the deals so far, the game's state.

(1) A standing is the fold of a stream; it is never changed, only followed by another.
(2) It holds nothing that is not in the stream, and nothing secret.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rulesets.contract import (
    CHANCE,
    Json,
    Refused,
    Ruleset,
    Seat,
    State,
    decoded,
    find_ruleset,
)
from services.matches.ports import NO_HEAD

Wire = Mapping[str, Any]


class Player(NamedTuple):
    """Who sits in a seat: a person by name or a bot."""

    name: str | None = None
    bot: str | None = None


class Opening(NamedTuple):
    """What was settled when the match was opened."""

    match: str
    ruleset: Ruleset
    name: str
    options: dict[str, Json]
    archived: bool
    origin: Json | None
    time: str
    hints: bool = False


class Standing(NamedTuple):
    """`deals` counts the deals under `anchor`, `entries` those that a record would have.

    `hinted` are the seats that asked for a hint since somebody chose last.
    """

    opening: Opening
    players: tuple[Player | None, ...]
    nonces: tuple[str | None, ...]
    state: State
    version: int
    head: str
    time: str
    anchor: str | None = None
    link: str | None = None
    deals: int = 0
    entries: int = 0
    closed: str | None = None
    hinted: frozenset[Seat] = frozenset()

    @property
    def ruleset(self) -> Ruleset:
        return self.opening.ruleset

    @property
    def status(self) -> str:
        """`open`, `playing`, `over`, `stopped` or `archived`."""
        if self.closed:
            return self.closed
        if self.opening.archived:
            return "archived"
        return "playing" if self.seated else "open"

    @property
    def seated(self) -> bool:
        """Whether every seat is taken."""
        return None not in self.players

    def acting(self) -> tuple[Seat, ...]:
        """Who chooses next in this match: nobody before all are seated or after it was closed."""
        return self.ruleset.to_act(self.state) if self.status == "playing" else ()

    def acting_bots(self) -> list[Seat]:
        return [seat for seat in self.acting() if seat != CHANCE and (self.players[seat] or Player()).bot]

    @property
    def bots_alone(self) -> bool:
        return self.status == "playing" and all(player and player.bot for player in self.players)


class RulesetChanged(Refused):
    """A match whose ruleset, or a data file of it, is not installed as the match needs it."""


def opened(rulesets: Mapping[str, Ruleset], event: Wire, head: str = NO_HEAD) -> Standing:
    """The standing after the first event of a stream."""
    try:
        ruleset = find_ruleset(rulesets, event["ruleset"], event["ruleset_version"])
    except Refused as refused:
        raise RulesetChanged(str(refused)) from None
    options = event["options"]
    _check_fingerprint(ruleset, event)
    opening = Opening(
        match=event["match"],
        ruleset=ruleset,
        name=event["ruleset"],
        options=options,
        archived=event.get("archived", False),
        origin=event.get("origin"),
        time=event["time"],
        hints=event.get("hints", False),
    )
    seats = event["seats"]
    return Standing(
        opening=opening,
        players=(None,) * seats,
        nonces=(None,) * seats,
        state=ruleset.setup(seats, options),
        version=1,
        head=head,
        time=event["time"],
        anchor=event.get("anchor"),
        link=event.get("anchor"),
    )


def followed(standing: Standing, event: Wire, head: str) -> Standing:
    """The standing after one more event; `head` is the event's hash."""
    changes: dict[str, Any] = {"version": standing.version + 1, "head": head, "time": event["time"]}
    kind = event["kind"]
    if kind in ("move", "chance"):
        choice = decoded(standing.ruleset, event)
        changes |= {"state": standing.ruleset.evolve(standing.state, choice), "entries": standing.entries + 1}
        changes["hinted"] = frozenset()
        if "link" in event:
            changes |= {"deals": event["deal"], "link": event["link"]}
    elif kind == "seated":
        player = Player(event.get("name"), event.get("bot"))
        changes["players"] = _with(standing.players, event["seat"], player)
        changes["nonces"] = _with(standing.nonces, event["seat"], event.get("nonce"))
    elif kind == "handed_over":
        changes["players"] = _with(standing.players, event["seat"], Player(bot=event["bot"]))
    elif kind == "hinted":
        changes["hinted"] = standing.hinted | {event["seat"]}
    elif kind == "anchored":
        changes |= {"anchor": event["anchor"], "link": event["anchor"], "deals": 0}
    elif kind in ("ended", "stopped"):
        changes["closed"] = "over" if kind == "ended" else "stopped"
    else:
        raise RulesetChanged(f"an event of kind {kind} is not known to this version of the service")
    return standing._replace(**changes)


def fingerprint_of(ruleset: Ruleset, options: Mapping[str, Json]) -> str | None:
    """What the ruleset says of its data files under these options; None where it depends on none."""
    fingerprint = getattr(ruleset, "fingerprint", None)
    return fingerprint(options) if fingerprint else None


def _check_fingerprint(ruleset: Ruleset, event: Wire) -> None:
    needed = event.get("fingerprint")
    try:
        found = fingerprint_of(ruleset, event["options"])
    except Refused as refused:
        raise RulesetChanged(str(refused)) from None
    if needed != found:
        raise RulesetChanged(
            f"the match needs the data of {event['ruleset']} with fingerprint {needed}; installed is {found}"
        )


def _with(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])
