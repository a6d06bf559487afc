"""Checks whether an account may send a command to a table.

The law's data decide: procedure steps name their roles; the chapter's own `refuse` says which roles announce, report, enter
results and put devices back into use; and open choices name a seat or a role. This module adds only facts that the law does not
know: which account holds a seat (`service/seat_permits.py`), and which roles take no part in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from houseway.core import (
    Chance,
    Fact,
    Irregularity,
    Moment,
    NoMoreBets,
    Refusal,
    Repaired,
    Result,
    Role,
    Seat,
    Wagers,
    procedures_open,
    refuse,
)
from houseway.core.judging import choices_open
from houseway.core.secret import disclosed
from houseway.law import BadInput, ProcedureStep
from houseway.law.errors import one_of
from houseway.law.inputs import visible
from houseway.law.roles import the_role
from houseway.law.submission import SUBMISSION
from houseway.numerics.sources import ManualSource
from houseway.service.access import (
    CLOSE_SESSION,
    COUNT_DROP,
    CREW,
    DEAL,
    FILLS_AND_CREDITS,
    FLOOR,
    GUEST,
    MENDERS,
    OPEN_SESSION,
    PLAY,
    Forbidden,
    Office,
    Principal,
    no_scope,
    refuse_strangers,
)
from houseway.service.hosted import ConflictError, Hosted, Sender
from houseway.service.permit_case import Case, Permitted
from houseway.service.seat_permits import at_seat, buy_in, by_hand, chips_in, refuse_seats_of_others, walk_ins
from houseway.table import commands as asked
from houseway.table.entered import hashable
from houseway.table.procedures import undone
from houseway.table.reader import CORRECTION, read_command


def permit(
    principal: Principal,
    hosted: Hosted,
    command: Mapping[str, Any],
    acting: str | None = None,
) -> tuple[Sender, dict[str, Any]]:
    """The sender, and the command with `by` filled in; raises Forbidden, Hidden, or BadInput if the command cannot be read.

    `acting` is the role that the sender names. The returned sender checks again when the command's turn comes: by then, a seat
    may have been taken (Forbidden), or another of the sender's roles may be the right one (ConflictError).
    """
    sender, filled = _permit(principal, hosted, command, acting)

    def again() -> None:
        now, same = _permit(principal, hosted, command, acting)
        if (now.role, same) != (sender.role, filled):
            raise ConflictError("the table has changed since this was sent; look at it again")

    return replace(sender, again=again), filled


def _permit(principal: Principal, hosted: Hosted, command: Mapping[str, Any], acting: str | None) -> Permitted:
    refuse_strangers(principal, hosted)
    roles = _acting_roles(principal, command, acting)
    case = Case(principal, hosted, dict(command), roles)
    permits = PERMITS.get(case.do)
    if case.do == CORRECTION:
        right = f"propose it: POST /v1/tables/{hosted.id}/corrections"
        raise BadInput(f"{CORRECTION}: is not sent to a table, because it takes two people; {right}")
    if permits is None:
        read_command(hosted.game, hosted.rules, command)  # raises if the command is not valid
        raise Forbidden(f"Nobody can send {case.do} here", "send a command that is listed", kind="unlisted-command")
    sender, filled = permits(case)
    held = any(hosted.holder(seat) == principal.account for seat in range(1, hosted.rules.boxes + 1))
    if held and sender.role != Role.PLAYER and not principal.account.startswith(GUEST):
        who = "somebody who holds no seat here"
        raise Forbidden("You play at this table, so you cannot run it", f"this is for {who}", kind="own-table")
    scope = PLAY if sender.role == Role.PLAYER else DEAL
    if principal.scopes is not None and not principal.scopes & {scope, _NARROWER.get(case.do, scope)}:
        raise no_scope(scope)
    return sender, filled


_NARROWER: Mapping[str, str] = {
    "open": OPEN_SESSION,
    "close": CLOSE_SESSION,
    "fill": FILLS_AND_CREDITS,
    "credit": FILLS_AND_CREDITS,
    "count-drop": COUNT_DROP,
}  # scopes that allow one command, for tokens that may not send every command of their role


def _acting_roles(principal: Principal, command: Mapping[str, Any], acting: str | None) -> tuple[str, ...]:
    named: list[Any] = [role for role in (acting, command.get("by")) if role is not None]
    for role in named:
        if not isinstance(role, str) or role not in principal.roles:
            right = f"act as {one_of([str(each) for each in principal.roles])}"
            raise Forbidden(f'"{visible(str(role)[:40])}" is not a role of your account', right, kind="claimed-role")
    claimed = list(dict.fromkeys(named))
    if len(claimed) > 1:
        right = "name one role, or leave by out"
        raise Forbidden(f"The command is by {claimed[1]}, but you act as {claimed[0]}", right, kind="claimed-role")
    return (str(claimed[0]),) if claimed else tuple(principal.roles)


# By role


_ORDERS: Mapping[str, str] = {
    "open": "open a table",
    "close": "close a table",
    "fill": "order a fill",
    "credit": "order a credit",
    "count-drop": "have the drop box counted",
}


def _supervised(case: Case) -> Permitted:
    """Opening, closing, fills, credits and drop counts: for a floorperson or above."""
    role = case.first(FLOOR)
    if role is None:
        raise case.forbidden(_ORDERS[case.do], "a floorperson or above", (SUBMISSION,))
    return case.sent(role, role)


def _among(
    case: Case, gate: Collection[str], fact: Callable[[Role], Fact | None], what: str, who: str, cites: Iterable[str]
) -> Permitted:
    """A command for the roles in `gate` from which the chapter accepts it.

    If the chapter accepts it from some of these roles only, the role decides. If it accepts it from none, there is another
    reason, and the table reports it. Other roles are refused without looking at the table's state, which they may not know.
    """
    if case.first(gate) is None:
        raise case.forbidden(what, who, cites)
    refusals = {role: _refusal(case, fact(Role(role))) for role in gate}
    taken = [role for role, refusal in refusals.items() if refusal is None]
    role = case.first(taken or gate)
    if role is None:
        because = next(
            refusal.cites for role, refusal in refusals.items() if refusal is not None and role in case.roles
        )
        raise case.forbidden(what, _listed(taken), because)
    return case.sent(role, role)


def _listed(roles: Iterable[str]) -> str:
    return one_of([the_role(each) for each in roles])


_NEVER = Refusal("the table is not open", ())


def _refusal(case: Case, fact: Fact | None) -> Refusal | None:
    if fact is None or case.state is None or case.due is None:
        return _NEVER
    hosted = case.hosted
    if isinstance(fact, NoMoreBets) and isinstance(case.due, Wagers):  # the table does the steps before it by itself
        return hosted.game.law.refuse(hosted.rules, case.state, fact)
    if isinstance(fact, Irregularity) and isinstance(case.due, Wagers):  # likewise
        reason = hosted.table.would_refuse({**case.command, "by": str(fact.by)})
        return Refusal(reason, (fact.cite,)) if reason else None
    return refuse(hosted.game, hosted.rules, case.state, fact, case.due)


def _announced(case: Case, fact: Callable[[Role, Moment], Fact | None], what: str) -> Permitted:
    """A command for the crew; a refusal names the role that makes the call in this chapter."""
    at, caller = Moment(case.hosted.standing.at), case.hosted.game.law.caller(case.hosted.rules)
    because = () if case.due is None else case.due.cites
    return _among(case, CREW, lambda role: fact(role, at), what, _listed((caller,)), because)


def _no_more_bets(case: Case) -> Permitted:
    return _announced(case, NoMoreBets, 'call "no more bets"')


def _result(case: Case) -> Permitted:
    """Entering a result of real equipment; not at a table that draws its results, where nobody may choose them."""
    if not isinstance(case.hosted.table.source, ManualSource):
        right = 'send "draw"; results are entered where the session was begun with the source "manual"'
        raise Forbidden(
            "This table draws its results itself; nobody enters them", right, (SUBMISSION,), "entered-result"
        )
    read = case.read(Role.DEALER)
    assert isinstance(read, asked.EnterResult)
    face = hashable(disclosed(read.outcomes[0])) if read.outcomes else None
    return _announced(case, lambda role, at: Result(face, read.data, role, at=at), "enter results")


def _draw(case: Case) -> Permitted:
    """Drawing a result from the table's own source: for the roles that may enter results."""
    case.read_plain()
    due = case.due.early if isinstance(case.due, Wagers) else case.due
    face = next(iter(due.outcomes()), None) if isinstance(due, Chance) else None
    sender, _ = _announced(
        case, lambda role, at: None if face is None else Result(face, {}, role, at=at), "draw results"
    )
    return sender, case.command


def _irregularity(case: Case) -> Permitted:
    read = case.read(Role.DEALER)
    assert isinstance(read, asked.ReportIrregularity)
    what = f"report an irregularity under {read.cite}"
    return _among(
        case, CREW, lambda role: Irregularity(read.cite, role, read.about), what, "the crew of the table", (read.cite,)
    )


def _repaired(case: Case) -> Permitted:
    """Reporting that a device works again. A manufacturer may do so as maintenance does, for its own devices only."""
    read = case.read(Role.FLOORPERSON)
    assert isinstance(read, asked.ReportRepair)
    what, who = f"put the {read.device} back into use", "a floorperson or above, or the person who repaired it"
    if case.first(MENDERS) is not None or Office.MANUFACTURER not in case.roles:
        return _among(case, MENDERS, lambda role: Repaired(read.device, role), what, who, ())
    if (case.hosted.id, read.device) not in case.principal.devices:
        raise case.forbidden(what, "its own manufacturer", kind="foreign-device")
    mender = replace(case, roles=(str(Role.MAINTENANCE),))
    sender, filled = _among(mender, MENDERS, lambda role: Repaired(read.device, role), what, who, ())
    return replace(sender, role=str(Office.MANUFACTURER)), filled


def _step(case: Case) -> Permitted:
    """A step of a procedure: for the roles that the step names."""
    read = case.read(Role.DEALER)
    assert isinstance(read, asked.DoStep)
    steps = _steps(case, read.cite, read.item)
    for step in steps:
        named = [step.by, *step.or_by]
        able = [role for role in (*named, *case.roles) if role in case.roles and step.may(role)]
        if able and able[0] != Role.PLAYER:
            return case.sent(able[0], able[0])
        if able:
            refuse_seats_of_others(case, step, read)
            return case.sent(Role.PLAYER, Role.PLAYER)
        if Role.PLAYER in named and by_hand(case) is not None and walk_ins(case):
            refuse_seats_of_others(case, step, read)
            return case.sent(str(by_hand(case)), Role.PLAYER)
    if not steps and (role := case.first(CREW)) is not None:
        return case.sent(role, role)  # the table reports that there is no such step
    who = steps[0].who if steps else "nobody"
    raise case.forbidden(f"do this step of {read.cite}", who, (read.cite,))


def _steps(case: Case, cite: str, item: str) -> list[ProcedureStep]:
    """The step that the table would take: the first open one. If none is open, all steps of this paragraph and item."""
    hosted, position = case.hosted, case.hosted.standing.position
    rules = hosted.rules

    def meant(steps: Iterable[ProcedureStep]) -> list[ProcedureStep]:
        return [each for each in steps if each.cite == cite and item in ("", each.item)]

    if case.due is not None and case.state is not None:
        for name in procedures_open(case.due):
            found = meant(undone(hosted.game, rules, case.state, position.table.steps, name))
            if found:
                return found[:1]
    return meant(each for text in rules.chapter.procedures.values() for each in text.steps if each.cite in rules.cites)


def _choose(case: Case) -> Permitted:
    """A choice: for the player of the box, or for accounts with the role that has the choice."""
    if "seat" in case.command:
        return at_seat(case)
    open_now = () if case.due is None else choices_open(case.due)
    roles = [each.who for each in open_now if not isinstance(each.who, Seat)]
    role = case.first(roles) or (None if roles else case.first(CREW))
    if role is None:
        because = () if case.due is None else case.due.cites
        raise case.forbidden("make this choice", _listed(roles or CREW), because)
    return case.sent(role, role)


PERMITS: Mapping[str, Callable[[Case], Permitted]] = {
    **dict.fromkeys(_ORDERS, _supervised),
    "tip": at_seat,
    "buy-in": buy_in,
    "chips-in": chips_in,
    "cash-out": at_seat,
    "wager": at_seat,
    "remove": at_seat,
    "reduce": at_seat,
    "working": at_seat,
    "choose": _choose,
    "no-more-bets": _no_more_bets,
    "result": _result,
    "draw": _draw,
    "irregularity": _irregularity,
    "step": _step,
    "repaired": _repaired,
}  # every command that people can send
