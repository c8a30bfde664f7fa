"""A real browser on a real service. Each page that a test opens asks no other host and logs no error."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, sync_playwright

REQUIRED = "TILEDRAFT_BROWSER_TESTS"
# The one without a window needs a third less time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
LONG = ("whole_matches", "analysis_page")
FLAGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first: no process has to wait for it at the end."""
    items.sort(key=lambda item: not item.path.stem.endswith(LONG))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium that is there, or Playwright's own; without any these tests are left out, and say so."""
    with sync_playwright() as playwright:
        try:
            started = playwright.chromium.launch(executable_path=found_chromium(), args=FLAGS)
        except Error as error:
            if os.environ.get(REQUIRED) == "required":
                raise
            pytest.skip(f"no Chromium here, and none could be installed: {str(error).splitlines()[0]}")
        yield started
        started.close()


def found_chromium() -> str | None:
    """The path of a Chromium; None for the one that Playwright installs."""
    for name in NAMES:
        if (path := shutil.which(name)) is not None:
            return path
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False, timeout=300)
    return None


Opener = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Opener]:
    """Opens a path of the service in a browser of its own (a fresh context), with these options."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def watched(page: Page, allowed: tuple[str, ...]) -> None:
        def asked(request: Request) -> None:
            if not request.url.startswith((address, "data:", "blob:")):
                wrong.append(f"asked {request.url}")

        def logged(message: ConsoleMessage) -> None:
            if message.type == "error" and not any(each in message.text for each in allowed):
                wrong.append(f"logged {message.text}")

        page.on("request", asked)
        page.on("console", logged)
        page.on("pageerror", lambda error: wrong.append(f"failed {error}"))
        page.on("dialog", lambda dialog: wrong.append(f"asked with a dialog: {dialog.message}"))

    def open_page(path: str = "/", allowed: tuple[str, ...] = (), **options: Any) -> Page:
        options = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB"} | options
        context = browser.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(15_000)
        page = context.new_page()
        watched(page, allowed)
        page.goto(address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
