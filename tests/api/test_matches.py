"""Opening, joining, looking, handing over: what a caller sees."""

from collections.abc import Mapping

import pytest

from services.matches.ports import Request, StoreDown
from services.store.redis_store import RedisEventStore
from tests.api.conftest import World

NONCE = "ab" * 16


class AwayAtFirst(RedisEventStore):
    """A store that is away when it is to accept something for the first time."""

    away = True

    def accept(self, match: str, version: int, request: Request, access: Mapping[str, str]) -> None:
        if self.away:
            self.away = False
            raise StoreDown("away")
        super().accept(match, version, request, access)


def test_a_match_of_two_persons_is_opened_joined_and_played_to_its_end(world: World) -> None:
    table = world.playing(target=15)

    match = table.played_out()

    assert match["status"] == "over"
    assert match["winners"] == match["position"]["winners"]
    assert [seat["name"] for seat in match["seats"]] == ["Ann", "Bob"]
    stream = table.get("/record")["stream"]
    assert stream[-1]["kind"] == "ended"
    assert stream[-1]["scores"] == match["scores"]
    assert [event["version"] for event in stream] == list(range(1, match["version"] + 1))


def test_opening_answers_where_the_match_is_and_only_the_creators_token(world: World) -> None:
    body = {"ruleset": "pig", "seats": [{"name": "Ann"}, {"bot": "greedy"}, {}]}

    answer = world.call("POST", "/matches", body)

    opened = answer.json
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/api/v1/matches/{opened['match']}"
    assert set(opened) == {"match", "version", "seats", "invite"}
    token = opened["seats"][0]["token"]
    assert opened["seats"] == [
        {"seat": 0, "name": "Ann", "token": token},
        {"seat": 1, "bot": "greedy"},
        {"seat": 2},
    ]


def test_a_match_of_bots_alone_begins_at_once_and_rings_the_first(world: World) -> None:
    opened = world.opened({"bot": "greedy"}, {"bot": "random"})

    match = world.call("GET", f"/matches/{opened['match']}").json

    assert "invite" not in opened
    assert match["status"] == "playing"
    assert world.bell.rung == [(opened["match"], match["position"]["to_act"], opened["version"])]


def test_seats_fill_from_the_lowest_and_a_full_match_is_refused(world: World) -> None:
    opened = world.opened({}, {"name": "Ann"}, {})
    path = f"/matches/{opened['match']}/seats"

    first = world.call("POST", path, {"name": "Bob", "invite": opened["invite"]})
    second = world.call("POST", path, {"name": "Cy", "invite": opened["invite"]})
    third = world.call("POST", path, {"name": "Di", "invite": opened["invite"]})

    assert (first.status_code, first.json["seat"]) == (201, 0)
    assert (second.status_code, second.json["seat"]) == (201, 2)
    assert (third.status_code, third.json["type"]) == (409, "taken")


def test_a_wrong_invite_is_403_and_changes_nothing(world: World) -> None:
    opened = world.opened()

    answer = world.call("POST", f"/matches/{opened['match']}/seats", {"name": "Eve", "invite": "guessed"})

    assert answer.status_code == 403
    assert world.call("GET", f"/matches/{opened['match']}").json["version"] == opened["version"]


def test_the_creator_reads_the_invite_again_or_renews_it(world: World) -> None:
    opened = world.opened()
    path, token = f"/matches/{opened['match']}/invite", opened["seats"][0]["token"]

    again = world.call("POST", path, token=token)
    renewed = world.call("POST", path, {"renew": True}, token=token)
    old = world.call("POST", f"/matches/{opened['match']}/seats", {"name": "Bob", "invite": opened["invite"]})
    new = world.call(
        "POST",
        f"/matches/{opened['match']}/seats",
        {"name": "Bob", "invite": renewed.json["invite"]},
    )

    assert again.json == {"invite": opened["invite"]}
    assert renewed.json != again.json
    assert (old.status_code, new.status_code) == (403, 201)
    joined = new.json
    assert world.call("POST", path, token=joined["token"]).status_code == 403
    assert world.call("POST", path).status_code == 401


def test_a_repeated_renewal_answers_the_same_and_changes_nothing_more(world: World) -> None:
    opened = world.opened()
    path, token = f"/matches/{opened['match']}/invite", opened["seats"][0]["token"]

    first = world.call("POST", path, {"renew": True}, token=token, key="renew")
    second = world.call("POST", path, {"renew": True}, token=token)
    again = world.call("POST", path, {"renew": True}, token=token, key="renew")
    now = world.call("POST", path, token=token)

    assert first.json == again.json
    assert now.json == second.json != first.json
    assert world.call("POST", path, {"renew": False}, token=token, key="renew").status_code == 422
    assert world.call("POST", path, {}, token=token, key="other").json == second.json


def test_a_renewal_that_broke_off_is_put_in_force_by_its_repeat(world: World) -> None:
    opened = world.opened()
    path, token = f"/matches/{opened['match']}/invite", opened["seats"][0]["token"]
    seats, how = f"/matches/{opened['match']}/seats", {"token": token, "key": "broke-off"}
    world.room.store = AwayAtFirst(world.room.store._client)  # type: ignore[attr-defined] # the port has none

    broken = world.call("POST", path, {"renew": True}, **how)
    renewed = world.call("POST", path, {"renew": True}, **how).json["invite"]

    assert broken.status_code == 503
    old = world.call("POST", seats, {"name": "Bob", "invite": opened["invite"]})
    assert (old.status_code, old.json["type"]) == (403, "wrong-token")
    assert world.call("POST", seats, {"name": "Bob", "invite": renewed}).status_code == 201


def test_nobody_is_invited_where_all_seats_are_taken(world: World) -> None:
    opened = world.opened()
    path, token = f"/matches/{opened['match']}/invite", opened["seats"][0]["token"]
    renewed = world.call("POST", path, {"renew": True}, token=token, key="before").json
    join = {"name": "Bob", "invite": renewed["invite"]}
    assert world.call("POST", f"/matches/{opened['match']}/seats", join).status_code == 201

    for body in ({}, {"renew": True}):
        answer = world.call("POST", path, body, token=token)
        assert (answer.status_code, answer.json["type"]) == (409, "taken")
    assert world.call("POST", path, {"renew": True}, token=token, key="before").json == renewed


def test_a_person_hands_the_own_seat_over_and_cannot_play_on(world: World) -> None:
    table = world.playing()
    path = f"/matches/{table.match}/seats/0"

    answer = world.call("PUT", path, {"bot": "greedy"}, token=table.tokens[0])
    again = world.call("PUT", path, {"bot": "greedy"}, token=table.tokens[0])
    other = world.call("PUT", f"/matches/{table.match}/seats/1", {"bot": "greedy"}, token=table.tokens[0])
    version = table.get()["version"]
    move = table.move(0, {"text": "roll"}, version)

    assert answer.status_code == again.status_code == 200
    assert table.get()["seats"][0] == {"seat": 0, "bot": "greedy"}
    assert [event["kind"] for event in table.get("/events?after=4")["events"]] == ["handed_over"]
    assert other.status_code == 403
    assert move.status_code == 403


def test_the_creator_fills_an_open_seat_with_a_bot_so_that_the_match_goes_on(world: World) -> None:
    opened = world.opened()
    token = opened["seats"][0]["token"]

    answer = world.call("PUT", f"/matches/{opened['match']}/seats/1", {"bot": "random"}, token=token)

    match = answer.json
    assert answer.status_code == 200
    assert match["status"] == "playing"
    assert match["seats"][1] == {"seat": 1, "bot": "random"}
    assert (
        world.call("PUT", f"/matches/{opened['match']}/seats/9", {"bot": "random"}, token=token).status_code
        == 400
    )


def test_any_version_can_be_looked_at_and_the_version_is_the_etag(world: World) -> None:
    table = world.playing(target=1000)
    seen = {}
    for _ in range(20):
        match = table.step()
        seen[match["version"]] = match

    for version, match in seen.items():
        answer = world.call("GET", f"/matches/{table.match}?at={version}")
        assert answer.json == match
        assert answer.headers["ETag"] == f'"{version}"'
    last = max(seen)
    for header in (f'"{last}"', f'W/"{last}"', f'"1", "{last}"', "*"):
        answer = world.call("GET", f"/matches/{table.match}", headers={"If-None-Match": header})
        assert (answer.status_code, answer.data) == (304, b"")
    stale = world.call("GET", f"/matches/{table.match}", headers={"If-None-Match": f'"{last - 1}"'})
    assert stale.status_code == 200


def test_legal_moves_are_those_of_the_seat_and_none_for_one_that_need_not_act(world: World) -> None:
    table = world.playing()
    seat = table.get()["position"]["to_act"][0]

    moves = table.get(f"/legal-moves?seat={seat}")
    none = table.get(f"/legal-moves?seat={1 - seat}")
    before = table.get(f"/legal-moves?seat={seat}&at=2")

    assert moves == {"version": 4, "seat": seat, "moves": [{"move": {"type": "roll"}, "text": "roll"}]}
    assert none["moves"] == before["moves"] == []
    assert world.call("GET", f"/matches/{table.match}/legal-moves?seat=2").status_code == 400
    assert world.call("GET", f"/matches/{table.match}/legal-moves").status_code == 400


def test_who_has_the_legal_moves_of_a_version_is_told_so_but_not_of_a_seat_that_is_not_there(
    world: World,
) -> None:
    table = world.playing()
    statuses = [
        world.call(
            "GET", f"/matches/{table.match}/legal-moves?seat={seat}", headers={"If-None-Match": '"4"'}
        ).status_code
        for seat in (0, 1, 2)
    ]

    assert statuses == [304, 304, 400]


def test_events_come_in_pages_with_where_to_go_on(world: World) -> None:
    table = world.playing(target=1000)
    for _ in range(5):
        table.step()
    whole = table.get("/events")["events"]

    collected, after = [], 0
    while True:
        page = table.get(f"/events?after={after}&limit=3")
        collected += page["events"]
        if "next" not in page:
            break
        after = page["next"]

    assert collected == whole
    assert len(whole) == table.get()["version"]
    assert [event["index"] for event in whole if event["kind"] in ("move", "chance")] == list(
        range(len(table.get("/record")["events"]))
    )
    version = whole[-1]["version"]
    assert table.get(f"/events?after={version}")["events"] == []


@pytest.mark.parametrize("path", ["", "/legal-moves?seat=0", "/events", "/stream", "/record"])
def test_an_unknown_match_is_404_and_creates_nothing(world: World, path: str) -> None:
    client = world.room.store._client  # type: ignore[attr-defined] # the port has no client, its Redis store does
    before = client.dbsize()

    answer = world.call("GET", f"/matches/aaaaaaaaaaaaaaaa{path}")

    assert (answer.status_code, answer.json["type"]) == (404, "unknown-match")
    assert client.dbsize() == before


def test_what_is_shown_is_never_that_of_a_stream_which_a_restored_backup_replaced(world: World) -> None:
    table = world.playing()
    client = world.room.store._client  # type: ignore[attr-defined] # the port has no client, its Redis store does
    (name,) = [each for each in client.keys("*:stream:*") if table.match.encode() in each]
    before, backup = table.get(), client.dump(name)
    seat = before["position"]["to_act"][0]
    assert table.move(seat, {"text": "roll"}, before["version"]).status_code == 201
    replaced = table.get()

    client.delete(name)
    client.restore(name, 0, backup)
    world.clock.time += 1
    assert table.move(seat, {"text": "roll"}, before["version"]).status_code == 201

    shown = table.get()
    assert shown["version"] == replaced["version"]
    assert shown["head"] != replaced["head"]
