"""What can never happen, over many random matches."""

import json
import os
import subprocess
import sys
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets import majolica
from rulesets.contract import CHANCE, Event, canonical
from rulesets.contract.conformance import check, configurations
from rulesets.majolica.component_set import component_set
from rulesets.majolica.state import Board, State
from rulesets.majolica.tiles import COLORED, PURPLE, counts, total
from rulesets.majolica.workshops import runs, ways_back
from tests.fuzzing import TIMES
from tests.majolica.tables import ALL_MODULES, MODULES, at_random, kind_first, steps

EVENTS = 120 * TIMES

COMPONENTS = component_set("default-1")
matches = settings(max_examples=150 * TIMES, deadline=None, database=None)


@pytest.mark.parametrize(("seats", "options"), list(configurations(majolica)))
def test_every_promise_of_the_contract_is_kept(seats: int, options: dict[str, Any]) -> None:
    assert check(majolica, seats, options, seed=seats, longest=EVENTS) > 80


@matches
@given(
    seats=st.integers(1, 4),
    options=st.sampled_from(MODULES),
    seed=st.integers(0, 2**40),
    choice=st.sampled_from([at_random, kind_first]),
)
def test_a_match_keeps_its_pieces_together(
    seats: int, options: dict[str, Any], seed: int, choice: Any
) -> None:
    before = majolica.setup(seats, options)
    gone, working = 0, 0

    for event, state in steps(seats, options, seed, choice(seed), most=300):
        large_tiles_are_sixteen(state)
        every_design_is_in_one_place(state, options)
        workshops_hold_what_they_can(state)
        tiles_lie_where_they_fit(state)
        gone += purple_that_went(before, event, state)
        assert gone + purple_in_the_game(state) == COMPONENTS.city_hall[seats][0]
        working = working + 1 if state.phase in ("work", "discard") else 0
        assert working < 40
        before = state


def large_tiles_are_sixteen(state: State) -> None:
    """On the board, or in solo drawn and undrawn; never more than four of a colour."""
    on_board = [state.market.count(color) for color in range(4)]
    if state.solo:
        left = counts(state.undrawn)
        assert all(has + more <= 4 for has, more in zip(on_board, left, strict=False)) or state.round_due
        assert total(state.undrawn) % 4 == 0
    elif state.round:
        assert on_board == [4, 4, 4, 4]


def every_design_is_in_one_place(state: State, options: dict[str, Any]) -> None:
    lying = [slot[0] for board in state.boards for slot in [*board.slots, board.starter] if slot]
    finished = [design for board in state.boards for design in board.finished]
    places = [*state.deck, *state.discarded, *state.display, *lying, *finished]
    assert len(places) == len(set(places))
    all_designs = {*COMPONENTS.regular, *(COMPONENTS.kaleidoscope if options["kaleidoscope"] else ())}
    assert {design for design in places if not design.starter} == all_designs
    assert not any(design.starter for design in [*state.deck, *state.discarded, *state.display])


def workshops_hold_what_they_can(state: State) -> None:
    for seat, board in enumerate(state.boards):
        for at, (workshop, held) in enumerate(zip(COMPONENTS.workshops, board.workshops, strict=True)):
            assert total(held) <= workshop.holds
            if state.phase == "discard" and (seat, at) == (state.turn, state.taking):
                assert held == 0
        assert sum(count > 0 for count in counts(board.workshops[3])) <= 1
        assert board.workshops[3] & ~COLORED == 0
    assert (state.phase == "discard") == bool(state.pending)


def tiles_lie_where_they_fit(state: State) -> None:
    for board in state.boards:
        for slot in board.slots:
            if slot:
                assert slot[0].takes(slot[1])
                assert total(slot[1]) < slot[0].spaces
                assert slot[1] & ~COLORED == 0


def purple_in_the_game(state: State) -> int:
    held = [tiles for board in state.boards for tiles in board.workshops]
    return state.purple + sum(tiles // PURPLE for tiles in [*held, state.pending])


def purple_that_went(before: State, event: Event, after: State) -> int:
    """What leaves the game: purple given back, and purple that W3 pushes on."""
    seat, choice = event
    if seat == CHANCE:
        return 0
    board: Board = before.boards[seat]
    match choice:
        case ("discard", tiles):
            return int(tiles // PURPLE)
        case ("run", 2, _, _):
            return board.workshops[2] // PURPLE
        case _:
            return 0


@settings(max_examples=50, deadline=None, database=None)
@given(options=st.sampled_from(MODULES), seed=st.integers(0, 2**40))
def test_solo_ends_after_24_turns(options: dict[str, Any], seed: int) -> None:
    turns, last = 0, None
    for (_, choice), state in steps(1, options, seed, kind_first(seed), most=2_000):
        turns += choice[0] in ("line", "design", "rearrange")
        last = state

    assert last is not None
    assert (turns, last.phase, last.round) == (24, "over", 6)


pieces = st.tuples(*(st.integers(0, 6) for _ in range(4)), st.integers(0, 5))


def packed(numbers: tuple[int, ...]) -> int:
    return sum(number << 8 * kind for kind, number in enumerate(numbers))


@given(at=st.integers(0, 2), held=pieces.filter(lambda numbers: sum(numbers) <= 12))
def test_what_may_go_back_is_exactly_the_excess_each_way_once(at: int, held: tuple[int, ...]) -> None:
    workshop = COMPONENTS.workshops[at]
    excess = max(0, sum(held) - workshop.holds)
    by_the_words = [way for way in product(*(range(count + 1) for count in held)) if sum(way) == excess]

    assert sorted(ways_back(workshop, packed(held))) == sorted(map(packed, by_the_words))


@given(held=st.tuples(*(st.integers(0, 5) for _ in range(4))))
def test_w4_keeps_one_colour_each_way_once(held: tuple[int, ...]) -> None:
    ways = ways_back(COMPONENTS.workshops[3], packed(held))

    kept = [counts(packed(held) - way) for way in ways]
    by_the_words = [
        tuple(min(4, count) if here == color else 0 for here in range(5))
        for color, count in enumerate(held)
        if count
    ]
    assert kept == (by_the_words or [(0,) * 5])


@settings(max_examples=300, deadline=None)
@given(
    at=st.integers(0, 2),
    held=pieces.filter(lambda numbers: sum(numbers) <= 6),
    name=st.sampled_from(sorted(COMPONENTS.designs)),
    lying=st.tuples(*(st.integers(0, 3) for _ in range(4))),
)
def test_runs_are_exactly_those_of_the_words(
    at: int, held: tuple[int, ...], name: str, lying: tuple[int, ...]
) -> None:
    workshop, design = COMPONENTS.workshops[at], COMPONENTS.designs[name]
    most, breaks = ((2, 0), (3, 0), (1, 1))[at]
    room = [max(0, has - lies) for has, lies in zip(counts(design.tiles), lying, strict=False)]
    blanks = design.blank - sum(
        max(0, lies - has) for has, lies in zip(counts(design.tiles), lying, strict=False)
    )
    if blanks < 0:
        return

    colored = held[:4]
    ups = [
        up
        for up in product(*(range(count + 1) for count in colored))
        if sum(up) <= most and sum(max(0, up[color] - room[color]) for color in range(4)) <= blanks
    ]
    ups = [up for up in ups if sum(up) >= 1] or ups
    by_the_words = [
        (packed(up), packed(broken))
        for up in ups
        for broken in product(*(range(count - went + 1) for count, went in zip(colored, up, strict=True)))
        if sum(broken) == min(breaks, sum(colored) - sum(up))
    ]

    found = runs(workshop, design, packed(lying), packed(held))
    assert sorted(found) == sorted(by_the_words)


any_json = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
move_like = st.fixed_dictionaries(
    {"type": st.sampled_from(["line", "design", "rearrange", "discard", "run", "bonus", "start", "waive"])},
    optional={
        "cells": st.lists(st.sampled_from(["a1", "b1", "d4", "e5", "", 3]), max_size=4),
        "cell": st.sampled_from(["a1", "d4", "a11", None]),
        "design": st.sampled_from(["A1", "K6", "", "A 1"]) | any_json,
        "slot": st.integers(0, 4) | any_json,
        "slots": st.lists(st.integers(0, 4), max_size=4) | any_json,
        "tiles": st.dictionaries(st.sampled_from(["red", "purple", "pink"]), st.integers(-1, 4)) | any_json,
        "up": st.dictionaries(st.sampled_from(["red", "blue"]), st.integers(0, 3)) | any_json,
        "broken": st.dictionaries(st.sampled_from(["red", "blue"]), st.integers(0, 3)) | any_json,
        "workshop": st.integers(0, 5) | any_json,
        "color": st.sampled_from(["red", "purple"]) | any_json,
    },
)


@settings(max_examples=500, deadline=None)
@given(payload=any_json | move_like)
def test_a_payload_is_a_move_that_writes_itself_or_an_error(payload: Any) -> None:
    try:
        move = majolica.decode(payload)
    except ValueError:
        return
    assert canonical(majolica.encode(move)) == canonical(payload)
    assert majolica.parse(majolica.text(move)) == move


@settings(max_examples=300, deadline=None)
@given(payload=any_json | st.fixed_dictionaries({"market": any_json}, optional={"display": any_json}))
def test_a_payload_is_a_deal_that_writes_itself_or_an_error(payload: Any) -> None:
    try:
        deal = majolica.decode_deal(payload)
    except ValueError:
        return
    assert canonical(majolica.encode_deal(deal)) == canonical(payload)


def fingerprint_of_a_match() -> str:
    """All that a match of four seats shows, step by step."""
    seen = [
        [majolica.view(state), [majolica.text(move) for move in majolica.legal_moves(state, 0)]]
        for _, state in steps(4, ALL_MODULES, 11, kind_first(11), most=200)
    ]
    return json.dumps(seen, sort_keys=True)


def test_a_match_is_the_same_in_every_process() -> None:
    program = "from tests.majolica.test_majolica_properties import fingerprint_of_a_match as f; print(f())"
    found = {
        subprocess.run(  # the hash seed is set when a process starts
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1", "77")
    }

    assert found == {fingerprint_of_a_match()}
