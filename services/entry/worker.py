"""`tiledraft worker` takes the turns of bots, `tiledraft analyst` goes through matches that are over."""

import logging
import os
import sys
from typing import NoReturn

import click

from services.bots.tasks import ANALYSES, QUEUE
from services.entry.given import given_settings
from services.entry.wiring import make_worker
from services.entry.words import number

# How much analysts give way to everything else on the machine.
NICE = 10


@click.command()
def worker() -> None:
    """Take the turns of bots, and give hints.

    BOT_WORKERS says in how many processes.
    """
    _work(QUEUE, number(os.environ, "BOT_WORKERS", 2))


@click.command()
def analyst() -> None:
    """Judge the positions of matches that are over.

    ANALYSIS_WORKERS says in how many processes.
    """
    processes = number(os.environ, "ANALYSIS_WORKERS", 1)
    os.nice(NICE)
    _work(ANALYSES, processes)


def _work(queue: str, processes: int) -> NoReturn:
    app = make_worker(given_settings())
    # Workers share nothing but the queue: asking the others at the start would only cost a second.
    running = app.Worker(
        concurrency=processes,
        queues=[queue],
        pool_cls="prefork",
        loglevel=logging.WARNING,
        quiet=True,
        without_gossip=True,
        without_mingle=True,
    )
    running.start()
    sys.exit(running.exitcode)
