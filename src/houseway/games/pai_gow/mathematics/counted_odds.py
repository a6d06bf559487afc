"""Odds of the one Pai Gow wager, by counting: for a player who copies the house way, and for the best reply to it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from houseway.core.counted import CountedOdds
from houseway.core.kernel import Sitting, alike
from houseway.games.pai_gow.house_way.house_ways import house_way
from houseway.games.pai_gow.kernel.banks import rotation
from houseway.games.pai_gow.kernel.payouts import bank_net_cents
from houseway.games.pai_gow.law.settlement import copies_by_value
from houseway.games.pai_gow.law.state import WAGER
from houseway.games.pai_gow.law.vigorish import vigorish
from houseway.games.pai_gow.mathematics.bank_counts import stored
from houseway.games.pai_gow.mathematics.bank_value import one_player
from houseway.games.pai_gow.mathematics.best_reply import best_reply
from houseway.games.pai_gow.mathematics.pair_counts import PAIRS_OF_HANDS, PairCounts, Strengths, count, strengths
from houseway.games.pai_gow.mathematics.strategies import BANK, BANKING, OPTIMAL, settings_of
from houseway.law import Rules, cites
from houseway.money import dollars

WHY = cites("621a.4", "621a.10(d)", "621a.10(g)", "621a.10(h)", "621a.10(j)", "621a.10(k)")


def counted(rules: Rules) -> tuple[CountedOdds, ...]:
    """Both strategies; a rounded vigorish is figured on the smallest wager, where it costs most."""
    way = house_way(rules.option("house_way"))
    rounding = int(rules.option("vigorish.rounding_cents"))
    stake = rules.min_cents if rounding else 100
    by_value = copies_by_value(rules)
    house = strengths(way.settings, by_value)
    situation = f"a wager of {dollars(stake)}" if rounding else None
    played = (("house-way", count(house, house)), ("optimal", best_reply(way, stake, rounding, by_value).counts))
    return tuple(CountedOdds(name, _results(counts, stake, rounding), WHY, situation) for name, counts in played)


def exact_values(rules: Rules, sitting: tuple[Sitting, ...]) -> dict[tuple[int, str], Fraction]:
    """Exact values of a simulated table's wagers per unit and, if counted, of the bank per unit wagered against it."""
    way, rounding = house_way(rules.option("house_way")), int(rules.option("vigorish.rounding_cents"))
    by_value = copies_by_value(rules)
    house = strengths(way.settings, by_value)
    found = {}
    for seat, *_ in alike(sitting):
        stake = sitting[seat].bets[WAGER]
        own = strengths(settings_of(rules, sitting[seat].strategy, stake), by_value)
        found[seat, WAGER] = count(own, house).expected(stake, rounding)
        worth = _bank_worth(rules, sitting, seat + 1, house)
        if worth is not None:
            found[seat, BANK] = worth
    return found


def _bank_worth(rules: Rules, sitting: tuple[Sitting, ...], seat: int, house: Strengths) -> Fraction | None:
    """The value of a bank against equal wagers that all follow the house way; other cases take minutes to count."""
    if sitting[seat - 1].strategy not in BANKING or any(each.strategy == OPTIMAL for each in sitting):
        return None
    (plan,) = (plan for plan in rotation(rules, sitting).plans if plan.bank == seat)
    wagers = [cents for cents in plan.wagers if cents]
    nets = _deals(house, len(wagers)) if len(set(wagers)) == 1 else None
    if nets is None:
        return None
    gains = (
        often * bank_net_cents(rules, plan.state, max(0, ahead) * wagers[0], max(0, -ahead) * wagers[0])
        for ahead, often in nets.items()
    )
    return Fraction(sum(gains), sum(nets.values()) * sum(wagers))


def _deals(house: Strengths, players: int) -> Mapping[int, int] | None:
    """All deals by the bank's net wagers won, if fast to count or in the file."""
    if players == 1:
        return one_player(house, house).nets
    deals = stored(house, house)
    return None if deals is None else deals[players - 1]


def _results(counts: PairCounts, stake: int, rounding: int) -> tuple[tuple[Fraction, Fraction], ...]:
    won = 1 - vigorish(stake, rounding) / stake
    found = ((Fraction(-1), counts.lose), (Fraction(0), counts.tie), (won, counts.win))
    return tuple((net, Fraction(number, PAIRS_OF_HANDS)) for net, number in found)
