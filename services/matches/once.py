"""Work that several ask for at the same time, done once for all of them."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """Who comes while the work for a key is being done waits for it, and shares its result or its failure.

    The work may have begun before the latest of them asked.
    """

    def __init__(self) -> None:
        self._running: dict[str, Future[T]] = {}
        self._joining = threading.Lock()

    def result(self, key: str, work: Callable[[str], T]) -> T:
        with self._joining:
            running = self._running.get(key)
            if running is None:
                mine = self._running[key] = Future()
        if running is not None:
            return running.result()
        try:
            mine.set_result(work(key))
        except BaseException as error:  # noqa: BLE001 - raised again below, and in all who wait
            mine.set_exception(error)
        finally:
            with self._joining:
                del self._running[key]
        return mine.result()
