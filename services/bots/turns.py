"""A bot's turn: look, choose, play by the same verb as a person.

(1) A task that is stale, repeated or under way elsewhere ends as nothing.
(2) Attempts are counted before the search, so that a bot that takes its worker down is counted too. After
    three that failed the first legal move is played, and the event says so.
(3) A turn that got lost is found by the sweeper: the store knows which matches wait.
(4) The lease of a turn lasts as long as its worker lives, however long the turn, and hardly longer.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import structlog

from rulesets.contract import Dice, Seat, weights_digest, weights_of
from services.bots.levels import Search
from services.bots.players import Player
from services.matches.errors import Rejected, UnknownMatch
from services.matches.playing import Choice, play_bot
from services.matches.ports import StoreDown
from services.matches.room import Room
from services.matches.standing import Standing

log = structlog.get_logger()

ATTEMPTS = 3
# How long a turn is leased, and how often it is leased anew while it goes on. A match whose worker was killed
# waits so long, then for the sweeper, then for its turn: together less than fifteen seconds.
THINKING_SECONDS = 5
RENEWED_SECONDS = 1.5


def take_turn(room: Room, players: Mapping[str, Player], match: str, seat: Seat, version: int) -> bool:
    """Take the turn of a bot at this version if it is still due; whether it was."""
    place, holder = f"turn:{match}:{seat}:{version}", room.draw(8).hex()
    if not _due(room, match, seat, version) or not room.store.lease(place, holder, 1, THINKING_SECONDS):
        return False
    try:
        with _renewed(room, place, holder):
            return _taken(room, players, match, seat, version)
    finally:
        room.store.release(place, holder)


@contextmanager
def _renewed(room: Room, place: str, holder: str) -> Iterator[None]:
    """The lease is taken anew, from a thread of its own, until the turn is over."""
    over = Event()

    def renew() -> None:
        while not over.wait(RENEWED_SECONDS):
            try:
                room.store.lease(place, holder, 1, THINKING_SECONDS)
            except StoreDown as down:
                log.warning("lease not renewed", place=place, reason=str(down))

    renewing = Thread(target=renew, daemon=True)
    renewing.start()
    try:
        yield
    finally:
        over.set()
        renewing.join()


def _due(room: Room, match: str, seat: Seat, version: int) -> bool:
    try:
        standing = room.histories.read(match).current
    except UnknownMatch:
        return False
    return standing.version == version and seat in standing.acting_bots()


def _taken(room: Room, players: Mapping[str, Player], match: str, seat: Seat, version: int) -> bool:
    standing = room.histories.read(match).current
    attempt = room.store.attempt(match, seat, version)
    try:
        move, bot = _chosen(room, players, standing, seat, attempt)
        play_bot(room, match, Choice(seat, version, standing.ruleset.encode(move)), bot)
    except Rejected as rejected:
        log.info("turn came to nothing", match=match, seat=seat, version=version, reason=str(rejected))
        return False
    except StoreDown:
        raise
    except Exception:
        log.exception("turn failed", match=match, seat=seat, version=version, attempt=attempt)
        if attempt <= ATTEMPTS:
            room.bell.ring(match, [seat], version)
        return False
    return True


def _chosen(
    room: Room, players: Mapping[str, Player], standing: Standing, seat: Seat, attempt: int
) -> tuple[Any, dict[str, Any]]:
    """The move, and what the event says of who found it and how."""
    occupant = standing.players[seat]
    name = occupant.bot if occupant and occupant.bot else ""
    player = players.get(name)
    if attempt > ATTEMPTS or player is None:
        moves = standing.ruleset.legal_moves(standing.state, seat)
        reason = f"{name} failed {ATTEMPTS} times here" if player else f"{name} is not installed"
        return moves[0], {"name": name, "fallback": reason}
    seed = room.draw(8).hex()
    dice = Dice(bytes.fromhex(seed), ["tiledraft-bot/1", name])
    move, told = player.choose(standing.ruleset, standing.state, seat, dice)
    weights = weights_of(standing.ruleset) if isinstance(player.choose, Search) else None
    judging = {} if weights is None else {"weights": weights_digest(weights)}
    return move, {"name": name, "level": player.level, **told, **judging, "seed": seed}
