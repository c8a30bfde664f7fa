"""A bot's hint on the page: allowed at the opening, asked for by button or key, confirmed or not."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import call
from tests.web.conftest import Opener
from tests.web.playing import await_event, events, hold, my_turn, seated
from tests.web.test_accessibility import assert_accessible

BOT = [{"name": "Ann"}, {"bot": "random"}]
# A search may take its time where other tests run too.
LONG = 15_000


@pytest.fixture
def page(opened: Opener, address: str) -> Page:
    """In Ann's turn in a match of Azul with hints."""
    _, link = seated(address, "azul", BOT, hints=True)
    found = opened(link, allowed=("503", "412", "ERR_FAILED"))
    my_turn(found)
    return found


def answer(page: Page, address: str, place: int = 0) -> dict[str, Any]:
    """What a bot would answer that thinks a certain legal move the best; the bot itself takes seconds."""
    match, seat = page.url.rpartition("/")[2], 0
    legal = call(f"{address}/api/v1/matches/{match}/legal-moves?seat={seat}")
    return {"version": legal["version"], "moves": [legal["moves"][place]]}


def hint(page: Page) -> Any:
    return page.get_by_role("button", name="Hint")


@pytest.mark.parametrize("allowed", [True, False])
def test_hints_are_allowed_by_a_box_on_the_start_page_and_only_by_that(opened: Opener, allowed: bool) -> None:
    page = opened()
    form = page.locator("form[data-game=pig]")
    form.locator("summary").click()
    expect(form.get_by_label("Hints")).not_to_be_checked()
    expect(form).to_contain_text("the log tells who did")

    form.get_by_label("Hints").set_checked(allowed)
    form.get_by_role("button", name=re.compile(r"Play against a bot \(\w+\)")).click()

    my_turn(page)
    expect(hint(page)).to_be_visible(visible=allowed)
    expect(page.locator("#log li").last).to_contain_text(
        re.compile("opened, with hints$" if allowed else "opened$")
    )
    expect(page.locator("#help dt", has_text=re.compile("^H$"))).to_have_count(int(allowed))


def test_a_bot_is_asked_its_move_chosen_and_everybody_told(opened: Opener, address: str) -> None:
    _, link = seated(address, "pig", BOT, hints=True)
    page = opened(link)
    my_turn(page)

    hint(page).click()

    expect(page.locator("#prompt")).to_have_text("Hint: roll. Confirm to play it.", timeout=LONG)
    expect(page.locator("#options [aria-pressed]")).to_have_text("roll")
    expect(page.locator("#log li").first).to_contain_text("Ann asked a bot for a hint")
    expect(page.locator("#live")).to_contain_text("Hint: roll.")
    before = events(page)
    page.locator("#confirm").click()
    await_event(page, before)
    expect(page.locator("#log")).to_contain_text("Ann: roll")


def test_a_hint_by_key_marks_its_parts_and_is_confirmed_or_taken_back_by_key(
    page: Page, address: str
) -> None:
    wanted = answer(page, address, 3)
    page.route("**/hint", lambda route: route.fulfill(json=wanted))

    page.keyboard.press("h")

    expect(page.locator("#table .chosen")).to_have_count(2, timeout=LONG)
    expect(page.locator("#prompt")).to_contain_text("Hint: ")
    page.keyboard.press("u")
    expect(page.locator("#table .chosen")).to_have_count(1)
    expect(page.locator("#prompt")).not_to_contain_text("Hint")
    page.keyboard.press("H")
    expect(page.locator("#table .chosen")).to_have_count(2, timeout=LONG)
    with page.expect_request("**/moves") as sent:
        page.keyboard.press("Enter")
    assert json.loads(sent.value.post_data or "") == {"text": wanted["moves"][0]["text"]}


def test_while_the_bot_thinks_the_button_says_so_keeps_the_focus_and_sends_nothing(
    page: Page, address: str
) -> None:
    wanted = answer(page, address)
    held = hold(page, "**/hint")
    hint(page).focus()

    page.keyboard.press("Enter")
    page.keyboard.press("Enter")

    asking = page.get_by_role("button", name="Asking a bot…")
    expect(asking).to_be_focused()
    expect(page.locator("#live")).to_have_text("Asking a bot…")
    assert len(held) == 1
    held[0].fulfill(json=wanted)
    expect(page.locator("#confirm")).to_be_focused()
    expect(hint(page)).to_be_visible()
    assert_accessible(page)
    with page.expect_request("**/moves"):
        page.keyboard.press("Enter")


def test_what_i_choose_while_the_bot_thinks_stays_and_the_hint_is_said(page: Page, address: str) -> None:
    wanted = answer(page, address, 3)
    held = hold(page, "**/hint")
    hint(page).click()
    page.locator("#table .can .halo").first.click()
    chosen = page.locator("#prompt").text_content()

    held[0].fulfill(json=wanted)

    expect(page.locator("#alert")).to_contain_text("A bot would play: ")
    assert page.locator("#prompt").text_content() == chosen


def test_a_hint_for_what_does_not_stand_any_more_chooses_nothing(page: Page, address: str) -> None:
    late = answer(page, address) | {"version": 1}
    page.route("**/hint", lambda route: route.fulfill(json=late))

    hint(page).click()

    expect(page.locator("#alert")).to_have_text("The match has moved on since you asked. Ask again.")
    expect(page.locator("#table .chosen")).to_have_count(0)


@pytest.mark.parametrize(
    ("status", "type_", "sentence"),
    [
        (503, "not-yet", "The answer is not there yet. Try again in a moment."),
        (412, "conflict", "The match has moved on since you asked. Ask again."),
    ],
)
def test_a_hint_that_is_not_given_is_said(page: Page, status: int, type_: str, sentence: str) -> None:
    refusal = json.dumps({"type": type_, "detail": ""})
    page.route("**/hint", lambda route: route.fulfill(status=status, body=refusal))

    hint(page).click()

    expect(page.locator("#alert")).to_have_text(sentence)
    expect(hint(page)).to_be_visible()


def test_a_hint_whose_board_does_not_come_is_not_called_late(page: Page, address: str) -> None:
    wanted = answer(page, address)
    page.route("**/hint", lambda route: route.fulfill(json=wanted))
    page.route("**/shown?*", lambda route: route.abort())

    hint(page).click()

    expect(page.locator("#alert")).to_have_text(re.compile("^No answer came from the service"))


def test_nobody_is_offered_a_hint_out_of_turn(opened: Opener, address: str) -> None:
    match, link = seated(address, "azul", [{"name": "Ann"}, {}], hints=True)

    for path in (f"/matches/{match}", link):
        page = opened(path)
        expect(page.locator("#log li")).not_to_have_count(0)
        page.keyboard.press("h")
        expect(page.locator("#hint")).to_be_hidden()


def test_on_a_phone_a_hint_leaves_the_board_in_sight(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", BOT, hints=True)
    page = opened(link, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    my_turn(page)
    wanted = answer(page, address)
    page.route("**/hint", lambda route: route.fulfill(json=wanted))

    hint(page).tap()

    expect(page.locator("#confirm")).to_be_visible()
    bar = page.locator("#bar").bounding_box()
    assert bar is not None
    assert bar["height"] <= 740 / 4
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
