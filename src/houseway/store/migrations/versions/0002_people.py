"""Accounts and their changes, sessions and tokens, and counts of failed sign-ins."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from houseway.store.append_only import append_only_sql

revision = "0002"
down_revision = "0001"

APPEND_ONLY = ("account_steps",)


def _text(name: str, size: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(size), nullable=False)


def _long(name: str, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=nullable)


def _time(name: str, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=nullable)


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def _of_account(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=f"fk_{table}_accounts")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "accounts", _text("id", 40), _text("name", 60), _text("name_key", 120), _text("holder", 60), _long("roles"),
        _long("password"), _time("created_at"), _time("revoked_at", nullable=True), _key("accounts", "id"),
        sa.UniqueConstraint("name_key", name="uq_accounts_name_key"),
    )  # fmt: skip
    op.create_table(
        "account_steps",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), autoincrement=True, nullable=False),
        _text("account", 40), _time("at"), _text("by", 60), _text("step", 40), _long("about"),
        _key("account_steps", "number"), _of_account("account_steps"),
    )  # fmt: skip
    op.create_index("ix_account_steps_account", "account_steps", ["account"])
    op.create_table(
        "sign_ins", _text("id", 40), _text("digest", 64), _text("account", 40), _text("kind", 20),
        _long("scopes", nullable=True), _time("created_at"), _time("used_at"), _time("expires_at"),
        _time("ended_at", nullable=True), _key("sign_ins", "id"), _of_account("sign_ins"),
        sa.UniqueConstraint("digest", name="uq_sign_ins_digest"),
    )  # fmt: skip
    op.create_index("ix_sign_ins_account", "sign_ins", ["account"])
    op.create_table(
        "tries", _text("key", 200), sa.Column("failures", sa.Integer, nullable=False), _time("since"),
        _time("locked_until"), _key("tries", "key"),
    )  # fmt: skip
    op.create_table(
        "first_secrets", _text("digest", 64), _time("created_at"), _time("expires_at"),
        _time("used_at", nullable=True), _key("first_secrets", "digest"),
    )  # fmt: skip
    for statement in append_only_sql(op.get_bind().dialect.name, APPEND_ONLY):
        op.execute(statement)
