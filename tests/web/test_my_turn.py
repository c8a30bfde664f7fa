"""How a person is told that it is their turn: title, icon, and if they wish a notification and a sound."""

import re
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import call
from tests.web.conftest import Opener
from tests.web.playing import new_match, two_persons

# A tab that can be hidden, and what it would show and play; all else is real.
STUBS = """(() => {
    let hidden = false;
    Object.defineProperty(document, "hidden", { get: () => hidden });
    window.hide = (value) => { hidden = value; document.dispatchEvent(new Event("visibilitychange")); };
    window.notices = [];
    window.permission = "granted";
    window.Notification = class {
        static get permission() { return window.permission; }
        static async requestPermission() { return window.permission; }
        constructor(title, { body, tag }) { window.notices.push({ title, body, tag }); }
    };
    window.tones = 0;
    const node = () => ({
        gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, frequency: {},
        connect: (next) => next, start() { window.tones += 1; }, stop() {},
    });
    window.AudioContext = class {
        currentTime = 0;
        createOscillator() { return node(); }
        createGain() { return node(); }
        close() {}
    };
    window.streams = [];
    const Real = window.EventSource;
    window.EventSource = class extends Real {
        constructor(url) { super(url); window.streams.push(this); }
    };
})()"""
OPEN_STREAMS = "() => window.streams.filter((each) => each.readyState !== EventSource.CLOSED).length"
# A hidden tab asks every 15 seconds.
ASKED = 20_000


class Two(NamedTuple):
    """A match of two persons, Ann at a page and Bob anywhere; it is Bob's turn when the page opens."""

    page: Page
    api: str
    tokens: list[str]

    def move(self, seat: int) -> None:
        legal = call(f"{self.api}/legal-moves?seat={seat}")
        headers = {"Authorization": f"Bearer {self.tokens[seat]}", "If-Match": f'"{legal["version"]}"'}
        call(f"{self.api}/moves", {"text": legal["moves"][0]["text"]}, **headers)


@pytest.fixture
def two(opened: Opener, address: str) -> Two:
    match = new_match(address, "azul", [{"name": "Ann"}, {}])
    api = f"{address}/api/v1/matches/{match['match']}"
    bob = call(f"{api}/seats", {"name": "Bob", "invite": match["invite"]})
    found = Two(opened(), api, [match["seats"][0]["token"], bob["token"]])
    if call(api)["position"]["to_act"] == [0]:
        found.move(0)
    found.page.add_init_script(STUBS)
    found.page.goto(f"{address}/matches/{match['match']}#seat={found.tokens[0]}")
    expect(found.page.locator("#headline")).to_contain_text("turn of Bob")
    return found


def switch(page: Page, *labels: str) -> None:
    page.get_by_text("Settings").click()
    for label in labels:
        page.get_by_label(label).check()
    page.keyboard.press("Escape")


def told(page: Page) -> tuple[Any, Any]:
    return page.evaluate("() => window.notices"), page.evaluate("() => window.tones")


NOTIFY, SOUND = "Tell me when it is my turn", "A sound when it is my turn"


def test_title_and_icon_say_that_it_is_my_turn_and_nothing_else_does_unasked(two: Two) -> None:
    page = two.page
    expect(page).to_have_title(re.compile("^It is the turn of Bob"))
    expect(page.locator("#icon")).to_have_attribute("href", re.compile(r"/icon\.svg$"))

    page.evaluate("() => window.hide(true)")
    two.move(1)
    page.evaluate("() => window.hide(false)")

    expect(page).to_have_title("● Your turn · Azul")
    expect(page.locator("#icon")).to_have_attribute("href", re.compile(r"/icon-turn\.svg$"))
    assert told(page) == ([], 0)
    two.move(0)
    expect(page).to_have_title(re.compile("^It is the turn of Bob"))
    expect(page.locator("#icon")).to_have_attribute("href", re.compile(r"/icon\.svg$"))


def test_my_turn_is_called_mine_to_me_at_the_present_and_anns_to_all_others(two: Two, opened: Opener) -> None:
    page, watcher = two.page, opened("/matches/" + two.api.rpartition("/")[2])

    two.move(1)

    expect(page.locator("#headline")).to_have_text("Your turn")
    expect(page.locator("#live")).to_have_text(re.compile("^Bob takes .* Your turn$"))
    expect(watcher.locator("#headline")).to_have_text("It is the turn of Ann")
    expect(watcher.locator("#live")).to_have_text(re.compile("^Bob takes (?!.*turn)"))
    before = page.locator("#log li").count()
    two.move(0)
    two.move(1)
    expect(page.locator("#log li")).to_have_count(before + 2)
    page.locator("#log a", has_text=re.compile(f"^{before}$")).click()
    expect(page.locator("#headline")).to_have_text("It is the turn of Ann")


def test_of_several_who_choose_at_the_same_time_i_am_you(opened: Opener, address: str) -> None:
    persons = two_persons(address, "pig", lucky=True)

    page = opened(persons.link)

    expect(page.locator("#headline")).to_have_text("Your turn, at the same time as Bob")
    expect(opened(f"/matches/{persons.match}").locator("#headline")).to_contain_text("time: Ann, Bob")


def test_a_hidden_tab_notifies_once_for_each_turn(two: Two) -> None:
    page = two.page
    switch(page, NOTIFY, SOUND)

    page.evaluate("() => window.hide(true)")
    two.move(1)
    page.wait_for_function("() => window.notices.length", timeout=ASKED)

    notices, tones = told(page)
    assert [(each["title"], each["body"]) for each in notices] == [("Your turn", "Azul")]
    assert tones == 1
    page.evaluate("() => window.hide(false)")
    page.reload()
    expect(page).to_have_title(re.compile("^● Your turn"))
    assert told(page) == ([], 0)  # the turn that the page is opened in is no news


def test_a_tab_that_is_looked_at_plays_the_sound_and_shows_no_notification(two: Two) -> None:
    page = two.page
    switch(page, NOTIFY, SOUND)

    two.move(1)
    page.wait_for_function("() => window.tones")

    assert told(page) == ([], 1)


def test_what_is_switched_on_is_kept_and_can_be_switched_off(two: Two) -> None:
    page = two.page
    for label in (NOTIFY, SOUND):
        expect(page.get_by_label(label)).not_to_be_checked()

    switch(page, NOTIFY, SOUND)
    page.reload()

    page.get_by_text("Settings").click()
    for label in (NOTIFY, SOUND):
        expect(page.get_by_label(label)).to_be_checked()
        page.get_by_label(label).uncheck()
    page.evaluate("() => window.hide(true)")
    two.move(1)
    page.evaluate("() => window.hide(false)")
    expect(page).to_have_title(re.compile("^● Your turn"))
    assert told(page) == ([], 0)


def test_a_browser_that_may_not_notify_leaves_the_switch_off(two: Two) -> None:
    page = two.page
    page.evaluate("() => { window.permission = 'denied'; }")

    page.get_by_text("Settings").click()
    page.get_by_label(NOTIFY).click()

    expect(page.get_by_label(NOTIFY)).not_to_be_checked()


def test_a_hidden_tab_gives_up_its_stream_and_catches_up_when_it_is_shown(two: Two) -> None:
    page = two.page
    page.wait_for_function("() => window.streams.some((each) => each.readyState === EventSource.OPEN)")

    page.evaluate("() => window.hide(true)")
    assert page.evaluate(OPEN_STREAMS) == 0
    before = page.locator("#log li").count()
    two.move(1)
    two.move(0)
    page.wait_for_timeout(1000)
    assert page.locator("#log li").count() == before
    page.evaluate("() => window.hide(false)")

    expect(page.locator("#log li")).to_have_count(before + 2)
    assert page.evaluate(OPEN_STREAMS) == 1
    two.move(1)
    expect(page.locator("#log li")).to_have_count(before + 3)
