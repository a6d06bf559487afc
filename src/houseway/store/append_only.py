"""Triggers by which the database itself refuses to change or delete what is recorded; used by the migrations."""

from __future__ import annotations

from collections.abc import Iterable

_REFUSAL = "records are only appended to"


def append_only_sql(dialect: str, tables: Iterable[str]) -> list[str]:
    """Statements that make tables append-only."""
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} BEGIN SELECT RAISE(ABORT, '{table}: {_REFUSAL}'); END"
            for table in tables
            for act in ("UPDATE", "DELETE")
        ]
    made = [
        "CREATE OR REPLACE FUNCTION houseway_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '%: {_REFUSAL}', TG_TABLE_NAME; END $$"
    ]
    for table in tables:
        made += [
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION houseway_append_only()",
            f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION houseway_append_only()",
        ]
    return made
