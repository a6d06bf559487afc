"""Access control: roles and offices, the actions that each role may perform, and the view of a table that an account gets.

`service/permits.py` decides which roles may send a command to a table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from houseway.core import HOUSE, WITHHELD, Event, Role, seat_account
from houseway.law.approval import BOARD as THE_BOARD
from houseway.law.approval import BODIES
from houseway.law.errors import one_of
from houseway.law.roles import LADDER, ROLES, at_least
from houseway.service.hosted import Hosted


class Office(StrEnum):
    """Offices in addition to the roles at a table: of the holder, the Board, a manufacturer, and the service itself."""

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
OFFICE_OF: Mapping[str, str] = {
    **dict(zip(BODIES, BOARD, strict=True)),
    THE_BOARD: Office.EXECUTIVE_DIRECTOR,
}  # the office that registers the approvals of each body; for the Board itself, the office is our choice
CREW: tuple[str, ...] = (*LADDER, Role.STICKPERSON)  # the roles that run a game
FLOOR: tuple[str, ...] = tuple(role for role in LADDER if at_least(role, Role.FLOORPERSON))
MANAGERS: tuple[str, ...] = tuple(role for role in LADDER if at_least(role, Role.PIT_MANAGER))
SHIFT: tuple[str, ...] = tuple(role for role in LADDER if at_least(role, Role.SHIFT_MANAGER))
MENDERS: tuple[str, ...] = (*FLOOR, Role.MAINTENANCE, Role.GAMING_LABORATORY)  # may report that a device works again
READERS_OF_ALL: tuple[str, ...] = (Role.SURVEILLANCE, Office.COMPLIANCE, *BOARD)
NO_HOLDER: tuple[str, ...] = (Role.PLAYER, *BOARD, Office.ADMINISTRATOR)  # accounts that may belong to no holder
GUEST = "guest-"  # prefix of the accounts of practice guests
PRACTICE_DEALER = "practice-dealer"  # the service's own account, which deals at practice tables

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
REGISTER_DEVICE = "register-device"
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
        REGISTER_DEVICE: (Office.COMPLIANCE, Role.GAMING_LABORATORY),
        MANAGE_CREDENTIALS: (*MANAGERS, Office.COMPLIANCE),
        SEE_REVENUE: (*SHIFT, *READERS_OF_ALL),
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
DONE: Mapping[str, str] = {
    SEE_TABLE: "see tables",
    RECALL_ROUNDS: "recall rounds",
    SEE_RECORDS: "read the records",
    OPEN_SESSION: "begin a session of a table",
    CLOSE_SESSION: "close a table",
    MANAGE_ACCOUNTS: "manage accounts",
    SIGN_CHECKPOINT: "sign a checkpoint",
    SUBMIT_RULES: "file a submission",
    QUESTION_RULES: "question a submission",
    DECIDE_RULES: "decide on a submission",
    REGISTER_APPROVAL: "register an approval",
    REGISTER_DEVICE: "enter a device",
    MANAGE_CREDENTIALS: "enter credentials",
    SEE_REVENUE: "see the revenue",
    COUNT_DROP: "have a drop box counted",
    FILLS_AND_CREDITS: "order a fill or a credit",
    PROPOSE_CORRECTION: "propose a correction",
    CONFIRM_CORRECTION: "confirm a correction",
    SEE_CORRECTIONS: "see corrections",
    SET_TAX_TERMS: "set a holder's tax terms",
    SEE_ATTEMPTS: "see refused attempts",
    SEE_METRICS: "see the metrics",
}  # each action in words
PLAY, DEAL = "play", "deal"  # scopes of commands: as a player, and in any other role
SCOPES: tuple[str, ...] = (PLAY, DEAL, *ACTIONS)


@dataclass(frozen=True, slots=True)
class Principal:
    """The signed-in account."""

    account: str  # the id, which is the `actor` of events; "guest-…" for practice guests
    name: str
    roles: tuple[str, ...]
    holder: str = ""  # the certificate holder or manufacturer; empty for the Board's offices and others without one
    scopes: frozenset[str] | None = None  # of an API token; None: everything that the roles allow
    sign_in: str = ""  # the id of the session or token, for revocation
    devices: frozenset[tuple[str, str]] = (
        frozenset()
    )  # for a manufacturer: the table and the name of each of its devices


class Forbidden(Exception):  # noqa: N818 - reads better as `raise Forbidden`
    """The principal may not do this here. `kind` and the message go into the record of refused attempts."""

    def __init__(self, message: str, right: str = "", cites: Iterable[str] = (), kind: str = "wrong-role") -> None:
        super().__init__(message)
        self.right, self.cites, self.kind = right, tuple(str(cite) for cite in cites), kind


class Hidden(Exception):  # noqa: N818 - reads better as `raise Hidden`
    """The principal may not learn whether this exists; the answer is the same as for something that does not exist."""


# Actions


def may(principal: Principal, action: str, holder: str = "") -> bool:
    """Whether a principal may perform an action. `holder` owns the tables, rules or money concerned; empty: no holder."""
    roles = ACTIONS[action]  # an unlisted action is an error, never allowed
    if principal.scopes is not None and action not in principal.scopes:
        return False
    if principal.account.startswith(GUEST):  # the roles that a guest has at a practice table do not count elsewhere
        return action in (SEE_TABLE, RECALL_ROUNDS)
    return any(role in roles and of_holder(principal, role, holder) for role in principal.roles)


def not_allowed(principal: Principal, action: str, holder: str = "") -> Forbidden:
    """The error for an action that is not allowed: the token lacks its scope, or the account has none of the roles for it."""
    if principal.scopes is not None and may(replace(principal, scopes=None), action, holder):
        return no_scope(action)
    roles = [str(role) for role in EVERY_ROLE if role in ACTIONS[action]]
    right = f"this is for {one_of(roles, len(roles))} (of the same holder)"
    return Forbidden(f"Your account cannot {DONE[action]}", right)


def no_scope(scope: str) -> Forbidden:
    """The error for a token without a scope."""
    return Forbidden(f"This token has no scope {scope}", f"use a token with the scope {scope}", kind="scope")


def role_for(principal: Principal, action: str) -> str:
    """The role in which a principal performs an action, for the record."""
    return str(next((role for role in principal.roles if role in ACTIONS[action]), principal.roles[0]))


def may_register(principal: Principal, body: str) -> bool:
    """Whether a principal may register an approval of a body such as "Bureau of Gaming Operations"."""
    return OFFICE_OF[body] in principal.roles and may(principal, REGISTER_APPROVAL)


def of_holder(principal: Principal, role: str, holder: str) -> bool:
    """Whether a role gives access to a holder's affairs: the Board's offices to every holder's, other roles to their own.

    A manufacturer has access to no holder, only to the tables with its own devices (`Principal.devices`).
    """
    if holder and role == Office.MANUFACTURER:
        return False
    return not holder or principal.holder == holder or (not principal.holder and role in NO_HOLDER)


# At a table


def refuse_strangers(principal: Principal, hosted: Hosted) -> None:
    """Raise Hidden for a table that a principal may not see.

    Staff see the tables of their own holder, guests see practice tables, and manufacturers see tables with their devices.
    """
    if principal.account.startswith(GUEST):
        if not hosted.practice:
            raise Hidden(f"there is no table {hosted.id}")
    elif not has_device(principal, hosted.id) and not of_this_holder(principal, hosted):
        raise Hidden(f"there is no table {hosted.id}")


def of_this_holder(principal: Principal, hosted: Hosted) -> bool:
    """Whether a principal may see a table without a device there: players see all, others those of their own holder."""
    return any(of_holder(principal, role, hosted.of) or role == Role.PLAYER for role in principal.roles)


def has_device(principal: Principal, table_id: str) -> bool:
    """Whether a manufacturer has a device at a table."""
    return any(table == table_id for table, _ in principal.devices)


def held(principal: Principal, hosted: Hosted) -> tuple[int, ...]:
    """The seats that an account holds."""
    return tuple(seat for seat in range(1, hosted.rules.boxes + 1) if hosted.holder(seat) == principal.account)


# Views


def eyes(principal: Principal, hosted: Hosted) -> tuple[str, ...]:
    """The viewers whose view of a table a principal gets: its seats, one role, or the house.

    Raises Hidden if the principal may not see the table.

    An account that holds a seat sees only what that seat sees, whatever other roles it has. An account with two seats sees both:
    each event as the first seat that may see it, and the table once for each seat (`seen_event`, `seen_tables`).
    """
    refuse_strangers(principal, hosted)
    seats = held(principal, hosted)
    if seats:
        return tuple(seat_account(seat) for seat in seats)
    if principal.scopes is not None and not principal.scopes & {SEE_TABLE, DEAL, SEE_RECORDS}:
        return (str(Role.PLAYER),)
    return (eyes_of([role for role in principal.roles if of_holder(principal, role, hosted.of)]),)


def eyes_of(roles: Collection[str]) -> str:
    """The viewer for an account with these roles and no seat: the house, the highest role there, or a player."""
    if any(role in READERS_OF_ALL for role in roles):
        return HOUSE
    crew = sorted((role for role in roles if role in LADDER), key=lambda role: LADDER.index(Role(role)))
    beside = [role for role in roles if role in ROLES and role != Role.PLAYER]
    return str((crew or beside or [Role.PLAYER])[-1])


def viewer(principal: Principal, hosted: Hosted) -> str:
    """The viewer for `Event.seen_by` and `Law.view`; for an account with several seats, the first one (see `eyes`)."""
    return eyes(principal, hosted)[0]


def seen_event(event: Event, who: Collection[str]) -> dict[str, Any]:
    """An event as the first viewer in `who` that may see it sees it."""
    seen = [event.seen_by(each) for each in who]
    return next((each for each in seen if each["event"] != WITHHELD), seen[0])


def seen_tables(hosted: Hosted, who: Collection[str]) -> dict[str, Mapping[str, Any]]:
    """The game's state as each viewer in `who` sees it; empty while the table is not open."""
    state = hosted.standing.position.state
    return {} if state is None else {each: hosted.game.law.view(hosted.rules, state, each) for each in who}
