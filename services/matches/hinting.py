"""Hints during a match: only where they were allowed at its opening, and an event says who asked for one.

(1) The event comes first: nobody is told anything of which the match does not tell.
(2) A seat that asks again before the position has changed is answered without a further event,
    and its judge is asked once in a while, however many wait for the answer.
(3) It is never the event for which a match stops: nothing follows from it.
"""

from typing import NamedTuple

from rulesets.contract import Json, Seat
from services.matches.analysing import game_of
from services.matches.drafts import PERSON
from services.matches.errors import NotNow
from services.matches.histories import History
from services.matches.playing import check_person, check_turn
from services.matches.ports import Appended, Conflict, Stored
from services.matches.questions import Namer
from services.matches.room import Asked, Room
from services.matches.standing import Standing
from services.matches.tokens import hashed

# Longer than a judge may take: while one is at it no other is asked.
ASKED_SECONDS = 30


class Hint(NamedTuple):
    """`question` is the name under which the answer will be kept; `judge` who gives it."""

    version: int
    events: list[Stored]
    question: str
    judge: dict[str, Json]


def ask_hint(room: Room, asked: Asked, history: History, turn: tuple[Seat, int], token: str) -> Hint:
    """Write down that the seat whose token was checked asks for a hint at a version, and have it judged."""
    seat, version = turn
    request = room.request(asked, hashed(token), version)
    standing, match = history.current, history.current.opening.match
    if request.lasting or version != standing.version:
        repeated = room.store.repeat_of(match, version, request)
        if repeated is not None:
            return _repeated(room, match, seat, repeated)
    check_person(standing, seat)
    if version != standing.version:
        raise room.stale(history, version)
    if not standing.opening.hints:
        raise NotNow("no-hints", f"match {match} was opened without hints")
    check_turn(standing, seat)
    if seat in standing.hinted:
        room.store.accept(match, version, request, {})
        return _judged(room, standing, seat, [])
    if standing.version >= room.limits.match_events - 2:
        raise NotNow(
            "no-hints",
            f"match {match} has at most {room.limits.match_events} events, and the last are left to moves",
        )
    draft = room.draft(standing)
    draft.add("hinted", PERSON, seat=seat, bot=room.analysts.judge(game_of(standing)))
    try:
        appended = room.store_draft(match, draft, draft.batch(request))
    except Conflict:
        raise room.stale(room.histories.read(match), version) from None
    if appended.repeated:
        return _repeated(room, match, seat, appended)
    return _judged(room, draft.standing, seat, draft.events)


def question_of(room: Room, standing: Standing, seat: Seat) -> str:
    """The name of: what may this seat do here?"""
    game = game_of(standing)
    return Namer(game, room.analysts.judge(game)).name(standing.state, seat)


def _repeated(room: Room, match: str, seat: Seat, appended: Appended) -> Hint:
    """What was answered the first time."""
    history = room.histories.read(match)
    events = history.events[appended.first - 1 : appended.last]
    return _judged(room, history.at(appended.last), seat, events)


def _judged(room: Room, standing: Standing, seat: Seat, events: list[Stored]) -> Hint:
    question = question_of(room, standing, seat)
    [known] = room.store.derived([question])
    if known is None and room.store.lease(f"hint:{question}", room.draw(8).hex(), 1, ASKED_SECONDS):
        room.analysts.advise(standing.opening.match, standing.version, seat)
    judge = room.analysts.judge(game_of(standing))
    return Hint(standing.version, events, question, judge)
