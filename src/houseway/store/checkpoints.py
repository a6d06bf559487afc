"""Signed checkpoints of a pit: sign the current state of all journals, store it, and find a session's last checkpoint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import insert, select

from houseway.core import Moment
from houseway.law import BadInput
from houseway.records.checkpoint import Checkpoint, TreeHead, heads_of, recorded_checkpoint
from houseway.records.merkle import Peaks, leaf_hash
from houseway.store.appendix import appendix_end
from houseway.store.consistent_read import pinned
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.schema import checkpoints, heads, pit, sessions, snapshots
from houseway.store.session_lines import SessionLines
from houseway.store.snapshots import digest_of


def pit_of(database: Database) -> tuple[str, str]:
    """The name of the pit and the public key of its checkpoints."""
    with database.read() as connection:
        found = connection.execute(select(pit)).all()
    if len(found) != 1:
        raise BadInput(f'{database.address}: is not a pit: its table "pit" has {len(found)} rows, but should have one')
    return str(found[0].id), str(found[0].public_key)


def stored_checkpoints(database: Database, newest_first: bool = False) -> Iterator[tuple[int, str]]:
    """The number and text of each stored checkpoint, a few at a time."""
    of = checkpoints.c
    after: int | None = None
    while True:
        query = select(of.number, of.body).order_by(of.number.desc() if newest_first else of.number).limit(50)
        if after is not None:
            query = query.where(of.number < after if newest_first else of.number > after)
        with database.read() as connection:
            rows = connection.execute(query).all()
        for row in rows:
            yield int(row.number), str(row.body)
        if len(rows) < 50:
            return
        after = rows[-1].number


def last_said(database: Database, key: str, table: str, session: int, size: int = 0) -> Checkpoint | None:
    """The newest genuine checkpoint that names a session with at least this many lines."""
    for number, body in stored_checkpoints(database, newest_first=True):
        found = recorded_checkpoint(body, f"checkpoint {number}")
        said = found.of(table, session)
        if said is not None and said.size >= size and found.genuine(key):
            return found
    return None


def sign_checkpoint(database: Database, keys: Keys, at: Moment) -> Checkpoint:
    """Sign the current state of all journals of the pit, and store the checkpoint.

    Each journal is read and must extend the last checkpoint that names it, so a changed journal is never signed.
    """
    with pinned(database) as state:
        name, public = pit_of(state)
        if public != keys.public:
            raise BadInput(
                f"{database.address}: the keys belong to another pit; give the key file that was made with it"
            )
        before = _said_last(state, public)
        said = [_tree_head(state, row.table_id, row.session, before) for row in _all_sessions(state)]
    signed = Checkpoint(name, at, tuple(heads_of(said))).signed(keys.private)
    store_checkpoint(database, signed)
    return signed


def store_checkpoint(database: Database, signed: Checkpoint) -> None:
    """Store a signed checkpoint."""
    with database.write() as connection:
        connection.execute(insert(checkpoints).values(at=signed.at, body=signed.text()))


def _all_sessions(database: Database) -> list[Any]:
    with database.read() as connection:
        query = select(sessions.c.table_id, sessions.c.session).order_by(sessions.c.table_id, sessions.c.session)
        return list(connection.execute(query).all())


def _said_last(database: Database, key: str) -> dict[tuple[str, int], TreeHead]:
    """The last entry for each session in the newest checkpoints, which must be genuine."""
    found: dict[tuple[str, int], TreeHead] = {}
    wanted = {(row.table_id, row.session) for row in _all_sessions(database)}
    for number, body in stored_checkpoints(database, newest_first=True):
        said = recorded_checkpoint(body, f"checkpoint {number}")
        if not said.genuine(key):
            raise BadInput(f"{database.address}: checkpoint {number} is not genuine; audit the database first")
        for each in said.tables:
            there = found.get((each.table, each.session))
            if there is None or there.size < each.size:
                found[each.table, each.session] = each
        if wanted <= found.keys():
            break
    return found


def _tree_head(database: Database, table: str, session: int, before: dict[tuple[str, int], TreeHead]) -> TreeHead:
    where = f"{database.address}: {table} session {session}"
    with database.read() as connection:
        query = select(heads).where(heads.c.table_id == table, heads.c.session == session)
        head = connection.execute(query).one_or_none()
    if head is None:
        raise BadInput(f"{where}: has no head; audit the database first")
    earlier = before.get((table, session))
    tree = Peaks()
    for each in SessionLines(database, table, session).rows():
        tree = tree.extended((leaf_hash(each),))
        if earlier is not None and tree.size == earlier.size and tree.root.hex() != earlier.root:
            raise BadInput(f"{where}: does not extend its last checkpoint; audit the database first")
    if (tree.size, tree.packed()) != (head.size, bytes(head.peaks)) or (earlier and tree.size < earlier.size):
        raise BadInput(f"{where}: the end of its journal does not match its head; audit the database first")
    shot, more = _last_snapshot(database, table, session), appendix_end(database, table, session)
    return TreeHead(table, session, tree.size, tree.root.hex(), head.head, shot, more)


def _last_snapshot(database: Database, table: str, session: int) -> tuple[int, str] | None:
    of = snapshots.c
    query = select(of.size, of.body).where(of.table_id == table, of.session == session).order_by(of.size.desc())
    with database.read() as connection:
        row = connection.execute(query.limit(1)).one_or_none()
    return None if row is None else (int(row.size), digest_of(bytes(row.body)))
