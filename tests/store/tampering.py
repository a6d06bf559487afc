"""Somebody who can write to the database, drop its triggers and turn off its constraints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, select, text

from houseway.core.plain import canonical_bytes
from houseway.records.checkpoint import Checkpoint, TreeHead, heads_of, read_checkpoint
from houseway.records.lines import GENESIS, marked_lines, parsed
from houseway.records.merkle import Peaks, leaf_hash
from houseway.store.database import POSTGRESQL, Database
from houseway.store.keys import Keys
from houseway.store.schema import checkpoints, events, pit
from houseway.store.session_lines import session_key


@contextmanager
def unguarded(database: Database) -> Iterator[Connection]:
    """A transaction without triggers and foreign keys."""
    with database.engine.connect() as connection:
        if database.kind == POSTGRESQL:
            with connection.begin():
                connection.execute(text("SET LOCAL session_replication_role = replica"))
                yield connection
            return
        driver: Any = connection.connection.dbapi_connection
        driver.execute("PRAGMA foreign_keys=OFF")
        with connection.execution_options(houseway_write=True).begin():
            made = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")).all()
            for name, _ in made:
                connection.execute(text(f"DROP TRIGGER {name}"))
            yield connection
            for _, sql in made:  # nobody is to notice
                connection.exec_driver_sql(sql)
        driver.execute("PRAGMA foreign_keys=ON")


def lines_of(database: Database, table: str, session: int = 1) -> list[bytes]:
    """The lines of a journal."""
    query = select(events.c.line).where(events.c.table_id == table, events.c.session == session)
    with database.read() as connection:
        return [bytes(line) for line in connection.execute(query.order_by(events.c.seq)).scalars()]


def records_of(lines: list[bytes]) -> list[dict[str, Any]]:
    """The records of lines, without hash and mark."""
    return [{name: value for name, value in parsed(line).items() if name not in ("hash", "mark")} for line in lines]


def rewrite(database: Database, keys: Keys, table: str, records: list[dict[str, Any]], session: int = 1) -> None:
    """Write a journal anew from its records: chain, marks, columns, postings and head all fit, with the house's own key."""
    key = session_key(database, keys, table, session)
    made = marked_lines(GENESIS, key, records)
    with unguarded(database) as connection:
        where = {"t": table, "s": session}
        for name in ("postings", "events"):
            connection.execute(
                text(f"DELETE FROM {name} WHERE table_id = :t AND session = :s AND seq >= :n"), where | {"n": len(made)}
            )
        previous, tree = GENESIS, Peaks()
        for seq, (line, digest) in enumerate(made):
            values = where | {"n": seq, "p": previous, "h": digest, "l": line, "a": records[seq].get("actor")}
            connection.execute(
                text(
                    "UPDATE events SET previous = :p, hash = :h, line = :l WHERE table_id = :t AND session = :s AND seq = :n"
                ),
                values,
            )
            for number, (_, _, cents) in enumerate(records[seq].get("moves", ())):
                connection.execute(
                    text(
                        "UPDATE postings SET cents = :c WHERE table_id = :t AND session = :s AND seq = :n AND number = :k"
                    ),
                    where | {"n": seq, "k": number, "c": cents},
                )
            previous, tree = digest, tree.extended((leaf_hash(line),))
        connection.execute(
            text("UPDATE heads SET size = :z, head = :h, peaks = :p WHERE table_id = :t AND session = :s"),
            where | {"z": len(made), "h": previous, "p": tree.packed()},
        )


def sign_again(database: Database, keys: Keys, entered: Keys | None = None) -> None:
    """Replace all checkpoints by one for the log as it is now; `entered`: keys that the pit gets."""
    with unguarded(database) as connection:
        heads: list[TreeHead] = []
        old = [read_checkpoint(body) for body in connection.execute(select(checkpoints.c.body)).scalars()]
        for row in connection.execute(text("SELECT * FROM heads")):
            tree = Peaks.unpacked(row.size, bytes(row.peaks))
            heads.append(TreeHead(row.table_id, row.session, row.size, tree.root.hex(), row.head))
        name = connection.execute(select(pit.c.id)).scalar_one()
        signed = Checkpoint(name, old[-1].at, tuple(heads_of(heads))).signed((entered or keys).private)
        connection.execute(text("DELETE FROM checkpoints"))
        connection.execute(text("DELETE FROM snapshots"))
        connection.execute(checkpoints.insert().values(at=signed.at, body=signed.text()))
        if entered is not None:
            connection.execute(text("UPDATE pit SET public_key = :k"), {"k": entered.public})


def changed(record: dict[str, Any]) -> bytes:
    """A record as a line's bytes."""
    return canonical_bytes(record) + b"\n"
