"""`python -m services.entry`: the command without its script, which a launcher may not find."""

from services.entry.cli import main

main(prog_name="tiledraft")
