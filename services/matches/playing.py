"""A move, from a person or a bot: one verb, guarded by the version it was chosen for.

What is wrong is said in this order: who asks, then a conflict, then whether the match is on, whose turn it
is, and what the rules say. A repeat of an accepted move is looked for before a conflict.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rulesets.contract import Json, Move, Refused, Seat, decide
from services.matches.drafts import BOT, PERSON
from services.matches.errors import Illegal, NotNow, Rejected, Stale, WrongToken
from services.matches.histories import History
from services.matches.ports import Appended, Conflict, Request, Stored
from services.matches.room import Asked, Room
from services.matches.standing import Standing
from services.matches.tokens import hashed


@dataclass(frozen=True)
class Choice:
    """What a seat asks for at a version: a move in wire form, or else in text notation."""

    seat: Seat
    version: int
    move: Json = None
    text: str | None = None


@dataclass(frozen=True)
class Played:
    """The version after a move, and the events that it added."""

    version: int
    events: list[Stored]


def play(room: Room, asked: Asked, history: History, choice: Choice, token: str) -> Played:
    """Carry out the move of a person whose token was checked, in a match that was read for it."""
    request = room.request(asked, hashed(token), choice.version)
    return _played(room, history, choice, request, {"author": PERSON})


def play_bot(room: Room, match: str, choice: Choice, bot: Mapping[str, Json]) -> Played:
    """Carry out the move of a bot; `bot` says which one moved, and how.

    Many copies of one turn have one name, whatever move each of them found.
    """
    request = room.request(Asked("bot", None, {"seat": choice.seat}), "bot", choice.version)
    return _played(room, room.histories.read(match), choice, request, {"author": BOT, "bot": dict(bot)})


def _played(
    room: Room, history: History, choice: Choice, request: Request, author: Mapping[str, Json]
) -> Played:
    standing = history.current
    match = standing.opening.match
    if request.lasting or choice.version != standing.version:
        repeated = room.store.repeat_of(match, choice.version, request)
        if repeated is not None:
            return _repeated(room, match, repeated)
    _check_seat(standing, choice.seat, author["author"])
    if choice.version != standing.version:
        raise _stale(room, history, choice)
    move = legal_move(standing, choice)
    draft = room.draft(standing)
    draft.add("move", seat=choice.seat, move=standing.ruleset.encode(move), **author)
    draft.settle(room.limits.match_events)
    try:
        appended = room.store_draft(match, draft, draft.batch(request))
    except Conflict:
        raise _stale(room, room.histories.read(match), choice) from None
    if appended.repeated:
        return _repeated(room, match, appended)
    return Played(appended.last, draft.events)


def legal_move(standing: Standing, choice: Choice) -> Move:
    """The move that a choice asks for, if the match is on, the seat is to act and the rules allow it."""
    seat, ruleset, state = choice.seat, standing.ruleset, standing.state
    if standing.status == "open":
        raise NotNow("not-started", f"match {standing.opening.match} begins when all its seats are taken")
    if standing.status != "playing":
        raise NotNow("over", f"match {standing.opening.match} is {standing.status}: nothing can be played")
    acting = standing.acting()
    if seat not in acting:
        turn = " or ".join(str(each) for each in acting)
        raise NotNow("not-your-turn", f"seat {seat} cannot act: it is the turn of seat {turn}")
    try:
        payload = choice.move if choice.text is None else ruleset.encode(ruleset.parse(choice.text))
        return decide(ruleset, state, seat, payload)
    except (Refused, ValueError) as refused:
        raise Illegal(str(refused)) from None


def _check_seat(standing: Standing, seat: Seat, author: str) -> None:
    player = standing.players[seat]
    if author == PERSON and player is not None and player.bot:
        raise WrongToken(f"seat {seat} was handed over to the bot {player.bot}")


def _stale(room: Room, history: History, choice: Choice) -> Stale:
    try:
        legal_move(history.current, choice)
    except Rejected:
        return room.stale(history, choice.version)
    return room.stale(history, choice.version, still_legal=True)


def _repeated(room: Room, match: str, appended: Appended) -> Played:
    """What was answered the first time."""
    events = room.histories.read(match).events[appended.first - 1 : appended.last]
    return Played(appended.last, events)
