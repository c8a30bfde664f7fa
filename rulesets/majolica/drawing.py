"""The table in letters, for a terminal: nothing depends on colour.

A tile is the first letter of its colour, purple P. On a design a capital is a tile that lies there, a small
letter a space of that colour still open, and `?` an open blank. `+` is the hand icon.
"""

from collections.abc import Iterator
from typing import Final

from rulesets.contract import CHANCE
from rulesets.majolica.cards import Design
from rulesets.majolica.market import SIDE
from rulesets.majolica.scoring import points, winners
from rulesets.majolica.state import OVER, Board, Slot, State, to_act
from rulesets.majolica.tiles import COLORS, KINDS, SHIFTS, counts, total
from rulesets.majolica.workshops import Workshop

LETTERS: Final = "".join(name[0].upper() for name in KINDS)
SLOT_WIDTH: Final = 14
DOING: Final = {
    "start": "to lay a starter",
    "goal": "to take a goal",
    "select": "to select",
    "place": "to place",
    "discard": "to give back",
    "work": "to work",
}


def draw_text(state: State) -> str:
    """The whole table: who acts, the market beside the open designs, then every board."""
    blocks = [[_headline(state), _stock(state)], _middle(state)]
    blocks += [list(_board(state, seat, board)) for seat, board in enumerate(state.boards)]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks) + "\n"


def _headline(state: State) -> str:
    acting = to_act(state)
    if state.phase == OVER:
        doing = f"over, seat {winners(state)[0]} wins"
    elif acting == (CHANCE,):
        doing = "a deal is due"
    else:
        doing = f"seat {', '.join(map(str, acting))} {DOING[state.phase]}"
    return f"Majolica, round {state.round}: {doing}{_on_the_way(state)}"


def _on_the_way(state: State) -> str:
    """Tiles that lie in no workshop, and bonus tiles that are due."""
    said = []
    if state.hand:
        said.append(f"hand {written(state.hand)}")
    if state.pending:
        said.append(f"W{state.taking + 1} takes in {written(state.pending)}")
    if state.bonus:
        said.append(f"{state.bonus} bonus tile{'s' * (state.bonus > 1)} due")
    return "".join(f"; {each}" for each in said)


def _stock(state: State) -> str:
    piles = f"Deck {len(state.deck)}, discard {len(state.discarded)}."
    stock = f"City Hall: {state.purple} purple, {state.tokens} tokens. {piles}"
    goals = ", ".join(goal.name for goal in state.goals)
    return f"{stock} Goals: {goals}." if goals else stock


def _middle(state: State) -> list[str]:
    """The market on the left, the open designs on the right."""
    rows = ["     a b c d"]
    for row in range(1 if state.solo else SIDE):
        cells = (_cell(state, row * SIDE + column) for column in range(SIDE))
        rows.append(f"   {row + 1} {' '.join(cells)}")
    designs = [f"{_card(design):8}{spaces(design, 0)}" for design in state.display]
    height = max(len(rows), len(designs))
    padded = ((part + [""] * height)[:height] for part in (rows, designs))
    return [f"{left:16}{right}" for left, right in zip(*padded, strict=True)]


def _cell(state: State, cell: int) -> str:
    return LETTERS[state.market[cell]] if state.face_up >> cell & 1 else "."


def _board(state: State, seat: int, board: Board) -> Iterator[str]:
    marks = [f"{points(board)} points", f"{board.tokens} tokens"]
    marks += [f"{board.bloom} bloom"] if state.with_bloom else []
    marks += [f"goal {board.goal.name}"] if board.goal else []
    marks += [f"starter {board.starter[0].name} in hand"] if board.starter else []
    marks += ["starting marker"] if state.round and seat == state.starting_seat else []
    yield f"{'>' if seat in to_act(state) else ' '} Seat {seat}: {', '.join(marks)}"
    yield "     " + " ".join(f"{_slot(slot):{SLOT_WIDTH}}" for slot in board.slots)
    held = zip(state.components.workshops, board.workshops, strict=True)
    yield "     " + " ".join(f"{_workshop(at, *each):{SLOT_WIDTH}}" for at, each in enumerate(held, 1))
    if board.finished:
        yield "     finished: " + " ".join(map(_card, board.finished))


def _slot(slot: Slot) -> str:
    return f"{_card(slot[0])} {spaces(*slot)}" if slot else "-"


def _workshop(number: int, workshop: Workshop, tiles: int) -> str:
    return f"W{number} {written(tiles):_<{workshop.holds}}"


def _card(design: Design) -> str:
    return f"{design.name}:{design.points}{'+' * design.hand}"


def spaces(design: Design, lying: int) -> str:
    """Tiles as capitals, then open spaces, then open blanks."""
    missing = "".join(
        COLORS[color][0] * max(0, (design.tiles >> SHIFTS[color] & 255) - (lying >> SHIFTS[color] & 255))
        for color in range(len(COLORS))
    )
    return written(lying) + missing + "?" * (design.spaces - total(lying) - len(missing))


def written(tiles: int) -> str:
    """Each tile as its letter."""
    return "".join(letter * count for letter, count in zip(LETTERS, counts(tiles), strict=True))
