"""What a ruleset is, and what is written once for all of them; see ../README.md."""

from rulesets.contract.codec import canonical, exact_int, exact_keys, one_of, shown
from rulesets.contract.dice import Dice
from rulesets.contract.options import checked_seats, completed, options_schema
from rulesets.contract.play import (
    accepted,
    decide,
    decide_deal,
    decoded,
    encoded,
    fold,
    out_of_turn,
    perft,
)
from rulesets.contract.records import BadEvent, Record, find_ruleset, read_record, write_record
from rulesets.contract.ruleset import (
    CHANCE,
    Deal,
    Event,
    Json,
    Move,
    Option,
    Options,
    Refused,
    Ruleset,
    Score,
    Seat,
    State,
)
from rulesets.contract.words import Listed, Message, Row, Sign, Step, Who

__all__ = [
    "CHANCE",
    "BadEvent",
    "Deal",
    "Dice",
    "Event",
    "Json",
    "Listed",
    "Message",
    "Move",
    "Option",
    "Options",
    "Record",
    "Refused",
    "Row",
    "Ruleset",
    "Score",
    "Seat",
    "Sign",
    "State",
    "Step",
    "Who",
    "accepted",
    "canonical",
    "checked_seats",
    "completed",
    "decide",
    "decide_deal",
    "decoded",
    "encoded",
    "exact_int",
    "exact_keys",
    "find_ruleset",
    "fold",
    "one_of",
    "options_schema",
    "out_of_turn",
    "perft",
    "read_record",
    "shown",
    "write_record",
]
