"""The page of a match: live, in conflict, in the past, and for who only looks."""

import random
import re

from playwright.sync_api import Route, expect

from services.matches import forms
from services.web import telling
from tests.conftest import call
from tests.servers import wait_until
from tests.web.conftest import Opener
from tests.web.playing import (
    await_event,
    click_move,
    events,
    my_turn,
    new_match,
    seated,
    to_the_shortest_line,
)

SCRIPT = "<script>alert(1)</script>"
LEFT_OFF = ("ERR_FAILED", "Failed to load resource")


def test_two_people_play_and_one_is_cut_off_from_the_event_stream(opened: Opener, address: str) -> None:
    invite = new_match(address, "azul", [{"name": "Ann"}, {}])
    match, ann_token = invite["match"], invite["seats"][0]["token"]
    ann = opened(f"/matches/{match}#seat={ann_token}", allowed=LEFT_OFF)
    bob = opened(f"/matches/{match}#join={invite['invite']}")
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    await_event(bob, 3)
    await_event(ann, 3)
    ann.context.route(re.compile("/stream"), lambda route: route.abort())
    ann.reload()
    expect(ann.locator("#connection")).to_contain_text("Not connected")

    played = {"Ann": 0, "Bob": 0}
    for _ in range(400):
        if min(played.values()) >= 5:
            break
        for name, page in (("Ann", ann), ("Bob", bob)):
            if page.locator("#table .can").count():
                click_move(page, random.Random(played[name]))
                played[name] += 1
        ann.wait_for_timeout(100)
    assert min(played.values()) >= 5

    ann.context.unroute(re.compile("/stream"))
    newest = str(call(f"{address}/api/v1/matches/{match}")["version"])
    for page in (ann, bob):
        expect(page.locator("#log li").first).to_have_attribute("value", newest)
    expect(ann.locator("#connection")).to_be_hidden(timeout=20_000)


def test_who_is_told_of_the_first_deal_before_the_own_seat_can_still_play(
    opened: Opener, address: str
) -> None:
    invite = new_match(address, "majolica", [{"name": "Ann"}, {}])
    bob = opened(f"/matches/{invite['match']}#join={invite['invite']}")

    def late(route: Route) -> None:
        answer = route.fetch()
        await_event(bob, 3)  # the news overtakes the answer that has the token
        route.fulfill(response=answer)

    bob.context.route(re.compile("/seats$"), late)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()

    my_turn(bob)
    click_move(bob, random.Random(1))


def test_the_past_is_stepped_through_and_every_event_has_a_permalink(opened: Opener, address: str) -> None:
    match, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link)
    for number in range(3):
        my_turn(page)
        click_move(page, random.Random(number))
    my_turn(page)
    last = events(page)

    page.locator("#headline").click()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"\?at={last - 1}$"))
    expect(page.locator("#prompt")).to_contain_text("Nothing can be sent from here")
    expect(page.locator("#table .can")).to_have_count(0)
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"\?at=1$"))
    page.keyboard.press("End")
    expect(page).not_to_have_url(re.compile("at="))
    my_turn(page)
    page.locator("#log a", has_text=re.compile("^5$")).click()
    expect(page).to_have_url(re.compile(r"\?at=5$"))

    watcher = opened(f"/matches/{match}?at=5")
    expect(watcher.locator("#log a[aria-current]")).to_have_text("5")
    for kind, begins in (("svg", b"<svg"), ("png", b"\x89PNG")):
        answer = watcher.request.get(f"{address}/matches/{match}/table.{kind}?at=5")
        assert answer.ok
        assert answer.body().startswith(begins)


def test_a_name_that_is_a_script_stays_text(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": SCRIPT}, {"bot": "random"}])

    page = opened(link)
    my_turn(page)
    click_move(page, random.Random(1))

    expect(page.locator("#scores thead")).to_contain_text(SCRIPT)
    expect(page.locator("#log")).to_contain_text(f"{SCRIPT} takes")
    assert page.locator("#content script").count() == 0


def test_without_scripts_the_page_shows_position_and_log(opened: Opener, address: str) -> None:
    match, _ = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])

    page = opened(f"/matches/{match}?at=4", java_script_enabled=False)

    expect(page.locator("#table .panel")).to_have_count(3)
    expect(page.locator("#log li")).not_to_have_count(0)
    expect(page.locator("#slider")).to_be_hidden()


def test_without_scripts_the_log_has_its_points_and_the_scores_their_winner(
    opened: Opener, address: str
) -> None:
    match = new_match(address, "azul", [{"bot": "greedy"}, {"bot": "easy"}])["match"]
    wait_until(lambda: call(f"{address}/api/v1/matches/{match}")["status"] == "over", 60)

    page = opened(f"/matches/{match}", java_script_enabled=False)

    expect(page.locator("#log .points").first).to_contain_text("+")
    expect(page.locator("#log .points.lost").first).to_contain_text("\N{MINUS SIGN}")
    expect(page.locator("#scores .winner")).to_have_count(1)


def test_the_title_says_whose_turn_it_is_and_events_are_announced(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link)
    my_turn(page)

    expect(page).to_have_title(re.compile("Your turn"))
    click_move(page, random.Random(1))

    expect(page.locator("#live")).to_contain_text("takes")
    my_turn(page)
    assert page.locator("#icon").get_attribute("href").endswith("icon-turn.svg")  # type: ignore[union-attr]


def test_the_end_of_a_round_is_retold_step_by_step_and_can_be_skipped(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link)

    while not page.get_by_role("button", name="Skip").is_visible():
        my_turn(page)
        to_the_shortest_line(page)
        my_turn(page)

    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("button", name="Skip")).to_be_hidden()
    expect(page.locator("#told")).to_contain_text(re.compile("Round 2 is dealt|takes"))


def test_letters_and_contrast_are_chosen_and_kept(opened: Opener, address: str) -> None:
    match, _ = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(f"/matches/{match}")
    shown = "() => getComputedStyle(document.querySelector('#sign-red .letter')).display"
    assert page.evaluate(shown) == "none"

    page.get_by_text("Settings").click()
    page.get_by_label("Letters instead of symbols").check()
    page.get_by_label("High contrast").check()
    page.reload()

    assert page.evaluate(shown) != "none"
    assert page.evaluate("() => document.documentElement.className") == "letters contrast"


def test_what_is_not_there_is_said_in_a_sentence(opened: Opener) -> None:
    page = opened("/matches/nothing-here", allowed=("404",))

    expect(page.locator("main")).to_contain_text("There is no such match here")
    assert page.goto(page.url + "/table.svg").status == 404  # type: ignore[union-attr]


def test_pages_have_a_strict_policy(opened: Opener, address: str) -> None:
    match, _ = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])

    for path in ("/", f"/matches/{match}"):
        headers = opened().request.get(address + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["content-encoding"] == "gzip"


def test_every_kind_of_event_and_every_reason_has_a_sentence() -> None:
    about = set(forms.KINDS) - {"chance", "move"}

    assert about == set(telling.ABOUT_THE_MATCH)
    assert set(telling.REASONS) == {forms.USED_UP, forms.LOST, forms.BRANCHED, forms.IMPORTED}
