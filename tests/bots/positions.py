"""Positions of the installed games for tests of what searches them: the same key gives the same ones."""

from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import Any

from rulesets.contract import CHANCE, Dice, Ruleset, completed

RULESETS: dict[str, Ruleset] = {
    point.name: point.load() for point in sorted(entry_points(group="tiledraft.rulesets"), key=str)
}


def positions(ruleset: Ruleset, seats: int, key: int, **options: Any) -> Iterator[Any]:
    """The positions of a random match in which a seat is to act, at most 300 events long."""
    dice = Dice(key.to_bytes(4, "big"), ["positions"])
    state = ruleset.setup(seats, completed(ruleset, options))
    for _ in range(300):
        acting = ruleset.to_act(state)
        if not acting:
            return
        if acting == (CHANCE,):
            state = ruleset.evolve(state, (CHANCE, ruleset.deal(state, dice)))
            continue
        yield state
        moves = ruleset.legal_moves(state, acting[0])
        state = ruleset.evolve(state, (acting[0], moves[dice.below(len(moves))]))
