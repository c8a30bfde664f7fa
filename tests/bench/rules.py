"""What a choice costs in Azul: legal moves and a step, in random matches from the first deal to the end.

CPU time, medians of several runs, one process; the deals of a match are included. Beside each figure stands
the same work done naively: legal moves found by asking for every move whether it is refused, and a state
copied with `deepcopy`.
"""

import copy
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rulesets import azul
from rulesets.azul.tables import FIRST_TILE_MOVE, TILES
from rulesets.contract import CHANCE, Event
from tests.bench.row import Row, at_least, at_most

RUNS = 5
MATCHES, NAIVE_MATCHES = 100, 3
ALL_MOVES = range(FIRST_TILE_MOVE + len(TILES))

Listed = Callable[[Any, int], Any]
Stepped = Callable[[Any, Event], Any]


class QuickDice:
    """The part of Dice that a deal of Azul needs, without the HMAC that proves it."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def below(self, n: int) -> int:
        return int(self._random() * n)


def run() -> Iterator[Row]:
    for seats in (2, 4):
        for wall in ("colored", "gray"):
            yield from _rows(seats, wall)


def _rows(seats: int, wall: str) -> list[Row]:
    table = f"azul, {seats} seats, {wall}"
    played = costs(seats, wall, azul.legal_moves, stepped_in_place, MATCHES)
    evolved = costs(seats, wall, azul.legal_moves, azul.evolve, MATCHES)
    searched = costs(seats, wall, asked_for_each, stepped_in_place, NAIVE_MATCHES)
    copied = costs(seats, wall, azul.legal_moves, stepped_on_a_deepcopy, NAIVE_MATCHES)
    play_target, evolve_target, rate_target = (
        (at_most(8), at_most(12), at_least(1800)) if seats == 2 else (None, None, None)
    )
    return [
        Row(f"{table}: legal_moves + play", played.choice, "µs", f"naive {searched.choice:.0f}", play_target),
        Row(
            f"{table}: legal_moves + evolve",
            evolved.choice,
            "µs",
            f"naive {copied.choice:.0f}",
            evolve_target,
        ),
        Row(f"{table}: random matches", played.rate, "/s", f"naive {searched.rate:.0f}", rate_target),
    ]


class Costs(NamedTuple):
    choice: float
    rate: float


def costs(seats: int, wall: str, listed: Listed, stepped: Stepped, matches: int) -> Costs:
    """Microseconds a choice, and matches a second."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        choices = sum(random_match(seats, wall, seed, listed, stepped) for seed in range(matches))
        times.append(time.process_time() - start)
    seconds = statistics.median(times)
    return Costs(seconds / choices * 1e6, matches / seconds)


def random_match(seats: int, wall: str, seed: int, listed: Listed, stepped: Stepped) -> int:
    """Play one match; the number of choices."""
    dice: Any = QuickDice(seed)
    state, choices = azul.setup(seats, {"wall": wall}), 0
    while acting := azul.to_act(state):
        if acting[0] == CHANCE:
            state = stepped(state, (CHANCE, azul.deal(state, dice)))
        else:
            moves = listed(state, acting[0])
            state = stepped(state, (acting[0], moves[dice.below(len(moves))]))
            choices += 1
    return choices


def stepped_in_place(state: Any, event: Event) -> Any:
    azul.play(state, event)
    return state


def stepped_on_a_deepcopy(state: Any, event: Event) -> Any:
    twin = copy.deepcopy(state)
    azul.play(twin, event)
    return twin


def asked_for_each(state: Any, seat: int) -> list[int]:
    return [move for move in ALL_MOVES if azul.refusal(state, (seat, move)) is None]
