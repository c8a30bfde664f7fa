"""Players that are programs of somebody else's: they read positions and write moves, a line each.

A program is started once and asked as often as there are moves; nothing but the line is told to it, so that
it need not remember anything. README.md has the protocol.

 (1) Whatever a program does, it is answered with a move or with `Forfeit`: never with waiting.
 (2) A program that failed is ended with all that it started, and started anew when it is asked again.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping
from typing import Final

from rulesets.contract import Dice, Json, Ruleset, Seat, State, canonical, shown
from services.bots.levels import Chosen

# More than the limit for the first move: a program must be started.
STARTING_SECONDS: Final = 10.0
LONGEST_LINE: Final = 64 * 1024
CHUNK: Final = 64 * 1024


class Forfeit(Exception):
    """Why a program has lost its match, as a sentence."""


class Program:
    """A player. `game` is told with every position; `seconds` a move are waited for, by the clock."""

    def __init__(self, command: list[str], game: Mapping[str, Json], seconds: float) -> None:
        self._command, self._game, self._seconds = command, game, seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._read = b""

    def __call__(self, ruleset: Ruleset, state: State, seat: Seat, _: Dice) -> Chosen:
        moves = ruleset.legal_moves(state, seat)
        texts = [ruleset.text(move) for move in moves]
        asked = {
            **self._game,
            "seats": len(ruleset.scores(state)),
            "seat": seat,
            "position": ruleset.view(state),
            "moves": [
                {"text": text, "move": ruleset.encode(move)} for text, move in zip(texts, moves, strict=True)
            ],
            "seconds": self._seconds,
        }
        try:
            return Chosen(moves[_found(self._answer(canonical(asked).encode() + b"\n"), texts)])
        except Forfeit:
            self.close()
            raise

    def start(self) -> None:
        """Start the program; Forfeit says why it cannot be."""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - what the person at the terminal asked for
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, process_group=0
            )
        except OSError as error:
            raise Forfeit(f"{self._command[0]} cannot be started: {error.strerror}") from None
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                os.set_blocking(pipe.fileno(), False)

    def close(self) -> None:
        """End the program with all that it started.  (2)"""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._process, self._read = None, b""

    def _answer(self, line: bytes) -> str:
        until = time.monotonic() + self._seconds
        if self._process is None:
            until += STARTING_SECONDS
            self.start()
        elif self._read:
            raise Forfeit(f"it wrote {shown(self._read.decode('utf-8', 'replace'))} without being asked")
        self._exchange(line, until)
        answer, _, self._read = self._read.partition(b"\n")
        return answer.decode("utf-8", "replace").strip()

    def _exchange(self, line: bytes, until: float) -> None:
        """Write a line, and read until there is one."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise Forfeit("it is not running")
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdin, selectors.EVENT_WRITE)
            ready.register(process.stdout, selectors.EVENT_READ)
            while line or b"\n" not in self._read:
                found = ready.select(max(0.0, until - time.monotonic()))
                if not found:
                    raise Forfeit(f"it did not answer within {self._seconds:g} seconds")
                for key, _ in found:
                    if key.fileobj is process.stdout:
                        self._take(process)
                    else:
                        line = line[self._given(process, line) :]
                        if not line:
                            ready.unregister(process.stdin)

    def _given(self, process: subprocess.Popen[bytes], line: bytes) -> int:
        try:
            return (process.stdin.write(line[:CHUNK]) if process.stdin else 0) or 0
        except BrokenPipeError:
            raise Forfeit(_ended(process)) from None

    def _take(self, process: subprocess.Popen[bytes]) -> None:
        data = (process.stdout.read(CHUNK) if process.stdout else b"") or b""
        if not data:
            raise Forfeit(_ended(process))
        self._read += data
        if len(self._read) > LONGEST_LINE:
            raise Forfeit(f"it wrote more than {LONGEST_LINE} bytes for one move")


def _found(answer: str, texts: list[str]) -> int:
    if answer not in texts:
        raise Forfeit(f"it answered {shown(answer)}, which is not the text of a legal move")
    return texts.index(answer)


def _ended(process: subprocess.Popen[bytes]) -> str:
    """How a program ended, or that it only closed its pipes."""
    try:
        status = process.wait(1.0)
    except subprocess.TimeoutExpired:
        return "it closed its standard input or output"
    return f"it was killed by signal {-status}" if status < 0 else f"it ended with status {status}"
