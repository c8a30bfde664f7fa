"""What is asked of who judges positions, and the port through which they are asked.

Words: a **question** is a position, and the choice that followed in its match if there was one; the **name**
of a question is a hash of all that its answer depends on. An answer is **derived**: it can be made again.

 (1) Equal positions of equal games, judged by the same judge, have the same name in whatever match.
 (2) The name changes with the judge, its budget and its weights: old answers are then asked for no more.
 (3) A question holds nothing that is not in the stream: no deal that is still to come, nothing secret.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from rulesets.contract import CHANCE, Json, Options, Ruleset, Seat, State, canonical
from services.matches.standing import fingerprint_of
from services.matches.tokens import hashed


class Game(NamedTuple):
    """What the positions of a match have in common."""

    ruleset: Ruleset
    name: str
    options: Options
    seats: int


class Question(NamedTuple):
    """A position, by its name; `event` is the choice that followed it, in wire form, None at the end.

    `version` is where the position stands in its stream, 0 where there is none.
    """

    name: str
    version: int
    event: Mapping[str, Json] | None


class Analysts(Protocol):
    """Judge positions, elsewhere and later, and keep the answers in the store.

    Neither `begin` nor `advise` raises: what got lost is asked again later, while there is no answer.
    """

    def judge(self, game: Game) -> dict[str, Json]:
        """Who judges matches of this game: all that an answer depends on besides its question."""

    def begin(self, match: str, holder: str) -> None:
        """Have every position of a match judged; `holder` has the lease of this work."""

    def advise(self, match: str, version: int, seat: Seat) -> None:
        """Have judged what a seat may do at a version, as soon as the turn of a bot would be taken."""


class Nobody:
    """Analysts that there are none of: every question stays open."""

    def judge(self, game: Game) -> dict[str, Json]:  # noqa: ARG002 - as the port has it
        return {"name": "nobody"}

    def begin(self, match: str, holder: str) -> None: ...

    def advise(self, match: str, version: int, seat: Seat) -> None: ...


class Namer:
    """Names the questions of one game; what they have in common is written once."""

    def __init__(self, game: Game, judge: Json) -> None:
        self._view = game.ruleset.view
        fingerprint = fingerprint_of(game.ruleset, game.options)
        head = [game.name, game.ruleset.VERSION, game.options, game.seats, fingerprint, judge]
        self._head = canonical(head)

    def name(self, state: State, seat: Seat, move: Json = None) -> str:
        """The name of: what may this seat expect, or chance bring, here; and what of this move?"""
        return hashed(f"tiledraft-question/1 {self._head} {canonical([self._view(state), seat, move])}")


def questions(
    game: Game, judge: Json, steps: Iterable[tuple[int, State, Mapping[str, Json] | None]]
) -> Iterator[Question]:
    """The questions of a match, from (version, position, the choice that followed).

    A position where nobody is to act is none: its points are known.
    """
    namer = Namer(game, judge)
    for version, state, event in steps:
        acting = game.ruleset.to_act(state)
        if event is None:
            if acting:
                yield Question(namer.name(state, acting[0]), version, None)
        elif event["kind"] == "chance":
            yield Question(namer.name(state, CHANCE), version, event)
        else:
            yield Question(namer.name(state, event["seat"], event["move"]), version, event)
