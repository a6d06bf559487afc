"""The database table of appendices: entries about a session that were recorded after its journal was sealed. Append-only."""

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
    ),  # over the hash before it (for the first entry, the journal's head) and the body
    Column("signature", String(128), nullable=False),  # of the hash, with the pit's key
    PrimaryKeyConstraint("table_id", "session", "number"),
    ForeignKeyConstraint(["table_id", "session"], ["sessions.table_id", "sessions.session"]),
)
