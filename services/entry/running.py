"""Processes as one can still recognise them after their launcher was killed.

(1) A pid alone names nobody: it may have been given to another process since. With the time at which
    the process started, and the boot in which, it names one process for ever.
(2) Nothing is signalled that is not recognised so.
"""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

_PAUSE = 0.05


class Running(NamedTuple):
    """A process, by pid and start."""

    pid: int
    started: str

    def is_there(self) -> bool:
        return _started(self.pid) == self.started

    def ask_to_end(self) -> None:
        if self.is_there():
            _signal(self.pid, signal.SIGTERM)

    def end(self, seconds: float) -> None:
        """Ask the process to end, wait so many seconds, and end it and what is left of its group."""
        if not self.is_there():
            return
        self.ask_to_end()
        wait_until(lambda: not self.is_there(), seconds)
        end_group(self.pid)
        wait_until(lambda: not self.is_there(), seconds)


def running(pid: int) -> Running:
    """The process that has this pid now."""
    return Running(pid, _started(pid) or "")


def end_group(pid: int) -> None:
    """End what is left of the group that a process of ours led; there may be nothing."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def wait_until(holds: Callable[[], bool], seconds: float) -> bool:
    """Whether it came to hold within so many seconds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(_PAUSE)
    return True


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def _started(pid: int) -> str | None:
    """When a process started, in the words of this system; None when it is not there, or a zombie."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8")
    except FileNotFoundError:
        return None if Path("/proc/self/stat").exists() else _started_by_ps(pid)
    # The name before it is in brackets and may hold anything.
    state, *fields = stat.rpartition(")")[2].split()
    if state in "ZX":
        return None
    return f"{Path('/proc/sys/kernel/random/boot_id').read_text('utf-8').strip()} {fields[18]}"


def _started_by_ps(pid: int) -> str | None:
    """As `_started`, where there is no /proc."""
    asked = ["/bin/ps", "-o", "stat=,lstart=", "-p", str(pid)]
    found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split()  # noqa: S603
    return None if not found or found[0].startswith("Z") else " ".join(found[1:])
