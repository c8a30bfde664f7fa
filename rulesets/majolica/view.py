"""The position as JSON, the same for every viewer: the form is in the README under *Position*."""

from typing import Any

from rulesets.contract import CHANCE
from rulesets.majolica.market import SIDE
from rulesets.majolica.scoring import points, winners
from rulesets.majolica.state import DISCARD, OVER, Board, Slot, State, to_act
from rulesets.majolica.tiles import COLORS, by_name, total


def view(state: State) -> dict[str, Any]:
    dealt = state.round > 0
    position = {
        "round": state.round,
        "phase": state.phase,
        "to_act": [seat for seat in to_act(state) if seat != CHANCE],
        "first_seat": state.first_seat,
        "starting_seat": state.starting_seat if dealt else None,
        "ran": [at + 1 for at in range(4) if state.ran >> at & 1],
        "market": _market(state),
        "display": [design.name for design in state.display],
        "deck": len(state.deck),
        "discard": len(state.discarded),
        "purple": state.purple,
        "tokens": state.tokens,
        "goals": [goal.name for goal in state.goals],
        "hand": by_name(state.hand),
        "pending": _pending(state),
        "bonus": state.bonus,
        "seats": [_seat(board) for board in state.boards],
    }
    return {**position, "winners": winners(state)} if state.phase == OVER else position


def _market(state: State) -> list[list[str | None]]:
    """What is face up; all null before the first deal."""
    cells = [
        COLORS[color] if state.face_up >> cell & 1 else None for cell, color in enumerate(state.market)
    ] or [None] * (SIDE if state.solo else SIDE * SIDE)
    return [cells[at : at + SIDE] for at in range(0, len(cells), SIDE)]


def _pending(state: State) -> dict[str, Any] | None:
    if state.phase != DISCARD:
        return None
    taking = state.components.workshops[state.taking]
    excess = None if taking.single_color else total(state.pending) - taking.holds
    return {"workshop": state.taking + 1, "tiles": by_name(state.pending), "excess": excess}


def _seat(board: Board) -> dict[str, Any]:
    return {
        "workshops": [by_name(tiles) for tiles in board.workshops],
        "slots": [_slot(slot) for slot in board.slots],
        "starter": board.starter and board.starter[0].name,
        "finished": [design.name for design in board.finished],
        "tokens": board.tokens,
        "bloom": board.bloom,
        "rewards": board.rewards,
        "goal": board.goal and board.goal.name,
        "points": points(board),
    }


def _slot(slot: Slot) -> dict[str, Any] | None:
    return {"design": slot[0].name, "tiles": by_name(slot[1])} if slot else None
