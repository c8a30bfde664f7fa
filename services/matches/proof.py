"""What an exported match proves: that its stream is unbroken, legal and fairly dealt.

(1) Everything is computed from the record alone; no service is asked.
(2) A changed value anywhere in `stream` breaks the hash of its event. Who changes every later hash too is
    found by the deals' links, or by a head that somebody kept.
(3) A deal is **proven** when its link leads to an anchor that stood before anybody was seated, and its dice
    give its outcome. Under an anchor that was chosen later, when the nonces were known, it is
    **unproven**, as without a link. It is **copied** when it names another match or a record as its origin.
(4) Values are compared by their canonical JSON, never by Python equality.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesets.contract import (
    BadEvent,
    Json,
    Refused,
    Ruleset,
    accepted,
    canonical,
    checked_seats,
    completed,
    encoded,
    find_ruleset,
    read_record,
    shown,
)
from services.matches.chain import link
from services.matches.deals import LINKS, dice_of, next_link
from services.matches.drafts import BOT, PERSON, RECORD, SERVICE
from services.matches.forms import BRANCHED, IMPORTED, USED_UP, check_form
from services.matches.looking import record_events
from services.matches.ports import NO_HEAD
from services.matches.standing import RulesetChanged, Standing, followed, opened


class Contradiction(Refused):
    """The first event that does not follow; `version` is None where it is not one of the stream's."""

    def __init__(self, reason: str, version: int | None = None) -> None:
        super().__init__(f"event {version} of the stream: {reason}" if version is not None else reason)
        self.version = version


@dataclass
class Proof:
    """`deals` by version: proven, copied or unproven; `noted` by version: what a reader should know of;
    `kept`: the version whose hash somebody kept earlier.
    """

    hashed: bool
    head: str | None = None
    deals: dict[int, str] = field(default_factory=dict)
    noted: dict[int, str] = field(default_factory=dict)
    kept: int | None = None

    @property
    def complete(self) -> bool:
        """Whether nothing is left unproven."""
        return self.hashed and all(kind == "proven" for kind in self.deals.values())


def proof_of(rulesets: Mapping[str, Ruleset], record: Json, head: str | None = None) -> Proof:
    """What a record proves; Contradiction names the first event that does not follow.

    `head` is a hash kept earlier, which must be the hash of some event. Refused is raised for what is no
    record, or needs a ruleset that is not installed: nothing is said of it then.
    """
    if not isinstance(record, dict) or "stream" not in record:
        if head is not None:
            raise Contradiction("the record has no stream, so that no head can be compared")
        return _proof_of_events(rulesets, record)
    proof, heads = _proven_stream(rulesets, record["stream"])
    _check_follows(rulesets, record)
    if head is not None:
        if head not in heads:
            raise Contradiction(f"the head {shown(head)} is the hash of no event; the last is {proof.head}")
        proof.kept = heads.index(head) + 1
    return proof


def _proof_of_events(rulesets: Mapping[str, Ruleset], record: Json) -> Proof:
    """Without a stream: that all is legal."""
    read = read_record(rulesets, record)
    try:
        for _ in read.states():
            pass
    except BadEvent as bad:
        raise Contradiction(str(bad)) from None
    deals = {index: "unproven" for index, event in enumerate(read.events) if event["kind"] == "chance"}
    return Proof(hashed=False, deals=deals)


def _proven_stream(rulesets: Mapping[str, Ruleset], stream: Json) -> tuple[Proof, list[str]]:
    if not isinstance(stream, list) or not stream:
        raise Contradiction(f"the stream is a list of events, not {shown(stream)}")
    proof, heads = Proof(hashed=True, head=NO_HEAD), [NO_HEAD]
    reader = _Reader(rulesets, proof)
    for version, event in enumerate(stream, 1):
        try:
            heads.append(_checked_hash(event, version, heads[-1]))
            check_form(event)
            reader.read(event)
        except RulesetChanged:
            raise
        except Refused as refused:
            raise Contradiction(str(refused), version) from None
    proof.head = heads[-1]
    return proof, heads[1:]


def _checked_hash(event: Json, version: int, head: str) -> str:
    if not isinstance(event, dict) or canonical(event.get("version")) != canonical(version):
        raise Refused(f"version {version} is wanted, not {shown(event)}")
    body = canonical({key: value for key, value in event.items() if key != "hash"})
    found, wanted = event.get("hash"), link(head, body.encode())
    if found != wanted:
        raise Refused(f"its hash is {wanted} by what it says and what came before, not {shown(found)}")
    return wanted


class _Reader:
    """Follows a stream event by event, and refuses the first that could not stand there."""

    def __init__(self, rulesets: Mapping[str, Ruleset], proof: Proof) -> None:
        self._rulesets, self._proof = rulesets, proof
        self._standing: Standing | None = None
        self._anchored_in_time = False

    def read(self, event: dict[str, Json]) -> None:
        standing = self._standing
        if standing is None:
            self._standing = self._opened(event)
            return
        if standing.closed:
            raise Refused(f"nothing follows in a match that is {standing.status}")
        getattr(self, f"_check_{event['kind']}")(standing, event)
        self._standing = followed(standing, event, event["hash"])

    def _opened(self, event: dict[str, Json]) -> Standing:
        _wanted("the kind of the first event", event["kind"], "opened")
        _author(event, PERSON, SERVICE)
        # A setup is asked for what it promises alone.
        ruleset = _ruleset_of(self._rulesets, event)
        _wanted("options", event["options"], completed(ruleset, event["options"]))
        checked_seats(ruleset, event["seats"])
        if "origin" in event and "anchor" in event:
            raise Refused("what begins with copied events is anchored after them")
        if "origin" in event and "hints" in event:
            raise Refused("hints are allowed where a match is opened afresh, and nowhere else")
        self._anchored_in_time = "anchor" in event
        return opened(self._rulesets, event, event["hash"])

    def _check_opened(self, standing: Standing, _: dict[str, Json]) -> None:
        raise Refused(f"match {standing.opening.match} was opened before")

    def _check_chance(self, standing: Standing, event: dict[str, Json]) -> None:
        self._check_choice(standing, event)
        _author(event, RECORD if "origin" in event else SERVICE)
        self._proof.deals[event["version"]] = self._kind_of_deal(standing, event)

    def _check_move(self, standing: Standing, event: dict[str, Json]) -> None:
        self._check_choice(standing, event)
        if "origin" in event:
            _author(event, RECORD)
            return
        player = standing.players[event["seat"]]
        _author(event, BOT if player and player.bot else PERSON)
        if ("bot" in event) != (event["author"] == BOT):
            raise Refused("bot stands with the move of a bot, and with no other")

    def _check_choice(self, standing: Standing, event: dict[str, Json]) -> None:
        if "origin" in event:
            if standing.opening.origin is None or standing.anchor is not None or any(standing.players):
                raise Refused("it is copied, and only a branch or an import begins with copied events")
        elif standing.status != "playing":
            raise Refused(f"nothing can be played in a match that is {standing.status}")
        _wanted("index", event["index"], standing.entries)
        wire = encoded(standing.ruleset, accepted(standing.ruleset, standing.state, event))
        for key in wire:
            _wanted(key, event[key], wire[key])

    def _kind_of_deal(self, standing: Standing, event: dict[str, Json]) -> str:
        if ("link" in event) != ("deal" in event) or ("link" in event and "origin" in event):
            raise Refused("link and deal stand together, and not with an origin")
        if "link" not in event:
            return "copied" if "origin" in event else "unproven"
        number = standing.deals + 1
        _wanted("deal", event["deal"], number)
        if number > LINKS or standing.link is None or standing.anchor is None:
            raise Refused("it has a link, and there is no anchor that has one left")
        if next_link(bytes.fromhex(event["link"])).hex() != standing.link:
            raise Refused("its link does not lead to the link before it")
        dice = dice_of(event["link"], standing.anchor, number, standing.nonces)
        deal = standing.ruleset.encode_deal(standing.ruleset.deal(standing.state, dice))
        if canonical(deal) != canonical(event["outcome"]):
            raise Refused(f"its link gives {shown(deal)}, not {shown(event['outcome'])}")
        return "proven" if self._anchored_in_time else "unproven"

    def _check_anchored(self, standing: Standing, event: dict[str, Json]) -> None:
        _author(event, SERVICE)
        reason, origin = event["reason"], standing.opening.origin
        if reason in (BRANCHED, IMPORTED):
            begun = BRANCHED if origin and "match" in origin else IMPORTED if origin else None
            if reason != begun or standing.anchor is not None or any(standing.players):
                raise Refused(f"it says {reason}, and the match did not begin so")
        elif standing.anchor is None:
            raise Refused(f"it says {reason}, and there was no anchor")
        elif reason == USED_UP and standing.deals != LINKS:
            raise Refused(f"it says {reason}, and {standing.deals} of {LINKS} are")
        self._anchored_in_time = reason in (BRANCHED, IMPORTED)
        self._proof.noted[event["version"]] = f"new anchor: {reason}"

    def _check_seated(self, standing: Standing, event: dict[str, Json]) -> None:
        self._check_seat(standing, event)
        if standing.players[event["seat"]] is not None:
            raise Refused(f"seat {event['seat']} is taken")
        if ("name" in event) == ("bot" in event) or ("name" in event) != ("nonce" in event):
            raise Refused("a person has a name and a nonce, if only null; a bot has neither")
        _author(event, *((PERSON,) if "name" in event else (PERSON, SERVICE)))

    def _check_handed_over(self, standing: Standing, event: dict[str, Json]) -> None:
        self._check_seat(standing, event)
        _author(event, PERSON)
        player = standing.players[event["seat"]]
        if player is None or player.bot:
            raise Refused(f"seat {event['seat']} has no person to hand it over")

    def _check_hinted(self, standing: Standing, event: dict[str, Json]) -> None:
        self._check_seat(standing, event)
        _author(event, PERSON)
        seat, player = event["seat"], standing.players[event["seat"]]
        if not standing.opening.hints:
            raise Refused("the match was opened without hints")
        if player is None or player.bot or seat not in standing.acting():
            raise Refused(f"in seat {seat} is no person whose turn it is")
        if seat in standing.hinted:
            raise Refused(f"seat {seat} has asked for a hint here already")
        self._proof.noted[event["version"]] = f"seat {seat} asked for a hint"

    def _check_seat(self, standing: Standing, event: dict[str, Json]) -> None:
        if event["seat"] >= len(standing.players):
            raise Refused(f"there is no seat {event['seat']}")

    def _check_stopped(self, standing: Standing, event: dict[str, Json]) -> None:
        _author(event, SERVICE)
        if standing.status != "playing":
            raise Refused(f"a match that is {standing.status} is not stopped")
        self._proof.noted[event["version"]] = f"stopped: {event['reason'][:80]}"

    def _check_ended(self, standing: Standing, event: dict[str, Json]) -> None:
        _author(event, SERVICE)
        ruleset, state = standing.ruleset, standing.state
        if ruleset.to_act(state):
            raise Refused("the match is not over")
        _wanted("the scores", event["scores"], [list(score) for score in ruleset.scores(state)])
        _wanted("the winners", event["winners"], list(ruleset.winners(state)))


def _ruleset_of(rulesets: Mapping[str, Ruleset], event: dict[str, Json]) -> Ruleset:
    try:
        return find_ruleset(rulesets, event["ruleset"], event["ruleset_version"])
    except Refused as refused:
        raise RulesetChanged(str(refused)) from None


def _wanted(what: str, found: Json, wanted: Json) -> None:
    """Refused unless both are the same JSON.  (4)"""
    if canonical(found) != canonical(wanted):
        raise Refused(f"{what}: {shown(wanted)} is wanted, not {shown(found)}")


def _author(event: dict[str, Json], *authors: str) -> None:
    if event["author"] not in authors:
        raise Refused(f"the author is {' or '.join(authors)}, not {shown(event['author'])}")


def _check_follows(rulesets: Mapping[str, Ruleset], record: dict[str, Json]) -> None:
    """`events`, `ruleset`, `options` and `seats` follow from the stream."""
    opening = record["stream"][0]
    for name in ("ruleset", "ruleset_version", "seats"):
        if canonical(record.get(name)) != canonical(opening[name]):
            raise Contradiction(
                f"{name} is {shown(opening[name])} by the stream, not {shown(record.get(name))}"
            )
    read = read_record(rulesets, {**record, "options": opening["options"]})
    try:
        options = completed(read.ruleset, record.get("options", {}))
    except Refused as refused:
        raise Contradiction(str(refused)) from None
    if canonical(options) != canonical(opening["options"]):
        raise Contradiction(f"options are {shown(opening['options'])} by the stream, not {shown(options)}")
    wanted = record_events(record["stream"])
    for index, (found, entry) in enumerate(zip(read.events, wanted, strict=False)):
        if not isinstance(found, dict) or canonical({key: found.get(key) for key in entry}) != canonical(
            entry
        ):
            raise Contradiction(f"entry {index} of events does not follow from the stream: {shown(found)}")
    if len(read.events) != len(wanted):
        raise Contradiction(f"events has {len(read.events)} entries; {len(wanted)} follow from the stream")
