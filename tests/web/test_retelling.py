"""What just happened is shown step by step: what can be seen at each, and that nobody has to wait for it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.web.showing import MOST_RETOLD
from tests.conftest import call
from tests.servers import wait_until
from tests.web.conftest import Opener
from tests.web.playing import Persons, await_event, going_on, new_match, two_persons

STEP = 900
HIDE = """() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
MINUS = "\N{MINUS SIGN}"
WALL = "#table [data-part*='-cell-'] use:not(.ghost)"
FULL_FIRST_LINES = "#table [data-part$='-line-1'] use"


def at_the_last_move_of_a_round(address: str) -> Persons:
    """A match of Azul in which one move is left to draft; both seats have filled their first lines."""
    match = two_persons(address, "azul")
    while (left := _sources(match)) > 1:
        match.move(_shortest(match))
    assert left == 1
    return match


def _sources(match: Persons) -> int:
    """How many choices of tiles are left."""
    return len({text.split(">")[0] for text in match.legal})


def _shortest(match: Persons) -> str:
    """To the shortest line that takes the tiles."""
    return min(match.legal, key=lambda text: text.split(">")[1])


def watching(opened: Opener, match: Persons, **options: str) -> Page:
    """The first seat's page, whose clock stands still until the test lets it go on."""
    page = opened(**options)
    page.clock.install()
    page.goto(match.address + match.link)
    page.wait_for_selector("#panel-middle [data-part]")
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    expect(page.locator(WALL)).to_have_count(0)
    return page


def test_a_wall_is_tiled_row_by_row_with_the_points_beside_it_and_then_the_floor_is_paid(
    opened: Opener, address: str
) -> None:
    match = at_the_last_move_of_a_round(address)
    page = watching(opened, match)
    match.move(_shortest(match))

    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    expect(page.locator("#told")).to_contain_text("takes")
    expect(page.locator(WALL)).to_have_count(0)
    expect(page.locator(FULL_FIRST_LINES)).to_have_count(2)
    rows, paid = 0, 0
    while True:
        page.clock.run_for(STEP)
        if page.get_by_role("button", name="Skip").is_hidden():
            break  # all is shown, and said together
        said = page.locator("#told").inner_text()
        if "of the wall" in said:
            rows += 1
            expect(page.locator("#table .gain")).to_have_text(re.compile(r"^\+\d$"))
            expect(page.locator("#table .fresh use")).to_have_count(1)
        if "pays" in said:
            paid += 1
            expect(page.locator("#table .gain")).to_contain_text(MINUS)
            expect(page.locator("#table .fresh use")).to_have_count(0)
        expect(page.locator(WALL)).to_have_count(rows)

    assert rows >= 2
    assert paid >= 1
    expect(page.locator(FULL_FIRST_LINES)).to_have_count(0)
    expect(page.locator("#told")).to_contain_text("Round 2 is dealt")
    expect(page.locator("#table .gain")).to_have_count(rows + paid)


def test_a_choice_is_possible_all_the_while_and_ends_the_retelling(opened: Opener, address: str) -> None:
    for choose in (_click_a_source, _type_a_source):
        match = at_the_last_move_of_a_round(address)
        page = watching(opened, match)
        match.move(_shortest(match))
        expect(page.get_by_role("button", name="Skip")).to_be_visible()
        if match.position["to_act"] != [0]:
            match.move(_shortest(match))
            expect(page.locator("#table .can").first).to_be_visible()
        expect(page.locator(WALL)).to_have_count(0)

        choose(page)

        expect(page.locator("#table .chosen")).to_have_count(1)
        expect(page.get_by_role("button", name="Skip")).to_be_hidden()
        expect(page.locator(WALL)).not_to_have_count(0)


def _click_a_source(page: Page) -> None:
    page.locator("#table .can .halo").first.click()


def _type_a_source(page: Page) -> None:
    for key in str(page.locator("#table .can").first.get_attribute("data-keys")):
        page.keyboard.press(key)


def test_it_is_skipped_by_its_button_or_a_key(opened: Opener, address: str) -> None:
    match = at_the_last_move_of_a_round(address)
    pages = [watching(opened, match) for _ in range(2)]
    match.move(_shortest(match))

    for page in pages:
        expect(page.get_by_role("button", name="Skip")).to_be_visible()
        expect(page.locator(WALL)).to_have_count(0)
    pages[0].get_by_role("button", name="Skip").click()
    pages[1].keyboard.press("Escape")

    for page in pages:
        expect(page.get_by_role("button", name="Skip")).to_be_hidden()
        expect(page.locator(WALL)).not_to_have_count(0)
        expect(page.locator("#told")).to_contain_text("Round 2 is dealt")


def test_a_tab_that_is_hidden_in_the_midst_shows_the_present_at_once(opened: Opener, address: str) -> None:
    match = at_the_last_move_of_a_round(address)
    page = watching(opened, match)
    match.move(_shortest(match))
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    expect(page.locator(WALL)).to_have_count(0)

    page.evaluate(HIDE)

    expect(page.get_by_role("button", name="Skip")).to_be_hidden()
    expect(page.locator(WALL)).not_to_have_count(0)


def test_in_a_hidden_tab_nothing_is_retold(opened: Opener, address: str) -> None:
    match = at_the_last_move_of_a_round(address)
    page = watching(opened, match)
    asked: list[str] = []
    page.evaluate(HIDE)
    page.on("request", lambda request: asked.append(request.url))
    match.move(_shortest(match))
    page.clock.run_for(15_000)

    expect(page.locator("#told")).to_contain_text("Round 2 is dealt")
    expect(page.get_by_role("button", name="Skip")).to_be_hidden()
    expect(page.locator(WALL)).not_to_have_count(0)
    assert [url for url in asked if "/shown" in url]
    assert not [url for url in asked if "since=" in url]


def test_who_wants_less_motion_sees_all_at_once_and_nothing_move(opened: Opener, address: str) -> None:
    match = at_the_last_move_of_a_round(address)
    page = watching(opened, match, reduced_motion="reduce")
    match.move(_shortest(match))

    expect(page.locator("#told")).to_contain_text("Round 2 is dealt")
    expect(page.get_by_role("button", name="Skip")).to_be_hidden()
    tiled = page.locator(WALL).count()
    assert tiled >= 2
    expect(page.locator("#table .gain", has_text="+")).to_have_count(tiled)
    assert page.evaluate("() => document.getAnimations().length") == 0


def test_who_is_too_far_behind_sees_the_present(opened: Opener, address: str) -> None:
    match = at_the_last_move_of_a_round(address)
    page = watching(opened, match)
    match.move(_shortest(match))
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    expect(page.locator(WALL)).to_have_count(0)

    for _ in range(40):
        before = page.locator("#log li").count()
        match.move(_shortest(match))
        await_event(page, before)

    expect(page.locator(WALL)).not_to_have_count(0)


def test_a_step_forward_in_the_past_is_retold_and_a_jump_is_not(opened: Opener, address: str) -> None:
    match = at_the_last_move_of_a_round(address)
    match.move(_shortest(match))
    shown = call(f"{address}/matches/{match.match}/shown")
    tiled = next(entry["version"] for entry in shown["log"] if len(entry["steps"]) > 2)
    page = opened(f"/matches/{match.match}?at={tiled - 1}")
    expect(page.locator("#prompt")).to_contain_text("Nothing can be sent from here")

    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_role("button", name="Skip")).to_be_hidden()
    page.locator("#log a", has_text=re.compile(f"^{tiled}$")).click()

    expect(page.locator("#log [aria-current]")).to_have_text(str(tiled))
    told = page.locator("#told")
    for at in (0, -1):
        expect(told).to_contain_text(shown["log"][tiled - 1]["steps"][at]["text"])
    expect(page.get_by_role("button", name="Skip")).to_be_hidden()


def test_a_page_that_is_opened_tells_the_last_move_with_all_that_followed(
    opened: Opener, address: str
) -> None:
    match = two_persons(address, "azul")
    while not any("takes the starting marker" in step["text"] for step in _steps(match)):
        match.move(next((text for text in match.legal if text.startswith("C")), match.legal[0]))

    page = opened(match.link)

    for step in _steps(match):
        expect(page.locator("#told")).to_contain_text(step["text"])


def _steps(match: Persons) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = call(f"{match.address}/matches/{match.match}/shown")["log"][-1]["steps"]
    return steps


def test_a_match_that_is_over_says_the_result_and_lights_nothing(opened: Opener, address: str) -> None:
    match = new_match(address, "azul", [{"bot": "greedy"}, {"bot": "random"}])["match"]
    wait_until(lambda: call(f"{address}/api/v1/matches/{match}")["status"] == "over", 60)

    page = opened(f"/matches/{match}")

    expect(page.locator("#analysis")).to_be_visible()
    expect(page.locator("#headline")).to_have_text(re.compile(r"has won with \d+ points$"))
    expect(page.locator("#table .fresh")).to_have_count(0)
    expect(page.locator("#told")).to_be_hidden()
    page.keyboard.press("Home")
    expect(page.locator("#told")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("#told")).to_be_hidden()


def test_the_boards_of_all_steps_lead_to_the_table_and_long_ago_is_left_out(address: str) -> None:
    match = at_the_last_move_of_a_round(address)
    for _ in range(20):
        match.move(_shortest(match))

    shown = call(f"{address}/matches/{match.match}/shown?since=1&seat=0")

    boards = {name: board for step in shown["retold"] for name, board in step["boards"].items()}
    assert set(boards) == {"panel-board-0", "panel-board-1"}
    assert all(board in shown["table"] for board in boards.values())
    lately = [step["text"] for entry in shown["log"][-MOST_RETOLD:] for step in entry["steps"]]
    assert [step["text"] for step in shown["retold"]] == lately
    assert call(f"{address}/matches/{match.match}/shown?since={shown['version']}")["retold"] == []


@pytest.mark.parametrize(("record", "events"), [("colored", 62), ("gray", 75)])
def test_the_last_round_is_announced_with_the_move_that_binds_a_row(
    opened: Opener, address: str, record: str, events: int
) -> None:
    match = going_on(address, f"azul-0.1-{record}.json.gz", events)
    page = opened(match.link.split("#")[0])
    page.wait_for_selector("#panel-middle [data-part]")
    lines = [seat["lines"] for seat in match.position["seats"]]
    walls = [seat["wall"] for seat in match.position["seats"]]
    expect(page.locator("#notices")).not_to_contain_text("Last round")

    match.move(match.recorded)

    expect(page.locator("#notices")).to_contain_text("Last round: Ann completes a row")
    assert not any(_is_bound(*each) for each in zip(lines, walls, strict=True))
    assert any(_is_bound(seat["lines"], seat["wall"]) for seat in match.position["seats"])


def _is_bound(lines: list[dict[str, Any] | None], wall: list[list[str | None]]) -> bool:
    return any(
        line is not None and line["count"] == size and row.count(None) == 1
        for size, (line, row) in enumerate(zip(lines, wall, strict=True), 1)
    )
