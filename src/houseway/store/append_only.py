"""Triggers with which the database itself refuses to change or delete records; used by the migrations."""

from __future__ import annotations

from collections.abc import Iterable

_REFUSAL = "records are only appended to"
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION houseway_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '%: {_REFUSAL}', TG_TABLE_NAME; END $$
"""


def append_only_sql(dialect: str, tables: Iterable[str]) -> list[str]:
    """SQL statements that make tables append-only."""
    if dialect == "sqlite":
        refusal = "BEGIN SELECT RAISE(ABORT, '{0}: {1}'); END"
        return [
            f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} {refusal.format(table, _REFUSAL)}"
            for table in tables
            for act in ("UPDATE", "DELETE")
        ]
    made, refuse = [_FUNCTION], "EXECUTE FUNCTION houseway_append_only()"
    for table in tables:
        made.append(f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW {refuse}")
        made.append(f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} FOR EACH STATEMENT {refuse}")
    return made
