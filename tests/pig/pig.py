"""Pig: throw a die as often as you dare; a one loses what the turn has brought.

[P1] Before the first throw each seat calls a lucky number, all at the same time (option `lucky`).
[P2] The first deal settles by lot who begins.
[P3] A throw of 2 to 6 adds to the turn, the seat's lucky number twice; a 1 loses the turn's points
     and ends the turn.
[P4] A seat that stops keeps the turn's points. Before the first throw of a turn it cannot stop.
[P5] The first seat that has `target` points, kept, wins.
"""

from typing import Any, NamedTuple

from rulesets.contract import (
    CHANCE,
    Dice,
    Event,
    Option,
    Options,
    Seat,
    exact_int,
    exact_keys,
    one_of,
    out_of_turn,
)

VERSION = 1
SEATS = range(1, 5)
OPTIONS = {
    "target": Option(30, "the points that win", minimum=1, maximum=1_000_000),
    "lucky": Option(default=False, about="each seat calls a lucky number"),
}
ROLL, STOP = "roll", "stop"


class State(NamedTuple):
    target: int
    points: tuple[int, ...]
    lucky: tuple[int | None, ...]
    calling: bool
    seat: Seat | None = None
    turn: int = 0
    rolling: bool = False


def setup(seats: int, options: Options) -> State:
    return State(options["target"], (0,) * seats, (None,) * seats, calling=options["lucky"])


def to_act(state: State) -> tuple[Seat, ...]:
    if state.calling:
        return tuple(seat for seat, number in enumerate(state.lucky) if number is None)
    if max(state.points) >= state.target:
        return ()
    return (CHANCE,) if state.seat is None or state.rolling else (state.seat,)


def legal_moves(state: State, seat: Seat) -> list[str | int]:
    if seat not in to_act(state) or seat == CHANCE:
        return []
    if state.calling:
        return [1, 2, 3, 4, 5, 6]
    return [ROLL, STOP] if state.turn else [ROLL]


def deal(state: State, dice: Dice) -> int:
    """The seat that begins, then what the die shows."""
    return dice.below(len(state.points)) if state.seat is None else dice.below(6) + 1


def evolve(state: State, event: Event) -> State:
    actor, choice = event
    if state.calling:
        lucky = tuple(choice if seat == actor else number for seat, number in enumerate(state.lucky))
        return state._replace(lucky=lucky, calling=None in lucky)
    if actor != CHANCE:
        return state._replace(rolling=True) if choice == ROLL else _passed(state, state.turn)
    if state.seat is None:
        return state._replace(seat=choice)
    if choice == 1:
        return _passed(state, 0)
    gained = choice * 2 if choice == state.lucky[state.seat] else choice
    return state._replace(turn=state.turn + gained, rolling=False)


def _passed(state: State, gained: int) -> State:
    seat = state.seat or 0
    points = tuple(each + (gained if at == seat else 0) for at, each in enumerate(state.points))
    return state._replace(points=points, seat=(seat + 1) % len(points), turn=0, rolling=False)


def refusal(state: State, event: Event) -> str | None:
    actor, choice = event
    if (reason := out_of_turn(actor, to_act(state))) is not None:
        return reason
    if actor == CHANCE:
        first, last = (0, len(state.points) - 1) if state.seat is None else (1, 6)
        fits = type(choice) is int and first <= choice <= last
        return None if fits else f"the deal is a number from {first} to {last}, not {choice}"
    moves = legal_moves(state, actor)
    return None if choice in moves else f"{text(choice)} is not possible: {', '.join(map(text, moves))} are"


def view(state: State) -> dict[str, Any]:
    acting = to_act(state)
    phase = "over" if not acting else "deal" if acting == (CHANCE,) else "call" if state.calling else "turn"
    position = {
        "phase": phase,
        "to_act": [seat for seat in acting if seat != CHANCE],
        "points": list(state.points),
        "lucky": list(state.lucky),
        "seat": state.seat,
        "turn": state.turn,
    }
    return position if acting else {**position, "winners": winners(state)}


def scores(state: State) -> list[tuple[int]]:
    return [(points,) for points in state.points]


def winners(state: State) -> list[Seat]:
    return [seat for seat, points in enumerate(state.points) if points == max(state.points)]


def estimate(state: State) -> list[float]:
    """The points, and of a turn's points what five throws in six leave."""
    return [
        points + (state.turn * 5 / 6 if seat == state.seat and state.rolling else 0)
        for seat, points in enumerate(state.points)
    ]


def encode(move: str | int) -> dict[str, Any]:
    return {"type": "call", "number": move} if isinstance(move, int) else {"type": move}


def decode(payload: Any) -> str | int:
    if isinstance(payload, dict) and payload.get("type") == "call":
        exact_keys(payload, ("type", "number"), "a call")
        return exact_int(payload["number"], 1, 6, "a number")
    exact_keys(payload, ("type",), "a move")
    return one_of(payload["type"], (ROLL, STOP, "call"), "a type")


def text(move: str | int) -> str:
    return str(move)


def parse(text: str) -> str | int:
    return int(text) if text in list("123456") else one_of(text, (ROLL, STOP), "a move")


def encode_deal(deal: int) -> dict[str, int]:
    return {"number": deal}


def decode_deal(payload: Any) -> int:
    exact_keys(payload, ("number",), "a deal")
    return exact_int(payload["number"], 0, 6, "a number")
