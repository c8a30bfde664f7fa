"""Every text in every language; the page in the reader's."""

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po
from playwright.sync_api import expect

from rulesets.contract import Message, Sign, Who
from services.entry.catalogue import installed_rulesets
from services.matches.standing import Player
from services.web.catalogues import Catalogues
from services.web.speaking import Speaker
from tests.web.conftest import Opener
from tests.web.playing import my_turn, seated

ROOT = Path(__file__).parent.parent.parent
FOLDERS = ("services/web", "rulesets/azul", "rulesets/majolica")
CHINESE = ("zh_Hant", "zh_Hans")


def texts_of(folder: Path) -> set[str]:
    """Every text of messages in code and of templates."""
    found: set[str] = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message":
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    for file in folder.rglob("*.html"):
        for _, text, _, _ in extract_from_file("jinja2.ext:babel_extract", str(file), keywords={"_": None}):
            found.add(text if isinstance(text, str) else text[0])
    return found


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", CHINESE)
def test_every_text_is_translated_with_the_same_values(folder: str, language: str) -> None:
    with (ROOT / folder / "locale" / f"{language}.po").open("rb") as file:
        catalogue = read_po(file)

    wrong = []
    for text in sorted(texts_of(ROOT / folder)):
        message = catalogue.get(text)
        found = (message.string if message else None) or ""
        said = found if isinstance(found, str) else found[0]
        if not said or values_of(said) != values_of(text):
            wrong.append(text)

    assert wrong == []


HAN = "[\u3400-\u9fff]"
TOUCHING = re.compile(rf"{HAN}(?:[0-9A-Za-z]|%\()|(?:[0-9A-Za-z]|\)s){HAN}")


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", CHINESE)
def test_a_space_parts_han_from_digits_latin_and_values(folder: str, language: str) -> None:
    with (ROOT / folder / "locale" / f"{language}.po").open("rb") as file:
        said = [each.string if isinstance(each.string, str) else each.string[0] for each in read_po(file)]  # type: ignore[index]

    assert [each for each in said[1:] if TOUCHING.search(each) or each != each.strip()] == []


@pytest.mark.parametrize(
    ("name", "source", "said"),
    [
        ("小明", Message("factory %(number)s", {"number": 4}), "小明拿取工廠 4 的 2 塊藍色磚"),
        ("Ann", Message("the center"), "Ann 拿取中央的 2 塊藍色磚"),
    ],
)
def test_a_sentence_has_a_space_beside_a_number_and_none_between_han(
    name: str, source: Message, said: str
) -> None:
    rulesets = installed_rulesets()
    speaker = Speaker(Catalogues(rulesets).of(rulesets["azul"], "zh_Hant"), [Player(name=name)])
    values = {"n": 2, "color": Sign("blue", Message("blue")), "source": source}
    caption = Message("%(n)s %(color)s from %(source)s", values)
    sentence = Message("%(who)s takes the %(marker)s", {"who": Who(0), "marker": caption})

    assert speaker.text(sentence) == said
    assert speaker.html(sentence).striptags() == said


def test_no_line_breaks_between_a_picture_a_count_or_a_number_and_its_word() -> None:
    rulesets = installed_rulesets()
    speaker = Speaker(Catalogues(rulesets).of(rulesets["azul"], "en"), [Player(name="Ann")])
    values = {
        "n": 2,
        "color": Sign("blue", Message("blue")),
        "source": Message("factory %(number)s", {"number": 4}),
    }

    said = speaker.html(Message("%(n)s %(color)s from %(source)s", values))

    assert re.sub("<svg.*?</svg>", "", said) == '2\xa0<span class="pictured">blue</span> from factory\xa04'


def values_of(text: str) -> set[str]:
    return {part.partition(")s")[0] for part in text.split("%(")[1:]}


@pytest.mark.parametrize(
    ("locale", "game", "turn"),
    [("zh-TW", "花磚物語", "輪到"), ("zh-CN", "花砖物语", "轮到"), ("de-DE", "Azul", "turn")],
)
def test_the_page_speaks_the_language_that_the_browser_prefers(
    opened: Opener, address: str, locale: str, game: str, turn: str
) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])

    page = opened(link, locale=locale)

    expect(page.locator("h1")).to_have_text(game)
    expect(page.locator("#headline")).to_contain_text(turn)


def test_another_language_is_chosen_on_the_page_and_kept(opened: Opener, address: str) -> None:
    match, _ = seated(address, "majolica", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(f"/matches/{match}?at=2")

    page.get_by_text("Settings").click()
    page.get_by_role("link", name="繁體中文").click()
    page.goto(f"{address}/matches/{match}")

    expect(page.locator("h1")).to_have_text("馬約利卡")
    assert page.evaluate("() => document.documentElement.lang") == "zh-Hant"


def test_catalogues_are_package_data() -> None:
    assert all((files("services.web") / "locale" / f"{language}.po").is_file() for language in CHINESE)


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("azul", ("The tile scores %(n)s point", "The tile scores %(n)s points")),
        ("majolica", ("%(n)s bonus tile is due", "%(n)s bonus tiles are due")),
    ],
)
def test_what_is_counted_is_said_in_the_language_for_every_number(
    name: str, own: tuple[str, str], language: str
) -> None:
    rulesets = installed_rulesets()
    texts = Catalogues(rulesets).of(rulesets[name], language)

    for number in (0, 1, 2, 5):
        for one, many in (
            ("%(n)s seat is still open", "%(n)s seats are still open"),
            own,
        ):
            assert texts.ngettext(one, many, number) not in (one, many), number


def test_the_language_is_changed_at_the_event_that_is_looked_at(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    page = opened(link)
    my_turn(page)
    page.keyboard.press("Home")
    expect(page.locator("#log a[aria-current]")).to_have_text("1")

    page.locator("#settings summary").click()
    page.get_by_role("link", name="繁體中文").click()

    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    expect(page.locator("#log a[aria-current]")).to_have_text("1")
