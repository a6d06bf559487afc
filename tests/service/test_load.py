"""Load: players, dealers and watchers at several tables, a reader who stands still, and everybody back at once.

By night for ten minutes: nothing is lost or doubled, the memory of the process stays flat, the reader who stands still moves
nobody else's p99, and a thousand reconnects at once are absorbed in seconds. Figures are printed (`pytest -s`).
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import resource
import socket
import time
from array import array
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from houseway.client import AsyncClient, ServiceProblem
from houseway.client.asynchronous import hello
from houseway.store.database import Database
from houseway.store.garbage_collection import settle
from houseway.store.keys import Keys
from service.places import STAFF, Place, opened, place
from service.soundness import Ack, contiguous, sound
from support import sized

SECONDS = sized(day=1, night=600)
TABLES = sized(day=2, night=20)
WATCHERS = sized(day=2, night=5)  # of each table
RECONNECTS = sized(day=20, night=1000)
PAUSE, ROUND_SECONDS = 0.2, sized(day=1, night=4)
LEAST = 3  # commands that every player gets through, however busy the machine
OVERTAKEN = (409, 422)  # somebody else's command came first
MOST_GROWTH_MB = 40.0  # of caches; a table that held its history would take more than 100
RECONNECTED_SECONDS = 60.0


@dataclass
class Load:
    """The load and its results. Acknowledged commands go to a file, so that they do not count as memory."""

    there: Place
    acked: Path
    tables: list[str]
    until: float
    waits: array[float] = field(default_factory=lambda: array("d"))
    stood_still_from: int = 0  # the first of `waits` with a reader who stands still
    elsewhere: int = 0
    seen: dict[tuple[str, int], int] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Is the time up?"""
        return time.monotonic() >= self.until


async def play(load: Load, table: str, seat: int) -> None:
    """A player who bets and takes it back, five times a second."""
    principal = load.there.account("player")
    client, number, done = load.there.client(principal=principal), 0, 0
    await client.command(table, {"do": "buy-in", "seat": seat, "cents": 10_000_000})
    expect = (await client.table(table, limits=False)).in_phase
    with load.acked.open("a", buffering=1) as acked:
        while not load.over or done < LEAST:
            began, number = time.monotonic(), number + 1
            wager = {"do": "remove", "seat": seat, "id": "red"} if number % 2 == 0 else None
            command = wager or {"do": "wager", "seat": seat, "id": "red", "cents": 500}
            try:
                carried = await client.command(table, command, expect, key=f"{table}-{seat}-{number}")
                load.waits.append(time.monotonic() - began)
                ack = [table, principal.account, f"{table}-{seat}-{number}", carried.first, carried.last]
                acked.write(json.dumps(ack) + "\n")
                done += 1
            except ServiceProblem as problem:
                if problem.status not in OVERTAKEN:
                    raise
                load.elsewhere += 1
                expect = (await client.table(table, limits=False)).in_phase
            await asyncio.sleep(PAUSE)


async def deal(load: Load, table: str) -> None:
    """A dealer who plays round after round."""
    client = load.there.client(*STAFF)
    while not load.over:
        await asyncio.sleep(ROUND_SECONDS)
        now = await client.table(table, limits=False)
        try:
            if now.phase == "wagers":
                closed = await client.command(table, {"do": "no-more-bets"}, now.after_this)
                await client.command(table, {"do": "draw"}, {"seq": closed.last})
            else:
                await client.command(table, {"do": "draw"}, now.after_this)
        except ServiceProblem as problem:
            if problem.status not in OVERTAKEN:
                raise


async def watch(load: Load, table: str, number: int) -> None:
    """A watcher who is sent every event once, in order, from the first one on."""
    client, last = load.there.client("player"), 0
    async for frame in client.watch(table, session=1, seq=0):
        for event in frame.events:
            assert event["seq"] == last + 1, f"{table}: {event['seq']} came after {last}"
            last = event["seq"]
        load.seen[table, number] = last


def stand_still(address: str, token: str, table: str) -> socket.socket:
    """Open a table's socket, ask for everything, and read nothing any more."""
    there = urlsplit(address)
    still = socket.socket()
    still.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    still.connect((there.hostname, there.port))
    head = (
        f"GET /v1/tables/{table}/socket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Protocol: houseway.v1\r\nAuthorization: Bearer {token}\r\n\r\n"
    )
    text = hello(1, 0).encode()
    still.sendall(head.encode())
    assert b" 101 " in still.recv(200)
    still.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)  # a text frame under a mask of zeros
    return still


async def reconnect(load: Load, clients: list[AsyncClient], count: int) -> float:
    """Reconnect this many sockets at once, each from its last event; return the seconds until the last one has caught up."""
    ready = asyncio.Semaphore(0)
    done = asyncio.Event()

    async def one(number: int) -> None:
        table = load.tables[number % len(load.tables)]
        last = load.there.pit.hosted[table].standing.seq
        async with clients[number % len(clients)].socket(table) as back:
            await back.send(hello(1, max(0, last - 50)))
            while json.loads(await back.recv())["type"] != "caught-up":
                pass
            ready.release()
            await done.wait()

    began = time.monotonic()
    tasks = [asyncio.create_task(one(number)) for number in range(count)]
    for _ in range(count):
        await asyncio.wait_for(ready.acquire(), 300)
    took = time.monotonic() - began
    done.set()
    await asyncio.gather(*tasks)
    return took


def resident_mb() -> float:
    """The memory that this process has now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def p99_ms(waits: array[float]) -> float:
    """The 99th percentile in milliseconds."""
    return sorted(waits)[int(len(waits) * 0.99)] * 1000 if waits else 0.0


async def loaded(load: Load) -> tuple[float, float]:
    """Everybody at once; the growth of memory after the first fifth, and the seconds of the reconnects."""
    began, seconds = time.monotonic(), float(SECONDS)
    load.until = began + seconds
    working = [asyncio.create_task(work) for table in load.tables for work in (play(load, table, 1), deal(load, table))]
    working += [asyncio.create_task(play(load, table, 2)) for table in load.tables]
    watching = [asyncio.create_task(watch(load, table, each)) for table in load.tables for each in range(WATCHERS)]
    clients = [load.there.client("player") for _ in range(10)]
    await asyncio.sleep(seconds / 5)
    before = resident_mb()
    await asyncio.sleep(seconds / 5 * 2)
    load.stood_still_from = len(load.waits)
    token = load.there.token(load.there.account("player"))
    still = await asyncio.to_thread(stand_still, load.there.address, token, load.tables[0])
    await asyncio.gather(*working)
    growth = resident_mb() - before
    took = await reconnect(load, clients, RECONNECTS)
    ends = {table: load.there.pit.hosted[table].standing.seq for table in load.tables}
    async with asyncio.timeout(60):
        while any(load.seen.get((table, each)) != ends[table] for table in ends for each in range(WATCHERS)):
            await asyncio.gather(*(task for task in watching if task.done()))
            await asyncio.sleep(0.02)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    still.close()
    return growth, took


def test_load_loses_and_doubles_nothing(sqlite_database: Database, tmp_path: Path) -> None:
    keys, tables = Keys.new(), [f"roulette-{number}" for number in range(1, TABLES + 1)]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))

    async def test() -> tuple[Load, float, float]:
        async with place(sqlite_database, keys, dict.fromkeys(tables, "roulette")) as there:
            floor = there.client("floorperson")
            for table in tables:
                await opened(floor, table)
            if SECONDS > 60:
                settle()
            load = Load(there, tmp_path / "acked", tables, 0.0)
            return load, *await loaded(load)

    load, growth, took = asyncio.run(test())
    acks: dict[str, list[Ack]] = {table: [] for table in tables}
    for line in load.acked.read_text().splitlines():
        table, *ack = json.loads(line)
        acks[table].append((ack[0], ack[1], ack[2], ack[3]))
    alone, beside = p99_ms(load.waits[: load.stood_still_from]), p99_ms(load.waits[load.stood_still_from :])
    events = sum(contiguous(sqlite_database, table, acks[table]) for table in tables)
    print(
        f"{SECONDS} s, {TABLES} tables: {len(load.waits):,} commands acknowledged, {load.elsewhere:,} came too late, "
        f"{events:,} events, {len(load.seen)} watchers saw each once; p99 {alone:.0f} ms, beside a reader who stands "
        f"still {beside:.0f} ms; memory grew by {growth:.1f} MB; {RECONNECTS} reconnects in {took:.1f} s"
    )
    assert all(acks.values()) and len(load.seen) == TABLES * WATCHERS
    if SECONDS > 60:
        assert growth < MOST_GROWTH_MB
        assert took < RECONNECTED_SECONDS
        assert beside < 2 * alone + 100
    else:
        sound(sqlite_database, keys, acks)
