"""Component sets: the one that is there is read, a wrong one is refused with what is wrong with it."""

import hashlib
import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from rulesets.contract import Refused
from rulesets.majolica.component_set import checked, component_set, fingerprint, installed
from rulesets.majolica.tiles import counts, total

FILE = files("rulesets.majolica") / "components" / "default-1.json"

Data = dict[str, Any]


def broken(change: Callable[[Data], object]) -> Data:
    data: Data = json.loads(FILE.read_bytes())
    change(data)
    return data


def test_m1_the_default_set_is_that_of_the_rules() -> None:
    components = component_set("default-1")

    assert [len(components.starters), len(components.regular), len(components.kaleidoscope)] == [4, 22, 6]
    assert counts(components.large_tiles) == (4, 4, 4, 4, 0)
    assert components.city_hall == {1: (3, 3), 2: (3, 3), 3: (4, 4), 4: (5, 5)}
    assert [workshop.holds for workshop in components.workshops] == [6, 6, 4, 4]
    assert [len(workshop.ready) for workshop in components.workshops] == [67, 65, 33, 4]
    assert total(components.designs["E1"].tiles) == 6
    assert components.designs["K3"].spaces == 5


def test_a_set_is_read_once() -> None:
    assert component_set("default-1") is component_set("default-1")


def test_the_fingerprint_is_that_of_the_file() -> None:
    assert fingerprint({"components": "default-1"}) == hashlib.sha256(FILE.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    "name", ["printed-9", "../default-1", "/etc/passwd", "default-1.json", "", "DEFAULT-1"]
)
def test_a_set_that_is_not_there_is_refused_with_those_that_are(name: str) -> None:
    assert installed() == ("default-1",)
    for read in (component_set, lambda wanted: fingerprint({"components": wanted})):
        with pytest.raises(Refused, match=r"the component set \".*\" is wanted; installed are: default-1"):
            read(name)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.pop("goals"), "goals is missing"),
        (lambda data: data.update(id="default-2"), 'the id is that of the file, "default-1"'),
        (lambda data: data.update(colors=["red"]), "the colors are"),
        (
            lambda data: data["market"].update(per_color=5),
            "market.per_color is an integer from 4 to 4, not 5",
        ),
        (lambda data: data["market"].update(rows=5), "market.rows"),
        (lambda data: data["market"].update(continue_with=True), "market.continue_with"),
        (lambda data: data["solo"].update(turns=5), "solo.turns"),
        (lambda data: data["workshops"].pop(), "workshops is a list of 4"),
        (lambda data: data["workshops"][0].update(holds=5), "workshop 1.holds is an integer from 6"),
        (lambda data: data["workshops"][0].update(groups=[]), "workshop 1.groups are 1 to 4"),
        (lambda data: data["workshops"][0].update(groups=6), "workshop 1.groups is a list, not 6"),
        (lambda data: data["workshops"][1].update(up=[3, 1]), "workshop 2.up is the least and the most"),
        (lambda data: data["workshops"][2].update(broken=5), "workshop 3.broken"),
        (lambda data: data["workshops"][2].update(city_hall=1), '"city_hall" is not known'),
        (lambda data: data["workshops"][3].update(single_color=False), "workshop 4.single_color is true"),
        (lambda data: data["workshops"][3].update(groups=[2, 2]), "workshop 4 has one group"),
        (lambda data: data["workshops"][3].update(broken=4), "workshop 4.broken is an integer from 0 to 3"),
        (lambda data: data["city_hall"].pop("4"), "4 is missing"),
        (lambda data: data["city_hall"]["4"].update(purple=-1), "city_hall.4.purple"),
        (lambda data: data["starters"].pop("S4"), "starters are 4 by name"),
        (lambda data: data["designs"].pop("A1"), "designs are 22 by name"),
        (lambda data: data["designs"]["A1"].update(points=4.0), "designs.A1.points"),
        (lambda data: data["designs"]["A1"].update(hand=1), "designs.A1.hand is true or false"),
        (lambda data: data["designs"]["A1"].update(blank=1), "designs.A1.blank"),
        (lambda data: data["designs"]["A1"].update(tiles={"purple": 2}), "a color of designs.A1.tiles"),
        (lambda data: data["designs"]["A1"].update(tiles={}), "designs.A1 has at least one space"),
        (lambda data: data["designs"]["A1"].update(tiles=[]), "designs.A1.tiles are counts by color"),
        (lambda data: data["designs"].update(A1=3), "designs.A1 is an object"),
        (lambda data: data["designs"].update(S1=data["designs"].pop("A1")), "a name of its own"),
        (lambda data: data["designs"].update({"A 1": data["designs"].pop("A1")}), "a name in designs is"),
        (
            lambda data: data["goals"]["M1"]["printed"].update(color="pink"),
            "goals.M1.printed.color is one of",
        ),
        (lambda data: data["goals"]["M6"]["designs_worth"].pop("points"), "points is missing"),
        (lambda data: data["goals"]["M8"].update(hand_designs={}), "points and one condition"),
        (
            lambda data: data["goals"].update(M8={"points": 1, "eaten": {}}),
            "the condition of goals.M8 is one of",
        ),
    ],
)
def test_a_set_that_is_wrong_says_where(change: Callable[[Data], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        checked("default-1", broken(change))


@pytest.mark.parametrize("part", ["market", "solo", "workshops", "city_hall", "starters", "goals", "display"])
@pytest.mark.parametrize("value", [None, 1.5, "four", [], {}])
def test_a_part_of_another_form_is_refused(part: str, value: Any) -> None:
    with pytest.raises(ValueError, match=r", not |(is|are) missing"):
        checked("default-1", broken(lambda data: data.update({part: value})))
