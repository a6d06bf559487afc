"""The value of being the bank or co-bank against one or more equal wagers (621a.11).

The bank pays 5% of its surplus after all wagers are settled, so the joint distribution of the players' results matters: all
deals are counted by the bank's net wagers won (`joint_counts`, `bank_counts`), and the rest follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.games.pai_gow.law.vigorish import vigorish
from houseway.games.pai_gow.mathematics.pair_counts import PAIRS_OF_HANDS, Strengths, copies, facing
from houseway.money import exact

Nets = Mapping[int, int]  # net wagers won by the bank -> deals


@dataclass(frozen=True, slots=True)
class BankWorth:
    """The value of banking one round against a number of equal wagers, in units of one wager."""

    players: int
    before: Fraction  # without vigorish
    expected: Fraction
    variance: Fraction
    nets: Nets

    @property
    def co_bank(self) -> Fraction:
        """The same for a co-bank, which has half of everything: 621a.11(r)."""
        return self.expected / 2

    def as_json(self) -> dict[str, object]:
        """Exact rationals per round, in units of one wager; deals by net wagers won."""
        return {"players": self.players, "before_vigorish": exact(self.before), "expected": exact(self.expected),
                "co_bank": exact(self.co_bank), "variance": exact(self.variance), "of": sum(self.nets.values()),
                "deals": {str(net): number for net, number in sorted(self.nets.items())}}  # fmt: skip


def counted(nets: Nets, stake_cents: int = 100, rounding_cents: int = 0) -> BankWorth:
    """The bank's value from all deals by net wagers won; the largest net is the number of wagers."""
    deals = sum(nets.values())

    def mean(gains: Mapping[int, Fraction]) -> Fraction:
        return sum((gains[net] * number for net, number in nets.items()), Fraction(0)) / deals

    charged = {net: vigorish(max(net, 0) * stake_cents, rounding_cents) / stake_cents for net in nets}
    gains = {net: net - charged[net] for net in nets}
    worth = mean(gains)
    square = mean({net: gain**2 for net, gain in gains.items()})
    return BankWorth(max(nets), mean({net: Fraction(net) for net in nets}), worth, square - worth**2, dict(nets))


def one_player(bank: Strengths, players: Strengths, stake_cents: int = 100, rounding_cents: int = 0) -> BankWorth:
    """The bank against one wager, which is fast to count."""
    won, lost = (int(copies() @ each) for each in facing(bank, players))
    return counted({-1: lost, 0: PAIRS_OF_HANDS - won - lost, 1: won}, stake_cents, rounding_cents)


def banking(deals: Sequence[Nets], stake_cents: int = 100, rounding_cents: int = 0) -> tuple[BankWorth, ...]:
    """The bank against one wager, two equal wagers, and so on."""
    return tuple(counted(nets, stake_cents, rounding_cents) for nets in deals)
