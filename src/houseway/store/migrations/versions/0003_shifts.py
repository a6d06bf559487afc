"""Proposed corrections, the decisions on them, and each holder's tax terms."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from houseway.store.append_only import append_only_sql

revision = "0003"
down_revision = "0002"

APPEND_ONLY = ("proposals", "proposal_decisions", "tax_settings")


def _number() -> sa.Column[int]:
    kind = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    return sa.Column("number", kind, autoincrement=True, nullable=False)


def _text(name: str, size: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(size), nullable=False)


def _big(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _long(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "proposals", _number(), _text("table_id", 60), sa.Column("session", sa.Integer, nullable=False), _big("at"),
        _big("until"), _text("actor", 60), _text("role", 40), _long("body"),
        sa.PrimaryKeyConstraint("number", name="pk_proposals"),
        sa.ForeignKeyConstraint(
            ["table_id", "session"], ["sessions.table_id", "sessions.session"], name="fk_proposals_sessions"
        ),
    )  # fmt: skip
    op.create_table(
        "proposal_decisions", _big("proposal"), _big("at"), _text("actor", 60), _text("role", 40),
        _text("decision", 20), _long("why"), sa.PrimaryKeyConstraint("proposal", name="pk_proposal_decisions"),
        sa.ForeignKeyConstraint(["proposal"], ["proposals.number"], name="fk_proposal_decisions_proposals"),
    )  # fmt: skip
    op.create_table(
        "tax_settings", _number(), _text("holder", 60), _big("at"), _text("actor", 60), _text("role", 40),
        _text("commenced", 10), _text("loss_day", 20), _text("local_rate", 60), _long("local_source"),
        sa.PrimaryKeyConstraint("number", name="pk_tax_settings"),
    )  # fmt: skip
    for statement in append_only_sql(op.get_bind().dialect.name, APPEND_ONLY):
        op.execute(statement)
