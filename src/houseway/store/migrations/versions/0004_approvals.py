"""Holders, submissions, approvals and credentials."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from houseway.store.append_only import append_only_sql

revision = "0004"
down_revision = "0003"

APPEND_ONLY = (
    "holders",
    "submissions",
    "submission_steps",
    "approvals",
    "approval_steps",
    "credentials",
    "credential_steps",
    "session_openings",
)


def _text(name: str, size: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(size), nullable=False)


def _long(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _who() -> tuple[sa.Column[str], sa.Column[str], sa.Column[int]]:
    return _text("by", 60), _text("role", 40), sa.Column("at", sa.BigInteger, nullable=False)


def _whole() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _numbered(table: str) -> tuple[sa.Column[int], sa.PrimaryKeyConstraint]:
    number = sa.Column("number", _whole(), autoincrement=True, nullable=False)
    return number, sa.PrimaryKeyConstraint("number", name=f"pk_{table}")


def _id(table: str) -> tuple[sa.Column[str], sa.PrimaryKeyConstraint]:
    return _text("id", 60), sa.PrimaryKeyConstraint("id", name=f"pk_{table}")


def _to(table: str, column: str, other: str, key: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.{key}"], name=f"fk_{table}_{other}")


def _steps(table: str, other: str) -> None:
    op.create_table(
        table, *_numbered(table), sa.Column("entry", _whole(), nullable=False), _text("step", 20), _long("note"),
        _text("effective_on", 10), *_who(), _to(table, "entry", other, "number"),
    )  # fmt: skip


def upgrade() -> None:
    """Create the tables."""
    op.create_table("holders", *_id("holders"), _text("name", 200), *_who())
    op.create_table(
        "submissions", *_id("submissions"), _text("holder", 60), _text("game", 60), _text("edition", 60),
        _text("digest", 80), _long("text"), _text("supersedes", 60), *_who(), _to("submissions", "holder", "holders", "id"),
    )  # fmt: skip
    op.create_index("ix_submissions_holder", "submissions", ["holder", "game"])
    op.create_table(
        "submission_steps", *_numbered("submission_steps"), _text("submission", 60), _text("step", 20), _long("note"),
        _text("approval", 60), _text("effective_on", 10), *_who(), _to("submission_steps", "submission", "submissions", "id"),
    )  # fmt: skip
    op.create_index("ix_submission_steps_submission", "submission_steps", ["submission"])
    op.create_table(
        "approvals", *_numbered("approvals"), _text("holder", 60), _text("game", 60), _text("key", 60), _text("body", 80),
        _text("approval", 60), _text("approved_on", 10), _long("conditions"), *_who(),
        _to("approvals", "holder", "holders", "id"),
    )  # fmt: skip
    op.create_index("ix_approvals_holder", "approvals", ["holder", "game", "key"])
    _steps("approval_steps", "approvals")
    op.create_table(
        "credentials", *_numbered("credentials"), _text("account", 40), _text("kind", 20), _text("game", 60),
        _text("credential", 60), _text("valid_from", 10), _text("valid_to", 10), *_who(),
        _to("credentials", "account", "accounts", "id"),
    )  # fmt: skip
    op.create_index("ix_credentials_account", "credentials", ["account"])
    _steps("credential_steps", "credentials")
    op.create_table(
        "session_openings", _text("table_id", 60), sa.Column("session", sa.Integer, nullable=False), _text("submission", 60),
        sa.Column("practice", sa.Boolean, nullable=False), *_who(),
        sa.PrimaryKeyConstraint("table_id", "session", name="pk_session_openings"),
    )  # fmt: skip
    for statement in append_only_sql(op.get_bind().dialect.name, APPEND_ONLY):
        op.execute(statement)
