"""Why an event is not possible: what was wanted and what was found."""

from rulesets.azul.moves import free_columns, next_line
from rulesets.azul.state import TILE, State, to_act
from rulesets.azul.tables import (
    COLORS,
    DRAFTS,
    FACTORY_SIZE,
    FIRST_TILE_MOVE,
    TILES,
    UNIT,
    Draft,
    Tile,
    counts,
    size,
)
from rulesets.azul.view import cell_color
from rulesets.azul.wire import Deal
from rulesets.contract import CHANCE, Event, Seat, out_of_turn


def refusal(state: State, event: Event) -> str | None:
    """None exactly for legal moves and for deals that chance could deal."""
    seat, choice = event
    if (reason := out_of_turn(seat, to_act(state))) is not None:
        return reason
    if seat == CHANCE:
        return _of_deal(state, choice)
    if choice >= FIRST_TILE_MOVE:
        return _of_tile(state, seat, TILES[choice - FIRST_TILE_MOVE])
    return _of_draft(state, seat, DRAFTS[choice])


def listing(heap: int) -> str:
    """`2 blue, 1 yellow`, or `nothing`."""
    found = [f"{count} {color}" for color, count in zip(COLORS, counts(heap), strict=True) if count]
    return ", ".join(found) or "nothing"


def _of_draft(state: State, seat: Seat, draft: Draft) -> str | None:
    """All tiles of one color, from one source, to one place that is open to them.  [A9] [A13]"""
    if state.phase == TILE:
        return f"the draft is over: seat {seat} places the tile of its line {next_line(state, seat)}"
    factories = len(state.sources) - 1
    if draft.source > factories:
        return f"there is no factory {draft.source}; there are {factories}"
    heap = state.sources[draft.source]
    if not heap >> draft.shift & 63:
        where = f"factory {draft.source}" if draft.source else "the center"
        return f"{where} holds no {COLORS[draft.color]}; it holds {listing(heap)}"
    return _of_line(state, seat, draft) if draft.line else None


def _of_line(state: State, seat: Seat, draft: Draft) -> str | None:
    line, color = draft.line, COLORS[draft.color]
    content = state.lines[6 * seat + line]
    if content & 7 == line:
        return f"line {line} cannot take {color}: it is full; what has no line goes to the floor, line 0"
    if content and content >> 3 != draft.color:
        return f"line {line} cannot take {color}: it holds {content & 7} {COLORS[content >> 3]}"
    if state.rows[seat] >> (5 * draft.color + line - 1) & 1:
        return f"line {line} cannot take {color}: wall row {line} holds it already"
    return None


def _of_tile(state: State, seat: Seat, tile: Tile) -> str | None:
    """The top full line, to a free cell of its row, in a column without its color.  [A17] [A19]"""
    if not state.gray:
        return "tiles go to a coloured wall by themselves; only a gray wall wants moves for them"
    if state.phase != TILE:
        return f"line {tile.line} is not placed now: the draft goes on"
    line = next_line(state, seat)
    if tile.line != line:
        return f"the next line of seat {seat} is line {line}, not {tile.line}"
    if free_columns(state, seat, line) >> (tile.column - 1) & 1:
        return None
    found = cell_color(state, seat, line - 1, tile.column - 1)
    if found is not None:
        return f"the cell at column {tile.column} of row {line} is taken: it holds {found}"
    color = COLORS[state.lines[6 * seat + line] >> 3]
    return f"column {tile.column} cannot take {color} once more: it holds one already"


def _of_deal(state: State, deal: Deal) -> str | None:
    return _of_starting_seat(state, deal) or _of_sizes(state, deal) or _of_tiles(state, deal)


def _of_starting_seat(state: State, deal: Deal) -> str | None:
    """In the first deal, and in no other.  [A8]"""
    if state.round:
        return None if deal.starting_seat is None else "only the first deal settles the starting seat"
    if deal.starting_seat is None:
        return "the first deal settles the starting seat; there is none"
    if deal.starting_seat >= state.seats:
        return f"the starting seat is one from 0 to {state.seats - 1}, not {deal.starting_seat}"
    return None


def _of_sizes(state: State, deal: Deal) -> str | None:
    """Four each, factory 1 first, as long as there are tiles.  [A5] [A7]"""
    factories = len(state.sources) - 1
    if len(deal.factories) != factories:
        return f"the deal is for {factories} factories, not {len(deal.factories)}"
    left = size(state.bag) + size(state.lid)
    for number, factory in enumerate(deal.factories, 1):
        wanted = min(FACTORY_SIZE, left)
        if len(factory) != wanted:
            return f"factory {number} gets {wanted} tiles, not {len(factory)}; {left} are left"
        left -= wanted
    return None


def _of_tiles(state: State, deal: Deal) -> str | None:
    """All of the bag before any of the lid.  [A6]"""
    bag = state.bag
    for number, factory in enumerate(deal.factories, 1):
        for color in factory:
            bag = bag or state.lid
            if not bag >> 6 * color & 63:
                return f"factory {number} cannot get {COLORS[color]}: by then the bag holds {listing(bag)}"
            bag -= UNIT[color]
    return None
