"""A ruleset that changes leaves running matches alone; one that is missing is asked for by name."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pig
import pytest

from services.matches.errors import RulesetMissing
from services.matches.looking import exported, shown_match
from services.matches.opening import open_match
from services.matches.playing import Choice, play_bot
from services.matches.room import Asked, Room

MakeRoom = Callable[..., Room]


def changed(**names: Any) -> Any:
    return SimpleNamespace(**{**vars(pig), **names})


def opened(room: Room) -> str:
    found = open_match(room, Asked("t"), "pig", {}, [{"bot": "random"}] * 2)
    return found.standing.opening.match


def rolled(room: Room, match: str) -> dict[str, Any]:
    standing = room.histories.read(match).current
    play_bot(room, match, Choice(standing.acting()[0], standing.version, text="roll"), {"name": "random"})
    return shown_match(room.histories.read(match).current)


def test_a_running_match_goes_on_under_its_version_and_new_ones_take_the_new(make_room: MakeRoom) -> None:
    old = make_room()
    match = opened(old)
    new = make_room({"pig": changed(VERSION=2, legal_moves=lambda *_: ["new"]), "pig@1": pig})

    before = shown_match(old.histories.read(match).current)
    after = shown_match(new.histories.read(match).current)
    going_on = rolled(new, match)
    fresh = shown_match(new.histories.read(opened(new)).current)

    assert before == after
    assert going_on["ruleset_version"] == 1
    assert fresh["ruleset_version"] == 2


def test_a_version_that_is_not_installed_is_said_and_the_others_go_on(make_room: MakeRoom) -> None:
    match = opened(make_room())
    new = make_room({"pig": changed(VERSION=2)})

    with pytest.raises(
        RulesetMissing, match=f"match {match} .* pig of version 1 is wanted .* installed is 2"
    ):
        new.histories.read(match)
    assert rolled(new, opened(new))["status"] == "playing"


def test_a_changed_data_file_is_said(make_room: MakeRoom) -> None:
    match = opened(make_room({"pig": changed(fingerprint=lambda options: "then")}))

    with pytest.raises(RulesetMissing, match="fingerprint then; installed is now"):
        make_room({"pig": changed(fingerprint=lambda options: "now")}).histories.read(match)
    with pytest.raises(RulesetMissing, match="fingerprint then; installed is None"):
        make_room().histories.read(match)
    same = make_room({"pig": changed(fingerprint=lambda options: "then")})
    assert exported(same.histories.read(match))["stream"][0]["fingerprint"] == "then"


def test_a_ruleset_that_went_away_is_said(make_room: MakeRoom) -> None:
    match = opened(make_room())

    with pytest.raises(RulesetMissing, match='ruleset "pig" is not installed; there are: other'):
        make_room({"other": pig}).histories.read(match)
