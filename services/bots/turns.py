"""A bot's turn: look, choose, play by the same verb as a person.

(1) A task that is stale, repeated or under way elsewhere ends as nothing.
(2) Attempts are counted before the search, so that a bot that takes its worker down is counted too. After
    three that failed the first legal move is played, and the event says so.
(3) A turn that got lost is found by the sweeper: the store knows which matches wait.
"""

from collections.abc import Mapping
from typing import Any

import structlog

from rulesets.contract import Dice, Seat
from services.bots.players import Player
from services.matches.errors import Rejected, UnknownMatch
from services.matches.playing import Choice, play_bot
from services.matches.ports import StoreDown
from services.matches.room import Room
from services.matches.standing import Standing

log = structlog.get_logger()

ATTEMPTS = 3
# Longer than a turn takes; shorter than a match may stop for when the worker of a turn was killed.
THINKING_SECONDS = 8


def take_turn(room: Room, players: Mapping[str, Player], match: str, seat: Seat, version: int) -> bool:
    """Take the turn of a bot at this version if it is still due; whether it was."""
    place, holder = f"turn:{match}:{seat}:{version}", room.draw(8).hex()
    if not _due(room, match, seat, version) or not room.store.lease(place, holder, 1, THINKING_SECONDS):
        return False
    try:
        return _taken(room, players, match, seat, version)
    finally:
        room.store.release(place, holder)


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
    move = player.choose(standing.ruleset, standing.state, seat, dice)
    return move, {"name": name, "level": player.level, "seed": seed}
