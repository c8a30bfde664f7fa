"""Why a move or a deal is not possible here: what was wanted, and what was found.

(1) A move is possible exactly when it is among the legal moves; the reason is looked for only when it is not.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from rulesets.contract import CHANCE, Event, out_of_turn
from rulesets.majolica import deals
from rulesets.majolica.market import CELLS, DRAWN, named
from rulesets.majolica.moves import choosable, legal_moves, ready
from rulesets.majolica.notation import text, tiles_text
from rulesets.majolica.state import Move, State, to_act
from rulesets.majolica.tiles import COLORED, by_name, covers, total
from rulesets.majolica.workshops import ways_broken, ways_up

DUE: Final = {
    "start": ("start",),
    "goal": ("goal",),
    "select": ("line", "design", "rearrange"),
    "place": ("place",),
    "discard": ("discard",),
    "work": ("run", "bonus", "waive"),
}


def refusal(state: State, event: Event) -> str | None:
    seat, choice = event
    if (reason := out_of_turn(seat, to_act(state))) is not None:
        return reason
    if seat == CHANCE:
        return deals.refusal(state, choice)
    if choice in legal_moves(state, seat):
        return None
    return f"{text(choice)} is not possible: {_reason(state, choice)}"


def _reason(state: State, move: Move) -> str:
    kind, *chosen = move
    if kind not in DUE[state.phase]:
        return f"in phase {state.phase} a move is {_either(DUE[state.phase])}, not {kind}"
    return _REASONS[kind](state, *chosen)


def _goal(state: State, name: str) -> str:
    return f"the open goals are {_listed(goal.name for goal in state.goals)}, not {name}"


def _line(state: State, line: int) -> str:
    if down := line & ~state.face_up:
        return _not_face_up(state, down)
    possible = [" ".join(named(each)) for each in choosable(state)[0]]
    return f"one whole outermost line is taken, {_either(possible)}"


def _not_face_up(state: State, cells: int) -> str:
    if state.solo and (beyond := cells & ~DRAWN):
        return f"the cells in solo are {_listed(named(DRAWN))}, not {_listed(named(beyond))}"
    return f"{_listed(named(cells))} {'is' if cells.bit_count() == 1 else 'are'} face down"


def _cell(state: State, cell: int) -> str:
    if not state.face_up >> cell & 1:
        return _not_face_up(state, 1 << cell)
    possible = _listed(CELLS[each] for each in choosable(state)[1])
    return f"a cell of an outermost line is taken, one of {possible}; {CELLS[cell]} is recessed"


def _design(state: State, cell: int, name: str, _: int) -> str:
    if cell not in choosable(state)[1]:
        return _cell(state, cell)
    return f"the open designs are {_listed(design.name for design in state.display)}, not {name}"


def _rearrange(state: State, cell: int, _: tuple[int, ...]) -> str:
    return _cell(state, cell)


def _discard(state: State, tiles: int) -> str:
    taking, holds = state.components.workshops[state.taking], _written(state.pending)
    if not covers(state.pending, tiles):
        return f"W{state.taking + 1} takes in {holds}; {_written(tiles)} is not among them"
    if taking.single_color:
        stays = f"one color stays, at most {taking.holds} of it"
        return f"of {holds} {stays}, and all else goes back, not {_written(tiles)}"
    excess = total(state.pending) - taking.holds
    return f"of {holds} exactly {excess} {'goes' if excess == 1 else 'go'} back, not {_written(tiles)}"


def _run(state: State, at: int, up: int, broken: int) -> str:
    workshop, held = state.components.workshops[at], state.boards[state.turn].workshops[at]
    if at not in ready(state):
        groups = " + ".join(map(str, workshop.groups))
        colors = "of one colour" if workshop.single_color else "of different colours"
        return f"W{at + 1} runs when it holds exactly {groups} {colors}; it holds {_written(held)}"
    if workshop.single_color:
        return f"W{at + 1} runs without a choice: up and broken are empty"
    design, lying = state.boards[state.turn].slots[at] or (None, 0)
    possible = ways_up(workshop, design, lying, held & COLORED)
    if up not in possible:
        return f"what goes up is {_either(map(_written, possible))}, not {_written(up)}"
    breaking = map(_written, ways_broken(workshop, (held & COLORED) - up))
    return f"what breaks is then {_either(breaking)}, not {_written(broken)}"


def _no_bonus(*_: Any) -> str:
    return "no bonus tile is due"


def _written(tiles: int) -> str:
    return tiles_text(by_name(tiles)) or "nothing"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def _either(names: Iterable[str]) -> str:
    return " or ".join(names)


_REASONS: Final[dict[str, Callable[..., str]]] = {
    "goal": _goal,
    "line": _line,
    "design": _design,
    "rearrange": _rearrange,
    "discard": _discard,
    "run": _run,
    "bonus": _no_bonus,
    "waive": _no_bonus,
}
