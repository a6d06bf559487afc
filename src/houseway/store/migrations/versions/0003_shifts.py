"""Shifts, counts and taxes."""

from __future__ import annotations

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Go one version up."""
