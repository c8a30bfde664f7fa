"""The strip below a board: what is chosen among that lies nowhere else, or is on its way.

Words: tiles that are **alike** have one color and stand side by side; a choice among them is none.
"""

from collections.abc import Iterator
from typing import Any, Final

from rulesets.contract import Message, Seat
from rulesets.majolica.cards import Design
from rulesets.majolica.choices import called, counted, order_part, order_word
from rulesets.majolica.moves import legal_moves
from rulesets.majolica.state import SELECT, Board, State
from rulesets.majolica.tiles import COLORED, KINDS, UNITS, counts
from rulesets.majolica.words import workshop_word

_LEFT: Final = 8
_TOP: Final = 253
_PITCH: Final = 27
_GROUP_WIDTH: Final = 116
_UP: Final = 2
_BROKEN: Final = 3
_ONE_EACH: Final = sum(unit for unit in UNITS if unit & COLORED)

Drawn = dict[str, Any]
Alike = list[Drawn]


def strip(state: State, seat: Seat) -> list[Drawn]:
    """Groups from left to right, each with its word."""
    starter = state.boards[seat].starter
    if starter:
        return [{"word": Message("Starter to lay"), "x": _LEFT, "card": _starter(starter[0])}]
    groups, x = [], _LEFT
    for word, all_alike in _groups(state, seat):
        left, placed = x, []
        for alike in all_alike:
            placed.append([tile | {"x": x + _PITCH * at, "y": _TOP} for at, tile in enumerate(alike)])
            x += _PITCH * len(alike)
        # Orders of the designs are shown on a page while one can be chosen, and in no picture.
        groups.append({"word": word, "x": left, "alike": placed, "on_call": state.phase == SELECT})
        x = max(x + 10, left + _GROUP_WIDTH)
    return groups


def parted(what: str, tiles: int, key: str = "") -> list[Alike]:
    """A part for each tile."""
    return [
        [
            {"part": part, "keys": key + KINDS[kind][0], "label": called(part), "sign": KINDS[kind]}
            for part in counted(what, count * UNITS[kind])
        ]
        for kind, count in enumerate(counts(tiles))
        if count
    ]


def most_up(state: State, seat: Seat, workshop: int) -> int:
    """The most tiles of each color that a run of this workshop can send up."""
    return _most(move[_UP] for move in _runs(state, seat) if move[1] == workshop)


def _groups(state: State, seat: Seat) -> Iterator[tuple[Message, list[Alike]]]:
    values = {"workshop": workshop_word(state.taking)}
    match state.phase:
        case "select":
            board = state.boards[seat]
            for to in range(len(board.slots)):
                yield Message("Slot %(number)s gets", {"number": to + 1}), [_order(board, to)]
        case "place":
            yield Message("In hand"), parted("hand", state.hand)
        case "discard" if state.components.workshops[state.taking].single_color:
            yield Message("In %(workshop)s one color stays", values), _kept(state.pending)
        case "discard":
            yield Message("Too much for %(workshop)s", values), parted("away", state.pending)
        case "work":
            if broken := _most(move[_BROKEN] for move in _runs(state, seat)):
                yield Message("Breaks"), parted("broken", broken, "x")
            if state.bonus:
                yield Message("Bonus tile"), parted("bonus", _ONE_EACH)


def _runs(state: State, seat: Seat) -> Iterator[Any]:
    return (move for move in legal_moves(state, seat) if move[0] == "run")


def _most(choices: Iterator[int]) -> int:
    """The most of each color."""
    most = map(max, zip(*map(counts, choices), strict=True))
    return sum(count * unit for count, unit in zip(most, UNITS, strict=False))


def _kept(tiles: int) -> list[Alike]:
    """All tiles of a color are one part: they stay together."""
    return [
        [tile | {"part": f"keep-{tile['sign']}", "label": called(f"keep-{tile['sign']}")} for tile in alike]
        for alike in parted("hand", tiles)
    ]


def _order(board: Board, to: int) -> Alike:
    """What slot `to` can get in another order: what lies in each slot.  [M10]"""
    return [
        {
            "part": order_part(to, slot),
            "keys": str(slot + 1),
            "label": order_word(board, to, slot),
            "name": lies[0].name if lies else "-",
        }
        for slot, lies in enumerate(board.slots)
    ]


def _starter(design: Design) -> list[Drawn]:
    signs = [KINDS[kind] for kind, count in enumerate(counts(design.tiles)) for _ in range(count)]
    return [{"sign": sign, "x": 40 + _PITCH * at, "name": design.name} for at, sign in enumerate(signs)]
