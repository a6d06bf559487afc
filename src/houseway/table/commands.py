"""Commands: what is asked of a table, as typed values.

What people send is understood by `houseway.table.reader`; what a journal keeps is written and read by
`houseway.table.command_records`. `Drawn` is the house's own: no reader of what people send can make one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.core import Outcome
from houseway.core.frozen import quick
from houseway.law import Citation

Data = Mapping[str, Any]


@quick
@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open the table for gaming; `procedure` says who completes its procedures."""

    procedure: str
    inventory_cents: int
    by: str


@quick
@dataclass(frozen=True, slots=True)
class BuyChips:
    """Cash for chips; `chips` names a kind where the chapter tells them apart."""

    seat: int
    cents: int
    chips: str = ""


@quick
@dataclass(frozen=True, slots=True)
class CashOutChips:
    """A player takes chips away from the table."""

    seat: int
    cents: int


@quick
@dataclass(frozen=True, slots=True)
class PlaceWager:
    """Chips on a wager. `player`: the seat of the player who makes it, where that is not the box it lies in (0: the same).

    `cash_cents` come with a verbal wager and become chips; `confirmed`: by the dealer.
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
class TakeDown:
    """A wager taken down to `cents`; 0: wholly."""

    seat: int
    id: str
    cents: int


@quick
@dataclass(frozen=True, slots=True)
class CallWager:
    """A wager called on or off."""

    seat: int
    id: str
    on: bool


@quick
@dataclass(frozen=True, slots=True)
class CallNoMoreBets:
    """The betting window is to close."""

    by: str


@quick
@dataclass(frozen=True, slots=True)
class EnterResult:
    """What somebody saw of real dice, wheels, cards or tiles, and enters.

    `salts` has a salt for each outcome that may lie face down ("" for the others): with it the table commits itself to what was
    entered before anybody may know it.
    """

    outcomes: tuple[Outcome, ...]
    data: Data
    by: str
    salts: tuple[str, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Drawn:
    """The table's own source drew a result: from which place of a sealed order, and how far a seeded source has come.

    `salt`: where not everybody may see it.
    """

    outcome: Outcome
    source: str
    slot: str = ""
    position: int = 0
    salt: str = ""


@quick
@dataclass(frozen=True, slots=True)
class MakeChoice:
    """A seat (`seat:3`) or a role answers what it is asked; no amount means the customary one."""

    who: str
    choice: str
    cents: int | None = None
    data: Data = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class ReportIrregularity:
    """Something went wrong that a paragraph provides for."""

    cite: Citation
    by: str
    about: Data = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class DoStep:
    """One step of a procedure, with what it notes."""

    cite: Citation
    item: str
    by: str
    data: Data = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class ReportRepair:
    """A device works again."""

    device: str
    by: str


@quick
@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table for gaming."""

    by: str


@quick
@dataclass(frozen=True, slots=True)
class Draw:
    """Ask the table's own source for what is awaited. It becomes `Drawn`, and is never recorded itself."""


Decidable = (
    OpenTable | BuyChips | CashOutChips | PlaceWager | TakeDown | CallWager | CallNoMoreBets | EnterResult | Drawn
    | MakeChoice | ReportIrregularity | DoStep | ReportRepair | CloseTable
)  # fmt: skip
Command = Decidable | Draw

DO: Mapping[type[Any], str] = {
    OpenTable: "open",
    BuyChips: "buy-in",
    CashOutChips: "cash-out",
    PlaceWager: "wager",
    TakeDown: "remove",
    CallWager: "working",
    CallNoMoreBets: "no-more-bets",
    EnterResult: "result",
    Drawn: "drawn",
    MakeChoice: "choose",
    ReportIrregularity: "irregularity",
    DoStep: "step",
    ReportRepair: "repaired",
    CloseTable: "close",
    Draw: "draw",
}  # what people and records call them
