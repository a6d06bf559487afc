"""Finds the payout odds with an exact edge nearest to a target: the edge is linear in the payout of each line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from houseway.money import Odds

DENOMINATORS = (1, 2, 4, 5)  # a stake in whole dollars then pays whole cents
IN_WORDS = "in whole numbers, halves, quarters or fifths"
WHOLE_FROM = 100  # odds of 100 to 1 and more are whole numbers to one
MOST_TOGETHER = 3  # the most lines of one wager to raise together
LEAST_GAIN = Fraction(1, 10**4)  # another line is raised only if that gets nearer by more than this
MOST_PAYS = 10**6


@dataclass(frozen=True, slots=True)
class PricedWager:
    """A wager under some options: its edge with every open line at its minimum, and how it falls as a line pays more."""

    edge: Fraction
    falls: Mapping[str, Fraction]  # line -> how much the edge falls for each extra unit paid

    def at(self, raised: Mapping[str, Fraction]) -> Fraction:
        """The edge with these lines raised by these amounts."""
        return self.edge - sum((fall * raised.get(line, Fraction(0)) for line, fall in self.falls.items()), Fraction(0))


def nearest_odds(
    priced: PricedWager, least: Mapping[str, Odds], target: Fraction, fixed: Mapping[str, Fraction]
) -> dict[str, Fraction]:
    """How much to raise each line, with as few raised lines as possible; lines in `fixed` keep their values."""
    free = [line for line in priced.falls if line not in fixed and priced.falls[line]]
    found: list[tuple[Fraction, int, int, dict[str, Fraction]]] = []
    for raised in _candidates(priced, least, target, fixed, free):
        away = abs(priced.at({**fixed, **raised}) - target)
        odds = [least[line].ratio + more for line, more in raised.items()]
        found.append((away, len(raised), sum(ratio.denominator for ratio in odds), raised))
    best = min(found, key=lambda each: (each[0], each[1], each[2]))
    few = [each for each in found if each[0] <= best[0] + LEAST_GAIN and each[1] < best[1]]
    return min(few, key=lambda each: (each[1], each[0], each[2]))[3] if few else best[3]


def _candidates(
    priced: PricedWager, least: Mapping[str, Odds], target: Fraction, fixed: Mapping[str, Fraction], free: list[str]
) -> Iterator[dict[str, Fraction]]:
    yield {}
    if priced.at(fixed) <= target:
        return
    for count in range(1, min(len(free), MOST_TOGETHER) + 1):
        for order in permutations(free, count):
            raised: dict[str, Fraction] = {}
            for line in order[:-1]:
                more = (priced.at({**fixed, **raised}) - target) // priced.falls[line]
                if more > 0:
                    raised[line] = Fraction(min(more, MOST_PAYS))
            last = order[-1]
            rest = (priced.at({**fixed, **raised}) - target) / priced.falls[last]
            if len(raised) == count - 1:
                yield from ({**raised, last: more} for more in near_odds(least[last].ratio, rest) if more > 0)


def near_odds(least: Fraction, more: Fraction) -> Iterator[Fraction]:
    """Amounts near `more` that a line could pay beyond its minimum, with a small denominator."""
    for denominator in DENOMINATORS if least + more < WHOLE_FROM else (1,):
        below = (least + min(more, Fraction(MOST_PAYS))) * denominator // 1
        for whole in (below, below + 1):
            if Fraction(whole, denominator) >= least:
                yield Fraction(whole, denominator) - least


def as_odds(ratio: Fraction) -> str:
    """Odds as text."""
    return str(Odds(ratio.numerator, ratio.denominator))
