"""What a choice and a whole match cost in Majolica: random matches of two seats with all modules.

CPU time, medians of several runs, one process. Beside each figure stands the same work with a state copied by
`deepcopy` (cards and components shared, as in any sensible state), measured in the same run.
"""

import copy
import statistics
import time
from collections.abc import Callable
from typing import Any

from rulesets import majolica
from rulesets.contract import CHANCE, Dice, Event, decoded, encoded
from rulesets.majolica.component_set import component_set
from rulesets.majolica.tiles import exact_parts, parts
from rulesets.majolica.workshops import ways_back
from tests.bench.row import Row, at_most

RUNS = 5
MATCHES, EVENTS = 30, 300
OPTIONS = {"bloom": True, "kaleidoscope": True, "goals": True, "components": "default-1"}
CHOICE, FOLD = 60, 25

Stepped = Callable[[Any, Event], Any]


def run() -> list[Row]:
    wire = [encoded(majolica, event) for event in random_match(seed=0, stepped=majolica.evolve)[1]]
    table = "majolica, 2 seats, all modules"
    return [
        Row(
            f"{table}: legal_moves + evolve",
            choice_cost(majolica.evolve),
            "µs",
            f"deep copy {choice_cost(stepped_on_a_deepcopy):.0f}",
            at_most(CHOICE),
        ),
        Row(
            f"{table}: decode + evolve, {len(wire)} events",
            fold_cost(wire, majolica.evolve),
            "ms",
            f"deep copy {fold_cost(wire, stepped_on_a_deepcopy):.0f}",
            at_most(FOLD),
        ),
    ]


def choice_cost(stepped: Stepped) -> float:
    """Microseconds of a seat's legal moves and of the step; deals are not counted."""
    found = []
    for _ in range(RUNS):
        costs = [random_match(seed, stepped)[0] for seed in range(MATCHES)]
        found.append(statistics.median(costs))
    return statistics.median(found)


def fold_cost(wire: list[dict[str, Any]], stepped: Stepped) -> float:
    """Milliseconds from the wire to the last state, cold: nothing is remembered of an earlier match."""
    found = []
    for _ in range(RUNS):
        for remembered in (ways_back, exact_parts, parts):
            remembered.cache_clear()
        start = time.process_time_ns()
        state = majolica.setup(2, OPTIONS)
        for event in wire:
            state = stepped(state, decoded(majolica, event))
        found.append((time.process_time_ns() - start) / 1e6)
    return statistics.median(found)


def random_match(seed: int, stepped: Stepped) -> tuple[float, list[Event]]:
    """What a choice cost in microseconds, and the events; aimless matches are broken off."""
    choices = Dice(seed.to_bytes(8, "big"), ["choice"])
    events: list[Event] = []
    state, spent, chosen = majolica.setup(2, OPTIONS), 0, 0
    while len(events) < EVENTS and (acting := majolica.to_act(state)):
        if acting == (CHANCE,):
            event: Event = (
                CHANCE,
                majolica.deal(state, Dice(seed.to_bytes(8, "big"), ["deal", len(events)])),
            )
            state = majolica.evolve(state, event)
        else:
            start = time.process_time_ns()
            moves = majolica.legal_moves(state, acting[0])
            listed = time.process_time_ns()
            event = (acting[0], moves[choices.below(len(moves))])
            picked = time.process_time_ns()
            state = stepped(state, event)
            spent += time.process_time_ns() - picked + listed - start
            chosen += 1
        events.append(event)
    return spent / chosen / 1e3, events


def stepped_on_a_deepcopy(state: Any, event: Event) -> Any:
    components = component_set("default-1")
    shared = [components, *components.designs.values(), *components.goals.values()]
    twin = copy.deepcopy(state, {id(each): each for each in shared})
    majolica.play(twin, event)
    return twin
