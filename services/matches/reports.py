"""A match as it was judged: the curve of expectations, what moves lost, what deals brought.

(1) `expected` are final points by seat before the entry; after the last entry they are in `final`.
(2) The loss of a move is what the best move would have brought more, never below nothing.
(3) The luck of a deal is how it changed what each seat could expect.
(4) Of each seat the largest losses are marked, from 1, as far as they are a point or more.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.contract import Json, State
from services.matches.questions import Game, Question

MARKS = 3
MARKED_FROM = 1.0

Answer = Mapping[str, Any]
Entry = dict[str, Any]


def report(
    game: Game, judge: Json, asked: Sequence[Question], answers: Sequence[Answer | None], last: State
) -> dict[str, Any]:
    """What is known so far; `answers` go with `asked`, None for those that are not there yet."""
    expected = [(answer or {}).get("expected") for answer in answers]
    final = expected.pop() if asked and asked[-1].event is None else _points(game, last)
    after = [*expected[1:], final] if expected else []
    entries = [
        _entry(game, index, question, (answer or {}, after[index]))
        for index, (question, answer) in enumerate(zip(asked, answers, strict=True))
        if question.event is not None
    ]
    _mark(entries, game.seats)
    return {
        "judge": judge,
        "judged": sum(answer is not None for answer in answers),
        "questions": len(asked),
        "entries": entries,
        "final": final,
        "seats": [_of_seat(entries, seat) for seat in range(game.seats)],
    }


def _points(game: Game, last: State) -> list[float]:
    return [float(score[0]) for score in game.ruleset.scores(last)]


def _entry(
    game: Game, index: int, question: Question, judged: tuple[Answer, Sequence[float] | None]
) -> Entry:
    event, (answer, after) = question.event or {}, judged
    entry: Entry = {"index": index, "kind": event["kind"]}
    if question.version:
        entry["version"] = question.version + 1
    if event["kind"] == "move":
        text = game.ruleset.text(game.ruleset.decode(event["move"]))
        entry |= {"seat": event["seat"], "move": event["move"], "text": text}
    if "expected" in answer:
        entry["expected"] = answer["expected"]
    if "played" in answer:
        entry |= {"best": answer["moves"], "value": answer["played"], "solved": answer["solved"]}
        entry["loss"] = round(max(0.0, answer["moves"][0]["value"] - answer["played"]), 2)
    elif event["kind"] == "chance" and after and "expected" in answer:
        entry["luck"] = [
            round(now - before, 2) for now, before in zip(after, answer["expected"], strict=True)
        ]
    return entry


def _mark(entries: Sequence[Entry], seats: int) -> None:
    """Mark the largest losses of each seat.  (4)"""
    for seat in range(seats):
        lost = [each for each in entries if each.get("seat") == seat and each.get("loss", 0.0) >= MARKED_FROM]
        lost.sort(key=lambda each: -each["loss"])
        for mark, entry in enumerate(lost[:MARKS], 1):
            entry["mark"] = mark


def _of_seat(entries: Sequence[Entry], seat: int) -> dict[str, Json]:
    losses = [each["loss"] for each in entries if each.get("seat") == seat and "loss" in each]
    luck = [each["luck"][seat] for each in entries if "luck" in each]
    return {"seat": seat, "moves": len(losses), "loss": round(sum(losses), 2), "luck": round(sum(luck), 2)}
