"""The findings of a pit's audit, by session and in total, and the checkpoints that it is compared with."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from houseway.records.audit import KINDS
from houseway.records.checkpoint import Checkpoint
from houseway.records.checkpoint_comparison import CheckpointClaim
from houseway.records.journal_reader import MOST_FLAWS, Flaw
from houseway.records.lines import GENESIS
from houseway.store.keys import Keys
from houseway.store.schema import commands, events, heads, postings, secrets, snapshots

KIND_ORDER = (*KINDS, "unproven")  # worst first
OF_SESSION = (heads, events, postings, secrets, snapshots, commands)


@dataclass(frozen=True, slots=True)
class KeptCheckpoint:
    """A checkpoint that was kept outside the database, and the name of its file."""

    name: str
    checkpoint: Checkpoint


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """A bad record: its place, the problem, and the kind of problem."""

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
    """The audit of one session."""

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
    findings: list[AuditFinding] = field(default_factory=list)
    more: int = 0  # findings beyond MOST_FLAWS

    @property
    def tail(self) -> int:
        """The number of lines that no checkpoint proves."""
        return self.lines - self.proven

    def add(self, problem: str, line: int = 0, kind: str = "tampered") -> None:
        """Add a finding."""
        if len(self.findings) < MOST_FLAWS:
            self.findings.append(AuditFinding(problem, kind, self.table, self.session, line))
        else:
            self.more += 1

    def take(self, flaws: Iterable[Flaw]) -> None:
        """Add the flaws of a journal."""
        for flaw in flaws:
            self.add(flaw.problem, flaw.line, flaw.kind)

    def judge(self) -> None:
        """Set the status from the worst finding."""
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
    general: list[AuditFinding] = field(default_factory=list)  # about no single session
    # Missing triggers: the database no longer protects its records
    guards: list[AuditFinding] = field(default_factory=list)

    @property
    def findings(self) -> list[AuditFinding]:
        """All findings: the general ones, then those of each session, then the missing triggers."""
        return [*self.general, *(each for one in self.sessions for each in one.findings), *self.guards]

    @property
    def status(self) -> str:
        """The worst status found; `whole` only if everything is whole."""
        found = {each.status for each in self.sessions} | {each.kind for each in (*self.general, *self.guards)}
        if not self.checkpoints and not self.kept:
            found.add("unproven")
        return next((kind for kind in KIND_ORDER if kind in found), "whole")

    @property
    def whole(self) -> bool:
        """Whether everything is complete, unchanged, decided according to the rules, and proven to the end."""
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
    """The entries of all checkpoints by session, in a temporary database, because they may not fit in memory."""

    def __init__(self) -> None:
        self._file = sqlite3.connect("")
        self._file.execute(
            "CREATE TABLE said (of TEXT, session INT, size INT, root TEXT, head TEXT, name TEXT, kept INT)"
        )
        self._file.execute("CREATE TABLE shot (of TEXT, session INT, size INT, digest TEXT, name TEXT)")
        self._file.execute("CREATE TABLE added (of TEXT, session INT, entries INT, hash TEXT, name TEXT)")
        self._file.execute("CREATE INDEX said_of ON said (of, session, size)")
        self._file.execute("CREATE INDEX shot_of ON shot (of, session, size)")

    def take(self, checkpoint: Checkpoint, name: str, kept: bool) -> None:
        """Add the entries of a checkpoint."""
        rows = [(each.table, each.session, each.size, each.root, each.head, name, kept) for each in checkpoint.tables]
        self._file.executemany("INSERT INTO said VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        shots = [(each.table, each.session, *each.snapshot, name) for each in checkpoint.tables if each.snapshot]
        self._file.executemany("INSERT INTO shot VALUES (?, ?, ?, ?, ?)", shots)

        added = [(each.table, each.session, *each.appendix, name) for each in checkpoint.tables if each.appendix]
        self._file.executemany("INSERT INTO added VALUES (?, ?, ?, ?, ?)", added)

    def of(self, table: str, session: int) -> list[CheckpointClaim]:
        """The checkpoints' entries about a session, without duplicates."""
        query = "SELECT size, root, head, min(name), kept FROM said WHERE of = ? AND session = ? GROUP BY 1, 2, 3, 5"
        return [
            CheckpointClaim(size, root, head, name, bool(kept))
            for size, root, head, name, kept in self._file.execute(query, (table, session))
        ]

    def snapshots(self, table: str, session: int) -> dict[int, set[str]]:
        """The digests of a session's snapshots according to the checkpoints, by number of lines."""
        found: dict[int, set[str]] = {}
        query = "SELECT DISTINCT size, digest FROM shot WHERE of = ? AND session = ?"
        for size, digest in self._file.execute(query, (table, session)):
            found.setdefault(size, set()).add(digest)
        return found

    def appendices(self, table: str, session: int) -> list[tuple[int, str, str]]:
        """The claims about a session's appendix: number of entries, hash of the last, and a checkpoint with that claim."""
        query = "SELECT entries, hash, min(name) FROM added WHERE of = ? AND session = ? GROUP BY 1, 2 ORDER BY 1, 2"
        return [(int(row[0]), str(row[1]), str(row[2])) for row in self._file.execute(query, (table, session))]

    def sessions(self) -> list[tuple[str, int, str]]:
        """All sessions that checkpoints name, each with one of these checkpoints."""
        query = "SELECT of, session, min(name) FROM said GROUP BY of, session ORDER BY of, session"
        return [(str(row[0]), int(row[1]), str(row[2])) for row in self._file.execute(query)]

    def close(self) -> None:
        """Remove the temporary database."""
        self._file.close()


@dataclass(slots=True)
class AuditRequest:
    """The table or session to audit, and the keys and checkpoints to use."""

    table: str | None = None
    session: int | None = None
    keys: Keys | None = None
    key: str | None = None  # the pit's known public key
    kept: tuple[KeptCheckpoint, ...] = ()
    outside: bool = False

    def wants(self, table: str, session: int) -> bool:
        """Whether to audit this session."""
        return self.table in (None, table) and self.session in (None, session)


def take_checkpoint(found: PitAudit, spool: Spool, checkpoint: Checkpoint, name: str, kept: bool) -> None:
    """Check a checkpoint's signature, key and pit, and add its entries if they are right; otherwise add a finding."""
    if not checkpoint.genuine():
        found.general.append(AuditFinding(f"{name}: its signature is not genuine"))
    elif checkpoint.key != found.key:
        found.general.append(
            AuditFinding(f"{name}: was signed with the key {checkpoint.key}; the pit's key is {found.key}")
        )
    elif checkpoint.pit != found.pit:
        found.general.append(AuditFinding(f"{name}: belongs to the pit {checkpoint.pit}, not to {found.pit}"))
    else:
        spool.take(checkpoint, name, kept)


def take_kept(found: PitAudit, spool: Spool, asked: AuditRequest) -> None:
    """Check the pit's key against the known one, and add the checkpoints that were kept elsewhere."""
    known = asked.key or (asked.keys.public if asked.keys is not None else None)
    if known is not None and known != found.key:
        found.general.append(AuditFinding(f"the key of its checkpoints is {found.key}, but should be {known}"))
    for each in asked.kept:
        found.kept += 1
        take_checkpoint(found, spool, each.checkpoint, each.name, kept=True)
