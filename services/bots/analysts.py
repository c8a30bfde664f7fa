"""Who answers questions: one position at a time, so that nothing waits long behind an analysis.

A match is gone through in a few **strands**: strand n takes the questions n, n + STRANDS, and so on, each
in a task of its own that sends the next.

 (1) A question that is answered already is passed over: a task that comes twice does nothing twice.
 (2) Attempts are counted before the search. After three that failed the question is answered as failed, for
     a day, and the analysis goes on without it.
"""

from collections.abc import Mapping

import msgspec
import structlog

from rulesets.contract import CHANCE, Json, decoded
from services.bots.judging import Asked as AskedJudge
from services.bots.judging import Judge
from services.matches.analysing import FAILED_SECONDS, KEPT_SECONDS, Asked, asked_of, renewed
from services.matches.errors import Rejected
from services.matches.hinting import question_of
from services.matches.histories import History
from services.matches.room import Room

log = structlog.get_logger()

STRANDS = 4
ATTEMPTS = 3
# How many answers of a strand are asked for at once.
WINDOW = 16


def judge_next(room: Room, judge: Judge, match: str, index: int, holder: str) -> int | None:
    """Answer the first open question of a strand from this one on; where to go on, None at its end."""
    try:
        history = room.histories.read(match)
        asked = asked_of(room, history)
    except Rejected as rejected:
        log.info("analysis came to nothing", match=match, reason=str(rejected))
        return None
    found = _first_open(room, asked, index)
    if found is None or not renewed(room, asked, holder):
        return None
    question = asked.questions[found]
    attempt = room.store.attempt(question.name, 0, 0)
    if attempt > ATTEMPTS:
        _keep(room, question.name, {"failed": True}, FAILED_SECONDS)
        return found + STRANDS
    try:
        answer = judge.answer(_put(asked, history, found))
    except Exception:
        log.exception("judging failed", match=match, index=found, attempt=attempt)
        return found
    _keep(room, question.name, answer, KEPT_SECONDS)
    renewed(room, asked, holder)
    return found + STRANDS


def advise(room: Room, judge: Judge, match: str, version: int, seat: int) -> None:
    """Answer what a seat may do at a version."""
    standing = room.histories.read(match).at(version)
    name = question_of(room, standing, seat)
    [known] = room.store.derived([name])
    if known is None:
        answer = judge.answer(AskedJudge(standing.ruleset, standing.state, seat, None, name))
        _keep(room, name, answer, KEPT_SECONDS)


def _first_open(room: Room, asked: Asked, index: int) -> int | None:
    for start in range(index, len(asked.questions), STRANDS * WINDOW):
        window = range(start, min(start + STRANDS * WINDOW, len(asked.questions)), STRANDS)
        kept = room.store.derived([asked.questions[at].name for at in window])
        for at, answer in zip(window, kept, strict=True):
            if answer is None:
                return at
    return None


def _put(asked: Asked, history: History, index: int) -> AskedJudge:
    """A question with its position, as a judge is asked it."""
    question = asked.questions[index]
    state, ruleset = history.at(question.version).state, asked.game.ruleset
    if question.event is None:
        seat, choice = ruleset.to_act(state)[0], None
    else:
        seat, choice = decoded(ruleset, question.event)
    return AskedJudge(ruleset, state, seat, None if seat == CHANCE else choice, question.name)


def _keep(room: Room, name: str, answer: Mapping[str, Json], seconds: int) -> None:
    room.store.keep_derived(name, msgspec.json.encode(answer), seconds)
