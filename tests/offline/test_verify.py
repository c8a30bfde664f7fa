"""`tiledraft verify`: every change to a match is found, and nothing is called proven that is not."""

import copy
import hashlib
import hmac
from typing import Any

import pig
import pytest
from click.testing import Result

from rulesets.contract import Dice, canonical
from services.matches.deals import LINKS, anchor_of, dice_of, link_of
from services.matches.looking import exported
from services.matches.opening import branch
from services.matches.room import Asked, Room
from tests.offline.conftest import SECRET, played, rehashed, run


def test_an_untouched_match_is_proven_whole(record: Any) -> None:
    result = run("verify", "-", given=record)

    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "all is proven")


def test_a_change_to_any_value_of_the_stream_is_found(record: Any) -> None:
    changed = 0
    for at, event in enumerate(record["stream"]):
        for key, value in event.items():
            others: list[Any] = [None, 0, "x", [], not value, {**event, "x": 1}]
            for other in others[at % 2 :: 2]:
                if canonical(other) == canonical(value):
                    continue
                wrong = copy.deepcopy(record)
                wrong["stream"][at][key] = other
                result = run("verify", "-", given=wrong)
                assert result.exit_code == 1, (at, key, other)
                assert f"event {at + 1} of the stream" in result.stderr, (at, key, other)
                changed += 1
    assert changed > 250


def test_a_missing_added_or_moved_event_of_the_stream_is_found(record: Any) -> None:
    stream = record["stream"]
    for wrong in (stream[1:], stream[:4] + stream[5:], [*stream[:4], stream[4], *stream[4:]], stream[::-1]):
        assert run("verify", "-", given={**record, "stream": wrong}).exit_code == 1
    assert run("verify", "-", given={**record, "stream": []}).exit_code == 1
    assert run("verify", "-", given={**record, "stream": stream[:-3]}).exit_code == 1


def test_a_deal_that_was_chosen_is_found_though_every_hash_was_made_anew(record: Any) -> None:
    at = next(n for n, event in enumerate(record["stream"]) if event.get("deal") == 2)
    number = record["stream"][at]["outcome"]["number"]
    other = 2 if number != 2 else 3
    wrong = copy.deepcopy(record)
    wrong["stream"][at]["outcome"] = {"number": other}
    wrong["events"][wrong["stream"][at]["index"]]["outcome"] = {"number": other}
    wrong["stream"], wrong["events"] = (
        wrong["stream"][: at + 1],
        wrong["events"][: wrong["stream"][at]["index"] + 1],
    )

    result = run("verify", "-", given=rehashed(wrong))

    assert result.exit_code == 1
    assert f'event {at + 1} of the stream: its link gives {{"number": {number}}}' in result.stderr


def test_a_link_of_another_chain_is_found(record: Any) -> None:
    at = next(n for n, event in enumerate(record["stream"]) if event.get("deal") == 1)
    record["stream"][at]["link"] = "00" * 32

    result = run("verify", "-", given=rehashed(record))

    assert result.exit_code == 1
    assert "does not lead to the link before it" in result.stderr


def test_false_scores_and_a_false_index_are_found(record: Any) -> None:
    for key, wrong in (("scores", [[99], [0]]), ("winners", [0, 1])):
        false = copy.deepcopy(record)
        false["stream"][-1][key] = wrong
        assert f"the {key}:" in run("verify", "-", given=rehashed(false)).stderr
    false = copy.deepcopy(record)
    false["stream"][-2]["index"] = 1
    assert "index:" in run("verify", "-", given=rehashed(false)).stderr


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("options", {"target": 13, "lucky": False}),
        ("options", {"x": 1}),
        ("seats", 3),
        ("events", []),
        ("ruleset_version", 2),
    ],
)
def test_what_does_not_follow_from_the_stream_is_found(record: Any, key: str, value: Any) -> None:
    result = run("verify", "-", given={**record, key: value})

    assert result.exit_code == 1


def test_an_event_before_all_are_seated_is_found(record: Any) -> None:
    moved = [event for event in record["stream"] if event["kind"] != "seated"]
    for version, event in enumerate(moved, 1):
        event["version"] = version

    result = run("verify", "-", given=rehashed({**record, "stream": moved}))

    assert (result.exit_code, "nothing can be played" in result.stderr) == (1, True)


def test_copied_deals_and_a_record_without_stream_are_not_called_proven(room: Room, record: Any) -> None:
    at = 6
    source = played(room)
    copied = branch(room, Asked("b"), source, at, [{"bot": "random"}] * 2).standing.opening.match
    branched = run("verify", "-", given=exported(room.histories.read(copied)))
    bare = run("verify", "-", given={key: value for key, value in record.items() if key != "stream"})

    assert branched.exit_code == bare.exit_code == 3
    assert "new anchor: branched" in branched.stdout
    assert ": copied" in branched.stdout
    assert "hashes: unproven, the record has no stream" in bare.stdout


def anchored_anew(record: Any, at: int, reason: str) -> Any:
    """The match as a service would tell it that looked for a better secret once it knew the nonces."""
    stream = record["stream"][:at]
    secret = bytes(32).hex()
    stream.append(
        {
            "version": at + 1,
            "kind": "anchored",
            "time": stream[0]["time"],
            "author": "service",
            "anchor": anchor_of(secret),
            "reason": reason,
            "hash": "",
        }
    )
    state = pig.setup(2, record["options"])
    nonces = [event.get("nonce") for event in stream if event["kind"] == "seated"]
    found = link_of(bytes.fromhex(secret), LINKS - 1).hex()
    outcome = pig.encode_deal(pig.deal(state, dice_of(found, anchor_of(secret), 1, nonces)))
    stream.append(
        {
            "version": at + 2,
            "index": 0,
            "kind": "chance",
            "time": stream[0]["time"],
            "author": "service",
            "outcome": outcome,
            "deal": 1,
            "link": found,
            "hash": "",
        }
    )
    return rehashed({**record, "stream": stream, "events": [{"kind": "chance", "outcome": outcome}]})


def test_deals_under_an_anchor_chosen_after_the_nonces_are_not_proven(record: Any) -> None:
    lost = run("verify", "-", given=anchored_anew(copy.deepcopy(record), 3, "the secret was lost"))
    assert lost.exit_code == 3
    assert "new anchor: the secret was lost" in lost.stdout
    assert "event 5: unproven" in lost.stdout

    for reason in ("the links are used up", "branched", "imported", "because", {"x": 1}):
        result = run("verify", "-", given=anchored_anew(copy.deepcopy(record), 3, reason))  # type: ignore[arg-type]
        assert result.exit_code == 1, reason

    without = copy.deepcopy(record)
    del without["stream"][0]["anchor"]
    assert run("verify", "-", given=anchored_anew(without, 3, "the secret was lost")).exit_code == 1


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        ("opened", "version", 1.0),
        ("opened", "version", True),
        ("opened", "anchor", "zz"),
        ("opened", "author", None),
        ("opened", "time", 7),
        ("opened", "further", 1),
        ("seated", "seat", False),
        ("seated", "nonce", 5),
        ("seated", "nonce", "ab" * 16),
        ("chance", "index", 0.0),
        ("chance", "deal", True),
        ("move", "author", "person"),
        ("move", "author", "service"),
        ("ended", "scores", [[1.0], [2.0]]),
        ("ended", "winners", [0.0]),
    ],
)
def test_what_has_not_the_form_of_an_event_is_found_though_every_hash_was_made_anew(
    record: Any, kind: str, key: str, value: Any
) -> None:
    event = next(event for event in record["stream"] if event["kind"] == kind)
    event[key] = value

    result = run("verify", "-", given=rehashed(record))

    assert result.exit_code == 1
    assert f"event {event['version']}" in result.stderr or key == "version"


def test_events_that_contradict_who_sits_where_are_found(record: Any) -> None:
    stream, time = record["stream"], record["stream"][0]["time"]

    def with_event(at: int, **event: Any) -> Result:
        wrong = copy.deepcopy(record)
        wrong["stream"].insert(at, {"version": 0, "time": time, "hash": "", **event})
        for version, each in enumerate(wrong["stream"], 1):
            each["version"] = version
        return run("verify", "-", given=rehashed(wrong))

    assert with_event(5, kind="handed_over", seat=0, bot="random", author="person").exit_code == 1
    assert with_event(5, kind="seated", seat=0, bot="random", author="service").exit_code == 1
    assert with_event(5, kind="seated", seat=7, bot="random", author="service").exit_code == 1
    assert with_event(5, kind="stopped", reason="tired", author="service").exit_code == 1
    assert with_event(len(stream), kind="stopped", reason="tired", author="service").exit_code == 1
    assert with_event(5, kind="ended", scores=[[0], [0]], winners=[0, 1], author="service").exit_code == 1
    assert with_event(5, **stream[0]).exit_code == 1
    assert with_event(5, kind="undone", author="service").exit_code == 1


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("seats", 1_000_000_000, "the number of seats is one of 1, 2, 3, 4, not 1000000000"),
        ("seats", 10**30, "the number of seats is one of 1, 2, 3, 4, not 10000"),
        ("seats", 0, "the number of seats is one of 1, 2, 3, 4, not 0"),
        ("options", {}, 'options: {"lucky": false, "target": 30} is wanted, not {}'),
        ("options", {"wall": "gray"}, 'the option "wall" is not known'),
    ],
)
def test_a_setup_is_asked_for_nothing_that_the_ruleset_does_not_have(
    record: Any, key: str, value: Any, reason: str
) -> None:
    record["stream"][0][key] = record[key] = value

    result = run("verify", "-", given=rehashed(record))

    assert result.exit_code == 1
    assert result.stderr.startswith(f"contradicted: event 1 of the stream: {reason}")


def test_what_a_file_says_is_printed_as_one_line_that_turns_nothing_around(record: Any) -> None:
    stopped = {"kind": "stopped", "author": "service", "reason": "\x1b[2K\r\u202edone\nall\x9b is \u597d"}
    time, stream = record["stream"][0]["time"], record["stream"][:8]
    record["stream"] = [*stream, {"version": 9, "time": time, "hash": "", **stopped}]
    record["events"] = record["events"][: sum(each["kind"] in ("chance", "move") for each in stream)]

    proven = run("verify", "-", given=rehashed(record))
    unknown = run("record", "show", "-", given={**record, "ruleset": "\u202e\x85pig"})

    assert proven.exit_code == 0, proven.stderr
    assert r"  event 9: stopped: \u001b[2K\r\u202edone\nall\u009b is \u597d".replace(r"\u597d", "\u597d") in (
        proven.stdout.splitlines()
    )
    assert unknown.stderr.startswith(r'the ruleset "\u202e\u0085pig" is not installed')


def test_what_needs_another_ruleset_is_not_called_contradicted(record: Any) -> None:
    bare = {key: value for key, value in record.items() if key != "stream"}
    elsewhere = copy.deepcopy(record)
    elsewhere["stream"][0]["ruleset"] = elsewhere["ruleset"] = "chess"

    for given in ({**bare, "ruleset_version": 2}, {**bare, "ruleset": "chess"}, None, rehashed(elsewhere)):
        result = run("verify", "-", given=given)
        assert (result.exit_code, "contradicted" in result.stderr) == (2, False)


def test_copied_deals_in_the_middle_of_a_match_of_its_own_are_found(record: Any) -> None:
    at = next(n for n, event in enumerate(record["stream"]) if event.get("deal") == 2)
    event = record["stream"][at]
    del event["link"], event["deal"]
    event["origin"] = {"record": 0}

    result = run("verify", "-", given=rehashed(record))

    assert result.exit_code == 1


def test_a_head_kept_earlier_must_be_there(record: Any) -> None:
    head = record["stream"][3]["hash"]

    assert run("verify", "--head", head, "-", given=record).exit_code == 0
    wrong = run("verify", "--head", "0" * 64, "-", given=record)
    assert (wrong.exit_code, "is the hash of no event" in wrong.stderr) == (1, True)
    rewritten = copy.deepcopy(record)
    rewritten["stream"][0]["time"] = "2020-01-01T00:00:00.000Z"
    assert run("verify", "--head", head, "-", given=rehashed(rewritten)).exit_code == 1


def test_the_chain_and_its_dice_are_those_that_are_published() -> None:
    """The test vectors of the README, computed here from the words of the design alone."""
    chain = [SECRET]
    for _ in range(LINKS):
        chain.append(hashlib.sha256(b"tiledraft-link/1" + chain[-1]).digest())
    anchor, deal = chain[-1].hex(), 3
    label = canonical(["tiledraft-dice/1", anchor, deal, ["ab" * 16, None], 0]).encode()
    block = hmac.digest(chain[LINKS - deal], label, "sha256")
    words = [int.from_bytes(block[at : at + 8], "big") for at in range(0, 32, 8)]

    assert anchor_of(SECRET.hex()) == anchor
    assert link_of(SECRET, LINKS - deal) == chain[LINKS - deal]
    dice = dice_of(chain[LINKS - deal].hex(), anchor, deal, ["ab" * 16, None])
    assert [dice.below(100) for _ in range(4)] == [word % 100 for word in words]
    assert isinstance(dice, Dice)
