"""Journals with their postings, secrets, command ids, snapshots and checkpoints.

A migration defines its tables itself, because `store/schema.py` changes later and this version must not.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from houseway.store.append_only import append_only_sql

revision = "0001"
down_revision = None

APPEND_ONLY = ("events", "postings", "secrets", "commands", "snapshots", "checkpoints", "attempts", "sessions", "pit")


def _number() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _of_session(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["table_id", "session"], ["sessions.table_id", "sessions.session"], name=f"fk_{table}_sessions"
    )


def _text(name: str, size: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(size), nullable=False)


def _big(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _bytes(name: str, nullable: bool = False) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary, nullable=nullable)


def _session() -> tuple[sa.Column[str], sa.Column[int]]:
    return _text("table_id", 60), sa.Column("session", sa.Integer, nullable=False)


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def upgrade() -> None:
    """Create the tables."""
    op.create_table("pit", _text("id", 40), _big("created_at"), _text("public_key", 64), _key("pit", "id"))
    op.create_table(
        "tables", _text("id", 60), _text("game", 60), _text("holder", 60), _big("created_at"), _key("tables", "id")
    )
    op.create_table(
        "sessions", *_session(), _text("edition", 60), _text("edition_digest", 80), _text("submission_digest", 80),
        _text("source", 20), _bytes("seed", nullable=True), _bytes("key"), _big("created_at"),
        _key("sessions", "table_id", "session"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_sessions_tables"),
    )  # fmt: skip
    op.create_table(
        "heads", *_session(), _big("size"), _text("head", 64), _bytes("peaks"), _big("round"), _big("at"),
        sa.Column("sealed", sa.Boolean, nullable=False), _big("epoch"), _text("owner", 60), _big("lease_until"),
        _key("heads", "table_id", "session"), _of_session("heads"),
    )  # fmt: skip
    op.create_table(
        "events", *_session(), _big("seq"), _big("round"), _text("event", 60), _text("actor", 60), _text("role", 40),
        _big("at"), _text("previous", 64), _text("hash", 64), _bytes("line"),
        _key("events", "table_id", "session", "seq"), _of_session("events"),
    )  # fmt: skip
    op.create_index("ix_events_round", "events", ["table_id", "session", "round"])
    op.create_table(
        "postings", *_session(), _big("seq"), sa.Column("number", sa.Integer, nullable=False), _text("source", 60),
        _text("target", 60), _big("cents"), _key("postings", "table_id", "session", "seq", "number"),
        sa.ForeignKeyConstraint(
            ["table_id", "session", "seq"], ["events.table_id", "events.session", "events.seq"], name="fk_postings_events"
        ),
        sa.CheckConstraint("cents > 0", name="ck_postings_positive"),
        sa.CheckConstraint("source <> target", name="ck_postings_moves"),
    )  # fmt: skip
    op.create_table(
        "secrets", *_session(), _big("seq"), sa.Column("number", sa.Integer, nullable=False), _text("commitment", 80),
        _bytes("body"), _key("secrets", "table_id", "session", "seq", "number"), _of_session("secrets"),
    )  # fmt: skip
    op.create_index("ix_secrets_commitment", "secrets", ["table_id", "session", "commitment"])
    op.create_table(
        "commands", _text("table_id", 60), _text("key", 200), _text("actor", 60), _text("digest", 64),
        sa.Column("session", sa.Integer, nullable=False), _big("first_seq"), _big("last_seq"),
        _key("commands", "table_id", "actor", "key"),
    )  # fmt: skip
    op.create_table(
        "snapshots", *_session(), _big("size"), _text("head", 64), _text("digest", 80), _bytes("body"),
        _key("snapshots", "table_id", "session", "size"), _of_session("snapshots"),
    )  # fmt: skip
    op.create_table(
        "checkpoints", sa.Column("number", _number(), autoincrement=True, nullable=False), _big("at"),
        sa.Column("body", sa.Text, nullable=False), _key("checkpoints", "number"),
    )  # fmt: skip
    op.create_table(
        "attempts", sa.Column("number", _number(), autoincrement=True, nullable=False), _big("at"), _text("actor", 60),
        _text("role", 40), _text("kind", 60), sa.Column("about", sa.Text, nullable=False), _key("attempts", "number"),
    )  # fmt: skip
    for statement in append_only_sql(op.get_bind().dialect.name, APPEND_ONLY):
        op.execute(statement)
