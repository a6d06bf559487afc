"""The API of tables, and requests that are refused: malformed, too large, from other sites, or too many."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from houseway.client import AsyncClient, Refused, ServiceProblem
from houseway.service.guard import LARGEST_BODY
from houseway.service.rate_limits import Limit, Limits
from houseway.store.database import Database
from service.api_calls import attempts, bearer, envelope, is_problem, run
from service.places import PASSWORD, Place, opened

# Tables


def test_tables_are_listed_and_shown_with_what_the_caller_may_do(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        floor, anna = there.client("floorperson"), there.client("player")
        assert [each["id"] for each in await anna.tables()] == ["dice", "war"]
        before = await floor.table("dice")
        assert (before.phase, before.seq, before.view) == ("unopened", 0, {})
        assert [act["do"] for act in before.acts] == ["open"] and not (await anna.table("dice")).acts
        now = await opened(floor, "dice")
        assert (now.phase, now.round, now.viewer) == ("wagers", 1, "floorperson")
        limits = now.document["limits"]["small"]
        assert limits["min_cents"] <= limits["max_cents"] and limits["name"]
        assert {"do": "close", "by": "floorperson"} in now.acts
        assert {"do": "buy-in", "seat": 1} in (await anna.table("dice")).acts
        seen = await anna.table("dice")
        assert (seen.due, seen.limits) == (seen.document["due"], seen.document["limits"])
        await anna.command("dice", {"do": "buy-in", "seat": 1, "cents": 5000})
        mine = await anna.table("dice")
        assert (mine.viewer, mine.yours, mine.document["chips"]) == ("seat:1", (1,), {"seat:1": 5000})
        assert {"do": "wager", "seat": 1} in mine.acts
        other = await there.client("player").table("dice")
        assert {"do": "wager", "seat": 1} not in other.acts and {"do": "buy-in", "seat": 1} not in other.acts
        dealer = await there.client("dealer").table("dice")
        assert "no-more-bets" in [act["do"] for act in dealer.acts]
        manager = there.client("pit-manager")
        shown = await manager.table("dice")
        assert all(act.get("by") in (None, "pit-manager") for act in shown.acts)
        close = next(act for act in shown.acts if act["do"] == "close")  # the law names a floorperson or above
        with pytest.raises(ServiceProblem, match="is not a role of your account"):
            await manager.command("dice", {**close, "by": "floorperson"}, expect=shown.after_this)
        assert (await manager.command("dice", close, expect=shown.after_this)).events[0]["event"] == "table-closed"

    run(sqlite_database, test)


def test_staff_of_another_holder_are_not_told_of_a_table(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        stranger = there.client("dealer", holder="Rivers")
        assert await stranger.tables() == []
        missing = await http.get("/v1/tables/nowhere", headers=stranger.credentials.headers())
        for path in ("", "/events", "/state", "/rounds", "/rounds/0", "/sessions", "/sessions/1/export"):
            there_it_is = await http.get(f"/v1/tables/dice{path}", headers=stranger.credentials.headers())
            assert is_problem(there_it_is, 404, "not-found") == missing.json(), path
        sent = envelope({"do": "open"}, seq=0)
        headers = {**stranger.credentials.headers(), "Idempotency-Key": "k"}
        refused = await http.post("/v1/tables/dice/commands", json=sent, headers=headers)
        assert is_problem(refused, 404, "not-found") == missing.json()

    run(sqlite_database, test)


def test_each_command_that_is_wrong_gets_its_own_problem(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        floor, anna, ben = there.client("floorperson"), there.client("player"), there.client("player")
        dealer = there.client("dealer")
        await opened(floor, "dice")
        await anna.command("dice", {"do": "buy-in", "seat": 1, "cents": 5000})
        now = await anna.table("dice")
        wager = {"do": "wager", "seat": 1, "id": "small", "cents": 1000}

        async def code(client: AsyncClient, command: dict[str, Any], **expect: Any) -> tuple[int, str]:
            with pytest.raises(ServiceProblem) as caught:
                await client.command("dice", command, expect)
            assert caught.value.detail, caught.value.document
            return caught.value.status, caught.value.code

        assert await code(anna, wager) == (428, "precondition-missing")
        assert await code(anna, wager, round=1) == (428, "precondition-missing")
        assert await code(dealer, {"do": "no-more-bets"}) == (428, "precondition-missing")
        assert await code(anna, wager, round=2, phase="wagers") == (409, "elsewhere")
        assert await code(anna, wager, round=1, phase="chance") == (409, "elsewhere")
        assert await code(dealer, {"do": "no-more-bets"}, seq=now.seq - 1) == (409, "elsewhere")
        assert await code(ben, wager, round=1, phase="wagers") == (403, "forbidden")
        assert await code(ben, {"do": "no-more-bets"}, seq=now.seq) == (403, "forbidden")
        assert await code(dealer, {"do": "draw"}, seq=now.seq) == (409, "elsewhere")  # wagers are still open
        assert await code(anna, {**wager, "id": "smal"}, **now.in_phase) == (400, "bad-command")
        assert await code(anna, {**wager, "luck": 7}, **now.in_phase) == (400, "bad-command")
        assert await code(anna, {"do": "drawn", "outcome": 1}, **now.in_phase) == (400, "bad-command")
        with pytest.raises(Refused) as caught:
            await anna.command("dice", {**wager, "cents": 100_000_000}, now.in_phase)
        assert caught.value.status == 422 and caught.value.cites
        event = caught.value.carried.events[0]
        assert event["event"] == "wager-refused" and event["reason"] == caught.value.detail
        assert (await anna.events("dice", since=now.seq)).events[0] == event  # a refusal is recorded
        assert {"foreign-seat", "wrong-role"} <= set(attempts(there))

    run(sqlite_database, test)


def test_a_late_command_for_an_earlier_session_is_told_so_whoever_has_the_seat_now(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        floor, anna, ben = there.client("floorperson"), there.client("player"), there.client("player")
        await opened(floor, "dice")
        await floor.command("dice", {"do": "close"}, (await floor.table("dice")).after_this)
        await floor.begin_session("dice")
        await floor.command("dice", {"do": "open"}, {"seq": 0})
        await ben.command("dice", {"do": "buy-in", "seat": 1, "cents": 5000})
        wager = {"do": "wager", "seat": 1, "id": "small", "cents": 1000}
        at = {"round": 1, "phase": "wagers"}

        async def answer(client: AsyncClient, session: int) -> ServiceProblem:
            with pytest.raises(ServiceProblem) as caught:
                await client.command("dice", wager, {**at, "session": session})
            return caught.value

        late = await answer(anna, 1)
        assert (late.status, late.document["now"]["session"]) == (409, 2)
        assert (await answer(anna, 2)).status == 403
        assert attempts(there).count("foreign-seat") == 1  # a late command is no attempt
        hidden = await answer(there.client("dealer", holder="Rivers"), 1)
        assert hidden.status == 404 and "now" not in hidden.document

    run(sqlite_database, test)


def test_requests_that_cannot_be_understood(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        headers = {**bearer(there, "player"), "Idempotency-Key": "k", "Content-Type": "application/json"}
        path = "/v1/tables/dice/commands"

        async def post(content: bytes, **more: str) -> httpx.Response:
            return await http.post(path, content=content, headers={**headers, **more})

        good = json.dumps(envelope({"do": "buy-in", "seat": 1, "cents": 1})).encode()
        is_problem(await post(b"{"), 400, "bad-request")
        is_problem(await post(b"\xff\xfe"), 400, "bad-request")
        is_problem(await post(b'{"command": {"do": "open", "do": "close"}}'), 400, "bad-request")
        is_problem(await post(b'{"command": {"cents": NaN}}'), 400, "bad-request")
        is_problem(await post(b'{"command": ' + b"[" * 5000 + b"]" * 5000 + b"}"), 400, "bad-request")
        is_problem(await post(b'{"command": {"do": "\\ud800"}}'), 400, "bad-request")
        is_problem(await post(b"[]"), 400, "bad-request")
        is_problem(await post(b'{"command": {}, "extra": 1}'), 400, "bad-request")
        is_problem(await post(b'{"command": {}, "expect": {"seq": "1"}}'), 400, "bad-request")
        is_problem(await post(good, **{"Content-Type": "text/plain"}), 415, "not-json")
        is_problem(await post(b" " * (LARGEST_BODY + 1)), 413, "too-large")
        is_problem(await post(good, **{"Idempotency-Key": ""}), 400, "bad-request")
        other = is_problem(await http.put(path, content=good, headers=headers), 405, "no-such-method")
        assert (other["detail"], other["right"]) == (
            "this address does not accept the method PUT; use POST",
            "use POST",
        )
        is_problem(await http.get("/v1/tables/dice/events?since=-1", headers=headers), 400, "bad-request")
        is_problem(await http.get("/v1/tables/dice/events?limit=9999", headers=headers), 400, "bad-request")
        is_problem(await http.get("/v1/tables/%2e%2e", headers=headers), 404, "not-found")
        is_problem(await http.get("/v1/nothing", headers=headers), 404, "not-found")
        assert "oversized-body" in attempts(there)

    run(sqlite_database, test)


def test_a_body_without_a_length_is_refused_beyond_the_limit(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        async def endless_body() -> Any:
            for _ in range(200):
                yield b" " * 4096

        headers = {**bearer(there, "player"), "Content-Type": "application/json"}
        answer = await http.post("/v1/tables/dice/commands", content=endless_body(), headers=headers)
        is_problem(answer, 413, "too-large")

    run(sqlite_database, test)


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
    ],
)
def test_pages_of_other_sites_are_refused(sqlite_database: Database, headers: dict[str, str]) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        own = bearer(there, "player")
        is_problem(await http.get("/v1/tables", headers={**own, **headers}), 403, "cross-site")
        is_problem(await http.post("/v1/sign-in", json={}, headers=headers), 403, "cross-site")
        assert attempts(there).count("cross-site") == 2
        fine = {**own, "Sec-Fetch-Site": "same-origin", "Origin": there.address}
        assert (await http.get("/v1/tables", headers=fine)).status_code == 200

    run(sqlite_database, test)


def test_a_host_that_is_none_is_no_defect(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        is_problem(await http.post("/v1/guest", headers={"Host": "["}), 403, "forbidden")

    run(sqlite_database, test)


@pytest.mark.parametrize("other", ['prefs={"a": 1}', "a b=1", "seen", "name=Jos\u00e9", "a[b]=1"])
def test_the_cookies_of_other_programs_on_the_host_hide_no_session(sqlite_database: Database, other: str) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        token, _ = there.people.sign_in(there.account("player").name, PASSWORD, "")
        for cookies in (f"{other}; __Host-houseway={token}", f"__Host-houseway={token}; {other}"):
            assert (await http.get("/v1/me", headers={b"Cookie": cookies.encode()})).status_code == 200

    run(sqlite_database, test)


def test_too_many_requests_are_told_when_to_come_back(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        headers = bearer(there, "player")
        answers = [await http.get("/v1/me", headers=headers) for _ in range(4)]
        assert [each.status_code for each in answers] == [200, 200, 200, 429]
        is_problem(answers[-1], 429, "too-many")
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert (await http.get("/v1/me", headers=bearer(there, "player"))).status_code == 200  # another account
        tries = [await http.post("/v1/sign-in", json={"name": "a", "password": "b"}) for _ in range(3)]
        assert tries[-1].status_code == 429
        assert (await http.get("/health")).status_code == 200

    run(sqlite_database, test, Limits(Limit(0.01, 3), Limit(1e6, 1e6), Limit(0.01, 2)))
