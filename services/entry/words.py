"""How commands speak: what happens, and in one sentence with status 2 that they cannot do what was asked."""

import contextlib
import json
import sys
from collections.abc import Mapping
from typing import IO, Any, NoReturn

import click

BAD_SETTING = 2


class CannotStart(click.ClickException):
    """What was wanted and what was found, for people."""

    exit_code = BAD_SETTING

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"tiledraft: {plain(self.format_message())}", file=file, err=file is None)


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


def complain(sentence: str) -> None:
    """Say what is wrong, and go on."""
    click.echo(plain(sentence), err=True)


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
