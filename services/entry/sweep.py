"""`tiledraft sweep`: rings the bots that sleep."""

import signal
import sys
from functools import partial

import click

from services.bots.tasks import BELL_SOCKET_SECONDS, CeleryBell, keep_sweeping, make_celery, waiting_rings
from services.entry.given import given_settings
from services.entry.wiring import make_room


@click.command()
def sweep() -> None:
    """Ring the bots of matches that wait for them too long. One is enough; more do no harm."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    settings = given_settings()
    app = make_celery(settings.broker_url, socket_seconds=BELL_SOCKET_SECONDS)
    keep_sweeping(make_room(settings, CeleryBell(app)), partial(waiting_rings, app))
