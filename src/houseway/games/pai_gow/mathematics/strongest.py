"""The strongest lawful house way, and the proof that no other completion of 621a.10(d) leaves the player less.

The house chooses one lawful setting for every hand; the player, who sees four tiles, replies with the best setting. A player
who plays one fixed mixture of settings instead can only gain less. So the house's best setting of each hand against that
mixture, found hand by hand, bounds what any completion can reach, and a completion that departs from these settings by more
than the bound allows is no better. The remaining completions are few enough to try one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import numpy as np

from houseway.equipment.tiles import Tile
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds, place_of
from houseway.games.pai_gow.house_way.house_ways import house_ways
from houseway.games.pai_gow.law.settings import Setting, lawful, listed_first, settings
from houseway.games.pai_gow.mathematics.pair_counts import (
    PAIRS_OF_HANDS,
    Strengths,
    Whole,
    against,
    all_ways,
    beside,
    copies,
    facing,
    strengths,
)
from houseway.money import exact

WON, LOST = 19, 20  # win (after 5% vigorish) and loss of a wager of 20
UNIT = LOST * PAIRS_OF_HANDS
PARTS = 12
STRONGEST = "strongest"

# The player's mixture that bounds every completion: the best reply to the strongest house way except for these hands. It was
# found by playing house and player against each other until neither gained; the proof does not depend on how.
MIXTURE: Mapping[str, Mapping[str, int]] = {
    "2-4 3-3 2-2 5-6": {"2-4 3-3 over 2-2 5-6": 4, "3-3 5-6 over 2-4 2-2": 8},
    "2-4 3-3 5-6 4-6": {"2-4 5-6 over 3-3 4-6": 2, "3-3 5-6 over 2-4 4-6": 10},
    "1-1 5-5 2-2 1-4": {"2-2 1-4 over 1-1 5-5": 12},
    "4-4 2-2 4-6 3-6": {"4-6 3-6 over 4-4 2-2": 8, "4-4 4-6 over 2-2 3-6": 4},
}


Options = tuple[tuple[Setting, ...], ...]


@cache
def options() -> Options:
    """For each kind of hand, the lawful settings that no other setting dominates."""
    return tuple(undominated(lawful(hand.tiles).ways) for hand in hand_kinds())


@cache
def ordered_options() -> Options:
    """The same if 621a.10(d)(2) and (3) were orders of preference."""
    return tuple(undominated(listed_first(lawful(hand.tiles)).ways) for hand in hand_kinds())


def undominated(ways: tuple[Setting, ...]) -> tuple[Setting, ...]:
    found = list({way.strengths: way for way in reversed(ways)}.values())[::-1]
    return tuple(way for way in found if not any(_beats(other, way) for other in found))


def _beats(one: Setting, other: Setting) -> bool:
    (high, low), (other_high, other_low) = one.strengths, other.strengths
    return one.strengths != other.strengths and high >= other_high and low >= other_low


def completions() -> int:
    """The number of completions of 621a.10(d) that set hands of one kind alike."""
    return prod(len(lawful(hand.tiles).ways) for hand in hand_kinds())


def rows(house: Strengths) -> Whole:
    """The value of each setting of each kind of player hand against a house way, in units of `UNIT`: a row per setting."""
    found = []
    for way in all_ways():
        won, lost = against(way, house)
        found.append((WON * won - LOST * lost) * copies())
    return np.array(found)


def value(house: Strengths) -> Fraction:
    """The value of the best reply to a house way."""
    return Fraction(int(rows(house).max(axis=0).sum()), UNIT)


def _profiles(worth: Whole) -> list[tuple[int, Strengths]]:
    """The mixture as complete player strategies, each with its weight in twelfths."""
    best = worth.argmax(axis=0)
    found: dict[tuple[int, ...], tuple[int, Strengths]] = {}
    for part in range(PARTS):
        chosen = best.copy()
        for tiles, weights in MIXTURE.items():
            hand = place_of([Tile(tile) for tile in tiles.split()])
            names = [str(way) for way in settings(hand_kinds()[hand].tiles)]
            deck = [names.index(name) for name, weight in weights.items() for _ in range(weight)]
            chosen[hand] = deck[part]
        table = np.choose(chosen[:, None], all_ways())
        key = tuple(int(each) for each in chosen)
        found[key] = (found.get(key, (0, table))[0] + 1, table)
    return list(found.values())


def _charges(profiles: list[tuple[int, Strengths]], choices: Options) -> list[list[int]]:
    """The cost of each house option against a player's mixture: a list for each kind of hand."""
    slots = max(len(ways) for ways in choices)
    tables = [strengths([ways[min(slot, len(ways) - 1)] for ways in choices]) for slot in range(slots)]
    total = np.zeros((slots, len(choices)), dtype=np.int64)
    for weight, player in profiles:
        for slot, table in enumerate(tables):
            house_won, house_lost = facing(table, player)
            total[slot] += weight * (WON * house_lost - LOST * house_won) * copies()
    return [[int(total[slot, hand]) for slot in range(len(ways))] for hand, ways in enumerate(choices)]


@dataclass(frozen=True, slots=True)
class StrongestProof:
    """The strongest house way among all lawful ones, each against its best reply."""

    value: Fraction  # value of the best reply to it
    bound: Fraction  # no completion, mixed or not, leaves the player less than this
    completions: int
    open_hands: int  # kinds of hands with more than one undominated setting
    undecided: tuple[str, ...]  # kinds of hands that the bound does not decide
    tried: int  # completions of these, all tried
    least: Fraction  # value of the best reply to the best of them

    @property
    def is_strongest(self) -> bool:
        """Does no completion leave the player less?"""
        return self.value == self.least

    def as_json(self) -> dict[str, object]:
        """All of it, exact."""
        return {"house_way": STRONGEST, "best_reply": exact(self.value), "bound": exact(self.bound), "least": exact(self.least),
                "strongest": self.is_strongest, "completions": str(self.completions), "open_hands": self.open_hands,
                "undecided": list(self.undecided), "tried": self.tried}  # fmt: skip


@cache
def prove() -> StrongestProof:
    """Bound every completion of 621a.10(d), and try those that the bound does not decide."""
    way = house_ways()[STRONGEST]
    worth = rows(strengths(way.settings))
    own = int(worth.max(axis=0).sum())
    charges = _charges(_profiles(worth), options())
    bound = sum(min(each) for each in charges)
    room = PARTS * own - bound
    left = {
        hand: [slot for slot, charge in enumerate(each) if charge - min(each) < room]
        for hand, each in enumerate(charges)
    }
    settled = [ways[left[hand][0]] if left[hand] else ways[0] for hand, ways in enumerate(options())]
    undecided = [hand for hand, slots in left.items() if len(slots) > 1]
    least = min(own, _least(settled, {hand: left[hand] for hand in undecided})) if room > 0 else own
    return StrongestProof(
        Fraction(own, UNIT),
        Fraction(bound, PARTS * UNIT),
        completions(),
        sum(len(ways) > 1 for ways in options()),
        tuple(" ".join(hand_kinds()[hand].tiles) for hand in undecided),
        prod(len(left[hand]) for hand in undecided),
        Fraction(least, UNIT),
    )


def _least(settled: list[Setting], left: Mapping[int, list[int]]) -> int:
    """The least value of the best reply over all completions of the undecided hands."""
    base = rows(strengths(settled))
    changes = {
        hand: {slot: change(hand, settled[hand], options()[hand][slot]) for slot in slots}
        for hand, slots in left.items()
    }
    found = []
    for slots in product(*left.values()):
        worth = base + sum(changes[hand][slot] for hand, slot in zip(left, slots, strict=True))
        found.append(int(worth.max(axis=0).sum()))
    return min(found)


def change(hand: int, old: Setting, new: Setting) -> Whole:
    """The change in the value of each player setting when the house changes its setting of one kind of hand."""
    number = beside()[:, hand].astype(np.int64) * copies()
    found = []
    for way in all_ways():
        results = []
        for high, low in (old.strengths, new.strengths):
            above, below = way[:, 0] > high, way[:, 1] > low
            results.append(WON * (above & below).astype(np.int64) - LOST * (~(above | below)).astype(np.int64))
        found.append(number * (results[1] - results[0]))
    return np.array(found)


@dataclass(frozen=True, slots=True)
class IfOrdered:
    """The result of reading 621a.10(d)(2) and (3) as an order of preference."""

    value: Fraction  # value of the best reply to the strongest completion found
    bound: Fraction  # no completion leaves the player less
    open_hands: int

    @property
    def always_beatable(self) -> bool:
        """Would every completion be beaten by its best reply?"""
        return self.bound > 0

    def as_json(self) -> dict[str, object]:
        """All of it, exact."""
        return {"best_reply": exact(self.value), "bound": exact(self.bound), "open_hands": self.open_hands,
                "always_beatable": self.always_beatable}  # fmt: skip


@cache
def if_ordered() -> IfOrdered:
    """Improve a completion hand by hand until no single change helps; the best reply to it bounds all others."""
    choices = ordered_options()
    worth = _improved(choices)
    best = np.choose(worth.argmax(axis=0)[:, None], all_ways())
    bound = sum(min(each) for each in _charges([(1, best)], choices))
    own = int(worth.max(axis=0).sum())
    return IfOrdered(Fraction(own, UNIT), Fraction(bound, UNIT), sum(len(ways) > 1 for ways in choices))


def _improved(choices: Options) -> Whole:
    """The values of the player's settings against a completion that no single change makes stronger."""
    chosen = [max(ways, key=lambda way: way.strengths[::-1]) for ways in choices]
    worth = rows(strengths(chosen))
    trials = [(hand, way) for hand, ways in enumerate(choices) if len(ways) > 1 for way in ways]
    changed = True
    while changed:
        changed = False
        for hand, way in trials:
            after = worth + change(hand, chosen[hand], way)
            if after.max(axis=0).sum() < worth.max(axis=0).sum():
                worth, chosen[hand], changed = after, way, True
    return worth
