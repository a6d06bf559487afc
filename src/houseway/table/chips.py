"""Chips and cash of a table: opening and closing it, buying in and leaving, fills, credits, tips, counts and corrections."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.core import INVENTORY, LAYOUT, VIGORISH, BuyIn, CashOut, Move, Refusal, seat_account, seat_of
from houseway.core.frozen import replace
from houseway.core.plain import plain
from houseway.law.local_time import local_time
from houseway.law.roles import at_least, role_name
from houseway.law.submission import SUBMISSION
from houseway.money import dollars
from houseway.table import commands as asked
from houseway.table import procedures
from houseway.table.position import CAGE, COUNT_ROOM, DROP, TIPS
from houseway.table.turn import Turn

AT_REST = (INVENTORY, LAYOUT, VIGORISH, DROP, COUNT_ROOM, TIPS, CAGE)  # where money may be when a table is closed


def _open(turn: Turn, command: asked.OpenTable) -> None:
    rules = turn.rules
    if not at_least(command.by, "floorperson"):
        reason = f"{role_name(command.by)} cannot open the table; a floorperson or above can"
        turn.refused(Refusal(reason, (SUBMISSION,)))
        return
    turn.stand(turn.game.law.open(rules))
    turn.table = replace(turn.table, open=True, procedure=command.procedure, practice=command.practice)
    cents, closed_with = command.inventory_cents, command.last_closing_cents
    outstanding = [each.key for each in rules.outstanding(local_time(turn.at, rules.time_zone).date())]
    fields: dict[str, Any] = {
        "game": rules.game,
        "edition": rules.edition.id,
        "edition_digest": rules.edition.digest,
        "submission": plain(rules.submission),
        "submission_digest": rules.digest,
        "procedure": command.procedure.value,
        "inventory_cents": cents,
        "source": turn.house.source,
        "practice": turn.house.practice or bool(outstanding) or command.practice,
        **({"outstanding": outstanding} if outstanding else {}),
    }
    if closed_with is not None:
        fields |= {"last_closing_cents": closed_with, "difference_cents": cents - closed_with}
    turn.emit("table-opened", (SUBMISSION,), fields, (Move(CAGE, INVENTORY, cents),) if cents else ())


def _buy_in(turn: Turn, command: asked.BuyChips) -> None:
    """Cash goes into the drop box, chips come out of the table inventory."""
    seat, cents = command.seat, command.cents
    fact = BuyIn(seat, cents, command.chips)
    if turn.judge(fact):
        converted(turn, fact)


def converted(turn: Turn, fact: BuyIn) -> None:
    """Cash becomes chips before a seat."""
    seat, cents = fact.seat, fact.cents
    moves = (Move(CAGE, DROP, cents), Move(INVENTORY, seat_account(seat), cents))
    turn.fill(moves)
    turn.emit("bought-in", (), {"seat": seat, "cents": cents}, moves)
    turn.take(fact)


def _chips_in(turn: Turn, command: asked.BringChips) -> None:
    """A player comes with chips: from another table, the cage or an earlier session. Nothing goes into the drop box."""
    seat, cents = command.seat, command.cents
    fact = BuyIn(seat, cents, command.chips)
    if turn.judge(fact):
        turn.emit("chips-brought", (), {"seat": seat, "cents": cents}, (Move(CAGE, seat_account(seat), cents),))
        turn.take(fact)


def _cash_out(turn: Turn, command: asked.CashOutChips) -> None:
    """A player leaves the table with chips."""
    _part_with(turn, command.seat, command.cents, "cashed-out", CAGE)


def _part_with(turn: Turn, seat: int, cents: int, event: str, target: str) -> None:
    """Chips leave a seat for another account, if the seat has them and the chapter allows it."""
    held = turn.accounts.get(seat_account(seat), 0)
    if cents > held:
        turn.refused(Refusal(f"seat {seat} has {dollars(held)} in chips, not {dollars(cents)}", (SUBMISSION,)))
        return
    fact = CashOut(seat, cents, held - cents)
    if turn.judge(fact):
        turn.emit(event, (), {"seat": seat, "cents": cents}, (Move(seat_account(seat), target, cents),))
        turn.take(fact)


def _may_order(turn: Turn, by: str, act: str) -> bool:
    """Refuse anybody below a floorperson: the texts name no role for fills and credits, so customary internal controls apply."""
    if at_least(by, "floorperson"):
        return True
    turn.refused(Refusal(f"{role_name(by)} cannot {act}; a floorperson or above can", (SUBMISSION,)))
    return False


def _fill_table(turn: Turn, command: asked.FillTable) -> None:
    """Chips from the cage, with a slip."""
    if _may_order(turn, command.by, "order a fill"):
        fields = {"cents": command.cents, "slip": command.slip, "by": str(command.by)}
        turn.emit("table-filled", (SUBMISSION,), fields, (Move(CAGE, INVENTORY, command.cents),))


def _credit_table(turn: Turn, command: asked.CreditTable) -> None:
    """Chips back to the cage, with a slip."""
    if not _may_order(turn, command.by, "order a credit"):
        return
    cents, held = command.cents, turn.accounts.get(INVENTORY, 0)
    if cents > held:
        reason = f"the table inventory holds {dollars(held)}, so {dollars(cents)} cannot go back to the cage"
        turn.refused(Refusal(reason, (SUBMISSION,)))
        return
    fields = {"cents": cents, "slip": command.slip, "by": str(command.by)}
    turn.emit("table-credited", (SUBMISSION,), fields, (Move(INVENTORY, CAGE, cents),))


def _tip(turn: Turn, command: asked.TipDealer) -> None:
    """A player's chips go into the tip box. Chips that a chapter keeps at the table (a bank's cover) stay there."""
    _part_with(turn, command.seat, command.cents, "tipped", TIPS)


def _count_drop(turn: Turn, command: asked.CountDrop) -> None:
    """The drop box is replaced by an empty one and counted. The ledger moves what was recorded; a difference is recorded too."""
    if not _may_order(turn, command.by, "have the drop box counted"):
        return
    expected, counted = turn.accounts.get(DROP, 0), command.cents
    fields = {
        "expected_cents": expected,
        "counted_cents": counted,
        "difference_cents": counted - expected,
        "by": str(command.by),
    }
    turn.emit("drop-counted", (SUBMISSION,), fields, (Move(DROP, COUNT_ROOM, expected),) if expected else ())


def _correct(turn: Turn, command: asked.Correct) -> None:
    """A correction by two persons: chips between two seats, or a seat and the inventory, never on the layout.

    The chapter is asked as for chips that are bought or taken away, since a seat may not be free to lose them now.
    """
    refusal = _refuse_correction(turn, command)
    if refusal is not None:
        turn.refused(refusal)
        return
    source, target, cents = seat_of(command.taken_from), seat_of(command.given_to), command.cents
    held = turn.accounts.get(command.taken_from, 0)
    losing = CashOut(source.number, cents, held - cents) if source is not None else None
    gaining = BuyIn(target.number, cents) if target is not None else None
    for fact in (losing, gaining):
        if fact is not None and not turn.judge(fact):
            return
    moves = (Move(source or INVENTORY, target or INVENTORY, cents),)
    turn.fill(moves)
    fields = {
        "taken_from": command.taken_from,
        "given_to": command.given_to,
        "cents": cents,
        "corrects": command.corrects,
        "why": command.why,
        "proposed_by": str(command.proposed_by),
        "confirmed_by": str(command.confirmed_by),
    }
    turn.emit("corrected", (SUBMISSION,), fields, moves)
    for fact in (losing, gaining):
        if fact is not None:
            turn.take(fact)


def _refuse_correction(turn: Turn, command: asked.Correct) -> Refusal | None:
    """The texts provide no corrections beyond their own voids. Ours take two persons and an event that they correct."""
    reason = ""
    if command.proposer == command.confirmer:
        reason = "the person who proposed a correction cannot confirm it; another one has to"
    elif not at_least(command.proposed_by, "floorperson"):
        reason = f"{role_name(command.proposed_by)} cannot propose a correction; a floorperson or above can"
    elif not at_least(command.confirmed_by, "pit-manager"):
        reason = f"{role_name(command.confirmed_by)} cannot confirm a correction; a pit manager or above can"
    elif command.corrects >= turn.seq:
        reason = f"there is no event {command.corrects} yet: the last one is {turn.seq - 1}"
    elif (source := seat_of(command.taken_from)) is not None and command.cents > turn.accounts.get(source, 0):
        held = dollars(turn.accounts.get(source, 0))
        reason = f"seat {source.number} has {held} in chips, and the correction takes {dollars(command.cents)}"
    return Refusal(reason, (SUBMISSION,)) if reason else None


def _close(turn: Turn, command: asked.CloseTable) -> None:
    """Close the table and count its money; the layout must be empty."""
    if not at_least(command.by, "floorperson"):
        turn.refused(
            Refusal(f"{role_name(command.by)} cannot close the table; a floorperson or above can", (SUBMISSION,))
        )
        return
    if turn.accounts.get(LAYOUT, 0):
        turn.refused(
            Refusal(f"{dollars(turn.accounts[LAYOUT])} is still on the layout: finish the round first", turn.due.cites)
        )
        return
    held = [n for n, cents in turn.accounts.items() if cents and n not in AT_REST and seat_of(n) is None]
    if held:
        turn.refused(Refusal(f"{dollars(turn.accounts[held[0]])} are in {held[0]}: settle that first", turn.due.cites))
        return
    while (last := turn.game.law.closing(turn.rules, turn.state)) is not None:
        if not turn.automatic(last):
            text = turn.rules.procedure(last)
            turn.refused(Refusal(f"first: {text.says}", (text.cite,)))
            return
        if not procedures.complete(turn, last):
            return
    turn.table = replace(turn.table, closed=True)
    accounts = turn.accounts
    seats = sum(cents for name, cents in accounts.items() if seat_of(name) is not None)
    counted = {
        "rounds": turn.table.round - (not turn.table.over),
        "inventory_cents": accounts.get(INVENTORY, 0),
        "drop_cents": accounts.get(DROP, 0),
        "seats_cents": seats,
        "vigorish_cents": accounts.get(VIGORISH, 0),
        "cage_cents": -accounts.get(CAGE, 0),
        "text": "The table is closed.",
    }
    if TIPS in accounts:
        counted["tips_cents"] = accounts[TIPS]
    if COUNT_ROOM in accounts:
        counted["count_room_cents"] = accounts[COUNT_ROOM]
    turn.emit("table-closed", (SUBMISSION,), counted)


MONEY_HANDLERS: Mapping[type[Any], Callable[[Turn, Any], None]] = {
    asked.OpenTable: _open,
    asked.BuyChips: _buy_in,
    asked.BringChips: _chips_in,
    asked.CashOutChips: _cash_out,
    asked.FillTable: _fill_table,
    asked.CreditTable: _credit_table,
    asked.TipDealer: _tip,
    asked.CountDrop: _count_drop,
    asked.Correct: _correct,
    asked.CloseTable: _close,
}
