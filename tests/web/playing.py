"""How the tests play: opening matches, and choosing by mouse or by keyboard whatever is marked."""

import gzip
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Locator, Page, Route

from services.entry.catalogue import installed_rulesets
from tests.conftest import call

RECORDS = Path(__file__).parent.parent / "golden"
MOST_PARTS = 12
# Milliseconds; a search takes seconds for each position.
JUDGED = 240_000
MARKED = "#table .can, #options button:not([aria-pressed])"
CHOSEN = "document.querySelectorAll('#table .chosen, #options [aria-pressed]').length"
MINE_OR_OVER = (
    f"() => document.querySelector({MARKED!r}) || document.querySelector('#scores .winner')"
    " || document.querySelector('#confirm:not([hidden])')"
)


def new_match(
    address: str, ruleset: str, seats: list[dict[str, Any]], *, hints: bool = False, **options: Any
) -> dict[str, Any]:
    """A match opened by the API: its id, the tokens by seat, the invite."""
    body = {"ruleset": ruleset, "seats": seats, "options": options, "hints": hints}
    opened: dict[str, Any] = call(f"{address}/api/v1/matches", body)
    return opened


def seated(address: str, ruleset: str, seats: list[dict[str, Any]], **options: Any) -> tuple[str, str]:
    """The match, and the link that gives a browser its creator's seat."""
    opened = new_match(address, ruleset, seats, **options)
    token = next(seat["token"] for seat in opened["seats"] if "token" in seat)
    return opened["match"], f"/matches/{opened['match']}#seat={token}"


def my_turn(page: Page) -> None:
    page.wait_for_selector(f"{MARKED.split(',', maxsplit=1)[0]}, #options button")


def events(page: Page) -> int:
    return page.locator("#log li").count()


def await_event(page: Page, after: int) -> None:
    page.wait_for_function("after => document.querySelectorAll('#log li').length > after", arg=after)


def is_over(page: Page) -> bool:
    return page.locator("#scores .winner").count() > 0


def hold(page: Page, path: str) -> list[Route]:
    """The requests for a path that the page makes from now on, none of them answered yet."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(path, keep)
    return held


def click_move(page: Page, chance: random.Random) -> None:
    """A move by mouse."""
    choose(page, chance, _click)
    send(page, lambda: page.locator("#confirm").click())


def type_move(page: Page, chance: random.Random) -> None:
    """A move by keyboard: the keys of a part where it has some, Tab order and Enter where it has none."""
    choose(page, chance, _type)
    send(page, lambda: page.keyboard.press("Enter"))


def choose(page: Page, chance: random.Random, one: Callable[[Locator], None]) -> None:
    """Marked parts one after the other, each seen to be chosen, until the page asks to confirm."""
    for _ in range(MOST_PARTS):
        if page.locator("#confirm").is_visible():
            return
        page.wait_for_function(MINE_OR_OVER)
        marked, before = page.locator(MARKED), page.evaluate(CHOSEN)
        try:
            one(marked.nth(chance.randrange(marked.count())))
        except Error:
            continue  # what another seat did at the same moment drew the table anew
        page.wait_for_function(f"(before) => {CHOSEN} !== before", arg=before)


def _click(part: Locator) -> None:
    halo = part.locator(".halo")
    (halo.first if halo.count() else part).click(force=True)


def _type(part: Locator) -> None:
    keys = part.get_attribute("data-keys")
    if not keys:
        part.focus()
    for key in keys or ["Enter"]:
        part.page.keyboard.press(key)


def to_the_shortest_line(page: Page) -> None:
    """A move of Azul that ends its round soon."""
    page.locator("#table .can .halo").first.click()
    page.locator(".can[data-part*=line] .halo, .can[data-part*=floor] .halo").first.click()
    send(page, lambda: page.locator("#confirm").click())


def send(page: Page, confirm: Any) -> None:
    before = events(page)
    confirm()
    await_event(page, before)


def analyse(page: Page) -> None:
    """Have the analysis shown, whether or not somebody asked for it before."""
    page.wait_for_selector("#analyse:visible, #analysis-running:visible, .curve")
    if page.locator("#analyse").is_visible():
        page.locator("#analyse").click()
    page.wait_for_selector(".curve", timeout=JUDGED)


def play_to_the_end(page: Page, move: Any, seed: int = 1, most: int = 400) -> None:
    chance = random.Random(seed)
    for _ in range(most):
        page.wait_for_function(MINE_OR_OVER)
        if is_over(page):
            return
        move(page, chance)
    raise AssertionError(f"not over after {most} moves")


@dataclass
class Persons:
    """A match whose moves a test makes over the API, by these tokens, while a page looks on."""

    address: str
    match: str
    tokens: dict[int, str]
    recorded: str = ""  # the move that was made here

    @property
    def link(self) -> str:
        """The first of these seats'."""
        return f"/matches/{self.match}#seat={next(iter(self.tokens.values()))}"

    @property
    def position(self) -> dict[str, Any]:
        position: dict[str, Any] = call(f"{self.address}/api/v1/matches/{self.match}")["position"]
        return position

    @property
    def legal(self) -> list[str]:
        """The moves of the first of these seats that may act."""
        return [move["text"] for move in self._legal["moves"]]

    def move(self, text: str) -> None:
        headers = {
            "Authorization": f"Bearer {self.tokens[self._legal['seat']]}",
            "If-Match": f'"{self._legal["version"]}"',
        }
        call(f"{self.address}/api/v1/matches/{self.match}/moves", {"text": text}, **headers)

    @property
    def _legal(self) -> dict[str, Any]:
        seat = next(seat for seat in self.position["to_act"] if seat in self.tokens)
        legal = call(f"{self.address}/api/v1/matches/{self.match}/legal-moves?seat={seat}")
        return {"seat": seat, **legal}


def two_persons(address: str, ruleset: str, **options: Any) -> Persons:
    opened = new_match(address, ruleset, [{"name": "Ann"}, {}], **options)
    match = opened["match"]
    seat = {"name": "Bob", "invite": opened["invite"]}
    joined = call(f"{address}/api/v1/matches/{match}/seats", seat)
    return Persons(address, match, {0: opened["seats"][0]["token"], 1: joined["token"]})


def going_on(address: str, name: str, events: int) -> Persons:
    """A recorded match as it stood after so many events, the seat to act a person's, the others bots'."""
    record = json.loads(gzip.decompress((RECORDS / name).read_bytes()))
    seat, move = record["events"][events]["seat"], record["events"][events]["move"]
    seats = [{"name": "Ann"} if each == seat else {"bot": "random"} for each in range(record["seats"])]
    cut = {**record, "events": record["events"][:events]}
    opened = call(f"{address}/api/v1/records", {"record": cut, "seats": seats})
    ruleset = installed_rulesets()[record["ruleset"]]
    recorded = ruleset.text(ruleset.decode(move))
    return Persons(address, opened["match"], {seat: opened["seats"][seat]["token"]}, recorded)
