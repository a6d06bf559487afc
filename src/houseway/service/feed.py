"""The live feed: it sends the events of each table in order, without gaps or duplicates, to every watcher.

Tables of this process report their events as soon as these are durable; events of other processes' tables are read from the
database. Both go through one channel per table, which keeps the number of the last event that it sent. An event is serialized
once for all watchers who see the same fields.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from houseway.core import Event
from houseway.service.access import Hidden
from houseway.service.event_visibility import PLAYER, Eyes, private_seats, shown_live
from houseway.service.hosted import Hosted
from houseway.service.logs import log_defect
from houseway.service.metrics import Metrics
from houseway.service.pit import Pit
from houseway.service.reading import Records
from houseway.service.table_view import Seen, where

POLL_SECONDS = 0.05  # how often the tables of other processes are polled
NOTIFIED_SECONDS = 1.0  # the same while their processes announce new events (`notifications.py`)
MOST_QUEUED = 512  # frames waiting for one watcher
MOST_QUEUED_CHARACTERS = 4_000_000
AT_ONCE = 500  # events read from the database at once
LAST_EVENTS = 100  # events of a watched table that are kept for clients that resume; older ones are in the records


def frame(kind: str, **fields: Any) -> str:
    """A message to a client, as JSON text."""
    return json.dumps({"type": kind, **fields}, ensure_ascii=False, separators=(",", ":"))


@dataclass(slots=True, eq=False)
class Watcher:
    """One watcher of a table, with a bounded queue of frames. A watcher who is too slow is disconnected and may resume."""

    eyes: Eyes
    sign_in: str
    clock: Callable[[], float]
    queue: deque[tuple[str, float]] = field(default_factory=deque)
    size: int = 0
    closing: tuple[int, str] | None = None  # code and reason for closing the socket
    wakes: asyncio.Event = field(default_factory=asyncio.Event)
    gone: asyncio.Event = field(default_factory=asyncio.Event)  # disconnect at once, even in the middle of a frame
    after: tuple[int, int] = (0, 0)  # session and number of the last event before the live ones
    manufacturer: str = ""  # of an account that may view the table only because of its devices there
    look: Callable[[Seen], Eyes] | None = None  # recomputes `eyes` for accounts whose view can change

    def offer(self, text: str) -> None:
        """Put a frame into the queue; disconnect the watcher if the queue is too long."""
        if self.closing is not None:
            return
        self.queue.append((text, self.clock()))
        self.size += len(text)
        if len(self.queue) > MOST_QUEUED or self.size > MOST_QUEUED_CHARACTERS:
            self.close(1013, "too slow; connect again and resume")
        self.wakes.set()

    def close(self, code: int, reason: str, drop: bool = True) -> None:
        """Disconnect the watcher; with `drop`, discard the frames in its queue."""
        if self.closing is None:
            self.closing = (code, reason)
            if drop:
                self.queue.clear()
                self.gone.set()
        self.wakes.set()

    async def next(self) -> tuple[str, float] | None:
        """The next frame and the time it was queued; None if the watcher is to be disconnected."""
        while not self.queue:
            if self.closing is not None:
                return None
            self.wakes.clear()
            await self.wakes.wait()
        text, since = self.queue.popleft()
        self.size -= len(text)
        return text, since


@dataclass(slots=True)
class Channel:
    """A watched table: its watchers, and the session and number of the last event sent to them."""

    session: int
    seq: int
    watchers: set[Watcher] = field(default_factory=set)
    recent: deque[Event] = field(default_factory=lambda: deque(maxlen=LAST_EVENTS))  # those sent last, of its session


class Feed:
    """The channels of all watched tables of a process."""

    def __init__(self, pit: Pit, records: Records, metrics: Metrics) -> None:
        self._pit, self._records, self._metrics = pit, records, metrics
        self._channels: dict[str, Channel] = {}
        self._behind: set[str] = set()  # channels that missed events
        self._kick = asyncio.Event()
        self.notified = False  # whether other processes announce new events at their tables
        pit.listeners.append(self.heard)

    @property
    def watchers(self) -> int:
        """The number of watchers."""
        return sum(len(each.watchers) for each in self._channels.values())

    def watch(self, table_id: str, watcher: Watcher, session: int, seq: int) -> Channel:
        """Add a watcher to a table whose last event the caller just read; later events are sent to the watcher."""
        channel = self._channels.get(table_id)
        if channel is None:
            channel = self._channels[table_id] = Channel(session, seq)
        channel.watchers.add(watcher)
        watcher.after = (channel.session, channel.seq)
        return channel

    def leave(self, table_id: str, watcher: Watcher) -> None:
        """Remove a watcher."""
        channel, hosted = self._channels.get(table_id), self._pit.hosted.get(table_id)
        if hosted is not None:
            hosted.visited(watcher.eyes.account)
        if channel is not None:
            channel.watchers.discard(watcher)
            if not channel.watchers:
                del self._channels[table_id]

    def recent(self, table_id: str, session: int, first: int, last: int) -> list[Event] | None:
        """Events that were sent a moment ago and are still in memory, for clients that resume; None if some are missing."""
        channel = self._channels.get(table_id)
        if channel is None or channel.session != session:
            return None
        kept = [event for event in list(channel.recent) if first <= event.seq <= last]
        return kept if len(kept) == last - first + 1 and channel.session == session else None

    def watches(self, table_id: str, account: str) -> bool:
        """Whether an account is connected to a table."""
        channel = self._channels.get(table_id)
        return channel is not None and any(each.eyes.account == account for each in channel.watchers)

    @property
    def watched_names(self) -> Set[str]:
        """The ids of the watched tables, as a live set."""
        return self._channels.keys()

    def look_again(self) -> None:
        """Poll the tables of other processes now."""
        self._kick.set()

    def away_from(self, hosted: Collection[str]) -> dict[str, list[str]]:
        """The accounts connected to each watched table that is not among `hosted`."""
        return {
            name: sorted({each.eyes.account for each in channel.watchers} - {""})
            for name, channel in self._channels.items()
            if name not in hosted
        }

    @property
    def watched(self) -> tuple[str, ...]:
        """The ids of the watched tables, as a tuple."""
        return tuple(self._channels)

    def tell_staff(self, table_id: str, text: str) -> None:
        """Send a frame to the watchers of a table who are not players."""
        channel = self._channels.get(table_id)
        for watcher in list(channel.watchers) if channel is not None else ():
            if watcher.eyes.base != PLAYER:
                watcher.offer(text)

    # Events of this process

    def heard(self, hosted: Hosted, events: tuple[Event, ...]) -> None:
        """Send the new events of a table of this process. They are durable, so an error here must not fail the command."""
        try:
            self._heard(hosted, events)
        except Exception as error:
            log_defect(error, table=hosted.id)
            self._behind.add(hosted.id)
            self._kick.set()

    def _heard(self, hosted: Hosted, events: tuple[Event, ...]) -> None:
        self._metrics.events.add(count=len(events))
        channel = self._channels.get(hosted.id)
        if channel is None:
            return
        new = hosted.session > channel.session and events[0].seq == 1
        if not new and (hosted.session, events[0].seq) != (channel.session, channel.seq + 1):
            self._behind.add(hosted.id)  # another process ran it until now: read the missing events
            self._kick.set()
            return
        self._tell(channel, hosted, events)

    def _tell(self, channel: Channel, seen: Seen, events: Sequence[Event]) -> None:
        """Send events to all watchers; `seen` is the table after them."""
        holders, stands = seen.standing.holders, where(seen)
        frames: dict[tuple[str, ...], str] = {}
        private = any(":" in event.to for event in events)
        for watcher in list(channel.watchers):
            try:
                eyes = watcher.eyes if watcher.look is None else watcher.look(seen)
            except Hidden:
                watcher.close(4404, "you may no longer see this table")
                continue
            key = private_seats(events, eyes, holders) if private else (eyes.base,)
            text = frames.get(key)
            if text is None:
                told = shown_live(events, eyes, holders)
                text = frames[key] = frame("events", table=seen.id, **stands, events=told)
            watcher.offer(text)
        if channel.session != seen.session:
            channel.recent.clear()
        channel.recent.extend(events)
        channel.session, channel.seq = seen.session, events[-1].seq
        self._metrics.frames.add(count=len(channel.watchers))

    # Tables of other processes

    async def follow(self, stop: asyncio.Event) -> None:
        """Read the events of tables that other processes run, until `stop`."""
        while not stop.is_set():
            self._kick.clear()  # first, so that events recorded during the read are found in the next turn
            foreign = {
                name: (each.session, each.seq) for name, each in self._channels.items() if self._is_foreign(name)
            }
            moved = await asyncio.to_thread(self._records.beyond, foreign) if foreign else set()
            for table_id in moved | (self._behind & foreign.keys()):
                try:
                    await self._read_on(table_id)
                except Exception as error:
                    log_defect(error, table=table_id)
            try:
                await asyncio.wait_for(self._kick.wait(), NOTIFIED_SECONDS if self.notified else POLL_SECONDS)
            except TimeoutError:
                continue

    def _is_foreign(self, table_id: str) -> bool:
        return table_id not in self._pit.hosted or table_id in self._behind

    async def _read_on(self, table_id: str) -> None:
        """Send the recorded events that the channel has not sent yet."""
        channel = self._channels.get(table_id)
        if channel is None:
            self._behind.discard(table_id)
            return
        session, seq = channel.session, channel.seq

        def read() -> tuple[Seen, list[Event]] | None:
            head = self._records.head(table_id)
            if head.session > session and self._records.head(table_id, session).seq <= seq:
                return self._page(table_id, head.session if session == 0 else session + 1, 0)
            return self._page(table_id, session, seq)

        page = await asyncio.to_thread(read)
        if page is None:
            hosted = self._pit.hosted.get(table_id)
            if hosted is None or (hosted.session, hosted.standing.seq) == (channel.session, channel.seq):
                self._behind.discard(table_id)
            return
        if (channel.session, channel.seq) != (session, seq):
            return  # they were sent meanwhile
        self._tell(channel, *page)
        self._kick.set()

    def _page(self, table_id: str, session: int, after: int) -> tuple[Seen, list[Event]] | None:
        end = self._records.head(table_id, session).seq
        if end <= after:
            return None
        last = min(end, after + AT_ONCE)
        events = self._records.events(table_id, session, after + 1, last)
        return self._records.at(table_id, session, last), events

    # Disconnecting

    def revoke(self, sign_in: str) -> None:
        """Close the sockets of a session or token that is no longer valid."""
        for channel in list(self._channels.values()):
            for watcher in list(channel.watchers):
                if watcher.sign_in == sign_in:
                    watcher.close(4401, "signed out")

    def sign_ins(self) -> set[str]:
        """The sessions and tokens of all watchers."""
        return {watcher.sign_in for channel in self._channels.values() for watcher in channel.watchers}

    def manufacturers(self) -> set[str]:
        """The manufacturers that watch a table because of their devices."""
        return {each.manufacturer for channel in self._channels.values() for each in channel.watchers} - {""}

    def without_devices(self, tables: Mapping[str, Collection[str]]) -> None:
        """Close the sockets of manufacturers at tables without their devices; `tables`: where each manufacturer has devices."""
        for name, channel in list(self._channels.items()):
            for watcher in list(channel.watchers):
                maker = watcher.manufacturer
                if maker in tables and name not in tables[maker]:
                    watcher.close(4404, "you may no longer see this table")

    def drain(self) -> None:
        """Tell all watchers that the service is ending, and disconnect each after the frames in its queue."""
        for channel in list(self._channels.values()):
            for watcher in list(channel.watchers):
                watcher.offer(frame("drain", right="connect again shortly and resume"))
                watcher.close(1012, "the service is ending", drop=False)
