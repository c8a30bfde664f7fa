"""The rulesets of all installed distributions: found by entry point, never imported by name.

(1) One that cannot be loaded, or lacks what every ruleset has, keeps no other from being played: it is left
    out with a sentence. Who asks for it by name is told the same.
"""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points

from rulesets.contract import Refused, Ruleset, shown
from rulesets.contract.names import wrong_names
from services.entry.words import complain

GROUP = "tiledraft.rulesets"


def installed_rulesets(left_out: Callable[[str], None] = complain) -> dict[str, Ruleset]:
    """The rulesets by name; an old version of one goes by `NAME@VERSION`. What is left out is said.  (1)"""
    rulesets = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            rulesets[entry.name] = _complete(entry)
        except Refused as refused:
            left_out(str(refused))
    return rulesets


def installed_ruleset(name: str) -> Ruleset:
    """The ruleset of this name in its current version; Refused says why there is none. No other is loaded."""
    if "@" in name:
        raise Refused(f"a ruleset in its current version is wanted, not {shown(name)}")
    return _complete(_entry(name))


def loaded_ruleset(name: str) -> Ruleset:
    """A ruleset of any version, whatever names it lacks: for the kit, which tells them."""
    return _loaded(_entry(name))


def _entry(name: str) -> EntryPoint:
    for entry in entry_points(group=GROUP, name=name):
        return entry
    known = ", ".join(sorted(entry_points(group=GROUP).names)) or "none"
    raise Refused(f"the ruleset {shown(name)} is not installed; there are: {known}")


def _complete(entry: EntryPoint) -> Ruleset:
    ruleset = _loaded(entry)
    if wrong := wrong_names(ruleset):
        raise Refused(f"the ruleset {entry.name} cannot be used: {'; '.join(wrong)}")
    return ruleset


def _loaded(entry: EntryPoint) -> Ruleset:
    try:
        ruleset: Ruleset = entry.load()
    except (ImportError, SyntaxError, Refused) as error:
        raise Refused(f"the ruleset {entry.name} cannot be loaded: {error}") from None
    except Exception as error:  # noqa: BLE001 - whatever its module raises
        raise Refused(f"the ruleset {entry.name} cannot be loaded: {type(error).__name__}: {error}") from None
    return ruleset
