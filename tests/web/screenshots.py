"""Pictures of every page, light and dark, wide and narrow: `make screenshots`, then look at them."""

import gzip
import json
import random
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.conftest import call, running_service
from tests.web.conftest import FLAGS, found_chromium
from tests.web.playing import analyse, click_move, is_over, my_turn, new_match, seated

FOLDER = Path("build/screenshots")
SIZES = {"wide": (1280, 900), "narrow": (360, 740)}
SCHEMES = ("light", "dark")
CALM = 300
RECORD = Path("tests/golden/azul-0.1-colored.json.gz")
MOVES = 16


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_service(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found_chromium(), args=FLAGS)
        try:
            for name, path in _pages(browser, address).items():
                _pictured(browser, address, name, path)
        finally:
            browser.close()


def _pages(browser: Browser, address: str) -> dict[str, str]:
    """Paths by name; the matches are played a while first."""
    bots = [{"name": "Ann"}, {"bot": "greedy"}]
    invited = new_match(address, "azul", [{"name": "Ann"}, {}])
    token, match = invited["seats"][0]["token"], invited["match"]
    modules = {"bloom": True, "goals": True, "kaleidoscope": True}
    return {
        "start": "/",
        "wrong": "/matches/nothing",
        "invite": f"/matches/{match}#seat={token}",
        "join": f"/matches/{match}#join={invited['invite']}",
        "azul": _played(browser, address, seated(address, "azul", bots)[1], 12),
        "turn": seated(address, "azul", bots)[1],
        "help": seated(address, "azul", bots)[1],
        "settings": "/",
        "azul-gray": _played(browser, address, seated(address, "azul", bots, wall="gray")[1], 14),
        "azul-four": _played(browser, address, seated(address, "azul", bots + bots[1:] * 2)[1], 7),
        "azul-over": _played(browser, address, seated(address, "azul", bots)[1], 200),
        "majolica": _played(browser, address, seated(address, "majolica", bots)[1], 30),
        "majolica-modules": _played(
            browser, address, seated(address, "majolica", bots + bots[1:], **modules)[1], 24
        ),
        "pig": _played(browser, address, seated(address, "pig", bots)[1], 4),
        "record": _imported(address),
        "analysis": _imported(address),
    }


def _played(browser: Browser, address: str, path: str, moves: int) -> str:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(address + path)
    chance = random.Random(5)
    for _ in range(moves):
        page.wait_for_function(
            "() => document.querySelector('#table .can, #options button, #scores .winner')"
        )
        if is_over(page):
            break
        click_move(page, chance)
    page.close()
    return path


def _imported(address: str) -> str:
    """A record that breaks off early, for a search takes seconds to judge each position."""
    record = json.loads(gzip.decompress(RECORD.read_bytes()))
    record["events"] = record["events"][:MOVES]
    return f"/matches/{call(f'{address}/api/v1/records', {'record': record})['match']}"


def _pictured(browser: Browser, address: str, name: str, path: str) -> None:
    for size, (width, height) in SIZES.items():
        for scheme in SCHEMES:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)  # type: ignore[arg-type]
            page.goto(address + path)
            page.reload()  # what a link brings is taken, and no longer told
            _chosen(page, name)
            page.screenshot(path=FOLDER / f"{name}-{size}-{scheme}.png", full_page=True)
            page.close()


def _chosen(page: Page, name: str) -> None:
    """With something chosen, so that marks and the preview can be seen."""
    page.wait_for_timeout(CALM)
    if name.startswith(("azul", "majolica")) and not is_over(page):
        my_turn(page)
        for _ in range(2):
            if page.locator("#table .can .halo").count():
                page.locator("#table .can .halo").first.click(force=True)
    if name in ("turn", "help"):
        my_turn(page)
    if name in ("help", "settings"):
        page.locator(f"#{name} summary").click()
    if name == "start":
        page.evaluate("() => { document.querySelector('.game details').open = true; }")
    if name == "analysis":
        page.locator("#branch summary").click()
        analyse(page)
        page.locator(".curve .mark").nth(1).click()
    page.wait_for_timeout(CALM)


if __name__ == "__main__":
    main()
