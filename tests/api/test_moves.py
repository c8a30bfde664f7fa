"""Moves over HTTP: accepted once, refused aloud, in the order of the contract."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from services.api.limits import Rates
from tests.api.conftest import Make, World


def rolled(world: World) -> Any:
    """A match that is on, who is to act, and the version."""
    table = world.playing()
    match = table.get()
    return table, match["position"]["to_act"][0], match["version"]


@pytest.mark.parametrize("body", [{"text": "roll"}, {"move": {"type": "roll"}}])
def test_a_move_is_accepted_by_wire_form_or_text_and_answers_what_it_added(world: World, body: Any) -> None:
    table, seat, version = rolled(world)

    answer = table.move(seat, body, version)

    assert answer.status_code == 201
    assert answer.headers["ETag"] == f'"{answer.json["version"]}"'
    assert [event["kind"] for event in answer.json["events"]] == ["move", "chance"]
    assert answer.json["events"] == table.get(f"/events?after={version}")["events"]
    assert answer.json["events"][0]["author"] == "person"


def test_what_is_wrong_is_said_in_the_order_of_the_contract(world: World) -> None:
    table, seat, version = rolled(world)
    other = world.playing()
    path = f"/api/v1/matches/{table.match}/moves"
    good, huge = b'{"text":"roll"}', b'{"text":"' + b"r" * 70_000 + b'"}'
    own = {"Authorization": f"Bearer {table.tokens[seat]}"}
    waiting = {"Authorization": f"Bearer {table.tokens[1 - seat]}"}
    elsewhere = {"Authorization": f"Bearer {other.tokens[0]}"}
    json = {"Content-Type": "application/json"}
    text = {"Content-Type": "text/plain"}
    now, then = {"If-Match": f'"{version}"'}, {"If-Match": f'"{version - 1}"'}

    def status(data: bytes, *headers: dict[str, str], at: str = path) -> tuple[int, str]:
        merged = {name: value for each in headers for name, value in each.items()}
        answer = world.client.post(at, data=data, headers=merged)
        return answer.status_code, answer.json["type"]  # type: ignore[index]

    nowhere = "/api/v1/matches/aaaaaaaaaaaaaaaa/moves"
    assert status(huge, text, at=nowhere) == (413, "too-large")
    assert status(b"{", text, at=nowhere) == (415, "not-json")
    assert status(b"{", json, at=nowhere) == (400, "invalid")
    assert status(good, json, at=nowhere) == (404, "unknown-match")
    assert status(good, json) == (401, "no-token")
    assert status(good, json, {"Authorization": "Bearer wrong"}) == (401, "no-token")
    assert status(good, json, {"Authorization": f"Bearer {table.match}.0.{'0' * 32}"}) == (401, "no-token")
    assert status(good, json, elsewhere) == (403, "wrong-token")
    assert status(good, json, own) == (428, "no-version")
    assert status(good, json, waiting, then) == (412, "conflict")
    assert status(good, json, waiting, now) == (422, "not-your-turn")
    assert status(b'{"text":"stop"}', json, own, now) == (422, "illegal")
    assert status(b'{"text":"jump"}', json, own, now) == (422, "illegal")


def test_a_weak_etag_counts_as_the_version(world: World) -> None:
    table, seat, version = rolled(world)

    assert table.move(seat, {"text": "roll"}, None, headers={"If-Match": f'W/"{version}"'}).status_code == 201


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b'"roll"',
        b'{"text":"roll","text":"roll"}',
        b'{"text":"roll","move":{"type":"roll"}}',
        b'{"move":{"type":"roll"},"further":1}',
        b'{"move":{"n":1.0}}',
        b'{"move":{"n":1e2}}',
        b'{"move":{"n":9007199254740993}}',
        b'{"move":{"n":' + b"9" * 5000 + b"}}",
        b'{"move":{"n":NaN}}',
        b'{"move":{"n":"\\ud800"}}',
        b'{"move":{"\\udfff":1}}',
        b'{"move":' + b"[" * 40 + b"]" * 40 + b"}",
        b'{"move":' + b"[" * 9000 + b"]" * 9000 + b"}",
        b'{"text":7}',
        b'{"text":true}',
        b'{"text":"\xff"}',
    ],
)
def test_what_cannot_be_read_is_400_and_changes_nothing(world: World, data: bytes) -> None:
    table, seat, version = rolled(world)

    answer = world.client.post(
        f"/api/v1/matches/{table.match}/moves",
        data=data,
        headers={"Authorization": f"Bearer {table.tokens[seat]}", "If-Match": f'"{version}"'},
        content_type="application/json",
    )

    assert (answer.status_code, answer.json["type"]) == (400, "invalid")  # type: ignore[index]
    assert table.get()["version"] == version


@pytest.mark.parametrize(
    "move",
    [{"type": "call", "number": True}, {"type": "roll", "x": 1}, {"type": None}, [], "roll", True],
)
def test_what_only_looks_like_a_move_is_illegal_and_changes_nothing(world: World, move: Any) -> None:
    table, seat, version = rolled(world)

    answer = table.move(seat, {"move": move}, version)

    assert (answer.status_code, answer.json["type"]) == (422, "illegal")
    assert table.get()["version"] == version


@pytest.mark.parametrize("header", ["4", '"x"', "*", '"4", "5"', '"-1"', '"4.0"', '"99999999999"'])
def test_if_match_names_one_version(world: World, header: str) -> None:
    table, seat, version = rolled(world)

    answer = table.move(seat, {"text": "roll"}, None, headers={"If-Match": header})

    assert answer.status_code == 400
    assert table.get()["version"] == version


def test_a_conflict_tells_what_was_missed_and_whether_the_move_still_goes(world: World) -> None:
    table, seat, version = rolled(world)
    table.move(seat, {"text": "roll"}, version)
    now = table.get()

    late = table.move(seat, {"text": "roll"}, version - 1)
    other = table.move(seat, {"text": "jump"}, version - 1)
    ahead = table.move(seat, {"text": "roll"}, now["version"] + 5)

    assert (late.status_code, late.json["version"]) == (412, now["version"])
    assert late.json["events"] == table.get(f"/events?after={version - 1}")["events"]
    assert late.json["still_legal"] == (seat in now["position"]["to_act"])
    assert other.json["still_legal"] is False
    assert (ahead.status_code, ahead.json["events"]) == (412, [])
    assert f"match {table.match} is at {now['version']}, not {version - 1}" in late.json["detail"]


def test_of_moves_at_one_version_exactly_one_is_accepted_and_none_is_silent(make: Make) -> None:
    worlds = [make() for _ in range(4)]
    table, seat, version = rolled(worlds[0])
    token = table.tokens[seat]

    def move(number: int) -> Any:
        world = worlds[number % 4]
        return world.call(
            "POST",
            f"/matches/{table.match}/moves",
            {"text": "roll"},
            token=token,
            version=version,
            key=f"click-{number}",
        )

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(move, range(16)))

    statuses = [answer.status_code for answer in answers]
    assert statuses.count(201) == 1
    assert statuses.count(412) == 15
    assert {answer.json["version"] for answer in answers} == {table.get()["version"]}


def test_a_repeat_without_a_key_gets_the_same_answer_and_adds_nothing(world: World) -> None:
    table, seat, version = rolled(world)

    first = table.move(seat, {"text": "roll"}, version)
    table.step()
    again = table.move(seat, {"text": "roll"}, version)

    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["ETag"] == first.headers["ETag"]


def test_a_key_means_one_move_at_one_version(world: World) -> None:
    table, seat, version = rolled(world)

    first = table.move(seat, {"text": "roll"}, version, key="once")
    again = table.move(seat, {"text": "roll"}, version, key="once")
    changed = table.move(seat, {"text": "stop"}, version, key="once")
    later = table.move(seat, {"text": "roll"}, first.json["version"], key="once")

    assert (again.status_code, again.json) == (201, first.json)
    for other in (changed, later):
        assert (other.status_code, other.json["type"]) == (422, "key-reused")
    assert table.get()["version"] == first.json["version"]


def test_a_refused_move_may_be_sent_again_under_its_key(world: World) -> None:
    table, seat, version = rolled(world)

    refused = table.move(seat, {"text": "roll"}, version - 1, key="again")
    accepted = table.move(seat, {"text": "roll"}, version, key="again")

    assert (refused.status_code, accepted.status_code) == (412, 201)


def test_a_key_is_its_seats_own(world: World) -> None:
    table, seat, version = rolled(world)
    table.move(seat, {"text": "roll"}, version, key="shared")

    other = table.move(1 - seat, {"text": "roll"}, version, key="shared")

    assert other.status_code == 412


def test_opening_and_joining_are_repeated_with_the_same_tokens(world: World) -> None:
    body = {"ruleset": "pig", "seats": [{"name": "Ann"}, {}]}
    opened = [world.call("POST", "/matches", body, key="open-1-of-a-test") for _ in range(3)]
    match = opened[0].json
    join = {"name": "Bob", "invite": match["invite"]}
    joined = [world.call("POST", f"/matches/{match['match']}/seats", join, key="join") for _ in range(3)]
    late = world.call("POST", "/matches", body, key="open-1-of-a-test")

    assert [each.json for each in opened] == [match] * 3
    assert [each.json for each in joined] == [joined[0].json] * 3
    assert late.json == match
    version = world.call("GET", f"/matches/{match['match']}").json["version"]
    assert version == 4
    for token in (match["seats"][0]["token"], joined[0].json["token"]):
        answer = world.call("POST", f"/matches/{match['match']}/moves", {"text": "x"}, token=token, version=4)
        assert answer.status_code == 422


def test_a_key_used_for_another_opening_is_refused(world: World) -> None:
    body = {"ruleset": "pig", "seats": [{"name": "Ann"}, {}]}
    given = world.call("POST", "/anchors", key="anchor-of-a-test").json
    assert world.call("POST", "/anchors", key="anchor-of-a-test").json == given
    world.call("POST", "/matches", body, key="open-2-of-a-test")

    for changed in ({**body, "options": {"target": 9}}, {**body, "match": given["match"]}):
        answer = world.call("POST", "/matches", changed, key="open-2-of-a-test")
        assert (answer.status_code, answer.json["type"]) == (422, "key-reused")


@pytest.mark.parametrize("key", ["", "ä", "with space", "x" * 256])
def test_an_idempotency_key_is_visible_ascii(world: World, key: str) -> None:
    table, seat, version = rolled(world)

    answer = table.move(seat, {"text": "roll"}, version, key=key)

    assert answer.status_code == 400
    assert table.get()["version"] == version


def test_no_one_acts_for_another_seat_or_match(world: World) -> None:
    table, other, opened = world.playing(), world.playing(), world.opened()
    match, before = table.match, table.get()["version"]
    changes = [
        ("POST", f"/matches/{match}/moves", {"text": "roll"}, 4),
        ("PUT", f"/matches/{match}/seats/0", {"bot": "random"}, None),
        ("POST", f"/matches/{match}/invite", {"renew": True}, None),
    ]
    strangers = [None, "nonsense", "a.b.c", f"{match}.0.", f"{match}.0.{'f' * 32}", other.tokens[0]]
    strangers.append(opened["seats"][0]["token"])

    for method, path, body, version in changes:
        for token in strangers:
            answer = world.call(method, path, body, token=token, version=version)
            assert answer.status_code in (401, 403), (method, path, token)
            assert (answer.status_code == 401) == (token not in (other.tokens[0], strangers[-1]))
            if answer.status_code == 401:
                assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert (
        world.call("PUT", f"/matches/{match}/seats/0", {"bot": "random"}, token=table.tokens[1]).status_code
        == 403
    )
    assert table.get()["version"] == before


def test_secrets_are_in_no_answer_stream_or_key_that_others_see(world: World) -> None:
    opened = world.opened({"name": "Ann"}, {}, target=15)
    table = world.playing(target=15)
    table.played_out()
    client = world.room.store._client  # type: ignore[attr-defined] # the port has no client
    secrets = [value for name in client.keys("*:secret:*") if (value := client.get(name))]
    tokens = [*table.tokens, opened["seats"][0]["token"]]
    hidden = [*secrets, client.get("instance-secret"), *(token.split(".")[2].encode() for token in tokens)]

    seen = b""
    for match in (opened["match"], table.match):
        for path in ("", "?at=2", "/legal-moves?seat=0", "/events", "/record"):
            seen += world.client.get(f"/api/v1/matches/{match}{path}").data
    for path in ("/api/v1/rulesets", "/openapi.json", "/readyz", "/metrics"):
        seen += world.client.get(path).data
    for name in client.keys("*:stream:*"):
        seen += repr(client.xrange(name)).encode()
    for name in client.keys("*:access:*"):
        seen += repr(client.hgetall(name)).encode()

    assert len(hidden) > 4
    assert not [secret for secret in hidden if secret in seen]


def test_the_first_link_of_a_chain_is_not_told_before_its_deal(world: World) -> None:
    table = world.playing()
    seen = repr(table.get("/record")) + repr(table.get())
    client = world.room.store._client  # type: ignore[attr-defined] # the port has no client
    secret = next(client.get(name) for name in client.keys(f"*:secret:{table.match}"))

    assert secret.decode() not in seen


def test_limits_answer_429_with_when_to_come_again(make: Make) -> None:
    world = make(Rates(requests="6/minute", moves="2/minute", streams=0))
    table = world.playing()

    moves = [table.move(0, {"text": "roll"}, 4).status_code for _ in range(4)]
    limited = world.call("GET", f"/matches/{table.match}")

    assert moves.count(429) == 2
    assert limited.status_code == 429
    assert 1 <= int(limited.headers["Retry-After"]) <= 60
    assert "at most 6 per 1 minute for requests from one address" in limited.json["detail"]
    assert world.client.get("/healthz").status_code == 200
