"""Seats that links bring: nobody loses a seat by opening a link, and nothing is taken that is none."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import call
from tests.web.conftest import Opener
from tests.web.playing import new_match

HELD = "(match) => JSON.parse(localStorage['tiledraft.matches'])[match].token"
REFUSED = ("403",)


@pytest.fixture
def match(address: str) -> tuple[str, list[str]]:
    """Ann, Bob and a bot; the tokens of the two."""
    opened = new_match(address, "azul", [{"name": "Ann"}, {}, {"bot": "random"}])
    body = {"name": "Bob", "invite": opened["invite"]}
    bob = call(f"{address}/api/v1/matches/{opened['match']}/seats", body)
    return opened["match"], [opened["seats"][0]["token"], bob["token"]]


def held(page: Page, match: str) -> str:
    found: str = page.evaluate(HELD, match)
    return found


@pytest.mark.parametrize("brought", ["{match}.1.x", "{match}.7.x", "{match}.x", "elsewhere.0.x", "x"])
def test_a_link_to_no_seat_leaves_mine_as_it_is_and_is_said(
    opened: Opener, address: str, match: tuple[str, list[str]], brought: str
) -> None:
    name, (ann, _) = match
    page = opened(f"/matches/{name}#seat={ann}", allowed=REFUSED)
    expect(page.locator("#alert")).to_have_text("Your seat is now in this browser too.")

    page.goto("about:blank")
    page.goto(f"{address}/matches/{name}#seat={brought.format(match=name)}")

    expect(page.locator("#alert")).to_have_text(re.compile("does not lead to a seat of this match"))
    assert held(page, name) == ann
    expect(page).not_to_have_url(re.compile("#"))


@pytest.mark.parametrize("junk", ["%", "{ann}&x", "%20"])
def test_a_fragment_that_is_no_token_is_said_and_goes(
    opened: Opener, match: tuple[str, list[str]], junk: str
) -> None:
    name, (ann, _) = match
    page = opened(f"/matches/{name}#seat={junk.format(ann=ann)}")

    expect(page.locator("#alert")).to_have_text(re.compile("does not lead to a seat of this match"))
    expect(page).not_to_have_url(re.compile("#"))
    expect(page.locator("#log li")).not_to_have_count(0)


def test_a_link_that_is_opened_where_the_match_is_looked_at_is_taken_too(
    opened: Opener, address: str, match: tuple[str, list[str]]
) -> None:
    name, (ann, _) = match
    page = opened(f"/matches/{name}")
    expect(page.locator("#log li")).not_to_have_count(0)

    page.goto(f"{address}/matches/{name}#seat={ann}")

    expect(page.locator("#alert")).to_have_text("Your seat is now in this browser too.")
    assert held(page, name) == ann
    expect(page).not_to_have_url(re.compile("#"))


@pytest.mark.parametrize("first", ["Keep my seat", "Take the other seat"])
def test_a_seat_is_never_lost_between_two_tabs(
    opened: Opener, address: str, match: tuple[str, list[str]], first: str
) -> None:
    name, (ann, bob) = match
    one = opened(f"/matches/{name}#seat={ann}")
    expect(one.locator("#alert")).to_have_text("Your seat is now in this browser too.")
    one.goto("about:blank")
    one.goto(f"{address}/matches/{name}#seat={bob}")
    expect(one.locator("#arrival")).to_be_visible()
    other = one.context.new_page()
    other.goto(f"{address}/matches/{name}")
    expect(other.locator("#arrival")).to_be_visible()

    one.get_by_role("button", name=first).click()
    other.get_by_role("button", name="Take the other seat").click()

    expect(other.locator("#alert")).to_have_text("Your seat is now in this browser too.")
    assert held(other, name) == bob


def test_a_seat_that_was_given_to_a_bot_is_nobodys(
    opened: Opener, address: str, match: tuple[str, list[str]]
) -> None:
    name, (ann, _) = match
    mine = opened(f"/matches/{name}#seat={ann}")
    expect(mine.locator("#alert")).to_have_text("Your seat is now in this browser too.")
    headers = {"Authorization": f"Bearer {ann}", "Content-Type": "application/json"}
    given = mine.request.put(
        f"{address}/api/v1/matches/{name}/seats/0", data={"bot": "master"}, headers=headers
    )
    assert given.ok

    mine.reload()
    later = opened(f"/matches/{name}#seat={ann}", allowed=REFUSED)

    expect(mine.locator("#prompt")).to_have_text("You are watching.")
    expect(mine.locator("#headline")).not_to_contain_text("Your turn")
    expect(later.locator("#alert")).to_have_text(re.compile("does not lead to a seat of this match"))


def test_another_seat_is_taken_only_where_i_say_so(
    opened: Opener, address: str, match: tuple[str, list[str]]
) -> None:
    name, (ann, bob) = match
    page = opened(f"/matches/{name}#seat={ann}")
    expect(page.locator("#alert")).to_have_text("Your seat is now in this browser too.")
    for answer, kept in (("Keep my seat", ann), ("Take the other seat", bob)):
        page.goto("about:blank")
        page.goto(f"{address}/matches/{name}#seat={bob}")
        expect(page.get_by_role("heading", name="This link brings another seat")).to_be_visible()
        assert held(page, name) == ann

        page.get_by_role("button", name=answer).click()

        expect(page.locator("#arrival")).to_be_hidden()
        assert held(page, name) == kept
        page.reload()
        expect(page.locator("#log li")).not_to_have_count(0)
        expect(page.locator("#arrival")).to_be_hidden()


def test_a_seat_that_could_not_be_asked_about_is_taken_the_next_time(
    opened: Opener, address: str, match: tuple[str, list[str]]
) -> None:
    name, (ann, _) = match
    page = opened(allowed=("ERR_FAILED",))
    page.route("**/mine", lambda route: route.abort())
    page.goto(f"{address}/matches/{name}#seat={ann}")
    expect(page.locator("#alert")).to_contain_text("No answer came")
    page.unroute("**/mine")

    page.reload()

    expect(page.locator("#alert")).to_have_text("Your seat is now in this browser too.")
    assert held(page, name) == ann


def test_in_the_past_no_seat_is_to_be_had_or_given_away(opened: Opener, address: str) -> None:
    open_one = new_match(address, "azul", [{"name": "Ann"}, {}, {}])
    name, ann = open_one["match"], open_one["seats"][0]["token"]
    page = opened(f"/matches/{name}#seat={ann}")
    expect(page.locator("#invite")).to_be_visible()

    page.keyboard.press("Home")

    expect(page.locator("#prompt")).to_contain_text("You look at event 1")
    expect(page.locator("#invite")).to_be_hidden()
    page.keyboard.press("End")
    expect(page.locator("#invite")).to_be_visible()
    page.get_by_role("button", name="Give").click()
    expect(page.locator("#scores thead")).to_contain_text("(bot)")
    seats = call(f"{address}/api/v1/matches/{name}")["seats"]
    assert [seat.get("name") for seat in seats] == ["Ann", None, None]
    assert seats[1]["bot"]


def test_who_is_invited_looks_at_the_past_and_can_still_sit_down_once(opened: Opener, address: str) -> None:
    invited = new_match(address, "azul", [{"name": "Ann"}, {}, {}])
    page = opened(f"/matches/{invited['match']}#join={invited['invite']}")
    expect(page.locator("#join")).to_be_visible()

    page.keyboard.press("Home")
    expect(page.locator("#join")).to_be_hidden()
    page.keyboard.press("End")

    page.get_by_role("button", name="Sit down").dblclick()

    expect(page.locator("#join")).to_be_hidden()
    expect(page.locator("#alert")).to_be_hidden()
    seats = call(f"{address}/api/v1/matches/{invited['match']}")["seats"]
    assert [seat.get("name") for seat in seats] == ["Ann", "Player", None]
