"""Python's search for unreachable cycles, set for processes that run for long and make few cycles."""

from __future__ import annotations

import gc

YOUNG_OBJECTS = 20_000  # new objects that start a search; Python's default of 700 starts several for each command
YOUNG_SEARCHES, OLDER_SEARCHES = 20, 20  # searches of one generation before the next older one is searched too


def settle() -> None:
    """Leave everything that is loaded now out of later searches, and search less often: each full search stops all tables."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_SEARCHES, OLDER_SEARCHES)
