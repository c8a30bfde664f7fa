"""Requests of a WSGI application in the same process, made with as little as possible around them."""

import io
from collections.abc import Callable
from typing import Any

from werkzeug.test import EnvironBuilder

from tests.bench.table import Asking

App = Callable[[dict[str, Any], Any], Any]


class Request:
    """A request that can be made many times."""

    def __init__(self, app: App, asking: Asking) -> None:
        self._app, self._body = app, asking.body
        path, _, query = asking.path.partition("?")
        builder = EnvironBuilder(
            path=path,
            query_string=query,
            method=asking.method,
            headers=list(asking.headers.items()),
            data=asking.body,
        )
        self._environ = builder.get_environ()
        self._environ["REMOTE_ADDR"] = "127.0.0.1"

    def __call__(self) -> bytes:
        """The body of the answer, which must be one of success."""
        told: list[str] = []
        environ = {**self._environ, "wsgi.input": io.BytesIO(self._body)}
        answer = self._app(environ, lambda status, headers, exc_info=None: told.append(status))
        body = b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()
        assert told[0].startswith("2"), (told, body)
        return body
