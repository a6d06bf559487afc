"""The audit of Rules Submissions and of how sessions were opened, as far as texts and journals determine them.

A submission's text determines its digest, and the journal of a session has the digest of its submission. The accounts, the notes
and the Board's decisions follow from nothing else, so a change of those is not detected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from sqlalchemy import Connection, inspect, select

from houseway.law import BadInput, Unlawful
from houseway.law.local_time import local_time
from houseway.store.approvals_schema import session_openings, submission_steps, submissions
from houseway.store.audit_findings import AuditFinding
from houseway.store.database import Database
from houseway.store.schema import sessions, tables
from houseway.store.submission_texts import BOARD_TIME_ZONE, read_rules

DRAFTED, APPROVED, SUPERSEDED = "drafted", "approved", "superseded"
ALLOWED_SECONDS = 60  # between the check of a submission and the beginning of its session
Wrong = tuple[str, int, str]  # problem, line, kind


def has_filings(connection: Connection) -> bool:
    """Whether the database has submissions; one of an earlier version, opened read-only, has none."""
    return inspect(connection).has_table(session_openings.name)


def wrong_submissions(state: Database) -> Iterator[AuditFinding]:
    """Compare each submission with its text and with its first step, and each step with the submissions."""
    with state.read() as connection:
        if not has_filings(connection):
            return
        ids = select(submissions.c.id).order_by(submissions.c.id)
        for part in connection.execute(ids, execution_options={"yield_per": 100}).partitions():
            for (name,) in part:
                row = connection.execute(select(submissions).where(submissions.c.id == name)).one()
                for wrong in (*_of_text(row), *_of_first_step(connection, row)):
                    yield AuditFinding(f"submission {name}: {wrong}")
        steps = submission_steps.c
        there = select(submissions.c.id).where(submissions.c.id == steps.submission).exists()
        query = select(steps.submission).where(~there).distinct().order_by(steps.submission)
        for (name,) in connection.execute(query):
            yield AuditFinding(f"submission {name}: is missing, although there are steps of it")


def _of_text(row: Any) -> Iterator[str]:
    """The differences between a submission's row and its text."""
    try:
        game, rules = read_rules(row.text, row.id)
    except (BadInput, Unlawful) as error:
        first = (str(error).splitlines() or [""])[0].removeprefix(f"{row.id}: ")
        yield f"its text is no lawful submission ({first[:300]})"
        return
    right = {"game": game.id, "edition": rules.edition.id, "digest": rules.digest}
    for name, value in right.items():
        if getattr(row, name) != value:
            yield f"its {name} is {getattr(row, name)!r}, but its text says {value!r}"


def _of_first_step(connection: Connection, row: Any) -> Iterator[str]:
    """The differences between a submission's row and its first step, which were stored together."""
    of = submission_steps.c
    query = select(submission_steps).where(of.submission == row.id).order_by(of.number).limit(1)
    first = connection.execute(query).one_or_none()
    if first is None or first.step != DRAFTED:
        yield f"its first step is not {DRAFTED}"
    elif (first.by, first.role, first.at) != (row.by, row.role, row.at):
        yield "it was drafted by another account or at another time than its first step says"


def opening_of(state: Database, table: str, session: int) -> Any:
    """The row that says how a session was opened; None if there is none."""
    of = session_openings.c
    with state.read() as connection:
        if not has_filings(connection):
            return None
        query = select(session_openings).where(of.table_id == table, of.session == session)
        return connection.execute(query).one_or_none()


def wrong_opening(
    state: Database, table: str, session: int, header: Mapping[str, Any], real_play: bool
) -> Iterator[Wrong]:
    """Compare how a session was opened with its journal and its submission.

    `header`: the first line of the journal; `real_play`: according to the journal, the table was opened and is not for practice.
    """
    opening, digest = opening_of(state, table, session), header.get("submission_digest")
    with state.read() as connection:
        own = connection.execute(select(tables).where(tables.c.id == table)).one_or_none()
        made = connection.execute(
            select(sessions.c.created_at).where(sessions.c.table_id == table, sessions.c.session == session)
        ).scalar_one_or_none()
        if opening is None:
            if (
                real_play and "table" in header
            ):  # a journal of a file names no table, and was opened under no filed text
                yield _no_opening(connection, own, digest)
            return
        if real_play and opening.practice:
            yield "is recorded as opened for practice, but its journal says that it is for real play", 1, "tampered"
        if not opening.submission:
            if not opening.practice:
                yield "is recorded as opened for real play, but under no submission", 1, "tampered"
            return
        under = f"was opened under the submission {opening.submission}"
        filed = connection.execute(select(submissions).where(submissions.c.id == opening.submission)).one_or_none()
        if filed is None:
            yield f"{under}, which does not exist", 1, "tampered"
            return
        if digest is not None and filed.digest != digest:
            yield f"{under} with the digest {filed.digest}, but its first line says {digest}", 1, "tampered"
        for name in ("game", "holder"):
            if own is not None and getattr(own, name) != getattr(filed, name):
                wrong = f"whose {name} is {getattr(filed, name)!r}, but its table's {name} is {getattr(own, name)!r}"
                yield f"{under}, {wrong}", 1, "tampered"
        if not opening.practice and made is not None and not _in_effect(connection, filed.id, int(made)):
            day = _day(int(made))
            yield f"{under} for real play on {day}, when the submission was not in effect", 1, "tampered"


def _no_opening(connection: Connection, own: Any, digest: object) -> Wrong:
    """A session for real play without its row.

    If a submission with its digest was filed for its holder, the row was removed. Otherwise the session may also be from another
    pit, or from a database of an earlier version.
    """
    wrong = "is for real play, but no row of session_openings says under which submission it was opened"
    if has_filings(connection) and own is not None:
        of = submissions.c
        query = select(of.id).where(of.digest == str(digest), of.holder == own.holder, of.game == own.game).limit(1)
        if connection.execute(query).first() is not None:
            return wrong, 1, "tampered"
    return f"{wrong}; it may have been removed, or not been imported", 0, "unverified"


def _in_effect(connection: Connection, name: str, at: int) -> bool:
    """Whether a submission was in effect when a session under it began."""
    begun = ended = False
    query = select(submission_steps).where(submission_steps.c.submission == name)
    for row in connection.execute(query):
        if row.step == APPROVED:
            begun = begun or (row.at <= at and row.effective_on <= str(_day(at)))
        elif row.step == SUPERSEDED:
            before = at - ALLOWED_SECONDS
            ended = ended or (row.at < before and row.effective_on <= str(_day(before)))
    return begun and not ended


def _day(at: int) -> date:
    return local_time(at, BOARD_TIME_ZONE).date()
