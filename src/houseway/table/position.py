"""The position of a table as plain values, and the fold: events applied one after the other, without any rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import field
from typing import Any, TypedDict

from houseway.core import AnyGame, Due, Event, Move, seat_account
from houseway.core.frozen import frozen
from houseway.core.plain import build, patched
from houseway.core.plain import plain as to_plain
from houseway.table.table_state import TableState

CAGE = "cage"  # everything that is not at the table
DROP = "drop"  # cash in the drop box
COUNT_ROOM = "count-room"  # cash of drop boxes that were taken off the table and counted
TIPS = "tips"  # chips in the tip box


class Plain(TypedDict):
    """A position as the fold of the events gives it."""

    accounts: dict[
        str, int
    ]  # chips and cash by place; they sum to zero: the cage's account is minus what is at the table
    table: dict[str, Any]  # the plain form of `TableState`
    game: Any  # the plain form of the game's state; None before the table is opened


def unopened() -> Plain:
    """A table before its first event."""
    return {"accounts": {}, "table": to_plain(TableState()), "game": None}


def moved(accounts: dict[str, int], moves: Collection[Move]) -> dict[str, int]:
    """The accounts after some moves; the same object if there are none."""
    if not moves:
        return accounts
    after = dict(accounts)
    for move in moves:
        after[move.source] = after.get(move.source, 0) - move.cents
        after[move.target] = after.get(move.target, 0) + move.cents
    return after


def folded(plain: Plain, event: Event) -> Plain:
    """The table after one event: applies its moves and its patch, and decides nothing."""
    accounts = moved(plain["accounts"], event.moves)
    if not event.patch:
        return {**plain, "accounts": accounts}
    inner = patched({"table": plain["table"], "game": plain["game"]}, list(event.patch))
    return {"accounts": accounts, "table": inner["table"], "game": inner["game"]}


def fold(events: Iterable[Event], start: Plain | None = None) -> Plain:
    """The table after all of its events."""
    plain = unopened() if start is None else start
    for event in events:
        plain = folded(plain, event)
    return plain


@frozen
class TablePosition:
    """A table's position: the plain values, and the states of the table and of the game built from them.

    Plain values are never changed in place, so positions share whatever did not change. `due`: what the game waits for, if it
    has been computed.
    """

    plain: Plain
    table: TableState
    state: Any
    due: Due | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, game: AnyGame, plain: Plain) -> TablePosition:
        """Restore the states from plain values."""
        state = None if plain["game"] is None else build(game.law.state_type, plain["game"])
        return cls(plain, build(TableState, plain["table"]), state)

    @property
    def accounts(self) -> dict[str, int]:
        """Money by place."""
        return dict(self.plain["accounts"])

    def chips(self, seat: int) -> int:
        """The chips in front of a seat, in cents."""
        return int(self.plain["accounts"].get(seat_account(seat), 0))


def imbalance(game: AnyGame, position: TablePosition) -> str | None:
    """The problem with the money, or None. It must sum to zero, no account may be short, the layout must hold all wagers."""
    accounts = position.plain["accounts"]
    if sum(accounts.values()):
        return f"the accounts sum to {sum(accounts.values())} cents, not to zero"
    for name, cents in accounts.items():
        if cents < 0 and name != CAGE:
            return f"{name} holds {cents} cents"
    at_risk = 0
    for placed in () if position.state is None else game.law.placed(position.state):
        at_risk += placed.cents
    if accounts.get("layout", 0) != at_risk:
        return f"{accounts.get('layout', 0)} cents are on the layout, but {at_risk} are wagered"
    return None
