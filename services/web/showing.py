"""A match as the page shows it at a version: one answer has all that is redrawn.

(1) The same answer serves the live page, a replay, the page without scripts and the pictures.
(2) It holds nothing but what is public: who asks only says whose board comes first and whom to call you.
(3) What is retold changes boards only: the middle, from which is chosen, is always shown as it stands.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from cachetools import LRUCache
from markupsafe import Markup

from rulesets.contract import Json, Seat, Step, shown
from services.matches.errors import Invalid
from services.matches.happenings import Happening, happenings
from services.matches.histories import History
from services.matches.room import at_version
from services.matches.standing import Standing
from services.web import telling
from services.web.catalogues import Catalogues
from services.web.drawing import Drawings, as_png
from services.web.speaking import Speaker

Drawn = TypeVar("Drawn")

HELD_BYTES = 16 * 1024 * 1024
MOST_RETOLD = 24


@dataclass(frozen=True)
class Look:
    """How somebody looks at a match: at which version (None: the present one), from which seat, in which
    language.
    """

    at: int | None
    seat: Seat | None
    language: str


class Showing:
    """Draws and says matches; drawings are made once for a version and a way to look."""

    def __init__(self, drawings: Drawings, catalogues: Catalogues) -> None:
        self._drawings, self._catalogues = drawings, catalogues
        self._held: LRUCache[tuple[Any, ...], Any] = LRUCache(HELD_BYTES, getsizeof=_size)
        self._holding = Lock()

    def shown(
        self, history: History, look: Look, after: int = 0, since: int | None = None
    ) -> dict[str, Json]:
        """All that the page shows; of the log what came after a version. For a page that shows the table as
        it stood at the version `since`, also what happened from there on, step by step.
        """
        standing = at_version(history, look.at)
        _check_seat(standing, look.seat)
        ruleset, state, speaker = standing.ruleset, standing.state, self.speaker(standing, look.language)
        return {
            "version": history.version,
            "at": standing.version,
            "head": standing.head,
            "status": standing.status,
            "now": history.current.status,
            "hints": standing.opening.hints,
            "acting": [seat for seat in standing.acting() if seat >= 0],
            "players": [_shown_player(speaker, standing, seat) for seat in range(len(standing.players))],
            "headline": speaker.text(telling.headline(standing, _viewer(standing, look))),
            "notices": [speaker.text(notice) for notice in telling.notices(ruleset, state)],
            "table": (table := self._table(standing, look, speaker)),
            "plain": "" if table else telling.plain(ruleset, state),
            "scores": [
                {"text": speaker.text(row.message), "points": list(row.points), "total": row.total}
                for row in telling.breakdown(ruleset, state)
            ],
            "winners": list(ruleset.winners(state)) if not ruleset.to_act(state) else [],
            **self._choices(standing, look, speaker),
            "log": self._log(history, look, after),
            "retold": [] if since is None else list(self._retold(history, look, standing, since)),
        }

    def preview(self, history: History, look: Look, text: str) -> list[str]:
        """What a legal move, named by its text, would bring as things stand."""
        standing = at_version(history, look.at)
        ruleset, speaker = standing.ruleset, self.speaker(standing, look.language)
        if (seat := look.seat) is None:
            raise Invalid("a preview wants the seat whose move it is")
        _check_seat(standing, seat)
        for move in ruleset.legal_moves(standing.state, seat) if seat in standing.acting() else ():
            if ruleset.text(move) == text:
                found = telling.preview(ruleset, standing.state, seat, move)
                return [speaker.text(message) for message in found]
        raise Invalid(f"{shown(text)} is no legal move of seat {seat} at version {standing.version}")

    def picture(self, history: History, look: Look) -> str | None:
        """One SVG of the table; None where the ruleset draws none."""
        standing = at_version(history, look.at)
        _check_seat(standing, look.seat)
        speaker = self.speaker(standing, look.language)
        title = speaker.text(telling.headline(standing))
        key = ("picture", standing.opening.match, standing.head, look.seat, look.language)
        return self._once(
            key,
            lambda: self._drawings.picture(standing.ruleset, standing.state, look.seat, speaker, title),
        )

    def png(self, history: History, look: Look) -> bytes | None:
        picture = self.picture(history, look)
        if picture is None:
            return None
        standing = at_version(history, look.at)
        return bytes(
            self._once(
                ("png", standing.opening.match, standing.head, look.seat, look.language),
                lambda: as_png(picture),
            )
        )

    def speaker(self, standing: Standing, language: str) -> Speaker:
        return Speaker(self._catalogues.of(standing.ruleset, language), standing.players)

    def _table(self, standing: Standing, look: Look, speaker: Speaker) -> Markup | None:
        key = ("table", standing.opening.match, standing.head, look.seat, look.language)
        return self._once(
            key, lambda: self._drawings.drawn(standing.ruleset, standing.state, look.seat, speaker)
        )

    def _choices(self, standing: Standing, look: Look, speaker: Speaker) -> dict[str, Json]:
        """The legal moves of the seat with the parts that lead to each, and what to call these."""
        seat, ruleset, state = look.seat, standing.ruleset, standing.state
        if seat is None or seat not in standing.acting():
            return {"moves": [], "captions": {}}
        moves = [
            [ruleset.text(move), *telling.parts(ruleset, state, seat, move)]
            for move in ruleset.legal_moves(state, seat)
        ]
        named = {part for _, *parts in moves for part in parts}
        captions = {part: speaker.text(telling.caption(ruleset, state, part)) for part in sorted(named)}
        return {"moves": moves, "captions": captions}

    def _log(self, history: History, look: Look, after: int) -> list[Json]:
        last = history.version
        names = self.speaker(history.current, look.language)
        return [_entry(happening, names) for happening in happenings(history, min(after, last), last)]

    def _retold(self, history: History, look: Look, standing: Standing, since: int) -> Iterator[Json]:
        """Each step with the boards that it changed, as they stood then; of too much, the last events."""
        speaker = self.speaker(standing, look.language)
        boards = partial(self._drawings.boards, standing.ruleset, seat=look.seat)
        drawn = partial(self._drawings.board, standing.ruleset, speaker=speaker)
        stood = boards(at_version(history, since).state)
        for happening in happenings(history, max(since, standing.version - MOST_RETOLD), standing.version):
            *steps, last = telling.steps_of(happening)
            for step in (*steps, last._replace(state=None)):
                stands = boards(happening.after.state if step.state is None else step.state)
                changed = {name: board for name, board in stands.items() if stood.get(name) != board}
                shown = {f"panel-{name}": drawn(board) for name, board in changed.items()}
                yield _step(step, speaker) | {"boards": shown}
                stood = stands

    def _once(self, key: tuple[Any, ...], make: Callable[[], Drawn]) -> Drawn:
        with self._holding:
            found: Any = self._held.get(key)
        if found is None:
            found = make()
            if found is not None:
                with self._holding:
                    self._held[key] = found
        made: Drawn = found
        return made


def _entry(happening: Happening, speaker: Speaker) -> Json:
    return {
        "version": happening.event["version"],
        "kind": happening.event["kind"],
        "seat": happening.event.get("seat"),
        "steps": [_step(step, speaker) for step in telling.steps_of(happening)],
    }


def _step(step: Step, speaker: Speaker) -> dict[str, Json]:
    return {
        "html": str(speaker.html(step.message)),
        "text": speaker.text(step.message),
        "parts": list(step.parts),
        "points": step.points,
    }


def _shown_player(speaker: Speaker, standing: Standing, seat: Seat) -> Json:
    player = standing.players[seat]
    kind = "open" if player is None else "bot" if player.bot else "person"
    bot = player.bot if player else None
    person = player.name if player else None
    return {"seat": seat, "name": speaker.names[seat], "kind": kind, "bot": bot, "person": person}


def _viewer(standing: Standing, look: Look) -> Seat | None:
    """The seat that is called you: of a person, in the present."""
    if look.at is not None or look.seat is None:
        return None
    player = standing.players[look.seat]
    return None if player is not None and player.bot else look.seat


def _check_seat(standing: Standing, seat: Seat | None) -> None:
    if seat is not None and not 0 <= seat < len(standing.players):
        raise Invalid(f"the match has the seats 0 to {len(standing.players) - 1}, not {seat}")


def _size(value: Any) -> int:
    return len(value)
