"""The appendix of sealed sessions: what had to be recorded of one after its journal was sealed. Append-only."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, String, Table, Text

from houseway.store.schema import METADATA

appendix = Table(
    "appendix",
    METADATA,
    Column("table_id", String(60), nullable=False),
    Column("session", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),  # count, correction
    Column("body", Text, nullable=False),  # canonical JSON
    Column(
        "hash", String(64), nullable=False
    ),  # of the one before and the body; before the first comes the journal's end
    Column("signature", String(128), nullable=False),  # of the hash, with the pit's key
    PrimaryKeyConstraint("table_id", "session", "number"),
    ForeignKeyConstraint(["table_id", "session"], ["sessions.table_id", "sessions.session"]),
)
