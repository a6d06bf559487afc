"""Checks whether there is a pit at an address: keys are created only together with a new pit."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from houseway.store.database import NoPitError, database_unusable, open_database
from houseway.store.schema import pit


def has_pit(address: str) -> bool:
    """Whether there is a pit at an address; creates nothing. Raises BadInput if the database cannot be used."""
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
