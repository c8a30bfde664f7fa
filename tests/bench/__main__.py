"""`python -m tests.bench [part…]`: measure, and say beside each figure what it must reach.

Rows are printed as they are found. Status 1 when a target was missed.
"""

import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module

import click

from tests.bench.row import Row, figure

# Each part is a module here whose `run()` gives rows; a part is imported when it is its turn.
PARTS: Mapping[str, str] = {
    "rules": "what a choice costs in Azul",
    "majolica": "what a choice and a match cost in Majolica",
    "search": "what a search does in a second",
    "store": "appends and reads of the event store",
    "service": "looking and moving, in the process",
    "memory": "what a web process keeps of the matches it has seen",
    "moves": "moves over HTTP, tiledraft web on loopback",
    "streams": "500 viewers of one match on one web worker",
    "page": "the page in Chromium",
}
LINE = "{:58} {:>9} {:10} {:44} {:>9}  {}"


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)))
def main(parts: Sequence[str]) -> None:
    """Measure these parts, or all."""
    missed: list[str] = []
    began = time.monotonic()
    click.echo(LINE.format("", "found", "", "beside it, in the same run", "wanted", ""))
    for part in parts or PARTS:
        click.secho(f"{part}: {PARTS[part]}", bold=True)
        rows: Iterable[Row] = import_module(f"tests.bench.{part}").run()
        for row in rows:
            click.echo(line(row))
            if row.met is False:
                missed.append(row.name)
    click.echo(f"{time.monotonic() - began:.0f} s; targets missed: {', '.join(missed) or 'none'}")
    sys.exit(bool(missed))


def line(row: Row) -> str:
    met = {True: "met", False: "MISSED", None: ""}[row.met]
    wanted = "" if row.target is None else str(row.target)
    return LINE.format(f"  {row.name}", figure(row.value), row.unit, row.baseline, wanted, met).rstrip()


if __name__ == "__main__":
    main()
