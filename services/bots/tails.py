"""The tail of a round: so few choices are left that alpha-beta can look at all of them."""

from random import Random

from rulesets.contract import Seat, State
from services.bots.hooks import Hooks, at_horizon

# With more moves no position is taken for one.
MOST_MOVES = 12
# Alpha-beta looks at about the root of a tree's positions, and some more: with 20,000 nodes it solved 359 of
# 362 trees that were estimated at less than ten millions, and 3 of 59 larger ones.
MORE_THAN_ROOT = 6
PROBES = 20


def is_tail(hooks: Hooks, state: State, seat: Seat, nodes: int) -> bool:
    """Whether so many nodes are likely to solve a position of a seat.

    The number of positions in its tree is estimated as Knuth does (Mathematics of Computation 29, 1975): down
    a path at random, each is as many as the choices on the way to it multiply to.
    """
    moves = hooks.moves(state, seat)
    if len(moves) > MOST_MOVES:
        return False
    rng = Random(0).random  # noqa: S311 - alike in every process and Python version, and no secret
    left = PROBES * (nodes / MORE_THAN_ROOT) ** 2
    for _ in range(PROBES):
        mover, choices, along, down = seat, moves, 1, hooks.copy(state)
        while left > 0:
            along *= len(choices)
            left -= along
            down = hooks.step(down, (mover, choices[int(rng() * len(choices))]))
            acting = hooks.to_act(down)
            if at_horizon(acting):
                break
            mover = acting[0]
            choices = hooks.moves(down, mover)
    return left > 0
