"""The appendix of a sealed session: drop counts, and corrections by two people, that were recorded after the sealing.

The journal does not change. Each entry is chained to the one before it, the first to the end of the journal, and signed with the
pit's key, so no entry can be changed, inserted or removed from the middle. Checkpoints record the number of entries, so none
can be cut off the end. An entry moves no money in any ledger: reports show it in separate figures of the session.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy import Row, insert, inspect, select

from houseway.core import Moment
from houseway.core.plain import canonical
from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.records.checkpoint import TreeHead
from houseway.records.lines import clock_text, parsed
from houseway.records.merkle import Peaks
from houseway.store.appendix_schema import appendix
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.schema import events, heads

COUNT, CORRECTION = "count", "correction"
CLOSING = 50  # the most lines from a session's last command to its seal


@dataclass(frozen=True, slots=True)
class AppendixEntry:
    """One entry of an appendix; `about` has the count or correction, and the accounts that made it."""

    table: str
    session: int
    number: int
    at: int
    kind: str
    about: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The entry as plain values."""
        where = {"table": self.table, "session": self.session, "number": self.number}
        return {**where, "at": clock_text(Moment(self.at)), "kind": self.kind, **self.about}


@dataclass(frozen=True, slots=True)
class SealedSession:
    """A session with a sealed journal: the journal's head, its last event, and the recorded amount in the drop box."""

    table: str
    session: int
    head: str
    last: int
    drop_cents: int


def sealed_session(database: Database, table: str, session: int) -> SealedSession | None:
    """A session with a sealed journal; None if the session does not exist or is not sealed."""
    of, head = events.c, heads.c
    mine = select(heads).where(head.table_id == table, head.session == session, head.sealed.is_(True))
    with database.read() as connection:
        found = connection.execute(mine).one_or_none()
        if found is None:
            return None
        query = select(of.line).where(of.table_id == table, of.session == session, of.event == "table-closed")
        line = connection.execute(query.where(of.seq > found.size - CLOSING)).scalar_one_or_none()
    drop = 0 if line is None else int(parsed(bytes(line))["fields"]["drop_cents"])
    return SealedSession(table, session, str(found.head), int(found.size) - 2, drop)


def add_entry(
    database: Database,
    keys: Keys,
    of: SealedSession,
    at: int,
    kind: str,
    about: Mapping[str, Any],
    once: Collection[str] = (),
) -> AppendixEntry:
    """Append an entry. `once` names fields of `about`: an existing entry of this kind with the same values is returned."""
    with database.write() as connection:
        query = select(appendix).where(appendix.c.table_id == of.table, appendix.c.session == of.session)
        rows = connection.execute(query.order_by(appendix.c.number).with_for_update()).all()
        for row in rows if once else ():
            there = _entry(row)
            if row.kind == kind and all(there.about.get(name) == about[name] for name in once):
                return there
        entry = AppendixEntry(of.table, of.session, len(rows) + 1, at, kind, dict(about))
        body = canonical(_body(entry))
        digest = _digest(rows[-1].hash if rows else of.head, body)
        values = {"table_id": entry.table, "session": entry.session, "number": entry.number, "at": at, "kind": kind}
        signature = keys.private.sign(bytes.fromhex(digest)).hex()
        connection.execute(insert(appendix).values(**values, body=body, hash=digest, signature=signature))
    return entry


def appendix_end(database: Database, table: str, session: int) -> tuple[int, str] | None:
    """The number of entries of an appendix, and the hash of the last one; None if there are none."""
    rows = _rows(database, table, session)
    return (len(rows), str(rows[-1].hash)) if rows else None


def sealed_head(database: Database, table: str, session: int) -> TreeHead:
    """The entry for a sealed session in a checkpoint, with its appendix."""
    query = select(heads).where(heads.c.table_id == table, heads.c.session == session)
    with database.read() as connection:
        row = connection.execute(query).one()
    root = Peaks.unpacked(int(row.size), bytes(row.peaks)).root.hex()
    return TreeHead(table, session, int(row.size), root, str(row.head), appendix=appendix_end(database, table, session))


def entries(database: Database, table: str, session: int) -> list[AppendixEntry]:
    """The appendix of a session, in order."""
    return [_entry(row) for row in _rows(database, table, session)]


def wrong_entries(
    database: Database,
    table: str,
    session: int,
    head: str,
    sealed: bool,
    key: str,
    said: Iterable[tuple[int, str, str]] = (),
) -> Iterable[str]:
    """The problems of an appendix. `head`: the journal's head; `key`: the pit's public key; `said`: the checkpoints' claims."""
    previous, rows = head, _rows(database, table, session)
    for count, last, checkpoint in said:
        if count > len(rows):
            yield f"its appendix has {len(rows)} entries, but {checkpoint} has {count}: its end was cut off"
        elif rows[count - 1].hash != last:
            yield f"its appendix does not extend {checkpoint}: entries up to {count} were changed since"
    for number, row in enumerate(rows, 1):
        name = f"entry {row.number} of its appendix"
        if not sealed:
            yield f"{name} exists, although the journal is not sealed"
        try:
            same = canonical(_body(_entry(row))) == row.body
        except (BadInput, KeyError, TypeError):
            same = False
        if row.number != number or not same or _digest(previous, row.body) != row.hash:
            yield f"{name} does not follow from the one before it"
        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
            public.verify(bytes.fromhex(row.signature), bytes.fromhex(row.hash))
        except (InvalidSignature, ValueError):
            yield f"the signature of {name} is not genuine"
        previous = row.hash


def _rows(database: Database, table: str, session: int) -> list[Row[Any]]:
    of = appendix.c
    query = select(appendix).where(of.table_id == table, of.session == session).order_by(of.number)
    with database.read() as connection:
        if not inspect(connection).has_table(appendix.name):  # an earlier version, opened read-only
            return []
        return list(connection.execute(query).all())


def _digest(previous: str, body: str) -> str:
    return hashlib.sha256(f"{previous}\n{body}".encode()).hexdigest()


def _body(entry: AppendixEntry) -> dict[str, Any]:
    where = {"table": entry.table, "session": entry.session, "number": entry.number}
    return {**where, "at": entry.at, "kind": entry.kind, "about": dict(entry.about)}


def _entry(row: Row[Any]) -> AppendixEntry:
    about = read_json(row.body, "an entry of the appendix")["about"]
    return AppendixEntry(row.table_id, row.session, row.number, row.at, row.kind, about)
