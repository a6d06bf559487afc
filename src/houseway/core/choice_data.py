"""Extra data that comes with a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.law import Rules
from houseway.law.fields import refuse_others


def nothing_more(rules: Rules, choice: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The reader for games whose choices take no data, or only an amount."""
    refuse_others(data, (), f"is not a field of {choice}; leave it out")
    return {}
