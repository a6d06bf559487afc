"""The database tables of accounts: accounts and their changes, sessions and tokens, and counts of failed sign-ins.

No secret is stored in plain form: passwords are stored as Argon2id hashes; the secrets of sessions, tokens and first-time links
as SHA-256 digests.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text

from houseway.store.schema import METADATA

accounts = Table(
    "accounts",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("name_key", String(120), nullable=False, unique=True),  # the name as it is compared, without case
    Column("holder", String(60), nullable=False),  # certificate holder or manufacturer; empty for others
    Column("roles", Text, nullable=False),  # as a JSON list
    Column("password", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger, nullable=True),
)

account_steps = Table(  # append-only: created, roles changed, locked, revoked …
    "account_steps",
    METADATA,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("account", String(40), ForeignKey("accounts.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("by", String(60), nullable=False),  # an account, or "houseway" for the service itself
    Column("step", String(40), nullable=False),
    Column("about", Text, nullable=False),
)
Index("ix_account_steps_account", account_steps.c.account)

sign_ins = Table(
    "sign_ins",
    METADATA,
    Column("id", String(40), primary_key=True),  # for lists and revocations; it gives no access
    Column("digest", String(64), nullable=False, unique=True),
    Column("account", String(40), ForeignKey("accounts.id"), nullable=False),
    Column("kind", String(20), nullable=False),  # session, token
    Column("scopes", Text, nullable=True),  # as a JSON list; null: all that the roles allow
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=True),
)
Index("ix_sign_ins_account", sign_ins.c.account)

tries = Table(  # failed sign-ins by name and by address
    "tries",
    METADATA,
    Column("key", String(200), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("locked_until", BigInteger, nullable=False),
)

first_secrets = Table(  # secrets in the links for creating the first administrator
    "first_secrets",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=True),
)

APPEND_ONLY = ("account_steps",)
