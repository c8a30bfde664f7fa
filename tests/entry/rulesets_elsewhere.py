"""Rulesets that somebody else wrote, installed for one process: a folder on its path."""

import os
import subprocess
import sys
from pathlib import Path

NIM = """
from rulesets.contract import CHANCE, exact_int, out_of_turn

VERSION, SEATS, OPTIONS = 1, (2,), {}
setup = lambda seats, options: (5, 0)
to_act = lambda state: (state[1],) if state[0] else ()
legal_moves = lambda state, seat: [1] if seat in to_act(state) else []
deal = lambda state, dice: 0
evolve = lambda state, event: (state[0] - 1, 1 - state[1])
refusal = lambda state, event: out_of_turn(event[0], to_act(state)) or (None if event[1] == 1 else "take 1")
scores = lambda state: [(0,), (0,)]
winners = lambda state: [0, 1]
encode = lambda move: {"take": move}
text = str
encode_deal = lambda deal: deal


def view(state):
    phase = "take" if state[0] else "over"
    return {"phase": phase, "to_act": list(to_act(state)), "stones": state[0], "winners": [0, 1]}


def decode(payload):
    if not isinstance(payload, dict) or list(payload) != ["take"]:
        raise ValueError("a move is an object with take")
    return exact_int(payload["take"], 1, 1, "take")


def parse(words):
    return exact_int(int(words), 1, 1, "a move")


def decode_deal(payload):
    raise ValueError("nothing is dealt")
"""


class Installed:
    """A folder in which `race` is installed, and the command `tiledraft` of a process that sees it."""

    def __init__(self, folder: Path, code: str) -> None:
        self.folder = folder
        about = folder / "race-1.dist-info"
        about.mkdir()
        (folder / "race.py").write_text(code, "utf-8")
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: race\nVersion: 1\n", "utf-8")
        (about / "entry_points.txt").write_text("[tiledraft.rulesets]\nrace = race\n", "utf-8")

    def environment(self) -> dict[str, str]:
        return os.environ | {"PYTHONPATH": str(self.folder)}

    def ran(self, *command: str, given: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "services.entry", *command],
            env=self.environment(),
            input=given,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
