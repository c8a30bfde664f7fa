"""What a search asks of a ruleset: the optional names where it has them, plain defaults where not.

Words: the **horizon** is where nobody can choose before chance deals again, or where the match is over.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from rulesets.contract import CHANCE, Event, Move, Ruleset, Seat, State

Rng = Callable[[], float]


class Hooks(NamedTuple):
    """`step` may change its state in place and gives the state after; `order` is None where there is none."""

    to_act: Callable[[State], tuple[Seat, ...]]
    copy: Callable[[State], State]
    step: Callable[[State, Event], State]
    moves: Callable[[State, Seat], Sequence[Move]]
    estimate: Callable[[State], Sequence[float]]
    order: Callable[[State, Sequence[Move]], Sequence[float]] | None
    rollout: Callable[[State, Rng], Sequence[float]]


def hooks_of(ruleset: Ruleset, *, pruned: bool = True) -> Hooks:
    """The hooks of a ruleset; not pruned, every legal move counts as promising."""
    moves = promising_of(ruleset) if pruned else ruleset.legal_moves
    estimate = estimate_of(ruleset)
    copy, step = _stepping(ruleset)
    rollout = getattr(ruleset, "rollout", None) or _rollout_of(ruleset, step, moves, estimate)
    return Hooks(ruleset.to_act, copy, step, moves, estimate, getattr(ruleset, "order", None), rollout)


def estimate_of(ruleset: Ruleset) -> Callable[[State], Sequence[float]]:
    """What each seat may expect in the end; without that the points now."""
    plain = partial(_points, ruleset)
    return getattr(ruleset, "estimate", None) or plain


def rough_estimate_of(ruleset: Ruleset) -> Callable[[State], Sequence[float]]:
    """The same at a glance, where a ruleset has that."""
    return getattr(ruleset, "rough_estimate", None) or estimate_of(ruleset)


def promising_of(ruleset: Ruleset) -> Callable[[State, Seat], Sequence[Move]]:
    return getattr(ruleset, "promising", None) or ruleset.legal_moves


def at_horizon(acting: tuple[Seat, ...]) -> bool:
    return not acting or acting[0] == CHANCE


def _stepping(ruleset: Ruleset) -> tuple[Callable[[State], State], Callable[[State, Event], State]]:
    copy, play = getattr(ruleset, "copy", None), getattr(ruleset, "play", None)
    if not (copy and play):
        return _itself, ruleset.evolve

    def step(state: State, event: Event) -> State:
        play(state, event)
        return state

    return copy, step


def _itself(state: State) -> State:
    """The copy of a state that nobody changes."""
    return state


def _points(ruleset: Ruleset, state: State) -> list[float]:
    return [float(score[0]) for score in ruleset.scores(state)]


def _rollout_of(
    ruleset: Ruleset,
    step: Callable[[State, Event], State],
    moves: Callable[[State, Seat], Sequence[Move]],
    estimate: Callable[[State], Sequence[float]],
) -> Callable[[State, Rng], Sequence[float]]:
    to_act = ruleset.to_act

    def rollout(state: State, rng: Rng) -> Sequence[float]:
        """Promising moves at random to the horizon, and the estimate there."""
        while (acting := to_act(state)) and acting[0] != CHANCE:
            choices = moves(state, acting[0])
            state = step(state, (acting[0], choices[int(rng() * len(choices))]))
        return estimate(state)

    return rollout
