"""`tiledraft up`: everything on one machine, from one command."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import click

from services.entry.address import at_address, listening, public_address
from services.entry.data_folder import LOG_BYTES, DataFolder
from services.entry.launcher import Launcher
from services.entry.store_server import StoreServer
from services.entry.words import number, say


@click.command()
@at_address
def up(host: str, port: int) -> None:
    """Start everything on this machine, and stop it with Ctrl-C."""
    web_workers, bot_workers = number(os.environ, "WEB_WORKERS", 2), number(os.environ, "BOT_WORKERS", 2)
    # The data hold the secrets of deals.
    os.umask(0o077)
    stopping = _stopped_by_signals()
    data = DataFolder(Path(os.environ.get("TILEDRAFT_DATA") or "data"))
    with ExitStack() as stack:
        stack.enter_context(data.taken())
        data.end_leftovers(say)
        server = stack.enter_context(listening(host, port))
        found = server.getsockname()[1]
        if port not in (0, found):
            say(f"Port {port} is taken: using {found}.")
        store = None if os.environ.get("EVENTS_URL") else StoreServer(data, given_up=stopping.is_set)
        address = os.environ.get("PUBLIC_ADDRESS") or public_address(server)
        launcher = stack.enter_context(Launcher(data, server, store, stopping).started(address))
        data.tell_address(address)
        if not stopping.is_set():
            for line in _introduction(address, data, store, web_workers, bot_workers):
                say(line)
        launcher.watch()


def _stopped_by_signals() -> threading.Event:
    stopping = threading.Event()
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, lambda *_: stopping.set())
    return stopping


def _introduction(
    address: str, data: DataFolder, store: StoreServer | None, web_workers: int, bot_workers: int
) -> Iterator[str]:
    """What a person sees when everything is there."""
    yield f"tiledraft is at {address}"
    if store is None:
        yield "  store    the one of EVENTS_URL; none was started"
    else:
        yield f"  store    {store.program}, {'found running' if store.adopted else 'started'}"
        yield f"           every move is kept in {data.events}"
    yield f"  web      {web_workers} processes (WEB_WORKERS)"
    yield f"  bots     {bot_workers} processes (BOT_WORKERS), and a sweeper that wakes those that sleep"
    yield f"  logs     {data.logs}/*.log, each begun anew at {LOG_BYTES // 2**20} MB, the last one kept"
    yield "For friends elsewhere: HOST=0.0.0.0 PUBLIC_ADDRESS=http://YOUR-NAME:PORT make run"
    yield "Ctrl-C stops everything; matches go on at the next start."
