"""When a match is over: another one of the same kind, with a click."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.conftest import call
from tests.web.conftest import Opener
from tests.web.playing import my_turn, new_match, seated

FRIENDS = [{"name": "Ann"}, {}]


def played_out(address: str, match: str, tokens: list[str]) -> None:
    """Every seat takes its first legal move until the match is over."""
    path = f"{address}/api/v1/matches/{match}"
    while (acting := call(path)["position"]["to_act"]) != []:
        seat = acting[0]
        legal = call(f"{path}/legal-moves?seat={seat}")
        headers = {"Authorization": f"Bearer {tokens[seat]}", "If-Match": f'"{legal["version"]}"'}
        call(f"{path}/moves", {"text": legal["moves"][-1]["text"]}, **headers)


def friends_at(address: str, **options: Any) -> tuple[str, list[str]]:
    """A match of two who are called Ann, and their tokens."""
    opened = new_match(address, "azul", FRIENDS, hints=True, **options)
    match, ann = opened["match"], opened["seats"][0]["token"]
    joined = {"name": "Ann", "invite": opened["invite"]}
    return match, [ann, call(f"{address}/api/v1/matches/{match}/seats", joined)["token"]]


def test_another_match_has_the_same_game_options_and_bots_and_asks_the_same_people(
    opened: Opener, address: str
) -> None:
    match, tokens = friends_at(address, wall="gray")
    page = opened(f"/matches/{match}#seat={tokens[1]}")
    expect(page.locator("#log li")).not_to_have_count(0)
    expect(page.get_by_role("button", name="Play again")).to_be_hidden()
    played_out(address, match, tokens)

    page.get_by_role("button", name="Play again").dblclick()

    expect(page.locator("#invite-link")).to_be_visible()
    expect(page).not_to_have_url(re.compile(match))
    again = call(page.url.replace("/matches", "/api/v1/matches"))
    assert (again["ruleset"], again["options"], again["hints"]) == ("azul", {"wall": "gray"}, True)
    assert [seat.get("name") for seat in again["seats"]] == [None, "Ann"]
    assert page.evaluate("() => Object.keys(JSON.parse(localStorage['tiledraft.matches'])).length") == 2


def test_who_only_watched_is_not_asked_to_play_again(opened: Opener, address: str) -> None:
    match, tokens = friends_at(address)
    played_out(address, match, tokens)

    page = opened(f"/matches/{match}")

    expect(page.locator("#scores .winner")).not_to_have_count(0)
    expect(page.get_by_role("button", name="Play again")).to_be_hidden()


def test_bots_sit_where_they_sat(opened: Opener, address: str) -> None:
    match, link = seated(address, "azul", [{"bot": "random"}, {"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link)
    my_turn(page)
    over = page.evaluate(
        "match => fetch(`/matches/${match}/shown?seat=1`).then((answer) => answer.json())", match
    )
    page.route("**/shown?*", lambda route: route.fulfill(json=over | {"winners": [1]}))
    page.reload()

    page.get_by_role("button", name="Play again").click()

    expect(page).not_to_have_url(re.compile(match))
    seats = call(page.url.replace("/matches", "/api/v1/matches"))["seats"]
    assert [seat.get("bot") or seat["name"] for seat in seats] == ["random", "Ann", "greedy"]
