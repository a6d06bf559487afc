"""The main database tables. Records are append-only: triggers refuse every other change (`append_only.py`).

A `session` of a table lasts from its opening to its closing and has one journal. `events` holds the exact lines of the journal,
so it can be exported as a file and audited like one. The other columns only repeat parts of the line, for queries.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)


def _proven_by_heads(columns: list[str], referred: list[str]) -> ForeignKeyConstraint:
    """A foreign key that only SQLite has: each transaction moves the head of its session, which proves that there is one.

    PostgreSQL would check it with a query for each row (`migrations/versions/0010_journal_rows.py`).
    """
    return ForeignKeyConstraint(columns, referred).ddl_if(dialect="sqlite")


pit = Table(
    "pit",
    METADATA,
    Column("id", String(40), primary_key=True),  # the pit's name in checkpoints
    Column("created_at", BigInteger, nullable=False),
    Column("public_key", String(64), nullable=False),  # for the signatures of checkpoints
)

tables = Table(
    "tables",
    METADATA,
    Column("id", String(60), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("holder", String(60), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    METADATA,
    Column("table_id", String(60), ForeignKey("tables.id"), nullable=False),
    Column("session", Integer, nullable=False),
    Column("edition", String(60), nullable=False),
    Column("edition_digest", String(80), nullable=False),
    Column("submission_digest", String(80), nullable=False),
    Column("source", String(20), nullable=False),  # system, seeded, manual
    Column("seed", LargeBinary, nullable=True),  # of a practice table, encrypted
    Column("key", LargeBinary, nullable=False),  # for salts and marks, encrypted
    Column("created_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "session"),
)

heads = Table(  # the only mutable part of a journal: its end, and the process that may write to it
    "heads",
    METADATA,
    Column("table_id", String(60), nullable=False),
    Column("session", Integer, nullable=False),
    Column("size", BigInteger, nullable=False),  # number of lines, including the first line and the seal
    Column("head", String(64), nullable=False),
    Column("peaks", LargeBinary, nullable=False),  # of the tree over the lines
    Column("round", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("sealed", Boolean, nullable=False),
    Column("epoch", BigInteger, nullable=False),  # increases whenever a process claims the table
    Column("owner", String(60), nullable=False),
    Column("lease_until", BigInteger, nullable=False),  # milliseconds
    PrimaryKeyConstraint("table_id", "session"),
    ForeignKeyConstraint(["table_id", "session"], ["sessions.table_id", "sessions.session"]),
)

events = Table(
    "events",
    METADATA,
    Column("table_id", String(60), nullable=False),
    Column("session", Integer, nullable=False),
    Column("seq", BigInteger, nullable=False),  # 0: the first line; the seal comes after the last event
    Column("round", BigInteger, nullable=False),
    Column("event", String(60), nullable=False),
    Column("actor", String(60), nullable=False),
    Column("role", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("line", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "session", "seq"),
    _proven_by_heads(["table_id", "session"], ["sessions.table_id", "sessions.session"]),
)

postings = Table(  # each row moves money between two accounts, so every row balances
    "postings",
    METADATA,
    Column("table_id", String(60), nullable=False),
    Column("session", Integer, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("source", String(60), nullable=False),
    Column("target", String(60), nullable=False),
    Column("cents", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "session", "seq", "number"),
    _proven_by_heads(["table_id", "session", "seq"], ["events.table_id", "events.session", "events.seq"]),
    CheckConstraint("cents > 0", name="positive"),
    CheckConstraint("source <> target", name="moves"),
)

secrets = Table(
    "secrets",
    METADATA,
    Column("table_id", String(60), nullable=False),
    Column("session", Integer, nullable=False),
    Column("seq", BigInteger, nullable=False),  # the first event of the command that hid the value
    Column("number", Integer, nullable=False),
    Column("commitment", String(80), nullable=False),
    Column("body", LargeBinary, nullable=False),  # encrypted
    PrimaryKeyConstraint("table_id", "session", "seq", "number"),
    _proven_by_heads(["table_id", "session"], ["sessions.table_id", "sessions.session"]),
)
Index("ix_secrets_commitment", secrets.c.table_id, secrets.c.session, secrets.c.commitment)

commands = Table(  # the ids that clients gave their commands
    "commands",
    METADATA,
    Column("table_id", String(60), nullable=False),
    Column("key", String(200), nullable=False),
    Column("actor", String(60), nullable=False),
    Column("digest", String(64), nullable=False),  # of what was sent
    Column("session", Integer, nullable=False),
    Column("first_seq", BigInteger, nullable=False),
    Column("last_seq", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "actor", "key"),
)

snapshots = Table(
    "snapshots",
    METADATA,
    Column("table_id", String(60), nullable=False),
    Column("session", Integer, nullable=False),
    Column("size", BigInteger, nullable=False),  # number of lines before it
    Column("head", String(64), nullable=False),
    Column("digest", String(80), nullable=False),  # of the encrypted body
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "session", "size"),
    ForeignKeyConstraint(["table_id", "session"], ["sessions.table_id", "sessions.session"]),
)

checkpoints = Table(
    "checkpoints",
    METADATA,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

attempts = Table(  # refused attempts: wrong role, another player's seat, forged token, oversized body
    "attempts",
    METADATA,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(60), nullable=False),
    Column("role", String(40), nullable=False),
    Column("kind", String(60), nullable=False),
    Column("about", Text, nullable=False),
    Column("table_id", String(60), nullable=False, server_default=""),  # empty: at no table
)
Index("ix_attempts_table_id", attempts.c.table_id)

APPEND_ONLY = ("events", "postings", "secrets", "commands", "snapshots", "checkpoints", "attempts", "sessions", "pit")
