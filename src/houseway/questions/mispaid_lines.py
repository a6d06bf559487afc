"""Mispaid lines: the value of paying a winner at the next lower or next higher odds of the paytable."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from houseway.core import AnyGame
from houseway.law import Citation, Rules
from houseway.odds.sheet import Row, rows_of
from houseway.odds.single_result import walk_together
from houseway.questions.wager_kinds import exemplars


@dataclass(frozen=True, slots=True)
class Mispaid:
    """One line paid at the odds of another, per unit staked on a winner.

    `chance`: how often the wager wins at these odds; None if that is not known here.
    """

    line: str
    odds: str
    cite: Citation
    paid: str
    paid_cite: Citation
    per_winner: Fraction
    wager: str
    chance: Fraction | None

    @property
    def per_wager(self) -> Fraction | None:
        """The gain per unit wagered if every winner were paid this way."""
        return None if self.chance is None else self.per_winner * self.chance


def mispaid(game: AnyGame, rules: Rules) -> tuple[Mispaid, ...]:
    """Each payout line paid at the next lower and at the next higher odds of the edition's paytable."""
    lines = sorted(rules.payouts.values(), key=lambda each: (each.odds.ratio, each.line))
    ratios = sorted({each.odds.ratio for each in lines})
    rows = list(_rows(game, rules))
    found = []
    for right in lines:
        at = ratios.index(right.odds.ratio)
        wager, chance = _often(rows, right.line, right.odds.ratio)
        for other in (at - 1, at + 1):
            if 0 <= other < len(ratios):
                wrong = next(each for each in lines if each.odds.ratio == ratios[other])
                difference = wrong.odds.ratio - right.odds.ratio
                found.append(
                    Mispaid(
                        right.line, str(right.odds), right.cite, str(wrong.odds), wrong.cite, difference, wager, chance
                    )
                )
    return tuple(found)


def paying(game: AnyGame, rules: Rules, wagers: tuple[str, ...]) -> frozenset[str]:
    """The payout lines that can pay these wagers."""
    offers = game.law.catalogue(rules)
    return frozenset(payout.line for wager in wagers if wager in offers for payout in offers[wager].payouts)


def _rows(game: AnyGame, rules: Rules) -> list[Row]:
    """The odds of one wager of each kind, without slow ones."""
    if walk_together(game, rules) is not None:
        from houseway.odds import odds_sheet

        return list(odds_sheet(game, rules))
    quick = [wager for wager in exemplars(game, rules) if wager not in game.walk.takes_long]
    return [row for wager in quick if not game.walk.counted(rules, wager) for row in rows_of(game, rules, wager)]


def _often(rows: list[Row], line: str, ratio: Fraction) -> tuple[str, Fraction | None]:
    """A wager that the line pays, and its chance of being paid by it; prefers the wager with the line's name."""
    paying = [row for row in rows if row.distribution.get(ratio)]
    named = [row for row in paying if row.id.replace(":", "-") == line or row.id.partition(":")[0] == line]
    about = named or (paying if len({row.id.partition(":")[0] for row in paying}) == 1 else [])
    if not about:
        return "", None
    wager = about[0].id
    chances = [Fraction(row.distribution[ratio]) for row in about if row.id == wager]
    return wager, min(chances)  # added wagers of a strategy may net the same; the least chance is by this line alone
