"""What goes wrong is said in the page's language; what the service says of it, in English, is marked so."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from services.api import problems
from services.web.texts import TEXTS
from tests.conftest import call
from tests.web.conftest import Opener
from tests.web.playing import my_turn, new_match, seated

LATIN = re.compile("[A-Za-z]{3}")


def said(page: Page) -> str:
    """The sentence of the alert, without what stands behind it in English."""
    expect(page.locator("#alert")).to_be_visible()
    text: str = page.locator("#alert").evaluate("(alert) => alert.firstChild.textContent")
    return text


def detail(page: Page) -> str:
    return page.locator("#alert small[lang=en]").inner_text()


def test_every_type_of_problem_has_a_sentence() -> None:
    rows = [*problems.TABLE.values(), *problems.FOUND.values(), problems.INTERNAL]
    types = {name for _, name, _ in rows} | set(problems.NOT_NOW)
    types |= {problems.row_of(problems.PreconditionRequired(""))[1]}  # type: ignore[index]

    assert {f"problem.{name}" for name in types} <= set(TEXTS)


def ready(page: Page) -> None:
    my_turn(page)
    page.locator("#table .can .halo").first.click()
    page.locator(".can[data-part*=floor] .halo").first.click()
    expect(page.locator("#confirm")).to_be_visible()


def test_a_move_that_is_not_possible_any_more_is_said_and_the_board_shows_what_stands(
    opened: Opener, address: str
) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link, allowed=("422",), locale="zh-TW")
    ready(page)
    page.route("**/moves", lambda route: route.continue_(post_data=json.dumps({"text": "9z>5"})))

    page.locator("#confirm").click()

    assert said(page) == "這個動作已經不可行。版面顯示的是目前的局面。"
    assert LATIN.search(detail(page))
    expect(page.locator("#confirm")).to_be_hidden()
    my_turn(page)


@pytest.mark.parametrize(
    ("status", "body", "sentence"),
    [
        (429, {"type": "too-many", "detail": "at most 3"}, "請求太多"),
        (503, {"type": "store-down", "detail": "no store"}, "服務連不上資料庫。"),
        (422, {"type": "not-your-turn", "detail": "seat 1"}, "現在不再輪到你。"),
        (403, {"type": "wrong-token", "detail": "seat 1"}, "那個座位不由這裡操作"),
        (502, "<html>Bad Gateway</html>", "沒有成功。"),
    ],
)
def test_whatever_is_answered_to_a_move_the_page_says_it_in_its_language(
    opened: Opener, address: str, status: int, body: object, sentence: str
) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link, allowed=(str(status),), locale="zh-TW")
    ready(page)
    text = body if isinstance(body, str) else json.dumps(body)

    def refuse(route: Route) -> None:
        route.fulfill(status=status, body=text, headers={"Retry-After": "7"})

    page.route("**/moves", refuse)
    page.locator("#confirm").click()

    assert said(page).startswith(sentence)
    expect(page.locator("#alert small")).to_have_count(0)


def test_a_service_that_cannot_be_reached_is_said_and_the_choice_is_kept(
    opened: Opener, address: str
) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link, allowed=("ERR_FAILED",), locale="zh-CN")
    ready(page)
    page.route("**/moves", lambda route: route.abort())

    page.locator("#confirm").click()

    assert said(page).startswith("服务没有回应。")
    expect(page.locator("#confirm")).to_be_visible()


def test_on_a_phone_what_went_wrong_is_in_sight(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link, allowed=("ERR_FAILED",), viewport={"width": 320, "height": 568})
    ready(page)
    page.evaluate("() => scrollTo(0, 500)")
    page.route("**/moves", lambda route: route.abort())

    page.locator("#confirm").click()

    said(page)
    box = page.locator("#alert").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 100


def test_what_went_wrong_is_in_sight_wherever_the_page_is_scrolled_to(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    phone = {"width": 360, "height": 740}
    page = opened(link, allowed=("ERR_INTERNET_DISCONNECTED",), viewport=phone)
    ready(page)
    start = opened("/", allowed=("ERR_INTERNET_DISCONNECTED",), viewport=phone)
    start.locator("form.game summary").last.click()
    for tab, button in (
        (page, page.locator("[data-step=previous]")),
        (start, start.get_by_role("button", name="Open the match").last),
    ):
        button.scroll_into_view_if_needed()
        tab.evaluate("() => scrollBy(0, 200)")
        tab.context.set_offline(True)

        button.click()

        expect(tab.locator("#alert")).to_be_in_viewport(ratio=1)


def test_a_record_that_breaks_the_rules_is_refused_with_its_reason(opened: Opener, tmp_path: Path) -> None:
    record = {"format": "tiledraft-record/1", "ruleset": "azul", "ruleset_version": 1, "options": {}}
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record | {"seats": 9, "events": []}), "utf-8")
    page = opened(allowed=("422",), locale="zh-TW")

    page.locator("#record").set_input_files(file)

    assert said(page).startswith("這份紀錄不符合規則")
    assert "9" in detail(page)


def test_an_invitation_that_is_not_valid_any_more_is_said(opened: Opener, address: str) -> None:
    match = new_match(address, "azul", [{"name": "Ann"}, {}])
    page = opened(f"/matches/{match['match']}#join={match['invite']}", allowed=("403",), locale="zh-TW")
    token = match["seats"][0]["token"]
    path = f"{address}/api/v1/matches/{match['match']}/invite"
    call(path, {"renew": True}, Authorization=f"Bearer {token}")

    page.locator("#name").fill("Bob")
    page.locator("#join-form button").click()

    assert said(page).startswith("這個邀請已失效")


def test_an_address_that_names_nothing_is_said_with_what_is_missing(opened: Opener, address: str) -> None:
    match, _ = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])

    page = opened(f"/matches/{match}?at=9999", allowed=("400",), locale="zh-CN")

    expect(page.locator("main p").first).to_contain_text("网址指向不存在的东西。")
    expect(page.locator("main small[lang=en]")).to_contain_text("not 9999")


def test_that_nobody_answered_is_said_until_somebody_does(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link, allowed=("ERR_FAILED",))
    my_turn(page)
    page.route("**/shown?*", lambda route: route.abort())
    page.keyboard.press("Home")
    assert said(page) == "No answer came from the service. Try again: nothing is done twice."
    page.unroute("**/shown?*")

    page.keyboard.press("End")

    expect(page.locator("#alert")).to_be_hidden()
