"""Holders, submissions, approvals and credentials."""

from __future__ import annotations

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Go one version up."""
