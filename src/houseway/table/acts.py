"""What each command does at a table: one function per command, each of which checks the law before it changes anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.core import (
    EVERYBODY,
    INVENTORY,
    LAYOUT,
    VIGORISH,
    BuyIn,
    CashOut,
    Chance,
    Choices,
    Choose,
    Done,
    Irregularity,
    Move,
    NoMoreBets,
    Procedure,
    Refusal,
    Remove,
    Repaired,
    Result,
    Seat,
    Stopped,
    Wager,
    Wagers,
    Working,
    procedures_open,
    seat_account,
    seat_of,
)
from houseway.core.due import window
from houseway.core.frozen import maker, replace
from houseway.core.judging import choices_open
from houseway.core.plain import plain
from houseway.core.secret import disclosed
from houseway.core.wagering import find, payer
from houseway.law.local_time import local_time
from houseway.law.roles import at_least, role_name
from houseway.law.submission import SUBMISSION
from houseway.money import dollars
from houseway.table import commands as asked
from houseway.table import entered, orders, procedures
from houseway.table.position import CAGE, COUNT_ROOM, DROP, TIPS
from houseway.table.turn import Turn

_bet, _came = maker(Wager), maker(Result)


def _open(turn: Turn, command: asked.OpenTable) -> None:
    rules = turn.rules
    if not at_least(command.by, "floorperson"):
        reason = f"{role_name(command.by)} cannot open the table; a floorperson or above can"
        turn.refused(Refusal(reason, (SUBMISSION,)))
        return
    turn.stand(turn.game.law.open(rules))
    turn.table = replace(turn.table, open=True, procedure=command.procedure, practice=command.practice)
    cents = command.inventory_cents
    outstanding = [each.key for each in rules.outstanding(local_time(turn.at, rules.time_zone).date())]
    fields = {
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
    turn.emit("table-opened", (SUBMISSION,), fields, (Move(CAGE, INVENTORY, cents),) if cents else ())


def _buy_in(turn: Turn, command: asked.BuyChips) -> None:
    """Cash goes into the drop box, chips come out of the table inventory."""
    seat, cents = command.seat, command.cents
    fact = BuyIn(seat, cents, command.chips)
    if turn.judge(fact):
        _converted(turn, fact)


def _converted(turn: Turn, fact: BuyIn) -> None:
    seat, cents = fact.seat, fact.cents
    moves = (Move(CAGE, DROP, cents), Move(INVENTORY, seat_account(seat), cents))
    turn.fill(moves)
    turn.emit("bought-in", (), {"seat": seat, "cents": cents}, moves)
    turn.take(fact)


def _cash_out(turn: Turn, command: asked.CashOutChips) -> None:
    """A player leaves the table with chips."""
    seat, cents = command.seat, command.cents
    held = turn.accounts.get(seat_account(seat), 0)
    if cents > held:
        turn.refused(Refusal(f"seat {seat} has {dollars(held)} in chips, not {dollars(cents)}", (SUBMISSION,)))
        return
    fact = CashOut(seat, cents, held - cents)
    if turn.judge(fact):
        turn.emit("cashed-out", (), {"seat": seat, "cents": cents}, (Move(seat_account(seat), CAGE, cents),))
        turn.take(fact)


def _may_order(turn: Turn, by: str, act: str) -> bool:
    """The texts name nobody for chips between table and cage: as in customary internal controls, a floorperson or above."""
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
    seat, cents = command.seat, command.cents
    held = turn.accounts.get(seat_account(seat), 0)
    if cents > held:
        turn.refused(Refusal(f"seat {seat} has {dollars(held)} in chips, not {dollars(cents)}", (SUBMISSION,)))
        return
    fact = CashOut(seat, cents, held - cents)
    if turn.judge(fact):
        turn.emit("tipped", (), {"seat": seat, "cents": cents}, (Move(seat_account(seat), TIPS, cents),))
        turn.take(fact)


def _count_drop(turn: Turn, command: asked.CountDrop) -> None:
    """The drop box is replaced by an empty one and counted. The ledger moves what was recorded; a difference stands beside it."""
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


def _wager(turn: Turn, command: asked.PlaceWager) -> None:
    """Chips on a wager; a wager that is made by a choice becomes that choice."""
    rules = turn.rules
    choice = turn.game.law.made_by(command.id)
    if choice is not None and isinstance(turn.due, Choices):
        _chosen(turn, asked.MakeChoice(seat_account(command.seat), choice, command.cents))
        return
    cash, confirmed = command.cash_cents, command.confirmed
    fact = _bet(command.seat, command.id, command.cents, command.how, command.chips, command.player, cash, confirmed)
    cites = window(turn.due).cites
    if not turn.judge(fact):
        return
    there = find(turn.game.law.placed(turn.state), fact.seat, fact.id)
    if there is not None and turn.game.law.plays_boxes and (there.player or there.seat) != (fact.player or fact.seat):
        there = None  # a neighbor's wager, which gives way to that of whoever sits there
    total = fact.cents + (there.cents if there else 0)
    purse = payer(there, fact)
    held = turn.accounts.get(seat_account(purse), 0) + cash
    (low, low_cites), (high, high_cites) = turn.game.law.limits(rules, fact.id)
    cost = turn.game.law.cost_cents(rules, fact)
    if not low <= total <= high:
        limits = f"{dollars(low)} to {dollars(high)}"
        turn.refused(
            Refusal(
                f"{dollars(total)} is outside the limits of this table, {limits}",
                low_cites if total < low else high_cites,
            )
        )
    elif cost > held:
        turn.refused(
            Refusal(
                f"seat {purse} has {dollars(held)} in chips, and the wager is {dollars(cost)}",
                cites,
            )
        )
    else:
        if cash:  # the cash becomes chips at once, and these are wagered
            bought = BuyIn(purse, cash, fact.chips)
            if not turn.judge(bought):
                return
            _converted(turn, bought)
        fields = {"seat": fact.seat, "wager": fact.id, "cents": fact.cents, "total_cents": total}
        if fact.player not in (0, fact.seat):
            fields["player"] = fact.player
        if cash:
            fields["cash_cents"] = cash
        turn.take(fact, "wager-placed", cites, fields if fact.how == "chips" else {**fields, "how": fact.how})


def _take_down(turn: Turn, command: asked.TakeDown) -> None:
    wager = turn.game.law.meant(turn.state, command.seat, command.id)
    fact = Remove(command.seat, wager, command.cents)
    cites = turn.game.law.taken_down_by(wager) or turn.due.cites
    if not turn.judge(fact):
        return
    (low, low_cites), _ = turn.game.law.limits(turn.rules, fact.id)
    if 0 < fact.cents < low:
        reason = f"{dollars(fact.cents)} would be left, less than the minimum of {dollars(low)}: remove all of it"
        turn.refused(Refusal(reason, low_cites))
        return
    there = find(turn.game.law.placed(turn.state), fact.seat, fact.id)
    assert there is not None
    fields = {
        "seat": fact.seat,
        "wager": fact.id,
        "cents": there.cents - fact.cents,
        "left_cents": fact.cents,
    }
    turn.take(fact, "wager-reduced" if fact.cents else "wager-removed", cites, fields)


def _call(turn: Turn, command: asked.CallWager) -> None:
    wager = turn.game.law.meant(turn.state, command.seat, command.id)
    fact = Working(command.seat, wager, command.on)
    if turn.judge(fact):
        cites = turn.game.law.called_on_by(turn.rules, fact.id) or turn.due.cites
        turn.take(fact, "wager-working", cites, {"seat": fact.seat, "wager": fact.id, "on": fact.on})


def _no_more_bets(turn: Turn, command: asked.CallNoMoreBets) -> None:
    """Close the window; a table that completes its own procedures first completes those that are needed.

    Where the announcement is due again, it is the step of that procedure.
    """
    if isinstance(turn.due, Procedure) and turn.due.announces:
        step = turn.rules.procedure(turn.due.name).steps[0]
        procedures.by_hand(turn, asked.DoStep(step.cite, step.item, command.by))
        return
    fact = NoMoreBets(command.by, turn.at)
    refusal = turn.game.law.refuse(turn.rules, turn.state, fact)
    if refusal is not None:
        turn.refused(refusal)
        return
    if _complete_needs(turn) and turn.judge(fact):
        turn.take(fact)


def _complete_needs(turn: Turn) -> bool:
    """Complete what must be done before the window may close, where the table does that itself; False: that is refused."""
    while isinstance(due := turn.due, Wagers) and due.needs and turn.automatic(due.needs[0]):
        if not procedures.complete(turn, due.needs[0]):
            return False
    return True


def _result(turn: Turn, command: asked.EnterResult) -> None:
    """A result that somebody observed; results beyond what is due are kept for later."""
    if isinstance(turn.due, Wagers) and turn.due.within and not turn.close_window():
        return
    if isinstance(turn.due, Wagers) and turn.due.early is not None and not _complete_early(turn, command):
        return
    due, data = turn.due, command.data
    if isinstance(due, Wagers | Procedure) and due.early is not None:
        due = due.early
    first, ahead, faces = entered.in_places(due, command)
    if first is None and isinstance(due, Chance):
        reason = f"the {due.what} comes first; enter it before the faces for slots, or with them"
        turn.refused(Refusal(reason, due.cites))
        return
    face = entered.hashable(disclosed(first))
    seen = turn.result_of(due, face) if isinstance(due, Chance) else Result(face)
    fact = replace(seen, data=data, by=command.by, at=turn.at)
    # a face that may be face down or is entered ahead is for whoever entered it; one that a person looks at is for that person
    to = due.to if isinstance(due, Chance) else EVERYBODY
    if faces or ahead or (to == EVERYBODY and any(command.salts)):
        to = command.by
    if not turn.judge(fact, to):
        return
    assert isinstance(due, Chance)
    used_up = turn.used_up(due, face)
    if used_up is not None:
        turn.refused(used_up, command.by)
        return
    waiting = turn.table.pending if due.already_dealt else ()
    turn.table = replace(turn.table, pending=(*ahead, *waiting), faces={**turn.table.faces, **faces})
    turn.table = entered.kept(turn.table, due, first)
    turn.observe(due, fact, first, {"by": str(command.by)})


def _complete_early(turn: Turn, command: asked.EnterResult) -> bool:
    """Complete what a result in an open window needs, unless the chapter refuses the report itself (it is not the dealer's)."""
    fact = Result(entered.hashable(disclosed(command.outcomes[0])), command.data, command.by, at=turn.at)
    refusal = turn.game.law.refuse(turn.rules, turn.state, fact)
    if refusal is not None:
        turn.refused(refusal)
        return False
    return _complete_needs(turn)


def _drawn(turn: Turn, command: asked.Drawn) -> None:
    """A result that the table's own source drew from the slot that is due, and from a sealed order if there is one."""
    due = turn.due
    assert isinstance(due, Chance), "no random result is due"
    assert command.slot == "".join(due.slots), f"{command.slot} is not the slot that is due"
    source: dict[str, Any] = {"name": command.source}
    if due.slots:
        order = orders.find(turn.table.orders, command.slot)
        assert order is not None and not order.by_hand, f"no sealed order holds {command.slot}"
        source |= {"slot": command.slot, "seal": order.seq}
    if command.position:
        source["position"] = command.position
    fact = _came(command.outcome, by=turn.game.law.caller(turn.rules), drawn=True, at=turn.at)
    refusal = turn.refusal(fact)
    assert refusal is None, f"our own source drew what is refused: {refusal}"
    shown = turn.game.present.show_result(turn.rules, command.outcome)
    turn.take(fact, fields={**shown, "source": source, "by": str(fact.by)})


def _chosen(turn: Turn, command: asked.MakeChoice) -> None:
    who, choice, cents = command.who, command.choice, command.cents
    options = [option for each in choices_open(turn.due) if each.who == who for option in each.options]
    option = next((each for each in options if each.choice == choice), None)
    if cents is None:  # the default amount: the maximum, or if less is allowed, as much as the seat's chips cover
        cents = 0 if option is None else option.high_cents
        if option is not None and option.low_cents < cents and isinstance(who, Seat):
            purse = turn.game.law.purse(turn.state, who.number)
            cents = max(option.low_cents, min(cents, turn.accounts.get(seat_account(purse), 0)))
    fact = Choose(who, choice, cents, command.data)
    if not turn.judge(fact):
        return
    assert option is not None
    cites = option.cites
    if isinstance(who, Seat):
        purse = turn.game.law.purse(turn.state, who.number)
        held, cost = turn.accounts.get(seat_account(purse), 0), turn.game.law.choice_cents(fact)
        if cost > held:
            turn.refused(Refusal(f"seat {purse} has {dollars(held)} in chips, and this takes {dollars(cost)}", cites))
            return
    # the game decides who may see what a choice reveals about a hand
    turn.take(fact, "chosen", cites, {"who": str(who), "choice": fact.choice, "cents": fact.cents})


def _irregularity(turn: Turn, command: asked.ReportIrregularity) -> None:
    fact = Irregularity(command.cite, command.by, command.about)
    if command.cite in turn.game.law.reports_of_chance and not _complete_for_report(turn, fact):
        return
    if turn.judge(fact):
        turn.take(fact, fields={"by": str(fact.by), **({"about": dict(fact.about)} if fact.about else {})})


def _complete_for_report(turn: Turn, fact: Irregularity) -> bool:
    """Where the table does it itself, complete what comes before the result that is reported, as before a result itself.

    Nothing is completed for a report that would be refused all the same.
    """
    law, state, due = turn.game.law, turn.state, turn.due
    if not isinstance(due, Wagers) or due.early is None:
        return True
    while isinstance(due, Wagers) and due.needs and turn.automatic(due.needs[0]):
        done = Done(due.needs[0], turn.at)
        if law.refuse(turn.rules, state, done) is not None:
            return True  # the report is refused for the same reason
        state = law.advance(turn.rules, state, done).state
        due = law.due(turn.rules, state)
    refusal = law.refuse(turn.rules, state, fact)
    if refusal is not None:
        turn.refused(refusal)
        return False
    return _complete_needs(turn)


def _repaired(turn: Turn, command: asked.ReportRepair) -> None:
    fact = Repaired(command.device, command.by)
    begun = [name for name in procedures_open(turn.due) if turn.table.steps.get(name)]
    if isinstance(turn.due, Stopped) and begun:
        text = turn.rules.procedure(begun[0])
        turn.refused(Refusal(f"the procedure '{begun[0]}' has begun: complete it", (text.cite,)))
    elif turn.judge(fact):
        turn.take(fact, fields={"device": fact.device, "by": str(fact.by)})


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


AT_REST = (INVENTORY, LAYOUT, VIGORISH, DROP, COUNT_ROOM, TIPS, CAGE)  # where money may be when a table is closed

HANDLERS: Mapping[type[Any], Callable[[Turn, Any], None]] = {
    asked.OpenTable: _open,
    asked.BuyChips: _buy_in,
    asked.CashOutChips: _cash_out,
    asked.FillTable: _fill_table,
    asked.CreditTable: _credit_table,
    asked.TipDealer: _tip,
    asked.CountDrop: _count_drop,
    asked.Correct: _correct,
    asked.PlaceWager: _wager,
    asked.TakeDown: _take_down,
    asked.CallWager: _call,
    asked.CallNoMoreBets: _no_more_bets,
    asked.EnterResult: _result,
    asked.Drawn: _drawn,
    asked.MakeChoice: _chosen,
    asked.ReportIrregularity: _irregularity,
    asked.DoStep: procedures.by_hand,
    asked.ReportRepair: _repaired,
    asked.CloseTable: _close,
}
