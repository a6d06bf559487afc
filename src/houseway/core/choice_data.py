"""The data of a choice: an amount, or something else that comes with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core.due import Asked
from houseway.core.facts import Choose
from houseway.law import Rules
from houseway.law.fields import refuse_others


def for_the_most(asked: Asked, choice: str) -> Choose:
    """A choice with the highest amount allowed; 0 if it is not offered."""
    highest = {option.choice: option.high_cents for option in asked.options}
    return Choose(asked.who, choice, highest.get(choice, 0))


def nothing_more(rules: Rules, choice: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The reader for games whose choices take no data, or only an amount."""
    refuse_others(data, (), f"is not a field of {choice}; leave it out")
    return {}
