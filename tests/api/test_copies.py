"""Branches, records, anchors, and how matches come to an end of their own: what a caller sees."""

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from services.matches.playing import Choice, play, play_bot
from services.matches.ports import Appended, Batch
from services.matches.proof import proof_of
from services.matches.room import BOT_MATCHES, Asked, Limits
from services.store import keys
from services.store.redis_store import RedisEventStore
from tests.api.conftest import Make, Table, World

NONCE = "ab" * 16


def test_a_branch_is_a_new_match_dealt_afresh_from_where_it_leaves_the_other(world: World) -> None:
    table = world.playing(target=1000)
    for _ in range(6):
        table.step()
    at, before = 8, table.get("?at=8")

    answer = world.call(
        "POST", f"/matches/{table.match}/branches", {"at": at, "seats": [{"name": "Cy"}, {"bot": "random"}]}
    )

    opened = answer.json
    branch = world.call("GET", f"/matches/{opened['match']}").json
    stream = world.call("GET", f"/matches/{opened['match']}/record").json["stream"]
    kinds = [event["kind"] for event in stream]
    assert answer.status_code == 201
    assert branch["origin"] == {"match": table.match, "version": at}
    assert branch["position"]["points"] == before["position"]["points"]
    assert branch["status"] == "playing"
    assert kinds.index("anchored") > max(at for at, event in enumerate(stream) if "origin" in event)
    assert all("link" not in event for event in stream if "origin" in event)
    assert table.get()["version"] == 4 + len(table.get("/events?after=4")["events"])


def test_a_branch_is_refused_where_there_is_nothing_to_go_on_from(world: World) -> None:
    table = world.playing(target=10)
    over = table.played_out()["version"]
    path = f"/matches/{table.match}/branches"
    seats = [{"name": "Cy"}, {}]

    for body, status, kind in (
        ({"at": 2, "seats": seats}, 422, "not-started"),
        ({"at": over, "seats": seats}, 422, "over"),
        ({"at": over + 1, "seats": seats}, 400, "invalid"),
        ({"at": 5, "seats": seats[:1]}, 400, "invalid"),
    ):
        answer = world.call("POST", path, body)
        assert (answer.status_code, answer.json["type"]) == (status, kind)


def test_a_record_is_exported_and_imported_as_what_it_is(world: World) -> None:
    table = world.playing(target=15)
    table.played_out()
    record = table.get("/record")
    unfinished = {**record, "events": record["events"][:5]}

    whole = world.call("POST", "/records", {"record": record}).json
    kept = world.call("POST", "/records", {"record": unfinished}).json
    going_on = world.call("POST", "/records", {"record": unfinished, "seats": [{"name": "Cy"}, {}]}).json

    statuses = [
        world.call("GET", f"/matches/{each['match']}").json["status"] for each in (whole, kept, going_on)
    ]
    assert statuses == ["over", "archived", "open"]
    joined = world.call(
        "POST", f"/matches/{going_on['match']}/seats", {"name": "Di", "invite": going_on["invite"]}
    )
    assert joined.status_code == 201
    again = world.call("GET", f"/matches/{going_on['match']}/record").json
    assert again["events"][:5] == unfinished["events"]
    assert [event["kind"] for event in again["stream"]].count("anchored") == 1
    assert world.call("POST", f"/matches/{kept['match']}/moves", {"text": "roll"}).status_code == 401


def test_a_record_is_refused_whole_at_its_first_bad_event(world: World) -> None:
    table = world.playing(target=15)
    table.played_out()
    record = table.get("/record")
    bad = {"kind": "move", "seat": 0, "move": {"type": "roll", "force": 1.5}}

    answer = world.call("POST", "/records", {"record": {**record, "events": [*record["events"][:3], bad]}})

    problem = answer.json
    assert answer.status_code == 422
    assert (problem["type"], problem["index"]) == ("bad-record", 3)
    assert "event 3 of the record is refused" in problem["detail"]


def test_an_archived_match_can_be_branched(world: World) -> None:
    table = world.playing()
    table.step()
    record = table.get("/record")
    kept = world.call("POST", "/records", {"record": {**record, "events": record["events"][:1]}}).json

    answer = world.call(
        "POST",
        f"/matches/{kept['match']}/branches",
        {"at": kept["version"], "seats": [{"bot": "random"}] * 2},
    )

    assert answer.status_code == 201


def test_an_anchor_is_given_before_the_nonce_and_used_once(world: World) -> None:
    given = world.call("POST", "/anchors").json
    body = {
        "ruleset": "pig",
        "seats": [{"name": "Ann", "nonce": NONCE}, {"bot": "random"}],
        "match": given["match"],
    }

    opened = world.call("POST", "/matches", body)
    again = world.call("POST", "/matches", body)
    unknown = world.call("POST", "/matches", {**body, "match": "a" * 16})

    stream = world.call("GET", f"/matches/{given['match']}/events").json["events"]
    assert opened.status_code == 201
    assert stream[0]["anchor"] == given["anchor"]
    assert stream[1]["nonce"] == NONCE
    assert [(each.status_code, each.json["type"]) for each in (again, unknown)] == [(409, "anchor-gone")] * 2


def test_a_branch_and_an_import_may_name_an_anchor_too(world: World) -> None:
    table = world.playing()
    record = table.get("/record")
    seats = [{"name": "Ann", "nonce": NONCE}, {}]
    for path, body in (
        (f"/matches/{table.match}/branches", {"at": 4}),
        ("/records", {"record": record}),
    ):
        given = world.call("POST", "/anchors").json

        answer = world.call("POST", path, {**body, "seats": seats, "match": given["match"]})

        assert answer.status_code == 201
        stream = world.call("GET", f"/matches/{given['match']}/events").json["events"]
        anchored = next(event for event in stream if event["kind"] == "anchored")
        assert anchored["anchor"] == given["anchor"]
        assert "anchor" not in stream[0]


def test_a_lost_secret_is_replaced_under_a_new_anchor(world: World) -> None:
    table = world.playing(target=1000)
    client = world.room.store._client  # type: ignore[attr-defined] # the port has no client, its Redis store does
    lost = [name for name in client.keys("*:secret:*") if table.match.encode() in name]
    assert client.delete(*lost) == 1

    table.step()
    for _ in range(10):
        table.step()

    record = table.get("/record")
    proof = proof_of(world.room.rulesets, record)
    assert list(proof.noted.values()) == ["new anchor: the secret was lost"]
    assert set(proof.deals.values()) == {"proven", "unproven"}


def test_links_that_are_used_up_are_followed_by_a_new_anchor(world: World) -> None:
    table = world.playing(target=1_000_000)
    while (history := world.room.histories.read(table.match)).version < 2200:
        standing = history.current
        seat = standing.acting()[0]
        play(world.room, Asked("t"), history, Choice(seat, standing.version, text="roll"), "token")

    record = table.get("/record")
    proof = proof_of(world.room.rulesets, record)
    assert list(proof.noted.values()) == ["new anchor: the links are used up"]
    assert list(proof.deals.values()).count("proven") == 1024
    assert list(proof.deals.values()).index("unproven") == 1024


def test_a_match_stops_when_it_has_too_many_events(make: Make) -> None:
    world = make(limits=Limits(match_events=40))
    table = world.playing(target=1_000_000)

    match = table.played_out()

    assert (match["status"], match["version"]) == ("stopped", 40)
    assert "winners" not in match
    assert table.get("/events?after=39")["events"][0]["kind"] == "stopped"
    seat = match["position"]["to_act"][:1] or [0]
    refused = table.move(seat[0], {"text": "roll"}, 40)
    assert (refused.status_code, refused.json["type"]) == (422, "over")


def test_a_match_that_nobody_started_expires_and_one_that_began_stays(world: World) -> None:
    opened = world.opened()
    table = world.playing()
    client = world.room.store._client  # type: ignore[attr-defined] # the port has no client, its Redis store does

    def lives(match: str) -> list[int]:
        names = [name for name in client.keys("*") if name.endswith(match.encode())]
        return [client.ttl(name) for name in names]

    assert all(0 < left <= 30 * 24 * 3600 for left in lives(opened["match"]))
    assert len(lives(opened["match"])) == 3
    assert lives(table.match) == [-1, -1, -1]


class AllAtOnce(RedisEventStore):
    """A store whose callers all learn which matches run before any of them stores another."""

    def __init__(self, client: Any, callers: int) -> None:
        super().__init__(client)
        self._met = Barrier(callers)

    def bot_matches(self) -> list[str]:
        running = super().bot_matches()
        self._met.wait(timeout=20)
        return running


def test_no_more_matches_of_bots_alone_run_than_may_however_they_begin(make: Make) -> None:
    running = len(make().room.store.bot_matches())
    world = make(limits=Limits(bot_matches=running + 3))
    table, left = world.playing(), [world.playing() for _ in range(3)]
    record = {key: value for key, value in table.get("/record").items() if key != "stream"}
    bots = [{"bot": "random"}] * 2
    requests: list[tuple[str, str, Any, str | None]] = [
        ("POST", "/matches", {"ruleset": "pig", "seats": bots}, None),
        ("POST", f"/matches/{table.match}/branches", {"at": 4, "seats": bots}, None),
        ("POST", "/records", {"record": record, "seats": bots}, None),
    ] * 3
    for each in left:
        path = f"/matches/{each.match}/seats"
        world.call("PUT", f"{path}/0", {"bot": "random"}, token=each.tokens[0])
        requests.append(("PUT", f"{path}/1", {"bot": "random"}, each.tokens[1]))
    world.room.store = AllAtOnce(world.room.store._client, len(requests))  # type: ignore[attr-defined] # the port has no client

    def ask(asked: tuple[str, str, Any, str | None]) -> Any:
        method, path, body, token = asked
        return world.call(method, path, body, token=token)

    with ThreadPoolExecutor(len(requests)) as pool:
        answers = list(pool.map(ask, requests))

    refused = [answer for answer in answers if answer.status_code not in (200, 201)]
    assert len(refused) == len(requests) - 3
    assert {(answer.status_code, answer.json["type"]) for answer in refused} == {(429, "too-many")}
    assert int(refused[0].headers["Retry-After"]) > 0
    assert len(make().room.store.bot_matches()) == running + 3


def test_a_match_of_bots_alone_gives_its_place_back_when_it_ends(make: Make) -> None:
    world = make(limits=Limits(bot_matches=len(make().room.store.bot_matches()) + 1))
    match = world.opened({"bot": "random"}, target=5)["match"]
    again = {"ruleset": "pig", "seats": [{"bot": "random"}]}
    assert world.call("POST", "/matches", again).status_code == 429

    while (standing := world.room.histories.read(match).current).status == "playing":
        text = "stop" if standing.state.turn >= 5 else "roll"
        play_bot(world.room, match, Choice(0, standing.version, text=text), {"name": "random"})

    assert world.call("POST", "/matches", again).status_code == 201


class Overtaken(RedisEventStore):
    """A store in which somebody else is faster, once."""

    def __init__(self, client: Any, faster: Callable[[], object]) -> None:
        super().__init__(client)
        self._faster = [faster]

    def append(self, match: str, batch: Batch) -> Appended:
        if self._faster:
            self._faster.pop()()
        return super().append(match, batch)


def test_an_opening_that_is_refused_keeps_no_place_of_a_match_of_bots_alone(make: Make) -> None:
    world = make(limits=Limits(bot_matches=len(make().room.store.bot_matches()) + 1))
    there, unused, raced = world.opened()["match"], *(_anchor(world) for _ in range(2))
    key = secrets.token_hex(16)
    bots, persons = ({"ruleset": "pig", "seats": [seat] * 2} for seat in ({"bot": "random"}, {}))
    assert world.call("POST", "/matches", persons, key=key).status_code == 201

    exists = world.call("POST", "/matches", bots | {"match": there})
    reused = world.call("POST", "/matches", bots | {"match": unused}, key=key)
    _overtake(world, lambda: world.call("POST", "/matches", persons | {"match": raced}))
    overtaken = world.call("POST", "/matches", bots | {"match": raced})
    opened = world.call("POST", "/matches", bots)

    refused = [(each.status_code, each.json["type"]) for each in (exists, reused, overtaken)]
    assert refused == [(409, "anchor-gone"), (422, "key-reused"), (409, "anchor-gone")]
    assert opened.status_code == 201


def test_a_seat_that_is_not_handed_over_keeps_no_place_of_a_match_of_bots_alone(make: Make) -> None:
    world = make(limits=Limits(bot_matches=len(make().room.store.bot_matches()) + 1))
    opened = world.opened({"name": "Ann"}, target=2)
    table = Table(world, opened["match"], [opened["seats"][0]["token"]])

    def played_out() -> None:
        table.played_out()
        # Its place, if it is the end that gives it back, is taken again by who comes later than that.
        assert world.room.store.lease(BOT_MATCHES, table.match, 1000, 30)

    _overtake(world, played_out)
    refused = world.call("PUT", f"/matches/{table.match}/seats/0", {"bot": "random"}, token=table.tokens[0])

    assert (refused.status_code, refused.json["type"]) == (422, "over")
    assert world.call("POST", "/matches", {"ruleset": "pig", "seats": [{"bot": "random"}]}).status_code == 201


def test_who_is_overtaken_by_the_same_opening_leaves_it_its_place(make: Make) -> None:
    world = make(limits=Limits(bot_matches=len(make().room.store.bot_matches()) + 1))
    client = world.room.store._client  # type: ignore[attr-defined] # the port has no client
    opening = {"ruleset": "pig", "seats": [{"bot": "random"}], "match": _anchor(world)}

    _overtake(world, lambda: world.call("POST", "/matches", opening))
    refused = world.call("POST", "/matches", opening)

    assert refused.json["type"] == "anchor-gone"
    assert client.zscore(keys.lease(BOT_MATCHES), opening["match"]) is not None


def _anchor(world: World) -> str:
    return str(world.call("POST", "/anchors").json["match"])


def _overtake(world: World, faster: Callable[[], object]) -> None:
    client = world.room.store._client  # type: ignore[attr-defined] # the port has no client
    world.room.store = Overtaken(client, faster)
