"""Matches between two players, and what they show.

(1) Matches come in groups with the same deals, in which A takes each seat once and B all the others; alone,
    A and B play the same deals one after the other, and the higher score has won.
(2) Deal k of a group is drawn from dice of its own: while bags are alike, deals are, however the match went.
(3) A group follows from its number and the seed, whatever process plays it and when.
"""

import time
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from rulesets.contract import CHANCE, Dice, Json, Ruleset, Score, Seat, encoded
from services.bots.levels import Choose

# What aims at nothing is stopped, and judged as it stands.
LONGEST = 5_000
Z95 = 1.959964


class Table(NamedTuple):
    """What is played: a ruleset under options, by so many seats, with the deals of a seed."""

    ruleset: Ruleset
    options: Mapping[str, Json]
    seats: int
    seed: int


class Thought(NamedTuple):
    """CPU seconds and moves of a seat, and the longest of them."""

    seconds: float = 0.0
    moves: int = 0
    longest: float = 0.0

    def and_also(self, other: "Thought") -> "Thought":
        longest = max(self.longest, other.longest)
        return Thought(self.seconds + other.seconds, self.moves + other.moves, longest)


class Played(NamedTuple):
    """A match: final scores, events in wire form, thought by seat; which seat was A's, None for none."""

    scores: list[Score]
    events: list[Json]
    thought: list[Thought]
    a: Seat | None


class Outcome(NamedTuple):
    """The part of a victory that A had, from 0 to 1; what each side thought; the matches it shows in."""

    won_a: float
    a: Thought
    b: Thought
    played: list[Played]


def group(table: Table, number: int, a: Choose, b: Choose) -> list[Outcome]:
    """The matches of one group."""
    if table.seats == 1:
        return [_alone(table, number, a, b)]
    return [_against(table, number, (a, b), seat) for seat in range(table.seats)]


def _alone(table: Table, number: int, a: Choose, b: Choose) -> Outcome:
    one, other = _played(table, number, [a], 0), _played(table, number, [b], None)
    won = 0.5 if one.scores == other.scores else float(one.scores > other.scores)
    return Outcome(won, one.thought[0], other.thought[0], [one, other])


def _against(table: Table, number: int, sides: tuple[Choose, Choose], seat: Seat) -> Outcome:
    a, b = sides
    match = _played(table, number, [a if at == seat else b for at in range(table.seats)], seat)
    best = [at for at, score in enumerate(match.scores) if score == max(match.scores)]
    others = Thought()
    for at, thought in enumerate(match.thought):
        if at != seat:
            others = others.and_also(thought)
    return Outcome((seat in best) / len(best), match.thought[seat], others, [match])


def _played(table: Table, number: int, players: Sequence[Choose], a: Seat | None) -> Played:
    ruleset, key = table.ruleset, f"{table.seed}/{number}".encode()
    state, deals = ruleset.setup(table.seats, table.options), 0
    events: list[Json] = []
    thought = [Thought()] * table.seats
    dice = Dice(key, ["tiledraft-arena/1", "players", a])
    while (acting := ruleset.to_act(state)) and len(events) < LONGEST:
        seat = acting[0]
        if seat == CHANCE:
            deals += 1
            choice = ruleset.deal(state, Dice(key, ["tiledraft-arena/1", "deal", deals]))
        else:
            start = time.thread_time()
            choice = players[seat](ruleset, state, seat, dice).move
            took = time.thread_time() - start
            thought[seat] = thought[seat].and_also(Thought(took, 1, took))
        events.append(encoded(ruleset, (seat, choice)))
        state = ruleset.evolve(state, (seat, choice))
    return Played(list(ruleset.scores(state)), events, thought, a)


class Tally:
    """What many outcomes come to."""

    def __init__(self) -> None:
        self.wins_a = self.wins_b = self.ties = 0
        self.a, self.b = Thought(), Thought()
        self._won = 0.0

    def add(self, outcome: Outcome) -> None:
        self.wins_a += outcome.won_a == 1
        self.wins_b += outcome.won_a == 0
        self.ties += 0 < outcome.won_a < 1
        self._won += outcome.won_a
        self.a, self.b = self.a.and_also(outcome.a), self.b.and_also(outcome.b)

    @property
    def matches(self) -> int:
        return self.wins_a + self.wins_b + self.ties

    @property
    def rate_a(self) -> float:
        return self._won / self.matches if self.matches else 0.0

    @property
    def interval95(self) -> tuple[float, float]:
        """Wilson's: it stays between 0 and 1 and says something even of matches that were all won."""
        n, rate = self.matches, self.rate_a
        if not n:
            return (0.0, 1.0)
        middle = (rate + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
        half = Z95 * sqrt(rate * (1 - rate) / n + (Z95 / (2 * n)) ** 2) / (1 + Z95**2 / n)
        return (max(0.0, middle - half), min(1.0, middle + half))
