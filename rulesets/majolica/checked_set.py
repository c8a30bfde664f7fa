"""Reading a component set's JSON: every part with what it must be.

Each function takes one part of the file and answers what the rules use, or raises ValueError with what was
wanted and what was found.
"""

from collections.abc import Iterator
from typing import Final

from rulesets.contract import Json, exact_int, exact_keys, one_of, shown
from rulesets.majolica.cards import GOALS, Design, Goal
from rulesets.majolica.market import SIDE
from rulesets.majolica.names import checked_name
from rulesets.majolica.tiles import COLORS, UNITS, total
from rulesets.majolica.workshops import Workshop, meeting

PARTS: Final = (
    *("id", "about", "colors", "market", "display", "workshops", "city_hall", "end_designs", "bloom_tiles"),
    *("solo", "starters", "designs", "kaleidoscope", "goals"),
)
CELLS: Final = SIDE * SIDE
MOST: Final = 100
MOST_HELD: Final = 12


def head(name: str, data: Json) -> None:
    exact_keys(data, PARTS, "a component set")
    if data["id"] != name:
        raise ValueError(f"the id is that of the file, {shown(name)}, not {shown(data['id'])}")
    if data["colors"] != list(COLORS):
        raise ValueError(f"the colors are {shown(list(COLORS))}, not {shown(data['colors'])}")


def whole_numbers(data: Json) -> dict[str, int]:
    """The market's, the display's, the end's and solo's numbers; they must fit the board of 16 cells."""
    market, solo = data["market"], data["solo"]
    exact_keys(market, ("rows", "columns", "per_color", "continue_with"), "market")
    exact_int(market["rows"], SIDE, SIDE, "market.rows")
    exact_int(market["columns"], SIDE, SIDE, "market.columns")
    each = CELLS // len(COLORS)
    exact_keys(solo, ("draw", "turns", "rounds"), "solo")
    exact_int(solo["draw"], SIDE, SIDE, "solo.draw")
    exact_int(solo["turns"], CELLS // SIDE, CELLS // SIDE, "solo.turns")
    return {
        "per_color": exact_int(market["per_color"], each, each, "market.per_color"),
        "continue_with": exact_int(market["continue_with"], 1, CELLS, "market.continue_with"),
        "rounds": exact_int(solo["rounds"], 1, MOST, "solo.rounds"),
        "display": exact_int(data["display"], 1, 22, "display"),
        "end_designs": exact_int(data["end_designs"], 1, MOST, "end_designs"),
        "bloom_tiles": exact_int(data["bloom_tiles"], 0, MOST, "bloom_tiles"),
    }


def workshops(data: Json) -> tuple[Workshop, ...]:
    """Four, of which the last and no other keeps one color and feeds City Hall."""
    if not isinstance(data, list) or len(data) != 4:
        raise ValueError(f"workshops is a list of 4, not {shown(data)}")
    made = tuple(_workshop(each, f"workshop {at}", last=at == 4) for at, each in enumerate(data, 1))
    if len(made[-1].groups) != 1:
        raise ValueError(f"workshop 4 has one group, not {shown(made[-1].groups)}")
    return made


def _workshop(data: Json, what: str, *, last: bool) -> Workshop:
    keys = ("holds", "groups", "up", "broken", *(("single_color", "city_hall") if last else ()))
    exact_keys(data, keys, what)
    if last and data["single_color"] is not True:
        raise ValueError(f"{what}.single_color is true, not {shown(data['single_color'])}")
    groups = tuple(_whole_list(data["groups"], 1, 6, f"{what}.groups"))
    if not 1 <= len(groups) <= len(COLORS):
        raise ValueError(f"{what}.groups are 1 to {len(COLORS)}, one a color, not {shown(data['groups'])}")
    size = sum(groups)
    up = _whole_list(data["up"], 0, 0 if last else size, f"{what}.up")
    if len(up) != 2 or up[0] > up[1]:
        raise ValueError(f"{what}.up is the least and the most, not {shown(data['up'])}")
    city_hall = exact_int(data["city_hall"], 1, size, f"{what}.city_hall") if last else 0
    return Workshop(
        holds=exact_int(data["holds"], size, MOST_HELD, f"{what}.holds"),
        groups=groups,
        ready=meeting(groups, purple=not last),
        up=(up[0], up[1]),
        broken=exact_int(data["broken"], 0, size - city_hall, f"{what}.broken"),
        city_hall=city_hall,
        single_color=last,
    )


def city_halls(data: Json) -> dict[int, tuple[int, int]]:
    """Purple tiles and tokens by the number of seats."""
    exact_keys(data, ("1", "2", "3", "4"), "city_hall")
    made = {}
    for seats, each in data.items():
        what = f"city_hall.{seats}"
        exact_keys(each, ("purple", "tokens"), what)
        purple = exact_int(each["purple"], 0, MOST, f"{what}.purple")
        made[int(seats)] = (purple, exact_int(each["tokens"], 0, MOST, f"{what}.tokens"))
    return made


def cards(data: Json) -> tuple[tuple[Design, ...], ...]:
    """Starters, other designs and Kaleidoscope designs: as many as the box has."""
    return (
        tuple(_designs(data, "starters", 4)),
        tuple(_designs(data, "designs", 22)),
        tuple(_designs(data, "kaleidoscope", 6)),
    )


def _designs(data: Json, part: str, size: int) -> Iterator[Design]:
    for name, face in _named(data[part], size, part):
        what = f"{part}.{name}"
        optional = {"hand": False, "blank": 0}
        exact_keys({**optional, **face}, ("points", "tiles", *optional), what)
        if type(face.get("hand", False)) is not bool:
            raise ValueError(f"{what}.hand is true or false, not {shown(face['hand'])}")
        tiles = _tiles(face["tiles"], f"{what}.tiles")
        most_blank = 6 if part == "kaleidoscope" else 0
        blank = exact_int(face.get("blank", 0), 0, most_blank, f"{what}.blank")
        if total(tiles) + blank < 1:
            raise ValueError(f"{what} has at least one space, not none")
        yield Design(
            name=name,
            points=exact_int(face["points"], 0, MOST, f"{what}.points"),
            tiles=tiles,
            blank=blank,
            hand=face.get("hand", False),
            starter=part == "starters",
        )


def goals(data: Json) -> Iterator[Goal]:
    for name, face in _named(data, 8, "goals"):
        what = f"goals.{name}"
        kinds = [key for key in face if key != "points"]
        if len(kinds) != 1:
            raise ValueError(f"{what} has points and one condition, not {shown(face)}")
        kind = one_of(kinds[0], GOALS, f"the condition of {what}")
        exact_keys(face, ("points", kind), what)
        points = exact_int(face["points"], 0, MOST, f"{what}.points")
        yield Goal(name, points, kind, *_condition(face[kind], kind, f"{what}.{kind}"))


def _condition(data: Json, kind: str, what: str) -> tuple[int, int]:
    """How much is wanted, and of what: a color, a worth, or nothing further."""
    further = {"printed": "color", "designs_worth": "points"}.get(kind)
    exact_keys(data, (*([further] if further else []), "at_least"), what)
    at_least = exact_int(data["at_least"], 1, MOST, f"{what}.at_least")
    if further == "color":
        return at_least, COLORS.index(one_of(data["color"], COLORS, f"{what}.color"))
    return at_least, exact_int(data[further], 0, MOST, f"{what}.points") if further else 0


def _named(data: Json, size: int, what: str) -> Iterator[tuple[str, Json]]:
    if not isinstance(data, dict) or len(data) != size:
        raise ValueError(f"{what} are {size} by name, not {shown(data)}")
    for name, face in data.items():
        if not isinstance(face, dict):
            raise ValueError(f"{what}.{name} is an object, not {shown(face)}")
        yield checked_name(name, f"a name in {what}"), face


def _tiles(data: Json, what: str) -> int:
    if not isinstance(data, dict):
        raise ValueError(f"{what} are counts by color, not {shown(data)}")
    colors = [COLORS.index(one_of(color, COLORS, f"a color of {what}")) for color in data]
    numbers = [exact_int(count, 1, 6, f"{what}.{color}") for color, count in data.items()]
    return sum(UNITS[color] * number for color, number in zip(colors, numbers, strict=True))


def _whole_list(data: Json, least: int, most: int, what: str) -> list[int]:
    if not isinstance(data, list):
        raise ValueError(f"{what} is a list, not {shown(data)}")
    return [exact_int(each, least, most, what) for each in data]
