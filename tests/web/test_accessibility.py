"""axe-core finds nothing on any kind of page; in the dark, where only colors differ, no want of contrast."""

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.conftest import Opener
from tests.web.playing import click_move, going_on, my_turn, new_match, seated
from tests.web.test_majolica_on_the_page import BONUS, GIVING_BACK, MODULES, REARRANGING, RUNNING_W3

RULES = {
    "light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "dark": ["color-contrast"],
}


def assert_accessible(page: Page, part: str | None = None, scheme: str = "light") -> None:
    """A page with all that folds open, but for the menu, which lies over others; or a part of it as it is."""
    if part is None:
        page.evaluate(
            "() => document.querySelectorAll('details:not(.menu)').forEach((each) => each.open = true)"
        )
    results = Axe().run(page, context=part, options={"runOnly": RULES[scheme]})
    found = [
        f"{each['id']}: {node['html'][:160]}"
        for each in results.response["violations"]
        for node in each["nodes"][:3]
    ]
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["azul", "majolica", "pig"])
def test_a_match_is_accessible(opened: Opener, address: str, game: str, scheme: str) -> None:
    _, link = seated(address, game, [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link, allowed=("412",), color_scheme=scheme, reduced_motion="reduce")  # starters: at once
    my_turn(page)
    click_move(page, random.Random(2))
    my_turn(page)
    (page.locator("#table .can .halo, #options button").first).click()

    assert_accessible(page, scheme=scheme)


@pytest.mark.parametrize("events", [REARRANGING, GIVING_BACK, RUNNING_W3, BONUS])
def test_choices_among_tiles_are_accessible(opened: Opener, address: str, events: int) -> None:
    page = opened(going_on(address, MODULES, events).link, reduced_motion="reduce")
    my_turn(page)
    page.locator("#table .can .halo").first.click(force=True)

    assert_accessible(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_start_error_and_invitation_are_accessible(opened: Opener, address: str, scheme: str) -> None:
    match = new_match(address, "azul", [{"name": "Ann"}, {}])
    paths = (
        "/",
        "/matches/nothing",
        f"/matches/{match['match']}#join={match['invite']}",
        f"/matches/{match['match']}?at=1",
    )

    for path in paths:
        page = opened(path, allowed=("404",), color_scheme=scheme)
        page.wait_for_load_state("networkidle") if path in paths[:2] else page.wait_for_selector("#log li")
        assert_accessible(page, scheme=scheme)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_settings_are_accessible(opened: Opener, scheme: str) -> None:
    page = opened(color_scheme=scheme)
    page.get_by_text("Settings").click()

    assert_accessible(page, ".menu", scheme)
