"""The appendix of sealed sessions: counts and corrections after the closing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from houseway.store.append_only import append_only_sql

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "appendix",
        sa.Column("table_id", sa.String(60), nullable=False),
        sa.Column("session", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("signature", sa.String(128), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "session", "number", name="pk_appendix"),
        sa.ForeignKeyConstraint(
            ["table_id", "session"], ["sessions.table_id", "sessions.session"], name="fk_appendix_sessions"
        ),
    )
    for statement in append_only_sql(op.get_bind().dialect.name, ("appendix",)):
        op.execute(statement)
