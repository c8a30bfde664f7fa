"""Confirming a move: its button stays in place, and what others do meanwhile neither takes nor hides it."""

import re
from typing import Any

import pytest
import requests
from playwright.sync_api import Locator, Page, Route, expect

from tests.conftest import call
from tests.web.conftest import Opener
from tests.web.playing import (
    Persons,
    await_event,
    events,
    hold,
    my_turn,
    new_match,
    seated,
    to_the_shortest_line,
    two_persons,
)

WINDOWS = [(1280, 900), (1280, 720), (1024, 1366), (961, 820), (768, 1024), (360, 740)]
NARROWEST = 120
SENTENCES = [
    "Line 1 is full: as things stand it scores 2 at the end of the round",
    "The floor line then costs 8 (now 6)",
    "You lose only 2: you have no more",
]
MANY = [f"Sentence {number} of a preview that is longer than its place" for number in range(8)]


@pytest.mark.parametrize("seats", [2, 4])
def test_confirm_stays_in_its_place_when_the_preview_comes(opened: Opener, address: str, seats: int) -> None:
    page, held = _without_previews(opened, address, seats)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        _choose_a_line(page)
        before = page.locator("#confirm").bounding_box()

        held.pop().fulfill(json=SENTENCES)

        expect(page.locator("#preview li")).to_have_count(len(SENTENCES))
        assert page.locator("#confirm").bounding_box() == before, (width, height)
        assert page.locator("#prompt").evaluate("(prompt) => prompt.offsetWidth") >= NARROWEST, width
        page.locator("#back").click()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844)])
def test_confirm_stays_where_the_bar_stands_below_the_boards_too(
    opened: Opener, address: str, width: int, height: int
) -> None:
    page, held = _without_previews(opened, address, 2)
    page.set_viewport_size({"width": width, "height": height})
    _choose_a_line(page)
    page.locator("#scores").evaluate("(scores) => scores.scrollIntoView({ block: 'end' })")
    page.wait_for_timeout(200)
    before = page.locator("#confirm").bounding_box()
    assert before is not None
    assert before["y"] < height - 100

    held.pop().fulfill(json=SENTENCES)

    expect(page.locator("#preview li")).to_have_count(len(SENTENCES))
    after = page.locator("#confirm").bounding_box()
    assert after is not None
    assert abs(after["y"] - before["y"]) < 1


def test_a_move_on_its_way_is_not_taken_back(opened: Opener, address: str) -> None:
    page, _ = _without_previews(opened, address, 2)
    _choose_a_line(page)
    before = events(page)
    held = hold(page, "**/moves")

    page.locator("#confirm").click()
    expect(page.locator("#prompt")).to_have_text("Sending…")
    expect(page.locator("#back")).to_be_disabled()
    page.keyboard.press("u")
    page.locator("#table .chosen .halo").first.click(force=True)

    expect(page.locator("#prompt")).to_have_text("Sending…")
    expect(page.locator("#table .chosen")).to_have_count(2)
    held.pop().continue_()
    await_event(page, before)


def test_what_went_wrong_moves_nothing_that_is_pressed(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link, allowed=("ERR_FAILED",))
    my_turn(page)
    held = hold(page, "**/shown?*")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    tile = page.locator("#table .panel.middle")
    box = _press(tile)
    held.pop().abort()
    page.wait_for_timeout(500)

    assert tile.bounding_box() == box
    page.mouse.up()
    expect(page.locator("#alert")).to_be_visible()


def test_what_would_move_confirm_waits_until_it_is_let_go(opened: Opener, address: str) -> None:
    page, held = _without_previews(opened, address, 4)
    _choose_a_line(page)
    before = events(page)
    box = _press(page.locator("#confirm"))

    held.pop().fulfill(json=MANY)
    page.wait_for_timeout(500)

    assert page.locator("#confirm").bounding_box() == box
    expect(page.locator("#preview li")).to_have_count(0)
    page.mouse.up()
    await_event(page, before)


def test_a_press_on_the_table_outlasts_the_news(opened: Opener, address: str) -> None:
    persons = _tiling_both(address)
    page = opened(persons.link)
    my_turn(page)
    before = events(page)
    _press(page.locator(".can[data-part*=cell] .halo").first)

    bob = Persons(address, persons.match, {1: persons.tokens[1]})
    bob.move(bob.legal[0])
    page.wait_for_timeout(500)

    assert events(page) == before
    page.mouse.up()
    expect(page.locator("#table .chosen")).to_have_count(1)
    await_event(page, before)
    expect(page.locator("#table .chosen")).to_have_count(1)


def test_a_press_on_the_log_outlasts_the_news(opened: Opener, address: str) -> None:
    persons = two_persons(address, "azul")
    page = opened(f"/matches/{persons.match}")
    expect(page.locator("#prompt")).to_be_visible()
    before = events(page)
    _press(page.locator("#log a").last)

    while events_of(persons) == before:
        persons_move(persons)
    page.wait_for_timeout(500)
    page.mouse.up()

    expect(page.locator("#log a[aria-current]")).to_have_text("1")


def test_a_press_on_a_button_outlasts_what_is_shown_step_by_step(opened: Opener, address: str) -> None:
    persons = two_persons(address, "pig")
    page = opened(persons.link)
    expect(page.locator("#prompt")).to_be_visible()
    held = hold(page, "**/shown?*")
    with page.expect_request("**/shown?*"):
        persons_move(persons)
    while persons.position["to_act"] != [0] or persons.position["turn"]:
        persons_move(persons)
    page.unroute("**/shown?*")
    for route in held:
        route.continue_()
    expect(page.get_by_role("button", name="Skip")).to_be_visible()

    _press(page.locator("#options button").first)
    page.wait_for_timeout(1200)
    page.mouse.up()

    expect(page.locator("#confirm")).to_be_visible()


def test_what_is_pressed_for_long_does_not_stop_the_news(opened: Opener, address: str) -> None:
    persons = two_persons(address, "azul")
    bob = Persons(address, persons.match, {1: persons.tokens[1]})
    while persons.position["to_act"] == [1]:
        bob.move(bob.legal[0])
    page = opened(f"/matches/{persons.match}#seat={persons.tokens[1]}")
    expect(page.locator("#prompt")).to_be_visible()
    before = events(page)
    _press(page.locator("#prompt"))

    persons.move(persons.legal[0])

    await_event(page, before)


def events_of(persons: Persons) -> int:
    version: int = call(f"{persons.address}/api/v1/matches/{persons.match}")["version"]
    return version


def persons_move(persons: Persons) -> None:
    """The last move of whoever may act: in Pig they stop where they can."""
    seat = persons.position["to_act"][0]
    acting = Persons(persons.address, persons.match, {seat: persons.tokens[seat]})
    acting.move(acting.legal[-1])


def _without_previews(opened: Opener, address: str, seats: int) -> tuple[Page, list[Route]]:
    """A page in whose turn a tile was chosen, and what it asks for as previews, not answered yet."""
    _, link = seated(address, "azul", [{"name": "Ann"}, *[{"bot": "random"}] * (seats - 1)], hints=True)
    page = opened(link)
    my_turn(page)
    held = hold(page, "**/preview?*")
    page.locator("#table .can .halo").first.click()
    return page, held


def _choose_a_line(page: Page) -> None:
    with page.expect_request("**/preview?*"):
        page.locator(".can[data-part*=line] .halo").last.click()
    expect(page.locator("#confirm")).to_be_visible()


def _press(element: Locator) -> Any:
    """Press the pointer's button on an element, and hold it; where the element was."""
    while not (box := element.bounding_box()):
        pass  # it was just drawn anew
    element.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    element.page.mouse.down()
    return box


def _tiling_both(address: str) -> Persons:
    """A match of two persons who both choose columns of gray walls."""
    persons = two_persons(address, "azul", wall="gray")
    while len(persons.position["to_act"]) == 1:
        persons.move(persons.legal[0])
    return persons


def test_gray_walls_are_tiled_by_choosing_columns(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}], wall="gray")
    page = opened(link, allowed=("412",))  # the bot may tile its wall at the same moment

    for _ in range(12):
        my_turn(page)
        if page.locator(".can[data-part*=cell]").count():
            break
        to_the_shortest_line(page)

    expect(page.locator("#notices")).to_contain_text("choose a column")
    page.locator(".can[data-part*=cell] .halo").first.click()
    expect(page.locator("#preview")).to_contain_text("The tile scores 1 point")
    before = events(page)
    page.locator("#confirm").click()
    await_event(page, before)
    expect(page.locator("#log")).to_contain_text(re.compile(r"Ann: .* to row\s\d, column\s\d of the wall"))


def test_where_several_choose_what_another_does_meanwhile_takes_nothing_from_my_move(
    opened: Opener, address: str
) -> None:
    persons = _tiling_both(address)
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


def test_a_late_preview_does_not_replace_a_later_one(opened: Opener, address: str) -> None:
    page, held = _without_previews(opened, address, 2)
    for _ in range(2):
        _choose_a_line(page)
        page.locator("#back").click()
    _choose_a_line(page)

    held[-1].fulfill(json=["new"])
    held[-2].fulfill(json=["old"])

    expect(page.locator("#preview")).to_have_text("new")
    page.wait_for_timeout(200)
    expect(page.locator("#preview")).to_have_text("new")


@pytest.fixture
def three_calling(address: str) -> Persons:
    """Three persons who may all choose at the same time."""
    opened = new_match(address, "pig", [{"name": "Ann"}, {}, {}], lucky=True)
    tokens = {0: opened["seats"][0]["token"]}
    for seat, name in ((1, "Bob"), (2, "Cid")):
        body = {"name": name, "invite": opened["invite"]}
        tokens[seat] = call(f"{address}/api/v1/matches/{opened['match']}/seats", body)["token"]
    return Persons(address, opened["match"], tokens)


def test_what_was_chosen_for_one_seat_is_not_played_for_another(
    opened: Opener, three_calling: Persons
) -> None:
    page = _without_news(opened, three_calling)
    page.get_by_role("button", name="3").click()
    expect(page.locator("#confirm")).to_be_visible()

    _take_the_seat_of_bob(page, three_calling)

    expect(page.locator("#prompt")).to_have_text("It is your turn: choose.")
    expect(page.locator("#confirm")).to_be_hidden()


def test_a_move_on_its_way_is_not_sent_again_for_a_seat_that_another_tab_took(
    opened: Opener, three_calling: Persons
) -> None:
    page = _without_news(opened, three_calling)
    page.get_by_role("button", name="3").click()
    cid = Persons(three_calling.address, three_calling.match, {2: three_calling.tokens[2]})
    cid.move("5")
    held = hold(page, "**/moves")
    with page.expect_request("**/moves"):
        page.locator("#confirm").click()
    _take_the_seat_of_bob(page, three_calling)

    with page.expect_response("**/moves"):
        held[0].continue_()

    expect(page.locator("#log li").first).to_contain_text("Cid: 5")
    page.wait_for_timeout(500)
    assert three_calling.position["to_act"] == [0, 1]


def _take_the_seat_of_bob(page: Page, persons: Persons) -> None:
    other = page.context.new_page()
    other.goto(f"{persons.address}/matches/{persons.match}#seat={persons.tokens[1]}")
    other.get_by_role("button", name="Take the other seat").click()
    expect(other.locator("#alert")).to_have_text("Your seat is now in this browser too.")


def test_who_gave_the_seat_to_a_bot_is_offered_nothing_any_more(opened: Opener, address: str) -> None:
    persons = two_persons(address, "azul")
    seat = persons.position["to_act"][0]
    page = opened(f"/matches/{persons.match}#seat={persons.tokens[seat]}")
    my_turn(page)
    page.locator("#table .can .halo").first.click()

    requests.put(
        f"{address}/api/v1/matches/{persons.match}/seats/{seat}",
        json={"bot": "master"},
        headers={"Authorization": f"Bearer {persons.tokens[seat]}"},
        timeout=30,
    ).raise_for_status()

    expect(page.locator("#prompt")).to_have_text("You are watching.")
    assert page.locator("#table .can, #table .chosen").count() == 0
