"""`tiledraft backup`: the events of one machine, copied while it runs or while it stands still.

(1) While files are copied the store only adds to them: it does not write its log anew.
(2) One copy at a time, for the first to end would let the store write anew beside the second. However it
    ends, the store is as it was; after a kill -9 it is so from the next backup or start of the store on.
(3) What was being added is cut off when the copy is first read; all before it is whole.
(4) A folder that has its name is whole: until then it grows in FOLDER.part, which goes when the copy fails or
    is ended. What a kill -9 leaves of it goes with the next copy to FOLDER.
"""

import errno
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from redis import Redis, RedisError

from services.entry.data_folder import DataFolder, locked, read_json
from services.entry.running import wait_until
from services.entry.store_server import answers
from services.entry.words import CannotStart, reason_of, tell

# When the store writes its log anew, in per cent that it grew by: the server's own default.
REWRITING, USUAL = "auto-aof-rewrite-percentage", 100
REWRITE_SECONDS = 600


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
def backup(folder: Path) -> None:
    """Copy the events of `tiledraft up`, running or not.

    FOLDER is made: a data folder with the events alone. TILEDRAFT_DATA is the folder that is copied.
    """
    # The events hold the secrets of deals.
    os.umask(0o077)
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, lambda number, _: sys.exit(128 + number))  # what is held off is let go  (2), (4)
    data = DataFolder(Path(os.environ.get("TILEDRAFT_DATA") or "data"))
    try:
        if not data.events.is_dir():
            raise CannotStart(f"no events are in {data.path}: TILEDRAFT_DATA is the folder of `tiledraft up`")
        if folder.resolve().is_relative_to(data.path.resolve()):
            raise CannotStart(f"{folder} lies in {data.path}, which is to be copied: name a folder outside")
        with _only_copy(data), _growing(folder, data.events.name) as events, _only_added_to(data):
            shutil.copytree(data.events, events)
    except shutil.Error as error:
        raise CannotStart(f"{data.events} cannot be copied: {error.args[0][0][2]}") from None
    except OSError as error:
        raise CannotStart(f"{data.events} cannot be copied to {folder}: {reason_of(error)}") from None
    except RedisError as error:
        raise CannotStart(f"the store of {data.path} refuses: {error}") from None
    tell(f"copied: {folder}")


@contextmanager
def _only_copy(data: DataFolder) -> Iterator[None]:
    """(2)"""
    with data.backup_lock.open("w") as lock:
        if not locked(lock.fileno()):
            raise CannotStart(f"another `tiledraft backup` copies {data.path}: wait until it has ended")
        yield


@contextmanager
def _growing(folder: Path, name: str) -> Iterator[Path]:
    """Where what is to have this name in the folder can be made; it is in the folder at the end.  (4)"""
    if os.path.lexists(folder):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    part = folder.with_name(f"{folder.name}.part")
    if os.path.lexists(part):
        # Somebody else may call a folder so: nothing goes that no copy can have left.
        if {each.name for each in part.iterdir()} - {name}:
            raise CannotStart(f"{part} is there, and no part of a copy: name another folder")
        shutil.rmtree(part)
    try:
        part.mkdir(parents=True)
        yield part / name
        part.rename(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)


@contextmanager
def _only_added_to(data: DataFolder) -> Iterator[None]:
    """A store that writes nothing anew, or none that writes.  (1)"""
    lock = os.open(data.store_lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if locked(lock):
            yield
        else:
            with _rewriting_held_off(data):
                yield
    finally:
        os.close(lock)


@contextmanager
def _rewriting_held_off(data: DataFolder) -> Iterator[None]:
    socket = (read_json(data.store_note) or {}).get("socket", "")
    if not answers(socket):
        raise CannotStart(f"the store of {data.path} runs and does not answer at {socket or 'any socket'}")
    store: Any = Redis(unix_socket_path=socket, decode_responses=True)
    run = _run_of(store)
    store.config_set(REWRITING, 0)
    try:
        if not wait_until(lambda: not _rewrites(store), REWRITE_SECONDS):
            raise CannotStart(f"the store of {data.path} still writes its log anew: try again later")
        yield
        if _run_of(store) != run:  # one that was started anew writes anew, too  (1)
            raise CannotStart(f"the store of {data.path} was started anew meanwhile: copy again")
    finally:
        store.config_set(REWRITING, USUAL)
        store.close()


def _run_of(store: Any) -> str:
    """What a server is called from its start to its end."""
    return str(store.info("server")["run_id"])


def _rewrites(store: Any) -> bool:
    found = store.info("persistence")
    return bool(found["aof_rewrite_in_progress"] or found["aof_rewrite_scheduled"])
