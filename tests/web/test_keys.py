"""Single keys: the list of them, taking back, and the switch that turns them off (WCAG 2.1.4)."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.playing import hold, my_turn, seated


@pytest.fixture
def page(opened: Opener, address: str) -> Page:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    found = opened(link)
    my_turn(found)
    return found


def choose_by_key(page: Page) -> None:
    for key in page.locator("#table .can").first.get_attribute("data-keys") or "":
        page.keyboard.press(key)


def test_the_list_of_keys_opens_and_closes_by_key_and_gives_the_focus_back(page: Page) -> None:
    page.locator("#table .can").first.focus()

    page.keyboard.press("?")

    expect(page.locator("#help")).to_have_attribute("open", "")
    expect(page.locator("#help summary")).to_be_focused()
    listed = page.locator("#help kbd").all_inner_texts()
    assert {"Tab", "Space", "U", "Esc", "Enter", "←", "→", "Home", "End", "?"} <= set(listed)
    assert page.locator("#help dt").count() > 5  # those of the game stand before the page's own
    page.keyboard.press("?")
    expect(page.locator("#help")).not_to_have_attribute("open", "")
    assert page.evaluate("() => document.activeElement.matches('#table .can')")


def test_escape_closes_the_list_of_keys_and_takes_nothing_back(page: Page) -> None:
    choose_by_key(page)
    expect(page.locator("#table .chosen")).to_have_count(1)
    page.keyboard.press("?")
    expect(page.locator("#help summary")).to_be_focused()

    page.keyboard.press("Escape")

    expect(page.locator("#help")).not_to_have_attribute("open", "")
    expect(page.locator("#table .chosen")).to_have_count(1)


def test_the_list_of_keys_leads_back_to_a_part_that_was_drawn_anew(page: Page) -> None:
    part = page.locator("#table .can").first
    name = part.get_attribute("data-part")
    part.focus()
    page.keyboard.press("?")
    expect(page.locator("#help summary")).to_be_focused()
    page.evaluate(
        "() => { const table = document.getElementById('table'); table.innerHTML = table.innerHTML; }"
    )

    page.keyboard.press("?")

    assert page.evaluate("() => document.activeElement.dataset.part") == name


def test_where_the_list_was_closed_otherwise_its_key_leads_nowhere_back(page: Page) -> None:
    page.locator("#table .can").first.focus()
    page.keyboard.press("?")
    page.keyboard.press("Enter")
    expect(page.locator("#help")).not_to_have_attribute("open", "")
    page.locator("#help summary").click()
    expect(page.locator("#help")).to_have_attribute("open", "")

    page.keyboard.press("?")

    expect(page.locator("#help")).not_to_have_attribute("open", "")
    assert not page.evaluate("() => document.activeElement.matches('#table .can')")


def test_the_list_of_keys_opens_and_closes_like_any_other(page: Page) -> None:
    page.locator("#help summary").focus()

    page.keyboard.press("Enter")
    expect(page.locator("#help")).to_have_attribute("open", "")
    page.keyboard.press("Space")

    expect(page.locator("#help")).not_to_have_attribute("open", "")


@pytest.mark.parametrize("key", ["u", "U", "Escape"])
def test_a_choice_is_taken_back_by_key(page: Page, key: str) -> None:
    choose_by_key(page)
    expect(page.locator("#table .chosen")).to_have_count(1)
    expect(page.get_by_role("button", name="Take back")).to_be_visible()

    page.keyboard.press(key)

    expect(page.locator("#table .chosen")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back")).to_be_hidden()


def test_the_switch_turns_every_single_key_off_and_is_kept(page: Page) -> None:
    page.get_by_text("Settings").click()
    page.get_by_label("No single-key shortcuts").check()
    page.reload()
    my_turn(page)

    page.locator("#headline").click()
    choose_by_key(page)
    page.keyboard.press("?")

    expect(page.locator("#table .chosen")).to_have_count(0)
    expect(page.locator("#help")).not_to_have_attribute("open", "")
    page.locator("#table .can").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#table .chosen")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator("#table .chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#table .chosen")).to_have_count(0)


def test_keys_typed_into_a_field_choose_nothing(page: Page) -> None:
    page.get_by_text("Play on from here").click()
    keys = page.locator("#table .can").first.get_attribute("data-keys") or ""

    page.get_by_label("Play as").fill("")
    page.keyboard.type(f"u?{keys}")

    expect(page.get_by_label("Play as")).to_have_value(f"u?{keys}")
    expect(page.locator("#table .chosen")).to_have_count(0)
    expect(page.locator("#help")).not_to_have_attribute("open", "")


def move_by_key(page: Page) -> None:
    before = page.locator("#log li").count()
    for _ in range(6):
        if page.locator("#confirm").is_visible():
            break
        page.locator("#table .can, #options button:not([aria-pressed])").first.focus()
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_function("before => document.querySelectorAll('#log li').length > before + 1", arg=before)


def test_after_a_move_by_key_the_focus_is_on_what_comes_next(page: Page) -> None:
    """On the first part of the next choice, or on the sentence that says whose turn it is."""
    move_by_key(page)
    my_turn(page)

    page.wait_for_function("() => document.activeElement.matches('#prompt, #table .can')")


def test_taking_back_from_the_button_leaves_the_focus_on_the_table(page: Page) -> None:
    choose_by_key(page)
    page.locator("#back").focus()

    page.keyboard.press("Enter")

    expect(page.locator("#back")).to_be_hidden()
    assert page.evaluate("() => document.activeElement.matches('#table .can')")


def test_fast_steps_through_the_past_are_all_taken(page: Page) -> None:
    for _ in range(2):
        move_by_key(page)
        my_turn(page)
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("ArrowRight")

    expect(page.locator("#log a[aria-current]")).to_have_text("5")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#log a[aria-current]")).to_have_text("3")


def test_back_at_the_present_the_last_move_is_told(page: Page) -> None:
    move_by_key(page)
    my_turn(page)
    last = page.locator("#log li").first.locator(".said").first.inner_text()
    page.keyboard.press("Home")
    expect(page.locator("#told")).not_to_contain_text(last)

    page.keyboard.press("End")

    expect(page.locator("#told")).to_contain_text(last)


def test_the_focus_stays_on_a_choice_outside_the_drawing(opened: Opener, address: str) -> None:
    _, link = seated(address, "pig", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link)
    my_turn(page)
    page.get_by_role("button", name="roll").focus()

    page.keyboard.press("x")

    expect(page.get_by_role("button", name="roll")).to_be_focused()


def test_escape_closes_the_settings_and_nothing_else(page: Page) -> None:
    choose_by_key(page)
    page.locator("#settings summary, .menu summary").first.click()

    page.keyboard.press("Escape")

    expect(page.locator("details.menu")).not_to_have_attribute("open", "")
    expect(page.locator("#table .chosen")).to_have_count(1)


def test_nothing_goes_wrong_where_keys_and_clicks_come_before_the_first_answer(
    opened: Opener, address: str
) -> None:
    match, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link)
    my_turn(page)
    held = hold(page, "**/shown?*")
    with page.expect_request("**/shown?*"):
        page.reload()

    for key in "1", "b", "h", "u", "?", "?", "Escape", "Enter", "Home", "ArrowLeft", "End":
        page.keyboard.press(key)
    page.locator("#table, #table [data-part]").evaluate_all(
        "parts => parts.forEach((each) => each.dispatchEvent(new MouseEvent('click', { bubbles: true })))"
    )
    page.locator("#slider").focus()
    page.keyboard.press("ArrowLeft")

    held[0].continue_()
    page.unroute("**/shown?*")
    my_turn(page)
    expect(page).to_have_url(f"{address}/matches/{match}")
    expect(page.locator("#table .chosen")).to_have_count(0)


def test_an_entry_of_the_log_leads_to_the_past_even_before_the_first_answer(
    opened: Opener, address: str
) -> None:
    match, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link)
    my_turn(page)
    page.route("**/shown?*", lambda route: None)
    with page.expect_request("**/shown?*"):
        page.reload()

    page.locator("#log li > a").last.click()

    expect(page).to_have_url(f"{address}/matches/{match}?at=1")


def test_taking_the_first_choice_back_by_key_leaves_the_focus_on_the_table(page: Page) -> None:
    choose_by_key(page)
    expect(page.locator("#table .chosen")).to_have_count(1)

    page.keyboard.press("Escape")

    expect(page.locator("#table .chosen")).to_have_count(0)
    assert page.evaluate("() => document.activeElement.matches('#table .can')")


def test_space_chooses_a_button_among_the_choices(opened: Opener, address: str) -> None:
    _, link = seated(address, "pig", [{"name": "Ann"}, {"bot": "random"}], lucky=True)
    page = opened(link)
    my_turn(page)

    page.locator("#options button").nth(3).press("Space", delay=80)

    expect(page.locator("#options [aria-pressed]")).to_have_count(1)
    expect(page.locator("#confirm")).to_be_focused()


def test_settings_close_by_a_click_elsewhere_and_stay_open_for_one_within(opened: Opener) -> None:
    page = opened()
    page.get_by_text("Settings").click()
    page.locator("details.menu input").first.click()
    expect(page.locator("details.menu")).to_have_attribute("open", "")

    page.get_by_role("heading").first.click()

    expect(page.locator("details.menu")).not_to_have_attribute("open", "")


def test_escape_closes_the_list_of_keys_and_never_opens_it(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link)
    my_turn(page)

    page.keyboard.press("?")
    expect(page.locator("#help")).to_have_attribute("open", "")
    for _ in range(2):
        page.keyboard.press("Escape")
        expect(page.locator("#help")).not_to_have_attribute("open", "")
