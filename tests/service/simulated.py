"""A whole pit in one thread, with a clock, a network and a store that fail as a seed says: the same seed, the same run.

No real time passes and no thread runs: the loop jumps to the next timer, the store writes when it is handed something, and
what would run in another thread runs at once.
"""

from __future__ import annotations

import asyncio
import random
import selectors
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import houseway
from houseway.core import Event, Moment
from houseway.law import BadInput
from houseway.service import hosted as hosting
from houseway.service.hosted import BusyError, ConflictError, Expected, Hosted, ReceivedCommand, Sender, SuspendedError
from houseway.service.pit import Pit
from houseway.store.database import Database, StoreError
from houseway.store.keys import Keys
from houseway.store.sessions import SessionRecorder
from houseway.store.writer import Append, Statements, store
from service.soundness import Ack, once

NOW = 1_760_000_000
TABLES = {"roulette-1": "red", "sic-bo-1": "small"}
CLIENTS = 4
STAFF = 2


class NoWaiting(selectors.SelectSelector):
    """A selector that never waits: it moves the clock to when the next timer is due."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        assert timeout is not None, "everybody waits for something that never comes"
        self.now += max(timeout, 0.0)
        return super().select(0)


class Loop(asyncio.SelectorEventLoop):
    """A loop whose time is only ever moved by its timers."""

    def __init__(self) -> None:
        self._virtual = NoWaiting()
        super().__init__(self._virtual)

    def time(self) -> float:
        return self._virtual.now + 1e-9


async def at_once(function: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
    """Run in this thread the work of another thread."""
    await asyncio.sleep(0)
    return function(*given, **named)


class Writer:
    """A store in the same thread: groups what comes within a moment, and fails before or after its commit as the seed says."""

    def __init__(self, database: Database, world: World) -> None:
        self.database, self._world, self._statements = database, world, Statements(database.kind)
        self._group: list[Append] = []
        self.transactions = self.appends = 0
        self.alive = True

    def recorder(self, local: SessionRecorder) -> SessionRecorder:
        """Lines are made where the table is."""
        return local

    def submit(self, append: Append) -> None:
        """Hand over an append; it is written a little later, with what came meanwhile."""
        if not self._group:
            asyncio.get_running_loop().call_later(self._world.chance.uniform(0.001, 0.02), self._write)
        self._group.append(append)

    def _write(self) -> None:
        group, self._group = self._group, []
        if not self.alive:
            return  # the process is gone: nobody writes, and nobody is told
        fate = self._world.chance.random() if self._world.troubled else 1.0
        for each in group:
            error: Exception | None = None
            try:
                if fate < 0.04:
                    raise OSError(28, "No space left on device")
                with self.database.write() as connection:
                    store(connection.connection.cursor(), self._statements, [each])
                self.transactions += 1
                if fate < 0.08:
                    error = StoreError("the connection broke after the commit")  # recorded, and nobody knows
            except Exception as failed:
                from houseway.store.writer import _told

                error = _told(failed, each, StoreError(str(failed)))
            if each.waiting.done():
                continue
            if error is None:
                each.waiting.set_result(None)
            else:
                each.waiting.set_exception(error)

    def close(self) -> None:
        """End."""
        self._write()
        self.alive = False


@dataclass
class World:
    """One run: the records, the events that watchers saw, and the answers."""

    seed: int
    database: Database
    keys: Keys
    chance: random.Random = field(default_factory=random.Random)
    troubled: bool = True
    now: int = NOW
    pit: Pit | None = None
    acks: dict[str, list[Ack]] = field(default_factory=lambda: {table: [] for table in TABLES})
    seen: dict[tuple[str, int], list[Event]] = field(default_factory=dict)  # by table and watcher
    restarts: int = 0

    def clock(self) -> Moment:
        """A clock that runs, and jumps."""
        self.now += self.chance.randint(0, 2)
        if self.troubled and self.chance.random() < 0.01:
            self.now += self.chance.choice((-3600, 3600, -365 * 86400))
        return Moment(self.now)

    def start(self) -> Pit:
        """A new process on the same database."""
        with patch("houseway.service.pit.Writer", lambda database, tell: Writer(database, self)):
            self.pit = Pit.open(self.database, self.keys, "us", self.clock)
        self.pit.listeners.append(self.heard)
        return self.pit

    def heard(self, hosted: Hosted, events: tuple[Event, ...]) -> None:
        """Watchers get live events; some are away, and resume later from their last event."""
        for watcher in range(2):
            seen = self.seen.setdefault((hosted.id, watcher), [])
            if self.chance.random() < 0.2:
                continue
            self.resumed(hosted.id, seen, events[0].seq - 1)
            seen.extend(event for event in events if not seen or event.seq > seen[-1].seq)

    def resumed(self, table: str, seen: list[Event], last: int) -> None:
        """Add the events that a watcher missed, up to a number."""
        assert self.pit is not None
        first = seen[-1].seq + 1 if seen else 1
        if first <= last:
            seen.extend(self.pit.events(table, 1, first, last))


async def open_tables(world: World) -> None:
    """All tables, with chips at every seat."""
    pit = world.start()
    for table in TABLES:
        book = houseway.load(table.rpartition("-")[0])
        await pit.open_table(table, book.game, book.rules, "Parx", "seeded", str(world.seed))
        await pit.command(table, ReceivedCommand({"do": "open"}, "open", "d"), Sender("flo", "floorperson"), Expected())
        for seat in range(1, CLIENTS + 1):
            given = ReceivedCommand({"do": "buy-in", "seat": seat, "cents": 1_000_000}, f"buy-{seat}", "d")
            await pit.command(table, given, Sender(f"player-{seat}", "player"), Expected())


async def sent(world: World, table: str, given: ReceivedCommand, sender: Sender, expected: Expected) -> None:
    """Send a command over a bad network until it is answered: delayed, lost, doubled, with the same id every time."""
    chance = world.chance
    for _ in range(60):
        copies = 2 if chance.random() < 0.15 else 1
        answers = [asyncio.create_task(delivered(world, table, given, sender, expected)) for _ in range(copies)]
        done, late = await asyncio.wait(answers, timeout=1.0, return_when=asyncio.FIRST_COMPLETED)
        for task in late:
            task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        results = [task.result() for task in done]
        if True in results:
            return
        await asyncio.sleep(chance.uniform(0.01, 0.5))
    raise AssertionError(f"{given.key} was never answered")


async def delivered(world: World, table: str, given: ReceivedCommand, sender: Sender, expected: Expected) -> bool:
    """One delivery; True if an answer came back."""
    chance = world.chance
    await asyncio.sleep(chance.uniform(0.001, 0.1))
    if world.troubled and chance.random() < 0.1:
        return False
    pit = world.pit
    assert pit is not None
    try:
        answer = await once(pit, table, given, sender, expected)
    except (ConflictError, BadInput):
        return True  # too late for this round: a clear answer, and no effect
    except (SuspendedError, BusyError, StoreError, asyncio.CancelledError):
        return False
    if pit is not world.pit:
        return False  # the process that answered is gone, and its answer with it
    await asyncio.sleep(chance.uniform(0.001, 0.1))
    if world.troubled and chance.random() < 0.1:
        return False
    ack = (sender.actor, given.key, answer.first, answer.last)
    if ack not in world.acks[table]:
        world.acks[table].append(ack)
    return True


async def player(world: World, seat: int, count: int) -> None:
    """Bets at all tables."""
    for number in range(count):
        table = world.chance.choice(list(TABLES))
        command = {"do": "wager", "seat": seat, "id": TABLES[table], "cents": 500 * world.chance.randint(1, 3)}
        await sent(
            world,
            table,
            ReceivedCommand(command, f"{seat}-{number}", "d"),
            Sender(f"player-{seat}", "player"),
            Expected(),
        )
        await asyncio.sleep(world.chance.uniform(0, 0.5))


async def dealer(world: World, table: str, count: int) -> None:
    """Closes the betting and draws, round after round."""
    for number in range(count):
        for do in ("no-more-bets", "draw"):
            await sent(
                world, table, ReceivedCommand({"do": do}, f"{do}-{number}", "d"), Sender("deb", "dealer"), Expected()
            )
        await asyncio.sleep(world.chance.uniform(0, 1))


async def crashes(world: World, stop: asyncio.Event) -> None:
    """The process dies now and then; another one goes on at once."""
    while not stop.is_set():
        await asyncio.sleep(world.chance.uniform(0.3, 3))
        if stop.is_set():
            return
        pit = world.pit
        assert pit is not None
        if world.chance.random() < 0.5:
            pit.checkpoint()
            continue
        pit.writer.alive = False  # type: ignore[union-attr]
        for hosted in pit.hosted.values():
            hosted.suspended = "its process is gone"
        world.restarts += 1
        world.start()


async def run(world: World, size: int) -> None:
    """Clients, dealers and crashes until everybody is done; then the troubles end and everything is looked at."""
    world.troubled = False
    await open_tables(world)
    world.troubled = True
    stop = asyncio.Event()
    dying = asyncio.create_task(crashes(world, stop))
    players = [player(world, seat, size) for seat in range(1, CLIENTS + 1)]
    dealers = [dealer(world, table, size) for table in TABLES]
    await asyncio.gather(*players, *dealers)
    stop.set()
    await dying
    world.troubled = False
    pit = world.pit
    assert pit is not None
    for table in TABLES:
        hosted = await pit.find(table)
        for watcher in range(2):
            world.resumed(table, world.seen.setdefault((table, watcher), []), hosted.standing.seq)
    pit.close()


def simulate(seed: int, database: Database, size: int = 6) -> World:
    """One run of a seed."""
    world = World(seed, database, Keys.new(), random.Random(seed))

    def main() -> Coroutine[Any, Any, None]:
        return run(world, size)

    with (
        patch("asyncio.to_thread", at_once),
        patch.object(hosting, "SNAPSHOT_LINES", 15),
        asyncio.Runner(loop_factory=Loop) as runner,
    ):
        runner.run(main())
    return world
