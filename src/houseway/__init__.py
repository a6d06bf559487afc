"""Houseway: the Pennsylvania table-game rulebook made executable.

    >>> import houseway
    >>> book = houseway.load("sic-bo")
    >>> book.odds()["small"].expected
    Fraction(-1, 36)

It offers what the command line does: `game_ids`, `load`, `check`, `standing`, `diff`, `what_if`, `three_texts`, `revenue`,
`replay`, `rebuild_hands` and `audit`. A `Rulebook` has `odds()`, `strategy()`, `simulate()`, `hold()`, `design()`,
`readings()`, `mistakes()`, `layout()`, `outline()`, `cited_in()`, `table()` and `recorded()`. Modules are imported on first use.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.compare import Comparison
    from houseway.core import Event
    from houseway.core.advice import Advice
    from houseway.law import BadInput, Citation, Finding, Unlawful
    from houseway.odds import OddsSheet, Rounded
    from houseway.records import Audit
    from houseway.records.reconstruct import RackHands
    from houseway.surface import (
        Rulebook,
        audit,
        check,
        diff,
        game_ids,
        load,
        rebuild_hands,
        replay,
        revenue,
        standing,
        three_texts,
        what_if,
    )
    from houseway.table import Table

__version__ = "0.1.0"
STARTED_NS = time.time_ns()  # before the rest of the package is imported, because later edits were not loaded

_WHERE = {
    **dict.fromkeys(
        (
            "Rulebook", "audit", "check", "diff", "game_ids", "load", "rebuild_hands", "replay", "revenue", "standing",
            "three_texts", "what_if",
        ),
        "houseway.surface",
    ),
    **dict.fromkeys(("BadInput", "Citation", "Finding", "Unlawful"), "houseway.law"),
    "Advice": "houseway.core.advice",
    "Audit": "houseway.records",
    "Comparison": "houseway.compare",
    "Event": "houseway.core",
    "OddsSheet": "houseway.odds",
    "RackHands": "houseway.records.reconstruct",
    "Rounded": "houseway.odds",
    "Table": "houseway.table",
}  # fmt: skip
__all__ = [
    "Advice",
    "Audit",
    "BadInput",
    "Citation",
    "Comparison",
    "Event",
    "Finding",
    "OddsSheet",
    "RackHands",
    "Rounded",
    "Rulebook",
    "Table",
    "Unlawful",
    "audit",
    "check",
    "diff",
    "game_ids",
    "load",
    "rebuild_hands",
    "replay",
    "revenue",
    "standing",
    "three_texts",
    "what_if",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'houseway' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
