"""The API in plain words: problems that say what would be right, passwords, guests, steps by hand, and times as text."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from houseway.client import AsyncClient, ServiceProblem
from houseway.service import failed_sign_ins
from houseway.service.app import documentation, the_api
from houseway.service.hosted import Hosted
from houseway.service.signed_in import from_this_machine
from houseway.store.database import Database
from houseway.store.keys import Keys
from service.places import PASSWORD, Place, opened, place

ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
Test = Callable[[Place, httpx.AsyncClient], Awaitable[None]]


def run(database: Database, test: Test, seed: str | None = "a seed") -> None:
    async def body() -> None:
        async with (
            place(database, Keys.new(), {"dice": "sic-bo"}, seed=seed) as there,
            httpx.AsyncClient(base_url=there.address, timeout=60, verify=False) as http,
        ):
            await test(there, http)

    asyncio.run(body())


def bearer(there: Place, *roles: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {there.token(there.account(*roles))}"}


def test_what_cannot_be_understood_says_what_would_be_right(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        headers = {**bearer(there, "floorperson"), "Idempotency-Key": "k"}

        async def told(method: str, path: str, body: Any = None) -> tuple[str, str]:
            answer = await http.request(method, path, json=body, headers=headers)
            document = answer.json()
            assert document["status"] in (400, 409) and document["right"], document
            assert ": " not in answer.text.partition('"detail"')[0], "one spacing everywhere"
            return document["detail"], document["right"]

        commands, good = "/v1/tables/dice/commands", {"do": "open"}
        assert await told("POST", commands, good) == (
            "the command is not in its envelope",
            'send {"command": {"do": …}, "expect": {"seq": …}}: the command goes in "command"',
        )
        assert await told("POST", commands, []) == ("the body is a list", 'send an object, like {"command": …}')
        assert await told("POST", commands, "open") == ("the body is text", 'send an object, like {"command": …}')
        assert (await told("POST", commands, {"command": []}))[0] == "command: this is not an object"
        half = {"command": good, "expect": {"seq": 5.5}}
        assert await told("POST", commands, half) == ("expect.seq: 5.5 is not a whole number", "write a whole number")
        correct = {"command": {"do": "correct"}, "expect": {"seq": 0}}
        assert (await told("POST", commands, correct))[1] == "propose it: POST /v1/tables/dice/corrections"
        assert await told("POST", commands, {}) == ("command: is missing", "add command")
        betting = {"command": good, "expect": {"phase": "betting"}}
        detail, right = await told("POST", commands, betting)
        assert detail == "expect.phase: 'betting' is not one of these" and "'wagers'" in right
        detail, right = await told("POST", commands, {"command": good, "luck": 7})
        assert (detail, right) == ("luck: is not a field here; there are command, expect, as", "leave luck out")
        detail, right = await told("POST", commands, {"command": good, "expect": {"sec": 7}})
        assert (detail, right) == ("expect.sec: is not a field here; there are round, phase, seq, session", "write seq")
        assert await told("GET", "/v1/tables/dice/events?limit=0") == ("limit: '0' is too small", "write at least 1")
        detail, right = await told("GET", "/v1/reports/revenue?dya=2026-11-17")
        assert detail.startswith("'dya' is not a parameter of this address") and "day" in right
        assert "write it like 2026-11-17" in (await told("GET", "/v1/comparisons?day=soon"))[1]
        assert (await told("GET", "/v1/reports/revenue?day=soon"))[1] == "write a date like 2026-11-17"
        smal = {"command": {"do": "opne"}, "expect": {"seq": 0}}
        assert "open" in (await told("POST", commands, smal))[1]
        wrong = await http.post("/v1/sign-in", json={"name": "Anna", "password": 123456789})
        assert "123456789" not in wrong.text and wrong.json()["right"] == "write text"

    run(sqlite_database, test)


def test_a_table_that_nobody_has_opened_is_not_open_and_limits_may_be_left_out(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        floor = there.client("floorperson")
        assert [(each["open"], each["state"]) for each in await floor.tables()] == [(False, "unopened")]
        await opened(floor, "dice")
        assert [(each["open"], each["state"]) for each in await floor.tables()] == [(True, "open")]
        short, long = await floor.table("dice", limits=False), await floor.table("dice")
        assert "limits" not in short.document and short.limits == {} and long.limits["small"]
        now = await floor.table("dice")
        await floor.command("dice", {"do": "close"}, now.after_this)
        assert [(each["open"], each["state"]) for each in await floor.tables()] == [(False, "closed")]
        headers = {"Authorization": f"Bearer {there.token(there.account('floorperson'))}"}
        (session,) = (await http.get("/v1/tables/dice/sessions", headers=headers)).json()["sessions"]
        assert ISO.fullmatch(session["at"])

    run(sqlite_database, test)


def test_an_opening_by_hand_lists_its_steps_in_words_with_who_does_them(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        floor, dealer = there.client("floorperson"), there.client("dealer")
        await floor.command("dice", {"do": "open", "procedure": "by-hand"}, {"seq": 0})
        seen = await dealer.table("dice")
        steps = seen.due["steps"]
        assert steps and all(each["says"] and each["who"].startswith("the ") for each in steps)
        noted = next(each for each in steps if each["fields"])
        assert all(isinstance(kind, str) and kind for kind in noted["fields"].values())

    run(sqlite_database, test)


def test_results_are_offered_to_the_dealer_only_where_they_are_entered(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        floor, dealer = there.client("floorperson"), there.client("dealer")
        now = await opened(floor, "dice")
        await dealer.command("dice", {"do": "no-more-bets"}, now.after_this)
        now = await dealer.table("dice")
        does = [act["do"] for act in now.acts]
        assert "draw" in does and "result" not in does
        with pytest.raises(ServiceProblem, match="draws its results itself") as caught:
            await dealer.command("dice", {"do": "result", "dice": [1, 2, 3]}, now.after_this)
        assert (caught.value.status, caught.value.cites) == (403, ("601a.2",))

    run(sqlite_database, test)


def test_everybody_changes_their_own_password_and_an_administrator_resets_and_unlocks(
    sqlite_database: Database,
) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        secret = there.people.first_link()
        assert secret is not None
        async with AsyncClient(there.address) as admin, AsyncClient(there.address) as anna:
            await admin.create_first(secret, "Ada", PASSWORD)
            await admin.sign_in("Ada", PASSWORD)
            account = (await admin.create_account("Anna", PASSWORD, ["player"])).account
            await anna.sign_in("Anna", PASSWORD)
            with pytest.raises(ServiceProblem, match="the old password is wrong"):
                await anna.change_password("not this password", "another password")
            with pytest.raises(ServiceProblem, match="12 to 200"):
                await anna.change_password(PASSWORD, "short")
            with pytest.raises(ServiceProblem, match="administrator"):
                await anna.set_password(account, "another password")
            await anna.change_password(PASSWORD, "another password")
            assert (await anna.me()).account == account  # this session goes on
            await anna.sign_in("Anna", "another password")
            for _ in range(failed_sign_ins.MOST_FAILURES):
                with pytest.raises(ServiceProblem):
                    await anna.sign_in("Anna", "a wrong password")
            locked = await http.post("/v1/sign-in", json={"name": "Anna", "password": "another password"})
            assert (locked.status_code, locked.json()["code"]) == (429, "locked") and locked.json()["right"]
            await admin.unlock(account)
            await anna.sign_in("Anna", "another password")
            await admin.set_password(account, "a third password")
            with pytest.raises(ServiceProblem, match="not valid"):
                await anna.me()  # its sessions ended
            await anna.sign_in("Anna", "a third password")
            with pytest.raises(ServiceProblem, match="administrator"):
                await anna.set_roles(account, ["floorperson"])
            with pytest.raises(ServiceProblem, match="holder"):
                await admin.set_roles(account, ["dealer"])
            changed = await admin.set_roles(account, ["executive-director"])
            assert (changed.account, changed.roles) == (account, ("executive-director",))
            with pytest.raises(ServiceProblem, match="not valid"):
                await anna.me()  # a session with the old roles has ended
            await anna.sign_in("Anna", "a third password")
            assert (await anna.me()).roles == ("executive-director",)

    run(sqlite_database, test)


def test_a_guest_plays_at_practice_tables_of_this_machine_and_nowhere_else(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        await opened(there.client("floorperson"), "dice")
        async with AsyncClient(there.address) as guest:
            me = await guest.guest()
            assert me.account.startswith("guest-") and me.roles == ("player",)
            assert [each["id"] for each in await guest.tables()] == ["dice"]
            await guest.command("dice", {"do": "buy-in", "seat": 1, "cents": 5000})
            seen = await guest.table("dice")
            await guest.command("dice", {"do": "wager", "seat": 1, "id": "small", "cents": 500}, seen.in_phase)
            with pytest.raises(ServiceProblem):
                await guest.export("dice", 1)
            real = property(lambda hosted: False)
            monkeypatch.setattr(Hosted, "practice", real)  # as if the table were for real
            assert await guest.tables() == []
            for looks in (guest.table("dice"), guest.events("dice"), guest.round("dice", 1)):
                with pytest.raises(ServiceProblem) as caught:
                    await looks
                assert caught.value.status == 404
        for headers in ({"Host": "evil.example"}, {"X-Forwarded-For": "198.51.100.1"}, {"Via": "1.1 proxy"}):
            answer = await http.post("/v1/guest", headers=headers)
            assert answer.status_code == 403, headers

    run(sqlite_database, test)


@pytest.mark.parametrize(
    ("client", "host", "here"),
    [
        ("127.0.0.1", b"localhost:8625", True),
        ("::1", b"[::1]:8625", True),
        ("198.51.100.1", b"localhost:8625", False),
        ("127.0.0.1", b"pit.example", False),
        ("127.0.0.1", b"127.0.0.1.pit.example", False),
        ("127.0.0.1", b"", False),
    ],
)
def test_this_machine_is_known_by_its_address_and_its_name(client: str, host: bytes, here: bool) -> None:
    assert from_this_machine({"client": (client, 5), "headers": [(b"host", host)]}) is here
    assert not from_this_machine({"client": None, "headers": [(b"host", host)]})


def test_every_operation_has_a_title_that_somebody_wrote(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        found = documentation(the_api())
        for path, methods in found["paths"].items():
            for operation in methods.values():
                made_up = operation["operationId"].partition("_v1_")[0].replace("_", " ").title()
                assert operation["summary"] != made_up, path
        assert not [name for name in found["components"]["schemas"] if name.startswith("Body_")]

    run(sqlite_database, test)


def test_filing_goes_through_the_client(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        board = there.client("bureau-of-gaming-operations")
        assert (await board.enter_holder("parx", "Parx Casino"))["id"] == "parx"
        cora = there.client("compliance", holder="parx")
        assert await cora.holders() == [{"id": "parx", "name": "Parx Casino"}]
        today = datetime.fromtimestamp(there.pit.clock(), UTC).date().isoformat()
        filed = await cora.draft("parx", 'game = "sic-bo"\nholder = "Parx"\n')
        await cora.take_step(filed["id"], "submitted")
        with pytest.raises(
            ServiceProblem, match=r"^bad-request: effective_on: 2012-05-19 has passed; [^;(]*today or later$"
        ):
            await board.take_step(filed["id"], "approved", approval="2026-1", effective_on="2012-05-19")
        approved = await board.take_step(filed["id"], "approved", approval="2026-1", effective_on=today)
        assert [each["step"] for each in approved["steps"]] == ["drafted", "submitted", "approved"]
        assert all(ISO.fullmatch(each["at"]) for each in approved["steps"])
        assert [each["id"] for each in await board.submissions("parx")] == [filed["id"]]
        assert (await cora.submission(filed["id"]))["text"].startswith('game = "sic-bo"')
        dora = there.account("dealer", holder="parx")
        entered = await cora.enter_credential(dora.account, "credential", "D-1", "2026-01-01")
        await cora.revoke_credential(entered["number"], "it was lost", today)
        assert len(await cora.credentials_of(dora.account)) >= 1
        assert await board.approvals("parx") == []
        begun = await there.client("floorperson", holder="parx").begin_session(
            "new-1", text='game = "sic-bo"\nholder = "Parx"\n', practice=True
        )
        assert (begun["session"], begun["phase"]) == (1, "unopened") and ISO.fullmatch(begun["at"])
        assert await cora.timers() == []

    run(sqlite_database, test)


def test_watching_ends_when_nothing_comes(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        floor = there.client("floorperson")
        await opened(floor, "dice")
        frames = [frame async for frame in floor.watch("dice", session=1, seq=0, timeout=1.5)]
        told = [event["seq"] for frame in frames for event in frame.events]
        assert told == list(range(1, len(told) + 1)) and told

    run(sqlite_database, test)


def test_a_timer_reaches_staff_who_connect_after_its_announcement(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart no announcement is remembered: timers are derived from the journal and the clock."""

    async def test(there: Place, http: httpx.AsyncClient) -> None:
        floor = there.client("floorperson")
        now = await opened(floor, "dice")
        rolled = await there.client("dealer").command("dice", {"do": "no-more-bets"}, now.after_this)
        await there.client("dealer").command("dice", {"do": "draw"}, {"seq": rolled.last})
        late = there.service.filing.timers
        monkeypatch.setattr(late, "_clock", lambda: there.pit.clock() + 86_400 - 60)
        seen = []
        async for frame in floor.watch("dice", session=1, seq=0, timeout=20):
            seen.append(frame)
            if frame.timer is not None:
                break
        assert seen[0].events and (seen[-1].session, seen[-1].events) == (1, ())
        assert seen[-1].timer is not None and seen[-1].timer["what"] == "dice"
        player = there.client("player")
        assert not [frame async for frame in player.watch("dice", session=1, seq=0, timeout=0.5) if frame.timer]

    run(sqlite_database, test)
