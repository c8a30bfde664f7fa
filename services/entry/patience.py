"""What a start says that takes long: for how long it has, and what it waits for."""

from collections.abc import Callable
from typing import Final

PATIENT_SECONDS: Final = 5.0


class Patience:
    """Speaks up after a while, and again only when something else is waited for."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._began, self._told = clock, clock(), ""

    def sentence(self, what: str) -> str | None:
        """What to say while this is waited for, if anything."""
        waited = self._clock() - self._began
        if waited < PATIENT_SECONDS or what == self._told:
            return None
        self._told = what
        return f"Still starting, for {waited:.0f} seconds now: waiting for {what}"
