"""Events have no index by round: `store/rounds.py` finds a round by binary search.

The index had an entry for each event, so each command wrote one more page, a fifth of all pages that a transaction wrote.
"""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Drop the index."""
    op.drop_index("ix_events_round", table_name="events")
