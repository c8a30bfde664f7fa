"""Majolica as a ruleset of the contract; the rules, numbered, are in README.md beside this."""

from typing import Final

from rulesets.contract import CHANCE, Event, Option
from rulesets.majolica.choices import caption, parts
from rulesets.majolica.codec import decode, decode_deal, encode, encode_deal
from rulesets.majolica.component_set import DEFAULT, fingerprint, installed
from rulesets.majolica.deals import deal, lay
from rulesets.majolica.drawing import draw_text
from rulesets.majolica.features import features
from rulesets.majolica.moves import legal_moves
from rulesets.majolica.notation import parse, text
from rulesets.majolica.outlook import (
    WEIGHTS,
    estimate,
    order,
    promising,
    rollout,
    rough_estimate,
    with_weights,
)
from rulesets.majolica.panels import panels
from rulesets.majolica.refusals import refusal
from rulesets.majolica.scoring import scores, winners
from rulesets.majolica.state import State, copy, setup, to_act
from rulesets.majolica.telling import breakdown, notices, preview, tell
from rulesets.majolica.turns import carry_out
from rulesets.majolica.view import view
from rulesets.majolica.words import ABOUT, KEYS, RULES

VERSION: Final = 1
SEATS: Final = range(1, 5)
OPTIONS: Final = {
    "bloom": Option(default=False, about="a bloom tile for a turn in which all four workshops ran"),
    "kaleidoscope": Option(default=False, about="six designs with spaces that take any colour"),
    "goals": Option(default=False, about="each seat takes a goal that brings points when it is met"),
    "components": Option(DEFAULT, "the component set: the faces of the cards", choices=installed()),
}


def play(state: State, event: Event) -> None:
    """The state after a legal event, in place."""
    seat, choice = event
    if seat == CHANCE:
        lay(state, choice)
    else:
        carry_out(state, seat, choice)


def evolve(state: State, event: Event) -> State:
    after = copy(state)
    play(after, event)
    return after


__all__ = [
    "ABOUT",
    "KEYS",
    "OPTIONS",
    "RULES",
    "SEATS",
    "VERSION",
    "WEIGHTS",
    "breakdown",
    "caption",
    "copy",
    "deal",
    "decode",
    "decode_deal",
    "draw_text",
    "encode",
    "encode_deal",
    "estimate",
    "evolve",
    "features",
    "fingerprint",
    "legal_moves",
    "notices",
    "order",
    "panels",
    "parse",
    "parts",
    "play",
    "preview",
    "promising",
    "refusal",
    "rollout",
    "rough_estimate",
    "scores",
    "setup",
    "tell",
    "text",
    "to_act",
    "view",
    "winners",
    "with_weights",
]
