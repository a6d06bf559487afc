"""Alembic's environment: runs the migrations on the connection from `store.database`, in its transaction."""

from __future__ import annotations

from alembic import context

from houseway.store.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
