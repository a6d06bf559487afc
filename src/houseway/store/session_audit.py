"""The audit of one session in a database: compares every row of the session with its journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import select

from houseway.core.plain import canonical
from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.records.audit import Audit, audit_journal
from houseway.records.checkpoint_comparison import Witness
from houseway.records.house_file import HouseSecrets
from houseway.records.journal_reader import JournalReader
from houseway.records.lines import GENESIS, SEALED, STARTED, moment_of, parsed
from houseway.records.merkle import Peaks
from houseway.store.audit_findings import (
    AuditRequest,
    SessionAudit,
    Spool,
)
from houseway.store.correction_audit import wrong_corrections
from houseway.store.database import Database
from houseway.store.filing_audit import opening_of, wrong_opening
from houseway.store.hidden_value_audit import HiddenValues
from houseway.store.keys import WrongKeys
from houseway.store.schema import commands, events, heads, postings, sessions, snapshots, tables
from houseway.store.session_lines import ROWS_AT_ONCE, SessionLines, about, session_secrets
from houseway.store.snapshots import LARGEST, digest_of
from houseway.table import folded, unopened


class StoredSession:
    """Audits one session of a database."""

    def __init__(self, state: Database, asked: AuditRequest, spool: Spool, table: str, session: int) -> None:
        self.state, self.asked, self.table, self.session = state, asked, table, session
        self.found = SessionAudit(table, session)
        said = spool.of(table, session)
        self.witness = Witness(said, kept_only=bool(asked.kept))
        # The pit signed a checkpoint before the line with this number was written, so it ran the session then
        self.ran_here = min((each.size + 1 for each in said), default=None)
        self.shots = spool.snapshots(table, session)
        self.where = {"table_id": table, "session": session}
        self.heads_at: dict[int, str] = {}  # hash of the line before each snapshot
        self.trees_at: dict[int, str] = {}
        self.round = self.at = 0
        self.created_at: int | None = None
        self.sealed = False
        self.actor = self.role = ""
        self.hash = GENESIS
        self.by_lines: dict[str, int] = {}
        self.by_postings: dict[str, int] = {}
        self.header: Mapping[str, Any] = {}
        self.hidden = HiddenValues(state, table, session)

    def run(self) -> SessionAudit:
        found = self.found
        head, made = self._row(heads), self._row(sessions)
        self.created_at = None if made is None else made.created_at
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
        if made is not None:
            self._related(audit)
        if self.asked.keys is None and (hidden := self.hidden.unverified()):
            found.add(hidden, 0, "unverified")
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
        """Compare each line with its columns, its money with the postings, and its command with the stored command id."""
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
                    self.found.add(f"posting {row.number} of event {row.seq} is out of order", row.seq + 1)
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
            for seq, missing in self.hidden.without_secret():
                self.found.add(missing, seq + 1)
            for seq in sorted(money):
                self.found.add(f"has postings of event {seq}, which does not exist", seq + 1)
            if len(page) < ROWS_AT_ONCE:
                break
            after = last
        ids.end()
        if self.by_lines != self.by_postings:
            self.found.add("the balances of its postings differ from those of its events")

    def _line(self, row: Any, money: list[tuple[str, str, int]], ids: _Ids) -> None:
        line, number = bytes(row.line), row.seq + 1
        self.witness.take(line)
        for source, target, cents in money:
            _move(self.by_postings, source, target, cents)
        try:
            record = parsed(line)
        except ValueError:  # the audit of the journal reports it
            self.hash = row.hash
            return
        event = record.get("event")
        self.hidden.take(record, row.seq)
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
        at = (
            self.created_at if event == STARTED else self.at or None
        )  # the first line has no time; the session's row has one
        if at is not None:
            right["at"] = at
        for name, value in right.items():
            if getattr(row, name) != value:
                self.found.add(f"its column {name} is {getattr(row, name)!r}, but the line says {value!r}", number)
        self.hash = given
        moves = [tuple(each) for each in record.get("moves", ()) if isinstance(each, list) and len(each) == 3]
        if moves != money:
            self.found.add(f"its postings are {_told(money)}, but the line says {_told(moves)}", number)
        try:
            for source, target, cents in moves:
                _move(self.by_lines, source, target, cents)
        except TypeError:
            return
        ids.line(row.seq, batch, self.actor)

    def _related(self, audit: Audit) -> None:
        """Compare the rows about the session's submission and its corrections with the journal."""
        where = (self.state, self.table, self.session, self.header)
        for wrong in wrong_opening(*where, real_play=audit.opened and not audit.practice):
            self.found.add(*wrong)
        here = 1 if opening_of(*where[:3]) is not None else self.ran_here
        for wrong in wrong_corrections(*where, here):
            self.found.add(*wrong)

    def _head(self, head: Any, peaks: Peaks) -> None:
        if head is None:
            return
        right = {"size": self.witness.size, "head": self.hash, "round": self.round, "sealed": self.sealed}
        if self.at:
            right["at"] = self.at
        for name, value in right.items():
            if getattr(head, name) != value:
                wrong = f"its head's {name} is {getattr(head, name)!r}, but its lines end with {value!r}"
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
        self.header = header
        right = {"table": self.table, "session": self.session, "game": game}
        for name in ("edition", "edition_digest", "submission_digest"):
            right[name] = getattr(made, name)
        for name, value in right.items():
            if name in header and header[name] != value:
                self.found.add(f"{name} is {value!r}, but its first line says {header[name]!r}", 1)

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
        """Check that each snapshot has the signed digest and, with keys, the position that the events lead to."""
        plains = self._plains(journal, house) if house is not None else iter(())
        reached: tuple[int, Any] = (-1, None)
        for row in self._rows(snapshots, "size"):
            digest, where = digest_of(bytes(row.body)), f"its snapshot of {row.size} lines"
            if row.digest != digest or self.shots.get(row.size, {digest}) != {digest}:
                self.found.add(f"{where} was changed: its digest is not the signed one", row.size)
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
                self.found.add(f"{where} is not the position that its events lead to", row.size)
        missing = [size for size in self.shots if size not in self.heads_at and size <= self.witness.size]
        for size in sorted(missing):
            self.found.add(f"its snapshot of {size} lines is missing, although a checkpoint names it", size)

    def _plains(self, journal: SessionLines, house: HouseSecrets) -> Iterator[tuple[int, Any]]:
        """The number of lines and the position after each command."""
        plain = unopened()
        try:
            for batch in JournalReader(journal, house.find).batches():
                for event in batch:
                    plain = folded(plain, event)
                yield batch[-1].seq + 1, plain
        except Exception:  # the audit of the journal reports the bad event
            return


class _Ids:
    """Compares the stored command ids with the commands in the journal, both in the order of their events."""

    def __init__(self, rows: Iterator[Any], found: SessionAudit) -> None:
        self._rows, self._found = rows, found
        self._waiting = next(rows, None)
        self._open = False  # whether the first event of the waiting row was found

    def line(self, seq: int, batch: list[int] | None, actor: str) -> None:
        """Compare the next event."""
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
        """Report the ids that are left after the last event."""
        while self._waiting is not None:
            self._wrong(self._waiting)

    def _wrong(self, row: Any) -> None:
        wrong = f"the id {row.key!r} of {row.actor!r} names the events {row.first_seq} to {row.last_seq}"
        self._found.add(f"{wrong}, which are not a command of that sender", row.first_seq + 1)
        self._next()

    def _next(self) -> None:
        self._waiting, self._open = next(self._rows, None), False


def _move(accounts: dict[str, int], source: str, target: str, cents: int) -> None:
    accounts[source] = accounts.get(source, 0) - cents
    accounts[target] = accounts.get(target, 0) + cents


def _told(moves: Iterable[tuple[Any, ...]]) -> str:
    return ", ".join(f"{cents} from {source} to {target}" for source, target, cents in moves) or "none"
