"""Commands that are sent again: one effect and the same answer, over both transports, at once, and after a restart."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from houseway.client import AsyncClient, ServiceProblem
from houseway.client.answers import envelope
from houseway.client.asynchronous import hello
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.schema import attempts
from service.places import STAFF, Place, place
from service.whole_rounds import Sent, whole_round


async def _answers(client: AsyncClient, table: str, sent: Sent, key: str, ways: list[str]) -> list[Any]:
    """The answers to one command that is sent several times at once, each without what only says that it is a repeat."""

    async def over_http() -> Any:
        headers = {**client.credentials.headers(), "Idempotency-Key": key}
        body = envelope(sent.command, sent.expect, sent.role)
        async with httpx.AsyncClient(base_url=client.address, verify=False, timeout=60) as http:
            answer = await http.post(f"/v1/tables/{table}/commands", json=body, headers=headers)
        return answer.json()

    async def over_socket() -> Any:
        async with client.socket(table) as socket:
            await socket.send(hello(None, None))
            body = envelope(sent.command, sent.expect, sent.role)
            await socket.send(json.dumps({"type": "command", "id": key, **body}))
            while True:
                told = json.loads(await asyncio.wait_for(socket.recv(), 10))
                if told["type"] == "ack":
                    return {name: value for name, value in told.items() if name not in ("type", "id")}
                if told["type"] == "nack":
                    return told["problem"]

    return await asyncio.gather(*(over_http() if way == "http" else over_socket() for way in ways))


def _client(there: Place, sent: Sent, staff: Any, players: dict[int, Any]) -> AsyncClient:
    principal = players[sent.command["seat"]] if sent.role == "player" else staff
    return there.client(principal=principal)


@pytest.mark.parametrize(
    ("store", "game"),
    [
        ("sqlite", "casino-war"),
        ("sqlite", "pai-gow"),
        ("postgresql", "casino-war"),
        pytest.param("postgresql", "pai-gow", marks=pytest.mark.nightly),
    ],
    indirect=["store"],
)
def test_each_command_sent_up_to_five_times_has_one_effect_also_after_a_restart(database: Database, game: str) -> None:
    asyncio.run(_repeated(database, game))


async def _repeated(database: Database, game: str) -> None:
    keys, rng = Keys.new(), Random(game)
    first: list[tuple[Sent, Any]] = []
    async with place(database, keys, {"table": game}) as there:
        staff = there.account(*STAFF)
        players = {seat: there.account("player") for seat in (1, 2)}
        for number, sent in enumerate(whole_round(game)):
            ways = [rng.choice(("http", "socket")) for _ in range(rng.randint(1, 5))]
            client = _client(there, sent, staff, players)
            answers = await _answers(client, "table", sent, f"key {number}", ways)
            assert all(answer == answers[0] for answer in answers), sent.command
            assert [event["seq"] for event in answers[0]["events"]] == [event.seq for event in sent.events]
            first.append((sent, answers[0]))
        seq = there.pit.hosted["table"].standing.seq
    async with place(database, keys) as there:
        await there.pit.take("table")
        for number, (sent, answer) in enumerate(first):
            client = _client(there, sent, staff, players)
            way = rng.choice(("http", "socket"))
            assert await _answers(client, "table", sent, f"key {number}", [way]) == [answer]
        assert there.pit.hosted["table"].standing.seq == seq


def test_an_id_that_is_used_for_another_command_is_refused(sqlite_database: Database) -> None:
    async def test() -> None:
        keys = Keys.new()
        async with place(sqlite_database, keys, {"table": "sic-bo"}) as there:
            floor, account = there.client("floorperson"), there.account("player")
            anna = there.client(principal=account)
            await floor.command("table", {"do": "open"}, {"seq": 0})
            bought = await anna.command("table", {"do": "buy-in", "seat": 1, "cents": 500}, key="one")
            with pytest.raises(ServiceProblem, match="id-reused"):
                await anna.command("table", {"do": "buy-in", "seat": 1, "cents": 501}, key="one")
            async with anna.socket("table") as socket:
                await socket.send(hello(None, None))
                sent = {"do": "buy-in", "seat": 1, "cents": 502}
                await socket.send(json.dumps({"type": "command", "id": "one", "command": sent, "expect": {}}))
                while (said := json.loads(await socket.recv()))["type"] != "nack":
                    pass
                assert said["problem"]["code"] == "id-reused"
            with sqlite_database.read() as connection:
                found = [(row.kind, row.actor) for row in connection.execute(select(attempts))]
            assert found == [("id-reused", account.account)] * 2
            other = await there.client("player").command("table", {"do": "buy-in", "seat": 2, "cents": 500}, key="one")
            assert other.first > bought.last  # ids are each sender's own
        async with place(sqlite_database, keys) as there:
            anna = there.client(principal=account)
            with pytest.raises(ServiceProblem, match="id-reused"):
                await anna.command("table", {"do": "buy-in", "seat": 1, "cents": 501}, key="one")
            again = await anna.command("table", {"do": "buy-in", "seat": 1, "cents": 500}, key="one")
            assert again.repeated and (again.first, again.events) == (bought.first, bought.events)

    asyncio.run(test())


def test_a_refusal_and_a_cash_out_are_answered_again_when_they_would_not_be_lawful_any_more(
    sqlite_database: Database,
) -> None:
    async def test() -> None:
        async with place(sqlite_database, Keys.new(), {"table": "sic-bo"}) as there:
            floor, anna = there.client("floorperson"), there.client("player")
            await floor.command("table", {"do": "open"}, {"seq": 0})
            await anna.command("table", {"do": "buy-in", "seat": 1, "cents": 500})
            now = await anna.table("table")
            wager = {"do": "wager", "seat": 1, "id": "small", "cents": 99_999_900}
            problems = []
            for _ in range(2):
                with pytest.raises(ServiceProblem) as caught:
                    await anna.command("table", wager, now.in_phase, key="too much")
                problems.append(caught.value.document)
            assert problems[0] == problems[1] and problems[0]["code"] == "refused"
            out = {"do": "cash-out", "seat": 1, "cents": 500}
            left = await anna.command("table", out, key="out")
            last = (await floor.table("table")).after_this
            closed = await floor.command("table", {"do": "close"}, last, key="close")
            again = await anna.command("table", out, key="out")  # the seat is free and the table is closed
            assert again.events == left.events and again.repeated
            assert last["seq"] == closed.first - 1
            assert (await floor.command("table", {"do": "close"}, last, key="close")).repeated

    asyncio.run(test())


def test_many_commands_at_once_load_a_table_that_nobody_runs_once(database: Database) -> None:
    async def test() -> None:
        keys = Keys.new()
        async with place(database, keys, {"table": "sic-bo"}) as there:
            await there.client("floorperson").command("table", {"do": "open"}, {"seq": 0})
            epoch = there.pit.hosted["table"].recorder.epoch
        async with place(database, keys) as there:
            assert not there.pit.hosted
            players = [there.client("player") for _ in range(5)]
            buys = [({"do": "buy-in", "seat": seat, "cents": 500}, player) for seat, player in enumerate(players, 1)]
            done = await asyncio.gather(*(player.command("table", command) for command, player in buys))
            assert len({carried.first for carried in done}) == 5
            assert there.pit.hosted["table"].recorder.epoch == epoch + 1  # claimed once

    asyncio.run(test())
