"""What is taken for the tail of a round is solved, and little is spent on what is not."""

from typing import Any

import pytest

from rulesets import azul, majolica
from services.bots.alphabeta import AlphaBeta
from services.bots.budgets import Budget
from services.bots.hooks import hooks_of
from services.bots.tails import MOST_MOVES, is_tail
from tests.bots.positions import positions

NODES = 2_000


@pytest.mark.parametrize(("ruleset", "matches"), [(azul, 8), (majolica, 1)])
def test_a_tail_is_solved_and_what_is_none_is_not(ruleset: Any, matches: int) -> None:
    hooks = hooks_of(ruleset)
    solved: dict[bool, list[bool]] = {True: [], False: []}
    for state in [state for key in range(matches) for state in [*positions(ruleset, 2, key)][:120:2]]:
        seat = ruleset.to_act(state)[0]
        if len(hooks.moves(state, seat)) > MOST_MOVES:
            assert not is_tail(hooks, state, seat, 10**9)
            continue
        answer = AlphaBeta(hooks, seat, Budget(NODES), width=0).answer(state)
        assert is_tail(hooks, state, seat, NODES) == is_tail(hooks, state, seat, NODES)
        solved[is_tail(hooks, state, seat, NODES)].append(answer.solved)

    assert sum(solved[True]) > len(solved[True]) / 2 > 3
    assert sum(solved[False]) < len(solved[False]) / 5 > 1
