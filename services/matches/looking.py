"""What can be looked at: a match at any version, its legal moves, its record."""

from typing import Any

import msgspec

from rulesets.contract import Json, Seat, write_record
from services.matches.errors import Invalid
from services.matches.histories import History
from services.matches.standing import Player, Standing


def shown_match(standing: Standing) -> dict[str, Json]:
    """A match as everybody sees it."""
    opening, ruleset, state = standing.opening, standing.ruleset, standing.state
    match: dict[str, Json] = {
        "match": opening.match,
        "ruleset": opening.name,
        "ruleset_version": ruleset.VERSION,
        "options": opening.options,
        "seats": [shown_seat(seat, player) for seat, player in enumerate(standing.players)],
        "version": standing.version,
        "head": standing.head,
        "status": standing.status,
        "opened": opening.time,
        "changed": standing.time,
        "anchor": standing.anchor,
        "position": ruleset.view(state),
        "scores": [list(score) for score in ruleset.scores(state)],
    }
    if opening.origin is not None:
        match["origin"] = opening.origin
    if standing.status == "over":
        match["winners"] = list(ruleset.winners(state))
    return match


def shown_seat(seat: Seat, player: Player | None) -> dict[str, Json]:
    if player is None:
        return {"seat": seat}
    return {"seat": seat, "bot": player.bot} if player.bot else {"seat": seat, "name": player.name}


def legal_moves(standing: Standing, seat: Seat) -> list[dict[str, Json]]:
    """The moves of a seat with their texts; none for a seat that need not act."""
    check_seat(standing, seat)
    if seat not in standing.acting():
        return []
    ruleset = standing.ruleset
    return [
        {"move": ruleset.encode(move), "text": ruleset.text(move)}
        for move in ruleset.legal_moves(standing.state, seat)
    ]


def check_seat(standing: Standing, seat: Seat) -> None:
    """Refuse a seat that the match does not have."""
    if not 0 <= seat < len(standing.players):
        raise Invalid(f"the match has the seats 0 to {len(standing.players) - 1}, not {seat}")


def exported(history: History) -> dict[str, Any]:
    """The record of a match, with the whole stream beside it."""
    standing = history.current
    opening = standing.opening
    stream = [msgspec.json.decode(event.wire()) for event in history.after(0, standing.version)]
    return {
        **write_record(
            standing.ruleset, opening.name, opening.options, len(standing.players), record_events(stream)
        ),
        "stream": stream,
    }


def record_events(stream: list[dict[str, Json]]) -> list[dict[str, Json]]:
    """The entries of a record's `events` that follow from a stream."""
    return [
        {"kind": "chance", "outcome": event["outcome"]}
        if event["kind"] == "chance"
        else {"kind": "move", "seat": event["seat"], "move": event["move"]}
        for event in stream
        if event["kind"] in ("chance", "move")
    ]
