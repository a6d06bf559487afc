"""What it is worth to be the bank or co-bank, against one player or several with equal wagers (621a.11).

The bank pays 5% of what is left to it after all wagers are settled, so that it matters how the players' results go
together. Against one and two players this is counted at once. Against more it is counted by `together`, in minutes; what is known
of each two players bounds it from both sides in the meantime.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, lcm, prod

import numpy as np
from numpy.typing import NDArray

from houseway.equipment.tiles import PAIRS
from houseway.games.pai_gow.counting import BESIDE, PAIRS_OF_HANDS, Strengths, Whole, beside, copies, facing
from houseway.games.pai_gow.hands import hand_kinds
from houseway.games.pai_gow.vigorish import RATE, vigorish
from houseway.money import exact

PLAYERS_MAX = 6  # five other players and the dealer: 621a.2(a), 621a.11(h)
THIRD = comb(24, 4)  # hands that can be dealt beside two given ones
BLOCK = 64
SCALE = 16  # every number of ways to deal four tiles or fewer by kinds divides it


@dataclass(frozen=True, slots=True)
class _Parts:
    """All kinds of at most four tiles, and how often each is part of each kind of hand."""

    hands: NDArray[np.int64]  # for each part of a hand: the hand's place
    times: NDArray[np.int32]  # in how many ways it is part of it
    starts: NDArray[np.int64]  # where the entries of each kind of part begin
    signs: Whole
    beside: NDArray[np.uint8]  # beside a hand (row), in how many ways the part (column) can be dealt


@cache
def _parts() -> _Parts:
    places: dict[tuple[int, ...], int] = {}
    for size in range(5):
        for kinds in combinations_with_replacement(range(len(PAIRS)), size):
            if not kinds or max(Counter(kinds).values()) <= 2:
                places[kinds] = len(places)
    entries = sorted(
        (places[part], place, times) for place, hand in enumerate(hand_kinds()) for part, times in _parts_of(hand.kinds)
    )
    whole = np.array(entries, dtype=np.int64)
    starts = np.flatnonzero(np.diff(whole[:, 0], prepend=-1))
    signs = np.array([(-1) ** len(kinds) for kinds in places], dtype=np.int64)
    return _Parts(whole[:, 1], whole[:, 2].astype(np.int32), starts, signs, _dealt(tuple(places)))


def _parts_of(kinds: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """Every part of a hand, with the number of ways in which it is one."""
    held = Counter(kinds)
    found = []
    for numbers in product(*(range(number + 1) for number in held.values())):
        part = tuple(kind for kind, number in zip(held, numbers, strict=True) for _ in range(number))
        found.append((part, prod(comb(held[kind], n) for kind, n in zip(held, numbers, strict=True))))
    return found


def _dealt(parts: tuple[tuple[int, ...], ...]) -> NDArray[np.uint8]:
    """Beside one hand of each kind (row), in how many ways each part (column) can be dealt."""
    ways = np.array([[1, 2, 1], [1, 1, 0], [1, 0, 0]], dtype=np.uint8)  # by how many of two are gone and are wanted
    found = np.ones((len(hand_kinds()), len(parts)), dtype=np.uint8)
    for kind in range(len(PAIRS)):
        gone = np.array([hand.kinds.count(kind) for hand in hand_kinds()])
        wanted = np.array([part.count(kind) for part in parts])
        found *= ways[gone][:, wanted]
    return found


@dataclass(frozen=True, slots=True)
class Joint:
    """For each kind of the bank's hand: how many players' hands lose and tie, and how many pairs of them do together."""

    lose: Whole
    tie: Whole
    lose_lose: Whole  # ordered pairs
    lose_tie: Whole
    tie_tie: Whole

    @property
    def win(self) -> Whole:
        """Players' hands that win."""
        return BESIDE - self.lose - self.tie

    @property
    def together(self) -> Whole:
        """The sum over ordered pairs of the product of two results, each 1 where the bank wins and -1 where it loses."""
        lose_win = self.lose * THIRD - self.lose_lose - self.lose_tie
        tie_win = self.tie * THIRD - self.lose_tie - self.tie_tie
        win_win = self.win * THIRD - lose_win - tie_win
        found: Whole = self.lose_lose + win_win - 2 * lose_win
        return found


def joint(bank: Strengths, players: Strengths) -> Joint:
    """How two players' hands fare together against each hand of the bank, by inclusion and exclusion of the tiles they share."""
    parts = _parts()
    kinds = len(bank)
    out = np.empty((5, kinds), dtype=np.int64)
    high, low = players[:, 0][None, :], players[:, 1][None, :]
    for start in range(0, kinds, BLOCK):
        rows = slice(start, start + BLOCK)
        above, below = high > bank[rows, 0][:, None], low > bank[rows, 1][:, None]
        number = beside()[rows].astype(np.int32)
        share = SCALE // np.maximum(parts.beside[rows], 1).astype(np.int64) * parts.signs
        lose, tie = (number * chosen for chosen in (~(above | below), above ^ below))
        in_lose, in_tie = (
            np.add.reduceat(each[:, parts.hands] * parts.times, parts.starts, axis=1).astype(np.int64)
            for each in (lose, tie)
        )
        pairs = [(share * one * other).sum(axis=1) // SCALE for one, other in
                 ((in_lose, in_lose), (in_lose, in_tie), (in_tie, in_tie))]  # fmt: skip
        out[:, rows] = [lose.sum(axis=1), tie.sum(axis=1), *pairs]
    return Joint(*out)


@dataclass(frozen=True, slots=True)
class BankWorth:
    """What banking one round is worth, in units of one player's wager, with so many equal wagers against the bank."""

    players: int
    before: Fraction  # without vigorish
    low: Fraction
    high: Fraction
    deviation: float | None = None  # of one round, where it is counted
    nets: Mapping[int, int] | None = None  # what the bank is ahead, in wagers -> deals, where all are counted

    @property
    def is_exact(self) -> bool:
        """Is it counted, rather than bounded?"""
        return self.low == self.high

    @property
    def co_bank(self) -> tuple[Fraction, Fraction]:
        """The same for a co-bank, who has half of everything: 621a.11(r)."""
        return self.low / 2, self.high / 2

    def as_json(self) -> dict[str, object]:
        """Exact rationals, per round in units of one wager."""
        nets = None if self.nets is None else {str(net): deals for net, deals in sorted(self.nets.items())}
        return {"players": self.players, "before_vigorish": exact(self.before), "expected_low": exact(self.low),
                "expected_high": exact(self.high), "co_bank_low": exact(self.low / 2), "co_bank_high": exact(self.high / 2),
                "exact": self.is_exact, "deviation": self.deviation, "deals_by_net": nets}  # fmt: skip


def counted(nets: Mapping[int, int], stake_cents: int = 100, rounding_cents: int = 0) -> BankWorth:
    """The bank against as many equal wagers as it can win, from all deals by what it is ahead."""
    deals = sum(nets.values())
    gains = {
        net: net - (vigorish(net * stake_cents, rounding_cents) / stake_cents if net > 0 else Fraction(0))
        for net in nets
    }
    worth = sum((gains[net] * number for net, number in nets.items()), Fraction(0)) / deals
    square = sum((gains[net] ** 2 * number for net, number in nets.items()), Fraction(0)) / deals
    before = Fraction(sum(net * number for net, number in nets.items()), deals)
    return BankWorth(max(nets), before, worth, worth, float(square - worth**2) ** 0.5, dict(nets))


def one_player(bank: Strengths, players: Strengths, stake_cents: int = 100, rounding_cents: int = 0) -> BankWorth:
    """The bank against one wager."""
    won, lost = (int(copies() @ each) for each in facing(bank, players))
    net = 1 - vigorish(stake_cents, rounding_cents) / stake_cents
    worth = (won * net - lost) / PAIRS_OF_HANDS
    return BankWorth(1, Fraction(won - lost, PAIRS_OF_HANDS), worth, worth)


def two_players(found: Joint, stake_cents: int = 100, rounding_cents: int = 0) -> BankWorth:
    """The bank against two equal wagers: what is left is two wagers, or one, or nothing."""
    both, one = int(copies() @ found.lose_lose), int(copies() @ found.lose_tie) * 2
    before = _before(found, 2)
    of = PAIRS_OF_HANDS * THIRD
    charged = (both * vigorish(2 * stake_cents, rounding_cents) + one * vigorish(stake_cents, rounding_cents)) / of
    worth = before - charged / stake_cents
    return BankWorth(2, before, worth, worth)


def _before(found: Joint, players: int) -> Fraction:
    return Fraction(players * int(copies() @ (found.lose - found.win)), PAIRS_OF_HANDS)


Quadratic = tuple[Fraction, Fraction, Fraction]


@cache
def _bounding(players: int) -> tuple[tuple[Quadratic, ...], tuple[Quadratic, ...]]:
    """Quadratics that lie below, and above, the surplus of a net result at every whole number that it can be."""
    points = range(-players, players + 1)
    below, above = [], []
    for three in combinations(points, 3):
        curve = _through(three)
        differences = [max(x, 0) - (curve[0] + curve[1] * x + curve[2] * x * x) for x in points]
        if min(differences) >= 0:
            below.append(curve)
        if max(differences) <= 0:
            above.append(curve)
    return tuple(dict.fromkeys(below)), tuple(dict.fromkeys(above))


def _through(three: tuple[int, ...]) -> Quadratic:
    """The quadratic that is the surplus at three points, by Lagrange."""
    constant = linear = square = Fraction(0)
    for x in three:
        one, other = (y for y in three if y != x)
        weight = Fraction(max(x, 0), (x - one) * (x - other))
        constant, linear, square = constant + weight * one * other, linear - weight * (one + other), square + weight
    return constant, linear, square


def by_moments(found: Joint, players: int) -> BankWorth:
    """Bounds from mean and mean square of the bank's result, for each of its hands."""
    mean = players * (found.lose - found.win) * THIRD
    square = players * (found.lose + found.win) * THIRD + players * (players - 1) * found.together
    below, above = _bounding(players)
    scale = lcm(*(part.denominator for curve in (*below, *above) for part in curve))

    def sums(curves: tuple[Quadratic, ...]) -> Whole:
        values = [
            int(a * scale) * BESIDE * THIRD + int(b * scale) * mean + int(c * scale) * square for a, b, c in curves
        ]
        return np.array(values, dtype=np.int64)

    least = Fraction(int(copies() @ sums(below).max(axis=0)), scale * PAIRS_OF_HANDS * THIRD)
    most = Fraction(int(copies() @ sums(above).min(axis=0)), scale * PAIRS_OF_HANDS * THIRD)
    before = _before(found, players)
    return BankWorth(players, before, before - RATE * most, before - RATE * least)


def several_players(found: Joint, players: int) -> BankWorth:
    """The bank against three equal wagers or more.

    The surplus per wager never grows with their number, since more results only average it: that of two bounds it too.
    """
    bounds, two = by_moments(found, players), two_players(found)
    most = (two.before - two.low) * players / 2
    return replace(bounds, low=max(bounds.low, bounds.before - most))


def banking(
    bank: Strengths, players: Strengths, stake_cents: int = 100, rounding_cents: int = 0,
    deals: tuple[Mapping[int, int], ...] | None = None,
) -> tuple[BankWorth, ...]:  # fmt: skip
    """The bank against one to six equal wagers; `deals` are all of them by net, where they have been counted."""
    if deals is not None:
        return tuple(counted(nets, stake_cents, rounding_cents) for nets in deals)
    found = joint(bank, players)
    several = (several_players(found, number) for number in range(3, PLAYERS_MAX + 1))
    return (
        one_player(bank, players, stake_cents, rounding_cents),
        two_players(found, stake_cents, rounding_cents),
        *(_rounded(each, stake_cents, rounding_cents) for each in several),
    )


def _rounded(worth: BankWorth, stake_cents: int, rounding_cents: int) -> BankWorth:
    """Rounding takes its part only of a surplus, which is a whole number of wagers and so no oftener there than it is large."""
    if not rounding_cents:
        return worth
    surpluses = [stake_cents * number for number in range(1, worth.players + 1)]
    most = max(vigorish(surplus, rounding_cents) - vigorish(surplus) for surplus in surpluses) / stake_cents
    often = min(Fraction(1), (worth.before - worth.low) / RATE)
    return replace(worth, low=worth.low - most * often)
