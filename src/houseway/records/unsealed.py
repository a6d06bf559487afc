"""Is anything in a position only known to the house?"""

from __future__ import annotations

from typing import Any

from houseway.records.sealing import is_sealed


def unknown_in(plain: Any) -> bool:
    """Does a table's position hold commitments in the place of values?"""
    table, game = plain["table"], plain["game"] or {}
    waiting = (*table["pending"], *table["faces"].values(), *table["buried"], *game.values())
    return any(is_sealed(each) for each in waiting)
