"""Facts: what happened at a table and was accepted. They are the only input of a game's `advance`.

Context (the time, the role, the chips in front of a would-be bank) is stamped into the fact; the rules are never handed
a clock or a purse.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, NewType

from houseway.core.frozen import quick
from houseway.law import Citation

Outcome = Hashable
Moment = NewType("Moment", int)  # seconds since 1970, UTC


@quick
@dataclass(frozen=True, slots=True)
class BuyIn:
    """A player gets chips. `chips`: which, where the chapter tells players' chips apart and the player asks for some."""

    seat: int
    cents: int
    chips: str = ""


@quick
@dataclass(frozen=True, slots=True)
class CashOut:
    """A player gives chips back; `left_cents` stay in front of the seat."""

    seat: int
    cents: int
    left_cents: int


@quick
@dataclass(frozen=True, slots=True)
class Wager:
    """A player puts chips on a wager, or adds to it.

    `how`: with chips or plaques of one's own hand, with the dealer's help (`assisted`), or only said (`verbal`).
    `chips`: which, where the chapter tells players' chips apart; nothing said: those of the seat. `player`: the seat of the
    player who makes it, where that is not the box that it lies in (0: the same). `cash_cents`: the cash that comes with a verbal
    wager; `confirmed`: the dealer has confirmed it.
    """

    seat: int
    id: str
    cents: int
    how: str = "chips"
    chips: str = ""
    player: int = 0
    cash_cents: int = 0
    confirmed: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Remove:
    """A player takes a wager down to `cents` (0: wholly)."""

    seat: int
    id: str
    cents: int = 0


@quick
@dataclass(frozen=True, slots=True)
class Working:
    """A player calls a wager on or off."""

    seat: int
    id: str
    on: bool


@quick
@dataclass(frozen=True, slots=True)
class NoMoreBets:
    """The betting window is closed. `at`: when, where the rules must know (0: they need not)."""

    by: str = "dealer"
    at: Moment = Moment(0)


@quick
@dataclass(frozen=True, slots=True)
class Result:
    """What chance brought: drawn by a source, or observed by a dealer. `data`: what else was seen of it.

    `by`: who called it out; nothing said: whoever the chapter names.
    """

    value: Outcome
    data: Mapping[str, Any] = field(default_factory=dict)
    by: str = ""


@quick
@dataclass(frozen=True, slots=True)
class InSlot:
    """Among the outcomes of a `result`: the face that lies in a place, whenever the game comes to read that place."""

    slot: str
    face: Outcome


@quick
@dataclass(frozen=True, slots=True)
class Choose:
    """A seat or a role answers what it was asked."""

    who: str
    choice: str
    cents: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something that the chapter's irregularities govern, reported by a role."""

    cite: Citation
    by: str
    about: Mapping[str, Any] = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class Stepped:
    """One step of a procedure."""

    procedure: str
    cite: Citation
    item: str
    by: str
    at: Moment
    data: Mapping[str, Any] = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class Done:
    """A procedure is complete; `data` holds for each step (its citation and item) when it was done (`at`) and what it `noted`."""

    procedure: str
    at: Moment = Moment(0)
    data: Mapping[str, Any] = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class Repaired:
    """A device that stopped the table works again."""

    device: str
    by: str


Fact = (
    BuyIn | CashOut | Wager | Remove | Working | NoMoreBets | Result | Choose | Irregularity | Stepped | Done | Repaired
)
