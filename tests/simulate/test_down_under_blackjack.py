"""The same shoes dealt to the kernel and to the rules of the chapter: every settlement compared."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from houseway.core.kernel import Sitting
from houseway.equipment.streams import stream
from houseway.games import load
from houseway.games.down_under_blackjack.hole import insurance_most
from houseway.games.down_under_blackjack.kernel import CARD, BlackjackKernel
from houseway.games.down_under_blackjack.points import POINTS
from simulate.blackjack_side import Nets, Plain, Side, table

Array = np.ndarray[Any, Any]
POINTS_OF = np.array([POINTS[CARD[n]] if n in CARD else 0 for n in range(256)])
BET, BOTH = {"bet": 1000}, {"bet": 1000, "match-the-dealer": 500}
CHART, INSURED, BEST = Sitting(BOTH, "chart"), Sitting({"bet": 1500}, "insures"), Sitting(BET, "optimal")
OTHERWISE = (
    "reading.dealer_soft_22=literal", "reading.bust_on_22=return", "reading.large_aces=do-not-count",
    "reading.large_after_split=yes", "reading.double_on_22=returned", "reading.match_both=once",
)  # fmt: skip
SETTINGS = {
    "six decks": ((), (CHART,)),
    "eight decks, three seats": (("decks=8",), (CHART, INSURED, BEST)),
    "four decks, six seats": (("decks=4", "shuffler=batch"), (Sitting(BET, "chart"),) * 3 + (INSURED,) * 3),
    "continuous": (("shuffler=continuous",), (CHART, CHART)),
    "other readings": (OTHERWISE, (CHART, INSURED)),
    "aces remembered": (("decks=5", "reading.large_drawn=also-after-drawing"), (INSURED,)),
    "all readings": (("reading.large_drawn=also-after-drawing", *OTHERWISE), (CHART,)),
}


def nets_of(kernel: BlackjackKernel, row: list[int]) -> Nets:
    """What the kernel's record of a round says about each wager of each seat, the Bet without what was added to it."""
    nets: Nets = Counter()
    for seat, each in enumerate(kernel.sitting):
        outcome, matched, insured = row[1 + 3 * seat : 4 + 3 * seat]
        for wager, net in zip(("bet", "double-down", "split"), three_of(kernel, each, outcome), strict=True):
            nets[seat + 1, wager] = net
        if "match-the-dealer" in each.bets:
            nets[seat + 1, "match-the-dealer"] = kernel.tables.matched[matched] * each.bets["match-the-dealer"]
        if "insures" in str(each.strategy) and insured >= 0:
            most = insurance_most(kernel.rules, each.bets["bet"])
            nets[seat + 1, "insurance"] = kernel.tables.insured[insured] * most
    return nets


def compare(kernel: BlackjackKernel, side: Side, rounds: int, chunk: int) -> Counter[str]:
    """Every settlement of so many rounds, every card that is taken, and when each new shoe begins."""
    log, dealt = kernel.trace(stream("same shoes", chunk), rounds)
    usual = kernel.size - kernel.size // kernel.rules.number("cover_parts") if kernel.stop else 0
    for n, (row, cards) in enumerate(zip(log.tolist(), dealt, strict=True)):
        new = bool(row[0])
        if n:
            assert side.shuffled() == (new and kernel.stop > 0), f"round {n}: the shoe is changed at another time"
        if kernel.stop != usual and new:
            side.with_cover_at(kernel.stop)
        left = iter([CARD[int(card)] for card in cards[1 : 1 + cards[0]]])
        nets = side.play(left)
        assert next(left, None) is None, f"round {n}: the rules took fewer cards"
        found = nets_of(kernel, row)
        assert {k: v for k, v in nets.items() if v} == {k: v for k, v in found.items() if v}, (n, row)
        side.seen["shoes"] += new
    return side.seen


def compare_plainly(kernel: BlackjackKernel, plain: Plain, rounds: int, chunk: int) -> int:
    """Every settlement of so many rounds; rounds of cards that count the same are looked at once. How many are different?"""
    log, dealt = kernel.trace(stream("plain shoes", chunk), rounds)
    seats, most = len(kernel.sitting), int(dealt[:, 0].max())
    kinds = np.where(np.arange(most)[None, :] < dealt[:, :1], dealt[:, 1 : 1 + most] & 15, 0)
    rows = np.concatenate([dealt[:, :1], kinds, log[:, 1::3].astype(np.uint8)], axis=1)
    threes = [[three_of(kernel, each, n) for n in range(len(kernel.tables.parts))] for each in kernel.sitting]
    different = distinct(rows)
    for row in different.tolist():
        found, taken = plain.play(row[1 : 1 + most])
        assert taken == row[0], row
        assert found == [three[n] for three, n in zip(threes, row[1 + most :], strict=True)], row
    for seat, each in enumerate(kernel.sitting):
        compare_beside(kernel, plain, seat, each, log[:, 2 + 3 * seat :], dealt[:, 1:])
    return len(different)


def compare_beside(kernel: BlackjackKernel, plain: Plain, seat: int, each: Sitting, log: Array, dealt: Array) -> None:
    """Match-the-Dealer by the three cards that decide it; insurance by the dealer's two."""
    seats = len(kernel.sitting)
    if "match-the-dealer" in each.bets:
        shown = dealt[:, [seat, seats + 1 + seat, seats]]
        for *three, matched in distinct(np.column_stack([shown, log[:, 0].astype(np.uint8)])).tolist():
            expected = plain.matched(seat, *(CARD[card] for card in three))
            assert kernel.tables.matched[matched] * each.bets["match-the-dealer"] == expected, three
    if "insures" in str(each.strategy):
        up, hole = (POINTS_OF[dealt[:, place]] for place in (seats, 2 * seats + 1))
        assert (log[:, 1] == np.where(up != 1, -1, hole == 10)).all()


def three_of(kernel: BlackjackKernel, each: Sitting, outcome: int) -> tuple[int, int, int]:
    """Net cents of Bet, doubling and splitting in one of the kernel's outcomes, the Bet without what was added to it."""
    scale = each.bets["bet"] // kernel.tables.pays.unit
    (bet, doubled), *second = kernel.tables.parts[outcome]
    double = (doubled or 0) + sum(more or 0 for _, more in second)
    return bet * scale, double * scale, sum(net for net, _ in second) * scale


def distinct(rows: Array) -> Array:
    """The different rows of bytes."""
    whole = np.ascontiguousarray(rows).view(f"V{rows.shape[1]}").ravel()
    return np.unique(whole).view(np.uint8).reshape(-1, rows.shape[1])


@pytest.mark.parametrize("name", SETTINGS)
def test_the_same_shoes(name: str) -> None:
    settings, sitting = SETTINGS[name]
    seen = compare(*table(settings, sitting, name), 600, 0)
    made = {"bet", "double-down", "split"} | {wager for each in sitting for wager in each.bets}
    made |= {"insurance"} if INSURED in sitting else set()
    assert {f"{wager} {how}" for wager in made for how in ("won", "lost")} <= seen.keys(), "not everything came up"
    assert {"stand", "hit", "double-down", "split"} <= seen.keys()
    assert seen["shoes"] > 5
