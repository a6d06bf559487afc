"""The database tables of proposed corrections, the decisions on them, and each holder's tax terms. All are append-only."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, ForeignKeyConstraint, Integer, String, Table, Text

from houseway.store.schema import METADATA


def _number() -> Column[int]:
    return Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)


proposals = Table(
    "proposals",
    METADATA,
    _number(),
    Column("table_id", String(60), nullable=False),
    Column("session", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),  # the proposal expires then
    Column("actor", String(60), nullable=False),
    Column("role", String(40), nullable=False),
    Column("body", Text, nullable=False),  # the correction as JSON, without its confirmer
    ForeignKeyConstraint(["table_id", "session"], ["sessions.table_id", "sessions.session"]),
)

proposal_decisions = Table(  # at most one for each proposal
    "proposal_decisions",
    METADATA,
    Column("proposal", BigInteger, ForeignKey("proposals.number"), primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(60), nullable=False),
    Column("role", String(40), nullable=False),
    Column("decision", String(20), nullable=False),  # confirmed, rejected
    Column("why", Text, nullable=False),
)

tax_settings = Table(  # a holder's last row counts
    "tax_settings",
    METADATA,
    _number(),
    Column("holder", String(60), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(60), nullable=False),
    Column("role", String(40), nullable=False),
    Column("commenced", String(10), nullable=False),
    Column("loss_day", String(20), nullable=False),
    Column("local_rate", String(60), nullable=False),  # an exact fraction; empty: none is set
    Column("local_source", Text, nullable=False),
)
