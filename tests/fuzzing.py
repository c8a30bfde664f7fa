"""How long properties are looked at: `TILEDRAFT_FUZZ=50` plays fifty times as many matches."""

import os

TIMES = int(os.environ.get("TILEDRAFT_FUZZ", "1"))
