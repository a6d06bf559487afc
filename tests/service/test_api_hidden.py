"""Two tables that differ only in hidden values look the same to a player, byte by byte, until these are revealed."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from houseway.client import ServiceProblem
from houseway.client.asynchronous import hello
from houseway.core import Outcome
from houseway.games import games
from houseway.numerics.sources import SeededSource
from houseway.store import sessions
from houseway.store.keys import Keys
from service.places import STAFF, place
from service.stores import open_sqlite
from service.whole_rounds import whole_round
from support import sized

HIDING = [
    name
    for name in games(outside=False)
    if any(event.event == "shoe-sealed" or event.to != "all" for sent in whole_round(name) for event in sent.events)
]
# random values of a fixed size: commitments to hidden values, salts, times and accounts
RANDOM = re.compile(r"[0-9a-f]{64}|[0-9a-f]{32}|20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ|acc-[0-9a-f]{16}")


def test_games_with_hidden_cards_or_tiles_are_among_those_tested() -> None:
    assert len(HIDING) >= 3


PRIVATE = [name for name in HIDING if any(event.to == "seat:1" for sent in whole_round(name) for event in sent.events)]


class Otherwise(SeededSource):
    """The same source, with face-down cards in another order."""

    turn = 0

    def arranged(self, faces: Sequence[Outcome]) -> Sequence[Outcome]:
        """The order of the seed, turned."""
        order = list(super().arranged(faces))
        return order[self.turn :] + order[: self.turn]


@pytest.mark.parametrize("name", HIDING)
def test_before_anything_is_turned_up_other_cards_change_no_byte_for_a_player(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "SeededSource", Otherwise)

    async def test() -> None:
        looks = []
        for turn in (0, 5, 11)[: sized(day=2, night=3)]:
            monkeypatch.setattr(Otherwise, "turn", turn)
            looks.append(await _looks(name, turn, tmp_path))
        assert len(looks[0]) > 10
        for other in looks[1:]:
            assert [len(each) for each in other] == [len(each) for each in looks[0]]
            assert other == looks[0]

    asyncio.run(test())


async def _looks(name: str, turn: int, folder: Path) -> list[str]:
    """All that players and a bystander are told until something is turned up that they may see."""
    database = open_sqlite(folder / f"{name}-{turn}.db")
    told: list[str] = []
    async with place(database, Keys.new(), {"table": name}) as there:
        staff = there.client(*STAFF)
        players = {seat: there.client("player") for seat in (1, 2)}
        bystander = there.client("player")
        async with bystander.socket("table") as socket:
            await socket.send(hello(None, None))
            told += await _frames(socket, "caught-up")
            upto = "choose" if name in PRIVATE else "draw"  # private tiles are dealt and seen by their seats alone
            looking = [bystander]
            for sent in whole_round(name):
                if sent.command["do"] == upto:
                    break
                client = players[sent.command["seat"]] if sent.role == "player" else staff
                carried = await client.command("table", sent.command, sent.expect, sent.role)
                told += await _frames(socket, "events")
                if sent.role == "player":
                    told.append(json.dumps(carried.events))
            if name not in PRIVATE:
                looking += players.values()
            for client in looking:
                told.append(json.dumps((await client.table("table")).document))
                told.append(json.dumps((await client.events("table", limit=1000)).events))
                told.append(json.dumps(await client.state("table")))
                told += [each.words for each in await client.rounds("table")]
                for command in ({"do": "draw"}, {"do": "wager", "seat": 9, "id": "x", "cents": 1}, {"do": "choose"}):
                    with pytest.raises(ServiceProblem) as caught:
                        await client.command("table", command, {"round": 1, "phase": "wagers"})
                    told.append(json.dumps(caught.value.document))
    database.close()
    return [RANDOM.sub(lambda found: "#" * len(found.group()), each) for each in told]


async def _frames(socket: Any, until: str) -> list[str]:
    found: list[str] = []
    while not found or json.loads(found[-1])["type"] != until:
        found.append(await asyncio.wait_for(socket.recv(), 10))
    return found


def test_a_seats_tiles_are_withheld_from_everybody_else_also_from_whoever_sits_there_later(tmp_path: Path) -> None:
    name = PRIVATE[0]

    async def test() -> None:
        database = open_sqlite(tmp_path / "pit.db")
        async with place(database, Keys.new(), {"table": name}) as there:
            staff, players = there.client(*STAFF), {seat: there.client("player") for seat in (1, 2)}
            for sent in whole_round(name):
                client = players[sent.command["seat"]] if sent.role == "player" else staff
                await client.command("table", sent.command, sent.expect, sent.role)
            private = {event.seq for sent in whole_round(name) for event in sent.events if event.to == "seat:1"}

            async def seen(client: Any) -> set[int]:
                events = (await client.events("table", limit=1000)).events
                return {event["seq"] for event in events if event["seq"] in private and event["event"] != "withheld"}

            assert await seen(players[1]) == private
            assert not await seen(players[2]) and not await seen(there.client("player"))
            assert await seen(there.client("surveillance")) == private
            chips = there.pit.hosted["table"].chips(1)
            await players[1].command("table", {"do": "cash-out", "seat": 1, "cents": chips})
            later = there.client("player")
            await later.command("table", {"do": "buy-in", "seat": 1, "cents": 50_000})
            assert (await later.table("table")).viewer == "seat:1"
            assert not await seen(later) and await seen(players[1]) == private
            async with later.socket("table") as socket:
                await socket.send(hello(1, 0))
                told = [json.loads(each) for each in await _frames(socket, "caught-up")]
            shown = {e["seq"] for m in told for e in m.get("events", ()) if e["event"] != "withheld"}
            assert not shown & private
        database.close()

    asyncio.run(test())
