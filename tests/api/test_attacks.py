"""What somebody found who tried to break promises: large and odd bodies, races under one key, odd paths."""

import io
import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from gunicorn.http.errors import ChunkMissingTerminator, InvalidChunkSize, NoMoreData
from werkzeug.test import create_environ, run_wsgi_app

from services.api import moves
from services.matches.strict_json import read_json
from tests.api.conftest import Make, World

MEGABYTE = 1024 * 1024
LARGE = 4 * MEGABYTE


@pytest.mark.parametrize(
    "data",
    [
        b"{" + b",".join(b'"k%d":1' % n for n in range(200_000)) + b',"k5":1}',
        b"[" + b"[]," * (LARGE // 3 - 2) + b"[]]",
        b"[" * LARGE,
        b"[{" * (LARGE // 2),
        b'"' + b'\\"' * (LARGE // 2),
        b'"a' * (LARGE // 2),
        b"[" + b"9" * (LARGE // 2) + b"]",
        b"[" + b'{"a":1},' * (LARGE // 8) + b"{}]",
        b"]" * LARGE,
    ],
    ids=["a key twice", "lists", "deep", "mixed", "escapes", "quotes", "digits", "objects", "closing"],
)
def test_a_large_body_costs_no_more_than_its_length(data: bytes) -> None:
    began = time.process_time()
    with pytest.raises(ValueError, match=r"\w"):
        read_json(data, loosely=True)

    assert time.process_time() - began < 2  # the slowest takes a tenth of a second; it took minutes once


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{", r"Expecting property name .*: line 1 column 2 \(char 1\)"),
        (b'{"a": [1, {}}', r"Expecting ',' delimiter: line 1 column 13 \(char 12\)"),
        (b"{}]", r"Extra data: line 1 column 3 \(char 2\)"),
        (b"[" * 32, r"Expecting value: line 1 column 33 \(char 32\)"),
        (b"[" * 33, "JSON is nested at most 32 deep$"),
        (b"[" * 33 + b"]" * 33, "JSON is nested at most 32 deep$"),
        (b"[" * 33 + b"}" * 33, "JSON is nested at most 32 deep$"),
    ],
)
def test_json_that_is_broken_says_where(data: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_json(data)
    assert read_json(b"[" * 32 + b"]" * 32)


@pytest.mark.parametrize("text", ["1e999", "-1e999", "NaN", "Infinity"])
def test_a_number_that_is_none_is_unreadable_wherever_it_stands(world: World, text: str) -> None:
    record = world.playing().get("/record")
    body = world.client.application.json.dumps({"record": {**record, "stream": 7}}).replace("7}", f"{text}}}")

    answer = world.client.post("/api/v1/records", data=body, content_type="application/json")

    assert answer.status_code == 400


@pytest.mark.parametrize("keys", [100, 4_000])
def test_many_unknown_keys_are_counted_and_not_repeated(world: World, keys: int) -> None:
    answer = world.call("POST", "/matches", {f"k{n}": n for n in range(keys)})

    assert answer.status_code == 400
    assert f"the body has {keys} keys" in answer.json["detail"]


def test_a_long_key_and_many_seats_are_cut_in_the_answer(world: World) -> None:
    long = world.call("POST", "/matches", {"k" * 50_000: 1})
    many = world.call("POST", "/matches", {"ruleset": "pig", "seats": [{}] * 9_000})
    wide = world.call("POST", "/matches", {"ruleset": "pig", "seats": [{f"k{n}": 1 for n in range(3_000)}]})

    assert [answer.status_code for answer in (long, many, wide)] == [400, 400, 400]
    assert all(len(answer.data) < 2_000 for answer in (long, many, wide))


def test_a_body_without_a_length_is_too_large_as_soon_as_it_is(world: World) -> None:
    body = b'{"ruleset":"pig","seats":[{}]}'

    def status(data: bytes, **given: Any) -> int:
        environ = create_environ("/api/v1/matches", method="POST", content_type="application/json")
        environ |= {"wsgi.input": io.BytesIO(data), "wsgi.input_terminated": True, **given}
        parts, answered, _ = run_wsgi_app(world.client.application, environ, buffered=True)
        list(parts)
        return int(answered.split()[0])

    chunked = {"HTTP_TRANSFER_ENCODING": "chunked"}
    assert status(body, **chunked) == 201
    assert status(body + b" " * (64 * 1024 - len(body)), **chunked) == 201
    assert status(body + b" " * 64 * 1024, **chunked) == 413
    assert status(body, HTTP_TRANSFER_ENCODING="gzip, chunked") == 415
    assert status(body, CONTENT_LENGTH=str(len(body))) == 201
    assert status(body, CONTENT_LENGTH="500") == 400
    assert status(body, CONTENT_LENGTH=str(MEGABYTE)) == 413


class Torn(io.RawIOBase):
    """A body that cannot be read."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def read(self, size: int = -1, /) -> bytes:
        raise self._error


@pytest.mark.parametrize("error", [InvalidChunkSize(b"ZZ"), ChunkMissingTerminator(b"xx"), NoMoreData(b"")])
def test_a_body_whose_chunks_are_broken_is_unreadable(world: World, error: Exception) -> None:
    environ = create_environ("/api/v1/matches", method="POST", content_type="application/json")
    environ |= {"wsgi.input": Torn(error), "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}

    parts, status, _ = run_wsgi_app(world.client.application, environ, buffered=True)

    problem = json.loads(b"".join(parts))
    assert status == "400 BAD REQUEST"
    assert (problem["type"], problem["detail"]) == ("invalid", "the body could not be read")


@pytest.mark.parametrize("seats", [2, 4])
def test_joins_in_parallel_under_one_key_are_one_join(make: Make, seats: int) -> None:
    worlds = [make() for _ in range(4)]
    opened = worlds[0].opened({"name": "Ann"}, *[{}] * (seats - 1))
    path, body = f"/matches/{opened['match']}/seats", {"name": "Bob", "invite": opened["invite"]}

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda n: worlds[n % 4].call("POST", path, body, key="one-of-us"), range(20)))

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1
    joined = answers[0].json
    assert joined["seat"] == 1
    tried = worlds[0].call(
        "POST",
        f"/matches/{opened['match']}/moves",
        {"text": "roll"},
        token=joined["token"],
        version=joined["version"],
    )
    assert tried.status_code in (201, 422)


def test_hand_overs_in_parallel_under_one_key_answer_what_is_stored(make: Make) -> None:
    worlds = [make() for _ in range(4)]
    table = worlds[0].playing()

    def hand_over(number: int) -> Any:
        return worlds[number % 4].call(
            "PUT", f"/matches/{table.match}/seats/0", {"bot": "random"}, token=table.tokens[0], key="go"
        )

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(hand_over, range(12)))

    hashes = {event["hash"] for event in table.get("/events")["events"]}
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json["head"] for answer in answers} <= hashes


def test_a_refused_opening_leaves_its_key_for_the_right_one(world: World) -> None:
    body = {"ruleset": "pig", "seats": [{"name": "Ann"}, {}]}

    wrong = world.call("POST", "/matches", {**body, "match": "a" * 16}, key="leaves-its-key")
    right = world.call("POST", "/matches", body, key="leaves-its-key")

    assert (wrong.status_code, right.status_code) == (409, 201)


def test_an_anchor_that_is_gone_is_not_given_again_as_another(world: World) -> None:
    given = world.call("POST", "/anchors", key="an-anchors-key").json
    client = world.room.store._client  # type: ignore[attr-defined] # the port has no client, its Redis store does
    assert client.delete(*client.keys(f"*:secret:{given['match']}")) == 1

    again = world.call("POST", "/anchors", key="an-anchors-key")

    assert (again.status_code, again.json["type"]) == (409, "anchor-gone")


@pytest.mark.parametrize(
    "path",
    ["/api/v1//matches/x", "//evil.example/", "/api/v1/matches/../rulesets", "/api/v1/matches/%2e%2e/x"],
)
def test_no_path_is_answered_by_going_elsewhere(world: World, path: str) -> None:
    answer = world.client.get(path, headers={"Host": "evil.example"})

    assert answer.status_code == 404
    assert "Location" not in answer.headers


@pytest.mark.parametrize("seat", ["\u0660", "00", "0001", "-1", "1.0", "100", "x"])
def test_a_seat_in_a_path_is_written_in_one_way(world: World, seat: str) -> None:
    table = world.playing()

    answer = world.call(
        "PUT", f"/matches/{table.match}/seats/{seat}", {"bot": "random"}, token=table.tokens[0]
    )

    assert answer.status_code in (404, 405)


def test_a_query_names_each_thing_once(world: World) -> None:
    table = world.playing()

    answer = world.call("GET", f"/matches/{table.match}?at=1&at=2")

    assert (answer.status_code, answer.json["detail"]) == (400, '"at" stands 2 times in the query')


@pytest.mark.parametrize(
    "path", ["", "/legal-moves", "/events", "/stream", "/record", "/analysis", "/moves", "/hint", "/seats"]
)
def test_a_parameter_that_is_not_known_or_stands_twice_is_refused(world: World, path: str) -> None:
    table = world.playing()
    method = "POST" if path in ("/moves", "/hint", "/seats") else "GET"

    unknown = world.call(method, f"/matches/{table.match}{path}?seat=0&foo=1")
    twice = world.call(method, f"/matches/{table.match}{path}?foo=1&foo=2")

    assert [answer.status_code for answer in (unknown, twice)] == [400, 400]
    assert "is not known here" in unknown.json["detail"]
    assert '"foo"' in twice.json["detail"]
    assert world.call("GET", "/rulesets?foo=1").json["detail"] == "foo is not known here"
    assert world.call("GET", "/rulesets/pig?foo=1").json["detail"] == "foo is not known here"


@pytest.mark.parametrize(
    ("header", "status"), [('x"4"y', 200), ('"4"x, W/"4"', 304), ('"04"', 200), ("4", 200)]
)
def test_an_etag_is_compared_whole(world: World, header: str, status: int) -> None:
    table = world.playing()

    answer = world.call("GET", f"/matches/{table.match}", headers={"If-None-Match": header})

    assert answer.status_code == status


def test_a_conflict_tells_at_most_five_hundred_events(world: World) -> None:
    table = world.playing(target=1_000_000)
    while world.room.histories.read(table.match).version < 520:
        match = table.get()
        table.move(match["position"]["to_act"][0], {"text": "roll"}, match["version"])

    late = table.move(0, {"text": "roll"}, 1)

    assert late.status_code == 412
    assert [event["version"] for event in late.json["events"]] == list(range(2, 502))


def test_a_stream_that_is_busy_keeps_its_place(world: World, monkeypatch: Any) -> None:
    monkeypatch.setattr("services.api.moves.PULSE", 0.0)
    world.service.gate.rates.__dict__["streams"] = 5
    renewed: list[str] = []
    lease = world.room.store.lease

    def counted(name: str, holder: str, limit: int, seconds: int) -> bool:
        renewed.append(holder)
        return lease(name, holder, limit, seconds)

    monkeypatch.setattr(world.room.store, "lease", counted)
    table = world.playing()

    with world.client.application.test_request_context():
        streamed = moves._Streamed(table.match, 0, ("streams:test", "me"))
    parts = iter(streamed)
    for _ in range(3):
        next(parts)
    table.step()
    for _ in range(4):
        next(parts)
    streamed.close()

    assert renewed.count("me") >= 1
