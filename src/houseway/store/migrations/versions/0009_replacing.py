"""Recorded rows cannot be replaced either, and a table keeps its game and holder."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from houseway.store.append_only import append_only_sql, no_replace_sql

revision = "0009"
down_revision = "0008"

CHANGING = ("heads", "accounts", "sign_ins", "tries", "first_secrets", "processes", "alembic_version")


def upgrade() -> None:
    """Make the triggers."""
    there = op.get_bind()
    for statement in append_only_sql(there.dialect.name, ("tables",)):
        op.execute(statement)
    if there.dialect.name == "sqlite":
        found = sa.inspect(there)
        names = [name for name in found.get_table_names() if name not in CHANGING]
        for statement in no_replace_sql({name: found.get_pk_constraint(name)["constrained_columns"] for name in names}):
            op.execute(statement)
