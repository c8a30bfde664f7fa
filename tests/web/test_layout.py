"""Where things stand on the page of a match: on a phone, in the log, in sight."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.conftest import call
from tests.servers import wait_until
from tests.web.conftest import Opener
from tests.web.playing import click_move, events, going_on, my_turn, new_match, seated

MODULES = "majolica-0.1-modules.json.gz"
CAN = "() => document.querySelectorAll('#table .can').length"
IS_SEEN = """(part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return part.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
IN_SIGHT = f"() => [...document.querySelectorAll('#table .can')].some({IS_SEEN})"
OVER_THE_EDGE = """() => [...document.querySelectorAll(".panel text")].filter((text) => {
    const { x, width } = text.getBBox();
    const { viewBox, width: own } = text.ownerSVGElement;
    return x + width > (viewBox.baseVal.width || own.baseVal.value);
}).map((text) => text.textContent)"""
HOW_MANY_IN_SIGHT = f"""() => {{
    const parts = [...document.querySelectorAll("#table .can")];
    return [parts.filter({IS_SEEN}).length, parts.length];
}}"""


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


@pytest.mark.parametrize(("ruleset", "bots"), [("azul", 1), ("azul", 3), ("majolica", 1), ("majolica", 2)])
def test_what_to_do_is_in_sight_whatever_the_window(
    opened: Opener, address: str, ruleset: str, bots: int
) -> None:
    match, link = seated(address, ruleset, [{"name": "Ann"}, *[{"bot": "random"}] * bots])
    # Starters are laid by all at once.
    wait_until(lambda: call(f"{address}/api/v1/matches/{match}")["position"]["to_act"] == [0], 60)
    page = opened(link)
    my_turn(page)
    for width, height in [(1366, 650), (1280, 800), (1920, 800), (740, 360)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")

        bar = page.locator("#bar").bounding_box()
        assert bar is not None
        assert bar["y"] + bar["height"] <= height + 1, (width, height)

        page.locator("#table .can").first.focus()
        page.locator("#table .can").first.scroll_into_view_if_needed()
        where = page.evaluate("() => scrollY")
        page.keyboard.press("Space")
        while not page.locator("#confirm").is_visible():
            page.keyboard.press("Space")
        page.wait_for_function("() => document.activeElement.id === 'confirm'")
        assert page.evaluate("() => scrollY") - where < height / 2, (width, height)
        while page.locator("#back").is_visible():
            page.keyboard.press("u")


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (360, 740)])
def test_the_next_choice_is_in_sight_after_one_by_mouse(
    opened: Opener, address: str, width: int, height: int
) -> None:
    _, link = seated(address, "majolica", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link, viewport={"width": width, "height": height}, allowed=("412",))
    my_turn(page)
    assert page.evaluate(IN_SIGHT)
    chance, seen = random.Random(3), 0
    for _ in range(12):
        click_move(page, chance)
        page.wait_for_timeout(200)
        if page.locator("#log li").first.inner_text().partition("Ann")[1] and page.evaluate(CAN):
            assert page.evaluate(IN_SIGHT)
            seen += 1
        my_turn(page)
    assert seen > 2


def test_on_a_phone_most_choices_are_in_sight_when_my_turn_comes(opened: Opener, address: str) -> None:
    _, link = seated(address, "majolica", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(
        link,
        viewport={"width": 360, "height": 740},
        has_touch=True,
        reduced_motion="reduce",
        allowed=("412",),
    )
    my_turn(page)
    chance, seen = random.Random(5), 0
    for _ in range(9):
        click_move(page, chance)
        my_turn(page)
        page.wait_for_timeout(300)
        if not page.locator("#confirm").is_visible():
            inside, all_of_them = page.evaluate(HOW_MANY_IN_SIGHT)
            assert 2 * inside >= all_of_them, (inside, all_of_them)
            seen += all_of_them > 4
    assert seen > 1


def test_when_a_page_opens_choices_are_in_sight_beside_what_is_told(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link)
    my_turn(page)
    click_move(page, random.Random(1))
    my_turn(page)

    for width, height in [(480, 270), (568, 320), (320, 568)]:
        again = opened(link, viewport={"width": width, "height": height})
        my_turn(again)
        expect(again.locator("#told")).to_be_visible()
        assert again.evaluate(IN_SIGHT), (width, height)


def test_long_names_without_blanks_need_no_sideways_scrolling(opened: Opener, address: str) -> None:
    names = [{"name": letter * 40} for letter in "WM"]
    match = new_match(address, "majolica", [names[0], {}])
    joined = {"invite": match["invite"], **names[1]}
    call(f"{address}/api/v1/matches/{match['match']}/seats", joined)

    page = opened(f"/matches/{match['match']}", viewport={"width": 320, "height": 568})

    expect(page.locator("#headline")).to_contain_text("W" * 40)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize(("width", "height"), [(1366, 650), (1366, 768), (1280, 720)])
def test_all_boards_of_four_seats_are_in_sight_in_a_low_window(
    opened: Opener, address: str, width: int, height: int
) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, *[{"bot": "random"}] * 3])
    page = opened(link, viewport={"width": width, "height": height}, reduced_motion="reduce")
    my_turn(page)

    bar, last = page.locator("#bar").bounding_box(), page.locator("#table .panel").last.bounding_box()

    assert bar is not None
    assert last is not None
    assert last["y"] + last["height"] <= bar["y"] + 0.25 * last["height"]


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN", "zh-TW"])
def test_what_is_written_on_a_board_stays_on_it(opened: Opener, address: str, locale: str) -> None:
    name = "Maximiliane von Habsburg-Lothringen-Este"
    _, azul = seated(address, "azul", [{"name": name}, {"bot": "random"}])
    for path in (azul, going_on(address, MODULES, 60).link):
        page = opened(path, locale=locale, reduced_motion="reduce")
        my_turn(page)

        assert page.evaluate(OVER_THE_EDGE) == []


def test_a_long_name_needs_no_sideways_scrolling_where_somebody_is_invited(
    opened: Opener, address: str
) -> None:
    match = new_match(address, "azul", [{"name": "A" * 40}, {}])

    page = opened(f"/matches/{match['match']}#join={match['invite']}", viewport={"width": 320, "height": 568})

    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 320
