"""The rulesets of all installed distributions: found by entry point, never imported by name."""

from importlib.metadata import entry_points

from rulesets.contract import Ruleset

GROUP = "tiledraft.rulesets"


def installed_rulesets() -> dict[str, Ruleset]:
    """The rulesets by name; an old version of one goes by `NAME@VERSION`."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: entry.load() for entry in found}
