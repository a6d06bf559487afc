"""Lists the sessions of a pit: of one table, or of all tables."""

from __future__ import annotations

from sqlalchemy import select

from houseway.law.errors import BadArgument
from houseway.store.database import Database
from houseway.store.reconstruction import chosen_session
from houseway.store.schema import sessions


def wanted_sessions(database: Database, table: str | None, session: int | None) -> list[tuple[str, int]]:
    """The requested sessions in order, as table and number; raises BadArgument if there is no such table or session."""
    if table is None and session is not None:
        raise BadArgument("session", f" {session}: name the table of this session too")
    if table is not None:
        only = chosen_session(database, table, session, None)
        if session is not None:
            return [(table, only)]
    of = sessions.c
    query = select(of.table_id, of.session).order_by(of.table_id, of.session)
    with database.read() as connection:
        rows = connection.execute(query if table is None else query.where(of.table_id == table)).all()
    return [(str(row.table_id), int(row.session)) for row in rows]
