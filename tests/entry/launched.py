"""`tiledraft up` as a process of its own, for tests: started in a folder, talked to, killed, stopped."""

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.servers import free_port, wait_until

START_SECONDS = 30
# What the service promises: so long after a death everything goes on.
RECOVERY_SECONDS = 15


class Launched:
    """One launcher on a data folder. Without a PATH it runs the bundled Valkey."""

    def __init__(self, data: Path, port: int | None = None, **settings: str) -> None:
        self.data = data
        self.port = port or free_port()
        self.said = data.with_name(f"{data.name}.said")
        fresh = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
        self._environment = fresh | {"PATH": "", "TILEDRAFT_DATA": str(data)} | settings
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *, until: str = "Ctrl-C stops everything") -> str:
        """Start, and wait for a word; what was said until then."""
        with self.said.open("wb") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "services.entry", "up", "--port", str(self.port)],
                env=self._environment,
                stdout=said,
                stderr=said,
                stdin=subprocess.DEVNULL,
            )
        wait_until(lambda: until in self.words() or not self.is_running(), START_SECONDS)
        assert until in self.words(), self.words()
        return self.words()

    def words(self) -> str:
        return self.said.read_text("utf-8")

    def address(self) -> str:
        return self.words().partition("tiledraft is at ")[2].split()[0]

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def asked_again(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """As `asked`, again and again while nobody answers: moves may be repeated, too."""
        answers: list[tuple[int, Any]] = []

        def answered() -> bool:
            answers.append(self.asked(method, path, body, **headers))
            return answers[-1][0] not in (0, 503)

        wait_until(answered, RECOVERY_SECONDS)
        return answers[-1]

    def ended(self, number: int = 0) -> int:
        """Send a signal, and wait for the end; its status."""
        assert self._process is not None
        self._process.send_signal(number)
        return self._process.wait(START_SECONDS)

    def launcher(self) -> int:
        assert self._process is not None
        return self._process.pid

    def pid(self, name: str) -> int:
        """The launcher's note of a child, or of the store."""
        if name == "store":
            return int(json.loads((self.data / "store.json").read_text("utf-8"))["process"][0])
        return int(json.loads((self.data / "processes.json").read_text("utf-8"))[name][0])

    def pids(self) -> dict[int, str]:
        """Every process that this data folder has, with its command: told by its environment.

        The store, which writes its title over that, is told by where it runs.
        """
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                named = f"TILEDRAFT_DATA={self.data}\0".encode() in (folder / "environ").read_bytes()
                if named or (folder / "cwd").readlink() == self.data / "events":
                    found[int(folder.name)] = (folder / "cmdline").read_text("utf-8").replace("\0", " ")
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                continue
        return found

    def close(self) -> None:
        """End what a test left: only processes of this data folder."""
        if self.is_running():
            self.ended(signal.SIGKILL)
        for pid in self.pids():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if (self.data / "store.json").exists():
            shutil.rmtree(self.socket().parent, ignore_errors=True)

    def socket(self) -> Path:
        return Path(json.loads((self.data / "store.json").read_text("utf-8"))["socket"])

    def asked(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Status and answer; 0 when nobody answers."""
        connection = http.client.HTTPConnection(urlsplit(self.address()).netloc, timeout=5)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(
                method, path, json.dumps(body) if body else None, {"Content-Type": "application/json"} | named
            )
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException):
            return 0, {}
        finally:
            connection.close()

    def opened(self, target: int, *seats: dict[str, str]) -> Any:
        body = {"ruleset": "pig", "options": {"target": target}, "seats": seats}
        status, match = self.asked("POST", "/api/v1/matches", body)
        assert status == 201, match
        return match

    def match(self, name: str) -> Any:
        status, match = self.asked_again("GET", f"/api/v1/matches/{name}")
        assert status == 200, match
        return match


def children_of(pid: int) -> list[int]:
    return [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text("utf-8").split()
    ]


def seconds_until(holds: Any, at_most: float = RECOVERY_SECONDS) -> float:
    begun = time.monotonic()
    wait_until(holds, at_most)
    return time.monotonic() - begun
