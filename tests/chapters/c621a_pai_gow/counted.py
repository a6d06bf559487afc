"""What several tests of the bank's worth ask for, worked out once."""

from __future__ import annotations

from functools import cache

from houseway.games.pai_gow.bank_worth import Joint, joint
from houseway.games.pai_gow.counting import Strengths, strengths
from houseway.games.pai_gow.house_way import house_ways


def settings(name: str) -> Strengths:
    """How a house way of the chapter sets every kind of hand."""
    return strengths(house_ways()[name].settings)


@cache
def pairs(name: str) -> Joint:
    """How two players who copy a house way fare together against a bank that sets so."""
    return joint(settings(name), settings(name))
