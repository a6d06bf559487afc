"""The database tables of holders, Rules Submissions, approvals and credentials. All are append-only: a change is a new row."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

from houseway.store.schema import METADATA


def _number() -> Column[int]:
    return Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)


def _who() -> tuple[Column[str], Column[str], Column[int]]:
    return (
        Column("by", String(60), nullable=False),
        Column("role", String(40), nullable=False),
        Column("at", BigInteger, nullable=False),
    )


holders = Table(
    "holders",
    METADATA,
    Column("id", String(60), primary_key=True),
    Column("name", String(200), nullable=False),
    *_who(),
)

submissions = Table(
    "submissions",
    METADATA,
    Column("id", String(60), primary_key=True),
    Column("holder", String(60), ForeignKey("holders.id"), nullable=False),
    Column("game", String(60), nullable=False),
    Column("edition", String(60), nullable=False),
    Column("digest", String(80), nullable=False),
    Column("text", Text, nullable=False),  # the file as it was drafted
    Column("supersedes", String(60), nullable=False),  # the id of another submission, or empty
    *_who(),
)
Index("ix_submissions_holder", submissions.c.holder, submissions.c.game)

submission_steps = Table(
    "submission_steps",
    METADATA,
    _number(),
    Column("submission", String(60), ForeignKey("submissions.id"), nullable=False),
    Column("step", String(20), nullable=False),
    Column("note", Text, nullable=False),
    Column("approval", String(60), nullable=False),  # the Board's number, for an approval
    Column("effective_on", String(10), nullable=False),  # a date, for an approval or a supersession
    *_who(),
)
Index("ix_submission_steps_submission", submission_steps.c.submission)

approvals = Table(
    "approvals",
    METADATA,
    _number(),
    Column("holder", String(60), ForeignKey("holders.id"), nullable=False),
    Column("game", String(60), nullable=False),
    Column("key", String(60), nullable=False),  # the edition's name for what is approved
    Column("body", String(80), nullable=False),
    Column("approval", String(60), nullable=False),  # the Board's number
    Column("approved_on", String(10), nullable=False),
    Column("conditions", Text, nullable=False),
    *_who(),
)
Index("ix_approvals_holder", approvals.c.holder, approvals.c.game, approvals.c.key)

approval_steps = Table(
    "approval_steps",
    METADATA,
    _number(),
    Column("entry", BigInteger().with_variant(Integer, "sqlite"), ForeignKey("approvals.number"), nullable=False),
    Column("step", String(20), nullable=False),  # withdrawn
    Column("note", Text, nullable=False),
    Column("effective_on", String(10), nullable=False),
    *_who(),
)

credentials = Table(
    "credentials",
    METADATA,
    _number(),
    Column("account", String(40), ForeignKey("accounts.id"), nullable=False),
    Column("kind", String(20), nullable=False),  # credential, training
    Column("game", String(60), nullable=False),  # for training; empty for a credential
    Column("credential", String(60), nullable=False),  # the number of the credential or certificate
    Column("valid_from", String(10), nullable=False),
    Column("valid_to", String(10), nullable=False),  # the last day; empty: no end
    *_who(),
)
Index("ix_credentials_account", credentials.c.account)

credential_steps = Table(
    "credential_steps",
    METADATA,
    _number(),
    Column("entry", BigInteger().with_variant(Integer, "sqlite"), ForeignKey("credentials.number"), nullable=False),
    Column("step", String(20), nullable=False),  # revoked
    Column("note", Text, nullable=False),
    Column("effective_on", String(10), nullable=False),
    *_who(),
)

table_devices = Table(  # the manufacturer of each device of a table; a device's last row counts
    "table_devices",
    METADATA,
    _number(),
    Column("table_id", String(60), ForeignKey("tables.id"), nullable=False),
    Column("device", String(60), nullable=False),
    Column("manufacturer", String(60), nullable=False),  # the holder of its accounts; empty: the device was removed
    *_who(),
)
Index("ix_table_devices_manufacturer", table_devices.c.manufacturer)

session_openings = Table(  # the submission of each session; a session without a row is for practice
    "session_openings",
    METADATA,
    Column("table_id", String(60), nullable=False),
    Column("session", Integer, nullable=False),
    Column("submission", String(60), nullable=False),  # the id of a filed submission; empty: an unfiled text
    Column("practice", Boolean, nullable=False),
    *_who(),
    PrimaryKeyConstraint("table_id", "session"),
)

APPEND_ONLY = (
    "holders",
    "submissions",
    "submission_steps",
    "approvals",
    "approval_steps",
    "credentials",
    "credential_steps",
    "session_openings",
    "table_devices",
)
