"""Texts in the languages of the page: catalogues of gettext, read from their sources.

There is no compiled form to keep up to date: a catalogue is read when the service starts.
"""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from types import ModuleType
from typing import Any, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from rulesets.contract import Ruleset

ENGLISH: Final = "en"
LANGUAGES: Final[Mapping[str, str]] = {ENGLISH: "English", "zh_Hant": "繁體中文", "zh_Hans": "简体中文"}
# What a browser asks for, as HTTP writes it.
TAGS: Final[Mapping[str, str]] = {
    "en": "en",
    "zh-TW": "zh_Hant",
    "zh-HK": "zh_Hant",
    "zh-MO": "zh_Hant",
    "zh-Hant": "zh_Hant",
    "zh-CN": "zh_Hans",
    "zh-SG": "zh_Hans",
    "zh-Hans": "zh_Hans",
    "zh": "zh_Hans",
}


def folder_of(ruleset: Ruleset) -> Traversable | None:
    """The folder of a ruleset that is a package; None for a single module, which has no files beside it."""
    if isinstance(ruleset, ModuleType) and hasattr(ruleset, "__path__"):
        return files(ruleset.__name__)
    return None


class Catalogues:
    """The page's own texts, and for each ruleset these with its own beside them."""

    def __init__(self, rulesets: Mapping[str, Ruleset]) -> None:
        own = files("services.web") / "locale"
        self._read = {
            (name, language): _merged([own, _locale(ruleset)], language)
            for name, ruleset in [("", None), *rulesets.items()]
            for language in LANGUAGES
        }
        self._named = {id(ruleset): name for name, ruleset in rulesets.items()}

    def of(self, ruleset: Ruleset | None, language: str) -> Translations:
        """The texts of a ruleset and of the page in a language."""
        name = self._named.get(id(ruleset), "") if ruleset is not None else ""
        return self._read[name, language]


def _locale(ruleset: Ruleset | None) -> Traversable | None:
    folder = folder_of(ruleset) if ruleset is not None else None
    return folder / "locale" if folder is not None else None


def _merged(folders: Iterable[Traversable | None], language: str) -> Translations:
    """English stands in the code: its catalogue is empty."""
    merged: Any = Translations()
    for folder in folders:
        source = folder / f"{language}.po" if folder is not None else None
        if source is not None and source.is_file():
            read: Any = _compiled(source)
            merged.merge(read)
            merged.plural = read.plural  # which merging leaves English
    translations: Translations = merged
    return translations


def _compiled(source: Traversable) -> Translations:
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source.read_bytes())))
    compiled.seek(0)
    return Translations(compiled)
