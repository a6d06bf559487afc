"""Who may do what, and who sees what.

At a table the law's data decide: the steps of procedures name their roles, the chapter's own `refuse` says who announces,
reports, enters results and puts devices back into use, and open questions name who answers them. This module only adds what a
service must know besides: which account holds a seat, and which roles take no part in a game at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from houseway.core import (
    HOUSE,
    WITHHELD,
    Chance,
    Due,
    Event,
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
    seat_account,
)
from houseway.core.judging import choices_open
from houseway.core.secret import disclosed
from houseway.core.wagering import find
from houseway.law import ProcedureStep
from houseway.law.approval import BODIES
from houseway.law.errors import one_of
from houseway.law.inputs import visible
from houseway.law.roles import LADDER, ROLES, at_least
from houseway.law.submission import SUBMISSION
from houseway.numerics.sources import ManualSource
from houseway.service.hosted import ConflictError, Hosted, Sender
from houseway.table import commands as asked
from houseway.table.entered import hashable
from houseway.table.procedures import undone
from houseway.table.reader import VERBAL, read_command


class Office(StrEnum):
    """Offices beside the roles at a table: of the holder, of the Board, of a manufacturer, and of the service itself."""

    COMPLIANCE = "compliance"
    GAMING_OPERATIONS = "bureau-of-gaming-operations"
    CASINO_COMPLIANCE = "bureau-of-casino-compliance"
    EXECUTIVE_DIRECTOR = "executive-director"
    MANUFACTURER = "manufacturer"
    ADMINISTRATOR = "administrator"


OFFICES = tuple(Office)
EVERY_ROLE: tuple[str, ...] = (*ROLES, *OFFICES)
BOARD: tuple[str, ...] = (
    Office.GAMING_OPERATIONS,
    Role.GAMING_LABORATORY,
    Office.CASINO_COMPLIANCE,
    Office.EXECUTIVE_DIRECTOR,
)
OFFICE_OF: Mapping[str, str] = dict(zip(BODIES, BOARD, strict=True))  # the office of each body that approves something
CREW: tuple[str, ...] = (*LADDER, Role.STICKPERSON)  # those who run a game
FLOOR: tuple[str, ...] = tuple(role for role in LADDER if at_least(role, Role.FLOORPERSON))
MANAGERS: tuple[str, ...] = tuple(role for role in LADDER if at_least(role, Role.PIT_MANAGER))
SHIFT: tuple[str, ...] = tuple(role for role in LADDER if at_least(role, Role.SHIFT_MANAGER))
MENDERS: tuple[str, ...] = (*FLOOR, Role.MAINTENANCE, Role.GAMING_LABORATORY)  # may say that a device works again
READERS_OF_ALL: tuple[str, ...] = (Role.SURVEILLANCE, Office.COMPLIANCE, *BOARD)
NO_HOLDER: tuple[str, ...] = (Role.PLAYER, *BOARD, Office.ADMINISTRATOR)  # accounts that may belong to no holder
GUEST = "guest-"  # how the accounts of practice guests begin

# Actions of the other endpoints
SEE_TABLE = "see-table"
SEE_RECORDS = "see-records"
RECALL_ROUNDS = "recall-rounds"
OPEN_SESSION = "open-session"
CLOSE_SESSION = "close-session"
MANAGE_ACCOUNTS = "manage-accounts"
SIGN_CHECKPOINT = "sign-checkpoint"
SUBMIT_RULES = "submit-rules"
QUESTION_RULES = "question-rules"
DECIDE_RULES = "decide-rules"
REGISTER_APPROVAL = "register-approval"
MANAGE_CREDENTIALS = "manage-credentials"
SEE_REVENUE = "see-revenue"
COUNT_DROP = "count-drop"
FILLS_AND_CREDITS = "fills-and-credits"
PROPOSE_CORRECTION = "propose-correction"
CONFIRM_CORRECTION = "confirm-correction"
SEE_CORRECTIONS = "see-corrections"
SET_TAX_TERMS = "set-tax-terms"
SEE_ATTEMPTS = "see-attempts"
SEE_METRICS = "see-metrics"

ACTIONS: Mapping[str, frozenset[str]] = {
    action: frozenset(roles)
    for action, roles in {
        SEE_TABLE: EVERY_ROLE,
        RECALL_ROUNDS: EVERY_ROLE,
        SEE_RECORDS: (*SHIFT, *READERS_OF_ALL),
        OPEN_SESSION: FLOOR,
        CLOSE_SESSION: FLOOR,
        MANAGE_ACCOUNTS: (Office.ADMINISTRATOR,),
        SIGN_CHECKPOINT: (*SHIFT, Office.COMPLIANCE, *BOARD),
        SUBMIT_RULES: (Office.COMPLIANCE,),
        QUESTION_RULES: BOARD,
        DECIDE_RULES: (Office.GAMING_OPERATIONS, Office.EXECUTIVE_DIRECTOR),
        REGISTER_APPROVAL: BOARD,
        MANAGE_CREDENTIALS: (*MANAGERS, Office.COMPLIANCE),
        SEE_REVENUE: (*SHIFT, Office.COMPLIANCE, *BOARD),
        COUNT_DROP: FLOOR,
        FILLS_AND_CREDITS: FLOOR,
        PROPOSE_CORRECTION: FLOOR,
        CONFIRM_CORRECTION: MANAGERS,
        SEE_CORRECTIONS: (*FLOOR, *READERS_OF_ALL),
        SET_TAX_TERMS: (Office.COMPLIANCE, Office.CASINO_COMPLIANCE),
        SEE_ATTEMPTS: (Role.SURVEILLANCE, Office.COMPLIANCE, Office.CASINO_COMPLIANCE, Office.ADMINISTRATOR),
        SEE_METRICS: (Office.COMPLIANCE, Office.ADMINISTRATOR),
    }.items()
}
PLAY, DEAL = "play", "deal"  # scopes of commands: as a player, and in any other role
SCOPES: tuple[str, ...] = (PLAY, DEAL, *ACTIONS)


@dataclass(frozen=True, slots=True)
class Principal:
    """Who is signed in."""

    account: str  # its id, the `actor` of events; "guest-…" for practice guests
    name: str
    roles: tuple[str, ...]
    holder: str = ""  # the certificate holder or manufacturer that it belongs to; empty: the Board's side, or none
    scopes: frozenset[str] | None = None  # of an API token; None: everything that its roles allow
    sign_in: str = ""  # the id of the session or token, for revocation


class Forbidden(Exception):  # noqa: N818 - the seam names it so
    """This principal may not do this here. `kind` and the message go into the record of attempts."""

    def __init__(self, message: str, right: str = "", cites: Iterable[str] = (), kind: str = "wrong-role") -> None:
        super().__init__(message)
        self.right, self.cites, self.kind = right, tuple(str(cite) for cite in cites), kind


class Hidden(Exception):  # noqa: N818 - the seam names it so
    """This principal may not know that it exists."""


# Actions


def may(principal: Principal, action: str, holder: str = "") -> bool:
    """May this principal do this? `holder`: whose tables, rules or money it is about; empty: nobody's in particular."""
    roles = ACTIONS[action]  # an unlisted action is an error, never allowed
    if principal.scopes is not None and action not in principal.scopes:
        return False
    if principal.account.startswith(GUEST):  # whatever roles a guest has at a practice table, they end there
        return action in (SEE_TABLE, RECALL_ROUNDS)
    return any(role in roles and _of_holder(principal, role, holder) for role in principal.roles)


def not_allowed(action: str) -> Forbidden:
    """The refusal of an action, with the roles that it is for."""
    roles = [str(role) for role in EVERY_ROLE if role in ACTIONS[action]]
    right = f"this is for {one_of(roles, len(roles))} (of the same holder), and a token needs the scope {action}"
    return Forbidden(f"Your account cannot do this ({action})", right)


def role_for(principal: Principal, action: str) -> str:
    """The role in which a principal does this, for the record."""
    return str(next((role for role in principal.roles if role in ACTIONS[action]), principal.roles[0]))


def may_register(principal: Principal, body: str) -> bool:
    """May this principal register an approval of this body, like "Bureau of Gaming Operations"?"""
    return OFFICE_OF[body] in principal.roles and may(principal, REGISTER_APPROVAL)


def _of_holder(principal: Principal, role: str, holder: str) -> bool:
    """Does this role reach the affairs of this holder? The Board's offices reach all, everybody else only their own."""
    return not holder or principal.holder == holder or (not principal.holder and role in NO_HOLDER)


# Commands


@dataclass(frozen=True, slots=True)
class _Case:
    """One command of one principal at one table."""

    principal: Principal
    hosted: Hosted
    command: dict[str, Any]
    roles: tuple[str, ...]  # those it may act in here: one if it named one
    makers: Mapping[str, str]

    @property
    def do(self) -> str:
        return str(self.command.get("do"))

    @property
    def due(self) -> Due | None:
        return self.hosted.standing.due

    @property
    def state(self) -> Any:
        return self.hosted.standing.position.state

    def read(self, by: str) -> asked.Command:
        """The typed command in a role; BadInput if it cannot be read."""
        return read_command(self.hosted.game, self.hosted.rules, {**self.command, "by": by})

    def read_plain(self) -> asked.Command:
        """The typed command as it was sent."""
        return read_command(self.hosted.game, self.hosted.rules, self.command)

    def first(self, roles: Collection[str]) -> str | None:
        """The first of its roles that is among these."""
        return next((role for role in self.roles if role in roles), None)

    def sent(self, role: str, by: str | None = None) -> _Permitted:
        """It may be sent in this role; `by`: the role that the command names."""
        filled = self.command if by is None else {**self.command, "by": by}
        return Sender(self.principal.account, str(role)), filled

    def forbidden(self, what: str, who: str, cites: Iterable[str] = (), kind: str = "wrong-role") -> Forbidden:
        named = self.roles[0] if len(self.roles) == 1 else ""
        subject = f"As {named.replace('-', ' ')} you" if named else "You"
        return Forbidden(f"{subject} cannot {what}; {who} can", f"this is for {who}", cites, kind)


_Permitted = tuple[Sender, dict[str, Any]]


def permit(
    principal: Principal,
    hosted: Hosted,
    command: Mapping[str, Any],
    acting: str | None = None,
    makers: Mapping[str, str] | None = None,
) -> tuple[Sender, dict[str, Any]]:
    """The sender, and the command with `by` filled in; Forbidden, Hidden, or BadInput if the command cannot be read.

    `acting`: the role that the sender says it acts in. `makers`: the manufacturer of each device of this table, by device. The
    sender asks again when the command's turn comes, since a seat may have been taken meanwhile (Forbidden), or another of its
    roles may be the right one by then (ConflictError).
    """
    sender, filled = _permit(principal, hosted, command, acting, makers or {})

    def again() -> None:
        now, same = _permit(principal, hosted, command, acting, makers or {})
        if (now.role, same) != (sender.role, filled):
            raise ConflictError("the table has changed since this was sent; look at it again")

    return replace(sender, again=again), filled


def _permit(
    principal: Principal, hosted: Hosted, command: Mapping[str, Any], acting: str | None, makers: Mapping[str, str]
) -> _Permitted:
    _refuse_strangers(principal, hosted)
    roles = _acting_roles(principal, command, acting)
    case = _Case(principal, hosted, dict(command), roles, makers)
    permits = PERMITS.get(case.do)
    if permits is None:
        read_command(hosted.game, hosted.rules, command)  # says what is wrong with it
        raise Forbidden(f"{case.do} is not for anybody here", "send a command that is listed", kind="unlisted-command")
    sender, filled = permits(case)
    held = any(hosted.holder(seat) == principal.account for seat in range(1, hosted.rules.boxes + 1))
    if held and sender.role != Role.PLAYER and not principal.account.startswith(GUEST):
        who = "somebody who holds no seat here"
        raise Forbidden("You play at this table, so you cannot run it", f"this is for {who}", kind="own-table")
    scope = PLAY if sender.role == Role.PLAYER else DEAL
    if principal.scopes is not None and scope not in principal.scopes:
        raise Forbidden(f"This token has no scope {scope}", f"use a token with the scope {scope}", kind="scope")
    return sender, filled


def _refuse_strangers(principal: Principal, hosted: Hosted) -> None:
    """Staff of another holder are not told of this table; guests only of practice tables."""
    if principal.account.startswith(GUEST):
        if not hosted.practice:
            raise Hidden(f"there is no table {hosted.id}")
    elif not any(_of_holder(principal, role, hosted.of) or role in _ELSEWHERE for role in principal.roles):
        raise Hidden(f"there is no table {hosted.id}")


_ELSEWHERE = (Role.PLAYER, Office.MANUFACTURER)  # may be at the tables of any holder


def _acting_roles(principal: Principal, command: Mapping[str, Any], acting: str | None) -> tuple[str, ...]:
    named: list[Any] = [role for role in (acting, command.get("by")) if role is not None]
    for role in named:
        if not isinstance(role, str) or role not in principal.roles:
            right = f"act as {one_of([str(each) for each in principal.roles])}"
            raise Forbidden(f'"{visible(str(role)[:40])}" is not a role of your account', right, kind="claimed-role")
    claimed = list(dict.fromkeys(named))
    if len(claimed) > 1:
        right = "name one role, or leave by out"
        raise Forbidden(f"The command is by {claimed[1]} and you act as {claimed[0]}", right, kind="claimed-role")
    return (str(claimed[0]),) if claimed else tuple(principal.roles)


# … by role


_ORDERS: Mapping[str, str] = {
    "open": "open a table",
    "close": "close a table",
    "fill": "order a fill",
    "credit": "order a credit",
    "count-drop": "have the drop box counted",
}


def _supervised(case: _Case) -> _Permitted:
    """Open, close, and what moves chips and cash to and from the table: a floorperson or above."""
    role = case.first(FLOOR)
    if role is None:
        raise case.forbidden(_ORDERS[case.do], "a floorperson or above", (SUBMISSION,))
    return case.sent(role, role)


def _among(
    case: _Case, gate: Collection[str], fact: Callable[[Role], Fact | None], what: str, who: str, cites: Iterable[str]
) -> _Permitted:
    """One of the roles in `gate`, as far as the chapter takes this from them.

    If the chapter takes it from some of them and not from others, the difference is the role. If it takes it from nobody, it is
    something else, and the table says what. Others are refused without a look at the table's state, which they may not know.
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
    return one_of([f"the {each.replace('-', ' ')}" for each in roles])


_NEVER = Refusal("the table is not open", ())


def _refusal(case: _Case, fact: Fact | None) -> Refusal | None:
    if fact is None or case.state is None or case.due is None:
        return _NEVER
    hosted = case.hosted
    if isinstance(fact, NoMoreBets) and isinstance(case.due, Wagers):  # the table does what is needed before it itself
        return hosted.game.law.refuse(hosted.rules, case.state, fact)
    if isinstance(fact, Irregularity) and isinstance(case.due, Wagers):  # here, too, it first does what is needed
        reason = hosted.table.would_refuse({**case.command, "by": str(fact.by)})
        return Refusal(reason, (fact.cite,)) if reason else None
    return refuse(hosted.game, hosted.rules, case.state, fact, case.due)


def _announced(case: _Case, fact: Callable[[Role, Moment], Fact | None], what: str) -> _Permitted:
    """What somebody of the crew announces: by default whom the chapter names."""
    at, caller = Moment(case.hosted.standing.at), case.hosted.game.law.caller(case.hosted.rules)
    because = () if case.due is None else case.due.cites
    return _among(case, CREW, lambda role: fact(role, at), what, _listed((caller,)), because)


def _no_more_bets(case: _Case) -> _Permitted:
    return _announced(case, NoMoreBets, 'call "no more bets"')


def _result(case: _Case) -> _Permitted:
    """A result of real equipment. Where the house's own source draws, nobody may choose what comes after seeing the wagers."""
    if not isinstance(case.hosted.table.source, ManualSource):
        right = 'send "draw"; results are entered where the session was begun with the source "manual"'
        raise Forbidden(
            "This table draws its results itself; nobody enters them", right, (SUBMISSION,), "entered-result"
        )
    read = case.read(Role.DEALER)
    assert isinstance(read, asked.EnterResult)
    face = hashable(disclosed(read.outcomes[0])) if read.outcomes else None
    return _announced(case, lambda role, at: Result(face, read.data, role, at=at), "enter results")


def _draw(case: _Case) -> _Permitted:
    """Have the table's own source answer: those who may enter the result may ask for it."""
    case.read_plain()
    due = case.due.early if isinstance(case.due, Wagers) else case.due
    face = next(iter(due.outcomes()), None) if isinstance(due, Chance) else None
    sender, _ = _announced(
        case, lambda role, at: None if face is None else Result(face, {}, role, at=at), "draw results"
    )
    return sender, case.command


def _irregularity(case: _Case) -> _Permitted:
    read = case.read(Role.DEALER)
    assert isinstance(read, asked.ReportIrregularity)
    what = f"report an irregularity under {read.cite}"
    return _among(
        case, CREW, lambda role: Irregularity(read.cite, role, read.about), what, "the crew of the table", (read.cite,)
    )


def _repaired(case: _Case) -> _Permitted:
    """A device works again. Its manufacturer says so as maintenance does, of its own devices only."""
    read = case.read(Role.FLOORPERSON)
    assert isinstance(read, asked.ReportRepair)
    what, who = f"put the {read.device} back into use", "a floorperson or above, or whoever mended it"
    if case.first(MENDERS) is not None or Office.MANUFACTURER not in case.roles:
        return _among(case, MENDERS, lambda role: Repaired(read.device, role), what, who, ())
    maker = case.makers.get(read.device)
    if not maker or maker != case.principal.holder:
        raise case.forbidden(what, "its own manufacturer", kind="foreign-device")
    mender = replace(case, roles=(str(Role.MAINTENANCE),))
    sender, filled = _among(mender, MENDERS, lambda role: Repaired(read.device, role), what, who, ())
    return replace(sender, role=str(Office.MANUFACTURER)), filled


def _step(case: _Case) -> _Permitted:
    """A step of a procedure: those whom it names."""
    read = case.read(Role.DEALER)
    assert isinstance(read, asked.DoStep)
    steps = _steps(case, read.cite, read.item)
    for step in steps:
        named = [step.by, *step.or_by]
        able = [role for role in (*named, *case.roles) if role in case.roles and step.may(role)]
        if able and able[0] != Role.PLAYER:
            return case.sent(able[0], able[0])
        if able:
            _refuse_seats_of_others(case, step, read)
            return case.sent(Role.PLAYER, Role.PLAYER)
        if Role.PLAYER in named and _by_hand(case) is not None and _walk_ins(case):
            _refuse_seats_of_others(case, step, read)
            return case.sent(str(_by_hand(case)), Role.PLAYER)
    if not steps and (role := case.first(CREW)) is not None:
        return case.sent(role, role)  # the table says that it is no step
    who = steps[0].who if steps else "nobody"
    raise case.forbidden(f"do this step of {read.cite}", who, (read.cite,))


def _steps(case: _Case, cite: str, item: str) -> list[ProcedureStep]:
    """The step that the table would take: the first open one. If none is open, all of this paragraph and item."""
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


def _refuse_seats_of_others(case: _Case, step: ProcedureStep, read: asked.DoStep) -> None:
    """A player's step: by somebody who holds a seat, and naming no other seat."""
    named = [
        read.data[each.name] for each in step.fields.values() if each.kind.startswith("seat") and each.name in read.data
    ]
    seats = [seat for seat in named if isinstance(seat, int) and not isinstance(seat, bool)]
    if case.first((Role.PLAYER,)) is None:
        if any(case.hosted.holder(seat) for seat in seats):
            raise case.forbidden("act for a seat that somebody else holds", "its player", kind="foreign-seat")
        return
    mine = _held(case.principal, case.hosted)
    if not mine or any(seat not in mine for seat in seats):
        raise case.forbidden("do a player's step at a seat that it does not hold", "its player", kind="foreign-seat")


def _choose(case: _Case) -> _Permitted:
    """A choice in a box is its player's; a choice of a role is for whoever has that role."""
    if "seat" in case.command:
        return _at_seat(case)
    open_now = () if case.due is None else choices_open(case.due)
    roles = [each.who for each in open_now if not isinstance(each.who, Seat)]
    role = case.first(roles) or (None if roles else case.first(CREW))
    if role is None:
        because = () if case.due is None else case.due.cites
        raise case.forbidden("make this choice", _listed(roles or CREW), because)
    return case.sent(role, role)


# … by seat


def _held(principal: Principal, hosted: Hosted) -> tuple[int, ...]:
    """The seats that an account holds."""
    return tuple(seat for seat in range(1, hosted.rules.boxes + 1) if hosted.holder(seat) == principal.account)


def _walk_ins(case: _Case) -> bool:
    """Does somebody without an account sit at the table?"""
    return any(not case.hosted.holder(seat) for seat in case.hosted.seats())


def _by_hand(case: _Case) -> str | None:
    """The role in which a sender may act for players without an account: the crew of a table with real dice, cards or tiles."""
    return case.first(LADDER) if isinstance(case.hosted.table.source, ManualSource) else None


def _at_seat(case: _Case) -> _Permitted:
    """A player's command: for a seat that it holds, or a free one to buy in at. A dealer may enter those of walk-ins."""
    read = case.read_plain()
    seat, box = _whose(case, read)
    holder = case.hosted.holder(seat)
    if holder and holder == case.principal.account and case.first((Role.PLAYER,)) is not None:
        _refuse_claims(case, read, box)
        return case.sent(Role.PLAYER)
    if isinstance(read, asked.PlaceWager) and _confirmed_with_cash(read) and (role := case.first(LADDER)) is not None:
        return case.sent(role)  # a verbal wager that comes with cash: it is the dealer who confirms it
    if holder:
        raise case.forbidden(f"act for seat {seat}, which somebody else holds", "its player", kind="foreign-seat")
    if isinstance(read, asked.BuyChips) and case.first((Role.PLAYER,)) is not None and _free(case, seat):
        return case.sent(Role.PLAYER)
    if (role := _by_hand(case)) is not None:
        return case.sent(role)
    raise case.forbidden(f"act for seat {seat}", f"whoever buys in at seat {seat}", kind="foreign-seat")


def _buy_in(case: _Case) -> _Permitted:
    """Cash for chips. It is the house that takes the cash: a dealer or above enters it, with the account of the player.

    At a practice table no cash changes hands, and players buy in themselves.
    """
    read = case.read_plain()
    assert isinstance(read, asked.BuyChips)
    own, role = read.account in ("", case.principal.account), case.first(LADDER)
    if read.account and role is not None and not (own and case.hosted.practice):
        return _seated(case, read, role, "take your own cash")
    if role is not None and _by_hand(case) is not None and not case.hosted.holder(read.seat):
        return case.sent(role)  # somebody without an account
    if not own:
        raise case.forbidden("buy in for somebody else", "a dealer or above", (SUBMISSION,), kind="claimed-role")
    if not case.hosted.practice:
        right = 'a dealer or above enters the buy-in, with "account" and the name of the player'
        raise Forbidden("The dealer takes the cash", right, (SUBMISSION,), "cash")
    return _at_seat(case)


def _seated(case: _Case, read: asked.BuyChips | asked.BringChips, role: str, own: str) -> _Permitted:
    """A dealer or above enters cash or chips of somebody with an account, at a free seat or at one that is theirs."""
    if read.account == case.principal.account:
        raise case.forbidden(own, "another dealer or above", (SUBMISSION,), kind="own-table")
    holder = case.hosted.holder(read.seat)
    if holder == read.account or (not holder and _free(case, read.seat)):
        return case.sent(role)
    raise case.forbidden(f"give chips to {read.account} at seat {read.seat}", "whoever holds it", kind="foreign-seat")


def _chips_in(case: _Case) -> _Permitted:
    """Chips that a player comes with: only a dealer or above sees that they are there, and enters them."""
    read, role = case.read_plain(), case.first(LADDER)
    assert isinstance(read, asked.BringChips)
    if role is None:
        raise case.forbidden("enter chips that a player comes with", "a dealer or above", (SUBMISSION,))
    if read.account:
        return _seated(case, read, role, "enter your own chips")
    if _by_hand(case) is not None and not case.hosted.holder(read.seat):
        return case.sent(role)  # somebody without an account
    right = 'add "account", the name of the player'
    raise Forbidden("Chips belong to somebody here, and the command does not say to whom", right, (SUBMISSION,), "cash")


def _whose(case: _Case, read: asked.Command) -> tuple[int, int]:
    """The seat that acts, and the box that the act is about. A wager in a box belongs to the player who made it."""
    hosted, state = case.hosted, case.state
    placed = () if state is None else hosted.game.law.placed(state)
    match read:
        case asked.PlaceWager(seat=box, player=player):
            return player or box, box
        case asked.TakeDown(seat=box, id=wager) | asked.CallWager(seat=box, id=wager):
            there = None if state is None else find(placed, box, hosted.game.law.meant(state, box, wager))
            return (box if there is None else there.player or there.seat), box
        case asked.MakeChoice(who=Seat() as who):
            return (who.number if state is None else hosted.game.law.purse(state, who.number)), who.number
    seat = getattr(read, "seat", None)  # buy-in, cash-out, tip
    assert isinstance(seat, int), f"{read} is not a player's command"
    return seat, seat


def _refuse_claims(case: _Case, read: asked.Command, box: int) -> None:
    """A player does not confirm its own verbal wager, and does not wager in a box that somebody else holds."""
    if isinstance(read, asked.PlaceWager) and read.confirmed:
        raise case.forbidden("confirm a verbal wager", "the dealer", kind="claimed-role")
    if isinstance(read, asked.PlaceWager) and case.hosted.holder(box) not in ("", case.principal.account):
        raise case.forbidden(f"wager in box {box}, which somebody else holds", "its player", kind="foreign-seat")


def _confirmed_with_cash(read: asked.PlaceWager) -> bool:
    return read.how == VERBAL and read.confirmed and read.cash_cents >= read.cents


def _free(case: _Case, seat: int) -> bool:
    """Is nobody there: no chips, no wager?"""
    placed = () if case.state is None else case.hosted.game.law.placed(case.state)
    return not case.hosted.chips(seat) and all(seat not in (each.seat, each.player) for each in placed)


PERMITS: Mapping[str, Callable[[_Case], _Permitted]] = {
    **dict.fromkeys(_ORDERS, _supervised),
    "tip": _at_seat,
    "buy-in": _buy_in,
    "chips-in": _chips_in,
    "cash-out": _at_seat,
    "wager": _at_seat,
    "remove": _at_seat,
    "reduce": _at_seat,
    "working": _at_seat,
    "choose": _choose,
    "no-more-bets": _no_more_bets,
    "result": _result,
    "draw": _draw,
    "irregularity": _irregularity,
    "step": _step,
    "repaired": _repaired,
}  # every command that people can send; one that is not here is for nobody


# Views


def eyes(principal: Principal, hosted: Hosted) -> tuple[str, ...]:
    """Through whose eyes a principal sees a table: its seats, or one role, or the house. Hidden if it may not see it.

    Whoever holds a seat sees only what that seat sees, whatever other roles it has. Whoever holds two seats sees both: show each
    event to the first of them that may see it, and the table once for each (`seen_event`, `seen_tables`).
    """
    _refuse_strangers(principal, hosted)
    seats = _held(principal, hosted)
    if seats:
        return tuple(seat_account(seat) for seat in seats)
    if principal.scopes is not None and not principal.scopes & {SEE_TABLE, DEAL, SEE_RECORDS}:
        return (str(Role.PLAYER),)
    near = [role for role in principal.roles if _of_holder(principal, role, hosted.of)]
    if any(role in READERS_OF_ALL for role in near):
        return (HOUSE,)
    crew = sorted((role for role in near if role in LADDER), key=lambda role: LADDER.index(Role(role)))
    beside = [role for role in near if role in ROLES and role != Role.PLAYER]
    return (str((crew or beside or [Role.PLAYER])[-1]),)


def viewer(principal: Principal, hosted: Hosted) -> str:
    """Whose eyes, for `Event.seen_by` and `Law.view`; for whoever holds several seats, the first of them (see `eyes`)."""
    return eyes(principal, hosted)[0]


def seen_event(event: Event, who: Collection[str]) -> dict[str, Any]:
    """An event as any of these may see it."""
    seen = [event.seen_by(each) for each in who]
    return next((each for each in seen if each["event"] != WITHHELD), seen[0])


def seen_tables(hosted: Hosted, who: Collection[str]) -> dict[str, Mapping[str, Any]]:
    """The game's state as each of these sees it; empty while the table is not open."""
    state = hosted.standing.position.state
    return {} if state is None else {each: hosted.game.law.view(hosted.rules, state, each) for each in who}
