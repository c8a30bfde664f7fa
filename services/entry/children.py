"""The processes that `tiledraft up` starts, and starts again when they die."""

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from services.entry.running import Running, end_group, running

# The pause before a child that died is started again: doubled each time, back to the first after a while.
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 8.0
STEADY_SECONDS = 30.0


@dataclass
class Child:
    """A command of `tiledraft` in a process group of its own, which a terminal's Ctrl-C does not reach.

    `patience` is how many seconds it may take to end what it is doing.
    """

    name: str
    log: Path
    environment: Mapping[str, str]
    patience: float
    descriptors: Sequence[int] = field(default=(), init=False)
    running: Running | None = field(default=None, init=False)
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _started: float = field(default=0.0, init=False)
    _pause: float = field(default=FIRST_PAUSE, init=False)
    _again_at: float = field(default=0.0, init=False)

    def serve(self, server: socket.socket, metrics: Path) -> None:
        """Give it the socket that is listened at, and a folder for what its processes count."""
        self.descriptors = [server.fileno()]
        self.environment = {
            **self.environment,
            "TILEDRAFT_WEB_FD": str(server.fileno()),
            "PROMETHEUS_MULTIPROC_DIR": str(metrics),
        }

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own command
                [sys.executable, "-P", "-m", "services.entry", self.name],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self.environment,
                pass_fds=self.descriptors,
                process_group=0,
            )
        self._started = time.monotonic()
        self.running = running(self._process.pid)

    def died(self) -> int | None:
        """The status with which it ended, told once; None while it runs. What it left behind is ended too."""
        if self._process is None or (status := self._process.poll()) is None:
            return None
        end_group(self._process.pid)
        self._process = self.running = None
        if time.monotonic() - self._started > STEADY_SECONDS:
            self._pause = FIRST_PAUSE
        self._again_at = time.monotonic() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return status

    def is_due(self) -> bool:
        """Whether it died and its pause is over."""
        return self._process is None and time.monotonic() >= self._again_at

    def last_words(self) -> str:
        """The last line of its log, without the name that begins it."""
        lines = self.log.read_text("utf-8", "replace").splitlines() or [f"{self.name} cannot start"]
        return lines[-1].removeprefix("tiledraft: ")

    def terminate(self) -> None:
        """Tell it to end what it is doing: once, a worker that is told twice breaks off."""
        if self._process is not None:
            self._process.terminate()

    def stop(self) -> None:
        """Let it end what it was told to end, and end it when its patience is over."""
        if self._process is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(self.patience)
        end_group(self._process.pid)
        self._process.wait()
        self._process = self.running = None
