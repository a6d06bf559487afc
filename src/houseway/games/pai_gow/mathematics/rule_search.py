"""Find a short list of rules that approximates a table of best settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.equipment.tiles import PAIRS
from houseway.games.pai_gow.house_way.conditions import HANDS, OTHERWISE, View
from houseway.games.pai_gow.house_way.rule_list import HIGH, LOW, Rule, read_rule

Mask = NDArray[np.bool_]
Loss = NDArray[np.int64]
Real = NDArray[np.float64]  # whole numbers only, so sums are exact in any order

LEADERS = ("6-6", "1-1", "4-4", "5-5", "2-2", "4-6", "1-5")  # enough to tell strong hands from weak ones
NARROW = 12  # hands at a time: BLAS runs such a small product on one thread, which is faster here
REFINED = 24  # number of the best two-phrase rules that are tried with a third phrase


def _phrases() -> Iterator[str]:
    """The phrases that a rule may use."""
    yield OTHERWISE
    yield from (
        "high hand 9",
        "high hand 8",
        "high hand pair",
        "lowered high hand pair",
        "raised low hand pair",
        "gain 0",
    )
    for name in HANDS:
        for value in range(6, 10) if name.endswith("high hand") else range(1, 9):
            yield f"{name} at most {value}"
            yield f"{name} at least {value}"
        for leader in LEADERS:
            yield f"{name} led by {leader} or higher"
            yield f"{name} led by {leader} or lower"
    for value in range(1, 6):
        yield f"gain at most {value}"
        yield f"gain at least {value}"
    for pair in PAIRS:
        yield f"holds {pair[0]}"
    yield "holds 6-6 and 1-1"


@dataclass(frozen=True, slots=True)
class _Entry:
    """A rule of the growing list: its phrases, the hands where they hold, and what it plays."""

    texts: tuple[str, ...]
    holds: Mask
    high: bool

    def rule(self) -> Rule:
        said = [text for text in dict.fromkeys(self.texts) if text != OTHERWISE]
        return read_rule(", ".join(said) or OTHERWISE, HIGH if self.high else LOW)


@dataclass(frozen=True, slots=True)
class _Pool:
    """All phrases, and the hands where each holds."""

    texts: tuple[str, ...]
    holds: Real

    @classmethod
    def of(cls, views: Sequence[View]) -> _Pool:
        texts = tuple(_phrases())
        tests = [read_rule(text, HIGH).tests[0] for text in texts]
        holds = np.array([[test(view) for view in views] for test in tests], dtype=np.float64)
        return cls(texts, holds)

    def entry(self, phrases: Sequence[int], high: bool) -> _Entry:
        """A rule with these phrases."""
        holds = np.logical_and.reduce([self.holds[each] > 0 for each in phrases])
        return _Entry(tuple(self.texts[each] for each in phrases), holds, high)

    def best(self, change: Real, phrase_loss: int) -> tuple[int, tuple[int, ...]]:
        """The phrases with the least total change over their hands; each phrase but "otherwise" has a price."""
        price = np.full(len(self.texts), phrase_loss, dtype=np.float64)
        price[0] = 0
        matters = np.flatnonzero(change)  # usually few; a rule changes nothing on the other hands
        change, holds = change[matters], self.holds[:, matters]
        two = _in_pairs(holds, change) + price[:, None] + price[None, :]
        np.fill_diagonal(two, np.diagonal(two) - price)
        first, second = np.unravel_index(int(two.argmin()), two.shape)
        found: tuple[int, tuple[int, ...]] = (int(two[first, second]), (int(first), int(second)))
        for at in np.argsort(two, axis=None, kind="stable")[: 2 * REFINED : 2]:
            one, other = (int(each) for each in np.unravel_index(int(at), two.shape))
            three = holds @ (change * holds[one] * holds[other]) + price + price[one] + price[other]
            third = int(three.argmin())
            found = min(found, (int(three[third]), (one, other, third)))
        return found


def _in_pairs(holds: Real, change: Real) -> Real:
    """For each two phrases, the total change over the hands where both hold."""
    found = np.zeros((len(holds), len(holds)))
    for start in range(0, len(change), NARROW):
        part = holds[:, start : start + NARROW]
        found += (part * change[start : start + NARROW]) @ part.T
    return found


def _decided(entries: Sequence[_Entry], hands: int) -> tuple[Mask, list[Mask]]:
    """The hands that a list sets to the highest high hand, and those still undecided before each rule."""
    high, left, before = np.zeros(hands, dtype=np.bool_), np.ones(hands, dtype=np.bool_), []
    for entry in entries:
        before.append(left.copy())
        high[left & entry.holds] = entry.high
        left &= ~entry.holds
    return high, before


def nearest_list(
    views: Sequence[View], high_loss: Loss, low_loss: Loss, rules_max: int, phrase_loss: int
) -> tuple[Rule, ...]:
    """Grow a list greedily, each time adding the rule, at the position, that saves most.

    The losses are the cost of each of the two settings of a hand against the best; a phrase must save `phrase_loss`.
    """
    pool = _Pool.of(views)
    entries = [pool.entry([0], bool(high_loss.sum() < low_loss.sum()))]
    while len(entries) < rules_max:
        high, before = _decided(entries, len(views))
        change = np.where(high, low_loss - high_loss, high_loss - low_loss)  # the cost of setting it the other way
        trials = []
        for place, left in enumerate(before):
            for way in (True, False):
                saving, phrases = pool.best((change * (high != way) * left).astype(np.float64), phrase_loss)
                trials.append((saving, place, way, phrases))
        saving, place, way, phrases = min(trials)
        if saving >= 0:
            break
        entries.insert(place, pool.entry(phrases, way))
    return tuple(entry.rule() for entry in entries)
