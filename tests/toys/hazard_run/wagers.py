"""901a.2: what one roll does to each wager: it wins, loses, is returned, or lives on with a memory of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from houseway.core import Offer, Placed, Verdict
from houseway.law import Citation, Rules

NATURALS, CRAPS = (7, 11), (2, 3, 12)
# What a roll does: a verdict, or the wager as it lives on
Fate = Verdict | Placed
Decide = Callable[[Placed, int, int, Rules], Fate]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of wager: its paragraph, its line, and the effect of a roll of `total` with `point` on."""

    name: str
    says: str
    cite: Citation
    line: str
    decide: Decide


def _line(placed: Placed, total: int, number: int) -> Fate:
    """As on a line: without a number a come out roll, with one a roll for it."""
    if number:
        return Verdict.WON if total == number else Verdict.LOST if total == 7 else placed
    return Verdict.WON if total in NATURALS else Verdict.LOST if total in CRAPS else placed


def run(placed: Placed, total: int, point: int, rules: Rules) -> Fate:
    """901a.2(a)."""
    return _line(placed, total, point)


def against(placed: Placed, total: int, point: int, rules: Rules) -> Fate:
    """901a.2(b), with its reading of the twelve."""
    if total == 12 and not point:
        return Verdict.RETURNED if rules.reading("twelve") == "returned" else Verdict.LOST
    match _line(placed, total, point):
        case Verdict.WON:
            return Verdict.LOST
        case Verdict.LOST:
            return Verdict.WON
        case _:
            return placed


def follow(placed: Placed, total: int, point: int, rules: Rules) -> Fate:
    """901a.2(c): the number it moved to is its own memory."""
    number = int(placed.data[0]) if placed.data else 0
    fate = _line(placed, total, number)
    return replace(placed, data=(total,)) if isinstance(fate, Placed) and not number else fate


def works(placed: Placed, point: int) -> bool:
    """901a.2(d): as called, or else while there is a point."""
    return placed.data == ("on",) or (not placed.data and point != 0)


def six(placed: Placed, total: int, point: int, rules: Rules) -> Fate:
    """901a.2(d)."""
    if not works(placed, point):
        return placed
    return Verdict.WON if total == 6 else Verdict.LOST if total == 7 else placed


KINDS: Mapping[str, Kind] = {
    "run": Kind("Run", "The come out roll, then the point before a 7.", Citation("901a.2(a)"), "even", run),
    "against": Kind("Against", "The dice lose.", Citation("901a.2(b)"), "even", against),
    "follow": Kind("Follow", "A Run of its own while a point is on.", Citation("901a.2(c)"), "even", follow),
    "six": Kind("Six", "A 6 before a 7, while it works.", Citation("901a.2(d)"), "six", six),
}


@lru_cache
def catalogue(rules: Rules) -> Mapping[str, Offer]:
    """Every wager of 901a.2."""
    return {
        wager: Offer(wager, wager, kind.name, kind.says, kind.cite, (rules.payout(kind.line),))
        for wager, kind in KINDS.items()
    }
