"""The options of a ruleset on the start page: in words, and only where there is something to choose."""

import re
from types import SimpleNamespace
from typing import Any, cast

import pig
import pytest
from flask import Flask

from rulesets.contract import Option, Ruleset
from services.entry.catalogue import installed_rulesets
from services.matches.room import Room
from services.web.catalogues import LANGUAGES
from services.web.pages import Pages


def start_page(rulesets: dict[str, Any], language: str = "en") -> str:
    room = cast("Room", SimpleNamespace(rulesets=rulesets, bots={}))
    app = Flask(__name__)
    app.register_blueprint(Pages(room, "http://here").blueprint())
    return app.test_client().get(f"/?language={language}").get_data(as_text=True)


def house_rules(*choices: str) -> Ruleset:
    option = Option(choices[0], "how strict", choices=choices)
    return cast("Ruleset", SimpleNamespace(**vars(pig) | {"OPTIONS": {"house_rules": option}}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_of_one_value_is_not_shown(language: str) -> None:
    page = start_page(installed_rulesets(), language)

    assert 'data-option="wall"' in page
    assert 'data-option="bloom"' in page
    assert "components" not in page
    assert "default-1" not in page


def test_a_name_that_nobody_translated_is_shown_in_plain_words() -> None:
    page = start_page({"pig": house_rules("very_strict-1", "loose")})

    assert ">house rules</label>" in page
    assert '<option value="very_strict-1" selected>very strict 1</option>' in page


def test_of_one_value_nothing_is_said() -> None:
    assert "house" not in start_page({"pig": house_rules("very_strict-1")})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_says_what_its_game_is_about_in_the_language_of_the_page(language: str) -> None:
    cards = start_page(installed_rulesets(), language).split("data-game=")

    about = {card.split('"')[1]: re.findall("</h3>\\s*<p>([^<]+)</p>", card) for card in cards[1:]}
    assert [len(about[game]) for game in ("azul", "majolica", "pig")] == [1, 1, 0]
    assert about["azul"] != about["majolica"]
    for (said,) in (about["azul"], about["majolica"]):
        assert said.isascii() == (language == "en")
