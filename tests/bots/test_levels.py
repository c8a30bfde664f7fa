"""Levels: each plays each ruleset to the end, and tells what it did."""

from dataclasses import replace
from typing import Any

import pig
import pytest

from rulesets import azul
from rulesets.contract import CHANCE, Dice, Ruleset, completed
from services.bots.levels import Chosen, Search
from services.bots.players import PLAYERS
from tests.bots.positions import RULESETS, positions

GAMES: dict[str, Any] = {**RULESETS, "pig": pig}
TABLES = [(name, seats) for name, ruleset in GAMES.items() for seats in ruleset.SEATS]


def choice(name: str, budget: int, *args: Any) -> Chosen:
    """What a level chooses on a smaller budget than its own."""
    choose = PLAYERS[name].choose
    return (replace(choose, budget=budget, tail=budget) if isinstance(choose, Search) else choose)(*args)


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert", "master"])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_level_plays_every_ruleset_to_the_end(name: str, seats: int, level: str) -> None:
    ruleset: Ruleset = GAMES[name]
    dice = Dice(bytes([seats]), ["levels", level])
    state = ruleset.setup(seats, completed(ruleset, {}))

    for _ in range(3_000):
        if not (acting := ruleset.to_act(state)):
            break
        seat = acting[0]
        if seat == CHANCE:
            state = ruleset.evolve(state, (CHANCE, ruleset.deal(state, dice)))
            continue
        # One seat of the level, beside others that are quicker to compute.
        move = choice(level if seat == 0 else "greedy", 6, ruleset, state, seat, dice).move
        assert ruleset.refusal(state, (seat, move)) is None
        state = ruleset.evolve(state, (seat, move))

    assert ruleset.to_act(state) == ()


@pytest.mark.parametrize("level", ["medium", "hard", "expert", "master"])
def test_a_search_tells_its_budget(level: str) -> None:
    state = next(positions(azul, 2, 1))
    search: Any = PLAYERS[level].choose

    told = choice(level, 7, azul, state, state.turn, Dice(b"", [])).told

    assert told == {"budget": 7}
    assert search.seconds <= (5 if level == "master" else 1)


def test_levels_rise_in_strength_and_have_names_of_their_own() -> None:
    order = sorted(PLAYERS, key=lambda name: PLAYERS[name].level)

    assert order == ["random", "easy", "greedy", "medium", "hard", "expert", "master"]
    assert [PLAYERS[name].level for name in order] == list(range(7))


def test_variety_is_among_moves_within_half_a_point() -> None:
    state = next(positions(azul, 2, 3))
    search = Search(400, 60.0, alphabeta=True)

    chosen = {search(azul, state, state.turn, Dice(bytes([seed]), [])).move for seed in range(20)}
    alike = {search(azul, state, state.turn, Dice(b"0", [])).move for _ in range(5)}

    assert 1 <= len(chosen) <= 6
    assert len(alike) == 1
