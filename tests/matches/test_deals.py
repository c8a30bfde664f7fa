"""The chain of links: whichever is asked for, in whatever order, it is the one that the secret determines."""

from collections.abc import Callable

from services.matches.deals import LINKS, anchor_of, link_of
from services.matches.room import Room

SECRET = bytes(range(32))


def test_every_link_is_that_of_its_number_and_no_other_anchor_has_one(make_room: Callable[..., Room]) -> None:
    room = make_room()
    anchor = anchor_of(SECRET.hex())
    assert room.store.reserve("match", SECRET.hex(), 60) == SECRET.hex()

    links = {number: room.deals.link("match", anchor, number) for number in range(LINKS, 0, -1)}

    # The reading of a chain as it is defined, from the secret to the anchor.
    link = SECRET
    for number in range(LINKS, 0, -1):
        assert links[number] == link.hex()
        link = link_of(link, 1)
    assert link.hex() == anchor
    assert room.deals.link("match", anchor, LINKS + 1) is None
    assert room.deals.link("match", anchor_of("00" * 32), 1) is None
