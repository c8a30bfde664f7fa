"""An analysis as the page shows it: the curve, its marks in sentences, what was found at each choice.

Words: the **place** of a choice is the one of the curve that it led to, see `curves.py`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from markupsafe import Markup

from rulesets.contract import Message, Who
from services.matches.happenings import happenings
from services.matches.histories import History
from services.matches.standing import Standing
from services.web import curves, telling
from services.web.curves import Curve
from services.web.speaking import Speaker

Entry = Mapping[str, Any]

# A smaller difference would be shown as none.
SHOWN_FROM = 0.05
STEP = 50


def analysed(
    history: History, body: Mapping[str, Any], speaker: Speaker, breathe: Callable[[], None]
) -> dict[str, Any]:
    """What the template draws and says; `breathe` lets other requests through."""
    entries: list[Entry] = body["entries"]
    curve = Curve([*(entry.get("expected") for entry in entries), body["final"]])
    seats = zip(speaker.names, body["seats"], strict=True)
    return {
        "size": curves,
        "ticks": [(curve.y(points), points) for points in curve.ticks],
        "lines": curve.lines(len(body["seats"])),
        "found": list(_found(history, entries, curve, speaker, breathe)),
        "seats": [
            {"name": name, "lost": f"{judged['loss']:.1f}", "luck": signed(judged["luck"])}
            for name, judged in seats
        ],
        "judge": speaker.text(Message(body["judge"]["name"])),
    }


def signed(value: float) -> str:
    """With its sign, and without one where it is nothing."""
    return f"{value:+.1f}".replace("-", "\N{MINUS SIGN}") if abs(value) >= SHOWN_FROM else "0.0"


def _found(
    history: History, entries: list[Entry], curve: Curve, speaker: Speaker, breathe: Callable[[], None]
) -> Iterator[dict[str, Any]]:
    """What was found at each choice, in order; a deal has no seat."""
    before = (each.before for each in happenings(history, 0, history.version) if each.before and each.choice)
    for entry, standing in zip(entries, before, strict=True):
        place, seat = entry["index"] + 1, entry.get("seat")
        yield {
            "version": entry["version"],
            "seat": seat,
            "x": curve.x(place),
            "mark": _mark(curve, entry, place, standing, speaker) if "mark" in entry else None,
            **(_luck(entry, speaker) if seat is None else _judged(entry, standing, speaker)),
        }
        if place % STEP == 0:
            breathe()


def _luck(entry: Entry, speaker: Speaker) -> dict[str, Any]:
    luck = [signed(each) for each in entry.get("luck", ())]
    return {"luck": list(zip(speaker.names, luck, strict=False))}


def _judged(entry: Entry, standing: Standing, speaker: Speaker) -> dict[str, Any]:
    """What the move lost, and the best ones with their values; the one that was played is among them."""
    if "best" not in entry:
        return {}
    best = [(each["text"], each["move"], each["value"]) for each in entry["best"]]
    if entry["text"] not in [text for text, _, _ in best]:
        best.append((entry["text"], entry["move"], entry["value"]))
    lost = Message(
        "The move lost %(points)s points against the best one.", {"points": f"{entry['loss']:.1f}"}
    )
    return {
        "loss": speaker.text(lost if entry["loss"] >= SHOWN_FROM else Message("No better move was found.")),
        "best": [
            {
                "said": _said(standing, entry, move, speaker),
                "value": signed(value),
                "played": text == entry["text"],
            }
            for text, move, value in best
        ],
        "solved": entry["solved"],
    }


def _mark(curve: Curve, entry: Entry, place: int, standing: Standing, speaker: Speaker) -> dict[str, Any]:
    """Where a large loss is marked, and the sentence that says it."""
    sentence = Message(
        "%(who)s lost %(points)s points. Played: %(played)s. Better: %(better)s.",
        {
            "who": Who(entry["seat"]),
            "points": f"{entry['loss']:.1f}",
            "played": _said(standing, entry, entry["move"], speaker),
            "better": _said(standing, entry, entry["best"][0]["move"], speaker),
        },
    )
    return {"at": curve.at(place, entry["seat"]), "loss": entry["loss"], "sentence": speaker.html(sentence)}


def _said(standing: Standing, entry: Entry, move: Any, speaker: Speaker) -> Markup:
    """A move in the words of its game, without what follows from it."""
    choice = (entry["seat"], standing.ruleset.decode(move))
    return speaker.html(telling.told(standing.ruleset, standing.state, choice)[0].message)
