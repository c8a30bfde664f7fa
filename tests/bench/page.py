"""The page in Chromium on loopback: what a first view transfers, when the board stands, what a move takes.

Measured in the browser, which must be there.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.row import Row, at_most
from tests.conftest import call, running_service
from tests.web.conftest import FLAGS, found_chromium
from tests.web.playing import my_turn, seated

VIEWS, MOVES = 7, 25
# From the click until the event stands in the log, counted by the browser's own clock.
CLICKED = """() => new Promise((done) => {
    const log = document.getElementById("log"), began = performance.now();
    new MutationObserver(() => requestAnimationFrame(() => done(performance.now() - began)))
        .observe(log, { childList: true });
    document.getElementById("confirm").click();
})"""
DRAWN = """() => new Promise((done) => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    if (paint) done(paint.startTime);
    else new PerformanceObserver((list) => done(list.getEntries()[0].startTime))
        .observe({ type: "paint", buffered: true });
})"""
KILOBYTES = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .reduce((sum, each) => sum + each.transferSize, 0) / 1000"""


def run() -> Iterator[Row]:
    with (
        tempfile.TemporaryDirectory() as folder,
        running_service(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=found_chromium(), args=FLAGS)
        try:
            yield from _views(browser, address)
            yield _moves(browser, address)
        finally:
            browser.close()


def _views(browser: Browser, address: str) -> Iterator[Row]:
    """Each in a browser that has seen nothing before."""
    for game in ("azul", "majolica"):
        match, _ = seated(address, game, [{"name": "Ann"}, {"bot": "random"}])
        sizes, times = [], []
        for _ in range(VIEWS):
            context = browser.new_context()
            page = context.new_page()
            page.goto(f"{address}/matches/{match}", wait_until="load")
            times.append(page.evaluate(DRAWN))
            page.wait_for_timeout(300)
            sizes.append(page.evaluate(KILOBYTES))
            context.close()
        name = f"{os.cpu_count()} cores"
        yield Row(f"first view of a match of {game}", max(sizes), "KB", "", at_most(150))
        yield Row(f"until its board is drawn, median of {VIEWS}", median(times), "ms", name, at_most(300))


def _moves(browser: Browser, address: str) -> Row:
    """From the click until the event of the move stands in the log and the next frame is due."""
    page = browser.new_page()
    times: list[float] = []
    while len(times) < MOVES:
        page.goto(address + seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])[1])
        page.reload()
        times += [_move(page) for _ in range(5)]
    began = time.perf_counter()
    call(f"{address}/readyz")
    beside = f"a bare request: {1000 * (time.perf_counter() - began):.1f} ms"
    return Row("a move until the board is drawn again, median", median(times), "ms", beside, at_most(150))


def _move(page: Page) -> float:
    my_turn(page)
    page.locator("#table .can .halo").first.click()
    page.locator(".can[data-part*=line] .halo, .can[data-part*=floor] .halo").first.click()
    page.wait_for_selector("#confirm:not([hidden])")
    took: float = page.evaluate(CLICKED)
    return took
