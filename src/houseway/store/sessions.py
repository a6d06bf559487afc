"""Sessions of tables in a database: create one, claim it for this process, resume it, record its decisions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, insert, select, text, update

from houseway.core import AnyGame, Event, Moment
from houseway.law import BadInput, Rules
from houseway.numerics.sources import ManualSource, SeededSource, Source, SystemSource
from houseway.records.checkpoint import TreeHead
from houseway.records.house_file import secret_entries
from houseway.records.journal import header_of
from houseway.records.journal_position import Followed, follow
from houseway.records.journal_reader import read_events
from houseway.records.line_writer import event_lines
from houseway.records.lines import GENESIS, SEALED, marked_lines
from houseway.records.merkle import Peaks, leaf_hash
from houseway.store.database import POSTGRESQL, Database
from houseway.store.keys import Keys
from houseway.store.schema import heads, sessions, tables
from houseway.store.session_lines import HashedLines, SessionLines, about, hidden_entry, session_secrets
from houseway.store.snapshots import proven_start, snapshot_row
from houseway.store.writer import Append, ColumnValues, FencedError, Statements
from houseway.table.position import Plain
from houseway.table.table import OrderSecret, new_key

LEASE_MS = 10_000


@dataclass(slots=True)
class JournalEnd:
    """The end of a journal: where the next line goes."""

    size: int = 0  # lines
    head: str = GENESIS
    peaks: Peaks = field(default_factory=Peaks)


class SessionRecorder:
    """The `Recorder` of a table: it collects events, and `taken` returns them as one append for the writer.

    Events are sealed, marked and chained exactly as in a file. Nothing is durable until the writer has stored the append.
    """

    def __init__(
        self, database: Database, keys: Keys, table_id: str, session: int, key: bytes, epoch: int, end: JournalEnd
    ) -> None:
        self.database, self.table_id, self.session, self.epoch = database, table_id, session, epoch
        self._keys, self._key, self._end = keys, key, end
        self._before = end.size
        self._events: list[ColumnValues] = []
        self._postings: list[ColumnValues] = []
        self._secrets: list[ColumnValues] = []
        self._latest: tuple[int, int, bool] | None = None  # round, time, sealed; None if another recorder wrote last

    def append(self, events: tuple[Event, ...], secret: Iterable[OrderSecret] = ()) -> None:
        """Collect the events of one command."""
        first, head = events[0], self._end.head
        where = (self.table_id, self.session)
        lines, hidden = event_lines(head, self._key, events)
        by = (first.actor, first.role)
        for event, (line, digest) in zip(events, lines, strict=True):
            self._events.append((*where, event.seq, event.round, event.event, *by, event.at, head, digest, line))
            head = digest
            for number, move in enumerate(event.moves):
                self._postings.append((*where, event.seq, number, move.source, move.target, move.cents))
        self._extend(head, [line for line, _ in lines])
        if hidden or secret:
            secrets = {each.commitment: each for each in hidden}
            for number, entry in enumerate(secret_entries(secrets.values(), secret)):
                named = entry.get("order", entry.get("sealed"))
                body = hidden_entry(self._keys, *where, first.seq, entry)
                self._secrets.append((*where, first.seq, number, named, body))
        self._latest = (events[-1].round, events[-1].at, False)

    def seal(self, at: Moment) -> None:
        """Collect the last line of the journal."""
        line, digest = marked_lines(self._end.head, self._key, [{"event": SEALED, "events": self._end.size - 1}])[0]
        end, number = self._end, self._stored_round() if self._latest is None else self._latest[0]
        self._events.append((self.table_id, self.session, end.size, number, SEALED, "", "", at, end.head, digest, line))
        self._extend(digest, [line])
        self._latest = (number, at, True)

    def _stored_round(self) -> int:
        """The round of the last recorded event."""
        of = heads.c
        query = select(of.round).where(of.table_id == self.table_id, of.session == self.session)
        with self.database.read() as connection:
            return int(connection.execute(query).scalar_one())

    def _extend(self, head: str, lines: list[bytes]) -> None:
        end = self._end
        self._end = JournalEnd(end.size + len(lines), head, end.peaks.extended(map(leaf_hash, lines)))

    def go_on_from(self, end: JournalEnd) -> None:
        """Continue from another end of the journal: another recorder has written lines since."""
        assert not self._events, "the collected events belong to the earlier end"
        self._end, self._before, self._latest = end, end.size, None

    def taken(self) -> Append | None:
        """The collected events as one append; None if there are none."""
        if not self._events:
            return None
        assert self._latest is not None, "collected events have a round and a time"
        end, (number, at, sealed) = self._end, self._latest
        head = (end.size, end.head, end.peaks.packed(), number, at, sealed)
        append = Append(
            self.table_id, self.session, self.epoch, self._before, head, self._events, self._postings, self._secrets
        )
        self._before, self._events, self._postings, self._secrets = end.size, [], [], []
        return append

    @property
    def end(self) -> JournalEnd:
        """The end of the journal, including the collected lines."""
        return self._end

    @property
    def size(self) -> int:
        """The number of lines in the journal, including the collected ones."""
        return self._end.size

    @property
    def key(self) -> bytes:
        """The key of the session's salts and marks."""
        return self._key

    def add_snapshot(self, append: Append, plain: Plain, at: Moment, drawn: int, kept: dict[str, Any]) -> str:
        """Add a snapshot of the table after the collected events; return its digest. `kept` is for the service's own notes."""
        end = self._end
        row = snapshot_row(
            self._keys, self.table_id, self.session, end.size, end.head, end.peaks, plain, at, drawn, kept
        )
        append.snapshots.append(row)
        append.digest = str(row[4])
        return append.digest

    def history(self) -> list[Event]:
        """All recorded events, with their hidden values."""
        found = session_secrets(self.database, self._keys, self.table_id, self.session)
        return read_events(SessionLines(self.database, self.table_id, self.session), found.find)


def source_of(kind: str, seed: str | None) -> Source | ManualSource:
    """The source of a session's results; a manual source draws nothing, because the dealer enters every result."""
    if kind == "seeded":
        assert seed is not None, "a seeded table has a seed"
        return SeededSource(seed)
    return SystemSource() if kind == "system" else ManualSource(_nobody)


def _nobody(due: object) -> tuple[()]:
    raise BadInput("results of this table are entered by its dealer; nothing can be drawn")


def now_ms(connection: Connection, kind: str) -> int:
    """The database's own time, so that all processes measure leases by one clock."""
    if kind == POSTGRESQL:
        return int(
            connection.execute(text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")).scalar_one()
        )
    return int(
        connection.execute(text("SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)")).scalar_one()
    )


def create_table(database: Database, table_id: str, game: AnyGame, holder: str, at: Moment) -> None:
    """Add a table to the pit; do nothing if it exists already with the same game and holder."""
    with database.write() as connection:
        there = connection.execute(select(tables).where(tables.c.id == table_id)).one_or_none()
        if there is None:
            connection.execute(insert(tables).values(id=table_id, game=game.id, holder=holder, created_at=at))
        elif (there.game, there.holder) != (game.id, holder):
            raise BadInput(f"{table_id}: is a table for {there.game} of {there.holder}; choose another name")


def create_session(
    database: Database,
    keys: Keys,
    table_id: str,
    rules: Rules,
    owner: str,
    at: Moment,
    source: str = "system",
    seed: str | None = None,
) -> int:
    """Create the next session of a table with the first line of its journal, owned by this process; return its number."""
    key = new_key(source_of(source, seed))
    with database.write() as connection:
        last = connection.execute(select(func.max(sessions.c.session)).where(sessions.c.table_id == table_id)).scalar()
        if last is not None:
            open_one = select(heads.c.sealed).where(heads.c.table_id == table_id, heads.c.session == last)
            if not connection.execute(open_one).scalar_one():
                raise BadInput(f"{table_id}: is already open (session {last}); close it first")
        session = (last or 0) + 1
        values = {
            "table_id": table_id,
            "session": session,
            "edition": rules.edition.id,
            "edition_digest": rules.edition.digest,
            "submission_digest": rules.digest,
            "source": source,
            "seed": None if seed is None else keys.hidden(seed.encode(), about("seed", table_id, session)),
            "key": keys.hidden(key, about("key", table_id, session)),
            "created_at": at,
        }
        connection.execute(insert(sessions).values(values))
        line, digest = marked_lines(GENESIS, key, [header_of(rules, table_id, session)])[0]
        peaks = Peaks().extended((leaf_hash(line),))
        head = {"size": 1, "head": digest, "peaks": peaks.packed(), "round": 0, "at": at, "sealed": False}
        lease = {"epoch": 1, "owner": owner, "lease_until": now_ms(connection, database.kind) + LEASE_MS}
        connection.execute(insert(heads).values(table_id=table_id, session=session, **head, **lease))
        row = (table_id, session, 0, 0, "journal-started", "", "", at, GENESIS, digest, line)
        connection.exec_driver_sql(Statements(database.kind).inserts["events"], [row])
    return session


@dataclass(frozen=True, slots=True)
class TableClaim:
    """A table that this process owns: its session, and the epoch that fences others off."""

    table_id: str
    session: int
    epoch: int


def claim(database: Database, table_id: str, owner: str) -> TableClaim | None:
    """Take over the open session of a table whose owner is gone; None if another process owns it or no session is open."""
    with database.write() as connection:
        now = now_ms(connection, database.kind)
        query = select(heads).where(heads.c.table_id == table_id, heads.c.sealed.is_(False))
        if database.kind == POSTGRESQL:
            query = query.with_for_update()
        head = connection.execute(query).one_or_none()
        if head is None or (head.owner not in ("", owner) and head.lease_until > now):
            return None
        epoch = head.epoch + 1
        change = update(heads).where(heads.c.table_id == table_id, heads.c.session == head.session)
        connection.execute(change.values(epoch=epoch, owner=owner, lease_until=now + LEASE_MS))
        return TableClaim(table_id, head.session, epoch)


def claim_all(database: Database, owner: str) -> list[TableClaim]:
    """Take over all open sessions whose owner is gone, in one transaction, so that a start-up waits for the disk only once."""
    with database.write() as connection:
        now = now_ms(connection, database.kind)
        query = select(heads.c.table_id, heads.c.session, heads.c.epoch).where(
            heads.c.sealed.is_(False), heads.c.owner.in_(("", owner)) | (heads.c.lease_until <= now)
        )
        if database.kind == POSTGRESQL:
            query = query.with_for_update(skip_locked=True)
        rows = connection.execute(query.order_by(heads.c.table_id)).all()
        for row in rows:
            change = update(heads).where(heads.c.table_id == row.table_id, heads.c.session == row.session)
            connection.execute(change.values(epoch=row.epoch + 1, owner=owner, lease_until=now + LEASE_MS))
    return [TableClaim(row.table_id, row.session, row.epoch + 1) for row in rows]


def renew(database: Database, owner: str) -> None:
    """Extend the leases of all sessions that this process owns."""
    with database.write() as connection:
        until = now_ms(connection, database.kind) + LEASE_MS
        connection.execute(
            update(heads).where(heads.c.owner == owner, heads.c.sealed.is_(False)).values(lease_until=until)
        )


def release(database: Database, owner: str) -> None:
    """Release all sessions that this process owns, so that another process can take over at once."""
    with database.write() as connection:
        connection.execute(update(heads).where(heads.c.owner == owner).values(owner="", lease_until=0))


@dataclass(slots=True)
class Resumable:
    """A claimed session, replayed to its end and ready to continue."""

    followed: Followed
    recorder: SessionRecorder
    source: Source | ManualSource
    key: bytes
    kept: dict[str, Any]  # the service's own notes in the snapshot that the replay began from
    since: int  # number of events before that snapshot
    snapshot: tuple[int, str] | None = None  # that snapshot: number of lines, digest


def resume(
    database: Database,
    keys: Keys,
    claimed: TableClaim,
    game: AnyGame,
    rules: Rules,
    signed: TreeHead | None = None,
    state: Database | None = None,
) -> Resumable:
    """Replay a claimed session to its end, starting from a snapshot if a signed checkpoint proves one.

    `signed` is the session's entry in the checkpoint. Everything is read from `state`, a consistent view of the database after
    the claim; the recorder uses `database` later.

    Raises BadInput if the session's records were changed, FencedError if another process has claimed it since.
    """
    table_id, session = claimed.table_id, claimed.session
    state = database if state is None else state
    with state.read() as connection:
        head = connection.execute(select(heads).where(heads.c.table_id == table_id, heads.c.session == session)).one()
        made = connection.execute(
            select(sessions).where(sessions.c.table_id == table_id, sessions.c.session == session)
        ).one()
    if head.epoch != claimed.epoch:
        raise FencedError(f"{table_id} session {session} is now run by another process")
    began = proven_start(state, keys, signed, table_id, session)
    start, peaks, kept = began if began is not None else (None, Peaks(), {})
    orders = [] if start is None else [str(each["commitment"]) for each in start.plain["table"]["orders"]]
    secrets = session_secrets(state, keys, table_id, session, start.lines if start is not None else 0, orders)
    leaves: list[bytes] = []
    lines = HashedLines(state, table_id, session, start.lines if start is not None else 0, leaves=leaves)
    followed = follow(game, rules, lines, secrets, start)
    if (
        followed.events + 1 != head.size
        or followed.head != head.head
        or peaks.extended(leaves).packed() != bytes(head.peaks)
    ):
        raise BadInput(f"{lines}: the end of its events does not match its head; an audit lists every flaw")
    seed = None if made.seed is None else keys.shown(bytes(made.seed), about("seed", table_id, session)).decode()
    source = source_of(made.source, seed)
    if isinstance(source, SeededSource):
        source.rewind(followed.drawn)
    end = JournalEnd(head.size, head.head, Peaks.unpacked(head.size, bytes(head.peaks)))
    recorder = SessionRecorder(database, keys, table_id, session, secrets.key, claimed.epoch, end)
    since = start.lines - 1 if start is not None else 0
    snapshot = signed.snapshot if signed is not None and start is not None else None
    return Resumable(followed, recorder, source, secrets.key, kept, since, snapshot)
