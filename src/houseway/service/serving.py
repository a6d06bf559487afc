"""One process of the service: its parts, its background tasks, and its orderly shutdown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from houseway.service.command_handling import Commands
from houseway.service.feed import Feed, frame
from houseway.service.filing import Filing
from houseway.service.forwarding import Forwarding
from houseway.service.logs import log, log_defect
from houseway.service.metrics import Gauge, Metrics
from houseway.service.notifications import Notifications
from houseway.service.people import People
from houseway.service.pit import Pit
from houseway.service.rate_limits import Limits
from houseway.service.reading import Records
from houseway.service.shared_computations import Computations
from houseway.service.signed_in import SignedIn
from houseway.service.simulations import Simulations
from houseway.service.table_view import Seen
from houseway.service.taking_over import TakingOver, forget_dead
from houseway.store.database import Database, StoreError

CHECK_SECONDS = 0.4  # how often open sockets are checked for sign-ins that other processes revoked
CLEAN_SECONDS = 600.0  # how often the accounts of guests who are gone are removed
DRAIN_SECONDS = 10.0
PRESENCE_SECONDS = 15.0  # how often other processes learn which accounts are connected here; well below `GONE_SECONDS`

Work = Callable[[asyncio.Event], Awaitable[None]]  # runs until the event is set


@dataclass(slots=True)
class Service:
    """One process of the table service."""

    pit: Pit
    people: People
    limits: Limits
    metrics: Metrics
    records: Records
    commands: Commands
    feed: Feed
    signed_in: SignedIn
    forwarding: Forwarding
    filing: Filing
    taking_over: TakingOver
    notifications: Notifications
    stop: asyncio.Event
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    notifying: list[asyncio.Task[None]] = field(default_factory=list)
    sockets: set[asyncio.Task[None]] = field(default_factory=set)
    computations: Computations = field(default_factory=Computations)
    simulations: Simulations = field(default_factory=Simulations)

    @classmethod
    def of(cls, pit: Pit, people: People, limits: Limits | None = None) -> Service:
        """Build the service of a pit; needs a running event loop."""
        metrics, records = Metrics(), Records(pit.database, pit.keys)
        filing = Filing.of(pit)
        commands = Commands(pit, records, metrics, filing)
        feed = Feed(pit, records, metrics)
        signed_in = SignedIn(people)
        loop = asyncio.get_running_loop()
        people.revoked.append(lambda sign_in: _soon(loop, feed.revoke, sign_in))
        forwarding = Forwarding(pit, commands)
        filing.timers.listeners.append(lambda timer: feed.tell_staff(timer.table, frame("timer", **timer.as_json())))
        metrics.gauges += [
            Gauge("houseway_tables", "Tables that this process runs.", lambda: len(pit.hosted)),
            Gauge("houseway_sockets", "Open sockets.", lambda: feed.watchers),
            Gauge("houseway_store_transactions", "Transactions of the writer.", lambda: pit.writer.transactions),
            Gauge("houseway_store_locked", "1 while another process locks the database.", lambda: bool(pit.blocked)),
            Gauge("houseway_store_appends", "Commands that were written.", lambda: pit.writer.appends),
        ]
        return cls(
            pit,
            people,
            limits or Limits(),
            metrics,
            records,
            commands,
            feed,
            signed_in,
            forwarding,
            filing,
            TakingOver(pit, pit.find),
            Notifications(pit, feed),
            asyncio.Event(),
        )

    async def start(self) -> None:
        """Start the background tasks: leases and checkpoints, other processes' tables, revocations, timers and cleaning."""
        await asyncio.to_thread(forget_dead, self.pit.database, self.pit.owner)
        works: tuple[Work, ...] = (
            self.pit.keep, self.feed.follow, self._check_sign_ins, self._watch_timers, self.taking_over.keep, self._clean,
            self._tell_presence,
        )  # fmt: skip
        for work in works:
            self.tasks.append(asyncio.create_task(_kept(work, self.stop, self.pit.database)))
        for told in self.notifications.works():
            self.notifying.append(asyncio.create_task(_kept(told, self.stop, self.pit.database)))
        log("started", owner=self.pit.owner, tables=len(self.pit.hosted))

    async def _check_sign_ins(self, stop: asyncio.Event) -> None:
        """Close the sockets of accounts that were signed out, whose sign-in expired, or whose devices were removed."""
        while not stop.is_set():
            open_ones = self.feed.sign_ins() - {""}
            if open_ones:
                for sign_in in await asyncio.to_thread(self.people.ended, open_ones):
                    self.signed_in.forget(sign_in)
                    self.feed.revoke(sign_in)
            makers = self.feed.manufacturers()
            if makers:
                self.feed.without_devices(await asyncio.to_thread(self.filing.devices.tables_of, makers))
            try:
                await asyncio.wait_for(stop.wait(), CHECK_SECONDS)
            except TimeoutError:
                continue

    async def _clean(self, stop: asyncio.Event) -> None:
        """End the accounts of guests who are gone, until `stop`."""
        while not stop.is_set():
            cleaned = await asyncio.to_thread(self.people.clean_guests)
            if cleaned:
                log("guests-expired", guests=cleaned)
            try:
                await asyncio.wait_for(stop.wait(), CLEAN_SECONDS)
            except TimeoutError:
                continue

    async def _tell_presence(self, stop: asyncio.Event) -> None:
        """Tell other processes which accounts are connected here to their tables, until `stop`."""
        while not stop.is_set():
            present = {table_id: there for table_id, there in self.feed.away_from(self.pit.hosted).items() if there}
            if present:
                await self.forwarding.tell_presence(present)
            try:
                await asyncio.wait_for(stop.wait(), PRESENCE_SECONDS)
            except TimeoutError:
                continue

    async def _watch_timers(self, stop: asyncio.Event) -> None:
        """Announce deadlines at the tables of this process, and at others that are watched from here."""

        async def tables() -> list[Seen]:
            here: list[Seen] = [each for each in self.pit.hosted.values() if not each.suspended]
            names = {each.id for each in here}
            return here + [await self.seen(name) for name in self.feed.watched if name not in names]

        await self.filing.timers.keep(stop, tables)

    async def seen(self, table_id: str) -> Seen:
        """The current state of a table: live if this process runs it, otherwise from its records; Hidden if there is none."""
        hosted = self.pit.hosted.get(table_id)
        if hosted is not None and not hosted.suspended:
            return hosted

        def read() -> Seen:
            head = self.records.head(table_id)
            return self.records.at(table_id, head.session, head.seq)

        return await asyncio.to_thread(read)

    async def drain(self) -> None:
        """Take no more commands, tell the sockets, finish the queue, sign the last checkpoint and release the leases."""
        self.commands.draining = True
        self.feed.drain()
        waiting = [task for task in self.sockets if not task.done()]
        if waiting:
            await asyncio.wait(waiting, timeout=DRAIN_SECONDS)
        for _ in range(int(DRAIN_SECONDS / 0.02)):
            if not any(each._waiting for each in self.pit.hosted.values()):
                break
            await asyncio.sleep(0.02)
        self.stop.set()
        self.feed.look_again()  # wakes `follow`, which does not wait for `stop`
        for each in self.notifying:  # they wait for PostgreSQL, and have nothing to finish
            each.cancel()
        await asyncio.gather(*self.tasks, *self.notifying, return_exceptions=True)
        await self.forwarding.close()
        await asyncio.to_thread(self.pit.close)
        log("ended", owner=self.pit.owner)


def _soon(loop: asyncio.AbstractEventLoop, act: Callable[[str], None], about: str) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(act, about)


async def _kept(work: Work, stop: asyncio.Event, database: Database) -> None:
    """Run a task until `stop`; log a failure, such as an unavailable database, and start the task again."""
    while not stop.is_set():
        try:
            await work(stop)
        except (SQLAlchemyError, StoreError) as error:
            log("the database cannot be used", logging.WARNING, error=database.why(error))
            await asyncio.sleep(0.5)
        except Exception as error:
            log_defect(error)
            await asyncio.sleep(0.5)
