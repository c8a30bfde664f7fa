"""How commands speak: what happens, and in one sentence with status 2 that they cannot do what was asked.

(1) Results are told here alone: one that cannot be written is a sentence, and never the status of another.
(2) Whether anybody reads what is wrong changes no status.
"""

import contextlib
import json
import os
import signal
import sys
from collections.abc import Mapping
from typing import IO, Any, NoReturn, TextIO

import click

BAD_SETTING = 2


class CannotStart(click.ClickException):
    """What was wanted and what was found, for people."""

    exit_code = BAD_SETTING

    def show(self, file: IO[Any] | None = None) -> None:  # noqa: ARG002 - as click calls it
        complain(f"tiledraft: {self.format_message()}")


def plain(text: str) -> str:
    """What others wrote, as one line: what moves a cursor or turns letters around is escaped, as in JSON."""
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in text)


def reason_of(error: OSError | ValueError) -> str:
    """Why a file could not be read, or is no JSON and from where on."""
    if isinstance(error, json.JSONDecodeError):
        return f"it is no JSON from line {error.lineno}, column {error.colno} on"
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def fail(reason: str, status: int = BAD_SETTING) -> NoReturn:
    """End the command with a sentence."""
    complain(reason)
    sys.exit(status)


def complain(sentence: str, *, begin: str = "", end: str = "\n") -> None:
    """Say what is wrong, or how far it is, and go on.  (2)"""
    try:
        click.echo(f"{begin}{plain(sentence)}{end}", err=True, nl=False)
    except OSError:
        _let_go(sys.stderr)


def tell(text: str) -> None:
    """Write a result; end the command where it cannot be, without a word where nobody reads on.  (1)"""
    try:
        click.echo(text)
    except OSError as error:
        _let_go(sys.stdout)
        if isinstance(error, BrokenPipeError):
            sys.exit(128 + signal.SIGPIPE)
        fail(f"standard output cannot be written: {reason_of(error)}")


def _let_go(stream: TextIO) -> None:
    """Have what could not be written go nowhere: Python tries again at its end, and changes the status."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def say(sentence: str) -> None:
    """Say it, if anybody listens: a closed terminal must not keep a launcher from stopping everything."""
    with contextlib.suppress(OSError):
        click.echo(sentence)


def number(environment: Mapping[str, str], name: str, default: int) -> int:
    """A setting that counts processes: at least one."""
    found = environment.get(name) or str(default)
    if not found.isdecimal() or int(found) < 1:
        raise CannotStart(f"{name} is a whole number from 1, not {found!r}")
    return int(found)
