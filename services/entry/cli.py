"""The command `tiledraft`. What it can do lives in modules beside this one.

(1) A module is imported when its command is asked for, never before: `web` must patch the standard library
    before anything uses it, and `up` should be there at once.
"""

from collections.abc import Mapping
from importlib import import_module

import click

# Each command, and the module and the name under which it stands there.
COMMANDS: Mapping[str, tuple[str, str]] = {
    "up": ("services.entry.up", "up"),
    "web": ("services.entry.web", "web"),
    "worker": ("services.entry.worker", "worker"),
    "analyst": ("services.entry.worker", "analyst"),
    "sweep": ("services.entry.sweep", "sweep"),
    "backup": ("services.entry.backup", "backup"),
    "demo": ("services.entry.demo", "demo"),
    "record": ("services.entry.offline", "record"),
    "verify": ("services.entry.offline", "verify"),
    "conformance": ("services.entry.offline", "conformance"),
    "analyse": ("services.entry.analyse", "analyse"),
    "fit": ("services.entry.fit", "fit"),
    "arena": ("services.entry.arena", "arena"),
}


class Commands(click.Group):
    """The commands of COMMANDS, in that order."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click calls it
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(module), name)
        return command


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tiledraft")
def main() -> None:
    """Host board games: every match is an append-only stream of events."""
