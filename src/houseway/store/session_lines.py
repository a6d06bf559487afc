"""Reads the journal of one session from the database: its lines, as a file would give them, and its secrets."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, cast

from sqlalchemy import ColumnElement, func, select, true

from houseway.core.plain import canonical_bytes
from houseway.law.inputs import read_json
from houseway.records.house_file import HouseSecrets
from houseway.records.merkle import leaf_hash
from houseway.store.database import Database
from houseway.store.keys import Keys, WrongKeys
from houseway.store.schema import events, secrets, sessions

ROWS_AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class SessionLines:
    """The lines of a session's journal from number `first` to `last`; the first line has number 0."""

    database: Database
    table_id: str
    session: int
    first: int = 0
    last: int | None = None

    def __str__(self) -> str:
        return f"{self.database.address}: {self.table_id} session {self.session}"

    def open(self) -> BinaryIO:
        """A stream of the lines."""
        return cast(BinaryIO, io.BufferedReader(_Rows(self.rows()), 1 << 16))

    def size(self) -> int:
        """The number of bytes of all lines."""
        with self.database.read() as connection:
            total = connection.execute(select(func.sum(func.length(events.c.line))).where(*self._where())).scalar()
        return int(total or 0)

    def rows(self) -> Iterator[bytes]:
        """The lines one by one."""
        after = self.first - 1
        while True:
            query = select(events.c.seq, events.c.line).where(*self._where(), events.c.seq > after)
            with self.database.read() as connection:
                rows = connection.execute(query.order_by(events.c.seq).limit(ROWS_AT_ONCE)).all()
            for row in rows:
                yield bytes(row.line)
            if len(rows) < ROWS_AT_ONCE:
                return
            after = rows[-1].seq

    def _where(self) -> tuple[ColumnElement[bool], ...]:
        of = events.c
        to = of.seq <= self.last if self.last is not None else true()
        return of.table_id == self.table_id, of.session == self.session, of.seq >= self.first, to


@dataclass(frozen=True, slots=True)
class HashedLines(SessionLines):
    """Lines of a journal whose hashes are collected in `leaves` as they are read, so that each line is read once."""

    leaves: list[bytes] = field(default_factory=list)

    def rows(self) -> Iterator[bytes]:
        """The lines one by one."""
        self.leaves.clear()
        for line in SessionLines.rows(self):
            self.leaves.append(leaf_hash(line))
            yield line


class _Rows(io.RawIOBase):
    """Lines as a stream of bytes."""

    def __init__(self, rows: Iterator[bytes]) -> None:
        self._rows, self._left = rows, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        room = memoryview(buffer)  # type: ignore[arg-type]
        while not self._left:
            line = next(self._rows, None)
            if line is None:
                return 0
            self._left = line
        taken = min(len(room), len(self._left))
        room[:taken] = self._left[:taken]
        self._left = self._left[taken:]
        return taken


def about(purpose: str, table_id: str, session: int, seq: int = 0) -> str:
    """A description of an encrypted value: its purpose, and where it belongs."""
    return f"{purpose}/{table_id}/{session}/{seq}"


def hidden_entry(keys: Keys, table_id: str, session: int, seq: int, entry: dict[str, object]) -> bytes:
    """An encrypted entry of the house's secrets."""
    return keys.hidden(canonical_bytes(entry), about("secret", table_id, session, seq))


def session_key(database: Database, keys: Keys, table_id: str, session: int) -> bytes:
    """The key of a session's salts and marks."""
    query = select(sessions.c.key).where(sessions.c.table_id == table_id, sessions.c.session == session)
    with database.read() as connection:
        kept = connection.execute(query).scalar_one()
    return keys.shown(bytes(kept), about("key", table_id, session))


def session_secrets(
    database: Database, keys: Keys, table_id: str, session: int, since: int = 0, also: Iterable[str] = ()
) -> HouseSecrets:
    """The secrets of a session from event `since` on, and those with the commitments in `also`.

    An entry that does not fit its commitment is added to `flaws`.
    """
    found = HouseSecrets({}, {}, session_key(database, keys, table_id, session))
    of = secrets.c
    wanted = (of.seq >= since) | of.commitment.in_(list(also)) if since else of.seq >= 0
    query = select(secrets).where(of.table_id == table_id, of.session == session, wanted)
    with database.read() as connection:
        for row in connection.execute(query.order_by(of.seq, of.number)):
            try:
                entry = read_json(
                    keys.shown(bytes(row.body), about("secret", table_id, session, row.seq)).decode(), "a secret"
                )
            except WrongKeys as error:
                found.flaws.append(str(error))
                continue
            named = entry.get("order", entry.get("sealed")) if isinstance(entry, dict) else None
            if named != row.commitment or not found.take(entry):
                found.flaws.append(f"secret {row.number} of event {row.seq} does not fit its commitment")
    return found
