"""The gaming table of each refused attempt."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column; it is empty for earlier attempts, whose table is not known."""
    op.add_column("attempts", sa.Column("table_id", sa.String(60), nullable=False, server_default=""))
    op.create_index("ix_attempts_table_id", "attempts", ["table_id"])
