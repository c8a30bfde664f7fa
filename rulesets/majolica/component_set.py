"""A component set: every number and every face of the box, read once from `components/NAME.json`.  [M1]

(1) A set that was read is right: counts, capacities, totals and references were checked.
(2) What is wrong with one is said in a sentence (`Refused`), for it is an option that cannot be chosen.
"""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from rulesets.contract import Json, Options, Refused, shown
from rulesets.majolica.cards import Design, Goal
from rulesets.majolica.checked_set import (
    cards,
    city_halls,
    goals,
    head,
    whole_numbers,
    workshops,
)
from rulesets.majolica.tiles import UNITS
from rulesets.majolica.workshops import Workshop

DEFAULT: Final = "default-1"
_SUFFIX: Final = ".json"
_FOLDER: Final = files("rulesets.majolica") / "components"


@dataclass(frozen=True, eq=False, slots=True)
class ComponentSet:
    """`designs` holds all designs by name, starters included; `city_hall` purple and tokens by seats."""

    name: str
    per_color: int
    continue_with: int
    display: int
    workshops: tuple[Workshop, ...]
    city_hall: dict[int, tuple[int, int]]
    end_designs: int
    bloom_tiles: int
    rounds: int
    designs: dict[str, Design]
    starters: tuple[Design, ...]
    regular: tuple[Design, ...]
    kaleidoscope: tuple[Design, ...]
    goals: dict[str, Goal]

    @property
    def large_tiles(self) -> int:
        """All large tiles, as tiles."""
        return sum(self.per_color * unit for unit in UNITS[:4])


def installed() -> tuple[str, ...]:
    """The names of the sets there are."""
    names = (entry.name for entry in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX)))


@cache
def component_set(name: str) -> ComponentSet:
    try:
        return checked(name, json.loads(_read(name)))
    except ValueError as error:
        raise Refused(f"the component set {name} cannot be used: {error}") from error


def fingerprint(options: Options) -> str:
    """The SHA-256 of the component set's file: a match that was opened with another does not fold."""
    return hashlib.sha256(_read(options["components"])).hexdigest()


def checked(name: str, data: Json) -> ComponentSet:
    """The set of a file's JSON, or ValueError with what was wanted and what was found."""
    head(name, data)
    faces = cards(data)
    starters, regular, kaleidoscope = faces
    designs = {design.name: design for group in faces for design in group}
    if len(designs) < sum(map(len, faces)):
        raise ValueError("each design has a name of its own, starters and Kaleidoscope designs included")
    return ComponentSet(
        name=name,
        workshops=workshops(data["workshops"]),
        city_hall=city_halls(data["city_hall"]),
        designs=designs,
        starters=starters,
        regular=regular,
        kaleidoscope=kaleidoscope,
        goals={goal.name: goal for goal in goals(data["goals"])},
        **whole_numbers(data),
    )


def _read(name: str) -> bytes:
    """The file of a set. A name is looked up among those installed, so that no path can be made of it."""
    if name not in installed():
        raise Refused(f"the component set {shown(name)} is wanted; installed are: {', '.join(installed())}")
    return (_FOLDER / f"{name}{_SUFFIX}").read_bytes()
