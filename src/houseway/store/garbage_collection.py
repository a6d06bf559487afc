"""Python's search for unreachable cycles, set for processes that run for long and make few cycles."""

from __future__ import annotations

import gc

YOUNG_OBJECTS = 20_000  # new objects that start a search; Python's default of 700 starts several for each command
YOUNG_SEARCHES, OLDER_SEARCHES = 4, 100  # searches of one generation before the next older one is searched too


def settle() -> None:
    """Leave everything that is loaded now out of later searches, and search less often: each search stops all tables.

    The middle generation is kept small: a search of 400,000 objects took half a second while 2,000 sockets were opened.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_SEARCHES, OLDER_SEARCHES)
