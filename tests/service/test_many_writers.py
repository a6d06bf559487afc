"""32 writers at the tables of one pit, and readers who resume at random: every number once, in order, without a gap."""

from __future__ import annotations

import asyncio
import random

import pytest

import houseway
from houseway.core import Event
from houseway.service.hosted import BusyError, Expected, Hosted, ReceivedCommand, Sender
from houseway.service.pit import Pit
from houseway.store.database import Database
from houseway.store.keys import Keys
from service.soundness import Ack, contiguous, sound

WRITERS, READERS, TABLES = 32, 6, 4
FLO = Sender("flo", "floorperson")


async def written(pit: Pit, table: str, writer: int, count: int, acks: list[Ack]) -> None:
    """One writer: bets, and takes them back."""
    seat, sender = writer % 7 + 1, Sender(f"writer-{writer}", "player")
    for number in range(count):
        wager = {"id": "red", "cents": 500} if number % 2 == 0 else {"id": "red"}
        command = {"do": "remove" if number % 2 else "wager", "seat": seat, **wager}
        while True:
            try:
                answer = await pit.command(table, ReceivedCommand(command, str(number), "d"), sender, Expected())
                break
            except BusyError:
                await asyncio.sleep(0.01)
        acks.append((sender.actor, str(number), answer.first, answer.last))


class Reader:
    """Reads a table: live, or away for a while and then from the records."""

    def __init__(self, pit: Pit, table: str, chance: random.Random) -> None:
        self.pit, self.table, self._chance = pit, table, chance
        self.last, self._away, self.resumed = 0, False, 0
        self._known = 0  # the newest number that it heard of
        pit.listeners.append(self.heard)

    def heard(self, hosted: Hosted, events: tuple[Event, ...]) -> None:
        if hosted.id != self.table:
            return
        self._known = events[-1].seq
        if self._away:
            return
        if events[0].seq != self.last + 1 or self._chance.random() < 0.05:
            self._away = True
            return
        self.took(events)

    def took(self, events: tuple[Event, ...] | list[Event]) -> None:
        for event in events:
            assert event.seq == self.last + 1, f"{event.seq} came after {self.last}"
            self.last = event.seq

    async def read(self, stop: asyncio.Event) -> None:
        while not stop.is_set() or self.last < self._known:
            if self._away or stop.is_set():
                upto = min(self._known, self.last + self._chance.randint(1, 60))
                events = await asyncio.to_thread(self.pit.events, self.table, 1, self.last + 1, upto)
                assert len(events) == upto - self.last, "what was shown is in the records"
                self.took(events)
                self.resumed += 1
                self._away = self.last < self._known
            await asyncio.sleep(0.005)


def many(database: Database, each: int) -> None:
    keys, acks = Keys.new(), {f"roulette-{n}": list[Ack]() for n in range(TABLES)}

    async def play() -> None:
        pit = Pit.open(database, keys, "us")
        book = houseway.load("roulette")
        chance, stop = random.Random(32), asyncio.Event()
        readers = [Reader(pit, f"roulette-{n % TABLES}", chance) for n in range(READERS)]
        for table in acks:
            await pit.open_table(table, book.game, book.rules, "Parx", "seeded", "many")
            await pit.command(table, ReceivedCommand({"do": "open"}, "open", "d"), FLO, Expected())
            for seat in range(1, 8):
                given = ReceivedCommand({"do": "buy-in", "seat": seat, "cents": 900_000_000}, f"buy-{seat}", "d")
                await pit.command(table, given, FLO, Expected())
        reading = [asyncio.create_task(reader.read(stop)) for reader in readers]
        tables = list(acks)
        await asyncio.gather(
            *(written(pit, tables[n % TABLES], n, each, acks[tables[n % TABLES]]) for n in range(WRITERS))
        )
        stop.set()
        await asyncio.gather(*reading)
        for reader in readers:
            assert reader.last == pit.hosted[reader.table].standing.seq
        assert sum(reader.resumed for reader in readers) > READERS
        assert pit.writer.appends > pit.writer.transactions, "commits are shared"
        pit.close()

    asyncio.run(play())
    for table, acked in acks.items():
        assert len(acked) == each * WRITERS // TABLES
        contiguous(database, table, acked)
    if each <= 100:
        sound(database, keys, acks)


def test_32_writers_and_readers_who_resume(database: Database) -> None:
    many(database, 20)


@pytest.mark.nightly
def test_a_million_events_of_32_writers(sqlite_database: Database) -> None:
    many(sqlite_database, 1_000_000 // WRITERS)
