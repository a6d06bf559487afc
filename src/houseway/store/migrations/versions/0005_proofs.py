"""What proves a log, beyond its checkpoints."""

from __future__ import annotations

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Go one version up."""
