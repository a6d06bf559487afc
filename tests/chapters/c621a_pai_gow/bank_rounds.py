"""Offers of the bank, and whole rounds under any bank."""

from __future__ import annotations

from chapters.c621a_pai_gow.sitting import Sitting, wager
from chapters.harness import NO_MORE_BETS, choose
from houseway.core import Chance

BANK = ["bank", "pass-bank"]
OWN = ["cut", "co-bank", "dealer-wager"]


def offered(here: Sitting) -> list[str]:
    """The seats that are offered the bank now."""
    return [who for who, choices in here.asked().items() if choices == BANK]


def played(here: Sitting, *boxes: int, cents: int = 1000) -> None:
    """Play a whole round under any bank, with wagers on these boxes and hands set by the house way."""
    here.do(*(wager(box, cents) for box in boxes), NO_MORE_BETS)
    if here.asked():
        here.do(choose(here.table.state.bank.seat, "standard"))
    here.table.draw()
    while here.table.state.phase == "playing":
        here.do(choose(int(next(iter(here.asked())).removeprefix("seat:")), "house-way"))
        if isinstance(here.table.due, Chance):
            here.table.draw()
    here.expose()
    assert here.betting, here.table.due
