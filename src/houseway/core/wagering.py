"""Putting wagers on a layout, taking them off, and settling them: what all games do alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from houseway.core.facts import Remove, Wager
from houseway.core.step import INVENTORY, LAYOUT, Move, Placed, Settled, Verdict, seat_account
from houseway.law import Citation, Payout
from houseway.money import Cents

Layout = tuple[Placed, ...]
# When a wager is decided: the line that it wins (None: it loses) and the paragraphs that say so
Decision = tuple[Payout | None, tuple[Citation, ...]]


def find(layout: Layout, seat: int, wager: str) -> Placed | None:
    """A seat's wager, where it is on the layout."""
    return next((placed for placed in layout if placed.seat == seat and placed.id == wager), None)


def place(layout: Layout, fact: Wager) -> tuple[Layout, tuple[Move, ...]]:
    """Chips put on a wager; onto the same one they add up."""
    move = Move(seat_account(fact.seat), LAYOUT, fact.cents)
    there = find(layout, fact.seat, fact.id)
    if there is None:
        return (*layout, Placed(fact.seat, fact.id, fact.cents)), (move,)
    more = Placed(there.seat, there.id, there.cents + fact.cents, there.data)
    return tuple(more if placed is there else placed for placed in layout), (move,)


def take_down(layout: Layout, fact: Remove) -> tuple[Layout, tuple[Move, ...]]:
    """A wager taken down to what is left of it."""
    there = find(layout, fact.seat, fact.id)
    assert there is not None and 0 <= fact.cents < there.cents, "core.refuse lets only this through"
    move = Move(LAYOUT, seat_account(fact.seat), there.cents - fact.cents)
    less = (Placed(there.seat, there.id, fact.cents, there.data),) if fact.cents else ()
    index = layout.index(there)
    return (*layout[:index], *less, *layout[index + 1 :]), (move,)


def pay(placed: Placed, payout: Payout, because: tuple[Citation, ...]) -> Settled:
    """A winning wager: the stake goes back, the winnings come out of the table inventory."""
    won = payout.odds.winnings(Cents(placed.cents))
    assert won is not None, "core.refuse takes no stake whose payout is not whole cents"
    seat = seat_account(placed.seat)
    moves = (Move(LAYOUT, seat, placed.cents), Move(INVENTORY, seat, won))
    return Settled(placed.seat, placed.id, placed.cents, Verdict.WON, moves, (*because, payout.cite))


def collect(placed: Placed, because: tuple[Citation, ...]) -> Settled:
    """A losing wager: the stake goes into the table inventory."""
    return Settled(
        placed.seat, placed.id, placed.cents, Verdict.LOST, (Move(LAYOUT, INVENTORY, placed.cents),), because
    )


def give_back(placed: Placed, because: tuple[Citation, ...]) -> Settled:
    """A wager that is neither won nor lost: the stake goes back."""
    move = Move(LAYOUT, seat_account(placed.seat), placed.cents)
    return Settled(placed.seat, placed.id, placed.cents, Verdict.RETURNED, (move,), because)


def collect_then_pay(layout: Iterable[Placed], decide: Callable[[Placed], Decision]) -> tuple[Settled, ...]:
    """All losing wagers first, then all winning ones, each in the order in which it was made."""
    lost: list[Settled] = []
    won: list[Settled] = []
    for placed in layout:
        payout, because = decide(placed)
        if payout is None:
            lost.append(collect(placed, because))
        else:
            won.append(pay(placed, payout, because))
    return (*lost, *won)
