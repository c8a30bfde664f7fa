"""Where the service acted and its answer did not come, nothing is lost and nothing happens twice."""

import json
import re

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.conftest import call
from tests.web.conftest import Opener
from tests.web.playing import Persons, events, hold, my_turn, new_match, seated

LOST = ("ERR_FAILED", "503")
NO_ANSWER = re.compile("^No answer came from the service")
RETURNED = "() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
NOTHING_IS_KEPT = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("denied", "SecurityError"); },
})"""


def lose_one_answer(page: Page, path: str, *, fails: bool = False) -> None:
    """The service acts, and what is heard is nothing, or that it failed."""

    def lost(route: Route) -> None:
        route.fetch()
        if fails:
            route.fulfill(status=503, body=json.dumps({"type": "store-down", "detail": ""}))
        else:
            route.abort()

    page.route(path, lost, times=1)


@pytest.mark.parametrize(("seats", "fails"), [(2, False), (3, False), (3, True)])
def test_who_sits_down_and_hears_nothing_has_that_seat_at_the_next_try(
    opened: Opener, address: str, seats: int, fails: bool
) -> None:
    match = new_match(address, "azul", [{"name": "Ann"}, *[{}] * (seats - 1)])
    page = opened(f"/matches/{match['match']}#join={match['invite']}", allowed=LOST)
    lose_one_answer(page, "**/seats", fails=fails)
    page.locator("#name").fill("Bob")
    page.locator("#join-form button").click()
    expect(page.locator("#alert")).to_have_text(re.compile("try again|Try again"))
    page.reload()

    page.locator("#join-form button").click()

    expect(page.locator("#join")).to_be_hidden()
    expect(page.locator("#move-device")).to_be_visible()
    names = [seat.get("name") for seat in call(f"{address}/api/v1/matches/{match['match']}")["seats"]]
    assert names.count("Bob") == 1


def test_a_match_that_was_opened_unheard_is_opened_once(opened: Opener, address: str) -> None:
    page = opened(allowed=LOST)
    lose_one_answer(page, "**/api/v1/matches")
    tried: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/matches"):
            tried.append(json.loads(request.post_data or "")["match"])

    page.on("request", note)

    page.locator("form[data-game=pig] [data-do=bot]").click()
    expect(page.locator("#alert")).to_have_text(NO_ANSWER)
    page.locator("form[data-game=pig] [data-do=bot]").click()

    page.wait_for_url("**/matches/*")
    first, second = tried
    assert page.url.endswith(first)
    assert first == second


def test_a_seat_that_was_given_unheard_is_given_once(opened: Opener, address: str) -> None:
    match = new_match(address, "azul", [{"name": "Ann"}, {}, {}])
    page = opened(allowed=LOST)
    page.add_init_script("window.EventSource = class { close() {} }")  # no news come
    page.goto(f"{address}/matches/{match['match']}#seat={match['seats'][0]['token']}")
    give = page.get_by_role("button", name="Give")
    expect(give).to_be_visible()
    page.route("**/shown?*", lambda route: route.abort())
    lose_one_answer(page, "**/seats/*")
    with page.expect_event("requestfailed", lambda request: "/shown" in request.url):
        give.click()
    expect(page.locator("#alert")).to_have_text(NO_ANSWER)
    page.unroute("**/shown?*")

    give.click()

    expect(page.locator("#headline")).to_have_text("1 seat is still open")
    expect(page.locator("#alert")).to_be_empty()
    seats = call(f"{address}/api/v1/matches/{match['match']}")["seats"]
    assert ["bot" in seat for seat in seats] == [False, True, False]


def test_where_it_is_seen_that_a_seat_was_given_nothing_is_said_any_more(
    opened: Opener, address: str
) -> None:
    match = new_match(address, "azul", [{"name": "Ann"}, {}])
    page = opened(f"/matches/{match['match']}#seat={match['seats'][0]['token']}", allowed=LOST)
    lose_one_answer(page, "**/seats/*")

    page.get_by_role("button", name="Give").click()

    expect(page.locator("#invite")).to_be_hidden()
    expect(page.locator("#alert")).to_be_empty()


def test_where_news_of_a_given_seat_come_before_the_loss_nothing_is_said(
    opened: Opener, address: str
) -> None:
    match = new_match(address, "azul", [{"name": "Ann"}, {}])
    page = opened(f"/matches/{match['match']}#seat={match['seats'][0]['token']}", allowed=LOST)
    held = hold(page, "**/seats/*")
    with page.expect_request("**/seats/*"):
        page.get_by_role("button", name="Give").click()
    held[0].fetch()
    expect(page.locator("#invite")).to_be_hidden()

    with page.expect_request_finished(lambda request: "/shown?" in request.url):
        held[0].abort()

    expect(page.locator("#alert")).to_be_empty()


def test_a_move_that_was_made_unheard_is_not_offered_again(opened: Opener, address: str) -> None:
    alone = new_match(address, "pig", [{"name": "Ann"}])
    page = opened(Persons(address, alone["match"], {0: alone["seats"][0]["token"]}).link, allowed=LOST)
    my_turn(page)
    lose_one_answer(page, "**/moves")
    page.get_by_role("button", name="roll").click()

    page.locator("#confirm").click()

    expect(page.locator("#log li", has_text="Ann: roll")).to_have_count(1)
    expect(page.locator("#alert")).to_have_text(NO_ANSWER)
    expect(page.locator("#confirm")).to_be_hidden()


def test_what_the_service_cannot_take_now_stays_chosen_and_is_said(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link, allowed=("ERR_FAILED", "503"))
    my_turn(page)
    page.route("**/shown?*", lambda route: route.abort(), times=1)
    page.keyboard.press("Home")
    expect(page.locator("#alert")).to_have_text(NO_ANSWER)
    page.keyboard.press("End")
    page.locator("#table .can .halo").first.click()
    page.locator(".can[data-part*=floor] .halo").first.click()
    away = json.dumps({"type": "store-down", "detail": ""})
    page.route("**/moves", lambda route: route.fulfill(status=503, body=away), times=1)
    before = events(page)

    page.keyboard.press("Enter")

    expect(page.locator("#alert")).to_contain_text("try again")
    expect(page.locator("#confirm")).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_function("before => document.querySelectorAll('#log li').length > before", arg=before)


def test_a_button_that_led_elsewhere_acts_again_for_who_comes_back(opened: Opener) -> None:
    page = opened()
    page.route(re.compile(r"/matches/\w+$"), lambda route: route.fulfill(status=204))  # it leads nowhere
    button = page.locator("form[data-game=pig] [data-do=bot]")
    with page.expect_response("**/api/v1/matches"):
        button.click()

    with page.expect_response("**/api/v1/matches"):
        page.evaluate(RETURNED)
        button.click()


def test_a_browser_that_keeps_nothing_plays_until_the_page_is_closed(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened()
    page.add_init_script(NOTHING_IS_KEPT)

    page.goto(address + link)

    my_turn(page)
    expect(page.locator("#headline")).to_have_text("Your turn")


def test_what_a_browser_keeps_and_does_not_read_as_matches_is_passed_over(
    opened: Opener, address: str
) -> None:
    match, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    junk = {
        "M": None,
        "N": 5,
        "O": {"token": 5},
        "P": {"token": "x"},
        "Q": {"token": ["Q.0.b"]},
        "R": {"since": "x"},
        "S": {"seen": 5},
    }
    page = opened()
    for key, value in (("matches", junk), ("name", {"a": 1})):
        page.evaluate(
            "([key, value]) => localStorage.setItem(`tiledraft.${key}`, JSON.stringify(value))", [key, value]
        )
    page.reload()
    expect(page.locator("#name")).to_have_value("Player")

    page.goto(address + link)
    my_turn(page)
    page.goto(address)

    expect(page.locator("#mine li")).to_have_count(1)
    expect(page.locator("#mine li a")).to_have_attribute("href", f"/matches/{match}")


def test_a_key_that_is_held_chooses_and_confirms_once(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link)
    my_turn(page)
    page.locator("#table .can").first.focus()
    before = events(page)

    for _ in range(8):
        page.keyboard.down("Enter")
        page.wait_for_timeout(50)
    page.keyboard.up("Enter")

    expect(page.locator("#table .chosen")).to_have_count(1)
    assert events(page) == before
    page.locator(".can[data-part*=floor]").first.press("Enter")
    expect(page.locator("#confirm")).to_be_focused()
    for _ in range(8):
        page.keyboard.down("Enter")
        page.wait_for_timeout(50)
    page.keyboard.up("Enter")
    expect(page.locator("#log li", has_text="Ann takes")).to_have_count(1)
    expect(page.locator("#table .chosen")).to_have_count(0)
