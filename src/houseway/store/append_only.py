"""Triggers with which the database itself refuses to change, delete or replace records; made by the migrations.

Every table is append-only except those in `CHANGING`. `missing_guards` lists the triggers that are no longer there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, text

from houseway.store.schema import METADATA

CHANGING = ("heads", "accounts", "sign_ins", "tries", "first_secrets", "processes")  # every other table is append-only
_REFUSAL = "records are only appended to"
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION houseway_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '%: {_REFUSAL}', TG_TABLE_NAME; END $$
"""


def append_only_sql(dialect: str, tables: Iterable[str]) -> list[str]:
    """SQL statements that make tables append-only."""
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} {_refused(table)}"
            for table in tables
            for act in ("UPDATE", "DELETE")
        ]
    made, refuse = [_FUNCTION], "EXECUTE FUNCTION houseway_append_only()"
    for table in tables:
        made.append(f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW {refuse}")
        made.append(f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} FOR EACH STATEMENT {refuse}")
    return made


def no_replace_sql(keys: Mapping[str, Sequence[str]]) -> list[str]:
    """Statements for SQLite, whose INSERT OR REPLACE deletes an existing row without its DELETE trigger."""
    made = []
    for table, columns in keys.items():
        same = " AND ".join(f"{column} = NEW.{column}" for column in columns)
        there = f"EXISTS (SELECT 1 FROM {table} WHERE {same})"
        made.append(f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {there} {_refused(table)}")
    return made


def _refused(table: str) -> str:
    return f"BEGIN SELECT RAISE(ABORT, '{table}: {_REFUSAL}'); END"


def missing_guards(connection: Connection) -> list[str]:
    """The triggers of append-only tables that are missing, switched off or changed, of a database that is up to date."""
    recorded = {name: list(table.primary_key.columns.keys()) for name, table in METADATA.tables.items()}
    keys = {name: columns for name, columns in recorded.items() if name not in CHANGING}
    dialect = connection.dialect.name
    if dialect == "sqlite":
        wanted = {_named(each): each for each in (*append_only_sql(dialect, keys), *no_replace_sql(keys))}
        query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        there = {str(row[0]): str(row[1]) for row in connection.execute(text(query))}
        return sorted(name for name, sql in wanted.items() if there.get(name) != sql)
    query = (
        "SELECT t.tgname FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid "
        "WHERE t.tgenabled IN ('O', 'A') AND p.proname = 'houseway_append_only' AND trim(p.prosrc, E' \\n') = :body"
    )
    body = _FUNCTION.split("$$")[1].strip()
    on = set(connection.execute(text(query), {"body": body}).scalars())
    return sorted({_named(each) for each in append_only_sql(dialect, keys)[1:]} - on)


def _named(statement: str) -> str:
    """The name of the trigger that a statement makes."""
    return statement.split()[2]
