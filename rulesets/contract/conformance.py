"""The conformance kit: plays random matches of any ruleset and checks every promise at each step.

It is what a third party runs on its own ruleset (`tiledraft conformance NAME`), and what the tests here
run on theirs. The promises are those of `ruleset.py`; each failure names the one that is broken.
"""

import json
from collections.abc import Iterator
from itertools import product
from math import isclose
from typing import Any, cast

from rulesets.contract.codec import FOUND_LENGTH, canonical, shown
from rulesets.contract.dice import Dice
from rulesets.contract.names import wrong_further_names, wrong_names
from rulesets.contract.play import accepted, decide, decide_deal, decoded, encoded, fold
from rulesets.contract.ruleset import CHANCE, Event, Json, Option, Refused, Ruleset, Seat, State
from rulesets.contract.weights import HUNDREDTHS, weights_of

LONGEST = 2_000
POOL = 64


class Broken(AssertionError):
    """A promise that a ruleset does not keep."""


def wrong_promised(ruleset: Any) -> list[str]:
    """What is wrong with the names of a ruleset, a sentence each: nothing else can be checked before."""
    return wrong_names(ruleset) + wrong_further_names(ruleset)


def configurations(ruleset: Ruleset) -> Iterator[tuple[int, dict[str, Json]]]:
    """Every number of seats with every combination of options (numbers: default and both bounds)."""
    names = list(ruleset.OPTIONS)
    for seats in ruleset.SEATS:
        for values in product(*(_values(ruleset.OPTIONS[name]) for name in names)):
            yield seats, dict(zip(names, values, strict=True))


def check(
    ruleset: Ruleset, seats: int, options: dict[str, Json], seed: int, *, longest: int = LONGEST
) -> int:
    """Play one random match, or as many events of it, and check every promise; their number, or Broken."""
    if wrong := wrong_promised(ruleset):
        raise Broken("; ".join(wrong))
    watched = _Watched(ruleset)
    match = _Match(cast("Ruleset", watched), seats, options, seed, longest)
    try:
        return match.played()
    except Broken:
        raise
    except Exception as error:
        what = (
            f"what {watched.asked} answered cannot be used" if watched.answered else f"{watched.asked} raised"
        )
        raise Broken(f"{what}: {type(error).__name__}: {error}; {match.found()}") from error


def _values(option: Option) -> list[Json]:
    if option.choices:
        return list(option.choices)
    if isinstance(option.default, bool):
        return [False, True]
    return [option.default]


class _Watched:
    """The same ruleset; it remembers which function was asked last, and whether that answered."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.asked, self.answered = "", True

    def __getattr__(self, name: str) -> Any:
        function = getattr(self._ruleset, name)
        if not callable(function):
            return function

        def watched(*given: Any) -> Any:
            self.asked, self.answered = name, False
            answer = function(*given)
            self.answered = True
            return answer

        return watched


class _Match:
    def __init__(
        self, ruleset: Ruleset, seats: int, options: dict[str, Json], seed: int, longest: int
    ) -> None:
        self.ruleset, self.seats, self.options, self.longest = ruleset, seats, options, longest
        self.seed, self.key = seed, seed.to_bytes(8, "big")
        self.choices = Dice(self.key, ["conformance", "choices"])
        self.pool: list[Any] = []
        self.log: list[str] = []

    def played(self) -> int:
        state = self.ruleset.setup(self.seats, self.options)
        self.same(state, self.ruleset.setup(self.seats, self.options), "setup answers alike")
        while actors := self.checked_state(state):
            if len(self.log) >= self.longest:
                if self.longest >= LONGEST and getattr(self.ruleset, "ALWAYS_ENDS", False):
                    raise Broken(f"ALWAYS_ENDS is promised, and a match goes on after {LONGEST} events")
                break
            event = self.dealt(state) if actors == (CHANCE,) else self.moved(state, actors)
            state = self.stepped(state, event)
        self.refolded(state)
        return len(self.log)

    def checked_state(self, state: State) -> tuple[Seat, ...]:
        """Promises about a state by itself; who acts."""
        ruleset, actors = self.ruleset, self.ruleset.to_act(state)
        view = ruleset.view(state)
        self.ensure(
            json.loads(canonical(view)) == view and not _floats(view), "a view is JSON, no floats", view
        )
        self.ensure(isinstance(actors, tuple), "to_act is a tuple", actors)
        self.ensure(
            actors == (CHANCE,) or list(actors) == sorted(set(actors) & set(range(self.seats))),
            "to_act is (CHANCE,) or seats in ascending order",
            actors,
        )
        seats = [seat for seat in actors if seat != CHANCE]
        self.ensure(view.get("to_act") == seats, "a view's to_act lists the seats", view.get("to_act"))
        phase = "over" if not actors else "deal" if actors == (CHANCE,) else None
        self.ensure(
            (view.get("phase") == phase) if phase else view.get("phase") not in ("deal", "over"),
            "a view's phase is deal when chance is to act, over at the end",
            view.get("phase"),
        )
        self.checked_scores(state, over=not actors, view=view)
        if actors:
            self.checked_weights(state)
        for seat in range(self.seats):
            self.checked_moves(state, seat, acts=seat in actors)
        return actors

    def checked_scores(self, state: State, *, over: bool, view: Json) -> None:
        scores, winners = list(self.ruleset.scores(state)), list(self.ruleset.winners(state))
        whole = all(type(part) is int for score in scores for part in score)
        self.ensure(len(scores) == self.seats and whole, "scores are a tuple of integers a seat", scores)
        best = [seat for seat in range(self.seats) if scores[seat] == max(scores)]
        self.ensure(winners == best, "the winners are the seats with the highest score", winners)
        if over:
            self.ensure(view.get("winners") == winners, "a view names the winners at the end", view)
            if estimate := getattr(self.ruleset, "estimate", None):
                points = [score[0] for score in scores]
                self.ensure(list(estimate(state)) == points, "estimate is exact when over", estimate(state))

    def checked_weights(self, state: State) -> None:
        """An estimate of which is said what it counts and by which weights."""
        features, weights = getattr(self.ruleset, "features", None), weights_of(self.ruleset)
        seen = features and features(state)
        if seen is None or weights is None:
            return
        stage, points, counted = seen
        weighed = [sum(weights.get(stage, {}).get(name, 0) * each[name] for name in each) for each in counted]
        linear = [sure + more / HUNDREDTHS for sure, more in zip(points, weighed, strict=True)]
        estimate: Any = getattr(self.ruleset, "estimate")  # noqa: B009 - a name that not every ruleset has
        found = list(estimate(state))
        close = all(isclose(one, other, abs_tol=1e-6) for one, other in zip(linear, found, strict=True))
        self.ensure(close, "where an estimate says what it sees it is points and what weights say", found)

    def checked_moves(self, state: State, seat: Seat, *, acts: bool) -> None:
        ruleset = self.ruleset
        moves = list(ruleset.legal_moves(state, seat))
        self.ensure(bool(moves) == acts, "a seat has legal moves exactly when it is to act", (seat, moves))
        self.ensure(moves == list(ruleset.legal_moves(state, seat)), "legal_moves answers alike", moves)
        payloads = {canonical(ruleset.encode(move)) for move in moves}
        texts = {ruleset.text(move) for move in moves}
        self.ensure(len(payloads) == len(texts) == len(moves), "each legal move once", moves)
        for move in moves:
            payload = json.loads(canonical(ruleset.encode(move)))
            self.ensure(ruleset.decode(payload) == move, "a move survives its wire form", payload)
            self.ensure(
                ruleset.parse(ruleset.text(move)) == move, "a move survives its text", ruleset.text(move)
            )
            self.ensure(ruleset.refusal(state, (seat, move)) is None, "a legal move is not refused", payload)
        self.checked_refusals(state, seat, moves)
        self.checked_promising(state, seat, moves)

    def checked_promising(self, state: State, seat: Seat, moves: list[Any]) -> None:
        """What a search asks for, where the ruleset has it."""
        promising, order = (getattr(self.ruleset, name, None) for name in ("promising", "order"))
        chosen = list(promising(state, seat)) if promising else moves
        self.ensure(
            [move for move in moves if move in chosen] == chosen and bool(chosen) == bool(moves),
            "promising moves are some of the legal ones, in their order",
            (seat, chosen),
        )
        if order and chosen and self.ruleset.to_act(state)[0] == seat:
            scores = list(order(state, chosen))
            self.ensure(len(scores) == len(chosen), "order has a score for each move", scores)

    def checked_refusals(self, state: State, seat: Seat, moves: list[Any]) -> None:
        """Moves of other positions are refused exactly when they are not in the list; spoilt ones always."""
        for move in self.pool:
            reason = self.ruleset.refusal(state, (seat, move))
            self.ensure((reason is None) == (move in moves), "refusal agrees with legal_moves", (seat, move))
            self.ensure(reason is None or bool(reason.strip()), "a refusal is a sentence", move)
        if moves:
            payload = self.ruleset.encode(moves[self.choices.below(len(moves))])
            for spoilt in _spoilt(payload):
                try:
                    decide(self.ruleset, state, seat, spoilt)
                except Refused:
                    continue
                raise Broken(f"a spoilt form is taken for a move: {shown(spoilt)}")

    def dealt(self, state: State) -> Event:
        label = ["conformance", "deal", len(self.log)]
        deal = self.ruleset.deal(state, Dice(self.key, label))
        again = self.ruleset.deal(state, Dice(self.key, label))
        payload = json.loads(canonical(self.ruleset.encode_deal(deal)))
        self.ensure(again == deal, "the same dice give the same deal", payload)
        self.ensure(self.ruleset.decode_deal(payload) == deal, "a deal survives its wire form", payload)
        decide_deal(self.ruleset, state, payload)
        for seat in range(self.seats):
            for move in self.pool[:1]:
                reason = self.ruleset.refusal(state, (seat, move))
                self.ensure(reason is not None, "no seat moves when a deal is due", (seat, move))
        return (CHANCE, deal)

    def moved(self, state: State, actors: tuple[Seat, ...]) -> Event:
        seat = actors[self.choices.below(len(actors))]
        moves = list(self.ruleset.legal_moves(state, seat))
        move = moves[self.choices.below(len(moves))]
        if len(self.pool) < POOL:
            self.pool.append(move)
        else:
            self.pool[self.choices.below(POOL)] = move
        return (seat, move)

    def stepped(self, state: State, event: Event) -> State:
        ruleset, before = self.ruleset, self.seen(state)
        wire = canonical(encoded(ruleset, event))
        self.log.append(wire)
        after = ruleset.evolve(state, event)
        self.ensure(
            self.seen(state) == before, "evolve does not change its argument", encoded(ruleset, event)
        )
        self.same(after, ruleset.evolve(state, event), "evolve answers alike")
        copy, play = getattr(ruleset, "copy", None), getattr(ruleset, "play", None)
        if copy and play:
            copied = copy(state)
            play(copied, event)
            self.same(after, copied, "play on a copy is evolve")
            self.ensure(self.seen(state) == before, "a copy is a copy", encoded(ruleset, event))
        self.ensure(
            accepted(ruleset, state, json.loads(wire)) == event, "an event survives its wire form", wire
        )
        return after

    def refolded(self, state: State) -> None:
        events = [decoded(self.ruleset, json.loads(wire)) for wire in self.log]
        split = self.choices.below(len(events) + 1)
        half = fold(self.ruleset, self.ruleset.setup(self.seats, self.options), events[:split])
        self.same(state, fold(self.ruleset, half, events[split:]), "the fold of the log is the state")

    def seen(self, state: State) -> str:
        """All that can be seen of a state from outside."""
        moves = [
            [self.ruleset.text(move) for move in self.ruleset.legal_moves(state, seat)]
            for seat in range(self.seats)
        ]
        scores = [list(score) for score in self.ruleset.scores(state)]
        return canonical([self.ruleset.view(state), moves, scores])

    def same(self, one: State, other: State, promise: str) -> None:
        self.ensure(self.seen(one) == self.seen(other), promise, self.seen(other))

    def ensure(self, kept: bool, promise: str, found: Any) -> None:
        if not kept:
            raise Broken(f"not kept: {promise}; {self.found()}: {str(found)[:400]}")

    def found(self) -> str:
        """Where: how often something happened, what last, and how to come there again."""
        last = f" (the last {self.log[-1][:FOUND_LENGTH]})" if self.log else ""
        return (
            f"found after {len(self.log)} events{last}, {self.seats} seats, options {shown(self.options)}, "
            f"seed {self.seed}"
        )


def _floats(value: Json) -> bool:
    if isinstance(value, dict):
        return any(_floats(each) for each in value.values())
    if isinstance(value, list):
        return any(_floats(each) for each in value)
    return isinstance(value, float)


def _spoilt(payload: Json) -> Iterator[Json]:
    """Forms that look like the payload and are not it."""
    yield None
    yield [payload]
    if isinstance(payload, dict):
        yield {**payload, "further": 1}
        for key, value in payload.items():
            yield {other: each for other, each in payload.items() if other != key}
            yield {**payload, key: None}
            if type(value) is int:
                yield {**payload, key: float(value)}
                yield {**payload, key: str(value)}
                if value in (0, 1):
                    yield {**payload, key: bool(value)}
