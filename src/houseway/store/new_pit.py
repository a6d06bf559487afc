"""Is there a pit at an address? Keys are made only together with a new one."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from houseway.store.database import NoPitError, database_unusable, open_database
from houseway.store.schema import pit


def has_pit(address: str) -> bool:
    """Whether a database is there and is a pit; nothing is made. BadInput if it cannot be used."""
    try:
        database = open_database(address, create=False)
    except NoPitError:
        return False
    try:
        with database.read() as connection:
            return connection.execute(select(pit.c.id).limit(1)).first() is not None
    except SQLAlchemyError as error:
        raise database_unusable(database, error) from error
    finally:
        database.close()
