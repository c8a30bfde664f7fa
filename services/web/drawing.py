"""The table as SVG: a ruleset's template draws panels, and this puts them on a page or into a picture.

A ruleset's `table.svg.jinja` has two macros: `signs()`, the symbols that panels and sentences use, and
`draw(panel)`, one panel. In it `say(message)` is a text in the viewer's language.
"""

from collections.abc import Mapping
from typing import Any, Final

import resvg_py
from jinja2 import Environment, Template, select_autoescape
from markupsafe import Markup

from rulesets.contract import Ruleset, Seat, State
from services.web.catalogues import folder_of
from services.web.speaking import Speaker

TEMPLATE: Final = "table.svg.jinja"
GAP: Final = 12
WIDTH: Final = 3 * GAP + 2 * 360
PNG_WIDTH: Final = 1200
PAPER: Final = "#f6f3ec"

Panel = Mapping[str, Any]

_PANEL = Markup(
    '<svg class="panel {kind}" id="panel-{name}" viewBox="0 0 {width} {height}"'
    ' preserveAspectRatio="xMidYMin" role="group" aria-label="{about}">{drawn}</svg>'
)
_PLACED = Markup(
    '<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">{drawn}</svg>'
)
_PICTURE = Markup(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
    ' height="{height}" font-family="system-ui, sans-serif" role="img"><title>{title}</title>'
    '<rect width="100%" height="100%" fill="{paper}"/><defs>{signs}</defs>{drawn}</svg>'
)


class Drawings:
    """The templates of the rulesets that have one."""

    def __init__(self, rulesets: Mapping[str, Ruleset]) -> None:
        environment = Environment(
            autoescape=select_autoescape(default=True, default_for_string=True),
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates: dict[int, Template] = {}
        for ruleset in rulesets.values():
            folder = folder_of(ruleset)
            if folder is not None and (folder / TEMPLATE).is_file():
                source = (folder / TEMPLATE).read_text("utf-8")
                self._templates[id(ruleset)] = environment.from_string(source)

    def drawn(self, ruleset: Ruleset, state: State, seat: Seat | None, speaker: Speaker) -> Markup | None:
        """The panels for a page, that seat's first; None for a ruleset without a template."""
        module = self._module(ruleset, speaker)
        if module is None:
            return None
        panels = [_drawn(module, panel, speaker) for panel in panels_of(ruleset, state, seat)]
        signs = Markup('<svg class="signs" aria-hidden="true"><defs>{}</defs></svg>').format(module.signs())
        return signs + Markup().join(panels)

    def boards(self, ruleset: Ruleset, state: State, seat: Seat | None) -> dict[str, Panel]:
        """The panels before the seats, by name, not drawn yet; none for a ruleset without a template."""
        panels = panels_of(ruleset, state, seat) if id(ruleset) in self._templates else []
        return {panel["name"]: panel for panel in panels if panel["kind"] != "middle"}

    def board(self, ruleset: Ruleset, panel: Panel, speaker: Speaker) -> Markup:
        """One of them, drawn for a page."""
        return _drawn(self._module(ruleset, speaker), panel, speaker)

    def picture(
        self, ruleset: Ruleset, state: State, seat: Seat | None, speaker: Speaker, title: str
    ) -> str | None:
        """One SVG that stands for itself; None for a ruleset without a template."""
        module = self._module(ruleset, speaker)
        if module is None:
            return None
        placed, height = _placed(panels_of(ruleset, state, seat))
        drawn = [
            _PLACED.format(**_outline(panel, speaker), x=x, y=y, drawn=module.draw(panel))
            for panel, x, y in placed
        ]
        return _PICTURE.format(
            width=WIDTH,
            height=height,
            title=title,
            paper=PAPER,
            signs=module.signs(),
            drawn=Markup().join(drawn),
        )

    def _module(self, ruleset: Ruleset, speaker: Speaker) -> Any:
        template = self._templates.get(id(ruleset))
        return template and template.make_module({"say": speaker.text})


def panels_of(ruleset: Ruleset, state: State, seat: Seat | None) -> list[Panel]:
    """What a ruleset's template draws; who has a template has this."""
    panels: list[Panel] = getattr(ruleset, "panels")(state, seat)  # noqa: B009 - an optional name
    return panels


def as_png(picture: str) -> bytes:
    return resvg_py.svg_to_bytes(svg_string=picture, width=PNG_WIDTH, font_family="sans-serif")


def _drawn(module: Any, panel: Panel, speaker: Speaker) -> Markup:
    """A panel for a page."""
    return _PANEL.format(**_outline(panel, speaker), kind=panel["kind"], drawn=module.draw(panel))


def _outline(panel: Panel, speaker: Speaker) -> dict[str, Any]:
    return {key: panel[key] for key in ("name", "width", "height")} | {"about": speaker.text(panel["about"])}


def _placed(panels: list[Panel]) -> tuple[list[tuple[Panel, int, int]], int]:
    """Where each panel stands, each in the column that has most room; the height of all."""
    placed, heights = [], [GAP, GAP]
    for panel in panels:
        column = heights.index(min(heights))
        placed.append((panel, GAP + column * (360 + GAP), heights[column]))
        heights[column] += panel["height"] + GAP
    return placed, max(heights)
