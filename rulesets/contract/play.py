"""Fold, decide and count: what is written once for every ruleset.

Wire events are those of a record: `{"kind": "chance", "outcome": …}` and
`{"kind": "move", "seat": …, "move": …}`; further keys are ignored.
"""

from collections.abc import Iterable, Sequence

from rulesets.contract.codec import canonical, shown
from rulesets.contract.ruleset import CHANCE, Event, Json, Move, Refused, Ruleset, Seat, State


def fold(ruleset: Ruleset, state: State, events: Iterable[Event]) -> State:
    """Evolve over many events."""
    for event in events:
        state = ruleset.evolve(state, event)
    return state


def decide(ruleset: Ruleset, state: State, seat: Seat, payload: Json) -> Move:
    """The legal move that a seat asks for in wire form, or Refused with the reason.

    The wire form counts, not what Python calls equal: `true`, `1.0` and `1` are three different things.
    """
    try:
        move = ruleset.decode(payload)
    except ValueError as error:
        raise Refused(str(error)) from None
    if canonical(ruleset.encode(move)) != canonical(payload):
        raise Refused(f"a move has exactly the form {shown(ruleset.encode(move))}, not {shown(payload)}")
    if (reason := ruleset.refusal(state, (seat, move))) is not None:
        raise Refused(reason)
    return move


def decide_deal(ruleset: Ruleset, state: State, payload: Json) -> Json:
    """The deal of a wire form if chance could deal it here, or Refused with the reason."""
    try:
        deal = ruleset.decode_deal(payload)
    except ValueError as error:
        raise Refused(str(error)) from None
    if canonical(ruleset.encode_deal(deal)) != canonical(payload):
        raise Refused(f"a deal has exactly the form {shown(ruleset.encode_deal(deal))}, not {shown(payload)}")
    if (reason := ruleset.refusal(state, (CHANCE, deal))) is not None:
        raise Refused(reason)
    return deal


def accepted(ruleset: Ruleset, state: State, wire: Json) -> Event:
    """The event of a wire form that nobody vouches for, or Refused with the reason."""
    kind = wire.get("kind") if isinstance(wire, dict) else None
    if kind == "chance":
        return (CHANCE, decide_deal(ruleset, state, wire.get("outcome")))
    if kind == "move":
        seat = wire.get("seat")
        if type(seat) is not int or seat < 0:
            raise Refused(f"a seat is a number from 0, not {shown(seat)}")
        return (seat, decide(ruleset, state, seat, wire.get("move")))
    raise Refused(f"the kind of an event is chance or move, not {shown(kind if kind is not None else wire)}")


def decoded(ruleset: Ruleset, wire: Json) -> Event:
    """The event of a wire form that was accepted before; not checked again."""
    if wire["kind"] == "chance":
        return (CHANCE, ruleset.decode_deal(wire["outcome"]))
    return (wire["seat"], ruleset.decode(wire["move"]))


def encoded(ruleset: Ruleset, event: Event) -> dict[str, Json]:
    """The wire form of an event."""
    seat, choice = event
    if seat == CHANCE:
        return {"kind": "chance", "outcome": ruleset.encode_deal(choice)}
    return {"kind": "move", "seat": seat, "move": ruleset.encode(choice)}


def out_of_turn(seat: Seat, to_act: Sequence[Seat]) -> str | None:
    """Why this seat (or chance) cannot act while those may; None when it can. For a ruleset's `refusal`."""
    if seat in to_act:
        return None
    who = "chance" if seat == CHANCE else f"seat {shown(seat)}"
    if not to_act:
        return f"{who} cannot act: the match is over"
    if CHANCE in to_act:
        return f"{who} cannot act: a deal is due"
    return f"{who} cannot act: it is the turn of seat {' or '.join(str(each) for each in to_act)}"


def perft(ruleset: Ruleset, state: State, depth: int) -> int:
    """How many sequences of moves there are to this depth; one that meets a deal or the end stops there."""
    seats = ruleset.to_act(state)
    if depth == 0 or not seats or CHANCE in seats:
        return 1
    return sum(
        perft(ruleset, ruleset.evolve(state, (seat, move)), depth - 1)
        for seat in seats
        for move in ruleset.legal_moves(state, seat)
    )
