"""Placing wagers on a layout, taking them down and settling them, the same for all games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from houseway.core.facts import Remove, Wager
from houseway.core.frozen import maker, replace
from houseway.core.step import INVENTORY, LAYOUT, Move, Placed, Settled, Verdict
from houseway.law import Citation, Payout
from houseway.money import Cents

Layout = tuple[Placed, ...]
_move, _settled, _placed = maker(Move), maker(Settled), maker(Placed)
# The payout line that a wager wins (None: it loses) and the paragraphs that say so
Decision = tuple[Payout | None, tuple[Citation, ...]]


def find(layout: Layout, seat: int, wager: str) -> Placed | None:
    """A seat's wager, if it is on the layout."""
    for placed in layout:
        if placed.seat == seat and placed.id == wager:
            return placed
    return None


def payer(there: Placed | None, fact: Wager) -> int:
    """The seat that pays for a wager and is paid: the player's seat, or the owner of the wager that it adds to."""
    return (there.player or there.seat) if there is not None else fact.player or fact.seat


def place(layout: Layout, fact: Wager) -> tuple[Layout, tuple[Move, ...]]:
    """Place a wager, or add chips to an existing one."""
    there = find(layout, fact.seat, fact.id)
    if there is None:
        new = _placed(fact.seat, fact.id, fact.cents, player=fact.player if fact.player != fact.seat else 0)
        return (*layout, new), (_move(new.purse, LAYOUT, fact.cents),)
    more, move = replace(there, cents=there.cents + fact.cents), _move(there.purse, LAYOUT, fact.cents)
    return tuple(more if placed is there else placed for placed in layout), (move,)


def place_beside(layout: Layout, beside: Placed, wager: str, cents: int) -> tuple[Layout, tuple[Move, ...]]:
    """Chips put on a wager that is made by choosing, in the box of another one and by the player who pays for that."""
    new = _placed(beside.seat, wager, cents, player=beside.player)
    return (*layout, new), (_move(new.purse, LAYOUT, cents),)


def take_down(layout: Layout, fact: Remove) -> tuple[Layout, tuple[Move, ...]]:
    """Take a wager down, or reduce it."""
    there = find(layout, fact.seat, fact.id)
    assert there is not None and 0 <= fact.cents < there.cents, "core.refuse rejects removing a wager that is not there"
    move = _move(LAYOUT, there.purse, there.cents - fact.cents)
    less = (replace(there, cents=fact.cents),) if fact.cents else ()
    index = layout.index(there)
    return (*layout[:index], *less, *layout[index + 1 :]), (move,)


def without_settled(layout: Layout, settled: Iterable[Settled]) -> Layout:
    """The wagers left on the layout after these have been settled."""
    over = {(each.seat, each.wager) for each in settled}
    return tuple(each for each in layout if (each.seat, each.id) not in over)


def shown_wagers(layout: Layout) -> list[dict[str, Any]]:
    """The wagers as anybody at the table sees them."""
    return [{"seat": each.seat, "id": each.id, "cents": each.cents} for each in layout]


def pay(placed: Placed, payout: Payout, because: tuple[Citation, ...]) -> Settled:
    """A winning wager: the stake goes back, the winnings come out of the table inventory."""
    won = payout.odds.winnings(Cents(placed.cents))
    assert won is not None, "core.refuse rejects a stake whose payout is not whole cents"
    purse = placed.purse
    moves = (_move(LAYOUT, purse, placed.cents), _move(INVENTORY, purse, won))
    return settle(placed, Verdict.WON, moves, because if payout.cite in because else (*because, payout.cite))


def undo_collecting(placed: Placed, because: tuple[Citation, ...]) -> Settled:
    """Reverse the settlement of a wager that was collected by the opposite amount, so that the sum of all stays right.

    The chips are back on the layout.
    """
    moves = (Move(INVENTORY, LAYOUT, placed.cents),)
    return replace(collect(placed, because), cents=-placed.cents, moves=moves, about={"reversed": True})


def collect(placed: Placed, because: tuple[Citation, ...]) -> Settled:
    """A losing wager: the stake goes into the table inventory."""
    return settle(placed, Verdict.LOST, (_move(LAYOUT, INVENTORY, placed.cents),), because)


def give_back(placed: Placed, because: tuple[Citation, ...]) -> Settled:
    """A wager that is neither won nor lost: the stake goes back."""
    return settle(placed, Verdict.RETURNED, (_move(LAYOUT, placed.purse, placed.cents),), because)


def settle(placed: Placed, result: Verdict, moves: tuple[Move, ...], because: tuple[Citation, ...]) -> Settled:
    """A decided wager, with the money that it moves."""
    return _settled(placed.seat, placed.id, placed.cents, result, moves, because, player=placed.player)


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
