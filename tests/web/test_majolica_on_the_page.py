"""Majolica is chosen in the drawing, by mouse, finger and keys; its chains are shown run by run."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.playing import going_on
from tests.web.test_retelling import STEP

MODULES = "majolica-0.1-modules.json.gz"
TARGET = 24  # WCAG 2.2, 2.5.8
# How many events of the record lead to a choice of this kind.
REARRANGING, GIVING_BACK, KEEPING, RUNNING_W3, RUNNING_W1, BONUS = 51, 47, 49, 17, 93, 50


def ready(page: Page) -> Page:
    page.wait_for_selector("#table .can")
    return page


def chosen(page: Page) -> list[str]:
    parts: list[str] = page.locator("#table .chosen").evaluate_all(
        "all => all.map((each) => each.dataset.part)"
    )
    return parts


def test_what_is_too_much_is_clicked_away_any_of_the_tiles_that_are_alike(
    opened: Opener, address: str
) -> None:
    page = ready(opened(going_on(address, MODULES, GIVING_BACK).link))
    alike = page.locator("#table .alike:has(.can)").filter(has=page.locator("[data-part$='-2']"))
    tiles = alike.first.locator("[data-part]")
    expect(page.locator("#options button")).to_have_count(0)

    tiles.last.locator(".halo").click()
    expect(tiles.first).to_have_class(re.compile("chosen"))
    while not page.locator("#confirm").is_visible():
        page.locator("#table .can .halo").first.click()
    page.locator("#confirm").click()

    expect(page.locator("#log")).to_contain_text(re.compile("Ann gives back"))


def test_one_color_stays_in_the_last_workshop(opened: Opener, address: str) -> None:
    page = ready(opened(going_on(address, MODULES, KEEPING).link))

    page.locator("#table [data-part^=keep] .halo").first.click()
    page.locator("#confirm").click()

    expect(page.locator("#log")).to_contain_text(re.compile(r"Ann gives back .* from workshop\s4"))


def test_a_run_is_chosen_by_its_workshop_the_tile_that_goes_up_and_the_tile_that_breaks(
    opened: Opener, address: str
) -> None:
    page = ready(opened(going_on(address, MODULES, RUNNING_W3).link))
    expect(page.locator("#options button")).to_have_count(0)

    page.locator("#table .can[data-part*=workshop] .halo").first.click(force=True)
    up = page.locator("#table .can[data-part*='-up-']")
    if up.count():
        up.first.locator(".halo").click()
    if not page.locator("#confirm").is_visible():
        page.locator("#table .can[data-part^=broken] .halo").first.click()
    page.locator("#confirm").click()

    expect(page.locator("#log")).to_contain_text(re.compile(r"Ann runs workshop\s3: .* up, .* broken"))


def test_a_run_is_chosen_with_keys_alone(opened: Opener, address: str) -> None:
    page = ready(opened(going_on(address, MODULES, RUNNING_W1).link))

    page.keyboard.press("1")
    expect(page.locator("#table .chosen")).to_have_count(1)
    page.keyboard.press(str(page.locator("#table .can").first.get_attribute("data-keys")))
    expect(page.locator("#table .chosen")).to_have_count(2)
    expect(page.locator("#table .chosen").last).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#prompt")).to_contain_text("goes up")
    page.keyboard.press("Enter")

    expect(page.locator("#log")).to_contain_text(re.compile(r"Ann runs workshop\s1: .* up"))


def test_a_bonus_tile_is_chosen_in_the_drawing_and_waived_by_a_button(opened: Opener, address: str) -> None:
    page = ready(opened(going_on(address, MODULES, BONUS).link))

    expect(page.locator("#options button")).to_have_text(["no bonus tile"])
    page.locator("#table .can[data-part^=bonus] .halo").first.click()
    page.locator("#table .can[data-part*=workshop] .halo").first.click(force=True)
    page.locator("#confirm").click()

    expect(page.locator("#log")).to_contain_text(re.compile("Ann takes a bonus tile"))


def test_another_order_of_the_designs_is_chosen_slot_by_slot(opened: Opener, address: str) -> None:
    page = ready(opened(going_on(address, MODULES, REARRANGING).link))

    page.locator("#table .can[data-part^=cell] .halo").first.click()
    page.locator("#table .can[data-part=order-1-3] .halo").click()
    page.locator("#table .can[data-part=order-2-2] .halo").click()
    expect(page.locator("#options button")).to_have_count(0)
    page.locator("#confirm").click()

    expect(page.locator("#log")).to_contain_text(re.compile(r"lays the designs anew: \w+ into slot\s1, "))


@pytest.mark.parametrize("events", [REARRANGING, GIVING_BACK, RUNNING_W3, BONUS])
def test_every_choice_is_large_enough_for_a_finger(opened: Opener, address: str, events: int) -> None:
    phone = {"width": 360, "height": 740}
    page = ready(opened(going_on(address, MODULES, events).link, viewport=phone, has_touch=True))
    sizes = page.locator("#table .can .halo, #table .alike .halo")

    page.locator("#table .can .halo").first.tap(force=True)

    expect(page.locator("#table .chosen")).not_to_have_count(0)
    boxes = sizes.evaluate_all("all => all.map((each) => each.getBoundingClientRect())")
    assert min(min(box["width"], box["height"]) for box in boxes) >= TARGET


def test_a_run_is_shown_step_by_step_up_and_on_to_the_next_workshop(opened: Opener, address: str) -> None:
    match = going_on(address, MODULES, RUNNING_W1)
    page = opened()
    page.clock.install()
    page.goto(match.address + match.link.split("#")[0])
    page.wait_for_selector("#panel-board-0")
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    seat = next(iter(match.tokens))
    first, second = (f"#table [data-part='{seat}-workshop-{number}']" for number in (1, 2))
    held = page.locator(f"#panel-board-{seat} .alike use").count()

    match.move(next(text for text in match.legal if text.startswith("run 1 up")))

    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    expect(page.locator("#told")).to_contain_text(re.compile(r"Ann runs workshop\s1: .* up"))
    expect(page.locator(first)).to_have_class(re.compile("fresh"))
    expect(page.locator(f"#table [data-part='{seat}-slot-1']")).to_have_class(re.compile("fresh"))
    expect(page.locator("#table .gain")).to_have_text(re.compile(r"\+\d"))
    assert page.locator(f"#panel-board-{seat} .alike use").count() < held
    page.clock.run_for(STEP)
    expect(page.locator("#told")).to_contain_text("on to workshop 2 go")
    expect(page.locator(second)).to_have_class(re.compile("fresh"))
