"""`tiledraft fit`: weights for a ruleset's estimate, made from matches that a bot plays with itself."""

import json
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import click

from rulesets.contract import (
    WEIGHTS_FORMAT,
    Json,
    Refused,
    Ruleset,
    Weights,
    checked_seats,
    completed,
    weighed,
    weights_digest,
)
from rulesets.contract.conformance import configurations
from services.bots.arena import Table
from services.bots.fitting import RIDGE, Comparison, Fitted, Sample, centred, fitted, fitted_to, stepped
from services.bots.levels import Choose
from services.bots.one_ply import foremost, judging
from services.bots.players import untold
from services.bots.self_play import Later, Play, Seen, seen_in
from services.entry.arguments import Finite, given_bot, given_options, given_weights, searching
from services.entry.catalogue import installed_ruleset
from services.entry.output import tried_file, write
from services.entry.words import CannotStart, complain, tell

# Who looks one move ahead: where positions are judged well enough to learn from, and matches are many; who
# takes the move that the ruleset's order has first plays still more.
ONE_PLY, FOREMOST = "one-ply", "foremost"
UNTOLD = {ONE_PLY: untold(judging), FOREMOST: untold(foremost)}
# How often it says how far it is, in a generation.
TOLD = 20


class Asked(NamedTuple):
    """What a process is told, in plain values."""

    ruleset: str
    tables: list[tuple[int, dict[str, Json]]]
    bot: str
    seed: int
    casual: int
    generation: int
    weights: Weights
    later: Later | None


@click.command()
@click.option("--matches", default=2_000, show_default=True, type=click.IntRange(min=1), help="A generation.")
@click.option("--generations", default=3, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--bot",
    default=ONE_PLY,
    show_default=True,
    metavar="NAME[:BUDGET]",
    help="Who plays: who takes the move after which the estimate is best (one-ply), or the one that the "
    "ruleset's order has first (foremost), or a bot that searches.",
)
@click.option("--option", "given", multiple=True, metavar="NAME=VALUE", help="Only tables with this option.")
@click.option(
    "--ridge",
    default=RIDGE,
    show_default=True,
    type=Finite(0.001, 1_000_000),
    help="Against weights that few boards speak for.",
)
@click.option(
    "--casual",
    default=1,
    show_default=True,
    type=click.IntRange(0, 10),
    help="Of ten moves so many are any sensible ones.",
)
@click.option(
    "--deals",
    default=0,
    show_default=True,
    type=click.IntRange(0, 100),
    help="Fit to comparisons of two ways on, judged so many deals later; 0 fits to final scores.",
)
@click.option(
    "--step",
    default=1.0,
    show_default=True,
    type=Finite(0, 1, min_open=True),
    help="How far each generation goes from its weights to those that fit its matches.",
)
@click.option(
    "--seats", "numbers", multiple=True, type=int, help="Up to two without it; may come repeatedly."
)
@click.option(
    "--start", default="handmade", show_default=True, help="Weights to begin with: a name or a file."
)
@click.option("--seed", default=1, show_default=True)
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="RULESET-fitted.json without it."
)
@click.argument("name", metavar="RULESET")
def fit(  # noqa: PLR0913 - each is an option of the command
    *,
    name: str,
    matches: int,
    generations: int,
    bot: str,
    given: tuple[str, ...],
    ridge: float,
    casual: int,
    deals: int,
    step: float,
    numbers: Sequence[int],
    start: str,
    seed: int,
    processes: int,
    output: Path | None,
) -> None:
    """Make the weights of a ruleset's estimate by self-play.

    They are those of a linear estimate, found by least squares and written to a file. Matches go through all
    options of the ruleset in turn. Each generation plays under the weights of the one before it, and its
    weights are fitted to the final scores of all matches so far. With --deals they are fitted to comparisons:
    at some positions two ways on are tried, both are played on with the same deals under the weights to begin
    with, and what they come to is judged by those of the generation before. To have bots play by them, put
    the file into the ruleset's folder as weights/fitted.json.
    """
    try:
        ruleset = installed_ruleset(name)
        weighed(ruleset, {})
        _chooser(bot)
        weights, made_before = given_weights(ruleset, name, start)
        tables = _tables(ruleset, numbers, given)
    except Refused as refused:
        raise CannotStart(str(refused)) from None
    file = tried_file(output or Path(f"{name}-fitted.json"))
    started, told = weights, list[dict[str, Json]]()
    samples: list[Sample] = []
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for generation in range(1, generations + 1):
            later = Later(deals, weights) if deals else None
            asked = Asked(name, tables, bot, seed, casual, generation, started if later else weights, later)
            comparisons: list[Comparison] = []
            for number, found in enumerate(pool.map(partial(played, asked), range(matches)), 1):
                samples += found.samples
                comparisons += found.comparisons
                if number * TOLD // matches > (number - 1) * TOLD // matches:
                    progress = f"generation {generation} of {generations}: {number} of {matches} matches"
                    complain(progress)
            if not samples or (deals and not comparisons):
                raise CannotStart(f"of {matches} matches of {bot} none came to an end with a round before it")
            made = fitted_to(comparisons, weights, ridge) if deals else fitted(samples, ridge)
            weights = centred(stepped(weights, made.weights, step), samples)
            told.append(_told(made))
            complain(f"generation {generation}: {_sentence(made, deals)}")
    narrowed = [*(f" --seats {each}" for each in numbers), *(f" --option {each}" for each in given)]
    head = {
        "format": WEIGHTS_FORMAT,
        "ruleset": name,
        "ruleset_version": ruleset.VERSION,
        "unit": "hundredths of a point",
        "made": {
            "command": f"tiledraft fit {name} --matches {matches} --generations {generations} --bot {bot} "
            f"--casual {casual} --deals {deals} --step {step} --ridge {ridge} --start {start} --seed {seed}"
            + "".join(narrowed),
            "date": datetime.now(UTC).date().isoformat(),
            "seed": seed,
            "matches": matches * generations,
            "generations": told,
            # Stages that are not played stay as they were.
            **({} if made_before is None else {"started": made_before}),
        },
        "sha256": weights_digest(weights),
    }
    write(file, json.dumps({**head, "weights": weights}, indent=1))
    tell(f"written: {file}")


def _told(made: Fitted) -> dict[str, Json]:
    return {
        "samples": made.samples,
        "points_off": round(made.off, 2),
        "points_off_without": round(made.off_without, 2),
    }


def _sentence(made: Fitted, deals: int) -> str:
    what = "comparisons" if deals else "boards"
    return f"{made.samples} {what}; off by {made.off:.2f} points, without weights by {made.off_without:.2f}"


def played(asked: Asked, number: int) -> Seen:
    """One match, in a process of its own."""
    seats, options = asked.tables[number % len(asked.tables)]
    table = Table(installed_ruleset(asked.ruleset), options, seats, asked.seed)
    play = Play(_chooser(asked.bot), asked.generation, asked.casual, asked.later)
    return seen_in(table, asked.weights, play, number)


def _chooser(bot: str) -> Choose:
    return UNTOLD.get(bot) or searching(bot, given_bot(bot))


def _tables(
    ruleset: Ruleset, numbers: Sequence[int], given: Sequence[str]
) -> list[tuple[int, dict[str, Json]]]:
    """Every number of seats that is asked for with all options, or those that have the given ones."""
    few = [seats for seats in ruleset.SEATS if seats <= 2] or [min(ruleset.SEATS)]
    for seats in numbers:
        checked_seats(ruleset, seats)
    wanted = given_options(ruleset.OPTIONS, given)
    completed(ruleset, wanted)
    tables = [table for table in configurations(ruleset) if table[0] in (numbers or few)]
    found = [table for table in tables if wanted.items() <= table[1].items()]
    if not found:
        raise Refused(f"of the tables that are fitted to none has {', '.join(given)}")
    return found
