"""PUCT with a max^n backup: one search for any number of seats, to the horizon and no further.

A simulation goes down the tree to a move not tried yet, plays on at random to the horizon, and tells every
position on its way what each seat got: rewards from 0 to 1, a half for what was expected at the start.

 (1) Behind a horizon it looks only as many `deals` ahead as it is told, dealing afresh from dice of its own.
 (2) Only the four basic operations and the square root are used on floats: they are the same everywhere.

Words: the **lead** of a seat is how far it stands before the best of the others; alone, its points.
"""

from collections.abc import Sequence
from itertools import zip_longest
from math import sqrt
from random import Random
from typing import NamedTuple, TypeAlias, cast

from rulesets.contract import CHANCE, Dice, Move, Ruleset, Seat, State
from services.bots.alphabeta import lead_of, ordered
from services.bots.budgets import Budget
from services.bots.hooks import Hooks, at_horizon

# Changes with anything by which the same seed and budget give another answer.
VERSION = "tiledraft-search/4"
# How much a prior counts against what was found.
EXPLORING = 0.6
# A prior is e times smaller for so many times the distance from the best move's order to that of the eighth:
# with five moves or three hundred, about as many are likely.
TEMPERATURE = 0.8
LIKELY = 8
# A move not tried yet is worth what the position is worth so far, less this.
UNTRIED = 0.1
# A lead of so many mean deviations above what was expected brings a reward of 0.85.
SCALE = 6.0
# How often play at random tells what may be expected, and how much it varies.
SOUNDINGS = 10
LEAST_SCALE = 0.5
# After how many simulations it is seen whether the others still matter. The second move is granted so much of
# those to come at most; after the first `ENOUGH` so many times what any other got lately, and a little more.
LOOK_EVERY = 8
GRANTED = 0.5
ENOUGH = 1_000
TIMES, MORE = 4, 0.1


class Tried(NamedTuple):
    """A move of the root: how often it was tried, and what lead it brought on the average."""

    move: Move
    visits: int
    lead: float


class Branch:
    """A position where a seat chooses. Lists go by move, the likeliest first; `visits` and `rewards` are of
    those that were tried, `count` and `total` of all of these together.
    """

    __slots__ = (
        "children",
        "count",
        "mover",
        "moves",
        "priors",
        "rewards",
        "state",
        "total",
        "visits",
    )

    def __init__(self, state: State, mover: Seat, moves: Sequence[Move], priors: list[float]) -> None:
        self.state, self.mover, self.moves, self.priors = state, mover, moves, priors
        self.count, self.total = 0, 0.0
        self.visits: list[int] = []
        self.rewards: list[float] = []
        self.children: list[Child] = [None] * len(moves)


class Chance:
    """A position where a deal is due, and what was dealt there so far."""

    __slots__ = ("outcomes", "state", "visits")

    def __init__(self, state: State) -> None:
        self.state, self.visits = state, 0
        self.outcomes: list[Child] = []


class Horizon(NamedTuple):
    """A position that nothing is looked at behind."""

    points: Sequence[float]
    rewards: Sequence[float]


Child: TypeAlias = Branch | Chance | Horizon | None


class Puct:
    """One search of one seat; `seed` is of its random play and of the deals it makes for itself."""

    def __init__(self, ruleset: Ruleset, hooks: Hooks, seat: Seat, budget: Budget, seed: int) -> None:
        self._hooks, self._seat, self._budget = hooks, seat, budget
        self._deal = ruleset.deal
        self._dice = Dice(seed.to_bytes(8, "big"), [VERSION])
        self._rng = Random(seed).random  # noqa: S311 - alike in every Python version, and no secret
        self._expected: list[float] = []
        self._scale = LEAST_SCALE
        # How many simulations there were when their number had last doubled, with the visits of the root's
        # moves; and the same of the time before.
        self._latest: tuple[int, list[int]] = (0, [])
        self._earlier = self._latest

    def tried(self, state: State, deals: int = 0) -> list[Tried]:
        """The moves of the seat after the budget was spent, the one tried most first."""
        root = self._branch(self._hooks.copy(state), self._seat)
        self._sound(root)
        leads = [0.0] * len(root.moves)
        while not self._settled(root) and self._budget.spend():
            index, points = self._simulated(root, deals)
            leads[index] += lead_of(points, self._seat)
        rows = zip_longest(root.moves, root.visits, leads, fillvalue=0)
        tried = [Tried(move, visits, lead / (visits or 1)) for move, visits, lead in rows]
        return sorted(tried, key=lambda each: each.visits, reverse=True)

    def _settled(self, root: Branch) -> bool:
        """Whether what is left of the budget will not put another move first."""
        if self._budget.spent % LOOK_EVERY or len(root.moves) < 2:
            return False
        second, first = sorted([0, 0, *root.visits])[-2:]
        return first - second > self._granted(root) * (self._budget.nodes - self._budget.spent)

    def _granted(self, root: Branch) -> float:
        """What part of the simulations to come the second move may get."""
        count, visits = root.count, root.visits
        if count >= 2 * self._latest[0]:
            self._earlier, self._latest = self._latest, (count, visits[:])
        if count < ENOUGH:
            return GRANTED
        before, earlier = self._earlier
        lately = [now - then for now, then in zip_longest(visits, earlier, fillvalue=0)]
        lately[visits.index(max(visits))] = 0
        return min(GRANTED, MORE + TIMES * max(lately) / (count - before))

    def _sound(self, root: Branch) -> None:
        """What leads count as a reward of a half, and how far the scale of rewards reaches."""
        hooks, moves = self._hooks, root.moves
        found: list[list[float]] = []
        for _ in range(SOUNDINGS):
            state = hooks.step(hooks.copy(root.state), (root.mover, moves[int(self._rng() * len(moves))]))
            points = hooks.rollout(state, self._rng)
            found.append([lead_of(points, seat) for seat in range(len(points))])
        self._expected = [mean(leads) for leads in zip(*found, strict=True)]
        expected = self._expected[self._seat]
        self._scale = SCALE * max(LEAST_SCALE, mean([abs(leads[self._seat] - expected) for leads in found]))

    def _simulated(self, root: Branch, deals: int) -> tuple[int, Sequence[float]]:
        """One simulation; which move of the root it tried, and the points that it led to."""
        path: list[tuple[Branch, int]] = []
        node: Child = root
        while type(node) is Branch:
            index = chosen(node)
            path.append((node, index))
            branch, node = node, node.children[index]
            if node is None:
                node = self._grown(branch, index, deals)
            while type(node) is Chance:
                deals -= 1
                node = self._dealt(node, deals)
        points, rewards = cast("Horizon", node)
        for branch, index in path:
            reward = rewards[branch.mover]
            branch.count += 1
            branch.total += reward
            if index == len(branch.visits):
                branch.visits.append(1)
                branch.rewards.append(reward)
            else:
                branch.visits[index] += 1
                branch.rewards[index] += reward
        return path[0][1], points

    def _grown(self, branch: Branch, index: int, deals: int) -> Child:
        """What stands after a move: from its second visit on a branch, before that what playing on brings."""
        hooks = self._hooks
        state = hooks.step(hooks.copy(branch.state), (branch.mover, branch.moves[index]))
        child = self._looked_at(state, deals)
        if child is None and index == len(branch.visits):
            return self._judged(hooks.rollout(state, self._rng))
        branch.children[index] = child or self._branch(state, hooks.to_act(state)[0])
        return branch.children[index]

    def _looked_at(self, state: State, deals: int) -> Child:
        """A horizon or a deal to come; None where a seat chooses."""
        acting = self._hooks.to_act(state)
        if not at_horizon(acting):
            return None
        return Chance(state) if acting and deals > 0 else self._judged(self._hooks.estimate(state))

    def _dealt(self, chance: Chance, deals: int) -> Child:
        """The visits are shared out among as many deals as the root of their number."""
        chance.visits += 1
        if len(chance.outcomes) ** 2 < chance.visits:
            hooks = self._hooks
            deal = self._deal(chance.state, self._dice)
            state = hooks.step(hooks.copy(chance.state), (CHANCE, deal))
            child = self._looked_at(state, deals)
            chance.outcomes.append(child or self._branch(state, hooks.to_act(state)[0]))
            return chance.outcomes[-1]
        return chance.outcomes[chance.visits % len(chance.outcomes)]

    def _branch(self, state: State, mover: Seat) -> Branch:
        hooks = self._hooks
        moves = hooks.moves(state, mover)
        order = hooks.order
        if order is None or len(moves) == 1 or hooks.to_act(state)[0] != mover:
            return Branch(state, mover, moves, [1 / len(moves)] * len(moves))
        scores = order(state, moves)
        by_score = ordered(scores)
        best = scores[by_score[0]]
        last = scores[by_score[min(LIKELY, len(moves)) - 1]]
        distance = TEMPERATURE * (best - last) or 1.0
        weights = [falling((best - scores[at]) / distance) for at in by_score]
        total = mean(weights) * len(weights)
        return Branch(state, mover, [moves[at] for at in by_score], [weight / total for weight in weights])

    def _judged(self, points: Sequence[float]) -> Horizon:
        expected = self._expected
        if len(points) == 2:
            reward = rewarded((points[0] - points[1] - expected[0]) / self._scale)
            return Horizon(points, (reward, 1 - reward))
        seats = range(len(points))
        return Horizon(
            points, [rewarded((lead_of(points, seat) - expected[seat]) / self._scale) for seat in seats]
        )


def chosen(branch: Branch) -> int:
    """The move whose reward so far and chance of more together are highest."""
    count, visits, priors = branch.count, branch.visits, branch.priors
    if not count:
        return 0
    exploring = EXPLORING * sqrt(count)
    worths = [
        reward / times + exploring * prior / (1 + times)
        for times, reward, prior in zip(visits, branch.rewards, priors, strict=False)
    ]
    highest, tried = max(worths), len(worths)
    if tried < len(priors) and branch.total / count - UNTRIED + exploring * priors[tried] > highest:
        return tried
    return worths.index(highest)


def rewarded(lead: float) -> float:
    """From 0 to 1, a half for no lead; a lead of one is the scale's."""
    return 0.5 + 0.5 * lead / sqrt(1 + lead * lead)


def mean(values: Sequence[float]) -> float:
    """Added one by one: `sum` of floats differs between Python versions."""
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


def falling(x: float) -> float:
    """About e to the power of minus x, of the four basic operations alone."""
    power = 1 - x / 64 if x < 64 else 0.0
    power *= power
    power *= power
    power *= power
    power *= power
    power *= power
    return power * power
