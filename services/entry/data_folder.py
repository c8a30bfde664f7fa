"""The folder that one `tiledraft up` keeps: the events, what runs on them, and the logs.

    events/           the store's append-only log: all there is to keep
    store.lock        held by the running store, through a descriptor that it inherits
    store.json        which process that is, and its socket
    up.lock           held by the running launcher; its pid stands in it
    backup.lock       held by a running `tiledraft backup`
    address           where the service was last reached
    processes.json    what that launcher started
    log/*.log         of each process; *.log.1 is what was before

(1) One launcher a folder, one store a folder: both locks go when their process does, however it ends.
"""

import fcntl
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from services.entry.running import Running
from services.entry.words import CannotStart

LOG_BYTES = 10 * 1024 * 1024
LEFTOVER_SECONDS = 6


class DataFolder:
    def __init__(self, path: Path, log_bytes: int = LOG_BYTES) -> None:
        self.log_bytes = log_bytes
        self.path = path.absolute()
        self.events = self.path / "events"
        self.logs = self.path / "log"
        self.metrics = self.path / "metrics"
        self.store_lock = self.path / "store.lock"
        self.store_note = self.path / "store.json"
        self.backup_lock = self.path / "backup.lock"

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Make the folder where it is missing, and be its only launcher.  (1)"""
        with self._opened_lock() as lock:
            if not locked(lock.fileno()):
                lock.seek(0)
                raise CannotStart(
                    f"another `tiledraft up` (pid {lock.read().strip()}) serves the data in {self.path}; "
                    f"stop that one, or set TILEDRAFT_DATA to another folder"
                )
            lock.truncate(0)
            print(os.getpid(), file=lock, flush=True)
            yield

    def _opened_lock(self) -> IO[str]:
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            for folder in (self.events, self.logs):
                folder.mkdir(exist_ok=True)
            return (self.path / "up.lock").open("a+", encoding="utf-8")
        except OSError as error:
            raise CannotStart(f"the data folder {self.path} cannot be used: {error.strerror}") from None

    def is_copied(self) -> bool:
        """Whether a `tiledraft backup` runs."""
        with self.backup_lock.open("a") as lock:
            return not locked(lock.fileno())

    def log(self, name: str) -> Path:
        return self.logs / f"{name}.log"

    def shorten_logs(self) -> None:
        """Put aside what a log has when it grows long. Its writers append, and go on at the new beginning."""
        for log in self.logs.glob("*.log"):
            if log.stat().st_size > self.log_bytes:
                shutil.copyfile(log, log.with_suffix(".log.1"))
                os.truncate(log, 0)

    def remember(self, processes: Mapping[str, Running]) -> None:
        """Write down what was started, for a launcher that comes after this one was killed."""
        write_json(self.path / "processes.json", processes)

    def tell_address(self, address: str) -> None:
        """For commands that look for the service of this folder."""
        (self.path / "address").write_text(address, "utf-8")

    def address(self) -> str | None:
        """Where the service of this folder was last reached."""
        note = self.path / "address"
        return note.read_text("utf-8") if note.is_file() else None

    def end_leftovers(self, say: Callable[[str], None]) -> None:
        """End what a killed launcher left, but for the store, which is adopted."""
        noted = read_json(self.path / "processes.json") or {}
        left = {name: Running(*fields) for name, fields in noted.items()}
        for name, process in left.items():
            if process.is_there():
                say(f"Ending {name} (pid {process.pid}), which an earlier launcher left behind.")
                process.ask_to_end()
        for process in left.values():
            process.end(LEFTOVER_SECONDS)
        self.remember({})


def locked(descriptor: int) -> bool:
    """Take a lock for as long as this descriptor, or a copy of it in another process, is open; or do not."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def write_json(path: Path, content: Any) -> None:
    """Whole or not at all."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(content), "utf-8")
    new.replace(path)


def read_json(path: Path) -> Any:
    """What was written; None where nothing was, or nothing that can be read."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return None
