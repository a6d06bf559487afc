"""Reads a pit's records: tables, sessions, any past position, any round, and which account held each seat."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, select

from houseway.core import AnyGame, Event, Moment, seat_of
from houseway.law import BadInput, Rules
from houseway.law.inputs import read_json
from houseway.numerics.sources import ManualSource, Source
from houseway.records.hidden_values import opened_event
from houseway.records.lines import event_of, parsed
from houseway.records.recorded_table import header_of, rules_of
from houseway.service.access import Hidden
from houseway.service.hosted import DurableState
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.recorded_events import AROUND, purchases, recorded_events
from houseway.store.rounds import events_of_round
from houseway.store.schema import heads, sessions, snapshots, tables
from houseway.store.session_lines import SessionLines, about, session_secrets
from houseway.store.session_tree import SessionTree
from houseway.store.sessions import source_of
from houseway.store.snapshots import LARGEST
from houseway.table import TablePosition, fold, unopened
from houseway.table.position import Plain

KEPT = 256  # sessions whose rules and purchases are remembered
MOST_FOLDED = 200_000  # events after a stored position


@dataclass(frozen=True, slots=True)
class SessionHead:
    """One session of a table: the end of its journal, and the process that runs it."""

    table_id: str
    game: str
    holder: str
    session: int
    size: int
    round: int
    at: int
    sealed: bool
    owner: str

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.size - (2 if self.sealed else 1)


@dataclass(frozen=True, slots=True)
class SourceOnly:
    """Stands in for `Hosted.table` at a recorded table: only the source of its results."""

    source: Source | ManualSource


@dataclass(slots=True)
class Recorded:
    """A table after one of its recorded events, with the same attributes as a table that this process runs."""

    id: str
    game: AnyGame
    rules: Rules
    session: int
    standing: DurableState
    of: str  # the certificate holder
    table: SourceOnly

    def holder(self, seat: int) -> str:
        """The account that held a seat; empty if it was free."""
        return holder_in(self.game, self.standing, seat)

    @property
    def practice(self) -> bool:
        """Whether the table is for practice only."""
        opened = self.standing.position.table.practice
        return bool(opened or self.table.source.practice or self.rules.outstanding())

    def seats(self) -> dict[int, int]:
        """The chips at each occupied seat."""
        accounts = self.standing.position.accounts
        return {seat.number: cents for name, cents in accounts.items() if (seat := seat_of(name)) is not None and cents}

    def chips(self, seat: int) -> int:
        """The chips in front of a seat."""
        return self.standing.position.chips(seat)


def holder_in(game: AnyGame, standing: DurableState, seat: int) -> str:
    """The account that bought in at a seat, as long as it has chips or wagers there; empty if the seat is free."""
    actor = standing.holders.get(seat, "")
    if not actor or standing.position.chips(seat):
        return actor
    state = standing.position.state
    placed = () if state is None else game.law.placed(state)
    return actor if any(seat in (each.seat, each.player) for each in placed) else ""


@dataclass(slots=True)
class Purchases:
    """The buy-ins of a session at each seat, in order: after a buy-in, the seat belongs to the buyer."""

    upto: int = 0
    seqs: dict[int, list[int]] = field(default_factory=dict)  # by seat
    actors: dict[int, list[str]] = field(default_factory=dict)

    def take(self, seq: int, seat: int, actor: str) -> None:
        """Add a purchase."""
        self.seqs.setdefault(seat, []).append(seq)
        self.actors.setdefault(seat, []).append(actor)

    def holders(self, seq: int) -> dict[int, str]:
        """The last buyer at each seat, as of an event."""
        found = {}
        for seat, seqs in self.seqs.items():
            at = bisect_right(seqs, seq)
            if at:
                found[seat] = self.actors[seat][at - 1]
        return found


class Records:
    """Read access to the records of a database, with caches."""

    def __init__(self, database: Database, keys: Keys) -> None:
        self.database, self.keys = database, keys
        self._lock = threading.RLock()  # requests are read in several threads
        self._rules: OrderedDict[tuple[str, int], tuple[AnyGame, Rules]] = OrderedDict()
        self._purchases: OrderedDict[tuple[str, int], Purchases] = OrderedDict()
        self._folded: OrderedDict[tuple[str, int], tuple[int, Plain]] = OrderedDict()  # the last position of each

    # Tables and sessions

    def heads(self, table_id: str | None = None) -> list[SessionHead]:
        """The last session of each table, or of one table."""
        return self._heads(table_id, latest=True)

    def head(self, table_id: str, session: int | None = None) -> SessionHead:
        """One session of a table, by default the last; raises Hidden if there is none."""
        found = self._heads(table_id, latest=session is None)
        for each in found:
            if session in (None, each.session):
                return each
        raise Hidden

    def sessions(self, table_id: str) -> list[SessionHead]:
        """All sessions of a table."""
        return self._heads(table_id, latest=False)

    def beyond(self, ends: Mapping[str, tuple[int, int]]) -> set[str]:
        """The tables with records after the given session and event; one small query for all of them."""
        of = heads.c
        oldest = min(session for session, _ in ends.values())
        query = select(of.table_id, of.session, of.size, of.sealed).where(of.table_id.in_(ends), of.session >= oldest)
        with self.database.read() as connection:
            rows = connection.execute(query).all()
        return {name for name, session, size, sealed in rows if (session, size - 1 - sealed) > ends[name]}

    def _heads(self, table_id: str | None, latest: bool) -> list[SessionHead]:
        of = heads.c
        query = select(tables.c.game, tables.c.holder, heads).join(tables, tables.c.id == of.table_id)
        if table_id is not None:
            query = query.where(of.table_id == table_id)
        if latest:
            other = heads.alias()
            newest = select(func.max(other.c.session)).where(other.c.table_id == of.table_id).scalar_subquery()
            query = query.where(of.session == newest)
        with self.database.read() as connection:
            rows = connection.execute(query.order_by(of.table_id, of.session)).all()
        return [
            SessionHead(
                row.table_id,
                row.game,
                row.holder,
                row.session,
                row.size,
                row.round,
                row.at,
                bool(row.sealed),
                row.owner,
            )
            for row in rows
        ]

    def rules(self, table_id: str, session: int) -> tuple[AnyGame, Rules]:
        """The game and the rules of a session."""
        known = self._rules.get((table_id, session))
        if known is None:
            known = rules_of(header_of(SessionLines(self.database, table_id, session, last=0)), outside=True)
            _kept(self._rules, (table_id, session), known)
        return known

    # Events

    def events(self, table_id: str, session: int, first: int, last: int, most: int | None = None) -> list[Event]:
        """Recorded events with all fields; the caller must hide those that the viewer may not see."""
        return recorded_events(self.database, self.keys, table_id, session, first, last, most=most)

    def round(self, table_id: str, session: int, number: int) -> list[Event]:
        """The events of one round."""
        with self.database.read() as connection:
            found = events_of_round(connection, table_id, session, number)
        return recorded_events(self.database, self.keys, table_id, session, found[0], found[-1]) if found else []

    def purchases(self, table_id: str, session: int, upto: int) -> Purchases:
        """The buy-ins of a session, up to an event."""
        with self._lock:
            return self._purchases_upto(table_id, session, upto)

    def _purchases_upto(self, table_id: str, session: int, upto: int) -> Purchases:
        known = self._purchases.get((table_id, session)) or Purchases()
        if known.upto < upto:
            for bought in purchases(self.database, table_id, session, known.upto, upto):
                known.take(*bought)
            known.upto = upto
            _kept(self._purchases, (table_id, session), known)
        return known

    # Positions

    def at(self, table_id: str, session: int, seq: int) -> Recorded:
        """The table after one of its events."""
        game, rules = self.rules(table_id, session)
        with self._lock:
            plain = self._plain(table_id, session, seq)
        position = TablePosition.of(game, plain)
        due = None if position.state is None else game.law.due(rules, position.state)
        holders = self.purchases(table_id, session, seq).holders(seq)
        standing = DurableState(position, due, seq, Moment(0), holders)
        holder, source = self._made(table_id, session)
        return Recorded(table_id, game, rules, session, standing, holder, SourceOnly(source))

    def _made(self, table_id: str, session: int) -> tuple[str, Source | ManualSource]:
        """The holder of a table, and the source of a session's results."""
        query = select(tables.c.holder, sessions.c.source).join(sessions, sessions.c.table_id == tables.c.id)
        with self.database.read() as connection:
            row = connection.execute(query.where(tables.c.id == table_id, sessions.c.session == session)).one()
        return row.holder, source_of(row.source, "" if row.source == "seeded" else None)

    def _plain(self, table_id: str, session: int, seq: int) -> Plain:
        known, plain = self._folded.get((table_id, session), (0, None))
        if plain is None or known > seq:
            known, plain = self._stored(table_id, session, seq)
        if seq - known > MOST_FOLDED:
            raise BadInput(
                f"the state at event {seq} needs more than {MOST_FOLDED} events to be read; ask for a later one"
            )
        if seq > known:
            plain = fold(self._opened(table_id, session, known + 1, seq), plain)
            _kept(self._folded, (table_id, session), (seq, plain))
        return plain

    def _opened(self, table_id: str, session: int, first: int, last: int) -> list[Event]:
        """Events with all hidden values, also in their commands and patches."""
        secrets = session_secrets(self.database, self.keys, table_id, session, first)
        found = []
        for line in SessionLines(self.database, table_id, session, first, last).rows():
            record = {name: value for name, value in parsed(line).items() if name not in AROUND}
            if "seq" in record:  # not the seal
                found.append(opened_event(event_of(record), secrets.find))
        return found

    def _stored(self, table_id: str, session: int, seq: int) -> tuple[int, Plain]:
        """The last stored position at or before an event; it is encrypted and authenticated with the pit's keys."""
        of = snapshots.c
        query = select(of.size, of.body).where(of.table_id == table_id, of.session == session, of.size <= seq + 1)
        with self.database.read() as connection:
            row = connection.execute(query.order_by(of.size.desc()).limit(1)).one_or_none()
        if row is None:
            return 0, unopened()
        shown = self.keys.shown(bytes(row.body), about("snapshot", table_id, session, row.size))
        body: dict[str, Any] = read_json(shown.decode(), "a snapshot", LARGEST)
        plain: Plain = body["plain"]
        return row.size - 1, plain

    # Proofs

    def tree(self, table_id: str, session: int) -> SessionTree:
        """The Merkle tree over a journal, which reads only a few of its lines."""
        return SessionTree(self.database, self.keys, table_id, session)


def _kept(kept: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > KEPT:
        kept.popitem(last=False)
