"""The audit of proposed corrections: each correction of a session has its proposal and decision, and the other way around."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, inspect, select

from houseway.core.plain import canonical
from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.records.lines import parsed
from houseway.store.appendix import CORRECTION, entries
from houseway.store.audit_findings import AuditFinding
from houseway.store.database import Database
from houseway.store.filing_audit import Wrong
from houseway.store.schema import commands, events
from houseway.store.shifts_schema import proposal_decisions, proposals

CONTENT = ("taken_from", "given_to", "cents", "corrects", "why")
CONFIRMED = "confirmed"
COMMAND_ID = re.compile(r"correction-([1-9][0-9]{0,17})")  # the id of the command that carries out a proposal


def wrong_corrections(
    state: Database, table: str, session: int, header: Mapping[str, Any], ran_here: int | None
) -> Iterator[Wrong]:
    """Compare the corrections of a session with the proposals and decisions, in both directions.

    `header`: the first line of the journal. From line `ran_here` on, this pit is known to have run the session itself; None: this
    is not known, so its proposals may be in another pit.
    """
    with state.read() as connection:
        if not inspect(connection).has_table(proposals.name):
            return
        mine = proposals.c.table_id == table, proposals.c.session == session
        if connection.execute(select(proposals.c.number).where(*mine).limit(1)).first() is not None:
            ran_here = 1
        done = set[int]()
        for seq, command in _carried_out(connection, table, session):
            number = _number(connection, table, session, seq)
            done.add(number or 0)
            if "table" not in header:  # no service wrote the journal of a file
                continue
            here = ran_here is not None and ran_here <= seq + 1
            name = f"its event {seq}, a correction"
            for wrong, kind in _compared(connection, table, session, number, command, name, here):
                yield wrong, seq + 1 if kind == "tampered" else 0, kind
        yield from _of_appendix(state, connection, table, session, done)
        of = proposal_decisions.c
        query = select(proposals.c.number).join(proposal_decisions, of.proposal == proposals.c.number)
        query = query.where(*mine, of.decision == CONFIRMED).order_by(proposals.c.number)
        for (number,) in connection.execute(query):
            if number not in done:
                may = "nobody carried it out, or its decision was changed"
                yield f"has no correction of proposal {number}, which is recorded as confirmed: {may}", 0, "unverified"


def _of_appendix(state: Database, connection: Connection, table: str, session: int, done: set[int]) -> Iterator[Wrong]:
    """Compare the corrections in an appendix, and add their proposals to `done`; this pit made them."""
    try:
        later = [each for each in entries(state, table, session) if each.kind == CORRECTION]
    except (BadInput, KeyError, TypeError):  # the audit of the appendix reports it
        return
    for entry in later:
        number = entry.about.get("proposal")
        number = number if isinstance(number, int) else None
        done.add(number or 0)
        name = f"entry {entry.number} of its appendix, a correction"
        for wrong, kind in _compared(connection, table, session, number, entry.about, name, here=True):
            yield wrong, 0, kind


def lost_decisions(state: Database) -> Iterator[AuditFinding]:
    """Decisions on proposals that do not exist."""
    with state.read() as connection:
        if not inspect(connection).has_table(proposals.name):
            return
        there = select(proposals.c.number).where(proposals.c.number == proposal_decisions.c.proposal).exists()
        query = select(proposal_decisions.c.proposal).where(~there).order_by(proposal_decisions.c.proposal)
        for (number,) in connection.execute(query):
            yield AuditFinding(f"proposal {number}: is missing, although there is a decision on it")


def _carried_out(connection: Connection, table: str, session: int) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The corrections in a journal, with their commands; also those that the table refused."""
    of, after = events.c, -1
    query = select(of.seq, of.line).where(of.table_id == table, of.session == session)
    query = query.where(of.event.in_(("corrected", "act-refused"))).order_by(of.seq).limit(500)
    while rows := connection.execute(query.where(of.seq > after)).all():
        for row in rows:
            try:
                command = parsed(bytes(row.line)).get("command")
            except ValueError:  # the audit of the journal reports it
                continue
            if isinstance(command, dict) and command.get("do") == "correct":
                yield row.seq, command
        after = rows[-1].seq


def _number(connection: Connection, table: str, session: int, seq: int) -> int | None:
    """The proposal that a correction carries out, from the id of its command."""
    of = commands.c
    query = select(of.key).where(of.table_id == table, of.session == session, of.first_seq == seq)
    for (key,) in connection.execute(query):
        if found := COMMAND_ID.fullmatch(key):
            return int(found[1])
    return None


def _compared(
    connection: Connection,
    table: str,
    session: int,
    number: int | None,
    record: Mapping[str, Any],
    name: str,
    here: bool,
) -> Iterator[tuple[str, str]]:
    """The differences between a recorded correction and its proposal and decision; `here`: they must be in this pit."""
    if number is None:
        yield f"{name}, has no command id that names its proposal", "tampered" if here else "unverified"
        return
    proposal = connection.execute(select(proposals).where(proposals.c.number == number)).one_or_none()
    decided = connection.execute(
        select(proposal_decisions).where(proposal_decisions.c.proposal == number)
    ).one_or_none()
    theirs = proposal is not None and (proposal.table_id, proposal.session) != (table, session)
    if theirs and not here:
        proposal = decided = None  # another pit's number
    if proposal is None:
        known = here or decided is not None
        yield f"{name}, has no proposal {number}", "tampered" if known else "unverified"
    elif theirs:
        where = f"{proposal.table_id} session {proposal.session}"
        yield f"{name}, carries out proposal {number}, but that one is recorded for {where}", "tampered"
    else:
        for wrong in _of_proposal(proposal, record):
            yield f"{name}, carries out proposal {number}, {wrong}", "tampered"
    if decided is None:
        if proposal is not None:
            yield f"{name}, carries out proposal {number}, whose decision is missing", "tampered"
        return
    right = {"decision": CONFIRMED, "actor": record.get("confirmer"), "role": record.get("confirmed_by")}
    for column, value in right.items():
        if getattr(decided, column) != value:
            wrong = f"whose decision has the {column} {getattr(decided, column)!r}, but the correction says {value!r}"
            yield f"{name}, carries out proposal {number}, {wrong}", "tampered"


def _of_proposal(proposal: Any, record: Mapping[str, Any]) -> Iterator[str]:
    try:
        body = read_json(proposal.body, "a proposal")
    except BadInput as error:
        yield f"which cannot be read ({error})"
        return
    body = body if isinstance(body, dict) else {}
    given = {
        **{field: body.get(field) for field in CONTENT},
        "proposer": proposal.actor,
        "proposed_by": proposal.role,
    }
    for field, value in given.items():
        if canonical(value) != canonical(record.get(field)):
            yield f"whose {field} is {value!r}, but the correction says {record.get(field)!r}"
