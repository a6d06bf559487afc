"""The devices of tables and their manufacturers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from houseway.store.append_only import append_only_sql

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "table_devices",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(60), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("manufacturer", sa.String(60), nullable=False),
        sa.Column("by", sa.String(60), nullable=False),
        sa.Column("role", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_table_devices_manufacturer", "table_devices", ["manufacturer"])
    for statement in append_only_sql(op.get_bind().dialect.name, ("table_devices",)):
        op.execute(statement)
