"""What a bot's search does in a second of CPU time, from positions of random matches.

Each search is made some times and its fastest run counts: what else a machine does only ever adds. Every run
begins without memory of what was judged before, which is more than a worker has to do. Beside each figure
stands how long the runs that count took on the average and at most.
"""

import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from rulesets.contract import CHANCE, Dice, Ruleset, completed, weighed, weights_of
from services.bots.alphabeta import AlphaBeta
from services.bots.budgets import Budget
from services.bots.hooks import hooks_of
from services.bots.levels import deals_alone, uncollected
from services.bots.puct import Puct
from services.entry.catalogue import installed_rulesets
from tests.bench.row import Row, Target, at_least

POSITIONS, EVERY, RUNS = 24, 9, 5
Searched = Callable[[Ruleset, Any, int, Budget], object]


def run() -> Iterator[Row]:
    azul, majolica = (installed_rulesets()[name] for name in ("azul", "majolica"))
    for wall, wanted in (("colored", True), ("gray", False)):
        given = completed(azul, {"wall": wall})
        table = f"azul, {wall}"
        yield _row(
            f"{table}, 2 seats: alpha-beta", azul, (2, given), alphabeta, at_least(45_000) if wanted else None
        )
        yield _row(f"{table}, 2 seats: PUCT", azul, (2, given), puct, at_least(20_000) if wanted else None)
        yield _row(f"{table}, 4 seats: PUCT", azul, (4, given), puct, at_least(10_000) if wanted else None)
    for seats in (1, 2, 4):
        yield _row(
            f"majolica, {seats} seats: PUCT", majolica, (seats, completed(majolica, {})), puct, None, 500
        )


def _row(
    name: str,
    ruleset: Ruleset,
    table: tuple[int, dict[str, Any]],
    searched: Searched,
    target: Target | None,
    nodes: int = 2_000,
) -> Row:
    took, spent = [], 0
    for state in list(islice(positions(ruleset, *table), 0, POSITIONS * EVERY, EVERY)):
        runs = []
        for _ in range(RUNS):
            afresh = weighed(ruleset, weights_of(ruleset) or {})
            budget, start = Budget(nodes), time.thread_time()
            with uncollected():
                searched(afresh, state, ruleset.to_act(state)[0], budget)
            runs.append(time.thread_time() - start)
        took.append(min(runs))
        spent += budget.spent
    beside = f"{1000 * sum(took) / len(took):.0f} ms a search of {nodes}, at most {1000 * max(took):.0f}"
    return Row(name, spent / sum(took), "nodes/s", beside, target)


def alphabeta(ruleset: Ruleset, state: Any, seat: int, budget: Budget) -> object:
    return AlphaBeta(hooks_of(ruleset), seat, budget).answer(state)


def puct(ruleset: Ruleset, state: Any, seat: int, budget: Budget) -> object:
    search = Puct(ruleset, hooks_of(ruleset), seat, budget, 1)
    return search.tried(state, deals_alone(1_000) if len(ruleset.scores(state)) == 1 else 0)


def positions(ruleset: Ruleset, seats: int, options: dict[str, Any]) -> Iterator[Any]:
    """Where a seat is to act, in one random match after another."""
    for key in range(100):
        dice = Dice(bytes([key]), ["bench", "search"])
        state = ruleset.setup(seats, options)
        for _ in range(300):
            if not (acting := ruleset.to_act(state)):
                break
            if acting[0] == CHANCE:
                state = ruleset.evolve(state, (CHANCE, ruleset.deal(state, dice)))
                continue
            yield state
            moves = ruleset.legal_moves(state, acting[0])
            state = ruleset.evolve(state, (acting[0], moves[dice.below(len(moves))]))
