"""What an exported match proves: that its stream is unbroken, legal and fairly dealt.

(1) Everything is computed from the record alone; no service is asked.
(2) A changed value anywhere in `stream` breaks the hash of its event. Who changes every later hash too is
    found by the deals' links, or by a head that somebody kept.
(3) A deal is **proven** when its link leads to the anchor and its dice give its outcome, **copied** when it
    names another match or a record as its origin, else **unproven**.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesets.contract import (
    BadEvent,
    Json,
    Refused,
    Ruleset,
    accepted,
    canonical,
    completed,
    encoded,
    read_record,
    shown,
)
from services.matches.chain import link
from services.matches.deals import LINKS, dice_of, next_link
from services.matches.looking import record_events
from services.matches.ports import NO_HEAD
from services.matches.standing import Standing, followed, opened


class Contradiction(Refused):
    """The first event that does not follow; `version` is None where it is not one of the stream's."""

    def __init__(self, reason: str, version: int | None = None) -> None:
        super().__init__(f"event {version} of the stream: {reason}" if version is not None else reason)
        self.version = version


@dataclass
class Proof:
    """`deals` by version: proven, copied or unproven; `anchored`: version and reason of each new anchor."""

    hashed: bool
    head: str | None = None
    deals: dict[int, str] = field(default_factory=dict)
    anchored: dict[int, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether nothing is left unproven."""
        return self.hashed and all(kind == "proven" for kind in self.deals.values())


def proof_of(rulesets: Mapping[str, Ruleset], record: Json, head: str | None = None) -> Proof:
    """What a record proves; Contradiction names the first event that does not follow.

    `head` is a hash kept earlier, which must be the hash of some event.
    """
    read = _read(rulesets, record)
    if "stream" not in record:
        if head is not None:
            raise Contradiction("the record has no stream, so that no head can be compared")
        deals = {
            index: "unproven" for index, event in enumerate(record["events"]) if event["kind"] == "chance"
        }
        return Proof(hashed=False, deals=deals)
    proof, heads = _proven_stream(rulesets, record["stream"])
    _check_follows(record, read.options)
    if head is not None and head not in heads:
        raise Contradiction(f"the head {shown(head)} is the hash of no event; the last is {proof.head}")
    return proof


def _read(rulesets: Mapping[str, Ruleset], record: Json) -> Any:
    try:
        read = read_record(rulesets, record)
        for _ in read.states():
            pass
    except BadEvent as bad:
        raise Contradiction(str(bad)) from None
    except Refused as refused:
        raise Contradiction(str(refused)) from None
    return read


def _proven_stream(rulesets: Mapping[str, Ruleset], stream: Json) -> tuple[Proof, list[str]]:
    if not isinstance(stream, list) or not stream:
        raise Contradiction(f"the stream is a list of events, not {shown(stream)}")
    proof, heads = Proof(hashed=True, head=NO_HEAD), [NO_HEAD]
    standing: Standing | None = None
    for version, event in enumerate(stream, 1):
        try:
            heads.append(_checked_hash(event, version, heads[-1]))
            standing = _checked_event(rulesets, standing, event, proof)
        except Contradiction as contradiction:
            raise Contradiction(str(contradiction), version) from None
        except Refused as refused:
            raise Contradiction(str(refused), version) from None
        except (KeyError, TypeError, ValueError, LookupError, AttributeError) as error:
            raise Contradiction(f"it has not the form of an event: {error}", version) from None
    proof.head = heads.pop()
    return proof, [*heads[1:], proof.head]


def _checked_hash(event: Json, version: int, head: str) -> str:
    if not isinstance(event, dict) or event.get("version") != version:
        raise Contradiction(f"version {version} is wanted, not {shown(event)}")
    body = canonical({key: value for key, value in event.items() if key != "hash"})
    found, wanted = event.get("hash"), link(head, body.encode())
    if found != wanted:
        raise Contradiction(f"its hash is {wanted} by what it says and what came before, not {shown(found)}")
    return wanted


def _checked_event(
    rulesets: Mapping[str, Ruleset], standing: Standing | None, event: dict[str, Json], proof: Proof
) -> Standing:
    if standing is None:
        return _checked_opening(rulesets, event)
    kind, version = event["kind"], event["version"]
    if kind in ("chance", "move"):
        _check_choice(standing, event)
    if kind == "chance":
        proof.deals[version] = _checked_deal(standing, event)
    elif kind == "anchored":
        proof.anchored[version] = event["reason"]
    elif kind in ("seated", "handed_over"):
        _check_seat(standing, event)
    elif kind == "ended":
        _check_receipt(standing, event)
    return followed(standing, event, event["hash"])


def _checked_opening(rulesets: Mapping[str, Ruleset], event: dict[str, Json]) -> Standing:
    if event["kind"] != "opened":
        raise Contradiction(f"a stream begins with opened, not {shown(event['kind'])}")
    standing = opened(rulesets, event, event["hash"])
    if completed(standing.ruleset, event["options"]) != event["options"]:
        raise Contradiction("it does not name all options")
    return standing


def _check_choice(standing: Standing, event: dict[str, Json]) -> None:
    if "origin" in event:
        if standing.opening.origin is None or standing.anchor is not None:
            raise Contradiction("it is copied, and only a branch or an import begins with copied events")
    elif standing.status != "playing":
        raise Contradiction(f"nothing can be played in a match that is {standing.status}")
    if event["index"] != standing.entries:
        raise Contradiction(f"its index is {standing.entries}, not {shown(event['index'])}")
    choice = accepted(standing.ruleset, standing.state, event)
    wire = encoded(standing.ruleset, choice)
    if any(canonical(event[key]) != canonical(wire[key]) for key in wire):
        raise Contradiction("it has not the codec's own form")


def _checked_deal(standing: Standing, event: dict[str, Json]) -> str:
    """Whether a deal is proven, copied or unproven; Contradiction if its link or dice say otherwise."""
    if "link" not in event:
        return "copied" if "origin" in event else "unproven"
    number = standing.deals + 1
    if event["deal"] != number or number > LINKS:
        raise Contradiction(f"it is deal {number} under its anchor, not {shown(event['deal'])}")
    if standing.link is None or standing.anchor is None:
        raise Contradiction("it has a link, and the match has no anchor")
    if next_link(bytes.fromhex(event["link"])).hex() != standing.link:
        raise Contradiction("its link does not lead to the link before it")
    dice = dice_of(event["link"], standing.anchor, number, standing.nonces)
    deal = standing.ruleset.encode_deal(standing.ruleset.deal(standing.state, dice))
    if canonical(deal) != canonical(event["outcome"]):
        raise Contradiction(f"its link gives {shown(deal)}, not {shown(event['outcome'])}")
    return "proven"


def _check_seat(standing: Standing, event: dict[str, Json]) -> None:
    player = standing.players[event["seat"]]
    if event["kind"] == "seated" and player is not None:
        raise Contradiction(f"seat {event['seat']} is taken")
    if event["kind"] == "handed_over" and (player is None or player.bot):
        raise Contradiction(f"seat {event['seat']} has no person to hand it over")


def _check_receipt(standing: Standing, event: dict[str, Json]) -> None:
    ruleset, state = standing.ruleset, standing.state
    if ruleset.to_act(state):
        raise Contradiction("the match is not over")
    scores = [list(score) for score in ruleset.scores(state)]
    if event["scores"] != scores or event["winners"] != list(ruleset.winners(state)):
        raise Contradiction(f"the scores are {shown(scores)}, not {shown(event['scores'])}")


def _check_follows(record: dict[str, Json], options: dict[str, Json]) -> None:
    """`events`, `ruleset`, `options` and `seats` follow from the stream."""
    stream = record["stream"]
    opening = stream[0]
    said = {
        "ruleset": record["ruleset"],
        "ruleset_version": record.get("ruleset_version"),
        "options": options,
        "seats": record["seats"],
    }
    for name, value in said.items():
        if canonical(value) != canonical(opening[name]):
            raise Contradiction(f"{name} is {shown(opening[name])} by the stream, not {shown(value)}")
    events = [_bare(event) for event in record["events"]]
    for index, (found, wanted) in enumerate(zip(events, record_events(stream), strict=False)):
        if canonical(found) != canonical(wanted):
            raise Contradiction(f"entry {index} of events does not follow from the stream: {shown(found)}")
    if len(events) != len(record_events(stream)):
        raise Contradiction(
            f"events has {len(events)} entries; from the stream {len(record_events(stream))} follow"
        )


def _bare(event: dict[str, Json]) -> dict[str, Json]:
    keys = ("kind", "outcome") if event["kind"] == "chance" else ("kind", "seat", "move")
    return {key: event[key] for key in keys}
