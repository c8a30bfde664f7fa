"""Who sits where: joining by invite, handing a seat to a bot, the invite itself."""

from rulesets.contract import Seat
from services.matches.drafts import PERSON
from services.matches.errors import Invalid, NotNow, Taken, WrongToken
from services.matches.ports import Appended, Batch, Conflict
from services.matches.room import Asked, Room
from services.matches.standing import Player, Standing
from services.matches.tokens import hashed

TRIES = 20


def join(
    room: Room, asked: Asked, match: str, name: str, invite: str, nonce: str | None
) -> tuple[Seat, str, int]:
    """Sit down in the lowest open seat: (seat, token, version)."""
    request = room.request(asked, hashed(invite))
    for _ in range(TRIES):
        standing = room.histories.read(match).current
        if asked.key and (done := room.store.repeat_of(match, 0, request)):
            return _joined(room, asked, match, done)
        if not room.tokens.invited(match, room.store.access(match).get("salt"), invite):
            raise WrongToken("the invite does not belong to this match, or was renewed")
        if None not in standing.players or standing.status != "open":
            raise Taken(f"all seats of match {match} are taken")
        seat = standing.players.index(None)
        token = room.tokens.made(match, seat, asked.key)
        draft = room.draft(standing)
        draft.add("seated", PERSON, seat=seat, name=name, nonce=nonce)
        draft.settle(room.limits.match_events)
        batch = draft.batch(request, access={f"seat:{seat}": hashed(token)}, expires=_kept(draft.standing))
        try:
            done = room.store_draft(match, draft, batch)
        except Conflict:
            continue
        return _joined(room, asked, match, done) if done.repeated else (seat, token, done.last)
    raise Taken(f"too many people sit down in match {match} at once; try again")


def hand_over(room: Room, asked: Asked, match: str, seat: Seat, bot: str, token: str | None) -> Standing:
    """Give the own seat, or as the creator an open one, to a bot; what stands then."""
    room.check_bot(bot)
    room.histories.read(match)
    who = room.tokens.seat(match, token)
    for _ in range(TRIES):
        standing = room.histories.read(match).current
        if not 0 <= seat < len(standing.players):
            raise Invalid(f"match {match} has the seats 0 to {len(standing.players) - 1}, not {seat}")
        player = standing.players[seat]
        _check_may_fill(room, match, who, seat, player)
        if player and player.bot:
            if player.bot != bot:
                raise Taken(f"seat {seat} is played by the bot {player.bot} already")
            return standing
        if standing.closed:
            raise NotNow("over", f"match {match} is {standing.status}")
        draft = room.draft(standing)
        if player:
            draft.add("handed_over", PERSON, seat=seat, bot=bot)
        else:
            draft.add("seated", PERSON, seat=seat, bot=bot)
        draft.settle(room.limits.match_events)
        batch: Batch = draft.batch(room.request(asked), expires=_kept(draft.standing))
        room.take_bot_match(draft)
        try:
            done = room.store_draft(match, draft, batch)
        except Conflict:
            continue
        return room.histories.read(match).at(done.last)
    raise Taken(f"too much happens in match {match} at once; try again")


def read_invite(room: Room, asked: Asked, match: str, token: str | None, *, renew: bool) -> str:
    """The invite of a match, for its creator; a new one, and the old one worthless, if renewed."""
    standing = room.histories.read(match).current
    who = room.tokens.seat(match, token)
    access = room.store.access(match)
    if access.get("creator") != str(who):
        raise WrongToken("the invite is for who opened the match")
    request = room.request(asked, str(who))
    done = room.store.repeat_of(match, 0, request) if asked.key else None
    if done is None and standing.status != "open":
        raise Taken(f"all seats of match {match} are taken: nobody can be invited any more")
    salt = room.tokens.renewed_salt(match, asked.key) if renew else access["salt"]
    if done is None:
        room.store.accept(match, standing.version, request, {"salt": salt} if renew else {})
    return room.tokens.invite(match, salt)


def _kept(standing: Standing) -> int | None:
    """A match with all seats taken is kept for good."""
    return 0 if standing.seated else None


def _joined(room: Room, asked: Asked, match: str, done: Appended) -> tuple[Seat, str, int]:
    """What a join answered the first time: it took the lowest seat that was open before it."""
    seat = room.histories.read(match).at(done.first - 1).players.index(None)
    return seat, room.tokens.made(match, seat, asked.key), done.last


def _check_may_fill(room: Room, match: str, who: Seat, seat: Seat, player: Player | None) -> None:
    creator = room.store.access(match).get("creator") == str(who)
    if who != seat and not (creator and (player is None or player.bot)):
        raise WrongToken(f"the token is that of seat {who}: it hands over that seat alone")
