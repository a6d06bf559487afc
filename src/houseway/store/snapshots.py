"""Snapshots: stored positions, from which a table is resumed without reading its whole journal.

A snapshot is encrypted, because a position contains face-down cards. It is used only if a signed checkpoint has its digest; the
lines after it are read and verified as usual.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, TypedDict

from sqlalchemy import func, select

from houseway.core import Moment
from houseway.core.plain import canonical_bytes
from houseway.core.shapes import problem
from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.records.checkpoint import Checkpoint, TreeHead, recorded_checkpoint
from houseway.records.journal_position import Start
from houseway.records.merkle import Peaks
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.schema import checkpoints, snapshots
from houseway.store.session_lines import about
from houseway.store.writer import ColumnValues
from houseway.table.position import Plain

LARGEST = 64_000_000  # characters
SEARCHED = 1000  # the newest checkpoints, which are searched for a table's last entry
AT_ONCE = 20  # checkpoints read at once

Journal = tuple[str, int]  # a table and a session


class _Body(TypedDict):
    plain: dict[str, Any]
    at: int
    drawn: int
    peaks: str
    kept: dict[str, Any]


def snapshot_row(
    keys: Keys, table_id: str, session: int, size: int, head: str, peaks: Peaks, plain: Plain, at: Moment, drawn: int,
    kept: dict[str, Any],
) -> ColumnValues:  # fmt: skip
    """The row of a snapshot; `kept` has the service's own notes."""
    body = {"plain": plain, "at": at, "drawn": drawn, "peaks": peaks.packed().hex(), "kept": kept}
    hidden = keys.hidden(canonical_bytes(body), about("snapshot", table_id, session, size))
    return table_id, session, size, head, digest_of(hidden), hidden


def digest_of(hidden: bytes) -> str:
    """The digest of an encrypted snapshot, as in a checkpoint."""
    return "sha256:" + hashlib.sha256(hidden).hexdigest()


def signed_heads(database: Database, key: str, journals: Iterable[Journal]) -> dict[Journal, TreeHead]:
    """The last signed entry for each of these journals. Each process signs for its own tables.

    The newest checkpoint nearly always has all of them, and is read and verified only once.
    """
    wanted = {each: f'"table":{canonical_bytes(each[0]).decode()}}}' for each in journals}
    found: dict[Journal, TreeHead] = {}
    for body in _newest_first(database):
        if not wanted:
            break
        if any(named in body for named in wanted.values()) and (signed := _genuine(body, key)) is not None:
            for each in signed.tables:
                journal = (each.table, each.session)
                if wanted.pop(journal, None) is not None:
                    found[journal] = each
    return found


def _newest_first(database: Database) -> Iterator[str]:
    """The texts of the last checkpoints: first the newest one, then in blocks."""
    of, before, limit = checkpoints.c, None, 1
    with database.read() as connection:
        newest = connection.execute(select(func.max(of.number))).scalar() or 0
        query = select(of.number, of.body).where(of.number > newest - SEARCHED).order_by(of.number.desc())
        while rows := connection.execute(
            (query if before is None else query.where(of.number < before)).limit(limit)
        ).all():
            yield from (row.body for row in rows)
            before, limit = rows[-1].number, AT_ONCE


@lru_cache(maxsize=4)
def _genuine(body: str, key: str) -> Checkpoint | None:
    found = recorded_checkpoint(body)
    return found if found.genuine(key) else None


def proven_start(
    database: Database, keys: Keys, signed: TreeHead | None, table_id: str, session: int
) -> tuple[Start, Peaks, dict[str, Any]] | None:
    """The snapshot that a checkpoint's entry for this journal proves; None if there is none, or if it was changed."""
    if signed is None or signed.snapshot is None:
        return None
    size, digest = signed.snapshot
    of = snapshots.c
    query = select(snapshots).where(of.table_id == table_id, of.session == session, of.size == size)
    with database.read() as connection:
        row = connection.execute(query).one_or_none()
    if row is None or digest_of(bytes(row.body)) != digest:
        return None
    body = read_json(
        keys.shown(bytes(row.body), about("snapshot", table_id, session, size)).decode(), "a snapshot", LARGEST
    )
    wrong = problem(_Body, body)
    if wrong is not None:
        raise BadInput(f"{table_id} session {session}: its snapshot is not valid ({wrong})")
    plain: Plain = body["plain"]
    start = Start(plain, size, row.head, Moment(body["at"]), body["drawn"], None)
    return start, Peaks.unpacked(size, bytes.fromhex(body["peaks"])), body["kept"]
