"""The socket: hello, catch-up, live events without gap or duplicate, commands, revocation, slow readers, drain."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from houseway.client import AsyncClient, Frame, ServiceProblem
from houseway.client.asynchronous import hello
from houseway.client.calls import socket_address
from houseway.service import feed as feeds
from houseway.service import serving
from houseway.service import socket as sockets
from houseway.service.event_visibility import Eyes
from houseway.service.guard import LARGEST_BODY
from houseway.store.database import Database
from houseway.store.keys import Keys
from service.places import PASSWORD, STAFF, Place, opened, place
from support import sized

Test = Callable[[Place], Awaitable[None]]


def run(database: Database, test: Test) -> None:
    """Run a test against a service with an open Sic Bo table."""

    async def body() -> None:
        async with place(database, Keys.new(), {"dice": "sic-bo"}) as there:
            await opened(there.client("floorperson"), "dice")
            await test(there)

    asyncio.run(body())


async def received(socket: Any, until: str) -> list[dict[str, Any]]:
    """Messages up to one of a type."""
    found: list[dict[str, Any]] = []
    while not found or found[-1]["type"] != until:
        found.append(json.loads(await asyncio.wait_for(socket.recv(), 10)))
    return found


def seqs(messages: list[dict[str, Any]]) -> list[int]:
    """The numbers of all events in messages."""
    return [event["seq"] for message in messages if message["type"] == "events" for event in message["events"]]


async def bets(client: AsyncClient, seat: int, count: int) -> None:
    """Chips on a wager and off again."""
    now = await client.table("dice")
    for _ in range(count):
        await client.command("dice", {"do": "wager", "seat": seat, "id": "small", "cents": 500}, now.in_phase)
        await client.command("dice", {"do": "remove", "seat": seat, "id": "small"}, now.in_phase)


def test_hello_is_answered_with_what_is_missing_and_then_with_what_happens(sqlite_database: Database) -> None:
    async def test(there: Place) -> None:
        anna = there.client("player")
        last = there.pit.hosted["dice"].standing.seq
        async with anna.socket("dice") as socket:
            assert socket.subprotocol == "houseway.v1"
            await socket.send(hello(1, 2))
            caught = await received(socket, "caught-up")
            assert [each["type"] for each in caught] == ["welcome", "events", "caught-up"]
            assert seqs(caught) == list(range(3, last + 1))
            assert caught[-1] == {
                "type": "caught-up", "table": "dice", "session": 1, "seq": last, "round": 1, "phase": "wagers",
            }  # fmt: skip
            await anna.command("dice", {"do": "buy-in", "seat": 1, "cents": 5000})
            (live,) = await received(socket, "events")
            assert live["seq"] == last + 1 and live["phase"] == "wagers" and seqs([live]) == [last + 1]
        async with anna.socket("dice") as socket:  # without a number: the table as it stands
            await socket.send(hello(None, None))
            caught = await received(socket, "caught-up")
            assert [each["type"] for each in caught] == ["welcome", "snapshot", "caught-up"]
            assert caught[1]["view"]["seq"] == last + 1 and caught[1]["view"]["viewer"] == "seat:1"
        async with anna.socket("dice") as socket:  # a number that is not there yet, or of another session
            await socket.send(hello(1, last + 999))
            assert "snapshot" in [each["type"] for each in await received(socket, "caught-up")]

    run(sqlite_database, test)


def test_commands_over_the_socket_are_acknowledged_after_their_events_or_refused_with_a_problem(
    sqlite_database: Database,
) -> None:
    async def test(there: Place) -> None:
        anna = there.client("player")
        async with anna.socket("dice") as socket:
            await socket.send(hello(None, None))
            await received(socket, "caught-up")
            buy = {"type": "command", "id": "a", "command": {"do": "buy-in", "seat": 1, "cents": 5000}}
            await socket.send(json.dumps(buy))
            told = await received(socket, "ack")
            assert [each["type"] for each in told] == ["events", "ack"] and told[0]["events"] == told[1]["events"]
            for message, code in (
                ({**buy, "id": "b", "command": {"do": "open"}}, "forbidden"),
                ({**buy, "id": "c", "command": {"do": "bet"}}, "bad-command"),
                ({**buy, "command": {"do": "buy-in", "seat": 2, "cents": 1}}, "id-reused"),
                (
                    {**buy, "id": "d", "command": {"do": "wager", "seat": 1, "id": "small", "cents": 1}},
                    "precondition-missing",
                ),
                ({**buy, "id": "e", "luck": 7}, "bad-request"),
                ({"type": "hello"}, "bad-request"),
                ({"type": "what"}, "bad-request"),
                ([], "bad-request"),
            ):
                await socket.send(json.dumps(message))
                (nack,) = await received(socket, "nack")
                assert nack["problem"]["code"] == code, nack
            await socket.send("{")
            assert (await received(socket, "nack"))[-1]["problem"]["code"] == "bad-request"
            for wrong, code in (("x" * 70_000, "too-large"), (b"{}", "bad-request")):
                await socket.send(wrong)
                problem = (await received(socket, "nack"))[-1]["problem"]
                assert "at most 65536" in problem["detail"] and problem["code"] == code
            with there.pit.database.read() as connection:
                kinds = connection.exec_driver_sql("SELECT kind FROM attempts").scalars().all()
            assert kinds.count("oversized-body") == 2
            wager = {"do": "wager", "seat": 1, "id": "small", "cents": 99_999_900}
            sent = {"type": "command", "id": "f", "command": wager, "expect": {"round": 1, "phase": "wagers"}}
            await socket.send(json.dumps(sent))
            refused = (await received(socket, "nack"))[-1]["problem"]
            assert (
                refused["code"] == "refused" and refused["cites"] and refused["events"][0]["event"] == "wager-refused"
            )

    run(sqlite_database, test)


def test_origin_session_and_subprotocol_are_checked_before_a_socket_is_accepted(sqlite_database: Database) -> None:
    async def test(there: Place) -> None:
        anna, stranger = there.client("player"), there.client("dealer", holder="Rivers")
        right = [Subprotocol("houseway.v1")]

        async def denied(table: str = "dice", headers: dict[str, str] | None = None, **more: Any) -> tuple[int, str]:
            given = {"subprotocols": right, "additional_headers": headers or {}, "proxy": None, **more}
            with pytest.raises(InvalidStatus) as caught:
                await connect(socket_address(there.address, table), **given)
            problem = json.loads(caught.value.response.body or b"")
            return caught.value.response.status_code, problem["code"]

        own = anna.credentials.headers()
        assert await denied() == (401, "not-signed-in")
        assert await denied(headers={"Authorization": "Bearer hwt_forged"}) == (401, "not-signed-in")
        assert await denied(headers=own, origin="https://elsewhere.example") == (403, "cross-site")
        assert await denied(headers=own, subprotocols=[Subprotocol("other")]) == (400, "bad-request")
        assert await denied("none", headers=own) == (404, "not-found")
        assert await denied(headers=stranger.credentials.headers()) == (404, "not-found")

    run(sqlite_database, test)


async def closed_within_a_second(socket: Any) -> int:
    """The code with which a socket is closed."""
    began = time.monotonic()
    with pytest.raises(ConnectionClosed) as caught:
        await asyncio.wait_for(socket.recv(), 5)
    assert time.monotonic() - began < 1.0 and caught.value.rcvd is not None
    return int(caught.value.rcvd.code)


def test_a_token_that_expires_ends_its_socket_and_is_refused_and_recorded(sqlite_database: Database) -> None:
    async def test(there: Place) -> None:
        client, clock = there.client("player"), there.people.clock
        async with client.socket("dice") as socket:
            await socket.send(hello(None, None))
            await received(socket, "caught-up")
            with patch.object(there.people._sign_ins, "clock", lambda: clock() + 3600):
                assert await closed_within_a_second(socket) == 4401
                with pytest.raises(ServiceProblem) as refused:
                    await client.command("dice", {"do": "buy-in", "seat": 1, "cents": 5000})
                assert (refused.value.status, refused.value.code) == (401, "not-signed-in")
                with pytest.raises(InvalidStatus) as denied:
                    await client.socket("dice")
                assert denied.value.response.status_code == 401
        with sqlite_database.read() as connection:
            kinds = connection.exec_driver_sql("SELECT kind FROM attempts").scalars().all()
        assert "ended-token" in kinds and there.pit.hosted["dice"].chips(1) == 0

    run(sqlite_database, test)


def test_the_socket_of_a_manufacturer_ends_with_its_device(sqlite_database: Database) -> None:
    async def test(there: Place) -> None:
        maker, lab = there.account("manufacturer", holder="readers"), there.account("gaming-laboratory")
        enter = there.service.filing.devices.enter
        enter(lab, "dice", "automated-shaker", "readers")
        async with there.client(principal=maker).socket("dice") as socket:
            await socket.send(hello(None, None))
            await received(socket, "caught-up")
            await asyncio.sleep(1.2 * serving.CHECK_SECONDS)  # as long as it has a device, it stays
            enter(lab, "dice", "automated-shaker", "")
            assert await closed_within_a_second(socket) == 4404

    run(sqlite_database, test)


@pytest.mark.parametrize("how", ["sign-out", "account", "elsewhere"])
def test_a_revocation_closes_an_open_socket_within_a_second(sqlite_database: Database, how: str) -> None:
    async def test(there: Place) -> None:
        account = there.account("player")
        client = AsyncClient(there.address)
        there.clients.append(client)
        await client.sign_in(account.name, PASSWORD)
        async with client.socket("dice") as socket:
            await socket.send(hello(None, None))
            await received(socket, "caught-up")
            began = time.monotonic()
            if how == "sign-out":
                await client.sign_out()
            else:
                if how == "elsewhere":  # another process revokes it: this one is told nothing
                    there.people.revoked.clear()
                from service.places import ADMINISTRATOR

                await asyncio.to_thread(lambda: there.people.revoke(ADMINISTRATOR, account=account.account))
            assert await closed_within_a_second(socket) == 4401
            assert time.monotonic() - began < 1.0
        with pytest.raises(ServiceProblem, match="not-signed-in"):
            async for _ in client.watch("dice"):
                pass

    run(sqlite_database, test)


def test_a_socket_that_is_revoked_before_its_hello_sees_nothing(sqlite_database: Database) -> None:
    async def test(there: Place) -> None:
        account = there.account("player")
        client = there.client(principal=account)
        async with client.socket("dice") as socket:
            from service.places import ADMINISTRATOR

            await asyncio.to_thread(lambda: there.people.revoke(ADMINISTRATOR, account=account.account))
            await socket.send(hello(1, 0))
            (only,) = await received(socket, "nack")
            assert only["problem"]["code"] == "not-signed-in"
            assert await closed_within_a_second(socket) == 4401

    run(sqlite_database, test)


@pytest.mark.parametrize(
    "first",
    ["{", "[]", "null", b"hello", "x" * 70_000, '{"type": "hello", "seq": -1}', '{"type": "hello", "luck": 7}',
     '{"type": "hello", "type": "hello"}'],
)  # fmt: skip
def test_a_first_message_that_cannot_be_understood_is_refused_and_is_no_defect(
    sqlite_database: Database, first: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(there: Place) -> None:
        async with there.client("player").socket("dice") as socket:
            await socket.send(first)
            (nack,) = await received(socket, "nack")
            too_large = isinstance(first, str) and len(first) > LARGEST_BODY
            assert nack["problem"]["code"] == ("too-large" if too_large else "bad-request") and nack["problem"]["right"]
            assert await closed_within_a_second(socket) == 4400
        assert "defect" not in caplog.text

    run(sqlite_database, test)


@pytest.mark.parametrize(
    ("message", "detail", "right"),
    [
        ("[]", "the message is a list", 'send an object, like {"type": …}'),
        ("5", "the message is a number", 'send an object, like {"type": …}'),
        ('{"type": "blah"}', "type: 'blah' is not a message", "send hello or command"),
        ('{"type": null}', "type: null is not a message", "send hello or command"),
        ('{"seq": 1}', "type: is missing", "add type: hello or command"),
    ],
)
def test_a_message_of_an_unknown_kind_is_told_the_kinds_that_there_are(
    sqlite_database: Database, message: str, detail: str, right: str
) -> None:
    async def test(there: Place) -> None:
        async with there.client("player").socket("dice") as socket:
            await socket.send(hello(None, None))
            await received(socket, "caught-up")
            await socket.send(message)
            (nack,) = await received(socket, "nack")
            assert (nack["problem"]["detail"], nack["problem"]["right"]) == (detail, right)

    run(sqlite_database, test)


def test_a_watcher_with_a_number_that_cannot_be_is_told_so(sqlite_database: Database) -> None:
    async def test(there: Place) -> None:
        with pytest.raises(ServiceProblem, match="too small"):
            async for _ in there.client("player").watch("dice", session=1, seq=-1, timeout=5):
                pass

    run(sqlite_database, test)


def test_watchers_that_are_cut_off_at_random_see_every_event_once_in_order(database: Database) -> None:
    async def test(there: Place) -> None:
        rng, frames = Random("cut off"), [list[Frame]() for _ in range(sized(day=4, night=8))]
        player = there.client("player")
        await player.command("dice", {"do": "buy-in", "seat": 1, "cents": 50_000})

        async def watch(client: AsyncClient, found: list[Frame]) -> None:
            async for frame in client.watch("dice", 1, 0):
                found.append(frame)  # noqa: PERF401  it never ends

        watchers = [asyncio.create_task(watch(there.client("player"), found)) for found in frames]
        channel = there.service.feed._channels

        async def cut() -> None:
            while True:
                await asyncio.sleep(0.02)
                for each in list(channel["dice"].watchers) if "dice" in channel else []:
                    if rng.random() < 0.3:
                        each.close(1001, "cut off by the test", drop=rng.random() < 0.5)

        cutting = asyncio.create_task(cut())
        await bets(player, 1, sized(day=12, night=50))
        cutting.cancel()
        last = there.pit.hosted["dice"].standing.seq
        async with asyncio.timeout(10):
            while any(not found or found[-1].seq < last for found in frames):
                await asyncio.sleep(0.02)
        for task in watchers:
            task.cancel()
        await asyncio.gather(*watchers, return_exceptions=True)
        for found in frames:
            assert [event["seq"] for frame in found for event in frame.events] == list(range(1, last + 1))

    run(database, test)


def test_a_reader_who_is_too_slow_is_let_go_and_holds_nobody_up(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "MOST_QUEUED", 5)

    async def test(there: Place) -> None:
        quick = there.client("player")
        await quick.command("dice", {"do": "buy-in", "seat": 1, "cents": 50_000})
        watcher = feeds.Watcher(Eyes("player", "x"), "", time.perf_counter)
        there.service.feed.watch("dice", watcher, 1, there.pit.hosted["dice"].standing.seq)
        async with quick.socket("dice") as socket:
            await socket.send(hello(None, None))
            await received(socket, "caught-up")
            first = there.pit.hosted["dice"].standing.seq
            await bets(quick, 1, 5)
            told = [(await received(socket, "events"))[-1] for _ in range(10)]
            assert seqs(told) == list(range(first + 1, first + 11))
        assert watcher.closing is not None and watcher.closing[0] == 1013 and not watcher.queue
        there.service.feed.leave("dice", watcher)

    run(sqlite_database, test)


def test_whoever_misses_too_much_gets_a_snapshot(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "MOST_MISSING", 3)

    async def test(there: Place) -> None:
        last = there.pit.hosted["dice"].standing.seq
        async with there.client("player").socket("dice") as socket:
            await socket.send(hello(1, last - 4))
            assert [each["type"] for each in await received(socket, "caught-up")] == [
                "welcome",
                "snapshot",
                "caught-up",
            ]
        async with there.client("player").socket("dice") as socket:
            await socket.send(hello(1, last - 3))
            assert seqs(await received(socket, "caught-up")) == [last - 2, last - 1, last]

    run(sqlite_database, test)


def test_a_watcher_goes_on_into_the_next_session_of_a_table(sqlite_database: Database) -> None:
    async def test(there: Place) -> None:
        floor, anna = there.client(*STAFF), there.client("player")
        first_end = 0
        async with anna.socket("dice") as socket:
            await socket.send(hello(None, None))
            await received(socket, "caught-up")
            closed = await floor.command("dice", {"do": "close"}, (await floor.table("dice")).after_this)
            first_end = closed.last
            async with httpx.AsyncClient(base_url=there.address, verify=False, timeout=60) as http:
                path = "/v1/tables/dice/sessions"
                assert (await http.post(path, headers=anna.credentials.headers())).status_code == 403
                assert (await http.post(path, headers=floor.credentials.headers())).status_code == 201
                assert (await http.post(path, headers=floor.credentials.headers())).status_code == 409
            await opened(floor, "dice")
            told = [(await received(socket, "events"))[-1] for _ in range(2)]
            assert [each["session"] for each in told] == [1, 2] and seqs([told[1]])[0] == 1
        now = there.pit.hosted["dice"].standing.seq
        async with anna.socket("dice") as socket:  # resume from the first session
            await socket.send(hello(1, first_end - 1))
            caught = [each for each in await received(socket, "caught-up") if each["type"] == "events"]
            assert [(each["session"], seqs([each])) for each in caught] == [
                (1, [first_end]),
                (2, list(range(1, now + 1))),
            ]

    run(sqlite_database, test)


def test_the_service_ends_in_order_for_those_who_watch(sqlite_database: Database) -> None:
    async def test() -> None:
        keys = Keys.new()
        async with place(sqlite_database, keys, {"dice": "sic-bo"}) as there:
            await opened(there.client("floorperson"), "dice")
            socket = await there.client("player").socket("dice")
            await socket.send(hello(None, None))
            await received(socket, "caught-up")
        assert (await received(socket, "drain"))[-1]["right"]
        with pytest.raises(ConnectionClosed) as caught:
            await socket.recv()
        assert caught.value.rcvd is not None and caught.value.rcvd.code == 1012
        from houseway.store.schema import heads
        from houseway.store.snapshots import signed_heads

        with sqlite_database.read() as connection:
            head = connection.execute(heads.select()).one()
        signed = signed_heads(sqlite_database, keys.public, [("dice", 1)])["dice", 1]
        assert head.owner == "" and (signed.size, signed.head) == (head.size, head.head)

    asyncio.run(test())
