"""Facts: what happened at a table and was accepted. They are the only input of a game's `advance`.

Context (the time, the role, the chips of a player who offers to bank) is recorded in the fact: the rules never read a clock or
a balance.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import field
from typing import Any, Literal, NewType

from houseway.core.frozen import frozen
from houseway.core.who import Who
from houseway.law import Citation
from houseway.law.roles import Role

Outcome = Hashable
Moment = NewType("Moment", int)  # seconds since 1970, UTC


@frozen
class BuyIn:
    """A player buys chips. `chips`: which kind, where the chapter distinguishes players' chips and the player asks for one."""

    seat: int
    cents: int
    chips: str = ""


@frozen
class CashOut:
    """A player cashes chips in; `left_cents` stay in front of the seat."""

    seat: int
    cents: int
    left_cents: int


@frozen
class Wager:
    """A player puts chips on a wager, or adds to it.

    `how`: with chips, plaques or another instrument, with the dealer's help (`assisted`), or only announced (`verbal`).
    `chips`: which kind, where the chapter distinguishes players' chips; empty: those of the seat. `player`: the seat of the
    player who makes the wager, if it is not the box that the chips are in (0: the same). `cash_cents`: the cash that comes with
    a verbal wager; `confirmed`: the dealer has confirmed it.
    """

    seat: int
    id: str
    cents: int
    how: str = "chips"
    chips: str = ""
    player: int = 0
    cash_cents: int = 0
    confirmed: bool = False


@frozen
class Remove:
    """A player takes a wager down, or reduces it to `cents`."""

    seat: int
    id: str
    cents: int = 0


@frozen
class Working:
    """A player calls a wager on or off."""

    seat: int
    id: str
    on: bool


@frozen
class NoMoreBets:
    """The betting window is closed. `at`: when, if the rules need the time (0: they do not)."""

    by: Role = Role.DEALER
    at: Moment = Moment(0)


@frozen
class Result:
    """A random result: drawn by a source, or observed by a dealer. `data`: further observations.

    `by`: who announced it; empty: the person named by the chapter. `drawn`: it came from the table's own source, so nobody can
    have misread it. `at`: when, if the rules need the time (0: they do not). `surplus`: it is one copy more than there can be,
    also counting faces that were entered for cards that went face down.
    """

    value: Outcome
    data: Mapping[str, Any] = field(default_factory=dict)
    by: Role | Literal[""] = ""
    drawn: bool = False
    at: Moment = Moment(0)
    surplus: bool = False


@frozen
class InSlot:
    """Among the outcomes of a `result`: the face in a given slot, used when the game reads that slot."""

    slot: str
    face: Outcome


@frozen
class Choose:
    """A seat or a role makes a choice."""

    who: Who
    choice: str
    cents: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)


@frozen
class Irregularity:
    """An irregularity under the chapter, reported by a role."""

    cite: Citation
    by: Role
    about: Mapping[str, Any] = field(default_factory=dict)


@frozen
class Stepped:
    """One step of a procedure."""

    procedure: str
    cite: Citation
    item: str
    by: Role
    at: Moment
    data: Mapping[str, Any] = field(default_factory=dict)


@frozen
class Done:
    """A procedure is complete; for each step (citation and item), `data` has when it was done (`at`) and what was `noted`."""

    procedure: str
    at: Moment = Moment(0)
    data: Mapping[str, Any] = field(default_factory=dict)


@frozen
class Repaired:
    """A device that stopped the table works again."""

    device: str
    by: Role


Fact = (
    BuyIn | CashOut | Wager | Remove | Working | NoMoreBets | Result | Choose | Irregularity | Stepped | Done | Repaired
)
