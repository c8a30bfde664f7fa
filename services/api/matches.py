"""Matches over HTTP: opened, joined, looked at, branched."""

from typing import Any

from flask import Response

from rulesets.contract import Json, Refused, Ruleset, find_ruleset, options_schema
from services.api import schemas
from services.api.reading import bearer, none_match
from services.api.service import REPEATABLE, Rooms, answered, asked, made_once, not_modified, service
from services.matches import opening, seats
from services.matches.errors import UnknownRuleset
from services.matches.looking import check_seat, legal_moves, shown_match, shown_seat
from services.matches.opening import Opened
from services.matches.room import at_version

rooms = Rooms("matches", __name__, url_prefix="/api/v1", description="Matches and who sits in them")

ETAG = {"ETag": {"schema": {"type": "string"}, "description": "the version"}}
LOCATION = {"Location": {"schema": {"type": "string"}, "description": "where the match is"}}
IF_MATCH = {
    "in": "header",
    "name": "If-Match",
    "required": True,
    "schema": {"type": "string", "pattern": '^"[0-9]{1,9}"$'},
}
BEARER: list[dict[str, list[str]]] = [{"seat": []}]


@rooms.route("/rulesets")
@rooms.arguments(schemas.NothingSchema, location="query")
@rooms.response(200, schemas.RulesetsOut)
def rulesets(_: dict[str, Any]) -> Response:
    """The games that are hosted here."""
    names = sorted(name for name in service().room.rulesets if "@" not in name)
    return answered({"rulesets": [_shown_ruleset(name, service().room.rulesets[name]) for name in names]})


@rooms.route("/rulesets/<name>")
@rooms.arguments(schemas.NothingSchema, location="query")
@rooms.response(200, schemas.RulesetOut)
def ruleset(_: dict[str, Any], name: str) -> Response:
    """One game: its seats, its options as JSON Schema, the bots that play it."""
    try:
        found = find_ruleset(service().room.rulesets, name)
    except Refused as refused:
        raise UnknownRuleset(str(refused)) from None
    return answered(_shown_ruleset(name, found))


@rooms.route("/anchors", methods=["POST"])
@rooms.arguments(schemas.NothingSchema, required=False)
@rooms.response(201, schemas.AnchorOut)
@rooms.doc(parameters=[REPEATABLE])
def give_anchor(body: dict[str, Any]) -> Response:
    """A match id and its anchor, for an opening within the hour: ask before you choose your nonce."""
    match, anchor = opening.give_anchor(service().room, asked("anchors", body))
    return answered({"match": match, "anchor": anchor}, 201)


@rooms.route("/matches", methods=["POST"])
@rooms.arguments(schemas.OpenSchema)
@rooms.response(201, schemas.OpenedOut, headers=LOCATION)
@rooms.doc(parameters=[REPEATABLE])
def open_match(body: dict[str, Any]) -> Response:
    """Open a match. At most one seat is named: its token is the creator's."""
    opened = opening.open_match(
        service().room,
        asked("matches", body),
        body["ruleset"],
        body["options"],
        body["seats"],
        body.get("match"),
        hints=body["hints"],
    )
    return _shown_opened(opened)


@rooms.route("/records", methods=["POST"])
@rooms.arguments(schemas.RecordSchema)
@rooms.response(201, schemas.OpenedOut, headers=LOCATION)
@rooms.doc(parameters=[REPEATABLE])
def take_record(body: dict[str, Any]) -> Response:
    """Import a record: to go on with it if seats are given, else to keep and look at.

    Its `events` are played by the rules, the first that is not legal is refused. Its `stream` is not looked
    at and nothing of it is kept: whether that holds together `tiledraft verify` says.
    """
    opened = opening.take_record(
        service().room, asked("records", body), body["record"], body.get("seats"), body.get("match")
    )
    return _shown_opened(opened)


@rooms.route("/matches/<match>/branches", methods=["POST"])
@rooms.arguments(schemas.BranchSchema)
@rooms.response(201, schemas.OpenedOut, headers=LOCATION)
@rooms.doc(parameters=[REPEATABLE])
def branch(body: dict[str, Any], match: str) -> Response:
    """Open a new match that goes on from what stood in this one at a version, dealt afresh."""
    opened = opening.branch(
        service().room, asked(f"branches {match}", body), match, body["at"], body["seats"], body.get("match")
    )
    return _shown_opened(opened)


@rooms.route("/matches/<match>")
@rooms.arguments(schemas.AtSchema, location="query")
@rooms.response(200, schemas.MatchOut, headers=ETAG)
@rooms.alt_response(304, description="You have this version")
def match(query: dict[str, int], match: str) -> Response:
    """A match as it stands now, or as it stood at a version."""
    history = service().room.histories.read(match)
    standing = at_version(history, query.get("at"))
    version = standing.version
    if none_match(version):
        return not_modified(version)
    return answered(made_once(history, standing, shown_match), version=version)


@rooms.route("/matches/<match>/legal-moves")
@rooms.arguments(schemas.LegalMovesSchema, location="query")
@rooms.response(200, schemas.LegalMovesOut, headers=ETAG)
@rooms.alt_response(304, description="You have this version")
def moves_of(query: dict[str, int], match: str) -> Response:
    """What a seat may do; nothing if it need not act."""
    history = service().room.histories.read(match)
    standing, seat = at_version(history, query.get("at")), query["seat"]
    check_seat(standing, seat)
    if none_match(standing.version):
        return not_modified(standing.version)
    moves = legal_moves(standing, seat)
    return answered({"version": standing.version, "seat": seat, "moves": moves}, version=standing.version)


@rooms.route("/matches/<match>/seats", methods=["POST"])
@rooms.arguments(schemas.JoinSchema)
@rooms.response(201, schemas.JoinedOut)
@rooms.doc(parameters=[REPEATABLE])
def join(body: dict[str, Any], match: str) -> Response:
    """Sit down in the lowest open seat."""
    seat, token, version = seats.join(
        service().room, asked(f"seats {match}", body), match, body["name"], body["invite"], body.get("nonce")
    )
    return answered({"seat": seat, "token": token, "version": version}, 201)


@rooms.route("/matches/<match>/seats/<seat:seat>", methods=["PUT"])
@rooms.arguments(schemas.BotSchema)
@rooms.response(200, schemas.MatchOut, headers=ETAG)
@rooms.doc(security=BEARER)
def hand_over(body: dict[str, Any], match: str, seat: int) -> Response:
    """Give the own seat to a bot, or as the creator an open one."""
    standing = seats.hand_over(
        service().room, asked(f"seats {match} {seat}", body), match, seat, body["bot"], bearer()
    )
    return answered(shown_match(standing), version=standing.version)


@rooms.route("/matches/<match>/invite", methods=["POST"])
@rooms.arguments(schemas.InviteSchema, required=False)
@rooms.response(200, schemas.InviteOut)
@rooms.doc(security=BEARER, parameters=[REPEATABLE])
def invite(body: dict[str, Any], match: str) -> Response:
    """The invite again, for who opened the match; or a new one."""
    text = seats.read_invite(
        service().room, asked(f"invite {match}", body), match, bearer(), renew=body["renew"]
    )
    return answered({"invite": text})


def _shown_ruleset(name: str, found: Ruleset) -> dict[str, Json]:
    return {
        "name": name,
        "version": found.VERSION,
        "seats": list(found.SEATS),
        "options": options_schema(found),
        "bots": list(service().room.bots),
    }


def _shown_opened(opened: Opened) -> Response:
    standing = opened.standing
    shown = [shown_seat(seat, player) for seat, player in enumerate(standing.players)]
    for seat, token in opened.tokens.items():
        shown[seat]["token"] = token
    body: dict[str, Json] = {"match": standing.opening.match, "version": standing.version, "seats": shown}
    if opened.invite is not None:
        body["invite"] = opened.invite
    return answered(body, 201, headers={"Location": f"/api/v1/matches/{standing.opening.match}"})
