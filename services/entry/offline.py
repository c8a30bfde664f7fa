"""Commands that need no service: records shown, proven; rulesets checked."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from rulesets.contract import BadEvent, Json, Record, Refused, Ruleset, State, canonical, read_record
from rulesets.contract.conformance import Broken, check, configurations, wrong_promised
from services.entry.catalogue import installed_rulesets, loaded_ruleset
from services.entry.words import complain, fail, plain, reason_of, tell
from services.matches.proof import Contradiction, Proof, proof_of
from services.matches.strict_json import read_json

CONTRADICTED = 1
UNPROVEN = 3


@click.group()
def record() -> None:
    """Look at a record file.

    It is a match as `GET /matches/{id}/record` gives it.
    """


@record.command()
@click.option("--legal", is_flag=True, help="Add the legal moves of each seat that may act.")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
def positions(file: str, legal: bool) -> None:
    """Print every position of a record, one JSON object a line.

    A line is {"after": n, "position": …}, n events into the record. At an event that is not legal the last
    line is {"bad_event": N, "reason": …}, and the exit status 1.
    """
    found = _record(file)
    try:
        for after, (_, state) in enumerate(found.states()):
            line: dict[str, Json] = {"after": after, "position": found.ruleset.view(state)}
            if legal:
                line["legal"] = _legal(found.ruleset, state)
            tell(plain(canonical(line)))
    except BadEvent as bad:
        tell(plain(canonical({"bad_event": bad.index, "reason": bad.reason})))
        sys.exit(CONTRADICTED)


@record.command()
@click.option("--at", type=click.IntRange(min=0), help="After so many events; without it the last position.")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
def show(file: str, at: int | None) -> None:
    """Draw a position of a record as text."""
    found = _record(file)
    states: list[State] = []
    try:
        for _, state in found.states():
            states.append(state)
            if len(states) - 1 == at:
                break
    except BadEvent as bad:
        fail(str(bad), CONTRADICTED)
    if at is not None and len(states) <= at:
        fail(f"the record has {len(states) - 1} entries in `events`, not {at}")
    state = states[-1]
    draw = getattr(found.ruleset, "draw_text", None)
    text = draw(state) if draw else canonical(found.ruleset.view(state))
    for line in text.split("\n"):
        tell(plain(line))


@click.command()
@click.option("--head", help="A head hash kept earlier: it must be the hash of some event.")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
def verify(file: str, head: str | None) -> None:
    """Check offline what a record proves: hashes, moves, deals.

    The exit status is 0 when all is proven, 1 when something is contradicted, 3 when all is legal and some
    deals or hashes are unproven.
    """
    try:
        proof = proof_of(installed_rulesets(), read_file(file), head)
    except Contradiction as contradiction:
        fail(f"contradicted: {contradiction}", CONTRADICTED)
    except Refused as refused:
        fail(str(refused))
    for line in _told(proof):
        tell(plain(line))
    sys.exit(0 if proof.complete else UNPROVEN)


@click.command()
@click.option(
    "--matches",
    default=5,
    show_default=True,
    type=click.IntRange(min=1),
    help="Random matches for each choice of options.",
)
@click.option(
    "--longest",
    default=400,
    show_default=True,
    type=click.IntRange(min=1),
    help="Events after which a match is left.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**63), help="The first seed.")
@click.argument("name")
def conformance(name: str, matches: int, longest: int, seed: int) -> None:
    """Check an installed ruleset against the contract.

    Random matches of it are played, and every promise is checked at each step. The exit status is 1 when one
    is not kept.
    """
    try:
        ruleset = loaded_ruleset(name)
    except Refused as refused:
        fail(str(refused))
    if wrong := wrong_promised(ruleset):
        for sentence in wrong:
            complain(f"{name}: {sentence}")
        sys.exit(CONTRADICTED)
    for seats, options in configurations(ruleset):
        try:
            events = [
                check(ruleset, seats, options, seed + number, longest=longest) for number in range(matches)
            ]
        except Broken as broken:
            fail(f"{name}: {broken}", CONTRADICTED)
        tell(f"{name}: {seats} seats, {canonical(options)}: {matches} matches, {sum(events)} events")
    tell(f"{name} keeps every promise of the contract")


def _record(file: str) -> Record:
    try:
        return read_record(installed_rulesets(), read_file(file))
    except Refused as refused:
        fail(str(refused))


def read_file(file: str) -> Any:
    """The JSON of a file, or of standard input where it is `-`; ends the command where there is none."""
    name = "standard input" if file == "-" else file
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return read_json(data, loosely=True)
    except OSError as error:
        fail(f"{name} cannot be read: {reason_of(error)}")
    except ValueError as error:
        fail(f"{name} is not a record: {reason_of(error)}")


def _legal(ruleset: Ruleset, state: State) -> dict[str, list[Json]]:
    seats = [seat for seat in ruleset.to_act(state) if seat >= 0]
    return {str(seat): [ruleset.encode(move) for move in ruleset.legal_moves(state, seat)] for seat in seats}


def _told(proof: Proof) -> Iterator[str]:
    kinds = list(proof.deals.values())
    if proof.hashed:
        yield f"hashes: every event follows from the one before; head {proof.head}"
    else:
        yield "hashes: unproven, the record has no stream"
    yield f"deals: {kinds.count('proven')} of {len(kinds)} proven"
    where = "event" if proof.hashed else "entry"
    for version, kind in proof.deals.items():
        if kind != "proven":
            yield f"  {where} {version}: {kind}"
    for version, note in proof.noted.items():
        yield f"  event {version}: {note}"
    if proof.kept is not None:
        yield f"the head kept earlier is that of event {proof.kept}: nothing up to it has changed"
    yield "all is proven" if proof.complete else "all is legal, and not all is proven"
