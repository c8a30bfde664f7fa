"""What is said of a match: its headline, and a sentence or more for every event.

A ruleset's hooks say what happens in the game; without them a move is its text, and a deal is
what its wire form names.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rulesets.contract import (
    CHANCE,
    Event,
    Json,
    Listed,
    Message,
    Row,
    Ruleset,
    Seat,
    State,
    Step,
    Who,
    shown,
)
from services.matches.forms import BRANCHED, IMPORTED, LOST, USED_UP
from services.matches.happenings import Happening
from services.matches.standing import Standing
from services.web.speaking import Link


def headline(standing: Standing, viewer: Seat | None = None) -> Message:
    """What the match waits for, or how it ended; the viewer is called you."""
    if standing.status == "open":
        count = standing.players.count(None)
        return Message("%(n)s seat is still open", {"n": count}, "%(n)s seats are still open")
    if standing.status == "playing":
        return _turn(standing, viewer)
    if standing.status == "over" or not standing.ruleset.to_act(standing.state):
        return _won(standing)
    if standing.status == "stopped":
        return _STOPPED
    return Message("A record, to look at")


def _turn(standing: Standing, viewer: Seat | None) -> Message:
    seats = [seat for seat in standing.acting() if seat != CHANCE]
    if not seats:
        return Message("A deal is due")
    if viewer in seats:
        others = [seat for seat in seats if seat != viewer]
        if not others:
            return Message("Your turn")
        return Message("Your turn, at the same time as %(who)s", {"who": _everybody(others)})
    if len(seats) == 1:
        return Message("It is the turn of %(who)s", {"who": Who(seats[0])})
    return Message("These choose at the same time: %(who)s", {"who": _everybody(seats)})


def _won(standing: Standing) -> Message:
    winners = standing.ruleset.winners(standing.state)
    if len(winners) == 1:
        points = standing.ruleset.scores(standing.state)[winners[0]][0]
        values = {"who": Who(winners[0]), "n": points}
        return Message("%(who)s has won with %(n)s point", values, "%(who)s has won with %(n)s points")
    return Message("The victory is shared: %(who)s", {"who": _everybody(winners)})


def _everybody(seats: Sequence[Seat]) -> Listed:
    return Listed(tuple(Who(seat) for seat in seats))


def steps_of(happening: Happening) -> list[Step]:
    """What happened with one event of a stream."""
    choice = happening.choice
    if choice is not None and happening.before is not None:
        return told(happening.after.ruleset, happening.before.state, choice)
    return [Step(ABOUT_THE_MATCH[happening.event["kind"]](happening.event, happening.after))]


def told(ruleset: Ruleset, state: State, event: Event) -> list[Step]:
    """What a ruleset says of a choice, or the plain default."""
    if tell := getattr(ruleset, "tell", None):
        return list(tell(state, event))
    seat, choice = event
    if seat == CHANCE:
        return [Step(Message("Chance deals: %(deal)s", {"deal": _plainly(ruleset.encode_deal(choice))}))]
    return [Step(Message("%(who)s: %(move)s", {"who": Who(seat), "move": ruleset.text(choice)}))]


def _plainly(wire: Json, between: str = ", ") -> str:
    """A wire form in plain words as far as it has names: `number 6`."""
    if not isinstance(wire, dict):
        return shown(wire)
    return between.join(
        f"{name} {value if isinstance(value, str) else shown(value)}" for name, value in wire.items()
    )


def plain(ruleset: Ruleset, state: State) -> str:
    """The table in letters, or the plain default: what its wire form names, line by line."""
    if draw_text := getattr(ruleset, "draw_text", None):
        return str(draw_text(state))
    return _plainly(ruleset.view(state), "\n")


def breakdown(ruleset: Ruleset, state: State) -> list[Row]:
    """The scores in rows, or the plain default: the points, and the tie-breaks below them."""
    if broken_down := getattr(ruleset, "breakdown", None):
        return list(broken_down(state))
    scores = list(zip(*ruleset.scores(state), strict=True))
    rows = [Row(Message("Points"), tuple(scores[0]), total=True)]
    return rows + [Row(Message("Tie-break"), tuple(each)) for each in scores[1:]]


def notices(ruleset: Ruleset, state: State) -> list[Message]:
    found = getattr(ruleset, "notices", None)
    return list(found(state)) if found else []


def preview(ruleset: Ruleset, state: State, seat: Seat, move: Any) -> list[Message]:
    found = getattr(ruleset, "preview", None)
    return list(found(state, seat, move)) if found else []


def parts(ruleset: Ruleset, state: State, seat: Seat, move: Any) -> tuple[str, ...]:
    """The parts that lead to a move; the plain default is a button that bears its text."""
    found = getattr(ruleset, "parts", None)
    return tuple(found(state, seat, move)) if found else (ruleset.text(move),)


def caption(ruleset: Ruleset, state: State, part: str) -> Message:
    found = getattr(ruleset, "caption", None)
    return found(state, part) if found else Message(part)


def _opened(event: Mapping[str, Any], _: Standing) -> Message:
    origin = event.get("origin") or {}
    if "match" in origin:
        match, version = origin["match"], origin["version"]
        values = {"match": Link(f"/matches/{match}?at={version}", match), "version": version}
        return Message("The match goes on from match %(match)s as it stood at %(version)s", values)
    if origin:
        return Message("A record was imported")
    return (
        Message("The match was opened, with hints") if "hints" in event else Message("The match was opened")
    )


def _seated(event: Mapping[str, Any], standing: Standing) -> Message:
    player = standing.players[event["seat"]]
    name = Message("%(bot)s (bot)", {"bot": Message(player.bot)}) if player and player.bot else event["name"]
    return Message("%(name)s sat down", {"name": name})


def _hinted(event: Mapping[str, Any], _: Standing) -> Message:
    return Message("%(who)s asked a bot for a hint", {"who": Who(event["seat"])})


def _handed_over(event: Mapping[str, Any], _: Standing) -> Message:
    values = {"number": event["seat"] + 1, "bot": Message(event["bot"])}
    return Message("Seat %(number)s was handed over to the bot %(bot)s", values)


_STOPPED: Final = Message("The match was stopped: it grew longer than a match may")
REASONS: Final = {
    BRANCHED: Message("Deals from here on come under an anchor of their own"),
    IMPORTED: Message("Deals from here on come under an anchor of their own"),
    USED_UP: Message("Deals go on under a new anchor: the links were used up"),
    LOST: Message("Deals go on under a new anchor: the secret was lost"),
}
ABOUT_THE_MATCH: Final[Mapping[str, Callable[[Mapping[str, Any], Standing], Message]]] = {
    "opened": _opened,
    "seated": _seated,
    "handed_over": _handed_over,
    "hinted": _hinted,
    "anchored": lambda event, _: REASONS[event["reason"]],
    "ended": lambda _, standing: _won(standing),
    "stopped": lambda _event, _: _STOPPED,
}
