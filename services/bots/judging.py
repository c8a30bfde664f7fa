"""What a judge finds in a position: what each seat may expect, the best moves, the worth of the one played.

Words: **expected** are final points by seat; the **value** of a move is the lead that it brings its seat, in
expected final points, before the best of the others (alone: its points). A deal to come is worth what
positions are worth on the average after deals of the judge's own; so **luck** is what the deal that came
brought more than those.

 (1) An answer follows from the question's name and the judge: nothing else is looked at, no coming deal.
 (2) Where a tail of a round is solved, values are exact and the answer says so.
 (3) The move that was played is looked at, however unlikely it was.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from rulesets.contract import CHANCE, Dice, Json, Move, Refused, Ruleset, Seat, State, canonical, shown
from services.bots.alphabeta import INFINITY, AlphaBeta, lead_of
from services.bots.budgets import Budget
from services.bots.hooks import Hooks, at_horizon, estimate_of, hooks_of, promising_of
from services.bots.levels import CLOCK, Search, deals_alone
from services.bots.players import PLAYERS
from services.bots.puct import VERSION, Branch, Puct, mean
from services.bots.tails import is_tail

# Of the deals that could have come, so many are looked at.
DEALS_SAMPLED = 8
MOVES_TOLD = 5
# The move that was played has at least this part of the budget's simulations.
PART_FOR_PLAYED = 4
# The events of the match at random in which the weights of a ruleset show.
SHOWN_EVENTS = 200
JUDGE = "expert"


class Asked(NamedTuple):
    """A question as a judge is asked it: `move` is the one that was played, None where none was."""

    ruleset: Ruleset
    state: State
    seat: Seat
    move: Move | None
    name: str


class Found(NamedTuple):
    """Expected final points by seat; moves with their values, best first; the value of the move played."""

    expected: list[float]
    moves: list[tuple[Move, float]]
    played: float | None = None
    solved: bool = False


@dataclass(frozen=True)
class Judge:
    """A bot that searches, asked for more than its move."""

    name: str
    search: Search

    def told(self, ruleset: Any, seats: int, options: Mapping[str, Json]) -> dict[str, Json]:
        """All that an answer depends on besides its question."""
        weights = weights_shown(ruleset, seats, canonical(options))
        return {"name": self.name, "budget": self.search.budget, "weights": weights}

    def answer(self, asked: Asked) -> dict[str, Json]:
        """The answer in wire form."""
        found = self.found(asked)
        ruleset = asked.ruleset
        told: dict[str, Json] = {
            "expected": [_rounded(points) for points in found.expected],
            "moves": [
                {"move": ruleset.encode(move), "text": ruleset.text(move), "value": _rounded(value)}
                for move, value in found.moves[:MOVES_TOLD]
            ],
            "solved": found.solved,
        }
        return told if found.played is None else {**told, "played": _rounded(found.played)}

    def found(self, asked: Asked) -> Found:
        if asked.seat == CHANCE:
            return Found(self._dealt(asked), [])
        hooks = hooks_of(asked.ruleset)
        return self._solved(asked, hooks) or self._searched(asked, hooks)

    def _dealt(self, asked: Asked) -> list[float]:
        """The mean over deals of the judge's own."""
        ruleset = asked.ruleset
        found = []
        for number in range(DEALS_SAMPLED):
            dice = Dice(asked.name.encode(), ["tiledraft-luck/1", number])
            state = asked.state
            while (acting := ruleset.to_act(state)) == (CHANCE,):
                state = ruleset.evolve(state, (CHANCE, ruleset.deal(state, dice)))
            if not acting:
                found.append(list(estimate_of(ruleset)(state)))
                continue
            name = sha256(f"{asked.name} {number}".encode()).hexdigest()
            found.append(self.found(Asked(ruleset, state, acting[0], None, name)).expected)
        return [mean(points) for points in zip(*found, strict=True)]

    def _solved(self, asked: Asked, hooks: Hooks) -> Found | None:
        """The exact answer in the tail of a round of two seats, if there is one.  (2)"""
        if not self.search.tail or len(asked.ruleset.scores(asked.state)) != 2:
            return None
        if asked.move is not None and asked.move not in hooks.moves(asked.state, asked.seat):
            return None
        if not is_tail(hooks, asked.state, asked.seat, self.search.tail):
            return None
        weighed = self._weighed(hooks, asked.state, asked.seat)
        points = self._points(hooks, asked.state, asked.seat, weighed)
        if weighed is None or points is None:
            return None
        return Found(points, weighed, dict(weighed).get(asked.move), solved=True)

    def _weighed(self, hooks: Hooks, state: State, seat: Seat) -> list[tuple[Move, float]] | None:
        budget = Budget(self.search.tail, self.search.seconds, CLOCK)
        answer = AlphaBeta(hooks, seat, budget, width=0).answer(state, margin=INFINITY)
        return answer.moves if answer.solved else None

    def _points(
        self, hooks: Hooks, state: State, seat: Seat, weighed: list[tuple[Move, float]] | None
    ) -> list[float] | None:
        """Where the best moves of all lead to."""
        while weighed is not None:
            state = hooks.step(hooks.copy(state), (seat, weighed[0][0]))
            acting = hooks.to_act(state)
            if at_horizon(acting):
                return list(hooks.estimate(state))
            seat = acting[0]
            weighed = self._weighed(hooks, state, seat)
        return None

    def _searched(self, asked: Asked, hooks: Hooks) -> Found:
        budget = Budget(self.search.budget, self.search.seconds, CLOCK)
        weighing = Weighing(asked.ruleset, hooks, asked.seat, budget, int(asked.name[:15], 16))
        return weighing.found(asked.state, asked.move)


class Visited:
    """What the simulations of one move of the root led to."""

    def __init__(self) -> None:
        self.visits = 0
        self.points: list[float] = []

    def add(self, points: list[float]) -> None:
        self.visits += 1
        self.points = [
            before + more for before, more in zip(self.points or [0.0] * len(points), points, strict=True)
        ]

    @property
    def expected(self) -> list[float]:
        return [total / self.visits for total in self.points]


class Weighing(Puct):
    """A search that remembers what each move of the root led to, for every seat."""

    def found(self, state: State, played: Move | None) -> Found:
        root = self._branch(self._hooks.copy(state), self._seat)
        self._sound(root)
        deals = deals_alone(self._budget.nodes) if len(self._expected) == 1 else 0
        visited = [Visited() for _ in root.moves]
        while self._budget.spend() or not root.count:
            index, points = self._simulated(root, deals)
            visited[index].add(list(points))
        weighed = [each for each in zip(root.moves, visited, strict=True) if each[1].visits]
        best = max(weighed, key=lambda each: each[1].visits)[1]
        value = None if played is None else self._value(root, visited, played, deals)
        return Found(best.expected, self._ranked(weighed, best.visits), value)

    def _ranked(self, weighed: list[tuple[Move, Visited]], most: int) -> list[tuple[Move, float]]:
        """By value those tried half as often as the first one or more; behind them those tried less."""
        ranked: list[tuple[Move, float]] = []
        for trusted in (True, False):
            part = [
                (move, lead_of(each.expected, self._seat))
                for move, each in weighed
                if (2 * each.visits >= most) == trusted
            ]
            part.sort(key=lambda each: each[1], reverse=True)
            # What was tried less and seems better was not tried enough to say so.
            ranked += [each for each in part if trusted or each[1] <= ranked[0][1]]
        return ranked

    def _value(self, root: Branch, visited: list[Visited], played: Move, deals: int) -> float:
        """The value of the move that was played, tried again until it was tried often enough.  (3)"""
        known = played in root.moves
        at = list(root.moves).index(played) if known else 0
        found = visited[at] if known else Visited()
        alone = Branch(root.state, root.mover, [played], [1.0])
        if known:
            alone.children[0] = root.children[at]
        for _ in range(max(1, self._budget.spent // PART_FOR_PLAYED) - found.visits):
            found.add(list(self._simulated(alone, deals)[1]))
        return lead_of(found.expected, self._seat)


def make_judge(name: str = JUDGE, budget: int | None = None) -> Judge:
    """The judge of a bot's name; Refused where that bot does not search."""
    judges = {each: player.choose for each, player in PLAYERS.items() if isinstance(player.choose, Search)}
    if name not in judges:
        raise Refused(f"there is no judge {shown(name)}; there are: {', '.join(judges)}")
    return Judge(name, judges[name] if budget is None else replace(judges[name], budget=budget))


@lru_cache(256)
def weights_shown(ruleset: Any, seats: int, options: str) -> str:
    """A hash that changes with the search and with what the ruleset tells it: estimates in a match at random.

    `options` are canonical JSON.
    """
    estimate, promising = estimate_of(ruleset), promising_of(ruleset)
    order = getattr(ruleset, "order", None)
    dice = Dice(b"weights", ["tiledraft-weights/1"])
    state, shown = ruleset.setup(seats, json.loads(options)), sha256(VERSION.encode())
    for _event in range(SHOWN_EVENTS):
        shown.update(repr([float(points) for points in estimate(state)]).encode())
        acting = ruleset.to_act(state)
        if not acting:
            break
        seat = acting[0]
        if seat == CHANCE:
            state = ruleset.evolve(state, (CHANCE, ruleset.deal(state, dice)))
            continue
        moves = promising(state, seat)
        if order is not None:
            shown.update(repr([float(score) for score in order(state, moves)]).encode())
        state = ruleset.evolve(state, (seat, moves[dice.below(len(moves))]))
    return shown.hexdigest()


def _rounded(value: float) -> float:
    return round(value, 2) + 0.0
