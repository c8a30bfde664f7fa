"""The hash chain: what a keeper of one head can find out."""

from hashlib import sha256

import pytest

from services.matches.chain import chained, first_break, link
from services.matches.ports import NO_HEAD, Stored

BODIES = [b'{"kind":"opened"}', '{"name":"Zoë"}'.encode(), b'{"kind":"ended"}', b"{}"]


def test_a_link_is_the_sha256_of_the_link_before_a_newline_and_the_body() -> None:
    assert link(NO_HEAD, b"{}") == sha256(b"0" * 64 + b"\n{}").hexdigest()


def test_chained_events_follow_the_version_and_head_given() -> None:
    whole = chained(NO_HEAD, 0, BODIES)

    assert [event.version for event in whole] == [1, 2, 3, 4]
    assert chained(whole[1].hash, 2, BODIES[2:]) == whole[2:]


def test_an_untouched_stream_has_no_break() -> None:
    whole = chained(NO_HEAD, 0, BODIES)

    assert first_break([]) is None
    assert first_break(whole) is None
    assert first_break(whole[2:], whole[1].hash, 2) is None


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_a_changed_byte_is_found_where_it_is(version: int) -> None:
    events = chained(NO_HEAD, 0, BODIES)
    old = events[version - 1]

    events[version - 1] = Stored(old.version, old.body.replace(b"}", b" }"), old.hash)

    assert first_break(events) == version


def test_a_changed_byte_hashed_anew_is_found_at_the_next_event() -> None:
    events = chained(NO_HEAD, 0, BODIES)

    events[1] = chained(events[0].hash, 1, [b"{}"])[0]

    assert first_break(events) == 3


def test_a_gap_and_a_wrong_order_are_found_where_the_right_event_should_stand() -> None:
    one, two, three, four = chained(NO_HEAD, 0, BODIES)

    assert first_break([one, three, four]) == 2
    assert first_break([one, two, two, three]) == 3
    assert first_break([one, three, two, four]) == 2
    assert first_break([two, three, four]) == 1
