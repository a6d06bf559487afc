"""Every route of the API: what it answers, and the problem documents of what is wrong."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import jsonschema
import pytest

from houseway.client import AsyncClient, Refused, ServiceProblem
from houseway.core.event_kinds import event_schema
from houseway.games import games, load
from houseway.records.checkpoint import read_checkpoint
from houseway.records.merkle import extends, included, leaf_hash
from houseway.service.access import PLAY
from houseway.service.app import documentation, the_api
from houseway.service.guard import LARGEST_BODY
from houseway.service.rate_limits import Limit, Limits
from houseway.service.schemas import command_schema
from houseway.service.signed_in import COOKIE
from houseway.store.database import Database
from houseway.store.keys import Keys
from service.places import HOLDER, PASSWORD, STAFF, Place, opened, place
from service.whole_rounds import whole_round

PROBLEM = {"type", "title", "status", "detail", "code", "cites", "right"}
Test = Callable[[Place, httpx.AsyncClient], Awaitable[None]]


def run(database: Database, test: Test, limits: Limits | None = None) -> None:
    """Run a test against a service with a Sic Bo table and a Casino War table, with a client that is nobody yet."""

    async def body() -> None:
        tables = {"dice": "sic-bo", "war": "casino-war"}
        async with (
            place(database, Keys.new(), tables, limits=limits) as there,
            httpx.AsyncClient(base_url=there.address, verify=False, timeout=60) as http,
        ):
            await test(there, http)

    asyncio.run(body())


def is_problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Check a problem document, and return it."""
    document: dict[str, Any] = answer.json()
    assert (answer.status_code, document["code"]) == (status, code), document
    assert answer.headers["content-type"] == "application/problem+json"
    assert document.keys() >= PROBLEM and document["status"] == status
    return document


def bearer(there: Place, *roles: str, holder: str | None = None) -> dict[str, str]:
    """The header of a new account."""
    return {"Authorization": f"Bearer {there.token(there.account(*roles, holder=holder))}"}


def envelope(command: dict[str, Any], **expect: Any) -> dict[str, Any]:
    """A command as it is sent."""
    return {"command": command, "expect": expect}


# People


def test_signing_in_sets_a_cookie_that_only_this_host_and_https_get(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        account = there.account("player")
        answer = await http.post("/v1/sign-in", json={"name": account.name, "password": PASSWORD})
        cookie = answer.headers["set-cookie"]
        assert answer.json()["account"] == account.account and PASSWORD not in answer.text
        assert cookie.startswith(f"{COOKIE}=hws_")
        assert {"Path=/", "HttpOnly", "Secure", "SameSite=Strict"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
        shown = {"Cookie": cookie.partition(";")[0]}
        assert (await http.get("/v1/me", headers=shown)).json()["name"] == account.name
        assert (await http.post("/v1/sign-out", headers=shown)).status_code == 204
        is_problem(await http.get("/v1/me", headers=shown), 401, "not-signed-in")

    run(sqlite_database, test)


def test_a_wrong_password_an_unknown_name_and_a_forged_token_are_refused_alike_and_recorded(
    sqlite_database: Database,
) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        account = there.account("player")
        wrong = await http.post("/v1/sign-in", json={"name": account.name, "password": "not this one"})
        unknown = await http.post("/v1/sign-in", json={"name": "nobody at all", "password": "not this one"})
        assert is_problem(wrong, 401, "sign-in-failed") == is_problem(unknown, 401, "sign-in-failed")
        for forged in ("Bearer hwt_forged", "Bearer", "Basic YTpi", "Bearer \xff"):
            is_problem(
                await http.get("/v1/tables", headers={b"Authorization": forged.encode("latin-1")}), 401, "not-signed-in"
            )
        is_problem(await http.get("/v1/tables"), 401, "not-signed-in")
        assert {"sign-in", "bad-credentials"} <= set(attempts(there))

    run(sqlite_database, test)


def attempts(there: Place) -> list[str]:
    """The kinds of refused attempts that are recorded."""
    from sqlalchemy import select

    from houseway.store.schema import attempts as table

    with there.pit.database.read() as connection:
        return [row.kind for row in connection.execute(select(table))]


def test_refused_attempts_are_read_by_those_who_watch_over_them(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        dealer, other = bearer(there, "dealer"), bearer(there, "dealer", holder="Rivers")
        for who in (dealer, other):
            is_problem(await http.get("/metrics", headers=who), 403, "forbidden")
        await http.get("/v1/tables", headers={"Authorization": "Bearer hwt_forged"})
        foreign = {**bearer(there, "player"), "Idempotency-Key": "k"}  # of no holder, at a table of this one
        sent = envelope({"do": "buy-in", "seat": 1, "cents": 500, "account": "acc-x"}, round=1, phase="wagers")
        is_problem(await http.post("/v1/tables/dice/commands", json=sent, headers=foreign), 403, "forbidden")
        everything = ("bureau-of-casino-compliance", "administrator")
        for role, count in (("compliance", 2), ("surveillance", 2), *((role, 5) for role in everything)):
            answer = await http.get("/v1/attempts", headers=bearer(there, role))
            found = answer.json()["attempts"]
            assert len(found) == count and "wrong-role" in {each["kind"] for each in found}, (role, found)
            assert "hwt_" not in answer.text
        page = f"/v1/attempts?before={found[0]['number']}&limit=1&kind=wrong-role"
        (one,) = (await http.get(page, headers=bearer(there, "administrator"))).json()["attempts"]
        assert one["roles"] == "dealer" and one["about"] == "Your account cannot see the metrics"
        assert one["account"].startswith("acc-") and one["name"] and not one["name"].startswith("acc-")
        (one,) = (await http.get("/v1/attempts?table=dice", headers=bearer(there, "compliance"))).json()["attempts"]
        assert (one["table"], one["roles"]) == ("dice", "player")
        rivers = bearer(there, "compliance", holder="Rivers")
        assert (await http.get("/v1/attempts?table=dice", headers=rivers)).json()["attempts"] == []
        is_problem(await http.get("/v1/attempts", headers=dealer), 403, "forbidden")

    run(sqlite_database, test)


def test_the_administrator_creates_and_revokes_accounts_and_others_do_not(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        secret = there.people.first_link()
        body = {"secret": secret, "name": "admin", "password": PASSWORD}
        assert (await http.post("/v1/first", json=body)).status_code == 201
        is_problem(await http.post("/v1/first", json=body), 401, "sign-in-failed")
        signed = await http.post("/v1/sign-in", json={"name": "admin", "password": PASSWORD})
        admin = {"Cookie": signed.headers["set-cookie"].partition(";")[0]}
        new = {"name": "Dora", "password": PASSWORD, "roles": ["dealer"], "holder": HOLDER}
        made = await http.post("/v1/accounts", json=new, headers=admin)
        assert made.status_code == 201 and made.json()["roles"] == ["dealer"]
        is_problem(await http.post("/v1/accounts", json=new, headers=admin), 400, "bad-request")
        is_problem(
            await http.post("/v1/accounts", json={**new, "name": "E"}, headers=bearer(there, "player")),
            403,
            "forbidden",
        )
        unknown = {**new, "name": "E", "holder": "Prax"}
        problem = is_problem(await http.post("/v1/accounts", json=unknown, headers=admin), 400, "bad-request")
        assert problem["detail"].startswith(f'holder: there is no certificate holder "Prax"; there are {HOLDER};')
        maker = {**unknown, "roles": ["manufacturer"], "holder": "readers-inc"}
        assert (await http.post("/v1/accounts", json=maker, headers=admin)).status_code == 201
        named = [each["name"] for each in (await http.get("/v1/accounts", headers=admin)).json()["accounts"]]
        assert {"admin", "Dora"} <= set(named)
        assert (await http.delete(f"/v1/accounts/{made.json()['account']}", headers=admin)).status_code == 204
        is_problem(await http.post("/v1/sign-in", json={"name": "Dora", "password": PASSWORD}), 401, "sign-in-failed")
        is_problem(await http.delete("/v1/accounts/acc-none", headers=admin), 404, "not-found")
        assert "wrong-role" in attempts(there)

    run(sqlite_database, test)


def test_nobody_learns_of_an_account_by_its_id(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        bob, player = there.account("player"), bearer(there, "player")
        for method, path, body in (
            ("POST", "/v1/accounts/{}/unlock", None),
            ("PUT", "/v1/accounts/{}/password", {"new": PASSWORD}),
            ("PUT", "/v1/accounts/{}/roles", {"roles": ["dealer"]}),
            ("DELETE", "/v1/accounts/{}", None),
        ):
            known, none = [
                await http.request(method, path.format(account), json=body, headers=player)
                for account in (bob.account, "acc-0000000000000000")
            ]
            assert is_problem(known, 403, "forbidden") == is_problem(none, 403, "forbidden")
            assert bob.name not in known.text and "an account" in known.text
        tried = (await http.get("/v1/attempts?limit=8", headers=bearer(there, "administrator"))).json()["attempts"]
        assert sum(each["about"].endswith(bob.account) for each in tried) == 4

    run(sqlite_database, test)


def test_a_token_does_what_its_scopes_and_its_account_allow(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        account = there.account("player")
        signed = await http.post("/v1/sign-in", json={"name": account.name, "password": PASSWORD})
        cookie = {"Cookie": signed.headers["set-cookie"].partition(";")[0]}
        made = await http.post("/v1/tokens", json={"scopes": [PLAY], "seconds": 60}, headers=cookie)
        assert made.status_code == 201
        token = {"Authorization": f"Bearer {made.json()['token']}"}
        assert (await http.get("/v1/me", headers=token)).json()["scopes"] == [PLAY]
        is_problem(await http.post("/v1/tokens", json={"scopes": [PLAY]}, headers=token), 403, "forbidden")
        is_problem(await http.post("/v1/tokens", json={"scopes": ["all"]}, headers=cookie), 400, "bad-request")

    run(sqlite_database, test)


def test_sign_ins_are_listed_and_a_token_is_revoked_by_its_id(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        account = there.account("player")
        async with AsyncClient(there.address) as anna, AsyncClient(there.address) as ada:
            await anna.sign_in(account.name, PASSWORD)
            await ada.sign_in(there.account("administrator").name, PASSWORD)
            cookie = anna.credentials.headers()
            made = (await http.post("/v1/tokens", json={"scopes": ["see-table"]}, headers=cookie)).json()
            token = {"Authorization": f"Bearer {made['token']}"}
            session, listed = await anna.sign_ins()
            assert (session["kind"], session["current"], session["scopes"]) == ("session", True, None)
            assert (listed["id"], listed["kind"], listed["scopes"]) == (made["id"], "token", ["see-table"])
            assert listed["expires"] == made["expires"] and not listed["current"]
            assert made["token"] not in str(listed)
            assert [each["id"] for each in await ada.sign_ins(account.account)] == [session["id"], listed["id"]]
            is_problem(await http.get("/v1/sign-ins", headers=token), 403, "forbidden")
            own = await http.delete(f"/v1/sign-ins/{session['id']}", headers=token)
            is_problem(own, 403, "forbidden")  # a token ends only itself
            other = bearer(there, "dealer")
            is_problem(await http.delete(f"/v1/sign-ins/{made['id']}", headers=other), 403, "forbidden")
            await anna.revoke_sign_in(made["id"])
            is_problem(await http.get("/v1/me", headers=token), 401, "not-signed-in")
            assert [each["id"] for each in await anna.sign_ins()] == [session["id"]]

    run(sqlite_database, test)


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
        close = next(act for act in shown.acts if act["do"] == "close")  # a floorperson is named, or somebody above
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
        assert (other["detail"], other["right"]) == ("PUT is not a method of this address; use POST", "use POST")
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


# Records


def test_events_are_paged_without_gap_and_any_state_can_be_looked_at(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        await play(there, "war", "casino-war")
        anna, floor = there.client("player"), there.client("floorperson")
        seqs, since = [], 0
        while True:
            page = await anna.events("war", since=since, limit=7)
            seqs += [event["seq"] for event in page.events]
            if page.next is None:
                break
            since = page.next
        last = (await anna.table("war")).seq
        assert seqs == list(range(1, last + 1))
        game, rules = load("casino-war")
        from houseway.core import Event
        from houseway.table import fold
        from houseway.table.position import TablePosition

        alone: list[Event] = [event for sent in whole_round("casino-war") for event in sent.events]
        for seq in (1, 5, last // 2, last, 3):
            found = await anna.state("war", seq=seq)
            position = TablePosition.of(game, fold(alone[:seq]))
            assert found["view"] == json.loads(json.dumps(dict(game.law.view(rules, position.state, "player"))))
            whole = dict(sorted(position.accounts.items()))
            assert found["accounts"] == {name: whole[name] for name in whole if name == "layout" or "seat:" in name}
            assert (await floor.state("war", seq=seq))["accounts"] == whole
        with pytest.raises(ServiceProblem, match="not-found"):
            await anna.state("war", seq=last + 1)

    run(sqlite_database, test)


async def play(there: Place, table: str, game: str) -> None:
    """A whole round at a table."""
    staff, players = there.client(*STAFF), {seat: there.client("player") for seat in (1, 2)}
    for sent in whole_round(game):
        client = players[sent.command["seat"]] if sent.role == "player" else staff
        await client.command(table, sent.command, sent.expect, sent.role)


def test_a_round_and_an_extension_are_proven_against_a_signed_checkpoint(database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        await play(there, "dice", "sic-bo")
        boss = bearer(there, "shift-manager")
        first = await http.post("/v1/checkpoints", headers=boss)
        assert first.status_code == 201
        is_problem(await http.post("/v1/checkpoints", headers=bearer(there, "player")), 403, "forbidden")
        anyone = bearer(there, "player")
        latest = await http.get("/v1/checkpoints/latest", headers=anyone)
        assert latest.json() == first.json()
        listed = (await http.get("/v1/checkpoints", headers=anyone)).json()
        assert listed["checkpoints"][0] == first.json()
        checkpoint = read_checkpoint(latest.text)
        assert checkpoint.genuine(listed["key"])
        head = checkpoint.of("dice", 1)
        assert head is not None
        proof = (await http.get(f"/v1/tables/dice/proofs/rounds/1?size={head.size}", headers=anyone)).json()
        assert proof["root"] == head.root and proof["lines"]
        for each in proof["lines"]:
            path = [bytes.fromhex(text) for text in each["proof"]]
            leaf = leaf_hash(each["line"].encode())
            assert included(leaf, each["seq"], head.size, path, bytes.fromhex(head.root))
        await there.client("player").command("dice", {"do": "buy-in", "seat": 3, "cents": 1000})
        grown = (await http.get(f"/v1/tables/dice/proofs/consistency?earlier={head.size}", headers=anyone)).json()
        assert grown["earlier_root"] == head.root and grown["size"] > head.size
        path = [bytes.fromhex(text) for text in grown["proof"]]
        roots = bytes.fromhex(head.root), bytes.fromhex(grown["root"])
        assert extends(head.size, grown["size"], *roots, path)
        is_problem(await http.get("/v1/tables/dice/proofs/rounds/99", headers=anyone), 404, "not-found")
        is_problem(
            await http.get("/v1/tables/dice/proofs/consistency?earlier=9999", headers=anyone), 400, "bad-request"
        )

    run(database, test)


def test_the_export_of_a_session_is_its_journal_for_those_who_may_see_records(
    sqlite_database: Database, tmp_path: Any
) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        await play(there, "war", "casino-war")
        journal = await there.client("surveillance").export("war", 1)
        file = tmp_path / "war.jsonl"
        file.write_bytes(journal)
        from houseway.records import audit_journal

        found = audit_journal(file, None, None)
        assert found.rounds >= 1 and {flaw.kind for flaw in found.flaws} <= {"unsealed", "unverified"}
        with pytest.raises(ServiceProblem, match="forbidden"):
            await there.client("player").export("war", 1)
        with pytest.raises(ServiceProblem, match="not-found"):
            await there.client("surveillance").export("war", 2)

    run(sqlite_database, test)


# Operations


def test_health_and_figures(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        assert (await http.get("/health")).json()["status"] == "ok"
        await opened(there.client("floorperson"), "dice")
        is_problem(await http.get("/metrics", headers=bearer(there, "player")), 403, "forbidden")
        answer = await http.get("/metrics", headers=bearer(there, "administrator"))
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        lines = answer.text.splitlines()
        assert 'houseway_commands_total{do="open",outcome="done"} 1' in lines
        assert "houseway_tables 2" in lines
        assert any(line.startswith('houseway_command_seconds_bucket{le="+Inf"} ') for line in lines)
        for line in lines:
            assert line.startswith("# ") or float(line.rpartition(" ")[2]) >= 0

    run(sqlite_database, test)


def test_the_page_behind_the_first_link_runs_only_its_own_script(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        page = await http.get("/first")
        policy = page.headers["content-security-policy"]
        assert page.status_code == 200 and "script-src 'self';" in policy and "unsafe" not in policy
        assert "<script>" not in page.text
        assert (await http.get("/health")).headers["x-content-type-options"] == "nosniff"

    run(sqlite_database, test)


def test_the_documentation_has_the_commands_and_events_of_every_game() -> None:
    document = documentation(the_api())
    schemas = document["components"]["schemas"]
    assert document["paths"].keys() >= {"/v1/tables", "/v1/tables/{table_id}/commands", "/v1/sign-in", "/health"}
    for game in games(outside=False).values():
        assert len(schemas[f"Events-{game.id}"]["oneOf"]) == len(event_schema(game)["oneOf"])
    dos = [each["properties"]["do"]["const"] for each in schemas["Command"]["oneOf"]]
    from houseway.table.reader import READERS

    assert dos == list(READERS)


@pytest.mark.parametrize("name", list(games(outside=False)))
def test_every_command_of_a_round_fits_its_derived_schema(name: str) -> None:
    game, rules = load(name)
    valid = jsonschema.Draft202012Validator(command_schema(game, rules)).is_valid
    commands = [dict(sent.command) for sent in whole_round(name)]
    assert all(map(valid, commands))
    for command in commands:
        if command["do"] in ("wager", "buy-in", "open"):
            assert not valid({**command, "luck": 7})
    assert not valid({"do": "wager", "seat": 1, "cents": 500}) and not valid({"do": "drawn"})


def test_shown_events_fit_the_schema_of_their_game(sqlite_database: Database) -> None:
    async def test(there: Place, http: httpx.AsyncClient) -> None:
        await play(there, "dice", "sic-bo")
        validator = jsonschema.Draft202012Validator(event_schema(load("sic-bo")[0]))
        for event in (await there.client("surveillance").events("dice", limit=1000)).events:
            assert validator.is_valid(event), event

    run(sqlite_database, test)
