"""The table at which something was tried that was refused."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column; of earlier attempts, the table is not known."""
    op.add_column("attempts", sa.Column("table_id", sa.String(60), nullable=False, server_default=""))
    op.create_index("ix_attempts_table_id", "attempts", ["table_id"])
