"""Every ruleset's words and parts, over matches that were recorded and at every step of them."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rulesets.contract import CHANCE, Event, Ruleset, Seat, State, completed, decoded
from services.entry.catalogue import installed_rulesets
from services.matches.standing import Player
from services.web import telling
from services.web.catalogues import LANGUAGES, Catalogues
from services.web.drawing import Drawings, panels_of
from services.web.speaking import Speaker

RECORDS = sorted((Path(__file__).parent.parent / "golden").glob("*.json.gz"))
RULESETS = installed_rulesets()
CATALOGUES = Catalogues(RULESETS)


def record_of(file: Path) -> Any:
    return json.loads(gzip.decompress(file.read_bytes()))


def steps_of(file: Path) -> Iterator[tuple[Ruleset, State, Event, State]]:
    """Each event of a recorded match, with the states around it."""
    record = record_of(file)
    ruleset = RULESETS[record["ruleset"]]
    state = ruleset.setup(record["seats"], completed(ruleset, record["options"]))
    for wire in record["events"]:
        event = decoded(ruleset, wire)
        after = ruleset.evolve(state, event)
        yield ruleset, state, event, after
        state = after


def speaker(ruleset: Ruleset, language: str, seats: int) -> Speaker:
    return Speaker(CATALOGUES.of(ruleset, language), [Player(name=f"<{seat}>") for seat in range(seats)])


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told_in_every_language_with_names_escaped(file: Path, language: str) -> None:
    for ruleset, state, event, after in steps_of(file):
        say = speaker(ruleset, language, len(ruleset.scores(state)))
        steps = telling.told(ruleset, state, event)
        shown = telling.breakdown(ruleset, after)

        assert steps
        assert all(say.text(step.message) and "%(" not in say.text(step.message) for step in steps)
        assert not any("<0>" in say.html(step.message) for step in steps)
        assert all(say.text(notice) for notice in telling.notices(ruleset, after))
        assert [row.points for row in shown if row.total] == [
            tuple(score[0] for score in final(ruleset, after))
        ]


HAN = "[\u3400-\u9fff]"
RAGGED = re.compile(rf"{HAN}[0-9A-Za-z]|[0-9A-Za-z]{HAN}|[{HAN[1:-1]}\uff09] {HAN}")


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name)
@pytest.mark.parametrize("name", ["Ann", "小明"])
def test_whoever_plays_chinese_has_spaces_beside_digits_and_latin_alone(file: Path, name: str) -> None:
    for number, (ruleset, state, (seat, choice), after) in enumerate(steps_of(file)):
        players = [Player(name=name), *[Player(bot="greedy")] * (len(ruleset.scores(state)) - 1)]
        say = Speaker(CATALOGUES.of(ruleset, "zh_Hant"), players)
        said = [step.message for step in telling.told(ruleset, state, (seat, choice))]
        said += telling.notices(ruleset, after)
        if seat != CHANCE and number % 7 == 0:
            said += telling.preview(ruleset, state, seat, choice)
            said += [
                telling.caption(ruleset, state, part) for part in telling.parts(ruleset, state, seat, choice)
            ]

        assert [say.text(each) for each in said if RAGGED.search(say.text(each))] == []
        assert all(say.html(each).striptags() == " ".join(say.text(each).split()) for each in said)


def final(ruleset: Ruleset, state: State) -> list[tuple[int, ...]]:
    """The scores; where a total counts what the end would bring, that."""
    rows = [row for row in telling.breakdown(ruleset, state) if row.total]
    scores = [tuple(score) for score in ruleset.scores(state)]
    return scores if not ruleset.to_act(state) else [(points,) for points in rows[0].points]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.name)
def test_no_two_moves_have_the_same_parts_and_each_part_is_drawn_or_has_a_caption(file: Path) -> None:
    for number, (ruleset, state, (seat, _), _) in enumerate(steps_of(file)):
        if seat == CHANCE or number % 5:
            continue
        say = speaker(ruleset, "en", len(ruleset.scores(state)))
        ways = [telling.parts(ruleset, state, seat, move) for move in ruleset.legal_moves(state, seat)]

        assert len({frozenset(way) for way in ways}) == len(ways)
        assert all(way and len(set(way)) == len(way) for way in ways)
        assert all(
            say.text(telling.caption(ruleset, state, part)) for part in {p for way in ways for p in way}
        )


@pytest.mark.parametrize(
    "file", [file for file in RECORDS if "pig" not in file.name], ids=lambda file: file.name
)
def test_all_parts_but_the_waiver_are_drawn_and_every_position_has_a_picture(file: Path) -> None:
    drawings = Drawings(RULESETS)
    for number, (ruleset, state, (seat, _), _) in enumerate(steps_of(file)):
        if seat == CHANCE or number % 7:
            continue
        drawn = str(drawings.drawn(ruleset, state, seat, speaker(ruleset, "en", len(ruleset.scores(state)))))
        ways = [telling.parts(ruleset, state, seat, move) for move in ruleset.legal_moves(state, seat)]

        missing = {part for way in ways for part in way if f'data-part="{part}"' not in drawn}
        assert missing <= {"waive"}
        assert "&lt;0&gt;" in drawn


@pytest.mark.parametrize(
    "file", [file for file in RECORDS if "pig" not in file.name], ids=lambda file: file.name
)
def test_the_points_that_are_told_are_those_that_were_scored(file: Path) -> None:
    for ruleset, state, event, after in steps_of(file):
        told = sum(step.points for step in telling.told(ruleset, state, event))

        assert told == sum(points_of(ruleset, after)) - sum(points_of(ruleset, state))


def points_of(ruleset: Ruleset, state: State) -> list[int]:
    return [score[0] for score in ruleset.scores(state)]


@pytest.mark.parametrize(
    "file", [file for file in RECORDS if "pig" not in file.name], ids=lambda file: file.name
)
def test_each_step_lights_what_the_drawing_has_as_it_stood_then(file: Path) -> None:
    drawings = Drawings(RULESETS)
    for number, (ruleset, state, event, after) in enumerate(steps_of(file)):
        if number % 7:
            continue
        say = speaker(ruleset, "en", len(ruleset.scores(state)))
        for step in telling.told(ruleset, state, event):
            stood = after if step.state is None else step.state
            drawn = str(drawings.drawn(ruleset, stood, None, say))

            assert all(f'data-part="{part}"' in drawn for part in step.parts)


def test_a_tile_of_the_market_is_called_by_its_color_and_its_place_beside_which_the_drawing_names_it() -> (
    None
):
    file = next(file for file in RECORDS if "modules" in file.name)
    drawings = Drawings(RULESETS)
    ruleset, state, seat, part = next(
        (ruleset, state, seat, part)
        for ruleset, state, (seat, _), _ in steps_of(file)
        if seat != CHANCE
        for move in ruleset.legal_moves(state, seat)
        for part in telling.parts(ruleset, state, seat, move)
        if part.startswith("cell-")
    )
    say = speaker(ruleset, "en", len(ruleset.scores(state)))

    color, cell = re.fullmatch(  # type: ignore[union-attr]
        r"the (\w+) tile at (\w\d)", say.text(telling.caption(ruleset, state, part))
    ).groups()

    drawn = str(drawings.drawn(ruleset, state, seat, say))
    assert f'aria-label="{cell}: {color}"' in drawn
    assert all(f">{name}</text>" in drawn for name in cell)


def test_a_board_comes_first_for_who_sits_there() -> None:
    ruleset = RULESETS["azul"]
    state = ruleset.setup(3, {"wall": "colored"})

    def names(seat: Seat | None) -> list[str]:
        return [panel["name"] for panel in panels_of(ruleset, state, seat)]

    assert names(None) == ["middle", "board-0", "board-1", "board-2"]
    assert names(1) == ["middle", "board-1", "board-2", "board-0"]


def test_players_of_one_name_are_told_by_their_seats() -> None:
    names = Speaker(
        CATALOGUES.of(None, "en"), [Player(name="Ann"), Player(bot="greedy"), Player(bot="greedy")]
    )

    assert names.names == ["Ann", "greedy (bot)\N{NO-BREAK SPACE}#2", "greedy (bot)\N{NO-BREAK SPACE}#3"]


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        ({"number": 6}, "Chance deals: number 6"),
        ({"card": "ace", "to": [0, 1]}, "Chance deals: card ace, to [0, 1]"),
        ([3], "Chance deals: [3]"),
    ],
)
def test_a_deal_that_no_ruleset_tells_is_told_by_its_names(deal: Any, said: str) -> None:
    ruleset = cast("Ruleset", SimpleNamespace(encode_deal=lambda _: deal))

    (step,) = telling.told(ruleset, None, (CHANCE, None))

    assert speaker(RULESETS["pig"], "en", 2).text(step.message) == said
