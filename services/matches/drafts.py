"""A draft: events about to be appended, each followed as soon as it is written down.

(1) What happens together, a move or the last seat with the deals that follow and the end, is one draft
    and one append.
(2) Nothing of a draft is shown or rung before it is stored.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from rulesets.contract import CHANCE, Json, Ruleset, canonical
from services.matches.chain import chained
from services.matches.deals import LINKS, Deals, anchor_of, dice_of
from services.matches.forms import LOST, USED_UP
from services.matches.ports import NO_HEAD, Batch, Request, Stored
from services.matches.standing import Standing, followed, opened

SERVICE: Final = "service"
PERSON: Final = "person"
BOT: Final = "bot"
RECORD: Final = "record"


class Draft:
    """The events to come after `standing` (None: those of a new match)."""

    def __init__(
        self, rulesets: Mapping[str, Ruleset], deals: Deals, now: float, standing: Standing | None = None
    ) -> None:
        self._rulesets, self._deals = rulesets, deals
        self._before, self._after = standing, standing
        self.time = datetime.fromtimestamp(now, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self.events: list[Stored] = []
        self.secret: str | None = None

    @property
    def standing(self) -> Standing:
        """What stands after the events written down so far."""
        if self._after is None:
            raise LookupError("nothing was written down yet")
        return self._after

    def add(self, kind: str, author: str, **payload: Json) -> None:
        """Write down one more event."""
        standing = self._after
        version = standing.version if standing else 0
        event: dict[str, Any] = {
            "version": version + 1,
            "kind": kind,
            "time": self.time,
            "author": author,
            **payload,
        }
        if standing and kind in ("chance", "move"):
            event["index"] = standing.entries
        stored = chained(standing.head if standing else NO_HEAD, version, [canonical(event).encode()])[0]
        self.events.append(stored)
        if standing is None:
            self._after = opened(self._rulesets, event, stored.hash)
        else:
            self._after = followed(standing, event, stored.hash)

    def anchor(self, reason: str) -> None:
        """Go on under a new anchor."""
        self.secret = self._deals.draw_secret()
        self.add("anchored", SERVICE, anchor=anchor_of(self.secret), reason=reason)

    def settle(self, longest: int) -> None:
        """Deal what is due, and close the match if it is over or grows longer than it may."""
        while self.standing.acting() == (CHANCE,) and self.standing.version < longest - 1:
            self._deal()
        status, ruleset, state = self.standing.status, self.standing.ruleset, self.standing.state
        if status in ("playing", "archived") and not ruleset.to_act(state):
            scores = [list(score) for score in ruleset.scores(state)]
            self.add("ended", SERVICE, scores=scores, winners=list(ruleset.winners(state)))
        elif status == "playing" and self.standing.version >= longest - 1:
            self.add("stopped", SERVICE, reason=f"a match has at most {longest} events")

    def batch(
        self,
        request: Request,
        *,
        access: Mapping[str, str] | None = None,
        anchored: bool = False,
        expires: int | None = None,
    ) -> Batch:
        """What the store is to append."""
        return Batch(
            expected=self._before.version if self._before else 0,
            head=self._before.head if self._before else NO_HEAD,
            events=self.events,
            request=request,
            due=bool(self.standing.acting_bots()),
            bot_match=self.standing.bots_alone,
            access=access or {},
            secret=self.secret,
            anchored=anchored,
            expires=expires,
        )

    def _deal(self) -> None:
        standing = self.standing
        link = self._link(standing, standing.deals + 1)
        if link is None:
            self.anchor(USED_UP if standing.deals == LINKS else LOST)
            standing = self.standing
            link = self._link(standing, 1)
        if link is None or standing.anchor is None:
            raise LookupError(f"match {standing.opening.match} has no anchor to deal under")
        number = standing.deals + 1
        dice = dice_of(link, standing.anchor, number, standing.nonces)
        outcome = standing.ruleset.encode_deal(standing.ruleset.deal(standing.state, dice))
        self.add("chance", SERVICE, outcome=outcome, deal=number, link=link)

    def _link(self, standing: Standing, number: int) -> str | None:
        if standing.anchor is None:
            return None
        return self._deals.link(standing.opening.match, standing.anchor, number, self.secret)


def copied(draft: Draft, events: Sequence[Mapping[str, Any]], origins: Sequence[Json]) -> None:
    """Write down events of another match or a record; each names where it comes from."""
    for event, origin in zip(events, origins, strict=True):
        if event["kind"] == "chance":
            draft.add("chance", RECORD, outcome=event["outcome"], origin=origin)
        else:
            draft.add("move", RECORD, seat=event["seat"], move=event["move"], origin=origin)
