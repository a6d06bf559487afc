"""The API of accounts: signing in, refused attempts, managing accounts, tokens and sign-ins."""

from __future__ import annotations

import httpx

from houseway.client import AsyncClient
from houseway.service.access import PLAY
from houseway.service.signed_in import COOKIE
from houseway.store.database import Database
from service.api_calls import attempts, bearer, envelope, is_problem, run
from service.places import HOLDER, PASSWORD, Place

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


def test_whatever_is_answered_with_403_is_recorded(sqlite_database: Database) -> None:
    """Also where no role is asked: a console, and an act that is not part of the training."""

    async def test(there: Place, http: httpx.AsyncClient) -> None:
        player = bearer(there, "player")
        act = envelope({"do": "buy-in", "seat": 1, "cents": 500})
        asked = (
            ("GET", "/v1/tables/dice/console", None),
            ("POST", "/v1/tables/dice/training/acts", act),
            ("GET", "/metrics", None),
        )
        for count, (method, path, body) in enumerate(asked):
            assert len(attempts(there)) == count, path
            headers = {**player, "Idempotency-Key": str(count)}
            is_problem(await http.request(method, path, headers=headers, json=body), 403, "forbidden")
        assert attempts(there) == ["forbidden"] * 2 + ["wrong-role"]
        found = (await http.get("/v1/attempts", headers=bearer(there, "compliance"))).json()["attempts"]
        assert [(each["table"], each["roles"]) for each in found] == [("dice", "player")] * 2, "of this holder's tables"

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
            found = await anna.sign_ins()  # those of one second are in the order of their random ids
            session, listed = sorted(found, key=lambda each: str(each["kind"]))
            assert (session["kind"], session["current"], session["scopes"]) == ("session", True, None)
            assert (listed["id"], listed["kind"], listed["scopes"]) == (made["id"], "token", ["see-table"])
            assert listed["expires"] == made["expires"] and not listed["current"]
            assert made["token"] not in str(listed)
            theirs = await ada.sign_ins(account.account)
            assert [each["id"] for each in theirs] == [each["id"] for each in found]
            is_problem(await http.get("/v1/sign-ins", headers=token), 403, "forbidden")
            own = await http.delete(f"/v1/sign-ins/{session['id']}", headers=token)
            is_problem(own, 403, "forbidden")  # a token ends only itself
            other = bearer(there, "dealer")
            is_problem(await http.delete(f"/v1/sign-ins/{made['id']}", headers=other), 403, "forbidden")
            await anna.revoke_sign_in(made["id"])
            is_problem(await http.get("/v1/me", headers=token), 401, "not-signed-in")
            assert [each["id"] for each in await anna.sign_ins()] == [session["id"]]

    run(sqlite_database, test)
