"""Audits a whole database: re-decides every journal, compares the rows that journals determine, and checks every checkpoint.

Of the other rows, submissions are compared with their texts. Accounts, approvals, the Board's decisions, holders of tables and
refused attempts follow from nothing else in the database, so a change of those is not detected.
The audit reads one consistent state of the database, and only part of it is in memory at a time. A session is whole only if a
checkpoint proves its last line: a hash chain alone does not reveal that its end was cut off, or that it was computed anew.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from sqlalchemy import func, inspect, select
from sqlalchemy.exc import DBAPIError

from houseway.core.progress import working_on
from houseway.law import BadInput
from houseway.records.audit import audit_journal
from houseway.records.checkpoint import recorded_checkpoint
from houseway.records.checkpoint_comparison import CheckpointClaim, Witness
from houseway.store.append_only import missing_guards
from houseway.store.appendix import wrong_entries
from houseway.store.approvals_schema import session_openings
from houseway.store.audit_findings import (
    OF_SESSION,
    AuditFinding,
    AuditRequest,
    PitAudit,
    SessionAudit,
    Spool,
    take_checkpoint,
    take_kept,
)
from houseway.store.checkpoints import stored_checkpoints
from houseway.store.consistent_read import pinned
from houseway.store.correction_audit import lost_decisions
from houseway.store.database import SQLITE, Database, newest_version, reason
from houseway.store.filing_audit import wrong_submissions
from houseway.store.keys import WrongKeys
from houseway.store.manifests import all_tables
from houseway.store.schema import heads, pit, sessions, tables
from houseway.store.session_audit import StoredSession
from houseway.store.session_lines import about
from houseway.store.shifts_schema import proposals


def audit_database(database: Database, asked: AuditRequest) -> PitAudit:
    """Audit a database; reads one consistent state, even if others write meanwhile."""
    found = PitAudit(database.address)
    try:
        with pinned(database) as state, closing(Spool()) as spool:
            _audit(state, asked, found, spool)
    except (DBAPIError, UnicodeDecodeError) as error:
        found.general.append(AuditFinding(f"the database cannot be read any further ({reason(error)})"))
    return found


def _audit(state: Database, asked: AuditRequest, found: PitAudit, spool: Spool) -> None:
    with state.read() as connection:
        if state.kind == SQLITE:
            for (problem,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
                if problem != "ok":
                    found.general.append(AuditFinding(f"the file is damaged: {' '.join(str(problem).split())}"))
        own = connection.execute(select(pit)).all()
    if len(own) != 1:
        found.general.append(AuditFinding(f'the table "pit" has {len(own)} rows, but should have one'))
    found.pit, found.key = (own[0].id, own[0].public_key) if own else ("", "")
    _guards(state, found)
    _take_stored(state, found, spool)
    _refuse_other_keys(state, asked, found.key)
    take_kept(found, spool, asked)
    if asked.table is None and asked.session is None:
        _orphans(state, found)
        found.general.extend(wrong_submissions(state))
        found.general.extend(lost_decisions(state))
    named = _named(state, asked)
    for place, (table, session) in enumerate(named, 1):
        working_on(f"session {place:,} of {len(named):,}")
        one = _audit_session(state, asked, spool, table, session)
        said = spool.appendices(table, session)
        for wrong in wrong_entries(state, table, session, one.head, one.sealed, found.key, said):
            one.add(wrong)
        one.judge()
        found.sessions.append(one)
    there = set(named)
    for table, session, name in spool.sessions():
        if asked.wants(table, session) and (table, session) not in there:
            found.general.append(AuditFinding(f"is missing, although {name} names it", "tampered", table, session))
    if asked.table is not None and not named:
        raise BadInput(f"{state.address}: there is no such session of {asked.table}")


def _guards(state: Database, found: PitAudit) -> None:
    """The triggers that refuse to change records; a database of an earlier version has fewer of them."""
    if state.version() != newest_version():
        return
    all_tables()
    with state.read() as connection:
        for name in missing_guards(connection):
            table = name.rpartition("_no_")[0] or name.removesuffix("_append_only")
            found.guards.append(
                AuditFinding(f"the database no longer refuses to change {table}: its trigger {name} is missing")
            )


def _take_stored(state: Database, found: PitAudit, spool: Spool) -> None:
    """Check and add the checkpoints in the database itself."""
    for number, body in stored_checkpoints(state):
        found.checkpoints += 1
        try:
            checkpoint = recorded_checkpoint(body, f"checkpoint {number}")
        except BadInput as error:
            found.general.append(AuditFinding(str(error)))
            continue
        take_checkpoint(found, spool, checkpoint, f"checkpoint {number}", kept=False)


def _refuse_other_keys(state: Database, asked: AuditRequest, key: str) -> None:
    """Raise BadInput if the keys belong to another pit: the public key differs, and they decrypt no session of this pit."""
    keys = asked.keys
    if keys is None or keys.public == key:
        return
    with state.read() as connection:
        rows = connection.execute(select(sessions.c.table_id, sessions.c.session, sessions.c.key).limit(1000)).all()
    for row in rows:
        try:
            keys.shown(bytes(row.key), about("key", row.table_id, row.session))
        except WrongKeys:
            continue
        return  # these are the pit's keys, so its public key was changed, which is a finding
    right = f"give the key file that was made with it, whose public key is {key}"
    raise BadInput(f"{state.address}: the keys belong to another pit; {right}")


def _audit_session(state: Database, asked: AuditRequest, spool: Spool, table: str, session: int) -> SessionAudit:
    """Audit a session; an error due to changed rows becomes a finding, and the audit continues with other sessions."""
    one = StoredSession(state, asked, spool, table, session)
    try:
        return one.run()
    except Exception as error:
        why = (
            reason(error)
            if isinstance(error, DBAPIError | UnicodeDecodeError)
            else f"{type(error).__name__}: {error}"[:300]
        )
        one.found.lines = max(one.found.lines, one.witness.size)
        one.found.add(f"cannot be audited any further ({why})", one.witness.size + 1)
        one.found.judge()
        return one.found


def _named(state: Database, asked: AuditRequest) -> list[tuple[str, int]]:
    """The sessions named in `sessions` or `heads`."""
    named = set[tuple[str, int]]()
    with state.read() as connection:
        for each in (sessions, heads):
            rows = connection.execute(select(each.c.table_id, each.c.session))
            named |= {(str(row.table_id), int(row.session)) for row in rows}
    return sorted(each for each in named if asked.wants(*each))


def _orphans(state: Database, found: PitAudit) -> None:
    """Find rows whose session or table is missing, and gaps in the numbers of sessions."""
    with state.read() as connection:
        for each in (*OF_SESSION, session_openings, proposals):
            if not inspect(connection).has_table(each.name):  # an earlier version, opened read-only
                continue
            of = each.c
            there = (
                select(sessions.c.session)
                .where(sessions.c.table_id == of.table_id, sessions.c.session == of.session)
                .exists()
            )
            query = select(of.table_id, of.session, func.count()).where(~there).group_by(of.table_id, of.session)
            for table, session, count in connection.execute(query.order_by(of.table_id, of.session)):
                wrong = f"{count} rows of {each.name} belong to a session that does not exist"
                found.general.append(AuditFinding(wrong, "tampered", table, session))
        of = sessions.c
        known = {row.id: row.game for row in connection.execute(select(tables))}
        query = select(of.table_id, func.count(), func.min(of.session), func.max(of.session)).group_by(of.table_id)
        for table, count, first, last in connection.execute(query.order_by(of.table_id)):
            if table not in known:
                found.general.append(AuditFinding("its table does not exist", "tampered", table))
            if (first, last) != (1, count):
                wrong = f"has {count} sessions, numbered {first} to {last}: sessions are missing"
                found.general.append(AuditFinding(wrong, "tampered", table))


def audit_folder(folder: Path, asked: AuditRequest) -> PitAudit:
    """Audit an exported folder: its journals, with their house files if present, and its checkpoints."""
    from houseway.store.manifests import CHECKPOINTS, read_manifest

    manifest = read_manifest(folder)
    found = PitAudit(str(folder), manifest["pit"], manifest["public_key"])
    with closing(Spool()) as spool:
        path = folder / CHECKPOINTS
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                found.checkpoints += 1
                name = f"{CHECKPOINTS} line {number}"
                try:
                    checkpoint = recorded_checkpoint(line.decode("utf-8", "replace"), name)
                except BadInput as error:
                    found.general.append(AuditFinding(str(error)))
                    continue
                take_checkpoint(found, spool, checkpoint, name, kept=False)
        take_kept(found, spool, asked)
        there = set[tuple[str, int]]()
        for each in manifest["sessions"]:
            table, session = each["table"], each["session"]
            there.add((table, session))
            if asked.wants(table, session):
                found.sessions.append(_audit_file(folder / each["file"], asked, spool, table, session))
        for table, session, name in spool.sessions():
            if asked.wants(table, session) and (table, session) not in there and asked.table is None:
                found.general.append(
                    AuditFinding(f"is not in the export, although {name} names it", "tampered", table, session)
                )
    return found


def _audit_file(path: Path, asked: AuditRequest, spool: Spool, table: str, session: int) -> SessionAudit:
    from houseway.records.house_file import house_path
    from houseway.store.session_files import check_beside

    found = SessionAudit(table, session)
    if not path.exists():
        found.add("its journal is missing")
        found.judge()
        return found
    witness = witnessed_file(path, spool.of(table, session), bool(asked.kept))
    found.take(witness.flaws)
    found.lines, found.proven = witness.size, witness.proven
    house = house_path(path)
    audit = audit_journal(path, None, house if house.exists() else None, asked.outside)
    found.take(audit.flaws)
    found.events, found.rounds, found.commands = audit.events, audit.rounds, audit.commands
    found.sealed, found.practice, found.head = audit.sealed, audit.practice, audit.head
    try:
        check_beside(path, table, session, witness.size)
    except BadInput as error:
        found.add(str(error))
    found.judge()
    return found


def witnessed_file(path: Path, said: list[CheckpointClaim], kept_only: bool) -> Witness:
    """Compare a journal file with checkpoints."""
    from houseway.records.checkpoint_comparison import witnessed

    with path.open("rb") as file:
        return witnessed(file, said, kept_only)
