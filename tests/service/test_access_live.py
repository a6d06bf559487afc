"""Access at live tables of a pit, on both stores: seats over time and restarts, and the records of refused attempts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import select

import houseway
from houseway.core import Event
from houseway.service.access import Forbidden, Principal, viewer
from houseway.service.hosted import Answer, Expected, Hosted, ReceivedCommand
from houseway.service.people import People
from houseway.service.permits import permit
from houseway.service.pit import Pit
from houseway.service.reading import Records
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.schema import attempts
from houseway.store.submission_texts import read_rules
from service.stand import HOLDER, somebody
from service.test_session_opening import text_of

ANNA, BEN = somebody("player", account="anna"), somebody("player", account="ben")
FLO, DORA, DAN = somebody("floorperson"), somebody("dealer", account="dora"), somebody("dealer", account="dan")


class Floor:
    """A pit with one table, and people who send commands to it."""

    def __init__(self, database: Database, source: str, game: str = "roulette", approved: bool = False) -> None:
        self.approved = approved
        self.database, self.keys, self.source, self.game = database, Keys.new(), source, game
        self.people, self.sent = People(database), 0

    async def opened(self) -> Hosted:
        self.pit = Pit.open(self.database, self.keys)
        game, rules = (found := houseway.load(self.game)).game, found.rules
        if self.approved:  # it lacks no approval, so that it is not for practice
            game, rules = read_rules(text_of(self.game).replace("2026-11-01", "2012-01-01"), "roulette")
        seed = "access" if self.source == "seeded" else None
        await self.pit.open_table("t1", game, rules, HOLDER, self.source, seed)
        await self.send(FLO, do="open")
        return await self.pit.find("t1")

    async def restarted(self) -> Hosted:
        self.pit.close()
        self.pit = Pit.open(self.database, self.keys)
        return await self.pit.find("t1")

    async def send(self, who: Principal, **command: Any) -> Answer:
        """Send a command as an endpoint does: permit it or record the attempt, then carry it out."""
        hosted = await self.pit.find("t1")
        self.sent += 1
        try:
            sender, filled = permit(who, hosted, command)
            return await self.pit.command("t1", ReceivedCommand(filled, f"k{self.sent}", ""), sender, Expected())
        except Forbidden as error:
            self.people.attempts(error.kind, str(error), who)
            raise

    def attempts(self) -> list[tuple[str, str]]:
        with self.database.read() as connection:
            return [(row.kind, row.actor) for row in connection.execute(select(attempts).order_by(attempts.c.number))]


def run(act: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(act())  # type: ignore[arg-type]


def names(events: tuple[Event, ...]) -> list[str]:
    return [event.event for event in events]


def test_a_table_run_by_a_dealer_has_players_with_and_without_accounts(database: Database) -> None:
    floor = Floor(database, "manual")

    async def act() -> None:
        hosted = await floor.opened()
        assert hosted.of == HOLDER
        await floor.send(DORA, do="buy-in", seat=1, cents=100_000, account="anna")
        await floor.send(DORA, do="buy-in", seat=2, cents=100_000)  # a walk-in
        for _ in range(2):
            assert (hosted.holder(1), hosted.holder(2)) == ("anna", "")
            await floor.send(DAN, do="wager", seat=2, id="red", cents=1000)  # also another dealer may
            await floor.send(ANNA, do="wager", seat=1, id="red", cents=1000)
            for who, command in (
                (DORA, {"do": "wager", "seat": 1, "id": "red", "cents": 1000}),
                (DAN, {"do": "buy-in", "seat": 2, "cents": 1000, "account": "ben"}),
                (BEN, {"do": "cash-out", "seat": 1, "cents": 1000}),
                (ANNA, {"do": "cash-out", "seat": 2, "cents": 1000}),
            ):
                with pytest.raises(Forbidden):
                    await floor.send(who, **command)
            hosted = await floor.restarted()
        assert floor.attempts() == [
            ("foreign-seat", "dora"), ("foreign-seat", "dan"), ("foreign-seat", "ben"), ("foreign-seat", "anna")
        ] * 2  # fmt: skip
        assert (viewer(ANNA, hosted), viewer(BEN, hosted), viewer(DORA, hosted)) == ("seat:1", "player", "dealer")
        await floor.send(DORA, do="no-more-bets")
        answer = await floor.send(DORA, do="result", pocket="1")
        assert "wager-settled" in names(answer.events)
        assert {event.role for event in answer.events if event.actor} == {"dealer"}
        floor.pit.close()

    run(act)


@pytest.mark.parametrize("source", ["system", "seeded"])
def test_where_the_house_draws_nobody_enters_a_result(database: Database, source: str) -> None:
    """A dealer who could choose the result after seeing the wagers would decide who wins."""
    floor = Floor(database, source)

    async def act() -> None:
        await floor.opened()
        await floor.send(ANNA, do="buy-in", seat=1, cents=1000)
        await floor.send(ANNA, do="wager", seat=1, id="red", cents=1000)
        await floor.send(DORA, do="no-more-bets")
        with pytest.raises(Forbidden, match="draws its results itself") as caught:
            await floor.send(DORA, do="result", pocket="2")
        assert "manual" in caught.value.right
        assert floor.attempts() == [("entered-result", "dora")]
        assert "wager-settled" in names((await floor.send(DORA, do="draw")).events)
        floor.pit.close()

    run(act)


def test_a_walk_in_at_a_seat_that_an_account_left_is_nobody_of_it(database: Database) -> None:
    floor = Floor(database, "manual")

    async def act() -> None:
        hosted = await floor.opened()
        await floor.send(DORA, do="buy-in", seat=1, cents=1000, account="anna")
        await floor.send(ANNA, do="cash-out", seat=1, cents=1000)
        await floor.send(DORA, do="buy-in", seat=1, cents=5000)
        assert hosted.holder(1) == ""
        with pytest.raises(Forbidden):
            await floor.send(ANNA, do="cash-out", seat=1, cents=5000)
        hosted = await floor.restarted()
        assert hosted.holder(1) == ""
        floor.pit.close()

    run(act)


def test_the_seat_of_a_player_whose_cash_the_dealer_took_is_theirs_also_after_a_restart(database: Database) -> None:
    floor = Floor(database, "system", approved=True)

    async def act() -> None:
        hosted = await floor.opened()
        with pytest.raises(Forbidden, match="The dealer takes the cash"):
            await floor.send(ANNA, do="buy-in", seat=1, cents=1000)
        large = 900_000_000  # more than the inventory: the cage fills it first
        answer = await floor.send(DORA, do="buy-in", seat=1, cents=large, account="anna")
        assert names(answer.events)[:2] == ["table-filled", "bought-in"]
        for _ in range(2):
            assert (hosted.holder(1), hosted.chips(1)) == ("anna", large)
            assert viewer(ANNA, hosted) == "seat:1"
            upto = hosted.standing.seq
            assert Records(database, floor.keys).purchases("t1", 1, upto).holders(upto) == {1: "anna"}
            hosted = await floor.restarted()
        await floor.send(ANNA, do="wager", seat=1, id="red", cents=1000)
        with pytest.raises(Forbidden):
            await floor.send(BEN, do="cash-out", seat=1, cents=1000)
        assert floor.attempts() == [("cash", "anna"), ("foreign-seat", "ben")]
        floor.pit.close()

    run(act)


def test_a_dealer_enters_the_chips_that_a_player_comes_with_and_the_seat_is_the_player_s(database: Database) -> None:
    floor = Floor(database, "system", approved=True)

    async def act() -> None:
        hosted = await floor.opened()
        for who, account, why in (
            (ANNA, "anna", "a dealer or above"),
            (DORA, "dora", "another dealer"),
            (DORA, "", ""),
        ):
            named = {"account": account} if account else {}
            with pytest.raises(Forbidden, match=why or "does not name the player"):
                await floor.send(who, do="chips-in", seat=1, cents=1000, **named)
        answer = await floor.send(DORA, do="chips-in", seat=1, cents=1000, account="anna")
        assert names(answer.events)[0] == "chips-brought"
        with pytest.raises(Forbidden):
            await floor.send(DORA, do="chips-in", seat=1, cents=1000, account="ben")
        for _ in range(2):
            assert (hosted.holder(1), hosted.chips(1)) == ("anna", 1000)
            assert hosted.standing.position.accounts["cage"] == -10_000_000 - 1000
            assert "drop" not in hosted.standing.position.accounts
            upto = hosted.standing.seq
            assert Records(database, floor.keys).purchases("t1", 1, upto).holders(upto) == {1: "anna"}
            hosted = await floor.restarted()
        floor.pit.close()

    run(act)


def test_two_who_buy_in_at_one_seat_at_once_do_not_share_it(database: Database) -> None:
    floor = Floor(database, "seeded")

    async def act() -> None:
        hosted = await floor.opened()
        asked = [floor.send(who, do="buy-in", seat=1, cents=1000) for who in (ANNA, BEN)]
        got = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(each) for each in got] == [Answer, Forbidden]
        assert hosted.holder(1) == "anna"
        assert hosted.chips(1) == 1000
        assert [actor for _, actor in floor.attempts()] == ["ben"]
        floor.pit.close()

    run(act)


def test_a_dealer_at_a_table_with_a_random_source_enters_nothing_for_players(sqlite_database: Database) -> None:
    floor = Floor(sqlite_database, "seeded")

    async def act() -> None:
        hosted = await floor.opened()
        assert hosted.practice
        with pytest.raises(Forbidden):
            await floor.send(DORA, do="buy-in", seat=1, cents=1000)
        await floor.send(ANNA, do="buy-in", seat=1, cents=10_000)
        await floor.send(ANNA, do="wager", seat=1, id="red", cents=1000)
        with pytest.raises(Forbidden):
            await floor.send(ANNA, do="draw")
        await floor.send(DORA, do="no-more-bets")
        assert "wager-settled" in names((await floor.send(DORA, do="draw")).events)
        floor.pit.close()

    run(act)


def test_a_verbal_wager_that_the_dealer_confirms_leaves_the_seat_to_its_player(sqlite_database: Database) -> None:
    floor = Floor(sqlite_database, "manual", "craps")

    async def act() -> None:
        hosted = await floor.opened()
        await floor.send(DORA, do="buy-in", seat=1, cents=10_000, account="anna")
        verbal = {"do": "wager", "seat": 1, "id": "pass", "cents": 1000, "how": "verbal", "cash_cents": 1000}
        answer = await floor.send(DORA, **verbal, confirmed=True)
        assert "bought-in" in names(answer.events)
        assert hosted.holder(1) == "anna"
        hosted = await floor.restarted()
        assert hosted.holder(1) == "anna"
        floor.pit.close()

    run(act)
