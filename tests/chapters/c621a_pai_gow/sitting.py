"""A Pai Gow table with the tiles that a test wants, brought to any point of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from chapters.harness import NO_MORE_BETS, Command, Watch, choose, lawful, moment, of, timed
from chapters.harness import settled as rows
from houseway.core import Chance, Choices, Event, Wagers
from houseway.core.frozen import replace
from houseway.core.plain import plain
from houseway.equipment.tiles import TILES
from houseway.games import load
from houseway.games.pai_gow.law.deliveries import slots
from houseway.law import Citation
from houseway.numerics.sources import SeededSource
from houseway.table import Table
from houseway.table.commands import ProcedureMode
from support import Bench

DEALER, DEAD_HAND = 0, 7
CHIPS = 100_000

# Hands of four as they are set: high over low. The first three are all different tiles, and rank best, middling, worst.
BEST = ("6-6", "6-6", "1-1", "1-1")  # a pair over a pair
GOOD = ("4-4", "4-4", "1-3", "1-3")
MIDDLE = ("5-5", "5-5", "3-3", "2-2")  # a pair over 0
POOR = ("5-6", "1-5", "4-6", "2-3")  # no pair: 7 over 5
Four = Sequence[str]


def stacked(hands: Mapping[int, Four], start: int, style: str = "standard", order: Sequence[int] = ()) -> list[str]:
    """All 32 tiles as the stacks are formed, so that these positions are dealt these hands."""
    placed: dict[int, str] = {}
    for position, hand in hands.items():
        placed |= dict(zip(slots(style, tuple(order), start, position), hand, strict=True))
    rest = list((Counter(map(str, TILES)) - Counter(placed.values())).elements())
    return [placed[n] if n in placed else rest.pop() for n in range(1, len(TILES) + 1)]


class Sitting(Bench):
    """A table, with shortcuts for tests."""

    def do(self, *commands: Command) -> list[Event]:
        """Commands that are all lawful; their events."""
        return lawful(super().do(*commands))

    def by_hand(self) -> None:
        """From here on the table completes no procedure by itself."""
        position = self.table.position
        state = replace(position.table, procedure=ProcedureMode.BY_HAND)
        self.table.position = replace(position, table=state, plain={**position.plain, "table": plain(state)})

    def wager(self, *cents: int) -> None:
        """Wagers on boxes 1, 2, …, each by its own player; 0 means none."""
        self.do(*(wager(box, each) for box, each in enumerate(cents, 1) if each))

    def deal(self, hands: Mapping[int, Four], total: int = 9) -> list[Event]:
        """No more bets, the bank's standard delivery, and the tiles dealt; a nine begins with the dealer or the bank."""
        events = self.do(NO_MORE_BETS)
        bank = self.table.state.bank.seat
        if isinstance(self.table.due, Choices):
            events += self.do(choose(bank, "standard"))
        return events + self.do(self.tiles(hands, total))

    def tiles(self, hands: Mapping[int, Four], total: int = 9) -> Command:
        """The result that deals these hands under the delivery and the cut of this round."""
        state = self.table.state
        start = (state.bank.seat + total - 1) % 8
        return {"do": "result", "total": total, "tiles": stacked(hands, start, state.style, state.order)}

    def set(self, hands: Mapping[int, Four]) -> list[Event]:
        """Each of these boxes is set: the first two tiles over the last two."""
        return self.do(*(set_as(box, hand) for box, hand in hands.items()))

    def expose(self) -> list[Event]:
        """The dealer exposes every hand, and the round is settled."""
        events: list[Event] = []
        while isinstance(due := self.table.due, Choices) and due.open[0].who == "dealer":
            events += self.do(EXPOSE)
        return events

    def round(self, hands: Mapping[int, Four], *cents: int, total: int = 9) -> list[Event]:
        """A whole round: wagers on boxes 1, 2, …, tiles, settings as given, and the settlement."""
        self.wager(*cents)
        events = self.deal(hands, total)
        boxes = {box: hand for box, hand in hands.items() if box != DEALER}
        if self.table.state.bank.co_bank:
            boxes.pop(self.table.state.bank.seat, None)
        return events + self.set(boxes) + self.expose()

    @property
    def betting(self) -> bool:
        """Are wagers taken?"""
        return isinstance(self.table.due, Wagers)

    @property
    def chance(self) -> Chance:
        """The outcome of chance that is due now."""
        due = self.table.due
        assert isinstance(due, Chance), due
        return due

    def asked(self) -> dict[str, list[str]]:
        """The open choices by seat or role."""
        due = self.table.due
        found = due.asked if isinstance(due, Wagers) else due.open if isinstance(due, Choices) else ()
        return {each.who: [option.choice for option in each.options] for each in found}


def sitting(*settings: str, procedure: str = "automatic", chips: Sequence[int] = (CHIPS,) * 6) -> Sitting:
    """An opened table with chips before six seats."""
    game, rules = load("pai-gow", settings)
    table = Table(game, rules, SeededSource("tests"))
    table.open(procedure)
    for seat, cents in enumerate(chips, 1):
        if cents:
            table.buy_in(seat, cents)
    return Sitting(game, rules, table)


def after_a_round(*settings: str, cents: int = 1000, **more: Any) -> Sitting:
    """A table at which all six wagered a round against the dealer, and tied or lost it."""
    here = sitting(*settings, **more)
    here.wager(*(cents,) * 6)
    here.do(NO_MORE_BETS)
    here.table.draw()
    here.do(*(choose(box, "house-way") for box in range(1, 7)))
    here.table.draw()
    here.expose()
    assert here.betting
    return here


def banking(seat: int, *settings: str, cents: int | None = None, **more: Any) -> Sitting:
    """The same, and then a seat takes the bank; those asked before it pass."""
    here = after_a_round(*settings, **more)
    for other in range(1, seat):
        here.do(choose(other, "pass-bank"))
    here.do(choose(seat, "bank", **({} if cents is None else {"cents": cents})))
    return here


# Commands

EXPOSE: Command = {"do": "choose", "by": "dealer", "choice": "expose"}


def wager(box: int, cents: int, **more: Any) -> Command:
    """Chips on a box."""
    return {"do": "wager", "seat": box, "id": "wager", "cents": cents, **more}


def set_as(box: int, hand: Four) -> Command:
    """The first two tiles over the last two."""
    return choose(box, "set", high=list(hand[:2]), low=list(hand[2:]))


# What came of it


def settled(events: Sequence[Event]) -> list[tuple[int, str, int]]:
    """Box, result and what came back, in the order of settlement."""
    return [(seat, result, cents) for seat, _, result, cents, _ in rows(events)]


def because(events: Sequence[Event], box: int) -> tuple[Citation, ...]:
    """Why the wager on a box ended as it did."""
    (found,) = [event for event in of(events, "wager-settled") if event.fields["seat"] == box]
    return found.cites


# Time


def at(text: str, *settings: str, procedure: str = "automatic") -> tuple[Sitting, Watch]:
    """A table opened at a time (UTC), with its clock in the test's hands."""
    its, watch = timed("pai-gow", *settings, start=moment(text), procedure=procedure)
    return Sitting(its.game, its.rules, its.table), watch
