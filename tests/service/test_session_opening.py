"""A table opens under an approved submission that is in effect and lacks no approval, or in marked practice mode."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import insert

import houseway
from houseway.core import Moment
from houseway.law import BadInput, Unlawful
from houseway.service.access import OFFICE_OF, Forbidden, Hidden, Principal
from houseway.service.credentials import CREDENTIAL, TRAINING
from houseway.service.filing import Filing
from houseway.service.hosted import Answer, ConflictError, Expected, ReceivedCommand, Sender
from houseway.service.pit import Pit
from houseway.service.reports import ReportRequest, pit_report
from houseway.service.session_opening import NotApprovedError, Wanted
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.people_schema import accounts

NOON = int(datetime(2026, 11, 17, 17, 0, tzinfo=UTC).timestamp())
DAY = 24 * 3600
FLOOR = Principal("flo", "Flo", ("floorperson",), "parx")
DEALER = Principal("dan", "Dan", ("dealer",), "parx")
PARX = Principal("cora", "Cora", ("compliance",), "parx")
BOARD = Principal("bea", "Bea", ("bureau-of-gaming-operations",))


class Here:
    """A pit with its filings, and a clock in the test's hands."""

    def __init__(self, database: Database, keys: Keys) -> None:
        self.now = NOON
        self.pit = Pit.open(database, keys, clock=lambda: Moment(self.now))
        self.filing = Filing.of(self.pit)
        self.filing.submissions.add_holder(BOARD, "parx", "Parx Casino")

    def filed(self, text: str, effective_on: str = "2026-11-17") -> str:
        """An approved submission."""
        filed = self.filing.submissions.draft(PARX, "parx", text)
        self.filing.submissions.take_step(PARX, filed.id, "submitted")
        self.filing.submissions.take_step(BOARD, filed.id, "approved", approval="2026-17", effective_on=effective_on)
        return filed.id

    def register(self, game: str, leave_out: str = "") -> None:
        """Register every approval that this game's submission names."""
        for each in houseway.load(game).rules.outstanding():
            if each.key != leave_out:
                who = Principal("bo", "Bo", (OFFICE_OF[each.approval.by],))
                self.filing.register.enter(who, "parx", game, each.key, "1", "2026-11-01")

    async def opened(self, wanted: Wanted, by: Principal = FLOOR) -> tuple[Answer, bool]:
        """Begin a session, then send `open` as the service does; the answer, and whether it is for practice."""
        hosted, _ = await self.filing.open_session(by, wanted)
        return await self.open(hosted.id), hosted.practice

    async def open(self, table_id: str, key: str = "o", **more: Any) -> Answer:
        hosted = await self.pit.find(table_id)
        command = await self.filing.opening_command(hosted, {"do": "open", **more})
        return await self.pit.command(
            table_id, ReceivedCommand(command, key, "d"), Sender("flo", "floorperson"), Expected()
        )


def text_of(game: str) -> str:
    """A submission that names every approval."""
    named = "".join(
        f'[approvals.{each.key}]\nby = "{each.approval.by}"\nnumber = "1"\ndate = "2026-11-01"\n'
        for each in houseway.load(game).rules.outstanding()
    )
    return f'game = "{game}"\nholder = "Parx"\n{named}'


def run(database: Database, test: Callable[[Here], Awaitable[None]]) -> None:
    async def main() -> None:
        here = Here(database, Keys.new())
        try:
            await test(here)
        finally:
            here.pit.close()

    asyncio.run(main())


def test_a_table_opens_for_real_under_an_approved_submission_and_its_session_says_which(database: Database) -> None:
    async def test(here: Here) -> None:
        here.register("roulette")
        name = here.filed(text_of("roulette"))
        answer, practice = await here.opened(Wanted("r1", name))
        assert answer.events[0].fields["practice"] is False and practice is False
        under = here.filing.under("r1", 1)
        assert under is not None
        assert (under.submission, under.practice, under.by, under.role, under.at) == (
            name,
            False,
            "flo",
            "floorperson",
            NOON,
        )
        with pytest.raises(ConflictError, match="r1 is already open; close it first"):
            await here.opened(Wanted("r1", name))
        with pytest.raises(Exception, match="records are only appended to"), here.pit.database.write() as connection:
            connection.exec_driver_sql("UPDATE session_openings SET submission = 'x'")

    run(database, test)


def test_without_an_approval_in_the_register_it_does_not_open(sqlite_database: Database) -> None:
    async def test(here: Here) -> None:
        missing = houseway.load("roulette").rules.outstanding()[0]
        here.register("roulette", leave_out=missing.key)
        name = here.filed(text_of("roulette"))
        with pytest.raises(NotApprovedError, match="approval 1 of 2026-11-01 is not in the register") as told:
            await here.opened(Wanted("r1", name))
        assert [each.key for each in told.value.missing] == [missing.key]
        assert told.value.cites == (str(missing.approval.cite),)
        assert not here.pit.hosted and here.filing.under("r1", 1) is None
        answer, practice = await here.opened(Wanted("r1", name, practice=True))
        assert answer.events[0].fields["practice"] is True and practice

    run(sqlite_database, test)


def test_without_an_approval_that_was_withdrawn_it_does_not_open_and_says_since_when(
    sqlite_database: Database,
) -> None:
    async def test(here: Here) -> None:
        here.register("roulette")
        name = here.filed(text_of("roulette"))
        entry = here.filing.register.listed(BOARD)[0]
        office = Principal("gil", "Gil", (str(OFFICE_OF[entry.body]),))
        here.filing.register.withdraw(office, entry.number, "rebuilt", "2026-11-17")
        with pytest.raises(NotApprovedError, match="approval 1 of 2026-11-01 was withdrawn as of 2026-11-17"):
            await here.opened(Wanted("r1", name))

    run(sqlite_database, test)


def test_only_a_submission_in_effect_today_will_do(sqlite_database: Database) -> None:
    async def test(here: Here) -> None:
        here.register("roulette")
        drafted = here.filing.submissions.draft(PARX, "parx", text_of("roulette")).id
        with pytest.raises(ConflictError, match="is drafted and not in effect on 2026-11-17"):
            await here.opened(Wanted("r1", drafted))
        later = here.filed(text_of("roulette"), "2026-11-18")
        with pytest.raises(ConflictError, match="is approved and not in effect on 2026-11-17"):
            await here.opened(Wanted("r1", later))
        here.now += DAY
        answer, _ = await here.opened(Wanted("r1", later))
        assert answer.events[0].fields["practice"] is False

    run(sqlite_database, test)


def test_what_was_in_effect_when_the_session_began_is_looked_at_again_when_the_table_opens(
    sqlite_database: Database,
) -> None:
    async def test(here: Here) -> None:
        here.register("roulette")
        name = here.filed(text_of("roulette"))
        await here.filing.open_session(FLOOR, Wanted("r1", name))
        filing = here.filing.submissions
        new = filing.draft(PARX, "parx", text_of("roulette"), name)
        filing.take_step(PARX, new.id, "submitted")
        filing.take_step(BOARD, new.id, "approved", approval="2", effective_on="2026-11-18")
        here.now += DAY
        with pytest.raises(ConflictError, match=f"{name} is superseded and not in effect on 2026-11-18"):
            await here.open("r1")
        answer = await here.open("r1", practice=True)
        assert answer.events[0].fields["practice"] is True

    run(sqlite_database, test)


def test_a_text_or_a_table_of_no_submission_is_for_practice_whatever_open_says(sqlite_database: Database) -> None:
    async def test(here: Here) -> None:
        text = text_of("sic-bo")  # names all approvals, so that only the record decides
        answer, practice = await here.opened(Wanted("s1", text=text, practice=True))
        assert answer.events[0].fields["practice"] is True and practice
        book = houseway.load("sic-bo")
        await here.pit.open_table("s2", book.game, book.rules, "parx")
        assert (await here.open("s2", practice=False)).events[0].fields["practice"] is True
        with pytest.raises(Unlawful):
            await here.opened(Wanted("s3", text='game = "craps"\nboxes = 99\n', practice=True))

    run(sqlite_database, test)


def test_a_session_opens_with_what_the_last_one_closed_with_and_a_difference_is_on_record(database: Database) -> None:
    async def test(here: Here) -> None:
        text = text_of("sic-bo")

        async def shift(number: int, **opening: int) -> Mapping[str, Any]:
            await here.filing.open_session(FLOOR, Wanted("s1", text=text, practice=True))
            opened = await here.open(
                "s1", f"o{number}", **opening, last_closing_cents=1
            )  # nobody can say it themselves
            commands: list[dict[str, Any]] = [{"do": "buy-in", "seat": 1, "cents": 5_000}, {"do": "close"}]
            for n, command in enumerate(commands):
                given = ReceivedCommand(command, f"{number}-{n}", "d")
                await here.pit.command("s1", given, Sender("flo", "floorperson"), Expected())
            return opened.events[0].fields

        first = await shift(1, inventory_cents=100_000)
        assert "last_closing_cents" not in first
        second = await shift(2)
        assert (second["inventory_cents"], second["last_closing_cents"], second["difference_cents"]) == (
            95_000,
            95_000,
            0,
        )
        third = await shift(3, inventory_cents=70_000)
        assert (third["last_closing_cents"], third["difference_cents"]) == (90_000, -20_000)
        report = pit_report(here.pit.database, ReportRequest(practice=True))
        assert [each.opening_difference for each in report.days] == [0, 0, -20_000]
        assert [each.win for each in report.days] == [0, 0, 0]

    run(database, test)


def test_it_is_for_the_holder_s_own_floor(sqlite_database: Database) -> None:
    async def test(here: Here) -> None:
        here.register("roulette")
        name = here.filed(text_of("roulette"))
        for who in (DEALER, PARX, BOARD):
            with pytest.raises(Forbidden, match="You cannot open a table"):
                await here.opened(Wanted("r1", name), who)
        other = Principal("hal", "Hal", ("floorperson",), "hollywood")
        with pytest.raises(Hidden, match="there is no submission"):
            await here.opened(Wanted("r1", name), other)
        await here.opened(Wanted("r1", name))
        with pytest.raises(ConflictError, match="the name r1 is taken; choose another"):
            await here.opened(Wanted("r1", text=text_of("roulette"), practice=True), other)

    run(sqlite_database, test)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "name a submission, or give the text"),
        ({"submission": "a", "text": "b"}, "one of the two"),
        ({"text": "b"}, "only for practice"),
        ({"submission": "a", "source": "magic"}, "is not one of system, manual, seeded"),
        ({"submission": "a", "source": "seeded"}, "a seed goes with the source seeded"),
        ({"submission": "a", "seed": "x"}, "a seed goes with the source seeded"),
        ({"submission": "a", "source": "seeded", "seed": "x"}, "can be predicted"),
    ],
)
def test_what_makes_no_sense_is_told(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        Wanted("r1", **fields)


def test_a_dealer_without_credentials_is_told_with_the_first_command_and_the_same_when_it_is_repeated(
    database: Database,
) -> None:
    async def test(here: Here) -> None:
        with database.write() as connection:
            for account in ("dan", "eli"):
                connection.execute(
                    insert(accounts).values(
                        id=account, name=account, name_key=account, holder="parx", roles='["dealer"]', password="",
                        created_at=NOON,
                    )
                )  # fmt: skip
        await here.opened(Wanted("r1", text=text_of("roulette"), practice=True))

        async def sent(account: str, key: str, role: str = "dealer") -> tuple[str, ...]:
            sender = Sender(account, role)
            answer = await here.pit.command("r1", ReceivedCommand({"do": "no-more-bets"}, key, key), sender, Expected())
            return await here.filing.warnings("r1", sender, answer)

        lacks = ("no valid credential is on record", "no valid training in roulette is on record")
        assert await sent("dan", "1") == lacks
        assert await sent("dan", "2") == ()
        here.now += 60
        keep = here.filing.credentials
        manager = Principal("mia", "Mia", ("pit-manager",), "parx")
        for account in ("dan", "eli"):
            keep.enter(manager, account, CREDENTIAL, "C-1", "2026-01-01")
        keep.enter(manager, "eli", TRAINING, "T-1", "2026-01-01", game="roulette")
        here.filing._first.clear()  # as after a restart
        assert await sent("dan", "1") == lacks
        assert await sent("eli", "1") == () and await sent("flo", "1", "floorperson") == ()
        assert keep.lacking("dan", "roulette", date(2026, 11, 17)) == lacks[1:]

    run(database, test)
