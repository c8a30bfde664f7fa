"""What stands around the matches: the catalogue, documentation, health, metrics, headers, problems."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis.strategies import booleans
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from services.api.app import Edge
from tests.api.conftest import Make, World


def test_the_catalogue_tells_seats_options_and_bots(world: World) -> None:
    catalogue = world.call("GET", "/rulesets").json["rulesets"]
    one = world.call("GET", "/rulesets/pig").json
    unknown = world.call("GET", "/rulesets/chess")

    assert catalogue == [one]
    assert one["seats"] == [1, 2, 3, 4]
    assert one["bots"] == ["random", "greedy"]
    assert one["options"]["properties"]["target"] == {
        "type": "integer",
        "default": 30,
        "description": "the points that win",
        "minimum": 1,
        "maximum": 1_000_000,
    }
    assert (unknown.status_code, unknown.json["type"]) == (404, "unknown-ruleset")


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"ruleset": "chess", "seats": [{}]}, 'the ruleset "chess" is not installed; there are: pig'),
        ({"ruleset": "pig", "seats": [{}] * 5}, "the number of seats is one of 1, 2, 3, 4, not 5"),
        ({"ruleset": "pig", "seats": []}, "the number of seats is one of 1, 2, 3, 4, not 0"),
        ({"ruleset": "pig", "seats": [{}] * 17}, "seats has at most 16 entries, not 17"),
        ({"ruleset": "pig", "seats": [{}], "options": []}, "options are an object, not []"),
        ({"ruleset": "pig", "seats": [{}], "options": {"goal": 1}}, 'the option "goal" is not known'),
        ({"ruleset": "pig", "seats": [{}], "options": {"target": True}}, "from 1 to 1000000, not true"),
        ({"ruleset": "pig", "seats": [{}], "options": {"target": 0}}, "from 1 to 1000000, not 0"),
        ({"ruleset": "pig", "seats": [{"name": "A"}, {"name": "B"}]}, "at most one seat is named"),
        ({"ruleset": "pig", "seats": [{"bot": "deep"}]}, 'no bot "deep"; there are: random, greedy'),
        ({"ruleset": "pig", "seats": [{"bot": "greedy", "name": "A"}]}, "seats.0: a seat is for a person or"),
        ({"ruleset": "pig", "seats": [{"nonce": "ab" * 16}]}, "only a person gives a nonce"),
        (
            {"ruleset": "pig", "seats": [{"name": "A", "nonce": "AB" * 16}]},
            "16 to 64 bytes in lower-case hex",
        ),
        ({"ruleset": "pig", "seats": [{"name": ""}]}, "seats.0.name has 1 to 40 characters"),
        ({"ruleset": "pig", "seats": [{"name": "x" * 41}]}, "has 1 to 40 characters"),
        (
            {"ruleset": "pig", "seats": [{"name": "a\u202eb"}]},
            "seats.0.name cannot have U+202E RIGHT-TO-LEFT OVERRIDE as its character 2: it is not seen",
        ),
        ({"ruleset": "pig", "seats": [{"name": 5}]}, "seats.0.name is a text, not 5"),
        ({"ruleset": "pig", "seats": [{"nmae": "A"}]}, "seats.0.nmae is not known here"),
        ({"ruleset": "pig", "seats": {}}, "seats is no list"),
        ({"ruleset": "pig", "seats": [{}, 5]}, "seats.1 is no object, and should be one"),
        ([], "the body is no object, and should be one"),
        ({"ruleset": "pig", "sets": [{}], "seats": [{}]}, "sets is not known here"),
        ({"seats": [{}]}, "ruleset is missing"),
        ({"ruleset": "pig", "seats": [{}], "match": "x"}, "match has 16 characters a-z and 2-7"),
    ],
)
def test_a_wrong_opening_is_400_and_says_what_was_wanted(world: World, body: Any, detail: str) -> None:
    answer = world.call("POST", "/matches", body)

    assert (answer.status_code, answer.json["type"]) == (400, "invalid")
    assert detail in answer.json["detail"]


def test_a_script_as_a_name_is_kept_as_text(world: World) -> None:
    opened = world.opened({"name": "<script>alert(1)</script>"}, {})

    assert opened["seats"][0]["name"] == "<script>alert(1)</script>"


def test_a_problem_tells_nothing_of_the_inside(world: World) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("a secret of the inside")

    world.room.histories.read = broken  # type: ignore[method-assign]

    answer = world.call("GET", "/matches/aaaaaaaaaaaaaaaa")

    assert answer.status_code == 500
    assert set(answer.json) == {"type", "title", "status", "detail", "id"}
    assert answer.mimetype == "application/problem+json"
    assert "secret" not in answer.text


def test_methods_that_are_not_there_say_which_are(world: World) -> None:
    answer = world.call("DELETE", "/matches")

    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}
    assert answer.json["type"] == "method-not-allowed"


def test_the_documentation_is_served_without_any_other_host(world: World) -> None:
    page = world.client.get("/docs").text
    spec: Any = world.client.get("/openapi.json").json

    assert "http://" not in page
    assert "https://" not in page
    with world.client.get("/docs/assets/swagger-ui-bundle.js") as script:
        assert script.status_code == 200
    assert spec["openapi"] == "3.1.0"
    assert "/api/v1/matches/{match}/moves" in spec["paths"]


def test_health_readiness_and_metrics(world: World, make: Make) -> None:
    world.playing()
    assert world.client.get("/healthz").json == {"status": "ok"}
    assert world.client.get("/readyz").json == {"status": "ready", "warnings": []}
    world.ready.failures.append("the store may evict events")
    unready: Any = world.client.get("/readyz")
    assert (unready.status_code, unready.json["type"]) == (503, "store-down")
    assert unready.json["detail"] == "the store may evict events"
    metrics = world.client.get("/metrics")
    assert "tiledraft_requests_total" in metrics.text
    assert "tiledraft_due_matches" in metrics.text

    far = {"REMOTE_ADDR": "203.0.113.9"}
    passed_on = {"X-Forwarded-For": "203.0.113.9"}
    assert world.client.get("/metrics", headers=passed_on).status_code == 403
    assert world.client.get("/metrics", environ_overrides=far).status_code == 403
    guarded = make(metrics_token="let me in")
    assert guarded.client.get("/metrics").status_code == 403
    bearer = {"Authorization": "Bearer let me in"}
    assert guarded.client.get("/metrics", environ_overrides=far, headers=bearer).status_code == 200


def test_other_origins_are_let_in_only_when_listed(make: Make) -> None:
    closed, listed = make(), make(edge=Edge(origins=("https://play.example",)))
    asking = {"Origin": "https://play.example"}
    other = {"Origin": "https://other.example"}

    assert "Access-Control-Allow-Origin" not in closed.call("GET", "/rulesets", headers=asking).headers
    allowed = listed.call("GET", "/rulesets", headers=asking)
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://play.example"
    assert "Access-Control-Allow-Credentials" not in allowed.headers
    assert "Access-Control-Allow-Origin" not in listed.call("GET", "/rulesets", headers=other).headers
    preflight = listed.call("OPTIONS", "/matches", headers=asking)
    assert "If-Match" in preflight.headers["Access-Control-Allow-Headers"]


def test_answers_carry_no_referrer_and_are_not_sniffed(world: World) -> None:
    answer = world.call("GET", "/rulesets")

    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


CONFORMS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def test_the_served_description_is_true(world: World) -> None:
    """Requests made from the description: no server error, no answer that it does not know."""
    table = world.playing()
    schema = schemathesis.openapi.from_wsgi("/openapi.json", world.client.application)
    asked: list[int] = []

    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr] # a description that is wrong fails here

        @seed(1)
        @settings(max_examples=40, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(), known=booleans())
        def ask(case: Any, known: bool) -> None:
            if known and "match" in (case.path_parameters or {}):
                case.path_parameters["match"] = table.match
                case.headers["Authorization"] = f"Bearer {table.tokens[0]}"
            if "wait" in (case.query or {}):
                case.query["wait"] = "0"
            asked.append(case.call_and_validate(checks=CONFORMS).status_code)

        if not operation.path.endswith("/stream"):
            ask()

    assert len(asked) > 300
    assert {200, 201, 400, 404} <= set(asked)
