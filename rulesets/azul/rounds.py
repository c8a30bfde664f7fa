"""A round from its deal to the last tile of its draft; evolve and play begin here.

(1) Tiles move and are never made or lost.                                                       [A1]
(2) All that follows from an event happens with it: a state waits only for a choice.
"""

from rulesets.azul import tiling
from rulesets.azul.state import DRAFT, NOBODY, TILE, State, copy
from rulesets.azul.tables import (
    DRAFTS,
    FACTORY_SIZE,
    FIRST_TILE_MOVE,
    FLOOR_SPACES,
    HEAPS,
    MARKER,
    TILES,
    listed,
    size,
)
from rulesets.azul.wire import Deal
from rulesets.contract import Dice, Event, Seat


def evolve(state: State, event: Event) -> State:
    after = copy(state)
    play(after, event)
    return after


def play(state: State, event: Event) -> None:
    """Step in place; the event is a legal one."""
    seat, choice = event
    if state.phase == DRAFT:
        _draft(state, seat, choice)
    elif state.phase == TILE:
        tiling.place_by_choice(state, seat, *TILES[choice - FIRST_TILE_MOVE])
    else:
        _lay_out(state, choice)


def deal(state: State, dice: Dice) -> Deal:
    """The starting seat by lot before the first round, then tile after tile from the bag.  [A5] [A8]"""
    starting = dice.below(state.seats) if state.round == 0 else None
    factories = len(state.sources) - 1
    bag, lid = listed(state.bag), listed(state.lid)
    drawn: list[int] = []
    for _ in range(min(FACTORY_SIZE * factories, len(bag) + len(lid))):
        bag = bag or lid  # [A6]
        index = dice.below(len(bag))
        bag[index], bag[-1] = bag[-1], bag[index]
        drawn.append(bag.pop())
    starts = range(0, FACTORY_SIZE * factories, FACTORY_SIZE)
    return Deal(starting, tuple(tuple(drawn[start : start + FACTORY_SIZE]) for start in starts))


def _lay_out(state: State, deal: Deal) -> None:
    """What the bag lacks comes out of the lid, all of which goes into the bag first.  [A5] [A6] [A12]"""
    heaps = [HEAPS[factory] for factory in deal.factories]
    if sum(map(len, deal.factories)) > size(state.bag):
        state.bag, state.lid = state.bag + state.lid, 0
    state.bag -= sum(heaps)
    state.sources = [0, *heaps]
    if deal.starting_seat is not None:
        state.starting = deal.starting_seat
    state.round, state.phase = state.round + 1, DRAFT
    state.turn, state.marker = state.starting, NOBODY


def _draft(state: State, seat: Seat, move: int) -> None:
    """Then the next seat drafts, or the draft is over.  [A9] [A16]"""
    take(state, seat, move)
    if any(state.sources):
        state.turn = (seat + 1) % state.seats
    else:
        tiling.begin(state)


def take(state: State, seat: Seat, move: int) -> None:
    """Take all tiles of one color; the rest of a factory goes to the center.  [A9] [A10]"""
    source, color, line, shift, begun, filled = DRAFTS[move]
    sources = state.sources
    heap = sources[source]
    spilt = taken = heap >> shift & 63
    if source:
        sources[source] = 0
        sources[0] += heap - (taken << shift)
    else:
        sources[0] = heap - (taken << shift)
        if state.marker == NOBODY:
            _take_marker(state, seat)
    if line:  # [A13]
        at = 6 * seat + line
        spilt += (state.lines[at] & 7) - line
        if spilt < 0:
            state.lines[at] = 8 * color + line + spilt
            state.open_lines[seat] &= begun
        else:
            state.lines[at] = 8 * color + line
            state.open_lines[seat] &= filled
            state.full[seat] |= 1 << line - 1
    if spilt > 0:
        tiling.drop(state, seat, color, spilt)


def _take_marker(state: State, seat: Seat) -> None:
    """Before the tiles it goes to the floor line, which may be full: then it needs no space.  [A11]"""
    state.marker = state.starting = seat
    if len(state.floors[seat]) < FLOOR_SPACES:
        state.floors[seat] += (MARKER,)
