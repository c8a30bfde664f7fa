"""What is counted on a board beyond its points, by name: what the weights in `weights/` weigh.

 (1) It is counted while no tiles are on their way: when a turn begins, while workshops run, between rounds.
 (2) Weights go by how near the end is: by the most finished designs on a board, alone by the round.
 (3) Features are added one by one in a fixed order: `sum` of floats differs between Python versions.

Words: a workshop's tiles **fit** as far as they fill its groups, the rest is **clutter**; it is **near** its
condition as its fitting tiles without the clutter are a part of its groups. What a design **brings** are its
points beyond those of the tiles that lie on it.
"""

import re
from functools import lru_cache
from typing import Final

from rulesets.contract import Features, Seat
from rulesets.majolica.cards import Design, reached
from rulesets.majolica.scoring import points
from rulesets.majolica.state import DEAL, SELECT, WORK, Board, Slot, State
from rulesets.majolica.tiles import COLORED, COLORS, REMEMBERED, counts, parts, purple, total
from rulesets.majolica.workshops import Workshop

# From so many spaces on it makes no difference how many a design lacks.
FAR: Final = 4
STAGE: Final = "{} finished"
STAGE_ALONE: Final = "alone, round {}"
STAGES: Final = re.compile("[0-9]+ finished|alone, round [0-9]+")
COUNTED: Final = re.compile(
    "base|goal|turn|bonus|purple|would finish|brings, lacks [0-4]"
    "|(near|very near|ready|tiles) [1-4]|(design|lying|going) [1-3]"
)


def stage_of(state: State) -> str:
    """The end comes with so many finished designs (or rounds) as the component set says."""
    components = state.components
    if state.solo:
        return STAGE_ALONE.format(min(state.round, components.rounds))
    most = max(len(board.finished) for board in state.boards)
    return STAGE.format(min(most, components.end_designs))


def features(state: State) -> Features | None:
    """What a linear estimate sees; None while tiles are on their way."""
    if state.phase not in (SELECT, WORK, DEAL):
        return None
    counted = [_counted(state, board) for board in state.boards]
    if (seat := turn_to_come(state)) is not None:
        counted[seat]["turn"] = 1.0
    if state.bonus:
        counted[state.turn]["bonus"] = float(state.bonus)
    return Features(stage_of(state), [points(board) for board in state.boards], counted)


def _counted(state: State, board: Board) -> dict[str, float]:
    found = {"base": 1.0, "goal": goal_in_sight(board)}
    for at, (tiles, slot) in enumerate(zip(board.workshops, (*board.slots, None), strict=True)):
        for name, value in of_workshop(at, state.components.workshops[at], tiles, slot):
            found[name] = found.get(name, 0.0) + value
    return found


def turn_to_come(state: State) -> Seat | None:
    """Whose turn is next to be used: in the middle of one, that of the seat after, if the round goes on."""
    if state.phase == SELECT:
        return state.turn
    if state.phase == DEAL or state.solo or state.face_up.bit_count() < state.components.continue_with:
        return None
    return (state.turn + 1) % len(state.boards)


def goal_in_sight(board: Board) -> float:
    """The points of a goal that is not met, as far as it is reached."""
    goal = board.goal
    if goal is None:
        return 0.0
    got = reached(goal, board.finished, board.rewards)
    return goal.points * got / goal.at_least if got < goal.at_least else 0.0


@lru_cache(8 * REMEMBERED)
def of_workshop(at: int, workshop: Workshop, tiles: int, slot: Slot) -> tuple[tuple[str, float], ...]:
    """What counts of a workshop with these tiles, under what lies in its slot."""
    near = nearness(workshop, tiles)
    found = [
        (f"near {at + 1}", near),
        (f"very near {at + 1}", near * near),
        (f"ready {at + 1}", float(near == 1)),
        (f"tiles {at + 1}", float(total(tiles))),
        ("purple", float(purple(tiles))),
    ]
    if slot is None:
        return tuple(found)
    design, lying = slot
    lies, lacks = total(lying), design.spaces - total(lying)
    brings = design.points - lies
    going = takeable(design, lying, tiles & COLORED, workshop.up[1])
    return (
        *found,
        (f"design {at + 1}", 1.0),
        (f"lying {at + 1}", brings * lies / design.spaces),
        (f"going {at + 1}", brings * near * going / design.spaces),
        (f"brings, lacks {min(lacks, FAR)}", float(brings)),
        ("would finish", brings * near * (going >= lacks)),
    )


@lru_cache(REMEMBERED)
def nearness(workshop: Workshop, tiles: int) -> float:
    """From 0, nothing that fits, to 1, ready."""
    fitting, size = fit(workshop, tiles), sum(workshop.groups)
    clutter = 0 if workshop.single_color else min(total(tiles), workshop.holds) - fitting
    return max(0, fitting - clutter) / size


@lru_cache(REMEMBERED)
def fit(workshop: Workshop, tiles: int) -> int:
    """How many of the tiles fill groups: the largest colours the largest groups, purple the rest."""
    colors = sorted(counts(tiles)[: len(COLORS)], reverse=True)
    sizes = sorted(workshop.groups, reverse=True)
    filled = sum(min(count, size) for count, size in zip(colors, sizes, strict=False))
    return min(filled + purple(tiles), sum(sizes))


@lru_cache(REMEMBERED)
def takeable(design: Design, lying: int, colored: int, most: int) -> int:
    """How many of these tiles could go up at once."""
    return max(total(up) for up in parts(colored, most) if design.takes(lying + up))
