"""Playing on from a position: of a match under way or over, or of a record, with a choice of seats."""

import gzip
import json
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.playing import await_event, click_move, my_turn, seated

RECORD = Path(__file__).parent.parent / "golden" / "azul-0.1-colored.json.gz"


@pytest.fixture
def begun(opened: Opener, address: str) -> Page:
    """A match against a bot after some moves."""
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link)
    my_turn(page)
    click_move(page, random.Random(1))
    my_turn(page)
    return page


def look_at(page: Page, version: int) -> None:
    page.locator("#log a", has_text=re.compile(f"^{version}$")).click()
    page.get_by_text("Play on from here").click()


def branch(page: Page) -> str:
    """Open the branch that was chosen; the id of the match it was made from."""
    before = page.url
    page.get_by_role("button", name="Branch from here").click()
    page.wait_for_url(lambda url: url.partition("?")[0] != before.partition("?")[0])
    page.wait_for_selector("#log li")
    return before.partition("?")[0].rpartition("/")[2]


def names(page: Page) -> list[str]:
    return page.locator("#scores thead th").all_inner_texts()[1:]


def test_a_branch_keeps_my_seat_and_the_bot_if_nothing_else_is_chosen(begun: Page) -> None:
    look_at(begun, 5)
    assert begun.locator("#branch-form select").evaluate_all("(all) => all.map((each) => each.value)") == [
        "me",
        "bot:greedy",
    ]
    begun.get_by_label("Play as").fill("Ann")

    source = branch(begun)

    my_turn(begun)
    expect(begun.locator("#log")).to_contain_text(f"goes on from match {source}")
    assert names(begun) == ["Ann", "greedy (bot)"]
    begun.get_by_role("link", name=source).click()
    expect(begun).to_have_url(re.compile(rf"/matches/{source}\?at=5$"))
    expect(begun.locator("#log a[aria-current]")).to_have_text("5")


def test_another_seat_is_taken_and_the_own_one_left_to_a_bot(begun: Page) -> None:
    look_at(begun, 5)

    begun.locator("#branch-form select").nth(1).select_option("me")
    begun.locator("#branch-form select").nth(0).select_option("bot:random")
    branch(begun)

    my_turn(begun)
    assert names(begun) == ["random (bot)", "Player"]
    click_move(begun, random.Random(2))


def test_only_one_seat_is_mine(begun: Page) -> None:
    look_at(begun, 5)

    begun.locator("#branch-form select").nth(1).select_option("me")

    expect(begun.locator("#branch-form select").nth(0)).to_have_value("open")


def test_who_only_watches_goes_on_from_the_present_with_a_friend(begun: Page, opened: Opener) -> None:
    watcher = opened("/matches/" + begun.url.rpartition("/")[2])
    watcher.get_by_text("Play on from here").click()
    watcher.locator("#branch-form select").nth(1).select_option("open")
    branch(watcher)
    link = watcher.locator("#invite-link")
    expect(link).to_be_visible()

    friend = opened()
    friend.goto(link.input_value())
    friend.get_by_label("Your name").fill("Bob")
    friend.get_by_role("button", name="Sit down").click()

    expect(watcher.locator("#invite")).to_be_hidden()
    await_event(friend, 5)
    assert names(watcher) == ["Player", "Bob"]


def test_a_record_is_played_on_from_the_start_page(opened: Opener, tmp_path: Path) -> None:
    record = json.loads(gzip.decompress(RECORD.read_bytes()))
    record["events"] = record["events"][:9]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), "utf-8")
    page = opened()

    page.locator("#record").set_input_files(file)
    page.wait_for_url("**/matches/*")
    expect(page.locator("#headline")).to_have_text("A record, to look at")
    page.locator("#branch-form select").nth(2).select_option("me")
    page.locator("#branch-form select").nth(1).select_option("bot:random")
    page.locator("#branch-form select").nth(0).select_option("bot:greedy")
    branch(page)

    my_turn(page)
    assert names(page) == ["greedy (bot)", "random (bot)", "Player"]
    click_move(page, random.Random(3))


def test_before_a_match_had_begun_there_is_nothing_to_go_on_from(begun: Page) -> None:
    begun.locator("#headline").click()
    begun.keyboard.press("Home")

    expect(begun.locator("#log a[aria-current]")).to_have_text("1")
    expect(begun.locator("#branch")).to_be_hidden()
