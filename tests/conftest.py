"""A whole service for tests that play over HTTP: started as `make run` starts it."""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.servers import free_port, wait_until

BIN = Path(sys.executable).parent


def environment(**further: str) -> dict[str, str]:
    """This environment with the command `tiledraft` on the PATH."""
    return {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", **further}


def call(url: str, body: Any = None, **headers: str) -> Any:
    """The JSON that a URL answers; urllib's HTTPError for a refusal."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **headers})
    with urllib.request.urlopen(request, timeout=40) as answer:
        return json.load(answer)


@contextmanager
def running_service(folder: Path) -> Iterator[str]:
    """The address of a service with store, web, workers and sweeper; all that it writes is in the folder."""
    port = free_port()
    with (folder / "output").open("wb") as output:
        launcher = subprocess.Popen(
            [BIN / "tiledraft", "up", "--port", str(port)],
            env=environment(TILEDRAFT_DATA=str(folder / "data")),
            stdout=output,
            stderr=output,
        )
    found = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: _answers(f"{found}/readyz"), 30)
        yield found
    finally:
        launcher.terminate()
        launcher.wait(30)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_service(tmp_path_factory.mktemp("service")) as found:
        yield found


def _answers(url: str) -> bool:
    try:
        call(url)
    except OSError:
        return False
    return True
