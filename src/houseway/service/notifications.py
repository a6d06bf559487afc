"""Processes on one PostgreSQL database tell each other which tables have new events, with NOTIFY and LISTEN.

A notification is sent after the commit, on a separate connection. Inside the writer's transaction, it would make the commits of
all processes wait for one another, because PostgreSQL holds one lock for all notifications until each commit is on disk. The
feed also polls the records, more slowly, so nothing depends on a notification.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from houseway.core import Event
from houseway.service.feed import Feed
from houseway.service.hosted import Hosted
from houseway.service.logs import log
from houseway.service.pit import Pit
from houseway.store.database import POSTGRESQL
from houseway.store.processes_schema import processes

if TYPE_CHECKING:
    import psycopg

CHANNEL = "houseway_events"
GATHER_SECONDS = 0.005  # tables with events within this time go into one notification
LOOK_SECONDS = 2.5  # how often to check whether there are other processes
AGAIN_SECONDS = 1.0  # how long to wait after the connection failed
MOST_NAMES = 100  # in one notification, which has at most 8,000 bytes


class Notifications:
    """Tells other processes about new events at this process's tables, and the feed about new events at theirs."""

    def __init__(self, pit: Pit, feed: Feed) -> None:
        self._pit, self._feed = pit, feed
        self._moved: set[str] = set()
        self._wakes = asyncio.Event()
        self.others = False  # whether another process serves this pit
        self.sent = self.heard = 0
        url = pit.database.engine.url.set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        if self.works():
            pit.listeners.append(self._moves)

    def works(self) -> tuple[Callable[[asyncio.Event], Awaitable[None]], ...]:
        """The background tasks of the service; none if the database has no notifications."""
        return (self.look, self.tell, self.listen) if self._pit.database.kind == POSTGRESQL else ()

    def _moves(self, hosted: Hosted, _: tuple[Event, ...]) -> None:
        if self.others:
            self._moved.add(hosted.id)
            self._wakes.set()

    async def look(self, stop: asyncio.Event) -> None:
        """Check whether there are other processes, until `stop`."""
        query = select(func.count()).select_from(processes).where(processes.c.owner != self._pit.owner)

        def counted() -> int:
            with self._pit.database.read() as connection:
                return int(connection.execute(query).scalar_one())

        while not stop.is_set():
            self.others = await asyncio.to_thread(counted) > 0
            await _waited(stop, LOOK_SECONDS)

    async def tell(self, stop: asyncio.Event) -> None:
        """Send notifications until `stop`."""
        import psycopg

        while not stop.is_set():
            try:
                async with await self._connected() as connection:
                    await connection.execute("SET synchronous_commit = off")  # nothing is stored
                    while not stop.is_set():
                        await _waited(self._wakes, LOOK_SECONDS)
                        self._wakes.clear()
                        if self._moved:
                            await asyncio.sleep(GATHER_SECONDS)
                            await self._send(connection)
            except psycopg.Error as error:
                log("notifications are not sent", error=type(error).__name__)
                await _waited(stop, AGAIN_SECONDS)

    async def _send(self, connection: psycopg.AsyncConnection[tuple[object, ...]]) -> None:
        names, self._moved = sorted(self._moved), set()
        for start in range(0, len(names), MOST_NAMES):
            text = "\n".join((self._pit.owner, *names[start : start + MOST_NAMES]))
            await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))
            self.sent += 1

    async def listen(self, stop: asyncio.Event) -> None:
        """Tell the feed about new events at other processes' tables, until `stop`."""
        import psycopg

        while not stop.is_set():
            try:
                async with await self._connected() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._feed.notified = True
                    self._feed.look_again()
                    while not stop.is_set():
                        async for each in connection.notifies(timeout=AGAIN_SECONDS, stop_after=1):
                            self._hears(each.payload)
            except psycopg.Error as error:
                log("notifications are not heard", error=type(error).__name__)
                await _waited(stop, AGAIN_SECONDS)
            finally:
                self._feed.notified = False

    def _hears(self, text: str) -> None:
        owner, *names = text.split("\n")
        if owner != self._pit.owner and not self._feed.watched_names.isdisjoint(names):
            self.heard += 1
            self._feed.look_again()

    async def _connected(self) -> psycopg.AsyncConnection[tuple[object, ...]]:
        import psycopg

        return await psycopg.AsyncConnection.connect(self._address, autocommit=True)


async def _waited(event: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
