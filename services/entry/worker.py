"""`tiledraft worker`: takes the turns of bots."""

import logging
import os
import sys

import click

from services.entry.given import given_settings
from services.entry.wiring import make_worker
from services.entry.words import number


@click.command()
def worker() -> None:
    """Take the turns of bots; BOT_WORKERS says in how many processes."""
    processes = number(os.environ, "BOT_WORKERS", 2)
    app = make_worker(given_settings())
    # Workers share nothing but the queue: asking the others at the start would only cost a second.
    running = app.Worker(
        concurrency=processes,
        pool_cls="prefork",
        loglevel=logging.WARNING,
        quiet=True,
        without_gossip=True,
        without_mingle=True,
    )
    running.start()
    sys.exit(running.exitcode)
