"""What comes in, checked; what goes out, described for the documentation page."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validates_schema

from services.api.fields import Digits, Flag, MatchId, Name, Nonce, Seats, Text, Whole
from services.api.names import NAME_LENGTH

NAME = {"minLength": 1, "maxLength": NAME_LENGTH}
NONCE = {"pattern": "^([0-9a-f]{2}){16,64}$"}


class WishSchema(Schema):
    """A seat as wished for: a person (the creator), a bot, or `{}` for an open one."""

    name = Name(metadata=NAME)
    nonce = Nonce(metadata=NONCE)
    bot = Text(metadata={"description": "the name of a bot, see GET /rulesets/{name}"})

    @validates_schema
    def one_kind(self, data: dict[str, Any], **_: Any) -> None:
        if "name" in data and "bot" in data:
            raise ValidationError("a seat is for a person or for a bot, not for both")
        if "nonce" in data and "name" not in data:
            raise ValidationError("only a person gives a nonce")


class OpenSchema(Schema):
    ruleset = Text(required=True)
    options = fields.Raw(load_default=dict, metadata={"type": "object", "description": "see the ruleset"})
    seats = Seats(fields.Nested(WishSchema), required=True, metadata={"minItems": 1, "maxItems": 16})
    match = MatchId(metadata={"description": "the match id of an anchor given before"})
    hints = Flag(
        load_default=False, metadata={"description": "let persons ask a bot for hints; events tell who did"}
    )


class BranchSchema(Schema):
    at = Whole(required=True, metadata={"description": "the version to go on from", "minimum": 1})
    seats = Seats(fields.Nested(WishSchema), required=True, metadata={"maxItems": 16})
    match = MatchId()


class RecordSchema(Schema):
    reads_records = True

    record = fields.Raw(required=True, metadata={"type": "object", "description": "tiledraft-record/1"})
    seats = Seats(fields.Nested(WishSchema), metadata={"maxItems": 16})
    match = MatchId()


class JoinSchema(Schema):
    name = Name(required=True, metadata=NAME)
    invite = Text(required=True)
    nonce = Nonce(metadata=NONCE)


class BotSchema(Schema):
    bot = Text(required=True)


class InviteSchema(Schema):
    renew = Flag(load_default=False, metadata={"description": "make a new one, and the old one worthless"})


class MoveSchema(Schema):
    """Exactly one of the two."""

    move = fields.Raw(metadata={"type": "object", "description": "as legal-moves gives it"})
    text = Text(metadata={"description": "in text notation"})

    @validates_schema
    def one_of_both(self, data: dict[str, Any], **_: Any) -> None:
        if ("move" in data) == ("text" in data):
            raise ValidationError('exactly one of "move" and "text" is wanted')


class NothingSchema(Schema):
    """Nothing: an empty object or no body at all, or no parameters."""


class AtSchema(Schema):
    at = Digits(metadata={"description": "the version to look at; without it the present one"})


class LegalMovesSchema(AtSchema):
    seat = Digits(required=True)


class EventsSchema(Schema):
    after = Digits(load_default=0, metadata={"description": "the version after which events are wanted"})
    limit = Digits(load_default=500, metadata={"description": "at most so many, up to 500"})
    wait = Digits(load_default=0, metadata={"description": "seconds to wait for one, up to 60"})

    @validates_schema
    def bounds(self, data: dict[str, Any], **_: Any) -> None:
        if not 1 <= data["limit"] <= 500:
            raise ValidationError(f"limit is from 1 to 500, not {data['limit']}")
        if data["wait"] > 60:
            raise ValidationError(f"wait is from 0 to 60 seconds, not {data['wait']}")


class StreamSchema(Schema):
    after = Digits(metadata={"description": "where to begin without Last-Event-ID; else with what comes"})


class ProblemSchema(Schema):
    """What is wrong (RFC 9457)."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True, metadata={"description": "what was wanted and what was found"})
    id = fields.String(required=True, metadata={"description": "finds it in the log"})
    version = fields.Integer(metadata={"description": "at a conflict: where the match is"})
    still_legal = fields.Boolean(metadata={"description": "at a conflict: whether the move would go now"})
    events = fields.List(fields.Dict(), metadata={"description": "at a conflict: what was missed"})
    index = fields.Integer(metadata={"description": "of a record's first bad event"})


class AnchorOut(Schema):
    match = fields.String(required=True)
    anchor = fields.String(required=True)


class SeatOut(Schema):
    seat = fields.Integer(required=True)
    name = fields.String()
    bot = fields.String()
    token = fields.String(metadata={"description": "proves the seat; only its owner is given it"})


class OpenedOut(Schema):
    match = fields.String(required=True)
    version = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatOut), required=True)
    invite = fields.String(metadata={"description": "lets others sit down, while seats are open"})


class JoinedOut(Schema):
    seat = fields.Integer(required=True)
    token = fields.String(required=True)
    version = fields.Integer(required=True)


class InviteOut(Schema):
    invite = fields.String(required=True)


class MatchOut(Schema):
    match = fields.String(required=True)
    ruleset = fields.String(required=True)
    ruleset_version = fields.Integer(required=True)
    options = fields.Dict(required=True)
    seats = fields.List(fields.Nested(SeatOut), required=True)
    version = fields.Integer(required=True, metadata={"description": "how many events there are"})
    head = fields.String(required=True, metadata={"description": "the hash of the last event"})
    status = fields.String(
        required=True, metadata={"enum": ["open", "playing", "over", "stopped", "archived"]}
    )
    opened = fields.String(required=True)
    changed = fields.String(required=True)
    anchor = fields.String(required=True, allow_none=True)
    position = fields.Dict(required=True, metadata={"description": "as the ruleset gives it"})
    scores = fields.List(fields.List(fields.Integer()), required=True)
    winners = fields.List(fields.Integer())
    hints = fields.Boolean(metadata={"description": "true where hints are allowed; else missing"})
    origin = fields.Dict(metadata={"description": "of a branch or an import: where it comes from"})


class MoveOut(Schema):
    move = fields.Raw(required=True)
    text = fields.String(required=True)


class ValuedOut(MoveOut):
    value = fields.Float(
        required=True, metadata={"description": "the lead that it brings its seat, in expected final points"}
    )


class JudgeOut(Schema):
    """Who judged: all that an answer depends on besides the position."""

    name = fields.String(required=True, metadata={"description": "the bot"})
    budget = fields.Integer(metadata={"description": "simulations for a position"})
    weights = fields.String(metadata={"description": "a hash of how the ruleset judges"})


class HintOut(Schema):
    version = fields.Integer(required=True, metadata={"description": "with the event that one was asked for"})
    seat = fields.Integer(required=True)
    bot = fields.Nested(JudgeOut, required=True)
    expected = fields.List(fields.Float(), required=True, metadata={"description": "final points by seat"})
    moves = fields.List(fields.Nested(ValuedOut), required=True, metadata={"description": "the best first"})
    solved = fields.Boolean(required=True, metadata={"description": "whether the values are exact"})
    events = fields.List(fields.Dict(), required=True, metadata={"description": "that asking added"})


POINTS = {"description": "expected final points by seat, before the entry"}


class EntryOut(Schema):
    """A move or a deal of the match. What is not known yet is missing."""

    index = fields.Integer(required=True, metadata={"description": "its place in the record"})
    kind = fields.String(required=True, metadata={"enum": ["chance", "move"]})
    version = fields.Integer(required=True)
    expected = fields.List(fields.Float(), metadata=POINTS)
    luck = fields.List(
        fields.Float(), metadata={"description": "of a deal: how it changed what each seat could expect"}
    )
    seat = fields.Integer()
    move = fields.Raw()
    text = fields.String()
    best = fields.List(fields.Nested(ValuedOut), metadata={"description": "the best moves"})
    value = fields.Float(metadata={"description": "of the move that was played"})
    loss = fields.Float(metadata={"description": "what the best move would have brought more"})
    mark = fields.Integer(metadata={"description": "1, 2, 3: the largest losses of the seat"})
    solved = fields.Boolean(metadata={"description": "whether the values are exact"})


class SeatJudgedOut(Schema):
    seat = fields.Integer(required=True)
    moves = fields.Integer(required=True, metadata={"description": "that were judged"})
    loss = fields.Float(required=True, metadata={"description": "of all of them together"})
    luck = fields.Float(required=True, metadata={"description": "of all deals together"})


class AnalysisOut(Schema):
    match = fields.String(required=True)
    status = fields.String(required=True, metadata={"enum": ["running", "done"]})
    judge = fields.Nested(JudgeOut, required=True)
    judged = fields.Integer(required=True, metadata={"description": "questions that are answered"})
    questions = fields.Integer(required=True, metadata={"description": "how many there are"})
    entries = fields.List(fields.Nested(EntryOut), required=True)
    final = fields.List(
        fields.Float(),
        required=True,
        allow_none=True,
        metadata={"description": "the points at the end, expected ones where the match was broken off"},
    )
    seats = fields.List(fields.Nested(SeatJudgedOut), required=True)


class LegalMovesOut(Schema):
    version = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    moves = fields.List(fields.Nested(MoveOut), required=True)


class EventOut(Schema):
    version = fields.Integer(required=True)
    kind = fields.String(required=True)
    time = fields.String(required=True)
    author = fields.String(required=True, metadata={"enum": ["person", "bot", "service", "record"]})
    hash = fields.String(required=True)
    index = fields.Integer(metadata={"description": "of a chance or move: its place in the record"})


class PlayedOut(Schema):
    version = fields.Integer(required=True)
    events = fields.List(fields.Dict(), required=True, metadata={"description": "that the move added"})


class EventsOut(Schema):
    version = fields.Integer(required=True)
    events = fields.List(fields.Dict(), required=True)
    next = fields.Integer(metadata={"description": "ask on after this version; missing when that was all"})


class RulesetOut(Schema):
    name = fields.String(required=True)
    version = fields.Integer(required=True)
    seats = fields.List(fields.Integer(), required=True)
    options = fields.Dict(required=True, metadata={"description": "JSON Schema"})
    bots = fields.List(fields.String(), required=True)


class RulesetsOut(Schema):
    rulesets = fields.List(fields.Nested(RulesetOut), required=True)


class RecordOut(Schema):
    format = fields.String(required=True)
    ruleset = fields.String(required=True)
    ruleset_version = fields.Integer(required=True)
    options = fields.Dict(required=True)
    seats = fields.Integer(required=True)
    events = fields.List(fields.Dict(), required=True)
    stream = fields.List(fields.Dict(), required=True)
