"""In PostgreSQL, rows of journals have no foreign keys: each transaction moves the head of its session, which has one.

PostgreSQL checks a foreign key with a query for each row, which took half of a transaction's time. An audit finds rows whose
session or event does not exist. SQLite keeps its constraints, because removing one copies the table, and does not check them on
connections that write journals (`WRITING` in `database.py`).
"""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"

PROVEN_BY_HEADS = {
    "events": "fk_events_sessions",
    "postings": "fk_postings_events",
    "secrets": "fk_secrets_sessions",
}


def upgrade() -> None:
    """Drop the constraints."""
    if op.get_bind().dialect.name == "postgresql":
        for table, name in PROVEN_BY_HEADS.items():
            op.drop_constraint(name, table, type_="foreignkey")
