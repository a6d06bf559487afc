"""The position of a table as plain values, and the fold: events applied one after the other, without any rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from houseway.core import AnyGame, Due, Event, Move, seat_account
from houseway.core.frozen import quick
from houseway.core.plain import build, patched

CAGE = "cage"  # everything that is not at the table
DROP = "drop"  # cash in the drop box

# accounts: chips and cash by place; they always sum to zero, because the cage is owed what is at the table
# table: round (and whether it is over), open, closed, procedure (who completes them), steps (done so far),
#        notes (of those steps), pending (results entered ahead), faces (entered for slots that are read later), buried (faces
#        entered for cards that stay face down until the next shuffle), orders (in use or not revealed yet, the last one being
#        dealt from: the commitment of each, and whether its cards are entered by hand). Faces in pending, faces and buried
#        are concealed if the game says that they may be face down.
# game: the game's own state
Plain = dict[str, Any]


def unopened() -> Plain:
    """A table before its first event."""
    table = {
        "round": 0,
        "over": True,
        "open": False,
        "closed": False,
        "procedure": "automatic",
        "steps": {},
        "notes": {},
        "pending": [],
        "faces": {},
        "buried": [],
        "orders": [],
    }
    return {"accounts": {}, "table": table, "game": None}


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
    return {"accounts": accounts, **inner}


def fold(events: Iterable[Event], start: Plain | None = None) -> Plain:
    """The table after all of its events."""
    plain = unopened() if start is None else start
    for event in events:
        plain = folded(plain, event)
    return plain


@quick
@dataclass(frozen=True, slots=True)
class TablePosition:
    """The position of a table: the plain values, and the game's state built from them.

    Plain values are never changed in place, so positions share whatever did not change. `due`: what the game waits for, if it
    has been computed.
    """

    plain: Plain
    state: Any
    due: Due | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, game: AnyGame, plain: Plain) -> TablePosition:
        """Restore the state from plain values."""
        return cls(plain, None if plain["game"] is None else build(game.law.state_type, plain["game"]))

    @property
    def accounts(self) -> dict[str, int]:
        """Money by place."""
        return dict(self.plain["accounts"])

    def chips(self, seat: int) -> int:
        """The chips in front of a seat, in cents."""
        return int(self.plain["accounts"].get(seat_account(seat), 0))


def imbalance(game: AnyGame, position: TablePosition) -> str | None:
    """What is wrong with the money, or None. It must sum to zero, no account may be short, the layout must hold all wagers."""
    accounts = position.plain["accounts"]
    if sum(accounts.values()):
        return f"the accounts sum to {sum(accounts.values())} cents, not to zero"
    for name, cents in accounts.items():
        if cents < 0 and name != CAGE:
            return f"{name} holds {cents} cents"
    at_risk = 0 if position.state is None else sum([placed.cents for placed in game.law.placed(position.state)])
    if accounts.get("layout", 0) != at_risk:
        return f"{accounts.get('layout', 0)} cents are on the layout, but {at_risk} are wagered"
    return None
