"""A Craps table for tests: seat 2 shoots, seat 1 tries things, and every answer comes with its reason."""

from __future__ import annotations

from typing import Any

from chapters.harness import procedure_of, usual
from houseway.core import Event, Wagers
from houseway.games.craps.roll import POINTS
from houseway.law import Citation
from support import Ended, bench

# One throw for each total that is no pair where there is a choice
THROW = {
    2: (1, 1), 3: (1, 2), 4: (1, 3), 5: (1, 4), 6: (1, 5), 7: (3, 4), 8: (2, 6), 9: (3, 6), 10: (4, 6), 11: (5, 6), 12: (6, 6),
}  # fmt: skip
SHOOTER = 2


class Hand:
    """One table; three seats with chips in front of them."""

    def __init__(self, game: str = "craps", *settings: str, procedure: str = "automatic") -> None:
        self.bench = bench(game, *settings, procedure=procedure)
        self.game, self.rules, self.table = self.bench.game, self.bench.rules, self.bench.table

    def do(self, do: str, **fields: Any) -> tuple[Event, ...]:
        """One command."""
        return self.table.do({"do": do, **fields})

    def wager(self, wager: str, cents: int = 500, seat: int = 1) -> tuple[Event, ...]:
        """A wager that is taken."""
        events = self.table.wager(seat, wager, cents)
        assert events[0].event == "wager-placed", events[0].seen_by("house")
        return events

    def throw(self, *dice: int) -> tuple[Event, ...]:
        """Betting closes and the dice show this."""
        events = self.table.no_more_bets()
        assert events[-1].event == "no-more-bets", events[-1].seen_by("house")
        return (*events, *self.table.result(dice=list(dice)))

    def prepare(self) -> None:
        """All that must be done before the dice are thrown, by hand."""
        while isinstance(due := self.table.due, Wagers) and due.needs:
            self.bench.do(*[usual(self.bench, step) for step in procedure_of(self.bench, due.needs[0])])

    def roll(self, total: int) -> tuple[Event, ...]:
        """The same by its total; on a come out roll seat 2 makes a Pass Bet if nobody has a line bet."""
        if self.table.state.point == 0 and not any(p.id in ("pass", "dont-pass") for p in self.table.state.placed):
            self.wager("pass", 100, SHOOTER)
        return self.throw(*THROW[total])

    def point(self, total: int = 4) -> Hand:
        """A come out point is established."""
        assert total in POINTS
        self.roll(total)
        assert self.table.state.point == total
        return self

    def ended(self, events: tuple[Event, ...], wager: str, seat: int = 1) -> Ended:
        """The only settlement of a seat's wager."""
        found = [
            e for e in events if e.event == "wager-settled" and (e.fields["seat"], e.fields["wager"]) == (seat, wager)
        ]
        assert len(found) == 1, [e.seen_by("house") for e in events]
        return Ended(found[0].fields["result"], found[0].fields["returned_cents"], found[0].cites)

    def open_wagers(self, seat: int = 1) -> dict[str, int]:
        """The wagers of a seat on the layout."""
        return {p.id: p.cents for p in self.table.state.placed if p.seat == seat}

    def refused(self, do: str, **fields: Any) -> tuple[str, tuple[Citation, ...]]:
        """A command that is refused: why, and by which paragraphs."""
        before = self.table.plain
        refusal = self.bench.refusal({"do": do, **fields})
        assert self.table.plain["game"] == before["game"] and self.table.plain["accounts"] == before["accounts"]
        return refusal


def by_hand(game: str = "craps", *settings: str) -> Hand:
    """A table whose opening is complete and whose people do every step themselves."""
    hand = Hand(game, *settings, procedure="by-hand")
    while hand.table.state.phase == "opening":
        for each in procedure_of(hand.bench, "opening"):
            hand.table.do(usual(hand.bench, each))
    return hand


def thrown(game: str = "craps") -> Hand:
    """Dice in the air, with a wager on the layout."""
    hand = Hand(game)
    hand.wager("pass")
    hand.table.no_more_bets()
    return hand
