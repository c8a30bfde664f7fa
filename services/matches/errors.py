"""What can be refused, named as the domain says it; the API has one table that gives each its status.

Rejected
├── UnknownMatch        no match has this id
├── UnknownRuleset      no ruleset has this name
├── Invalid             what was asked makes no sense here: an option, a bot, a version that is not there
├── NoToken             no token, or none that was ever given
├── WrongToken          a token of another seat or match, or a wrong invite
├── Taken               the seat is taken, or all are
├── Stale               the match is not at the version named
├── NotNow              not-started, over, not-your-turn, under-way, no-hints
├── Illegal             the rules do not allow the move
├── BadRecord           a record that cannot be taken, with the index of its first bad event
├── TooMany             a limit of the service is reached
├── Limited             too many requests at a time
├── NotYet              an answer that others work at is not there yet
└── RulesetMissing      the match needs a ruleset, a version or a data file that is not installed
"""

from collections.abc import Sequence

from services.matches.ports import Stored


class Rejected(Exception):
    """A request that was understood and is not carried out; the message is for people."""


class UnknownMatch(Rejected):
    def __init__(self, match: str) -> None:
        super().__init__(f"no match has the id {match[:80]}")


class UnknownRuleset(Rejected):
    pass


class Invalid(Rejected):
    pass


class NoToken(Rejected):
    pass


class WrongToken(Rejected):
    pass


class Taken(Rejected):
    pass


class Stale(Rejected):
    """`still_legal` is whether the move would be accepted at `version`; None where no move was asked."""

    def __init__(
        self, match: str, expected: int, version: int, missed: Sequence[Stored], *, still_legal: bool
    ) -> None:
        super().__init__(f"match {match} is at {version}, not {expected}")
        self.version, self.missed, self.still_legal = version, missed, still_legal


class NotNow(Rejected):
    """`kind` is `not-started`, `over`, `not-your-turn`, `under-way` or `no-hints`."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


class Illegal(Rejected):
    pass


class BadRecord(Rejected):
    def __init__(self, reason: str, index: int | None = None) -> None:
        super().__init__(reason if index is None else f"event {index} of the record is refused: {reason}")
        self.index = index


class TooMany(Rejected):
    pass


class Limited(Rejected):
    """`seconds` until there may be more."""

    def __init__(self, reason: str, seconds: int) -> None:
        super().__init__(reason)
        self.seconds = seconds


class NotYet(Rejected):
    pass


class RulesetMissing(Rejected):
    pass
