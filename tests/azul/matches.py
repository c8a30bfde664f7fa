"""Random matches of Azul for tests: the same key gives the same match."""

from collections.abc import Iterator

from rulesets import azul
from rulesets.azul.state import State
from rulesets.contract import CHANCE, Dice, Event


def random_match(seats: int, wall: str, key: int) -> Iterator[tuple[Event | None, State]]:
    """(None, the opening state), then each event with the state after it."""
    dice = Dice(key.to_bytes(4, "big"), ["random match"])
    state = azul.setup(seats, {"wall": wall})
    yield None, state
    while acting := azul.to_act(state):
        event = _chosen(state, acting[dice.below(len(acting))], dice)
        state = azul.evolve(state, event)
        yield event, state


def _chosen(state: State, seat: int, dice: Dice) -> Event:
    if seat == CHANCE:
        return (CHANCE, azul.deal(state, dice))
    moves = azul.legal_moves(state, seat)
    return (seat, moves[dice.below(len(moves))])
