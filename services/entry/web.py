"""`tiledraft web`: the API under gunicorn, with gevent workers."""

import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path

import click

from services.entry.address import at_address
from services.entry.words import number

METRICS = "PROMETHEUS_MULTIPROC_DIR"


@click.command()
@at_address
def web(host: str, port: int) -> None:
    """Serve the API; WEB_WORKERS says by how many processes."""
    number(os.environ, "WEB_WORKERS", 2)
    os.environ |= {"HOST": host, "PORT": str(port)}
    _make_cooperative()
    with _metrics_folder(), as_file(files("infra") / "gunicorn.conf.py") as configuration:
        # Only now: what follows imports the whole service, and must find a patched standard library.
        from services.entry.served import Served  # noqa: PLC0415

        Served(str(configuration)).run()


def _make_cooperative() -> None:
    """Let sockets and locks wait for one another as greenlets do.

    Before the service is imported, and once for all workers, which are forked with it. What the master
    itself needs stays as it is: it forks, waits for signals and for its workers. gunicorn patches that
    too in each worker, and gevent would remark on the second time.
    """
    from gevent import monkey  # noqa: PLC0415 - other commands do without

    monkey.patch_all(os=False, signal=False, queue=False, select=False, subprocess=False)
    warnings.filterwarnings("ignore", message="Patching more than once")


@contextmanager
def _metrics_folder() -> Iterator[None]:
    """A folder where the workers keep what they count; theirs of an earlier run are not counted on."""
    given = os.environ.get(METRICS)
    folder = Path(given or tempfile.mkdtemp(prefix="tiledraft-metrics-"))
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob("*.db"):
        left.unlink(missing_ok=True)
    os.environ[METRICS] = str(folder)
    master = os.getpid()
    try:
        yield
    finally:
        # A worker leaves through here as well.
        if not given and os.getpid() == master:
            shutil.rmtree(folder, ignore_errors=True)
