"""`tiledraft web` as operators run it, started for a benchmark; what it costs, as Linux counts it."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.bench.table import UNLIMITED
from tests.servers import free_port, wait_until

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
START_SECONDS = 30


class Web(NamedTuple):
    """A running `tiledraft web`: its port, and its master's pid."""

    port: int
    master: int

    def workers(self) -> list[int]:
        found = Path(f"/proc/{self.master}/task/{self.master}/children").read_text()
        return [int(pid) for pid in found.split()]

    def cpu_seconds(self) -> float:
        """What the workers have used since they began."""
        return sum(cpu_seconds(pid) for pid in self.workers())

    def resident_bytes(self) -> int:
        """What the workers hold in memory."""
        return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self.workers()) * PAGE


def cpu_seconds(pid: int) -> float:
    """User and system time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@contextmanager
def running_web(url: str, workers: int, *, limited: bool = False, **settings: str) -> Iterator[Web]:
    """The web command on a store, with so many workers, all of which have answered."""
    port = free_port()
    environment = os.environ | {} if limited else os.environ | UNLIMITED
    environment |= {"EVENTS_URL": url, "PORT": str(port), "WEB_WORKERS": str(workers), **settings}
    environment |= {"GUNICORN_LOG_LEVEL": "warning", "LOG_LEVEL": "ERROR"}
    command = [sys.executable, "-m", "services.entry", "web"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            web = Web(port, process.pid)
            wait_until(lambda: _answers(port) and len(web.workers()) == workers, START_SECONDS)
            time.sleep(1)  # every worker, not only the one that answered, has built its application
            yield web
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
