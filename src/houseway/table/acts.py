"""The effects of commands: one function per command, each of which checks the law before it changes anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.core import (
    EVERYBODY,
    BuyIn,
    Chance,
    Choices,
    Choose,
    Done,
    Irregularity,
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
)
from houseway.core.due import window
from houseway.core.frozen import maker, replace
from houseway.core.judging import choices_open
from houseway.core.secret import disclosed
from houseway.core.wagering import find, payer
from houseway.money import dollars
from houseway.table import commands as asked
from houseway.table import entered, orders, procedures
from houseway.table.chips import MONEY_HANDLERS, converted
from houseway.table.turn import Turn

_bet, _came = maker(Wager), maker(Result)


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
        there = None  # a neighbor's wager, which gives way to that of the box's own player
    total = fact.cents + (there.cents if there else 0)
    purse = payer(there, fact)
    held = turn.accounts.get(seat_account(purse), 0) + cash
    (low, low_cites), (high, high_cites) = turn.game.law.limits(rules, fact.id)
    cost = turn.game.law.cost_cents(rules, fact)
    if not low <= total <= high:
        limits = f"{dollars(low)} to {dollars(high)}"
        with_it = f" with the {dollars(there.cents)} that is on it already" if there else ""
        reason = f"{dollars(total)}{with_it} is outside the limits of this table, {limits}"
        turn.refused(Refusal(reason, low_cites if total < low else high_cites))
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
            converted(turn, bought)
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

    If the announcement is due again, it is the step of that procedure.
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
    """Complete what must be done before the window may close, if the table does that itself; False if it is refused."""
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
    # a face that may be face down or is entered ahead is only for its enterer; one that a player looks at, for that player
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
    assert refusal is None, f"our own source drew a result that is refused: {refusal}"
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
    """If the table does it itself, complete the procedures before the reported result, as for a result.

    Nothing is completed for a report that would be refused anyway.
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


HANDLERS: Mapping[type[Any], Callable[[Turn, Any], None]] = {
    **MONEY_HANDLERS,
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
}
