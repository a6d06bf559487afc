"""Sealed orders: the house commits to an order as soon as faces are arranged, and reveals it when it is no longer in use.

So a commitment always comes before the wagers on rounds that are dealt from its order, and before the first card of a mid-round
shuffle. Sealing and revealing are events of the same command that arranged or spent the order, so they cannot be cut off.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from houseway.core import Chance, Fill, Wagers
from houseway.core.frozen import replace
from houseway.core.secret import disclosed
from houseway.numerics.sources import order_of
from houseway.table.entered import hashable
from houseway.table.table_state import Order

if TYPE_CHECKING:
    from houseway.table.turn import Turn

SEALED = "The order that chance made is sealed."
PRACTICE = "For practice: the order comes from a seed, and whoever guesses that knows it."


def find(orders: tuple[Order, ...], slot: str) -> Order | None:
    """The order that a slot belongs to; the last one if several have the same name."""
    name = order_of(slot, [order.fill for order in orders])
    if name is None:
        return None
    last = orders[-1]
    if last.fill == name:
        return last
    return next((order for order in reversed(orders) if order.fill == name), None)


def arrange(turn: Turn, fill: Fill) -> None:
    """Shuffle: an order of the same name is spent, and the house commits to the new one."""
    for order in turn.table.orders:
        if order.fill == fill.name:
            _show(turn, order)
    known = {slot: hashable(disclosed(face)) for slot, face in turn.table.faces.items() if slot in fill.apart}
    committed = None if _unknown(turn, fill, known) else turn.house.commit(fill, known, turn.next_seq)
    new = Order(fill.name, fill.to)
    if committed is not None:
        new = Order(fill.name, fill.to, committed.commitment, by_hand=False, seq=turn.next_seq)
        source = {"name": turn.house.source, "position": committed.position}
        practice = {"practice": True} if turn.house.practice else {}
        text = f"{SEALED} {PRACTICE}" if practice else SEALED
        sealed = {"commitment": committed.commitment, "fill": fill.name, "cards": committed.cards, "source": source}
        turn.emit("shoe-sealed", (), {**sealed, **practice, "text": text})
    turn.table = replace(turn.table, orders=(*turn.table.orders, new))


def _unknown(turn: Turn, fill: Fill, known: Mapping[str, Any]) -> bool:
    """Is there a real card outside the shuffle whose face has not been entered? If so, the house cannot arrange the others."""
    lying = [find(turn.table.orders, slot) for slot in fill.apart if slot not in known]
    return any(order is None or order.by_hand for order in lying)


def ended_by_hand(turn: Turn, due: Chance) -> Order | None:
    """A face in a slot was entered by hand: from here on the real cards count, not the sealed order."""
    order = find(turn.table.orders, "".join(due.slots)) if due.slots else None
    if order is None or order.by_hand:
        return None
    others = tuple(replace(each, by_hand=True) if each is order else each for each in turn.table.orders)
    turn.table = replace(turn.table, orders=others)
    return order


def tell_ended(turn: Turn, order: Order) -> None:
    """Announce that a sealed order is no longer used."""
    text = f"{turn.game.present.piece.title()}s are entered by hand: the sealed order is no longer used."
    turn.emit("seal-voided", (), {"commitment": order.commitment, "fill": order.fill, "text": text})


def show_spent(turn: Turn) -> None:
    """Between rounds, reveal every order that is no longer used; when the table closes, reveal all."""
    orders, closed = turn.table.orders, turn.table.closed
    if not orders:
        return
    between = isinstance(due := turn.due, Wagers) and not due.within
    for order in orders if closed or between else ():
        if closed or order is not orders[-1]:
            _show(turn, order)
        elif order.by_hand and order.commitment:
            _show(turn, order, replace(order, commitment=""))


def _show(turn: Turn, order: Order, instead: Order | None = None) -> None:
    """Reveal a committed order to those who may see it; `instead`: the order that replaces it."""
    left = [instead if each is order else each for each in turn.table.orders]
    turn.table = replace(turn.table, orders=tuple(each for each in left if each is not None))
    if not order.commitment:
        return
    shown = turn.house.show(order.commitment)
    fields = {"commitment": order.commitment, "fill": order.fill, "salt": shown.salt, "faces": list(shown.faces)}
    turn.emit("shoe-revealed", (), {**fields, "text": "The order that was sealed is shown."}, to=order.to)
