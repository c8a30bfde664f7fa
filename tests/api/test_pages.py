"""The pages without a browser: what they answer to what goes wrong, and for games that draw nothing."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pig
import pytest
from flask.testing import FlaskClient

from services.api.app import create_app
from services.matches.ports import StoreDown
from services.matches.room import Room
from services.web.pages import Pages
from tests.api.conftest import NO_LIMITS, Make, World

PARTS = ("", "/shown", "/preview", "/analysed")


def pages_of(world: World, room: Any = None) -> FlaskClient:
    pages = Pages(cast("Room", room or world.room), "http://here").blueprint()
    return create_app(world.service, pages=pages).test_client()


@pytest.mark.parametrize("part", PARTS)
def test_too_many_requests_are_said_with_when_there_may_be_more(make: Make, part: str) -> None:
    world = make(rates=replace(NO_LIMITS, requests="1/minute"))
    client = pages_of(world)
    client.get("/matches/nothing")

    answer = client.get(f"/matches/nothing{part}")

    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert "Too many requests; wait" in answer.get_data(as_text=True)


@pytest.mark.parametrize("path", ["/nowhere", "/matches", "/matches/some/thing", "/apis"])
def test_a_mistyped_address_is_answered_with_a_page(world: World, path: str) -> None:
    answer = pages_of(world).get(path)

    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "There is no such page." in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/v1/nowhere", 404),
        ("GET", "/api/v1/matches/some/moves", 405),
        ("POST", "/readyz", 405),
        ("GET", "/healthz", 200),
    ],
)
def test_to_programs_nothing_is_answered_with_a_page(
    world: World, method: str, path: str, status: int
) -> None:
    answer = pages_of(world).open(path, method=method)

    assert answer.status_code == status
    assert answer.mimetype != "text/html"


@pytest.mark.parametrize("part", PARTS)
def test_a_store_that_is_away_is_said(world: World, part: str) -> None:
    def away(_: str) -> None:
        raise StoreDown("away")

    room = SimpleNamespace(rulesets={"pig": pig}, bots={}, histories=SimpleNamespace(read=away))

    answer = pages_of(world, room).get(f"/matches/nothing{part}")

    assert answer.status_code == 503
    assert "cannot reach its store" in answer.get_data(as_text=True)


def test_a_match_under_way_has_no_analysis_and_that_is_no_fault(world: World) -> None:
    match = world.opened({"name": "Ann"}, {"bot": "random"})["match"]

    answer = pages_of(world).get(f"/matches/{match}/analysed")

    assert (answer.status_code, answer.get_json()) == (200, {"status": "none"})


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ("move=roll", "a preview wants the seat whose move it is"),
        ("seat=9&move=roll", "the match has the seats 0 to 1, not 9"),
        ("seat=0&move=rol", '"rol" is no legal move of seat 0 at version 4'),
        ("seat=0&seat=1&move=roll", "seat is wanted once, and came 2 times"),
        ("seat=0&move=roll&move=stop", "move is wanted once, and came 2 times"),
        ("seat=0&move=roll&at=-1", "at is a whole number, not -1"),
    ],
)
def test_a_preview_of_what_is_not_there_is_refused(world: World, query: str, detail: str) -> None:
    match = world.opened({"name": "Ann"}, {"bot": "random"})["match"]

    answer = pages_of(world).get(f"/matches/{match}/preview?{query}")

    assert answer.status_code == 400
    assert answer.get_json()["detail"] == detail


def test_a_token_is_told_its_seat_and_another_nothing(world: World) -> None:
    opened = world.opened({"bot": "random"}, {"name": "Ann"})
    path, client = f"/matches/{opened['match']}/mine", pages_of(world)
    token = opened["seats"][1]["token"]

    known = client.get(path, headers={"Authorization": f"Bearer {token}"})
    unknown = client.get(path, headers={"Authorization": f"Bearer {token}x"})

    assert (known.status_code, known.get_json()) == (200, {"seat": 1})
    assert unknown.status_code == 403
    assert client.get(path).status_code == 403


def test_a_game_that_draws_nothing_is_shown_by_what_its_view_names(world: World) -> None:
    match = world.opened({"name": "Ann"}, {"bot": "random"})["match"]
    client = pages_of(world)

    shown = client.get(f"/matches/{match}/shown").get_json()

    view = world.call("GET", f"/matches/{match}").get_json()["position"]
    assert [line.split(" ")[0] for line in shown["plain"].splitlines()] == list(view)
    assert shown["plain"] in client.get(f"/matches/{match}").get_data(as_text=True).replace("&#34;", '"')
