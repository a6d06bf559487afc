"""A whole round of every game over HTTP and over the socket: the same events, settlements and citations as at a table alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest

from houseway.client import AsyncClient
from houseway.client.asynchronous import hello
from houseway.core import HOUSE, Event
from houseway.games import games
from houseway.store.database import Database
from houseway.store.keys import Keys
from service.places import STAFF, Place, place
from service.whole_rounds import Sent, whole_round

Send = Callable[[AsyncClient, Sent, int], Awaitable[Mapping[str, Any]]]
GAMES = tuple(games(outside=False))


@pytest.mark.parametrize("way", ["http", "socket"])
def test_a_round_of_every_game_is_the_one_of_a_table_alone(sqlite_database: Database, way: str) -> None:
    asyncio.run(_every_game(sqlite_database, way))


async def _every_game(database: Database, way: str) -> None:
    async with place(database, Keys.new(), {name: name for name in GAMES}) as there:
        staff, reader = there.client(*STAFF), there.client("surveillance")
        players = {seat: there.client("player") for seat in (1, 2)}
        for name in GAMES:
            await _one_game(there, name, way, staff, players)
            sent = whole_round(name)
            page = await reader.events(name, limit=1000)
            alone = [plain_event(event, HOUSE) for each in sent for event in each.events]
            assert [without_time(event) for event in page.events] == alone, name


async def _one_game(there: Place, name: str, way: str, staff: AsyncClient, players: Mapping[int, AsyncClient]) -> None:
    """Send the round, and compare each answer with the decision of a table without a service, as its sender may see it."""
    sockets: dict[int, Any] = {}
    try:
        for number, sent in enumerate(whole_round(name)):
            seat = int(sent.command.get("seat", 0)) if sent.role == "player" else 0
            client = players[seat] if seat else staff
            if way == "http":
                carried = await client.command(name, sent.command, sent.expect, sent.role, key=f"{name} {number}")
                events = [dict(event) for event in carried.events]
            else:
                if seat not in sockets:
                    sockets[seat] = await client.socket(name)
                    await sockets[seat].send(hello(None, None))
                events = await _over_socket(sockets[seat], sent, f"{name} {number}")
            viewer = f"seat:{seat}" if seat else sent.role
            assert [without_time(event) for event in events] == [plain_event(e, viewer) for e in sent.events], name
    finally:
        for each in sockets.values():
            await each.close()


async def _over_socket(socket: Any, sent: Sent, key: str) -> list[dict[str, Any]]:
    message = {"type": "command", "id": key, "command": sent.command, "expect": sent.expect, "as": sent.role}
    await socket.send(json.dumps(message))
    while True:
        told = json.loads(await asyncio.wait_for(socket.recv(), 10))
        if told["type"] in ("ack", "nack"):
            assert told["id"] == key and told["type"] == "ack", told
            return list(told["events"])


def plain_event(event: Event, viewer: str) -> Any:
    """An event as its viewer may see it, as JSON gives it back."""
    return json.loads(json.dumps(event.seen_by(viewer)))


def without_time(event: Mapping[str, Any]) -> dict[str, Any]:
    """An event of the service without its time: a table alone has another clock."""
    return {name: value for name, value in event.items() if name != "at"}


def test_the_round_reads_as_houseway_replay_tells_it(sqlite_database: Database) -> None:
    asyncio.run(_in_words(sqlite_database))


async def _in_words(database: Database) -> None:
    async with place(database, Keys.new(), {"table": "casino-war"}) as there:
        staff, anna, ben = there.client(*STAFF), there.client("player"), there.client("player")
        for sent in whole_round("casino-war"):
            client = staff if sent.role != "player" else anna if sent.command["seat"] == 1 else ben
            await client.command("table", sent.command, sent.expect, sent.role)
        told = await anna.round("table", 1)
        settled = [event for event in told.events if event["event"] == "wager-settled"]
        assert settled and all(event["cites"] for event in settled)
        assert "Seat 1 wagers" in told.words and "[§ " in told.words
        last = await anna.rounds("table", last=2)
        assert [each.round for each in last][-1:] == [0] and last[-2].words == told.words
        journal = await there.client("surveillance").export("table", 1)
        assert journal.count(b"\n") == told.events[-1]["seq"] + 1
