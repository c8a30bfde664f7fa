"""Whole matches in a real browser against a bot, by mouse and by keyboard."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Opener
from tests.web.playing import click_move, play_to_the_end, type_move

AT_ONCE = ("412",)  # starters are laid at the same time: who comes later learns of it and chooses again


@pytest.mark.parametrize("game", ["azul", "majolica"])
def test_a_match_is_started_and_played_to_its_end_by_mouse(opened: Opener, game: str) -> None:
    page = opened(allowed=AT_ONCE)

    page.locator(f"form[data-game={game}] [data-do=bot]").click()
    play_to_the_end(page, click_move)

    expect(page.locator("#headline")).to_contain_text("won")
    expect(page.locator("#scores .total th")).to_have_text("Total")
    expect(page.locator("#bar")).to_be_hidden()


@pytest.mark.parametrize("game", ["azul", "majolica"])
def test_a_match_is_started_and_played_to_its_end_by_keyboard_alone(opened: Opener, game: str) -> None:
    page = opened(allowed=AT_ONCE, reduced_motion="reduce")

    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('form')?.dataset.game") == game:
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches/*")
    play_to_the_end(page, type_move)

    expect(page.locator("#headline")).to_contain_text("won")


def test_a_ruleset_without_a_drawing_is_played_by_buttons(opened: Opener) -> None:
    page = opened()

    page.locator("form[data-game=pig] summary").click()
    page.locator("form[data-game=pig] [data-option=target]").fill("8")
    page.locator("form[data-game=pig] .seats select").nth(1).select_option("bot:random")
    page.get_by_role("button", name="Open the match").locator("visible=true").click()
    play_to_the_end(page, click_move)

    expect(page.locator("#headline")).to_contain_text("won")
    expect(page.locator("#log")).to_contain_text("roll")
