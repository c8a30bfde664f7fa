"""`tiledraft arena`: which of two players is the stronger, and what each of them costs."""

import json
import os
import shlex
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import click

from rulesets.contract import (
    Json,
    Refused,
    Ruleset,
    Weights,
    canonical,
    checked_seats,
    completed,
    weighed,
    write_record,
)
from services.bots.arena import Outcome, Table, Tally, Thought, group
from services.bots.levels import Choose
from services.bots.programs import Forfeit, Program
from services.entry.arguments import MOST_NODES, Finite, given_bot, given_options, given_weights, searching
from services.entry.catalogue import installed_ruleset, installed_rulesets
from services.entry.output import tried_folder, write
from services.entry.words import complain, fail, tell

# What stands before the command of a program, in place of a bot's name.
PROGRAM = "cmd"


class Asked(NamedTuple):
    """What a process is told, in plain values: players by name, the ruleset by name."""

    a: str
    b: str
    ruleset: str
    options: dict[str, Json]
    seats: int
    seed: int
    budget: int | None
    seconds: float
    weights_a: Weights | None
    weights_b: Weights | None


@click.command()
@click.option("--ruleset", help="The game; without it the first that is installed.")
@click.option(
    "--seats", type=click.IntRange(min=1), help="Two, or the fewest above it that the ruleset takes."
)
@click.option("--matches", default=100, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--budget", type=click.IntRange(1, MOST_NODES), help="Nodes for both, in place of the levels' own."
)
@click.option("--weights-a", help="What A's estimate plays by: weights of the ruleset by name, or a file.")
@click.option("--weights-b", help="The same for B.")
@click.option(
    "--seconds",
    default=5.0,
    show_default=True,
    type=Finite(0.01, 3600),
    help="What a program has for a move, by the clock.",
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the ruleset.")
@click.option("--seed", default=1, show_default=True, help="Of the deals and of the players' choices.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--records",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write each match there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON at the end.")
@click.argument("a")
@click.argument("b")
def arena(  # noqa: PLR0913 - each is an option of the command
    *,
    a: str,
    b: str,
    ruleset: str | None,
    seats: int | None,
    matches: int,
    budget: int | None,
    weights_a: str | None,
    weights_b: str | None,
    seconds: float,
    options: tuple[str, ...],
    seed: int,
    processes: int,
    records: Path | None,
    as_json: bool,
) -> None:
    """Let the players A and B play matches.

    Each deal is played from all seats in turn. A player is a bot's name, or NAME:BUDGET, or 'cmd:COMMAND' for
    a program that plays by the line protocol (services/bots/README.md). With more than two seats A sits
    in one, B in all the others.
    """
    game = ruleset or min(installed_rulesets(), default="")
    asked = _checked(
        Asked(a, b, game, {}, seats or 0, seed, budget, seconds, None, None), options, (weights_a, weights_b)
    )
    folder = None if records is None else tried_folder(records)
    if left := matches % asked.seats:
        complain(f"{matches} matches leave the last deals played from {left} of {asked.seats} seats only")
    tally = Tally()
    for number, outcome in enumerate(_outcomes(asked, matches, processes), 1):
        tally.add(outcome)
        complain(f"{number:5} of {matches}: {_running(asked, tally)}")
        for sentence in _forfeits(asked, outcome):
            complain(sentence)
        if folder:
            _write(folder, asked, number, outcome)
    tell(json.dumps(_result(asked, tally)) if as_json else _told(asked, tally))


def player(name: str, asked: Asked) -> Choose:
    """The player of a name, of NAME:BUDGET, or of cmd:COMMAND; Refused where there is none."""
    kind, _, command = name.partition(":")
    if kind != PROGRAM:
        return given_bot(name, asked.budget)
    if asked.budget is not None:
        raise Refused(f"a program takes no budget, and {asked.budget} is given for both players")
    return _program(command, asked)


def _program(text: str, asked: Asked) -> Program:
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise Refused(f"the command {text} cannot be read: {error}") from None
    if not command:
        raise Refused(f"a program is written {PROGRAM}:COMMAND, and there is no command")
    return Program(command, {"ruleset": asked.ruleset, "options": asked.options}, asked.seconds)


def played(asked: Asked, number: int) -> list[Outcome]:
    """One group, in a process of its own."""
    table = Table(installed_ruleset(asked.ruleset), asked.options, asked.seats, asked.seed)
    a, b = player(asked.a, asked), player(asked.b, asked)
    under_a, under_b = _under(table.ruleset, a, asked.weights_a), _under(table.ruleset, b, asked.weights_b)
    try:
        return group(table, number, under_a, under_b)
    finally:
        for each in (a, b):
            if isinstance(each, Program):
                each.close()


def _under(ruleset: Ruleset, choose: Choose, weights: Weights | None) -> Choose:
    """The same player, judging by these weights if there are any."""
    if weights is None:
        return choose
    other = weighed(ruleset, weights)
    return lambda _, state, seat, dice: choose(other, state, seat, dice)


def _forfeits(asked: Asked, outcome: Outcome) -> Iterator[str]:
    """A sentence for each match that a program has lost by itself."""
    for match in outcome.played:
        if match.forfeit is not None:
            seat, reason = match.forfeit
            name = asked.a if seat == match.a else asked.b
            yield f"      {name} in seat {seat} has lost after {len(match.events)} events: {reason}"


def _outcomes(asked: Asked, matches: int, processes: int) -> Iterator[Outcome]:
    """So many outcomes, whole groups as far as they go, in the order of the groups."""
    groups = range(-(-matches // asked.seats))
    left = matches
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for outcomes in pool.map(partial(played, asked), groups):
            yield from outcomes[:left]
            left -= len(outcomes)


def _checked(asked: Asked, options: tuple[str, ...], weights: tuple[str | None, str | None]) -> Asked:
    try:
        ruleset = installed_ruleset(asked.ruleset)
        seats = asked.seats or min((each for each in ruleset.SEATS if each > 1), default=1)
        given = given_options(ruleset.OPTIONS, options)
        for name, text in zip((asked.a, asked.b), weights, strict=True):
            _check_player(asked, name, weighs=text is not None)
        under_a, under_b = (_weights(ruleset, asked.ruleset, text) for text in weights)
        asked = asked._replace(weights_a=under_a, weights_b=under_b)
        return asked._replace(options=completed(ruleset, given), seats=checked_seats(ruleset, seats))
    except Refused as refused:
        fail(str(refused))


def _check_player(asked: Asked, name: str, *, weighs: bool) -> None:
    """Refuse who cannot play; a program is started and ended again."""
    choose = player(name, asked)
    if weighs:
        searching(name, choose)
    if isinstance(choose, Program):
        try:
            choose.start()
        except Forfeit as forfeit:
            raise Refused(str(forfeit)) from None
        finally:
            choose.close()


def _weights(ruleset: Ruleset, name: str, text: str | None) -> Weights | None:
    return None if text is None else given_weights(ruleset, name, text).weights


def _running(asked: Asked, tally: Tally) -> str:
    low, high = tally.interval95
    won = f"{asked.a} {tally.wins_a}, {asked.b} {tally.wins_b}, ties {tally.ties}"
    return f"{won}; {asked.a} wins {tally.rate_a:.1%} (95 %: {low:.1%} to {high:.1%})"


def _told(asked: Asked, tally: Tally) -> str:
    return "\n".join(
        [
            _running(asked, tally),
            f"CPU a move: {asked.a} {_cost(tally.a)}, {asked.b} {_cost(tally.b)}",
        ]
    )


def _cost(thought: Thought) -> str:
    return f"{_milliseconds(thought)} ms (longest {1000 * thought.longest:.0f} ms)"


def _milliseconds(thought: Thought) -> float:
    return round(1000 * thought.seconds / (thought.moves or 1), 3)


def _result(asked: Asked, tally: Tally) -> dict[str, Any]:
    return {
        "a": asked.a,
        "b": asked.b,
        "matches": tally.matches,
        "wins_a": tally.wins_a,
        "wins_b": tally.wins_b,
        "ties": tally.ties,
        "rate_a": round(tally.rate_a, 4),
        "interval95": [round(bound, 4) for bound in tally.interval95],
        "cpu_ms_a": _milliseconds(tally.a),
        "cpu_ms_b": _milliseconds(tally.b),
    }


def _write(folder: Path, asked: Asked, number: int, outcome: Outcome) -> None:
    """One file a match; alone there are two of them, A's and B's."""
    ruleset = installed_ruleset(asked.ruleset)
    for match in outcome.played:
        record = write_record(ruleset, asked.ruleset, asked.options, asked.seats, match.events)
        whose = "b" if match.a is None else f"a{match.a}"
        write(folder / f"{number:05}-{whose}.json", canonical(record))
