"""Azul, coloured and gray wall; see README.md beside this file for the numbered rules."""

from rulesets.azul.drawing import draw_text
from rulesets.azul.features import features
from rulesets.azul.moves import legal_moves
from rulesets.azul.outlook import WEIGHTS, estimate, order, promising, rollout, rough_estimate, with_weights
from rulesets.azul.panels import caption, panels, parts
from rulesets.azul.refusals import refusal
from rulesets.azul.rounds import deal, evolve, play
from rulesets.azul.scoring import scores, winners
from rulesets.azul.state import copy, setup, to_act
from rulesets.azul.tables import FACTORIES
from rulesets.azul.telling import breakdown, notices, preview, tell
from rulesets.azul.view import view
from rulesets.azul.wire import decode, decode_deal, encode, encode_deal, parse, text
from rulesets.azul.words import ABOUT, KEYS, RULES
from rulesets.contract import Option

__all__ = [
    "ABOUT",
    "ALWAYS_ENDS",
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

VERSION = 1
SEATS = range(min(FACTORIES), max(FACTORIES) + 1)
OPTIONS = {
    "wall": Option(
        "colored",
        "colored: each cell of the wall takes one color; gray: the players choose the cells",
        choices=("colored", "gray"),
    )
}
ALWAYS_ENDS = True
