"""Commands to a table, as typed values.

`houseway.table.reader` reads what people send; `houseway.table.command_records` writes and reads the records in a journal.
Only the house makes a `Drawn` or a `Correct`: nothing that people send to a table can become one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from houseway.core import Outcome, Role, Who
from houseway.core.frozen import frozen
from houseway.law import Citation

Data = Mapping[str, Any]


class ProcedureMode(StrEnum):
    """Which procedures the table completes by itself."""

    AUTOMATIC = "automatic"
    OPENING_BY_HAND = "opening-by-hand"  # all but the opening
    BY_HAND = "by-hand"  # none


@frozen
class OpenTable:
    """Open the table for gaming; `procedure` says who completes procedures, `practice` that no real money is at stake.

    `last_closing_cents`: the inventory with which the table was closed before, where that is known; a difference is recorded.
    """

    procedure: ProcedureMode
    inventory_cents: int
    by: Role
    practice: bool = False
    last_closing_cents: int | None = None


@frozen
class BuyChips:
    """Cash for chips; `chips` names a kind, where the chapter distinguishes them.

    `account`: whose cash the dealer takes, where players have accounts; nothing is decided by it.
    """

    seat: int
    cents: int
    chips: str = ""
    account: str = ""


@frozen
class BringChips:
    """A player comes to the table with chips, from another table or an earlier session; `chips` and `account` as for cash."""

    seat: int
    cents: int
    chips: str = ""
    account: str = ""


@frozen
class CashOutChips:
    """A player leaves the table with chips."""

    seat: int
    cents: int


@frozen
class FillTable:
    """Chips from the cage for the table inventory; `slip` is the number of the fill slip."""

    cents: int
    slip: str
    by: Role


@frozen
class CreditTable:
    """Chips from the table inventory back to the cage; `slip` is the number of the credit slip."""

    cents: int
    slip: str
    by: Role


@frozen
class TipDealer:
    """A player puts chips into the tip box."""

    seat: int
    cents: int


@frozen
class CountDrop:
    """The drop box is taken off and counted: `cents` were in it."""

    cents: int
    by: Role


@frozen
class Correct:
    """A correction that one person proposed and another confirmed: chips between two seats, or a seat and the inventory.

    `corrects`: the number of the event that it corrects. `proposer`, `confirmer`: accounts; `proposed_by`, `confirmed_by`: the
    roles that they acted in. Only a service makes one.
    """

    taken_from: str
    given_to: str
    cents: int
    corrects: int
    why: str
    proposer: str
    proposed_by: Role
    confirmer: str
    confirmed_by: Role


@frozen
class PlaceWager:
    """Chips on a wager. `player`: the seat of the player who makes it, if that is not the box of the wager (0: the same).

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


@frozen
class TakeDown:
    """A wager reduced to `cents`, or taken down (0)."""

    seat: int
    id: str
    cents: int


@frozen
class CallWager:
    """A wager called on or off."""

    seat: int
    id: str
    on: bool


@frozen
class CallNoMoreBets:
    """Close the betting window."""

    by: Role


@frozen
class EnterResult:
    """A result of real dice, wheels, cards or tiles that somebody observed and enters.

    `salts` has a salt for each outcome that may be face down ("" for the others): with it the table commits to what was entered
    before it is revealed.
    """

    outcomes: tuple[Outcome, ...]
    data: Data
    by: Role
    salts: tuple[str, ...] = ()


@frozen
class Drawn:
    """The table's own source drew a result: from which slot of a sealed order, and the position of a seeded source.

    `salt`: set if not everybody may see the result.
    """

    outcome: Outcome
    source: str
    slot: str = ""
    position: int = 0
    salt: str = ""


@frozen
class MakeChoice:
    """A seat or a role answers a question; without an amount, the default is used."""

    who: Who
    choice: str
    cents: int | None = None
    data: Data = field(default_factory=dict)


@frozen
class ReportIrregularity:
    """Report an irregularity that a paragraph covers."""

    cite: Citation
    by: Role
    about: Data = field(default_factory=dict)


@frozen
class DoStep:
    """One step of a procedure, with its notes."""

    cite: Citation
    item: str
    by: Role
    data: Data = field(default_factory=dict)


@frozen
class ReportRepair:
    """A device works again."""

    device: str
    by: Role


@frozen
class CloseTable:
    """Close the table for gaming."""

    by: Role


@frozen
class Draw:
    """Draw the result that is due from the table's own source. It becomes a `Drawn`, and is never recorded itself."""


Decidable = (
    OpenTable | BuyChips | BringChips | CashOutChips | FillTable | CreditTable | TipDealer | CountDrop | Correct | PlaceWager
    | TakeDown | CallWager | CallNoMoreBets | EnterResult | Drawn | MakeChoice | ReportIrregularity | DoStep | ReportRepair
    | CloseTable
)  # fmt: skip
Command = Decidable | Draw

DO: Mapping[type[Any], str] = {
    OpenTable: "open",
    BuyChips: "buy-in",
    BringChips: "chips-in",
    CashOutChips: "cash-out",
    FillTable: "fill",
    CreditTable: "credit",
    TipDealer: "tip",
    CountDrop: "count-drop",
    Correct: "correct",
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
}  # by their names in commands and records
