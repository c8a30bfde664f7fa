"""What a search promises of every ruleset: exact tails, kept budgets, the same move everywhere."""

import gc
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pig
import pytest

from rulesets import azul
from rulesets.contract import CHANCE, Dice, Ruleset, canonical
from services.bots.alphabeta import AlphaBeta, lead_of
from services.bots.budgets import LOOK_EVERY, Budget
from services.bots.hooks import hooks_of
from services.bots.levels import Search
from services.bots.players import PLAYERS
from services.bots.puct import GRANTED, Puct, falling, rewarded
from tests.bots.positions import RULESETS, positions

LEVELS = {name: player.choose for name, player in PLAYERS.items() if isinstance(player.choose, Search)}
ALPHABETA, PUCT = Search(200, 60.0, alphabeta=True), Search(200, 60.0, tail=50)


def tails(wall: str) -> Iterator[Any]:
    """Azul positions with few sequences of moves to the end of the round."""
    for key in range(12):
        for state in positions(azul, 2, key, wall=wall):
            if state.phase == "draft" and 2 <= sum(map(bool, state.sources)) <= 3:
                heaps = [heap >> shift & 63 for heap in state.sources for shift in range(0, 30, 6)]
                if sum(map(bool, heaps)) == 3 and len(azul.legal_moves(state, state.turn)) <= 12:
                    yield state
                    break


def brute_force(ruleset: Any, state: Any, seat: int, moves: Any) -> float:
    """The lead that best play of both brings by the next deal."""
    acting = ruleset.to_act(state)
    if not acting or acting[0] == CHANCE:
        return lead_of(ruleset.estimate(state), seat)
    after = [ruleset.evolve(state, (acting[0], move)) for move in moves(state, acting[0])]
    return (max if acting[0] == seat else min)(brute_force(ruleset, each, seat, moves) for each in after)


@pytest.mark.parametrize("pruned", [True, False])
@pytest.mark.parametrize("wall", ["colored", "gray"])
def test_the_tail_of_a_round_is_solved_exactly(wall: str, pruned: bool) -> None:
    moves = azul.promising if pruned else azul.legal_moves
    for state in list(tails(wall))[: 4 if pruned else 1]:
        search = AlphaBeta(hooks_of(azul, pruned=pruned), state.turn, Budget(10**9), width=0)

        answer = search.answer(state)

        exact = {
            move: brute_force(azul, azul.evolve(state, (state.turn, move)), state.turn, moves)
            for move in moves(state, state.turn)
        }
        best = max(exact.values())
        assert answer.solved
        assert answer.moves[0][1] == pytest.approx(best)
        for move, worth in answer.moves:
            assert worth == pytest.approx(exact[move]) or worth <= best - 0.5 >= exact[move]


def test_what_a_width_or_the_budget_left_out_is_not_called_solved() -> None:
    state = next(tails("colored"))

    narrow = AlphaBeta(hooks_of(azul), state.turn, Budget(10**9), width=1).answer(state)
    short = AlphaBeta(hooks_of(azul), state.turn, Budget(5), width=0).answer(state)

    assert len(azul.promising(state, state.turn)) > 1
    assert not short.solved
    assert len(narrow.moves) == 1
    assert not narrow.solved


@pytest.mark.parametrize("name", RULESETS)
def test_no_legal_move_is_missing_in_an_unpruned_search(name: str) -> None:
    ruleset = RULESETS[name]
    hooks = hooks_of(ruleset, pruned=False)
    for state in list(positions(ruleset, 2, 3))[::25]:
        seat = ruleset.to_act(state)[0]
        legal = list(ruleset.legal_moves(state, seat))

        simulated = Puct(ruleset, hooks, seat, Budget(3), 1).tried(state)
        searched = AlphaBeta(hooks, seat, Budget(len(legal)), width=0).answer(state)

        assert sorted(map(repr, legal)) == sorted(repr(each.move) for each in simulated)
        assert sorted(map(repr, legal)) == sorted(repr(move) for move, _ in searched.moves)


@pytest.mark.parametrize("nodes", [1, 2, 30, 500])
def test_a_budget_is_kept(nodes: int) -> None:
    for state in list(positions(azul, 2, 4))[::10]:
        for_nodes, for_simulations = Budget(nodes), Budget(nodes)

        answer = AlphaBeta(hooks_of(azul), state.turn, for_nodes).answer(state)
        tried = Puct(azul, hooks_of(azul), state.turn, for_simulations, 1).tried(state)

        assert for_nodes.spent <= nodes
        assert answer.solved or for_nodes.spent == nodes
        assert sum(each.visits for each in tried) == for_simulations.spent <= nodes
        if for_simulations.spent < nodes:
            assert tried[0].visits - tried[1].visits > GRANTED * (nodes - for_simulations.spent)


@pytest.mark.parametrize("seconds", [1, 6, 8, 9, 40])
def test_the_ceiling_is_of_the_tail_too_and_what_it_leaves_is_no_accident(
    seconds: int, monkeypatch: Any
) -> None:
    """The tail has 60 nodes: the ceiling strikes at once, in it, behind it, or among the simulations."""
    search = Search(10**6, seconds, tail=60)
    state = next(each for each in positions(azul, 2, 1) if 3 < len(azul.promising(each, each.turn)) <= 12)
    ticks = iter(range(10_000))
    monkeypatch.setattr("services.bots.levels.CLOCK", lambda: next(ticks))
    monkeypatch.setattr("services.bots.levels.is_tail", lambda *_: True)

    cut = [search(azul, state, state.turn, Dice(bytes([seed]), [])) for seed in range(3)]

    at = cut[0].told["cut_at"]
    assert at == LOOK_EVERY * (seconds - 1)
    if at <= 60:
        assert len({each.move for each in cut}) == 1
    monkeypatch.setattr("services.bots.levels.CLOCK", lambda: 0)
    assert replace(search, cut_at=at)(azul, state, state.turn, Dice(b"\0", [])) == cut[0]


def test_no_collection_of_garbage_falls_into_a_search(monkeypatch: Any) -> None:
    state = next(positions(azul, 2, 1))
    seen: list[bool] = []

    def clock() -> float:
        seen.append(gc.isenabled())
        return 0.0

    monkeypatch.setattr("services.bots.levels.CLOCK", clock)

    PUCT(azul, state, state.turn, Dice(b"1", []))

    assert len(seen) > 100 / LOOK_EVERY
    assert not any(seen[1:])
    assert gc.isenabled()


def test_without_time_for_a_single_simulation_the_likeliest_move_is_played(monkeypatch: Any) -> None:
    state = next(positions(azul, 3, 1))
    moves = azul.promising(state, state.turn)
    order = azul.order(state, moves)
    ticks = iter(range(100))
    monkeypatch.setattr("services.bots.levels.CLOCK", lambda: next(ticks))

    chosen = Search(100, 0.5)(azul, state, state.turn, Dice(b"1", []))

    assert order[moves.index(chosen.move)] == max(order)
    assert chosen.told["cut_at"] == 0


@pytest.mark.parametrize("search", [ALPHABETA, PUCT])
def test_the_ceiling_cuts_a_search_short_which_is_told_and_can_be_repeated(
    search: Search, monkeypatch: Any
) -> None:
    state = next(positions(azul, 2, 1))
    ticks = iter(range(10_000))
    monkeypatch.setattr("services.bots.levels.CLOCK", lambda: next(ticks))
    monkeypatch.setattr("services.bots.levels.is_tail", lambda *_: True)

    cut = replace(search, budget=10**6, seconds=12)(azul, state, state.turn, Dice(b"1", []))

    at = cut.told["cut_at"]
    assert at == 11 * LOOK_EVERY
    monkeypatch.setattr("services.bots.levels.CLOCK", lambda: 0)
    again = replace(search, budget=10**6, cut_at=at)(azul, state, state.turn, Dice(b"1", []))
    assert again == cut


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", RULESETS)
def test_a_search_sees_no_coming_deal(name: str, seats: int) -> None:
    ruleset = RULESETS[name]

    def deal(*_: Any) -> Any:
        raise AssertionError("a search asked what chance deals")

    blind: Any = SimpleNamespace(**{**vars(ruleset), "deal": deal})
    for state in list(positions(ruleset, seats, 5))[::30]:
        seat = ruleset.to_act(state)[0]
        for search in (ALPHABETA, PUCT):
            replace(search, budget=40)(blind, state, seat, Dice(b"1", []))


def test_positions_alike_to_a_seat_get_the_same_move_whatever_is_dealt_next() -> None:
    """Two matches are alike up to a move; chance brings each something else then."""
    state = list(positions(azul, 2, 6))[10]
    moves = set()
    for future in range(3):
        dice, twin = Dice(bytes([future]), ["future"]), azul.copy(state)
        moves.add(PUCT(azul, twin, twin.turn, Dice(b"1", [])).move)
        while azul.to_act(twin) != (CHANCE,):
            azul.play(twin, (azul.to_act(twin)[0], azul.legal_moves(twin, azul.to_act(twin)[0])[0]))
        azul.play(twin, (CHANCE, azul.deal(twin, dice)))

    assert len(moves) == 1


def test_alone_it_deals_afresh_from_dice_of_its_own_and_leaves_the_position_as_it_is() -> None:
    ruleset: Ruleset = RULESETS["majolica"]
    state = list(positions(ruleset, 1, 2))[12]
    before = canonical(ruleset.view(state))
    dealt = []

    def deal(at: Any, dice: Dice) -> Any:
        dealt.append(at)
        return ruleset.deal(at, dice)

    seeing: Any = SimpleNamespace(**{**vars(ruleset), "deal": deal})
    search = replace(PUCT, budget=1_000)
    found = {search(seeing, state, 0, Dice(b"1", [])).move for _ in range(2)}

    assert dealt
    assert len(found) == 1
    assert canonical(ruleset.view(state)) == before


def test_with_nothing_but_the_required_names_a_search_finds_the_better_move() -> None:
    """[P4] [P5] Whoever has enough stops."""
    bare: Any = SimpleNamespace(**{name: vars(pig)[name] for name in vars(pig) if name != "estimate"})
    for seats in (1, 2, 3):
        state = pig.State(30, (20,) * seats, (None,) * seats, calling=False, seat=0, turn=12)
        for search in (ALPHABETA, PUCT):
            assert search(bare, state, 0, Dice(b"1", [])).move == pig.STOP


def test_a_seat_that_is_not_the_first_to_act_finds_a_move_of_its_own() -> None:
    """[P1]"""
    state = pig.setup(3, {"target": 20, "lucky": True})

    for search in (*LEVELS.values(),):
        assert replace(search, budget=50)(pig, state, 2, Dice(b"1", [])).move in range(1, 7)


CHOICES = """
import json
from rulesets import azul, majolica
from rulesets.contract import Dice
from services.bots.levels import Search
from services.bots.one_ply import easy
from tests.bots.positions import positions

found = []
for ruleset in (azul, majolica):
    for seats in ruleset.SEATS:
        for state in list(positions(ruleset, seats, 7))[5::60]:
            seat = ruleset.to_act(state)[-1]
            for search in (Search(150, 60.0, alphabeta=True), Search(150, 60.0, tail=50)):
                move, told = search(ruleset, state, seat, Dice(bytes([seats]), ["t"]))
                found.append([ruleset.text(move), told])
            found.append(ruleset.text(easy(ruleset, state, seat, Dice(bytes([seats]), ["t"]))))
print(json.dumps(found))
"""


def test_the_same_seed_and_budget_give_the_same_moves_in_every_process_and_python() -> None:
    root = Path(__file__).parents[2]
    started = [
        subprocess.Popen(
            [python, "-c", CHOICES],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            stdout=subprocess.PIPE,
        )
        for python, seed in [(sys.executable, "0"), *((python, "1") for python in pythons())]
    ]

    found = [process.communicate()[0] for process in started]

    assert len(json.loads(found[0])) > 30
    assert set(found) == {found[0]}


def pythons() -> list[str]:
    """This Python, and the others of this machine that run and are new enough."""
    others = [shutil.which(f"python3.{minor}") for minor in (11, 12, 13, 14)]
    others += sorted(map(str, Path.home().glob(".pyenv/versions/3.*/bin/python")))
    return [sys.executable, *(each for each in others if each and runs(each))]


def runs(python: str) -> bool:
    asked = [python, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
    return subprocess.run(asked, check=False, capture_output=True).returncode == 0


@pytest.mark.parametrize("level", LEVELS)
def test_no_move_takes_longer_than_a_second_of_cpu_time_nor_the_masters_than_five(level: str) -> None:
    """On a budget that no search can spend, in the dearest positions: four gray boards, four workshops."""
    most = 5.0 if level == "master" else 1.0
    search = LEVELS[level]
    assert search.seconds < most
    hasty = replace(search, budget=10**9, tail=10**9, seconds=0.2)
    for name, options in (("azul", {"wall": "gray"}), ("majolica", {"goals": True})):
        state = list(positions(RULESETS[name], 4, 1, **options))[30]
        seat = RULESETS[name].to_act(state)[0]

        # Of three: a collection of all that the tests have made falls into one.
        assert min(overrun(hasty, name, state, seat) for _ in range(3)) < most - search.seconds


def overrun(search: Search, name: str, state: Any, seat: int) -> float:
    """Seconds of CPU time beyond the ceiling, which must have struck."""
    start = time.thread_time()
    told = search(RULESETS[name], state, seat, Dice(b"1", [])).told
    assert told["cut_at"] > 0
    return time.thread_time() - start - search.seconds


def test_rewards_and_priors_are_what_they_are_taken_for() -> None:
    assert rewarded(0) == 0.5
    assert rewarded(1) == pytest.approx(0.85, abs=0.01)
    assert rewarded(-1) == pytest.approx(1 - rewarded(1))
    assert falling(1) == pytest.approx(2.71828**-1, rel=0.02)
    assert falling(500) == 0
