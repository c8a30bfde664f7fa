"""The page of a match: live, in conflict, in the past, and for who only looks."""

import random
import re

import pytest
from playwright.sync_api import Page, Route, expect

from services.matches import forms
from services.web import telling
from tests.conftest import call
from tests.servers import wait_until
from tests.web.conftest import Opener
from tests.web.playing import (
    Persons,
    await_event,
    click_move,
    events,
    my_turn,
    new_match,
    seated,
    two_persons,
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


def test_gray_walls_are_tiled_by_choosing_columns(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}], wall="gray")
    page = opened(link, allowed=("412",))  # the bot may tile its wall at the same moment

    for number in range(12):
        my_turn(page)
        if page.locator(".can[data-part*=cell]").count():
            break
        _to_the_shortest_line(page, number)

    expect(page.locator("#notices")).to_contain_text("choose a column")
    page.locator(".can[data-part*=cell] .halo").first.click()
    expect(page.locator("#preview")).to_contain_text("The tile scores 1 point")
    before = events(page)
    page.locator("#confirm").click()
    await_event(page, before)
    expect(page.locator("#log")).to_contain_text(re.compile(r"Ann: .* to row\s\d, column\s\d of the wall"))


def _to_the_shortest_line(page: Page, number: int) -> None:
    page.locator("#table .can .halo").first.click()
    page.locator(".can[data-part*=line] .halo, .can[data-part*=floor] .halo").first.click()
    before = events(page)
    page.locator("#confirm").click()
    await_event(page, before)


def test_where_several_choose_what_another_does_meanwhile_takes_nothing_from_my_move(
    opened: Opener, address: str
) -> None:
    persons = two_persons(address, "azul", wall="gray")
    while len(persons.position["to_act"]) == 1:
        persons.move(persons.legal[0])
    page = _without_news(opened, persons)
    page.locator(".can[data-part*=cell] .halo").first.click()
    before = events(page)

    bob = Persons(address, persons.match, {1: persons.tokens[1]})
    bob.move(bob.legal[0])
    page.locator("#confirm").click()

    await_event(page, before + 1)
    expect(page.locator("#log li").first).to_contain_text("Ann: ")
    expect(page.locator("#alert")).to_be_empty()


def test_after_another_move_of_mine_in_another_tab_a_move_is_not_made_unseen(
    opened: Opener, address: str
) -> None:
    alone = new_match(address, "pig", [{"name": "Ann"}])
    ann = Persons(address, alone["match"], {0: alone["seats"][0]["token"]})
    while not ann.position["turn"]:
        ann.move("roll")
    page = _without_news(opened, ann)
    page.get_by_role("button", name="roll").click()
    before = page.locator("#log li", has_text="Ann: roll").count()

    ann.move("stop")
    page.locator("#confirm").click()

    expect(page.locator("#alert")).to_contain_text("still possible")
    expect(page.locator("#log li").first).to_contain_text("Ann: stop")
    expect(page.locator("#log li", has_text="Ann: roll")).to_have_count(before)


def _without_news(opened: Opener, persons: Persons) -> Page:
    page = opened(allowed=("412",))
    page.add_init_script("window.EventSource = class { close() {} }")
    page.goto(persons.address + persons.link)
    my_turn(page)
    return page


def test_a_conflict_refreshes_the_board_and_says_what_happened(opened: Opener, address: str) -> None:
    match, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(allowed=("412",))
    page.add_init_script("window.EventSource = class { close() {} }")  # news never come
    page.goto(address + link)
    my_turn(page)
    page.locator("#table .can .halo").first.click()
    page.locator(".can[data-part*=floor] .halo").first.click()

    legal = call(f"{address}/api/v1/matches/{match}/legal-moves?seat=0")
    token = link.split("#seat=")[1]
    headers = {"Authorization": f"Bearer {token}", "If-Match": f'"{legal["version"]}"'}
    call(f"{address}/api/v1/matches/{match}/moves", {"text": legal["moves"][-1]["text"]}, **headers)
    page.locator("#confirm").click()

    expect(page.locator("#alert")).to_contain_text("The match had moved on")
    await_event(page, legal["version"])


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


def test_a_phone_needs_no_sideways_scrolling(opened: Opener, address: str) -> None:
    _, azul = seated(
        address, "azul", [{"name": "Ann"}, {"bot": "random"}, {"bot": "random"}, {"bot": "random"}]
    )
    _, majolica = seated(address, "majolica", [{"name": "Ann"}, {"bot": "random"}])

    for path in ("/", azul, majolica):
        page = opened(path, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
        if path != "/":
            my_turn(page)
            smallest = page.evaluate(
                "() => Math.min(...[...document.querySelectorAll('.can .halo')].flatMap("
                "(each) => { const box = each.getBoundingClientRect(); return [box.width, box.height]; }))"
            )
            assert smallest >= 24
            page.locator("#table .can .halo").first.tap()
            expect(page.locator("#table .chosen")).to_have_count(1)
        assert page.evaluate("() => document.documentElement.scrollWidth") == 360


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
        page.locator("#table .can .halo").first.click()
        page.locator(".can[data-part*=line] .halo, .can[data-part*=floor] .halo").first.click()
        before = events(page)
        page.locator("#confirm").click()
        await_event(page, before)
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


@pytest.mark.parametrize("width", [1280, 360])
def test_all_that_the_log_says_stands_in_one_column(opened: Opener, address: str, width: int) -> None:
    match = new_match(address, "azul", [{"bot": "greedy"}, {"bot": "easy"}])["match"]
    wait_until(lambda: call(f"{address}/api/v1/matches/{match}")["version"] > 40, 60)

    page = opened(f"/matches/{match}", viewport={"width": width, "height": 740})

    expect(page.locator("#log li .said ~ .said").first).to_be_attached()  # several steps in one entry
    edges = page.evaluate(  # at once: the log may be drawn anew at any time
        "() => [...document.querySelectorAll('#log .said')]"
        ".flatMap((each) => [...each.getClientRects()].map((box) => Math.round(box.left)))"
    )
    assert len(set(edges)) == 1


def test_the_log_follows_the_event_that_is_looked_at_and_the_page_stays(opened: Opener, address: str) -> None:
    match = new_match(address, "azul", [{"bot": "greedy"}, {"bot": "easy"}])["match"]
    wait_until(lambda: call(f"{address}/api/v1/matches/{match}")["status"] == "over", 60)
    page = opened(f"/matches/{match}", viewport={"width": 360, "height": 740})
    expect(page.locator("#analysis")).to_be_visible()
    last = events(page)

    for key, event in (("Home", 1), ("ArrowRight", 2), ("End", last)):
        page.keyboard.press(key)
        expect(page.locator("#log [aria-current]")).to_have_text(str(event))

        above, below = page.evaluate(
            "() => { const box = (name) => document.querySelector(name).getBoundingClientRect();"
            " const [log, current] = [box('#log'), box('#log [aria-current]')];"
            " return [current.top - log.top, log.bottom - current.bottom]; }"
        )
        assert min(above, below) >= 0
        assert page.evaluate("() => scrollY") == 0


def test_every_kind_of_event_and_every_reason_has_a_sentence() -> None:
    about = set(forms.KINDS) - {"chance", "move"}

    assert about == set(telling.ABOUT_THE_MATCH)
    assert set(telling.REASONS) == {forms.USED_UP, forms.LOST, forms.BRANCHED, forms.IMPORTED}


def test_on_a_phone_what_was_chosen_is_not_below_the_choices(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}, {"bot": "random"}])
    page = opened(link, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    my_turn(page)
    page.locator("#table .can .halo").first.tap()
    expect(page.locator("#prompt")).to_have_text(
        re.compile("^Chosen: .+ from .+. Go on with one of the marked")
    )
    assert page.locator("#bar").evaluate("(bar) => bar.offsetHeight") <= 120
    page.locator(".can[data-part*=floor] .halo").first.tap()
    expect(page.locator("#preview li").first).to_be_visible()

    bar = page.locator("#bar").bounding_box()
    chosen = page.locator("#table .chosen .halo").last.bounding_box()

    assert bar is not None
    assert chosen is not None
    assert bar["height"] <= 120
    assert chosen["y"] + chosen["height"] <= bar["y"]


def test_the_scores_of_four_seats_need_no_scrolling(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "A friend with a name"}] + [{"bot": "random"}] * 3)

    for width in (1280, 360):
        page = opened(link, viewport={"width": width, "height": 740})
        my_turn(page)
        scroll = page.locator(".scroll").first
        assert scroll.evaluate("(box) => box.scrollWidth <= box.clientWidth")


@pytest.mark.parametrize(("ruleset", "bots"), [("azul", 1), ("azul", 3), ("majolica", 1), ("majolica", 3)])
@pytest.mark.parametrize(("width", "height"), [(1366, 650), (1280, 900), (740, 360)])
def test_what_to_do_is_in_sight_whatever_the_window(
    opened: Opener, address: str, ruleset: str, bots: int, width: int, height: int
) -> None:
    _, link = seated(address, ruleset, [{"name": "Ann"}, *[{"bot": "random"}] * bots])
    page = opened(link, viewport={"width": width, "height": height})
    my_turn(page)

    bar = page.locator("#bar").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] <= height + 1

    page.locator("#table .can").first.focus()
    where = page.evaluate("() => scrollY")
    page.keyboard.press("Space")
    while not page.locator("#confirm").is_visible():
        page.keyboard.press("Space")
    page.wait_for_function("() => document.activeElement.id === 'confirm'")
    assert page.evaluate("() => scrollY") - where < height / 2
