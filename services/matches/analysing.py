"""The analysis of a match: begun when somebody asks for it, told as far as it is, kept when it is whole.

(1) A match that is under way is not analysed.
(2) What is kept is derived, under the name of a question and for `KEPT_SECONDS`; no stream has any of it.
(3) Who goes through a match has a lease of it, renewed with each answer: when they are lost, the next
    request begins again, with the questions that are open.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from rulesets.contract import Json, State, decoded
from services.matches.errors import NotNow
from services.matches.histories import History
from services.matches.questions import Game, Question, questions
from services.matches.reports import report
from services.matches.room import Room
from services.matches.standing import Standing
from services.matches.tokens import hashed

KEPT_SECONDS: Final = 30 * 24 * 3600
# What has gaps is tried again the next day.
FAILED_SECONDS: Final = 24 * 3600
LEASE_SECONDS: Final = 60
STEP = 100


class Analysis(NamedTuple):
    """`tag` changes whenever the body does."""

    done: bool
    tag: str
    body: bytes


class Asked(NamedTuple):
    """Everything that is asked of a match, by whom it is answered, and its last position."""

    game: Game
    judge: dict[str, Json]
    questions: list[Question]
    last: State

    @property
    def name(self) -> str:
        """The name under which the whole analysis is kept."""
        return hashed("tiledraft-analysis/1 " + " ".join(question.name for question in self.questions))

    @property
    def place(self) -> str:
        """The name of the lease of who goes through the match."""
        return f"analysis:{self.name}"


def analysis(room: Room, match: str, admit: Callable[[], None]) -> Analysis:
    """What is known of a match that is over; `admit` may refuse to begin."""
    history = room.histories.read(match)
    check_over(history.current)
    asked = asked_of(room, history)
    [whole] = room.store.derived([asked.name])
    if whole is not None:
        return Analysis(done=True, tag=asked.name[:16], body=whole)
    kept = room.store.derived([question.name for question in asked.questions])
    answers = [None if each is None else msgspec.json.decode(each) for each in kept]
    judged = report(asked.game, asked.judge, asked.questions, answers, asked.last)
    done = None not in answers
    body = msgspec.json.encode({"match": match, "status": "done" if done else "running", **judged})
    if done:
        failed = any(answer is not None and "failed" in answer for answer in answers)
        room.store.keep_derived(asked.name, body, FAILED_SECONDS if failed else KEPT_SECONDS)
        return Analysis(done=True, tag=asked.name[:16], body=body)
    _begin(room, match, asked.place, admit)
    return Analysis(done=False, tag=f"{asked.name[:16]}-{judged['judged']}", body=body)


def check_over(standing: Standing) -> None:
    """Refuse a match that is open or under way.  (1)"""
    match = standing.opening.match
    if standing.status == "open":
        raise NotNow(
            "not-started", f"match {match} begins when all its seats are taken; it is analysed later"
        )
    if standing.status == "playing":
        raise NotNow("under-way", f"match {match} is under way: it is analysed when it is over")


def game_of(standing: Standing) -> Game:
    opening = standing.opening
    return Game(opening.ruleset, opening.name, opening.options, len(standing.players))


def asked_of(room: Room, history: History) -> Asked:
    """What is asked of a match, worked out once a process while it does not grow."""
    known: Asked | None = room.asked.get(history)
    game = game_of(history.current)
    judge = room.analysts.judge(game)
    if known is not None and known.judge == judge:
        return known
    steps = list(_steps(history, room.breathe))
    asked = Asked(game, judge, list(questions(game, judge, steps)), steps[-1][1])
    room.asked[history] = asked
    return asked


def renewed(room: Room, asked: Asked, holder: str) -> bool:
    """Whether this holder goes through the match, from now on for `LEASE_SECONDS`.  (3)"""
    return room.store.lease(asked.place, holder, 1, LEASE_SECONDS)


def _begin(room: Room, match: str, place: str, admit: Callable[[], None]) -> None:
    holder = room.draw(8).hex()
    if not room.store.lease(place, holder, 1, LEASE_SECONDS):
        return
    try:
        admit()
    except Exception:
        room.store.release(place, holder)
        raise
    room.analysts.begin(match, holder)


def _steps(
    history: History, breathe: Callable[[], None]
) -> Iterator[tuple[int, State, Mapping[str, Any] | None]]:
    """Each position that a choice followed, its version and the choice; then the last one."""
    opening = history.current.opening
    ruleset = opening.ruleset
    state = ruleset.setup(len(history.current.players), opening.options)
    for number, stored in enumerate(history.events):
        event = msgspec.json.decode(stored.body)
        if event["kind"] in ("chance", "move"):
            yield stored.version - 1, state, event
            state = ruleset.evolve(state, decoded(ruleset, event))
        if number % STEP == STEP - 1:
            breathe()
    yield history.version, state, None
