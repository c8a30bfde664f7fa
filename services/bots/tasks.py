"""Celery: the app, the one task, the bell that sends it, the sweeper that rings what sleeps.

Tasks name a match, a seat and a version, nothing else: no state, no secret, no token travels.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from queue import Full, Queue
from threading import Lock, Thread
from typing import Any, Protocol

import structlog
from celery import Celery
from kombu.exceptions import OperationalError

from services.bots.players import Player
from services.bots.turns import take_turn
from services.matches.errors import Rejected
from services.matches.ports import Bell, StoreDown
from services.matches.room import Room

log = structlog.get_logger()

TURN = "tiledraft.turn"
QUEUE = "turns"
# How long a match waits for its bot before the sweeper rings, and how often it looks.
ASLEEP_SECONDS = 2.0
SWEEP_SECONDS = 2.0
# Rings that nobody has answered yet: with more than so many a match, workers are away, and more do not help.
ENOUGH_RINGS = 4
QUEUED_RINGS = 1000

SETTINGS: Mapping[str, Any] = {
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "worker_prefetch_multiplier": 1,
    "task_ignore_result": True,
    "task_default_queue": QUEUE,
    # The longest turn is 5 s of CPU time: on a machine four times overloaded it still comes to its end.
    "task_soft_time_limit": 20,
    "task_time_limit": 30,
    "broker_connection_retry_on_startup": True,
    "broker_connection_max_retries": None,
    "worker_hijack_root_logger": False,
    "worker_cancel_long_running_tasks_on_connection_loss": True,
}
# Those of the Redis transport.
TRANSPORT: Mapping[str, Any] = {
    "visibility_timeout": 60,
    "unacked_restore_interval": 1,
    "unacked_restore_throttle": 1,
    "socket_keepalive": True,
    "health_check_interval": 10,
}
WORKER_SOCKET_SECONDS = 15
BELL_SOCKET_SECONDS = 1


def make_celery(broker_url: str, *, socket_seconds: int = WORKER_SOCKET_SECONDS) -> Celery:
    """The Celery app on a broker; nothing connects yet."""
    app = Celery("tiledraft", broker=broker_url, set_as_current=False)
    app.conf.update(SETTINGS)
    if broker_url.startswith(("redis", "rediss")):
        app.conf.broker_transport_options = {**TRANSPORT, "socket_timeout": socket_seconds}
    return app


def add_turns(app: Celery, room: Callable[[], Room], players: Mapping[str, Player]) -> None:
    """Let this app's workers take turns; `room` is called in the worker's own processes."""

    @app.task(name=TURN)
    def turn(match: str, seat: int, version: int) -> None:
        try:
            take_turn(room(), players, match, seat, version)
        except StoreDown as down:
            log.warning("turn waits for the store", match=match, seat=seat, version=version, reason=str(down))


class CeleryBell:
    """The bell on Celery. It never raises: a ring that got lost is made up for by the sweeper."""

    def __init__(self, app: Celery) -> None:
        self._app = app

    def ring(self, match: str, seats: Sequence[int], version: int) -> None:
        for seat in seats:
            try:
                self._app.send_task(TURN, (match, seat, version), queue=QUEUE, retry=False)
            except Exception as error:  # noqa: BLE001 - whatever the broker's client raises
                log.warning("bell not heard", match=match, seat=seat, version=version, reason=str(error))
                return


class BellAside:
    """A bell rung on a thread of its own, so that no request waits for a broker that is slow or away.

    The thread begins with the first ring, in the process that rings. What does not fit into its queue is
    not rung: the sweeper does it later.
    """

    def __init__(self, bell: Bell) -> None:
        self._bell = bell
        self._waiting: Queue[tuple[str, Sequence[int], int]] = Queue(QUEUED_RINGS)
        self._starting = Lock()
        self._thread: Thread | None = None

    def ring(self, match: str, seats: Sequence[int], version: int) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = Thread(target=self._keep_ringing, name="bell", daemon=True)
                self._thread.start()
        try:
            self._waiting.put_nowait((match, seats, version))
        except Full:
            log.warning("too many rings wait", match=match, version=version)

    def _keep_ringing(self) -> None:
        while True:
            self._bell.ring(*self._waiting.get())


class Rings(Protocol):
    """How many rings wait to be answered."""

    def __call__(self) -> int: ...


def waiting_rings(app: Celery) -> int:
    """How many tasks wait in the queue of turns."""
    with app.connection_for_read() as connection:
        channel = connection.default_channel
        declared = channel.queue_declare(queue=QUEUE, durable=True, auto_delete=False)
        return int(declared.message_count)


def sweep(room: Room, waiting: Rings) -> int:
    """Ring every bot whose match has waited for it too long; how many matches there were."""
    asleep = room.store.due(ASLEEP_SECONDS)
    if asleep and waiting() > ENOUGH_RINGS * len(asleep):
        log.warning("nobody answers the bell", matches=len(asleep))
        return len(asleep)
    for match in asleep:
        try:
            standing = room.histories.read(match).current
        except Rejected as rejected:
            log.warning("cannot look at a match that waits", match=match, reason=str(rejected))
            continue
        room.bell.ring(match, standing.acting_bots(), standing.version)
    return len(asleep)


def keep_sweeping(room: Room, waiting: Rings, *, pause: Callable[[float], None] = time.sleep) -> None:
    """Sweep until the process is ended."""
    while True:
        try:
            sweep(room, waiting)
        except (StoreDown, OperationalError, OSError) as down:
            log.warning("sweeping waits for the store or the broker", reason=str(down))
        except Exception:
            log.exception("a sweep failed; the next one tries again")
        pause(SWEEP_SECONDS)
