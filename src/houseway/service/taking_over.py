"""Takes over the tables of processes that died, as soon as their leases end."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from sqlalchemy import delete, select
from sqlalchemy.exc import SQLAlchemyError

from houseway.law import BadInput
from houseway.service.hosted import ConflictError, Hosted, SuspendedError
from houseway.service.logs import log
from houseway.service.pit import ElsewhereError, Pit, UnknownTableError
from houseway.store.database import Database
from houseway.store.processes_schema import processes
from houseway.store.schema import heads
from houseway.store.sessions import LEASE_MS, now_ms

LOOK_SECONDS = 1.0
ANSWER_SECONDS = 0.5  # on the loopback address


def dead_owners(database: Database, owners: Collection[str]) -> set[str]:
    """The processes among these that no longer run: they have no address in the database, or nothing listens there."""
    with database.read() as connection:
        found = connection.execute(select(processes.c.owner, processes.c.address)).all()
    addresses = {str(row.owner): str(row.address) for row in found}
    return {owner for owner in owners if owner and not _answers(addresses.get(owner, ""))}


def forget_dead(database: Database, own: str) -> None:
    """Remove the addresses of processes that were killed before they could remove them."""
    with database.read() as connection:
        others = list(connection.execute(select(processes.c.owner).where(processes.c.owner != own)).scalars())
    dead = dead_owners(database, others)
    if dead:
        with database.write() as connection:
            connection.execute(delete(processes).where(processes.c.owner.in_(dead)))
        for owner in sorted(dead):
            log("a process died", owner=owner)


def _answers(address: str) -> bool:
    parts = urlsplit(address)
    if not parts.hostname or not parts.port:
        return False
    with contextlib.suppress(OSError), socket.create_connection((parts.hostname, parts.port), ANSWER_SECONDS):
        return True
    return False


@dataclass(slots=True)
class TakingOver:
    """Takes over the tables of processes that died; calls `listeners` with the id of each table."""

    pit: Pit
    find: Callable[[str], Awaitable[Hosted]]  # loads a table, one at a time
    listeners: list[Callable[[str], None]] = field(default_factory=list)

    async def keep(self, stop: asyncio.Event, seconds: float = LOOK_SECONDS) -> None:
        """Look for expired leases, until `stop`."""
        while not stop.is_set():
            for table_id in await asyncio.to_thread(self._ended):
                await self._take(table_id)
            try:
                await asyncio.wait_for(stop.wait(), seconds)
            except TimeoutError:
                continue

    def _ended(self) -> list[str]:
        """Tables whose owner has not renewed its lease. A released table is taken only when a request needs it."""
        database, of = self.pit.database, heads.c
        with database.read() as connection:
            now = now_ms(connection, database.kind)
            query = select(of.table_id).where(of.sealed.is_(False), of.lease_until <= now)
            query = query.where(of.owner != "", of.owner != self.pit.owner).order_by(of.table_id)
            return list(connection.execute(query).scalars())

    async def _take(self, table_id: str) -> None:
        try:
            await self.find(table_id)
        except (ElsewhereError, ConflictError, UnknownTableError):  # taken or closed meanwhile
            return
        except (SuspendedError, BadInput, SQLAlchemyError) as error:
            log("could not take over", table=table_id, error=type(error).__name__)
            return
        log("took over", table=table_id)
        for listener in self.listeners:
            listener(table_id)


def lease_seconds() -> int:
    """The longest time, in seconds, until the lease of a dead process ends."""
    return -(-LEASE_MS // 1000)
