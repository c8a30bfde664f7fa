"""What `tiledraft up` starts, watches and stops.

(1) What dies is started again, the store too, for as long as the launcher lives.
(2) A process that cannot use its settings is not started again: all is stopped, and its sentence said.
(3) It ends in order: nothing new comes in; nobody plays, judges or rings, which all end at the same time; and
    only then the store.
"""

import http.client
import json
import os
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from services.entry.address import local_address
from services.entry.children import Child
from services.entry.data_folder import DataFolder
from services.entry.patience import Patience
from services.entry.store_server import StoreServer
from services.entry.words import BAD_SETTING, CannotStart, say

TICK_SECONDS = 0.1
STORE_PAUSE_SECONDS = 2.0
LOGS_SECONDS = 10.0
# How long each may take to end: requests, the turn of a bot (a longer one is taken again), a position that is
# judged (as well), a sweep.
PATIENCE: Mapping[str, float] = {"web": 8.0, "worker": 6.0, "analyst": 3.0, "sweep": 3.0}


class Launcher:
    """Without a store of its own it uses that of EVENTS_URL."""

    def __init__(
        self, data: DataFolder, server: socket.socket, store: StoreServer | None, stopping: threading.Event
    ) -> None:
        self._data, self._server, self._store, self._stopping = data, server, store, stopping
        self._children: list[Child] = []
        self._logs_at = 0.0

    @contextmanager
    def started(self, address: str) -> Iterator["Launcher"]:
        """Everything, answering; stopped at the end, whatever happened."""
        patience = Patience(time.monotonic)
        try:
            if self._store is not None:
                self._store.bring_up()
            self._start(address)
            self._wait_for_readiness(patience)
            yield self
        finally:
            self._stop()

    def watch(self) -> None:
        """Keep everything running until a signal comes.  (1)"""
        while not self._stopping.wait(TICK_SECONDS):
            self._tick()

    def _start(self, address: str) -> None:
        told = {"PUBLIC_ADDRESS": address}
        if self._store is not None:
            told["EVENTS_URL"] = self._store.url
        for name, patience in PATIENCE.items():
            child = Child(name, self._data.log(name), os.environ | told, patience)
            if name == "web":
                child.serve(self._server, self._data.metrics)
            child.start()
            self._children.append(child)
            self._remember()

    def _remember(self) -> None:
        self._data.remember({child.name: child.running for child in self._children if child.running})

    def _tick(self) -> None:
        if self._store is not None and not self._store.is_there():
            self._bring_store_back(self._store)
        for child in self._children:
            if (status := child.died()) is not None:
                self._say_ended(child, status)
            if child.is_due():
                child.start()
                self._remember()
        if time.monotonic() > self._logs_at:
            self._logs_at = time.monotonic() + LOGS_SECONDS
            self._data.shorten_logs()

    def _bring_store_back(self, store: StoreServer) -> None:
        say("The store ended; starting it again.")
        try:
            store.bring_up()
        except CannotStart as sorry:
            say(sorry.format_message())
            self._stopping.wait(STORE_PAUSE_SECONDS)

    def _say_ended(self, child: Child, status: int) -> None:
        if status == BAD_SETTING:
            raise CannotStart(child.last_words())
        how = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
        say(f"{child.name} {how}; starting it again (its log: {child.log}).")

    def _wait_for_readiness(self, patience: Patience) -> None:
        """Return when matches can be played, or when somebody wants to stop."""
        while not self._stopping.is_set():
            status, said = _asked(f"{local_address(self._server)}/readyz")
            if status == http.HTTPStatus.OK:
                for warning in said.get("warnings", ()):
                    say(f"Mind that {warning}.")
                return
            unfit = status == http.HTTPStatus.SERVICE_UNAVAILABLE
            what = f"the store: {said.get('detail')}" if unfit else f"web (its log: {self._data.log('web')})"
            if (sentence := patience.sentence(what)) is not None:
                say(sentence)
            self._tick()
            self._stopping.wait(TICK_SECONDS)

    def _stop(self) -> None:
        """Stop in order.  (3)"""
        self._server.close()
        for together in (self._children[:1], self._children[1:]):
            for child in together:
                say(f"Stopping {child.name}.")
                child.terminate()
            for child in together:
                child.stop()
        self._data.remember({})
        if self._store is not None:
            say("Stopping the store.")
            self._store.stop()
        say(f"All stopped. Everything is kept in {self._data.path}.")


def _asked(url: str) -> tuple[int, dict[str, Any]]:
    """Status and answer of this machine, never by way of a proxy; 0 when there is no answer."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=1)
    try:
        connection.request("GET", urlsplit(url).path)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    except (OSError, http.client.HTTPException, ValueError):
        return 0, {}
    finally:
        connection.close()
