"""Audit a whole database: every journal decided again, every row beside it compared, every checkpoint held against it.

All of it is of one state of the database, and only a part is in memory at a time. A session is whole only if a checkpoint proves
its last line: a chain alone shows neither that its end was cut off nor that all of it was computed anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from houseway.core.plain import canonical
from houseway.core.progress import working_on
from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.records.audit import KINDS, Audit, audit_journal
from houseway.records.checkpoint import Checkpoint, read_checkpoint
from houseway.records.house_file import HouseSecrets
from houseway.records.lines import GENESIS, SEALED, STARTED, moment_of, parsed
from houseway.records.merkle import Peaks
from houseway.records.reading import MOST_FLAWS, Flaw, Reading
from houseway.records.witness import Said, Witness
from houseway.store.database import SQLITE, Database, reason
from houseway.store.keys import Keys, WrongKeys
from houseway.store.pinned import pinned
from houseway.store.proofs import stored_checkpoints
from houseway.store.schema import commands, events, heads, pit, postings, secrets, sessions, snapshots, tables
from houseway.store.session_lines import ROWS_AT_ONCE, SessionLines, about, session_secrets
from houseway.store.snapshots import LARGEST, digest_of
from houseway.table import folded, unopened

KIND_ORDER = (*KINDS, "unproven")  # worst first
OF_SESSION = (heads, events, postings, secrets, snapshots, commands)


@dataclass(frozen=True, slots=True)
class Kept:
    """A checkpoint that somebody else kept, and the name of its file."""

    name: str
    checkpoint: Checkpoint


@dataclass(frozen=True, slots=True)
class Finding:
    """A bad record: where it is, what is wrong, and of which kind."""

    problem: str
    kind: str = "tampered"
    table: str = ""
    session: int = 0
    line: int = 0

    def __str__(self) -> str:
        where = [self.table, *([f"session {self.session}"] if self.session else [])]
        place = " ".join(each for each in where if each) + (f" line {self.line}" if self.line else "")
        return f"{place}: {self.problem}" if place else self.problem

    def as_json(self) -> dict[str, Any]:
        """The finding as plain values."""
        return {
            "table": self.table,
            "session": self.session,
            "line": self.line,
            "kind": self.kind,
            "problem": self.problem,
        }


@dataclass(slots=True)
class SessionAudit:
    """The audit of one session. `tail`: lines after the last one that a checkpoint proves."""

    table: str
    session: int
    status: str = "whole"
    lines: int = 0
    events: int = 0
    rounds: int = 0
    commands: int = 0
    sealed: bool = False
    head: str = GENESIS
    proven: int = 0
    practice: bool = False
    findings: list[Finding] = field(default_factory=list)
    more: int = 0  # findings beyond those kept

    @property
    def tail(self) -> int:
        """The number of lines that no checkpoint proves."""
        return self.lines - self.proven

    def add(self, problem: str, line: int = 0, kind: str = "tampered") -> None:
        """Add a finding."""
        if len(self.findings) < MOST_FLAWS:
            self.findings.append(Finding(problem, kind, self.table, self.session, line))
        else:
            self.more += 1

    def take(self, flaws: Iterable[Flaw]) -> None:
        """Add the flaws of a journal."""
        for flaw in flaws:
            self.add(flaw.problem, flaw.line, flaw.kind)

    def judge(self) -> None:
        """Settle its status, by its worst finding."""
        self.findings.sort(key=lambda each: each.line)
        found = {each.kind for each in self.findings}
        self.status = next((kind for kind in KIND_ORDER if kind in found), "unproven" if self.tail else "whole")

    def as_json(self) -> dict[str, Any]:
        """The audit as plain values."""
        return {
            "table": self.table,
            "session": self.session,
            "status": self.status,
            "lines": self.lines,
            "events": self.events,
            "rounds": self.rounds,
            "commands": self.commands,
            "sealed": self.sealed,
            "practice": self.practice,
            "head": self.head,
            "proven_lines": self.proven,
            "tail_not_proven": self.tail,
        }


@dataclass(slots=True)
class PitAudit:
    """The audit of a pit, from a database or an export."""

    name: str
    pit: str = ""
    key: str = ""
    sessions: list[SessionAudit] = field(default_factory=list)
    checkpoints: int = 0
    kept: int = 0
    general: list[Finding] = field(default_factory=list)  # of no single session

    @property
    def findings(self) -> list[Finding]:
        """Every finding, the first one first."""
        return [*self.general, *(each for one in self.sessions for each in one.findings)]

    @property
    def status(self) -> str:
        """The worst status; whole only if everything is."""
        found = {each.status for each in self.sessions} | {each.kind for each in self.general}
        if not self.checkpoints and not self.kept:
            found.add("unproven")
        return next((kind for kind in KIND_ORDER if kind in found), "whole")

    @property
    def whole(self) -> bool:
        """Whether everything is there, unchanged, decided as the rules say, and proven to its end."""
        return self.status == "whole"

    def as_json(self) -> dict[str, Any]:
        """The audit as plain values."""
        return {
            "whole": self.whole,
            "status": self.status,
            "name": self.name,
            "pit": self.pit,
            "key": self.key,
            "checkpoints": {"stored": self.checkpoints, "kept_elsewhere": self.kept},
            "sessions": [each.as_json() for each in self.sessions],
            "findings": [each.as_json() for each in self.findings],
        }


class Spool:
    """What all checkpoints say, by session, in a temporary file: there can be more of it than fits in memory."""

    def __init__(self) -> None:
        self._file = sqlite3.connect("")
        self._file.execute(
            "CREATE TABLE said (of TEXT, session INT, size INT, root TEXT, head TEXT, name TEXT, kept INT)"
        )
        self._file.execute("CREATE TABLE shot (of TEXT, session INT, size INT, digest TEXT, name TEXT)")
        self._file.execute("CREATE INDEX said_of ON said (of, session, size)")
        self._file.execute("CREATE INDEX shot_of ON shot (of, session, size)")

    def take(self, checkpoint: Checkpoint, name: str, kept: bool) -> None:
        """Take in what a checkpoint says."""
        rows = [(each.table, each.session, each.size, each.root, each.head, name, kept) for each in checkpoint.tables]
        self._file.executemany("INSERT INTO said VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        shots = [(each.table, each.session, *each.snapshot, name) for each in checkpoint.tables if each.snapshot]
        self._file.executemany("INSERT INTO shot VALUES (?, ?, ?, ?, ?)", shots)

    def of(self, table: str, session: int) -> list[Said]:
        """What is said of a session: of equal entries only the first."""
        query = "SELECT size, root, head, min(name), kept FROM said WHERE of = ? AND session = ? GROUP BY 1, 2, 3, 5"
        return [
            Said(size, root, head, name, bool(kept))
            for size, root, head, name, kept in self._file.execute(query, (table, session))
        ]

    def snapshots(self, table: str, session: int) -> dict[int, set[str]]:
        """The digests of snapshots that checkpoints name, by size."""
        found: dict[int, set[str]] = {}
        query = "SELECT DISTINCT size, digest FROM shot WHERE of = ? AND session = ?"
        for size, digest in self._file.execute(query, (table, session)):
            found.setdefault(size, set()).add(digest)
        return found

    def sessions(self) -> list[tuple[str, int, str]]:
        """All sessions that are named, with a checkpoint that names each."""
        query = "SELECT of, session, min(name) FROM said GROUP BY of, session ORDER BY of, session"
        return [(str(row[0]), int(row[1]), str(row[2])) for row in self._file.execute(query)]

    def close(self) -> None:
        """Remove the temporary file."""
        self._file.close()


@dataclass(slots=True)
class Asked:
    """What to audit, and against what."""

    table: str | None = None
    session: int | None = None
    keys: Keys | None = None
    key: str | None = None  # the public key that the pit is known by
    kept: tuple[Kept, ...] = ()
    outside: bool = False

    def wants(self, table: str, session: int) -> bool:
        """Is this session to be audited?"""
        return self.table in (None, table) and self.session in (None, session)


def take_checkpoint(found: PitAudit, spool: Spool, checkpoint: Checkpoint, name: str, kept: bool) -> None:
    """Check a checkpoint's signature, key and pit; what it says counts only if they are right."""
    if not checkpoint.genuine():
        found.general.append(Finding(f"{name}: its signature is not genuine"))
    elif checkpoint.key != found.key:
        found.general.append(Finding(f"{name}: was signed with the key {checkpoint.key}; the pit's is {found.key}"))
    elif checkpoint.pit != found.pit:
        found.general.append(Finding(f"{name}: is of the pit {checkpoint.pit}, not of {found.pit}"))
    else:
        spool.take(checkpoint, name, kept)


def take_kept(found: PitAudit, spool: Spool, asked: Asked) -> None:
    """Take in the checkpoints that were kept elsewhere, and the key that the pit is known by."""
    known = asked.key or (asked.keys.public if asked.keys is not None else None)
    if known is not None and known != found.key:
        found.general.append(Finding(f"the key of its checkpoints is {found.key}, and it should be {known}"))
    for each in asked.kept:
        found.kept += 1
        take_checkpoint(found, spool, each.checkpoint, each.name, kept=True)


def audit_database(database: Database, asked: Asked) -> PitAudit:
    """Audit a database; reads one state of it, whatever is written meanwhile."""
    found = PitAudit(database.address)
    try:
        with pinned(database) as state, closing(Spool()) as spool:
            _audit(state, asked, found, spool)
    except DBAPIError as error:
        found.general.append(Finding(f"the database cannot be read any further ({reason(error)})"))
    return found


def _audit(state: Database, asked: Asked, found: PitAudit, spool: Spool) -> None:
    with state.read() as connection:
        if state.kind == SQLITE:
            for (problem,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
                if problem != "ok":
                    found.general.append(Finding(f"the file is damaged: {' '.join(str(problem).split())}"))
        own = connection.execute(select(pit)).all()
    if len(own) != 1:
        found.general.append(Finding(f"the database has {len(own)} entries of its pit, and should have one"))
    found.pit, found.key = (own[0].id, own[0].public_key) if own else ("", "")
    for number, body in stored_checkpoints(state):
        found.checkpoints += 1
        try:
            checkpoint = read_checkpoint(body, f"checkpoint {number}")
        except BadInput as error:
            found.general.append(Finding(str(error)))
            continue
        take_checkpoint(found, spool, checkpoint, f"checkpoint {number}", kept=False)
    _refuse_other_keys(state, asked, found.key)
    take_kept(found, spool, asked)
    if asked.table is None and asked.session is None:
        _orphans(state, found)
    named = _named(state, asked)
    for place, (table, session) in enumerate(named, 1):
        working_on(f"session {place:,} of {len(named):,}")
        found.sessions.append(_audit_session(state, asked, spool, table, session))
    there = set(named)
    for table, session, name in spool.sessions():
        if asked.wants(table, session) and (table, session) not in there:
            found.general.append(Finding(f"is missing, and {name} names it", "tampered", table, session))
    if asked.table is not None and not named:
        raise BadInput(f"{state.address}: there is no such session of {asked.table}")


def _refuse_other_keys(state: Database, asked: Asked, key: str) -> None:
    """BadInput if the keys are of another pit: they have another public key, and decrypt no session of this one."""
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
        return  # the keys are this pit's, and its public key was changed: a finding
    right = f"give the key file that was made with it, whose public key is {key}"
    raise BadInput(f"{state.address}: the keys are of another pit; {right}")


def _audit_session(state: Database, asked: Asked, spool: Spool, table: str, session: int) -> SessionAudit:
    """Audit a session; whatever a changed row makes impossible is a finding, and the other sessions are audited too."""
    one = _Session(state, asked, spool, table, session)
    try:
        return one.run()
    except Exception as error:
        why = reason(error) if isinstance(error, DBAPIError) else f"{type(error).__name__}: {error}"[:300]
        one.found.lines = max(one.found.lines, one.witness.size)
        one.found.add(f"cannot be audited any further ({why})", one.witness.size + 1)
        one.found.judge()
        return one.found


def _named(state: Database, asked: Asked) -> list[tuple[str, int]]:
    """All sessions that any row speaks of."""
    named = set[tuple[str, int]]()
    with state.read() as connection:
        for each in (sessions, heads):
            rows = connection.execute(select(each.c.table_id, each.c.session))
            named |= {(str(row.table_id), int(row.session)) for row in rows}
    return sorted(each for each in named if asked.wants(*each))


def _orphans(state: Database, found: PitAudit) -> None:
    """Rows of sessions, and sessions of tables, that are not there; numbers of sessions that are missing."""
    with state.read() as connection:
        for each in OF_SESSION:
            of = each.c
            there = (
                select(sessions.c.session)
                .where(sessions.c.table_id == of.table_id, sessions.c.session == of.session)
                .exists()
            )
            query = select(of.table_id, of.session, func.count()).where(~there).group_by(of.table_id, of.session)
            for table, session, count in connection.execute(query.order_by(of.table_id, of.session)):
                wrong = f"{count} rows of {each.name} belong to a session that is not there"
                found.general.append(Finding(wrong, "tampered", table, session))
        of = sessions.c
        known = {row.id: row.game for row in connection.execute(select(tables))}
        query = select(of.table_id, func.count(), func.min(of.session), func.max(of.session)).group_by(of.table_id)
        for table, count, first, last in connection.execute(query.order_by(of.table_id)):
            if table not in known:
                found.general.append(Finding("its table is not there", "tampered", table))
            if (first, last) != (1, count):
                wrong = f"has {count} sessions, numbered {first} to {last}: sessions are missing"
                found.general.append(Finding(wrong, "tampered", table))


class _Session:
    """Audits one session of a database."""

    def __init__(self, state: Database, asked: Asked, spool: Spool, table: str, session: int) -> None:
        self.state, self.asked, self.table, self.session = state, asked, table, session
        self.found = SessionAudit(table, session)
        self.witness = Witness(spool.of(table, session), kept_only=bool(asked.kept))
        self.shots = spool.snapshots(table, session)
        self.where = {"table_id": table, "session": session}
        self.heads_at: dict[int, str] = {}  # hashes of lines that snapshots follow
        self.trees_at: dict[int, str] = {}
        self.round = self.at = 0
        self.sealed = False
        self.actor = self.role = ""
        self.hash = GENESIS
        self.by_lines: dict[str, int] = {}
        self.by_postings: dict[str, int] = {}

    def run(self) -> SessionAudit:
        found = self.found
        head, made = self._row(heads), self._row(sessions)
        sizes = [row.size for row in self._rows(snapshots, "size", columns=("size",))]
        self._lines(set(sizes))
        peaks = self.witness.end()
        found.take(self.witness.flaws)
        found.lines, found.proven, found.head = self.witness.size, self.witness.proven, self.hash
        self._head(head, peaks)
        if made is not None:
            self._made(made)
        journal = SessionLines(self.state, self.table, self.session)
        house = self._secrets() if made is not None else None
        audit = audit_journal(journal, None, house, self.asked.outside)
        self._decided(audit)
        if sizes:
            self._snapshots(journal, house)
        found.judge()
        return found

    # Rows

    def _row(self, table: Any) -> Any:
        query = select(table).where(table.c.table_id == self.table, table.c.session == self.session)
        with self.state.read() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            self.found.add(f"has no row in {table.name}")
        return row

    def _rows(
        self, table: Any, *order: str, columns: tuple[str, ...] = (), **between: tuple[int, int]
    ) -> Iterator[Any]:
        query = select(*(table.c[name] for name in columns)) if columns else select(table)
        query = query.where(table.c.table_id == self.table, table.c.session == self.session)
        for name, (low, high) in between.items():
            query = query.where(table.c[name] >= low, table.c[name] <= high)
        query = query.order_by(*(table.c[name] for name in order))
        with self.state.read() as connection:
            for part in connection.execute(query, execution_options={"yield_per": 500}).partitions():
                yield from part

    def _lines(self, sizes: set[int]) -> None:
        """Compare the columns beside each line with it, its money with the postings, and its command with its id."""
        ids = _Ids(self._rows(commands, "first_seq", "last_seq", "actor", "key"), self.found)
        after, expected = -1, 0
        while True:
            of = events.c
            query = select(events).where(of.table_id == self.table, of.session == self.session, of.seq > after)
            with self.state.read() as connection:
                page = connection.execute(query.order_by(of.seq).limit(ROWS_AT_ONCE)).all()
            last = page[-1].seq if len(page) == ROWS_AT_ONCE else (1 << 62)
            money: dict[int, list[tuple[str, str, int]]] = {}
            for row in self._rows(postings, "seq", "number", seq=(after + 1, last)):
                money.setdefault(row.seq, []).append((row.source, row.target, row.cents))
                if row.number != len(money[row.seq]) - 1:
                    self.found.add(f"posting {row.number} of event {row.seq} is not in its order", row.seq + 1)
            for row in page:
                if row.seq != expected:
                    what = (
                        f"event {expected} is" if row.seq == expected + 1 else f"events {expected} to {row.seq - 1} are"
                    )
                    self.found.add(f"{what} missing", expected + 1)
                expected = row.seq + 1
                self._line(row, money.pop(row.seq, []), ids)
                if self.witness.size in sizes:
                    self.heads_at[self.witness.size] = self.hash
            for seq in sorted(money):
                self.found.add(f"has postings of event {seq}, which is not there", seq + 1)
            if len(page) < ROWS_AT_ONCE:
                break
            after = last
        ids.end()
        if self.by_lines != self.by_postings:
            self.found.add("its postings add up to other accounts than its events")

    def _line(self, row: Any, money: list[tuple[str, str, int]], ids: _Ids) -> None:
        line, number = bytes(row.line), row.seq + 1
        self.witness.take(line)
        for source, target, cents in money:
            _move(self.by_postings, source, target, cents)
        try:
            record = parsed(line)
        except ValueError:  # the audit of the journal says so
            self.hash = row.hash
            return
        event = record.get("event")
        batch = record.get("batch") if isinstance(record.get("batch"), list) else None
        if event in (STARTED, SEALED):
            self.actor, self.role, self.sealed = "", "", event == SEALED
        elif batch and batch[0] == 1:
            self.actor, self.role = str(record.get("actor", "")), str(record.get("role", ""))
        try:
            self.round = int(record.get("round", self.round))
            self.at = moment_of(record["at"]) if "at" in record else self.at
        except (TypeError, ValueError, OverflowError):
            pass
        given = str(record.get("hash"))
        right = {
            "event": event, "round": self.round, "actor": self.actor, "role": self.role, "previous": self.hash,
            "hash": given,
        }  # fmt: skip
        if event not in (STARTED, SEALED):
            right["at"] = self.at
        for name, value in right.items():
            if getattr(row, name) != value:
                self.found.add(f"its column {name} is {getattr(row, name)!r}, and the line says {value!r}", number)
        self.hash = given
        moves = [tuple(each) for each in record.get("moves", ()) if isinstance(each, list) and len(each) == 3]
        if moves != money:
            self.found.add(f"its postings are {_told(money)}, and the line says {_told(moves)}", number)
        try:
            for source, target, cents in moves:
                _move(self.by_lines, source, target, cents)
        except TypeError:
            return
        ids.line(row.seq, batch, self.actor)

    def _head(self, head: Any, peaks: Peaks) -> None:
        if head is None:
            return
        right = {"size": self.witness.size, "head": self.hash, "round": self.round, "sealed": self.sealed}
        if self.at:
            right["at"] = self.at
        for name, value in right.items():
            if getattr(head, name) != value:
                wrong = f"its head's {name} is {getattr(head, name)!r}, and its lines end with {value!r}"
                self.found.add(wrong, self.witness.size)
        if bytes(head.peaks) != peaks.packed():
            self.found.add("its head's tree is not the tree over its lines", self.witness.size)

    def _made(self, made: Any) -> None:
        with self.state.read() as connection:
            of = events.c
            query = select(of.line).where(of.table_id == self.table, of.session == self.session, of.seq == 0)
            line = connection.execute(query).scalar_one_or_none()
            game = connection.execute(select(tables.c.game).where(tables.c.id == self.table)).scalar_one_or_none()
        try:
            header: Mapping[str, Any] = parsed(bytes(line)) if line is not None else {}
        except ValueError:
            return
        right = {"table": self.table, "session": self.session, "game": game}
        for name in ("edition", "edition_digest", "submission_digest"):
            right[name] = getattr(made, name)
        for name, value in right.items():
            if name in header and header[name] != value:
                self.found.add(f"{name} is {value!r}, and its first line says {header[name]!r}", 1)

    def _secrets(self) -> HouseSecrets | None:
        keys = self.asked.keys
        if keys is None:
            return None
        try:
            return session_secrets(self.state, keys, self.table, self.session)
        except WrongKeys as error:
            self.found.add(str(error))
            return None

    def _decided(self, audit: Audit) -> None:
        found = self.found
        found.take(audit.flaws)
        found.events, found.rounds, found.commands = audit.events, audit.rounds, audit.commands
        found.sealed, found.practice = audit.sealed, audit.practice

    def _snapshots(self, journal: SessionLines, house: HouseSecrets | None) -> None:
        """Each snapshot is the one that checkpoints name, and with keys the position that the events lead to."""
        plains = self._plains(journal, house) if house is not None else iter(())
        reached: tuple[int, Any] = (-1, None)
        for row in self._rows(snapshots, "size"):
            digest, where = digest_of(bytes(row.body)), f"its snapshot of {row.size} lines"
            if row.digest != digest or self.shots.get(row.size, {digest}) != {digest}:
                self.found.add(f"{where} was changed: it does not have the digest that was signed", row.size)
                continue
            if self.heads_at.get(row.size) != row.head:
                self.found.add(f"{where} does not follow from its line {row.size}", row.size)
            if self.asked.keys is None or house is None:
                continue
            try:
                shown = self.asked.keys.shown(bytes(row.body), about("snapshot", self.table, self.session, row.size))
                plain = read_json(shown.decode(), where, LARGEST)["plain"]
            except (BadInput, KeyError, TypeError) as error:
                self.found.add(f"{where} cannot be read ({error})", row.size)
                continue
            while reached[0] < row.size:
                after = next(plains, None)
                if after is None:
                    break
                reached = after
            if reached[0] == row.size and canonical(reached[1]) != canonical(plain):
                self.found.add(f"{where} is another position than its events lead to", row.size)
        missing = [size for size in self.shots if size not in self.heads_at and size <= self.witness.size]
        for size in sorted(missing):
            self.found.add(f"its snapshot of {size} lines is missing, and a checkpoint names it", size)

    def _plains(self, journal: SessionLines, house: HouseSecrets) -> Iterator[tuple[int, Any]]:
        """The position after each command, with the number of lines so far."""
        plain = unopened()
        try:
            for batch in Reading(journal, house.find).batches():
                for event in batch:
                    plain = folded(plain, event)
                yield batch[-1].seq + 1, plain
        except Exception:  # the audit of the journal names what is wrong with an event
            return


class _Ids:
    """Compares the ids of commands with the commands, both in the order of their events."""

    def __init__(self, rows: Iterator[Any], found: SessionAudit) -> None:
        self._rows, self._found = rows, found
        self._waiting = next(rows, None)
        self._open = False  # the first event of the waiting one was found

    def line(self, seq: int, batch: list[int] | None, actor: str) -> None:
        """Take the next event."""
        while (row := self._waiting) is not None:
            if not self._open:
                if row.first_seq > seq:
                    return
                if row.first_seq < seq or batch is None or batch[0] != 1 or row.actor != actor:
                    self._wrong(row)
                    continue
                self._open = True
            if row.last_seq > seq:
                return
            if row.last_seq < seq or batch is None or batch[0] != batch[1]:
                self._wrong(row)
                continue
            self._next()
            return

    def end(self) -> None:
        """No more events: the ids that are left have none."""
        while self._waiting is not None:
            self._wrong(self._waiting)

    def _wrong(self, row: Any) -> None:
        wrong = f"the id {row.key!r} of {row.actor!r} names the events {row.first_seq} to {row.last_seq}"
        self._found.add(f"{wrong}, which are not a command of theirs", row.first_seq + 1)
        self._next()

    def _next(self) -> None:
        self._waiting, self._open = next(self._rows, None), False


def _move(accounts: dict[str, int], source: str, target: str, cents: int) -> None:
    accounts[source] = accounts.get(source, 0) - cents
    accounts[target] = accounts.get(target, 0) + cents


def _told(moves: Iterable[tuple[Any, ...]]) -> str:
    return ", ".join(f"{cents} from {source} to {target}" for source, target, cents in moves) or "none"


def audit_folder(folder: Path, asked: Asked) -> PitAudit:
    """Audit an exported folder: its journals, with their house files where they are there, and its checkpoints."""
    from houseway.store.transfer import CHECKPOINTS, read_manifest

    manifest = read_manifest(folder)
    found = PitAudit(str(folder), manifest["pit"], manifest["public_key"])
    with closing(Spool()) as spool:
        path = folder / CHECKPOINTS
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                found.checkpoints += 1
                name = f"{CHECKPOINTS} line {number}"
                try:
                    checkpoint = read_checkpoint(line.decode("utf-8", "replace"), name)
                except BadInput as error:
                    found.general.append(Finding(str(error)))
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
                found.general.append(Finding(f"is not in the export, and {name} names it", "tampered", table, session))
    return found


def _audit_file(path: Path, asked: Asked, spool: Spool, table: str, session: int) -> SessionAudit:
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


def witnessed_file(path: Path, said: list[Said], kept_only: bool) -> Witness:
    """A journal file held against checkpoints."""
    from houseway.records.witness import witnessed

    with path.open("rb") as file:
        return witnessed(file, said, kept_only)
