"""Opening a session: under a submission that is in effect and has all approvals, or marked as practice.

The submission of a session is recorded. A session without that record, as from `houseway serve FILE`, is for practice. When the
table is opened, the submission and its approvals are checked again, since a day may have passed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert, select

from houseway.core import AnyGame, Moment
from houseway.law import BadInput, Rules
from houseway.law.approval import Condition
from houseway.records.lines import clock_text, parsed
from houseway.service.access import OPEN_SESSION, Forbidden, Principal, may
from houseway.service.approvals import Register
from houseway.service.hosted import ConflictError, Hosted
from houseway.service.pit import Pit
from houseway.service.submissions import Filed, Submissions
from houseway.store.appendix import CLOSING
from houseway.store.approvals_schema import session_openings
from houseway.store.database import Database
from houseway.store.schema import events, heads, tables
from houseway.store.submission_texts import read_rules

SOURCES = ("system", "manual", "seeded")


class NotApprovedError(Exception):
    """The table cannot be opened for real play because approvals are missing."""

    def __init__(self, submission: str, missing: tuple[Condition, ...]) -> None:
        problems = "; ".join(each.problem for each in missing)
        super().__init__(f"no table can open under {submission} yet: {problems}")
        self.missing = missing
        self.cites = tuple(dict.fromkeys(str(each.approval.cite) for each in missing))


@dataclass(frozen=True, slots=True)
class Under:
    """How a session was opened: under a submission or for practice, by an account, at a time."""

    table_id: str
    session: int
    submission: str  # the id of a filed submission, or empty
    practice: bool
    by: str
    role: str
    at: int

    def as_json(self) -> dict[str, Any]:
        """The record as plain values."""
        return {
            "table": self.table_id,
            "session": self.session,
            "submission": self.submission or None,
            "practice": self.practice,
            "by": self.by,
            "role": self.role,
            "at": clock_text(Moment(self.at)),
        }


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request to begin a session: under a filed `submission`, or for practice with the `text` of an unfiled one."""

    table_id: str
    submission: str = ""
    text: str = ""
    practice: bool = False
    source: str = "system"
    seed: str | None = None

    def __post_init__(self) -> None:
        if bool(self.submission) == bool(self.text):
            raise BadInput("name a submission, or give the text of one for practice; one of the two")
        if self.text and not self.practice:
            raise BadInput('an unfiled text is only for practice; add "practice": true, or file it')
        if self.source not in SOURCES:
            raise BadInput(f'source: "{self.source[:40]}" is not one of {", ".join(SOURCES)}')
        if (self.source == "seeded") != (self.seed is not None):
            raise BadInput("a seed goes with the source seeded; give both or neither")
        if self.seed is not None and not self.practice:
            raise BadInput('results from a seed can be predicted, so they are only for practice; add "practice": true')


async def open_session(
    pit: Pit, submissions: Submissions, register: Register, principal: Principal, wanted: Wanted
) -> tuple[Hosted, Under]:
    """Begin a session of a table, which then waits for `open`, and record its submission."""

    def judged() -> tuple[AnyGame, Rules, str]:
        filed = submissions.find(principal, wanted.submission) if wanted.submission else None
        holder = principal.holder if filed is None else filed.holder
        if not holder or not may(principal, OPEN_SESSION, holder):
            raise Forbidden("You cannot open a table", "this is for the holder's floorperson or above", ("601a.2",))
        _refuse_taken(pit.database, wanted.table_id, holder)
        if filed is None:
            game, rules = read_rules(wanted.text, "the text")
        elif wanted.practice:
            game, rules = filed.rules()
        else:
            game, rules = in_effect(submissions, register, filed)
        return game, rules, holder

    game, rules, holder = await asyncio.to_thread(judged)
    hosted = await pit.open_table(wanted.table_id, game, rules, holder, wanted.source, wanted.seed)
    role = next(
        (role for role in principal.roles if may(Principal("", "", (role,), principal.holder), OPEN_SESSION)), ""
    )
    under = Under(
        hosted.id, hosted.session, wanted.submission, wanted.practice, principal.account, role, int(pit.clock())
    )
    await asyncio.to_thread(_record, pit.database, under)
    return hosted, under


def in_effect(submissions: Submissions, register: Register, filed: Filed) -> tuple[AnyGame, Rules]:
    """The game and rules of a submission under which a table may open today; raises an error if none may."""
    day = submissions.today
    if not filed.effective(day):
        state = filed.as_json(day)["state"]
        right = "a table opens under a submission that is approved and in effect, or for practice"
        raise ConflictError(f"{filed.id} is {state} and not in effect on {day.isoformat()}; {right}")
    game, rules = filed.rules()
    missing = register.missing(rules, filed.holder, day)
    if missing:
        raise NotApprovedError(filed.id, missing)
    return game, rules


def under_of(database: Database, table_id: str, session: int) -> Under | None:
    """How a session was opened; None if that is not recorded, and then the session is for practice."""
    of = session_openings.c
    query = select(session_openings).where(of.table_id == table_id, of.session == session)
    with database.read() as connection:
        row = connection.execute(query).one_or_none()
    if row is None:
        return None
    return Under(row.table_id, row.session, row.submission, bool(row.practice), row.by, row.role, row.at)


async def opening_command(
    database: Database, submissions: Submissions, register: Register, hosted: Hosted, command: Mapping[str, Any]
) -> Mapping[str, Any]:
    """The command to carry out; `open` becomes an opening for practice unless the session may be opened for real play today.

    `open` also gets the inventory of the last closing: that is the opening inventory unless the command gives another, and then
    the difference is recorded.
    """
    if command.get("do") != "open":
        return command
    command = {name: value for name, value in command.items() if name != "last_closing_cents"}  # from the records
    before = await asyncio.to_thread(last_closing, database, hosted.id, hosted.session)
    if before is not None:
        command = {"inventory_cents": before, **command, "last_closing_cents": before}
    if hosted.practice or command.get("practice") is True:
        return command

    def judged() -> bool:
        under = under_of(database, hosted.id, hosted.session)
        if under is None or under.practice:
            return False
        in_effect(submissions, register, submissions.get(under.submission))
        return True

    return command if await asyncio.to_thread(judged) else {**command, "practice": True}


def last_closing(database: Database, table_id: str, session: int) -> int | None:
    """The inventory at the last closing before a session; None if the table was never closed."""
    of, head = events.c, heads.c
    query = select(of.line).join(heads, (head.table_id == of.table_id) & (head.session == of.session))
    query = query.where(head.table_id == table_id, head.session < session, head.sealed.is_(True))
    query = query.where(of.seq > head.size - CLOSING, of.event == "table-closed")
    with database.read() as connection:
        line = connection.execute(query.order_by(of.session.desc()).limit(1)).scalar_one_or_none()
    return None if line is None else int(parsed(bytes(line))["fields"]["inventory_cents"])


def _refuse_taken(database: Database, table_id: str, holder: str) -> None:
    """Raise ConflictError if the table belongs to another holder or has an open session."""
    with database.read() as connection:
        whose = connection.execute(select(tables.c.holder).where(tables.c.id == table_id)).scalar_one_or_none()
        last = select(func.max(heads.c.session)).where(heads.c.table_id == table_id).scalar_subquery()
        query = select(heads.c.sealed).where(heads.c.table_id == table_id, heads.c.session == last)
        sealed = connection.execute(query).scalar_one_or_none()
        of = events.c
        opened = select(of.seq).where(of.table_id == table_id, of.session == last, of.event == "table-opened")
        was_opened = connection.execute(opened.limit(1)).first() is not None
    if whose is not None and whose != holder:
        raise ConflictError(f"the name {table_id} is taken; choose another")
    if sealed is False and not was_opened:
        right = "open and close it, or begin a session of a new table under another name"
        raise ConflictError(f"{table_id} has a session that is waiting to be opened; {right}")
    if sealed is False:
        raise ConflictError(f"{table_id} is already open; close it first")


def _record(database: Database, under: Under) -> None:
    values = {name: getattr(under, name) for name in Under.__dataclass_fields__}
    with database.write() as connection:
        connection.execute(insert(session_openings).values(values))
