"""621a.8(a) to (c): the starting position of every total, as vectors for a laboratory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.games.pai_gow.law.positions import generated, position_name, starting_position, thrown
from houseway.games.pai_gow.law.state import DEALER
from houseway.law import Rules

CITES = ("621a.8(b)", "621a.8(c)")


def device_vectors(rules: Rules) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Each total, how many ways it comes, and where the deal begins when the dealer has the bank."""
    by_generator = rules.option("starting_position") == "generator"
    totals = generated(rules) if by_generator else thrown(rules)
    rows = [
        {
            "total": total,
            "ways": ways,
            "position": starting_position(total, DEALER),
            "begins_at": position_name(starting_position(total, DEALER)),
            "cites": list(CITES),
        }
        for total, ways in totals.items()
    ]
    return {"starting-position": rows}
