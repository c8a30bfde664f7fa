"""The analysis of a match on its page: asked for, watched while it runs, looked at."""

import gzip
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.conftest import call
from tests.web.conftest import Opener
from tests.web.playing import JUDGED, analyse, seated
from tests.web.test_accessibility import assert_accessible

RECORD = Path(__file__).parent.parent / "golden" / "azul-0.1-colored.json.gz"
# A deal and moves at random, so that much is lost; each position takes a judge seconds.
EVENTS = 6


@pytest.fixture(scope="module")
def broken_off(address: str) -> str:
    """The path of a match that was imported as far as a record goes here."""
    record = json.loads(gzip.decompress(RECORD.read_bytes()))
    record["events"] = record["events"][:EVENTS]
    return f"/matches/{call(f'{address}/api/v1/records', {'record': record})['match']}"


def test_an_analysis_is_watched_and_every_mark_leads_to_its_move(opened: Opener, broken_off: str) -> None:
    page = opened(broken_off)

    page.get_by_role("button", name="Analyze the match").click()
    expect(page.locator("#analysis-far")).to_have_text(
        re.compile(rf"\d+ of {EVENTS + 1} positions are judged"), timeout=JUDGED
    )
    page.wait_for_selector(".curve", timeout=JUDGED)

    marks = page.locator(".curve .mark")
    listed = page.locator(".marks a")
    assert marks.count() == listed.count() > 1
    told = marks.first.get_attribute("aria-label") or ""
    version = (marks.first.get_attribute("href") or "").removeprefix("?at=")
    assert re.match(
        rf"Event {version}: seat \d lost \d+\.\d points\. Played: seat \d takes .* Better: ", told
    )
    marks.first.click()
    expect(page).to_have_url(re.compile(rf"\?at={version}$"))
    expect(page.locator("#slider")).to_have_value(version)
    expect(page.locator("#judged > :not([hidden])")).to_contain_text("points against the best one")
    expect(page.locator("#judged > :not([hidden]) .played")).to_contain_text("(played)")
    expect(page.locator("#curve-here:not([hidden])")).to_have_count(1)
    for link in listed.all():
        # The newest position has the plain address of the match: which marks there are depends on the judge.
        version = (link.get_attribute("href") or "").removeprefix("?at=")
        link.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#slider")).to_have_value(version)
        expect(page).to_have_url(
            re.compile(broken_off + ("" if version == f"{EVENTS + 1}" else rf"\?at={version}") + "$")
        )
        expect(page.locator("#judged > :not([hidden]) .played")).to_contain_text("(played)")


def test_an_analysis_that_runs_or_is_done_is_shown_again_and_looking_begins_none(
    opened: Opener, address: str
) -> None:
    # Of another match: what was judged before would be known at once.
    record = json.loads(gzip.decompress(RECORD.with_name("azul-0.1-gray.json.gz").read_bytes()))
    record["events"] = record["events"][:EVENTS]
    match = call(f"{address}/api/v1/records", {"record": record})["match"]
    asked: list[str] = []
    page = opened()
    page.on("request", lambda request: asked.append(request.url))

    for _ in range(2):
        with page.expect_response("**/analysed") as looked:
            page.goto(f"{address}/matches/{match}")
        assert looked.value.json() == {"status": "none"}
    expect(page.locator("#analyse")).to_be_visible()
    assert not any(url.endswith("/analysis") for url in asked)

    with page.expect_response("**/analysis"):
        page.locator("#analyse").click()
    with page.expect_response("**/analysed") as looked:
        page.reload()
    assert looked.value.json() == {"status": "running"}
    expect(page.locator("#analysis-far")).to_contain_text(f"of {EVENTS + 1} positions", timeout=JUDGED)
    expect(page.locator("#analyse")).to_be_hidden()
    page.wait_for_selector(".curve", timeout=JUDGED)
    page.reload()
    page.wait_for_selector(".curve")
    expect(page.locator("#analyse")).to_be_hidden()
    expect(page.locator("#analysed")).not_to_be_focused()


def test_the_largest_losses_are_listed_the_largest_first(opened: Opener, broken_off: str) -> None:
    page = opened(broken_off)
    analyse(page)

    told = " ".join(page.locator(".marks li").all_inner_texts())

    losses = [float(each) for each in re.findall(r"lost (\d+\.\d) points", told)]
    assert len(losses) > 1
    assert losses == sorted(losses, reverse=True)


def test_luck_is_told_of_a_deal_and_seats_differ_by_dash_and_shape(opened: Opener, broken_off: str) -> None:
    page = opened(broken_off)
    analyse(page)

    page.locator("#log a", has_text=re.compile("^2$")).click()

    expect(page.locator("#judged > :not([hidden])")).to_contain_text("more than the average of deals")
    expect(page.locator("#judged > :not([hidden]) li").first).to_have_text(re.compile(r"seat 1: .?\d+\.\d"))
    page.locator("#log a", has_text=re.compile("^1$")).click()
    expect(page.locator("#judged > :not([hidden])")).to_contain_text("Go to a move or a deal")
    expect(page.locator("#curve-here[hidden]")).to_have_count(1)
    seats = page.locator("#scores thead th").count() - 1
    dashes = page.eval_on_selector_all(
        ".curve g polyline", "(all) => all.map((each) => each.getAttribute('stroke-dasharray'))"
    )
    shapes = page.eval_on_selector_all(
        ".curve g", "(all) => all.map((each) => each.querySelector('circle, rect, path').localName)"
    )
    assert len(set(dashes)) == len(set(shapes)) == seats
    expect(page.locator("#analysed tbody tr")).to_have_count(seats)


@pytest.mark.parametrize(("locale", "said"), [("zh-TW", "預期的最終得分"), ("zh-CN", "预期的最终得分")])
def test_an_analysis_speaks_the_language_of_the_page_and_fits_a_phone(
    opened: Opener, broken_off: str, locale: str, said: str
) -> None:
    page = opened(broken_off, locale=locale, viewport={"width": 360, "height": 740})

    analyse(page)

    expect(page.locator("#analysed")).to_contain_text(said)
    assert not re.search("lost|Played|points", page.locator("#analysed").inner_text())
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_analysis_is_accessible(opened: Opener, broken_off: str, scheme: str) -> None:
    page = opened(broken_off, color_scheme=scheme)

    analyse(page)
    page.locator(".curve .mark").first.focus()
    page.keyboard.press("Enter")

    assert_accessible(page, scheme=scheme)


def test_a_match_under_way_offers_no_analysis(opened: Opener, address: str) -> None:
    match, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link)

    page.wait_for_selector("#table .panel")

    expect(page.locator("#log li")).not_to_have_count(0)
    expect(page.locator("#analysis")).to_be_hidden()
    assert page.request.get(f"{address}/matches/{match}/analysed").json() == {"status": "none"}


def test_the_permalink_of_a_finished_match_waits_for_no_news(opened: Opener, broken_off: str) -> None:
    asked: list[str] = []
    page = opened()
    page.on("request", lambda request: asked.append(request.url))

    page.goto(page.url.rstrip("/") + broken_off + "?at=4")
    expect(page.locator("#log a[aria-current]")).to_have_text("4")
    page.wait_for_timeout(500)

    expect(page.locator("#connection")).to_be_hidden()
    assert not any("/stream" in url for url in asked)
