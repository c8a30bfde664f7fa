"""`tiledraft analyse`: how a match went that stands in a record file, judged on this machine."""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from multiprocessing import get_context
from typing import Any, NamedTuple

import click

from rulesets.contract import CHANCE, BadEvent, Event, Json, Refused, Ruleset, State, encoded, read_record
from services.bots.judging import JUDGE, Asked, Judge, make_judge
from services.entry.arguments import given_budget
from services.entry.catalogue import installed_rulesets
from services.entry.offline import CONTRADICTED, read_file
from services.entry.words import complain, fail, plain, tell
from services.matches.questions import Game, Question, questions
from services.matches.reports import report

# Smaller losses are within what the table shows of points.
TOLD_FROM = 0.05


class Match(NamedTuple):
    """A record that was checked, and what is asked of it; `put` is how the judge is asked each question."""

    game: Game
    questions: list[Question]
    put: list[Asked]
    last: State


@click.command()
@click.option(
    "--judge", default=JUDGE, show_default=True, metavar="NAME[:BUDGET]", help="A bot that searches."
)
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(min=1))
@click.option("--json", "as_json", is_flag=True, help="Print the analysis as JSON.")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
def analyse(*, file: str, judge: str, processes: int, as_json: bool) -> None:
    """Judge every position of a record.

    It tells expected points, losses of moves and luck of deals. Points are expected final points. A move's
    value is the lead it brings its seat; its loss is what the best move would have brought more. The
    largest losses of each seat are marked.
    """
    text = json.dumps(read_file(file))
    try:
        judging = _judge(judge)
        match = _read(installed_rulesets(), text, judging)
    except BadEvent as bad:
        fail(str(bad), CONTRADICTED)
    except Refused as refused:
        fail(str(refused))
    answers, asked = [], len(match.questions)
    for answer in _answers(text, judge, asked, processes):
        answers.append(answer)
        if sys.stderr.isatty():
            complain(f"{len(answers)} of {asked} positions judged", begin="\r", end="")
    complain("" if sys.stderr.isatty() else f"{asked} positions judged")
    game = match.game
    told = judging.told(game.ruleset, game.seats, game.options)
    found = report(game, told, match.questions, answers, match.last)
    for line in [json.dumps(found)] if as_json else _told(found):
        tell(plain(line))


def answered(text: str, judge: str, index: int) -> dict[str, Json]:
    """One answer, in a process of its own."""
    judging = _judge(judge)
    return judging.answer(_once(text, judge).put[index])


@lru_cache(1)
def _once(text: str, judge: str) -> Match:
    # What is left out was said by the process that asks.
    return _read(installed_rulesets(lambda _: None), text, _judge(judge))


def _judge(text: str) -> Judge:
    return make_judge(*given_budget(text))


def _read(rulesets: Mapping[str, Ruleset], text: str, judge: Judge) -> Match:
    record = read_record(rulesets, json.loads(text))
    game = Game(record.ruleset, record.name, record.options, record.seats)
    steps: list[tuple[State, Event | None]] = []
    states = record.states()
    _, state = next(states)
    for event, after in states:
        steps.append((state, event))
        state = after
    steps.append((state, None))
    told = judge.told(game.ruleset, game.seats, game.options)
    asked = list(questions(game, told, [(0, before, _wire(game, event)) for before, event in steps]))
    put = [_put(game, step, question) for step, question in zip(steps, asked, strict=False)]
    return Match(game, asked, put, state)


def _wire(game: Game, event: Event | None) -> dict[str, Json] | None:
    return None if event is None else encoded(game.ruleset, event)


def _put(game: Game, step: tuple[State, Event | None], question: Question) -> Asked:
    state, event = step
    seat, choice = event or (game.ruleset.to_act(state)[0], None)
    return Asked(game.ruleset, state, seat, None if seat == CHANCE else choice, question.name)


def _answers(text: str, judge: str, number: int, processes: int) -> Iterator[dict[str, Json]]:
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(answered, text, judge), range(number))


def _told(found: Mapping[str, Any]) -> Iterator[str]:
    """A table for people: a line an entry, then a line a seat."""
    seats = range(len(found["seats"]))
    heads = "".join(f"{f'seat {seat}':>9}" for seat in seats)
    yield f"judged by {found['judge']['name']}, {found['judge']['budget']} nodes a position"
    yield f"{'entry':>5}  {'who':<6}{heads}  what"
    for entry in found["entries"]:
        who = "deal" if entry["kind"] == "chance" else f"seat {entry['seat']}"
        yield f"{entry['index']:>5}  {who:<6}{_points(entry['expected'])}  {_what(entry)}"
    if found["final"] is not None:
        yield f"{'end':>5}  {'':<6}{_points(found['final'])}"
    for each in found["seats"]:
        moves = "1 move" if each["moves"] == 1 else f"{each['moves']} moves"
        yield (
            f"seat {each['seat']}: {moves} lost {each['loss']:.1f} points, deals brought {each['luck']:+.1f}"
        )


def _points(points: list[float]) -> str:
    return "".join(f"{each:9.1f}" for each in points)


def _what(entry: Mapping[str, Any]) -> str:
    if entry["kind"] == "chance":
        return "luck " + " ".join(f"{each:+.1f}" for each in entry["luck"]) if "luck" in entry else ""
    text = str(entry["text"])
    if entry["loss"] < TOLD_FROM:
        return text
    better = entry["best"][0]["text"]
    mark = "  " + "!" * (4 - entry["mark"]) if "mark" in entry else ""
    return f"{text}  lost {entry['loss']:.1f}, better {better}{mark}"
