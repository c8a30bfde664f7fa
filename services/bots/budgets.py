"""How long a search may think: in nodes, so that it thinks alike on every machine.

(1) A budget is never overdrawn by a node.
(2) The ceiling of CPU time is the safety net: where it struck, `cut_at` says after how many nodes, and a
    search that is cut there finds the same move.
"""

import time
from collections.abc import Callable

# For how many nodes the clock is looked at once: that takes as long as a fifth of a node.
LOOK_EVERY = 8


class Budget:
    """So many nodes, and so many seconds of this thread's CPU time from now on."""

    def __init__(
        self,
        nodes: int,
        seconds: float = float("inf"),
        clock: Callable[[], float] = time.thread_time,
        cut_at: int | None = None,
    ) -> None:
        self.nodes, self.spent = nodes, 0
        self.cut_at = cut_at
        self._clock, self._until = clock, clock() + seconds

    def add(self, nodes: int) -> None:
        """From now on so many nodes, under the same ceiling."""
        self.nodes = self.spent + nodes

    def spend(self) -> bool:
        """Whether one more node may be looked at; it counts as looked at."""
        if self.spent >= self.nodes or self.spent == self.cut_at:
            return False
        if not self.spent % LOOK_EVERY and self._clock() >= self._until:
            self.cut_at = self.spent
            return False
        self.spent += 1
        return True
