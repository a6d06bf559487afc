"""`--float`: add a JSON number to every figure that is given as exact text."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

# Names whose text is always a figure: "0" is a chance here, while elsewhere "5" may be the id of a wager
FIGURES = frozenset({
    "win", "push", "lose", "expected", "house_edge", "variance", "void", "expected_resolved", "draws", "alone", "exact",
    "chance", "chance_now", "before_vigorish", "co_bank", "costs", "hold_by_drop", "hold_by_handle", "expected_cents",
    "tax_exact",
})  # fmt: skip
NAMED_BY_STRATEGY = "by_strategy"  # an object of figures by strategy
NEVER = frozenset({"id", "wager", "seed", "holder", "name", "title", "software", "submission", "edition"})

_FRACTION = re.compile(r"-?[0-9]+/[0-9]+|-?[0-9]+\.[0-9]+(?:e[-+]?[0-9]+)?|-?[0-9]+e[-+]?[0-9]+")
_WHOLE = re.compile(r"-?[0-9]+")


def with_floats(document: Any, within: str = "") -> Any:
    """The document with `name_float`, the nearest double, after each figure `name` in text."""
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
