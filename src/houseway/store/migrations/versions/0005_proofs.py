"""The processes that serve a pit together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "processes",
        sa.Column("owner", sa.String(60), nullable=False),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("owner", name="pk_processes"),
    )
