"""A simulated Pai Gow table: who sits there, who banks when, and the results from the counted rounds.

The counts of each way to end a round are the complete record of every seat. The chapter's rules say what each way pays, so
the kernel has no payouts. A test deals the same tiles to the kernel and the rules.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from houseway.core import AnyGame
from houseway.core.kernel import Course, Sitting, Tally, alike
from houseway.games.pai_gow.kernel.banks import BankedRound, rotation
from houseway.games.pai_gow.kernel.payouts import LOST, WON, bank_net_cents, settled
from houseway.games.pai_gow.kernel.rounds import BOXES, ENDS, HANDS, WAYS, deal, deal_openly
from houseway.games.pai_gow.kernel.tiles import halves, hands_of, setting_table, subsets
from houseway.games.pai_gow.law.settlement import copies_by_value
from houseway.games.pai_gow.law.state import WAGER
from houseway.games.pai_gow.mathematics.strategies import BANK, HOUSE_WAY, OPTIMAL, settings_of
from houseway.law import Rules


@cache
def _ends() -> Any:
    """How each of six hands ended, for each way to end a round."""
    return np.array(np.unravel_index(np.arange(WAYS), (ENDS,) * BOXES)).T


class PaiGowKernel:
    """Pai Gow under one submission, each seat with its own wager and strategy; the rules decide who banks."""

    def __init__(self, game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> None:
        self.rules, self.sitting, self.groups, self.round_word = rules, sitting, alike(sitting), "round"
        self.rotation = rotation(rules, sitting)
        self.stakes = [each.bets[WAGER] for each in sitting]
        nets = {cents: settled(game, rules, cents) for cents in set(self.stakes)}
        self.nets_cents = [np.array(nets[cents], np.int64) for cents in self.stakes]
        self._lay_out()
        self.bank_nets = [self._bank_nets(plan) if plan.bank else None for plan in self.rotation.plans]

    def _lay_out(self) -> None:
        """Build one table of settings per strategy in use, and assign one to each hand of each plan."""
        house: tuple[str | None, int] = (HOUSE_WAY, 0)
        own = [(OPTIMAL, each.bets[WAGER]) if each.strategy == OPTIMAL else house for each in self.sitting]
        used = list(dict.fromkeys((house, *own)))
        made = [setting_table(settings_of(self.rules, *each), copies_by_value(self.rules)) for each in used]
        size = len(made[0])
        by = [used.index(each) * size for each in own] + [0] * (BOXES - len(own))
        self.tables = np.concatenate(made)
        # The bank's hand is dealt first, and the dealer's in its place: all orders of the eight stacks are equally likely
        self.by = [
            np.array([0, *(0 if box == plan.bank else table for box, table in enumerate(by, 1))], np.uint64)
            for plan in self.rotation.plans
        ]

    def _bank_nets(self, plan: BankedRound) -> Any:
        """The bank's net result for each way to end a round."""
        ends, wagers = _ends()[:, : len(plan.wagers)], np.array(plan.wagers, np.int64)
        totals = np.stack([(ends == LOST) @ wagers, (ends == WON) @ wagers], axis=1)
        distinct, which = np.unique(totals, axis=0, return_inverse=True)
        worth = [bank_net_cents(self.rules, plan.state, int(lost), int(won)) for lost, won in distinct]
        return np.array(worth, np.int64)[which.ravel()]

    def play(self, words: Any, rounds: int) -> Any:
        """Play one chunk, which begins a new game; each bank's rounds are played together, since rounds are independent."""
        counts = np.zeros((len(self.by), WAYS), np.int64)
        for by, own, often in zip(self.by, counts, self.rotation.rounds_of(rounds), strict=True):
            deal(words, often, subsets(), *halves(), self.tables, by, own)
        return counts.ravel()

    def trace(self, words: Any, rounds: int, tiles: bool = True) -> tuple[Any, Any, Any]:
        """For each round: its plan, how it ended, and the tiles of seven hands as bits, the bank's first."""
        plans = np.array([self.rotation.plan_of(n) for n in range(min(rounds, self._period()))], np.int64)
        plans = np.concatenate([plans, np.resize(plans[len(self.rotation.lead) :], max(0, rounds - len(plans)))])
        ways, draws = np.zeros(rounds, np.int64), np.zeros((rounds if tiles else 1, HANDS), np.int64)
        for number, by in enumerate(self.by):
            mine = plans == number
            some = np.zeros(int(mine.sum()), np.int64)
            drawn = np.zeros((len(some) if tiles else 1, HANDS), np.int64)
            deal_openly(words, subsets(), *halves(), self.tables, by, some, drawn)
            ways[mine] = some
            if tiles:
                draws[mine] = drawn
        return plans, ways, hands_of(draws)

    def _period(self) -> int:
        return len(self.rotation.lead) + len(self.rotation.cycle)

    def course(self, words: Any, rounds: int) -> Course:
        """The course of a seat's wager and, if it ever banks, of its results as the bank; rounds are independent."""
        plans, ways, _ = self.trace(words, rounds, tiles=False)
        banks = np.array([plan.bank for plan in self.rotation.plans])[plans]
        found = []
        for seat, nets in enumerate(self.nets_cents, 1):
            own = np.where(banks == seat, 0, nets[_ends()[ways, seat - 1]])
            rows = [own]
            if (banks == seat).any():
                by_plan = np.array([np.zeros(WAYS, np.int64) if each is None else each for each in self.bank_nets])
                rows.append(np.where(banks == seat, by_plan[plans, ways], 0))
            found.append(np.array(rows))
        return Course(tuple(found), np.zeros(rounds, np.bool_))

    # Results

    def tallies(self, counts: Any) -> tuple[Tally, ...]:
        """Tallies by group: its wagers, and its results as the bank per unit of the wagers against it."""
        rows = counts.reshape(len(self.by), WAYS)
        found: list[Tally] = []
        for group in self.groups:
            found += [self._wagers(group, rows), *self._banks(group, rows)]
        return tuple(found)

    def _wagers(self, group: tuple[int, ...], rows: Any) -> Tally:
        """Tally each wager, and all wagers of a round together, since they meet the same hand."""
        nets, each, together = self.nets_cents[group[0]], np.zeros(ENDS, np.int64), 0
        rounds = 0
        for plan, counts in zip(self.rotation.plans, rows, strict=True):
            boxes = [seat for seat in group if seat + 1 != plan.bank]
            if not boxes:
                continue
            ends = _ends()[:, boxes]
            rounds += int(counts.sum())
            for end in range(ENDS):
                each[end] += ((ends == end).sum(axis=1) * counts).sum()
            together += _squares(nets[ends].sum(axis=1), counts)
        values: dict[int, int] = {}
        for net, often in zip(nets.tolist(), each.tolist(), strict=True):
            if often:
                values[net] = values.get(net, 0) + often
        values = dict(sorted(values.items()))
        stake = self.stakes[group[0]]
        if len(group) == 1:
            return Tally(WAGER, stake, values, sitting=group[0])
        return Tally(WAGER, stake, values, together, rounds, sitting=group[0])

    def _banks(self, group: tuple[int, ...], rows: Any) -> list[Tally]:
        values: dict[int, int] = {}
        covered = 0
        for plan, nets, counts in zip(self.rotation.plans, self.bank_nets, rows, strict=True):
            if nets is not None and plan.bank - 1 in group:
                covered = sum(plan.wagers)
                for net in np.unique(nets).tolist():
                    values[net] = values.get(net, 0) + int(counts[nets == net].sum())
        found = {net: often for net, often in sorted(values.items()) if often}
        return [Tally(BANK, covered, found, sitting=group[0])] if found else []


def _squares(totals: Any, counts: Any) -> int:
    """The sum of squares in Python integers, since it may exceed 64 bits."""
    return sum(net * net * int(counts[totals == net].sum()) for net in np.unique(totals).tolist())
