"""Where people find the service: the socket it listens at, and what to call it."""

import contextlib
import errno
import socket
from collections.abc import Callable

import click

from services.entry.words import CannotStart

LOOPBACK = "127.0.0.1"
# How many ports after the one asked for are tried.
PORTS = 100
BACKLOG = 2048
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with, not bound to
# Nobody there: an address of documentation, to which nothing is sent.
NOWHERE = ("192.0.2.1", 9)


def at_address(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that listens. An empty HOST is none: it must not mean everywhere."""
    host = click.option(
        "--host",
        envvar="HOST",
        default=LOOPBACK,
        show_default=True,
        callback=lambda _context, _option, found: found or LOOPBACK,
        help="Where to listen.",
    )
    port = click.option(
        "--port", envvar="PORT", default=8000, show_default=True, type=click.IntRange(0, 65535)
    )
    return host(port(command))


def listening(host: str, port: int) -> socket.socket:
    """A socket at the first free port from this one on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + PORTS, 65536)):
        server = socket.socket(family)
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind((host, candidate))
            # At once: two sockets may be bound to one port until one of them listens.
            server.listen(BACKLOG)
        except OSError as error:
            server.close()
            if error.errno != errno.EADDRINUSE:
                raise CannotStart(f"cannot listen at {host}, port {candidate}: {error.strerror}") from None
        else:
            return server
    raise CannotStart(f"no port from {port} to {candidate} is free at {host}")


def local_address(server: socket.socket) -> str:
    """Where this machine itself reaches a socket."""
    host, port = server.getsockname()[:2]
    if host in EVERYWHERE:
        host = "::1" if ":" in host else "127.0.0.1"
    return _http(host, port)


def public_address(server: socket.socket) -> str:
    """Where others reach a socket, as far as this machine can know."""
    host, port = server.getsockname()[:2]
    return _http(_own_address(), port) if host in EVERYWHERE else _http(host, port)


def _own_address() -> str:
    """The address from which this machine would speak to the outside."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outward, contextlib.suppress(OSError):
        outward.connect(NOWHERE)
        return str(outward.getsockname()[0])
    return "127.0.0.1"


def _http(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
