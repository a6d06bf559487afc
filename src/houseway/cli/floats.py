"""`--float`: beside every figure that is given as exact text, the same as a JSON number."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

# Names whose text is a figure even where it is a whole number: "0" is a chance, while "5" may be the id of a wager
FIGURES = frozenset({
    "win", "push", "lose", "expected", "house_edge", "variance", "void", "expected_resolved", "draws", "alone", "exact",
    "chance", "chance_now", "before_vigorish", "co_bank", "costs",
})  # fmt: skip
NAMED_BY_STRATEGY = "by_strategy"  # an object whose names are strategies, and all of whose values are figures
NEVER = frozenset({"id", "wager", "seed", "holder", "name", "title", "software", "submission", "edition"})

_FRACTION = re.compile(r"-?[0-9]+/[0-9]+|-?[0-9]+\.[0-9]+(?:e[-+]?[0-9]+)?|-?[0-9]+e[-+]?[0-9]+")
_WHOLE = re.compile(r"-?[0-9]+")


def with_floats(document: Any, within: str = "") -> Any:
    """The same document; each figure `name` in text is followed by `name_float`, the nearest double."""
    if isinstance(document, dict):
        made: dict[str, Any] = {}
        for name, value in document.items():
            made[name] = with_floats(value, name)
            if _is_figure(name, value, within):
                made[f"{name}_float"] = float(Fraction(value))
            elif value is None and name in FIGURES:
                made[f"{name}_float"] = None
        return made
    if isinstance(document, list | tuple):
        return [with_floats(each, within) for each in document]
    return document


def _is_figure(name: str, value: object, within: str) -> bool:
    if not isinstance(value, str) or name in NEVER:
        return False
    if _FRACTION.fullmatch(value):
        return True
    return (name in FIGURES or within == NAMED_BY_STRATEGY) and _WHOLE.fullmatch(value) is not None
