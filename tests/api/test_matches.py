"""Opening, joining, looking, handing over: what a caller sees."""

import pytest

from services.matches.playing import Choice, play
from services.matches.proof import proof_of
from services.matches.room import Asked, Limits
from tests.api.conftest import Make, World

NONCE = "ab" * 16


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
    client = world.room.store._client  # type: ignore[attr-defined]
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
    client = world.room.store._client  # type: ignore[attr-defined]

    def lives(match: str) -> list[int]:
        names = [name for name in client.keys("*") if name.endswith(match.encode())]
        return [client.ttl(name) for name in names]

    assert all(0 < left <= 30 * 24 * 3600 for left in lives(opened["match"]))
    assert len(lives(opened["match"])) == 3
    assert lives(table.match) == [-1, -1, -1]


def test_no_more_matches_of_bots_alone_run_than_may(make: Make) -> None:
    running = make().room.store.bot_matches()
    world = make(limits=Limits(bot_matches=running + 1))
    world.opened({"bot": "random"})

    answer = world.call("POST", "/matches", {"ruleset": "pig", "seats": [{"bot": "random"}]})

    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0


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
    assert table.get("/events?after=999")["events"] == []


@pytest.mark.parametrize("path", ["", "/legal-moves?seat=0", "/events", "/stream", "/record"])
def test_an_unknown_match_is_404_and_creates_nothing(world: World, path: str) -> None:
    client = world.room.store._client  # type: ignore[attr-defined]
    before = client.dbsize()

    answer = world.call("GET", f"/matches/aaaaaaaaaaaaaaaa{path}")

    assert (answer.status_code, answer.json["type"]) == (404, "unknown-match")
    assert client.dbsize() == before


def test_what_is_shown_is_never_that_of_a_stream_which_a_restored_backup_replaced(world: World) -> None:
    table = world.playing()
    client = world.room.store._client  # type: ignore[attr-defined]
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
