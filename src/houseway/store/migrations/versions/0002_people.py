"""Accounts, sign-ins, tokens and what they may do."""

from __future__ import annotations

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Go one version up."""
