"""Requests of a table's page: a typed line, acts that cannot be undone, the whole slip; and limits on trainees."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from houseway.service import practice_dealer
from houseway.store.database import Database
from houseway.store.keys import Keys
from service.places import STAFF, Place, place
from support import law


class Person:
    """Somebody who asks by HTTP."""

    def __init__(self, there: Place, *roles: str) -> None:
        self.principal = there.account(*roles)
        headers = {"Authorization": f"Bearer {there.token(self.principal)}"}
        self.http = httpx.AsyncClient(base_url=there.address, headers=headers, timeout=60, verify=False)

    async def get(self, path: str, status: int = 200, **asked: str) -> Any:
        answer = await self.http.get(path, params=asked)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def post(self, path: str, status: int = 200, body: Any = None) -> Any:
        answer = await self.http.post(path, json=body or {}, headers={"Idempotency-Key": uuid.uuid4().hex})
        assert answer.status_code == status, answer.text
        return answer.json()

    async def send(self, status: int = 200, path: str = "commands", **command: Any) -> Any:
        now = await self.get("/v1/tables/t?limits=false")
        expect = {name: now[name] for name in ("seq", "round", "phase")}
        return await self.post(f"/v1/tables/t/{path}", status, {"command": command, "expect": expect})


Test = Callable[[Place, Person, Person], Awaitable[None]]


def run(database: Database, game: str, test: Test) -> None:
    """A practice table that a floorperson has opened, and a player with $1,000 at seat 2."""

    async def all_of_it() -> None:
        async with place(database, Keys.new(), {"t": game}) as there:
            floor, anna = Person(there, *STAFF), Person(there, "player")
            await floor.send(do="open")
            await anna.send(do="buy-in", seat=2, cents=100_000)
            await test(there, floor, anna)
            for person in (floor, anna):
                await person.http.aclose()

    asyncio.run(all_of_it())


def test_a_typed_line_is_read_as_at_a_terminal_and_its_example_is_the_games_own(sqlite_database: Database) -> None:
    async def test(there: Place, floor: Person, anna: Person) -> None:
        for text, wager, cents in (
            ("hard 8 $2.50", "hardway:8", 250),
            ("place 6 12", "place-to-win:6", 1200),
            ("pass odds 500", "odds:pass", 50_000),
        ):
            found = await anna.get("/v1/tables/t/typed", text=text)
            assert (found["wager"], found["cents"]) == (wager, cents)
        example = (await anna.get("/v1/tables/t/felt"))["example"]
        assert example == "place to win 4 5"
        nothing = await anna.get("/v1/tables/t/typed", 400, text="zeppelin 5")
        assert "is not a wager here" in nothing["detail"] and "All wagers lists them" in nothing["detail"]
        assert nothing["right"] == f"type for example: {example}"
        assert "amount in dollars" in (await anna.get("/v1/tables/t/typed", 400, text="pass"))["detail"]

    run(sqlite_database, "craps", test)


@law("623a.3(a)(1)")
def test_623a_3_a_1_the_slip_covers_all_rolls_until_everything_is_decided(sqlite_database: Database) -> None:
    """A Pass Bet wins 244 of 495 times and takes 557/165 rolls; a Field Bet beside it loses 1/18 of its stake on one roll."""

    async def test(there: Place, floor: Person, anna: Person) -> None:
        nothing = await anna.get("/v1/tables/t/slip")
        assert (nothing["next"], nothing["decided"], nothing["why"]) == (None, None, "you have nothing on the layout")
        await anna.send(do="wager", seat=2, id="pass", cents=500)
        found = await anna.get("/v1/tables/t/slip")
        assert (found["decided"]["expected_cents"], found["decided"]["win"]) == ("-700/99", "244/495")
        assert (found["decided"]["results"], found["decided"]["even"]) == ("557/165", "0")
        assert (found["next"]["win"], found["next"]["even"]) == (
            "2/9",
            "2/3",
        )  # 7 or 11 wins at once; a point decides nothing
        cells = {tuple(each["dice"]): each["cents"] for each in found["next"]["cells"]}
        assert (cells[1, 1], cells[3, 4], cells[5, 6], cells[2, 2]) == (-500, 500, 500, 0)
        await anna.send(do="wager", seat=2, id="field", cents=500)
        both = await anna.get("/v1/tables/t/slip")
        assert both["decided"]["expected_cents"] == "-1150/33"  # -700/99 and -500/18
        assert both["decided"]["staked_cents"] == 1000

    run(sqlite_database, "craps", test)


@law("651a.7(d)")
def test_651a_7_d_what_may_not_be_touched_is_said_before_anybody_tries(sqlite_database: Database) -> None:
    async def test(there: Place, floor: Person, anna: Person) -> None:
        await anna.send(do="wager", seat=2, id="initial", cents=500)
        found = await anna.get("/v1/tables/t/wagers")
        for kind in ("locked", "fixed"):
            (only,) = found[kind]
            assert (only["seat"], only["id"], only["cites"]) == (2, "initial", ["651a.7(d)"])
        slip = await anna.get("/v1/tables/t/slip")
        assert slip["decided"] is None and slip["why"] == "it depends on how you play"

    run(sqlite_database, "casino-war", test)


@law("623a.2(f)(2)")
def test_wagers_of_somebody_who_left_long_ago_are_taken_down_unless_they_must_stay(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(there: Place, floor: Person, anna: Person) -> None:
        ben, cleo = Person(there, "player"), Person(there, "player")
        await ben.send(do="buy-in", seat=1, cents=100_000)
        await anna.send(do="wager", seat=2, id="pass", cents=500)
        await anna.post("/v1/tables/t/deal")
        assert (await anna.get("/v1/tables/t"))["view"]["point"]  # with a point the Pass Bet stays until it is decided
        for person, seat in ((anna, 2), (ben, 1)):
            await person.send(do="wager", seat=seat, id="place-to-win:9", cents=500)
        monkeypatch.setattr(practice_dealer, "GONE_SECONDS", 0.0)
        await cleo.post("/v1/tables/t/deal", 403)  # nobody's seat is freed, and she has none
        monkeypatch.setattr(practice_dealer, "LEFT_SECONDS", 0.0)
        await cleo.post("/v1/tables/t/deal")
        now = await cleo.get("/v1/tables/t")
        assert [(each["seat"], each["id"]) for each in now["view"]["wagers"]] == [(2, "pass")]
        assert now["chips"] == {"seat:2": 99_500}  # Ben has been cashed out
        for person in (ben, cleo):
            await person.http.aclose()

    run(sqlite_database, "craps", test)


def test_nobody_and_somebody_are_told_who_they_are_without_an_error(sqlite_database: Database) -> None:
    async def test(there: Place, floor: Person, anna: Person) -> None:
        async with httpx.AsyncClient(base_url=there.address, timeout=60, verify=False) as stranger:
            assert (await stranger.get("/v1/who")).json() == {"me": None}
            assert (await stranger.get("/v1/me")).status_code == 401
        assert (await anna.get("/v1/who"))["me"]["account"] == anna.principal.account

    run(sqlite_database, "roulette", test)


def test_the_lobby_says_the_tables_own_round_its_seats_and_limits(sqlite_database: Database) -> None:
    async def test(there: Place, floor: Person, anna: Person) -> None:
        await anna.send(do="wager", seat=2, id="red", cents=500)
        await floor.send(do="no-more-bets")
        await floor.send(do="draw")
        (table,) = (await anna.get("/v1/tables"))["tables"]
        assert table["round"] == (await anna.get("/v1/tables/t"))["round"] == 2
        assert (table["taken"], table["min_cents"], table["max_cents"]) == (1, 100, 1_000_000)

    run(sqlite_database, "roulette", test)


def test_a_trainee_cannot_end_or_empty_a_table_where_somebody_else_plays(sqlite_database: Database) -> None:
    async def test(there: Place, floor: Person, anna: Person) -> None:
        guest = Person(there, "player")
        told = await guest.send(403, "training/acts", do="close")
        assert told["detail"] == "another player has chips at this table, so you cannot close it"
        for order in ({"do": "credit", "cents": 100, "slip": "1"}, {"do": "cash-out", "seat": 2, "cents": 100}):
            assert "not part of the training" in (await guest.send(403, "training/acts", **order))["detail"]
        await guest.send(path="training/acts", do="no-more-bets")  # nothing of anybody else is at stake
        await anna.post("/v1/tables/t/deal")  # and the players there continue
        assert (await anna.get("/v1/tables/t"))["phase"] == "wagers"
        await anna.send(do="wager", seat=2, id="red", cents=500)
        told = await guest.send(403, "training/acts", do="no-more-bets")
        assert told["detail"] == "another player has chips on this layout"
        await guest.http.aclose()

    run(sqlite_database, "roulette", test)


def test_a_practice_table_goes_on_after_a_trainee_has_closed_it_or_opened_it_by_hand(sqlite_database: Database) -> None:
    async def test(there: Place, floor: Person, anna: Person) -> None:
        await anna.send(do="cash-out", seat=2, cents=100_000)
        guest = Person(there, "player")
        await guest.send(path="training/acts", do="close")
        closed = await guest.get("/v1/tables/t/console", training="true")
        assert closed["due"] is None and closed["procedures"] == [] and closed["closing"]["may_begin"]
        counted = closed["closing"]["counted_cents"]
        assert (counted["inventory"], counted["drop box"]) == (
            9_900_000,
            100_000,
        )  # $1,000 was bought, and left as chips
        await guest.post("/v1/tables/t/training/session")
        await guest.send(path="training/acts", do="open", procedure="by-hand")
        assert (await anna.get("/v1/tables/t"))["phase"] == "procedure"
        await anna.send(do="buy-in", seat=2, cents=100_000)
        await anna.post("/v1/tables/t/deal")
        assert (await anna.get("/v1/tables/t"))["phase"] == "wagers"
        await guest.http.aclose()

    run(sqlite_database, "big-six", test)


def test_the_next_session_of_a_closed_table_may_have_its_results_entered(sqlite_database: Database) -> None:
    async def test(there: Place, floor: Person, anna: Person) -> None:
        await anna.send(do="cash-out", seat=2, cents=100_000)
        await floor.send(do="close")
        assert (await floor.get("/v1/tables/t/console"))["closing"]["may_begin"]
        await floor.post("/v1/tables/t/sessions", 400, {"source": "seeded"})
        await floor.post("/v1/tables/t/sessions", 201, {"source": "manual"})
        console = await floor.get("/v1/tables/t/console")
        assert (console["session"], console["source"], console["closing"]) == (2, "manual", None)
        assert console["opening_cents"] == 9_900_000  # as it was closed

    run(sqlite_database, "roulette", test)


@law("651a.9(c)(1)")
def test_651a_9_c_1_whoever_has_gone_keeps_nobody_waiting_and_their_seat_is_freed(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anna ties the dealer and goes. She is answered for with what puts no more at stake: she surrenders, and gets half back."""

    async def test(there: Place, floor: Person, anna: Person) -> None:
        ben, cleo = Person(there, "player"), Person(there, "player")
        await ben.send(do="buy-in", seat=1, cents=100_000)
        phase = "wagers"
        while phase == "wagers":  # until somebody ties: seat 2, as the seed has it
            for person, seat in ((anna, 2), (ben, 1)):
                await person.send(do="wager", seat=seat, id="initial", cents=500)
            phase = (await ben.post("/v1/tables/t/deal"))["phase"]
        assert [each["who"] for each in (await ben.get("/v1/tables/t"))["due"]["asked"]] == ["seat:2"]
        assert "go-to-war" in (await anna.get("/v1/tables/t/hint"))["says"][0]
        assert (await ben.get("/v1/tables/t/hint"))["says"] == []  # he is asked nothing
        assert (await ben.post("/v1/tables/t/deal"))["phase"] == "choices"  # she was there a moment ago
        monkeypatch.setattr(practice_dealer, "GONE_SECONDS", 0.0)
        assert (await ben.post("/v1/tables/t/deal"))["phase"] == "wagers"
        told = (await ben.get("/v1/tables/t/told", limit="400"))["events"]
        settled = [each for each in told if each["event"] == "wager-settled" and each["seat"] == 2][-1]
        assert (settled["returned_cents"], settled["cites"]) == (250, ["651a.9(c)(1)"])
        await ben.send(do="wager", seat=1, id="initial", cents=500)
        await ben.post("/v1/tables/t/deal")
        assert set((await ben.get("/v1/tables/t"))["chips"]) == {"seat:1"}
        await cleo.post("/v1/tables/t/deal")  # she has no seat, and nothing is dealt; Ben has gone too
        assert (await cleo.get("/v1/tables/t"))["chips"] == {}
        await cleo.post("/v1/tables/t/deal", 403)
        for person in (ben, cleo):
            await person.http.aclose()

    run(sqlite_database, "casino-war", test)
