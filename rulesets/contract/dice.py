"""Dice that anybody can throw again: an unbiased stream of numbers from a key and a label."""

import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

from rulesets.contract.codec import canonical

WORDS = 2**64

T = TypeVar("T")


class Dice:
    """Block j of the stream is HMAC-SHA256(key, canonical JSON of `[*label, j]`), j = 0, 1, …, read as
    big-endian 64-bit words. The words are used in order and never thrown back.
    """

    def __init__(self, key: bytes, label: Sequence[object]) -> None:
        self._words = _words(key, list(label))

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; words that would favour small numbers are passed over."""
        limit = WORDS - WORDS % n
        return next(word for word in self._words if word < limit) % n

    def draw(self, counts: Sequence[int]) -> int:
        """The index of one thing drawn out of so many of each; `counts` is not changed."""
        left = self.below(sum(counts))
        for index, count in enumerate(counts):  # noqa: B007 - the last index is the answer
            left -= count
            if left < 0:
                break
        return index

    def shuffle(self, things: list[T]) -> None:
        """Shuffle in place: Fisher-Yates from the end."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]


def _words(key: bytes, label: list[object]) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, canonical([*label, block]).encode(), "sha256")
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1
