"""`tiledraft demo`: a match of a person against a bot, with the lines to play it from a terminal."""

import json
import os
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError

import click

from services.entry.data_folder import DataFolder
from services.entry.words import CannotStart, reason_of, tell

BOT = "greedy"
ADDRESS = "http://127.0.0.1:8000"


@click.command()
@click.option("--address", envvar="PUBLIC_ADDRESS", help="The service; without it the one of ./data.")
@click.option("--ruleset", help="The game; without it the first that the service has.")
def demo(address: str | None, ruleset: str | None) -> None:
    """Open a match against a bot, and print how to play it.

    It needs a running service.
    """
    data = DataFolder(Path(os.environ.get("TILEDRAFT_DATA") or "data"))
    address = (address or data.address() or ADDRESS).rstrip("/")
    if "://" not in address:
        address = f"http://{address}"
    api = f"{address}/api/v1"
    try:
        name = ruleset or _call(f"{api}/rulesets")["rulesets"][0]["name"]
        opened = _call(f"{api}/matches", {"ruleset": name, "seats": [{"name": "You"}, {"bot": BOT}]})
        match, token = opened["match"], opened["seats"][0]["token"]
    except HTTPError as refused:
        with refused:
            raise CannotStart(_refusal(refused, address)) from None
    except (json.JSONDecodeError, UnicodeDecodeError, LookupError, TypeError):
        raise CannotStart(f"what answers at {address} is no tiledraft") from None
    except (OSError, HTTPException, ValueError) as error:
        raise CannotStart(
            f"no service answers at {address}: {_reason(error)}; "
            "start one with make run, or say where one is: --address URL"
        ) from None
    tell(f"""A match of {name}: you in seat 0 against the bot {BOT} in seat 1.
It is at {api}/matches/{match}

See it, and follow it:
  curl -s {api}/matches/{match}
  curl -sN '{api}/matches/{match}/stream?after=0'

What you may do (nothing while the bot thinks):
  curl -s '{api}/matches/{match}/legal-moves?seat=0'

Do it: put the "version" you were given into If-Match, and the "text" of a move into the body:
  curl -s {api}/matches/{match}/moves \\
    -H 'Authorization: Bearer {token}' \\
    -H 'If-Match: "VERSION"' -H 'Content-Type: application/json' -d '{{"text": "TEXT"}}'""")


def _refusal(refused: HTTPError, address: str) -> str:
    try:
        return str(json.load(refused)["detail"])
    except (ValueError, LookupError, TypeError):
        return f"what answers at {address} is no tiledraft: its status is {refused.code}"


def _reason(error: Exception) -> str:
    found = error.reason if isinstance(error, URLError) else error
    return reason_of(found) if isinstance(found, OSError) else str(found)


def _call(url: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})  # noqa: S310
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - the address is the user's own
        return json.load(answer)
