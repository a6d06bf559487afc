"""The pit: a command is durable before anybody sees it, happens once, and only where the table is believed to be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from sqlalchemy import func, select

import houseway
from houseway.core import Event
from houseway.law import BadInput
from houseway.records.audit import audit_journal
from houseway.records.checkpoint import read_checkpoint
from houseway.service.hosted import (
    Answer,
    ConflictError,
    Expected,
    Hosted,
    ReceivedCommand,
    RepeatedOtherwiseError,
    Sender,
    SuspendedError,
)
from houseway.service.pit import ElsewhereError, Pit, UnknownTableError
from houseway.store import writer
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.store.schema import checkpoints, commands, events, postings
from houseway.store.session_lines import SessionLines, session_secrets
from houseway.store.writer import Append, Writer

KEYS = Keys.new()
FLOOR, ANNA = Sender("flo", "floorperson"), Sender("anna", "player")
ANYWHERE = Expected()


def given(key: str, do: str, **fields: Any) -> ReceivedCommand:
    return ReceivedCommand({"do": do, **fields}, key, f"{do} {sorted(fields.items())}")


def in_pit(database: Database, play: Callable[[Pit], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        pit = Pit.open(database, KEYS, "us")
        try:
            await play(pit)
        finally:
            pit.close()

    asyncio.run(whole())


async def opened(pit: Pit, game: str = "roulette", **how: Any) -> Hosted:
    book = houseway.load(game)
    hosted = await pit.open_table(f"{game}-1", book.game, book.rules, "Parx", **how)
    await pit.command(hosted.id, given("open", "open"), FLOOR, ANYWHERE)
    await pit.command(hosted.id, given("buy", "buy-in", seat=1, cents=10_000), ANNA, ANYWHERE)
    return hosted


async def bet(pit: Pit, key: str = "bet", cents: int = 1000, expected: Expected = ANYWHERE) -> Answer:
    return await pit.command("roulette-1", given(key, "wager", seat=1, id="red", cents=cents), ANNA, expected)


def count(database: Database, table: Any) -> int:
    with database.read() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def test_a_command_is_recorded_with_its_sender_and_its_money(database: Database) -> None:
    async def play(pit: Pit) -> None:
        seen: list[tuple[Event, ...]] = []
        hosted = await opened(pit)
        hosted.listeners.append(lambda table, shown: seen.append(shown))
        answer = await bet(pit)
        assert [event.event for event in answer.events] == ["wager-placed"] == [e.event for e in seen[0]]
        with database.read() as connection:
            row = connection.execute(select(events).where(events.c.seq == answer.first)).one()
            money = connection.execute(select(postings).where(postings.c.seq == answer.first)).all()
        assert (row.actor, row.role, row.event, row.round) == ("anna", "player", "wager-placed", 1)
        assert [(each.source, each.target, each.cents) for each in money] == [("seat:1", "layout", 1000)]
        assert hosted.holder(1) == "anna" and hosted.holder(2) == ""
        audit = audit_journal(SessionLines(database, hosted.id, 1), house=session_secrets(database, KEYS, hosted.id, 1))
        assert (audit.status, audit.flaws) == ("unsealed", ()) and audit.events == answer.last

    in_pit(database, play)


def test_a_command_sent_again_has_no_second_effect_also_over_a_restart(database: Database) -> None:
    first: list[Answer] = []

    async def play(pit: Pit) -> None:
        hosted = await opened(pit)
        first.append(await bet(pit))
        again = await bet(pit)
        assert again.repeated and (again.first, again.last) == (first[0].first, first[0].last)
        assert again.events == first[0].events and hosted.chips(1) == 9000
        with pytest.raises(RepeatedOtherwiseError, match="the id bet was used for another command"):
            await bet(pit, cents=2000)

    async def restarted(pit: Pit) -> None:
        again = await bet(pit)
        assert again.repeated and [e.fields for e in again.events] == [e.fields for e in first[0].events]
        assert (await pit.find("roulette-1")).chips(1) == 9000
        with pytest.raises(RepeatedOtherwiseError):
            await bet(pit, cents=2000)
        await bet(pit, key="another")
        assert (await pit.find("roulette-1")).chips(1) == 8000

    in_pit(database, play)
    in_pit(database, restarted)
    assert count(database, commands) == 4


@pytest.mark.parametrize(
    ("expected", "why"),
    [
        (Expected(round=2), "the table's round is 1, not 2"),
        (Expected(phase="chance"), "the table's phase is wagers, not chance"),
        (Expected(seq=1), "the table's seq is .*, not 1"),
        (Expected(round=1, phase="wagers", session=2), "the table's session is 1, not 2"),
    ],
)
def test_a_command_for_another_moment_is_a_conflict_and_changes_nothing(
    sqlite_database: Database, expected: Expected, why: str
) -> None:
    async def play(pit: Pit) -> None:
        hosted = await opened(pit)
        before = count(sqlite_database, events)
        with pytest.raises(ConflictError, match=why):
            await bet(pit, expected=expected)
        assert count(sqlite_database, events) == before
        standing = hosted.standing
        await bet(pit, expected=Expected(standing.position.table.round, standing.phase, standing.seq))

    in_pit(sqlite_database, play)


def test_bad_input_and_refusals_by_rule_differ(sqlite_database: Database) -> None:
    async def play(pit: Pit) -> None:
        await opened(pit)
        before = count(sqlite_database, events)
        with pytest.raises(BadInput, match="is not a wager of roulette"):
            await pit.command("roulette-1", given("x", "wager", seat=1, id="rod", cents=100), ANNA, ANYWHERE)
        assert count(sqlite_database, events) == before
        answer = await bet(pit, cents=1_000_000)
        assert answer.events[0].event == "wager-refused" and answer.events[0].cites

    in_pit(sqlite_database, play)


def test_what_the_database_does_not_take_is_not_shown_and_the_table_comes_back(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(pit: Pit) -> None:
        hosted = await opened(pit)
        seen: list[tuple[Event, ...]] = []
        pit.listeners.append(lambda table, shown: seen.append(shown))
        broken = True
        store = writer.store

        def full(*given: Any, **options: Any) -> None:
            if broken:
                raise OSError(28, "No space left on device")
            store(*given, **options)

        monkeypatch.setattr(writer, "store", full)
        before = count(sqlite_database, events)
        with pytest.raises(SuspendedError, match="No space left on device"):
            await bet(pit)
        assert not seen and hosted.suspended and count(sqlite_database, events) == before
        broken = False
        answer = await bet(pit)
        assert answer.first == before and not answer.repeated
        assert (await pit.find("roulette-1")).chips(1) == 9000 and len(seen) == 1

    in_pit(sqlite_database, play)


def test_a_table_taken_by_another_process_is_let_go(database: Database) -> None:
    async def play(pit: Pit) -> None:
        await opened(pit)
        other = Pit.open(database, KEYS, "them")
        with pytest.raises(ElsewhereError, match="us"):
            await other.take("roulette-1")
        with database.write() as connection:
            connection.exec_driver_sql("UPDATE heads SET lease_until = 0")
        taken = await other.take("roulette-1")
        with pytest.raises(SuspendedError, match="now run by another process"):
            await bet(pit)
        answer = await other.command("roulette-1", given("bet", "wager", seat=1, id="red", cents=500), ANNA, ANYWHERE)
        assert answer.first == taken.standing.seq and taken.chips(1) == 9500
        with pytest.raises(ElsewhereError, match="them"):
            await bet(pit, key="late")
        other.close()

    in_pit(database, play)


def test_tables_that_nobody_has_are_told_apart(sqlite_database: Database) -> None:
    async def play(pit: Pit) -> None:
        with pytest.raises(UnknownTableError, match="there is no table craps-9"):
            await pit.command("craps-9", given("", "no-more-bets"), FLOOR, ANYWHERE)
        await opened(pit)
        await pit.command("roulette-1", given("close", "close"), FLOOR, ANYWHERE)
        with pytest.raises(ConflictError, match="roulette-1 is closed"):
            await bet(pit)
        audit = audit_journal(SessionLines(sqlite_database, "roulette-1", 1))
        assert audit.status == "whole" and audit.sealed
        book = houseway.load("roulette")
        again = await pit.open_table("roulette-1", book.game, book.rules, "Parx")
        assert again.session == 2
        with pytest.raises(BadInput, match="is already open"):
            await pit.open_table("roulette-1", book.game, book.rules, "Parx")

    in_pit(sqlite_database, play)


def test_a_long_session_resumes_from_a_snapshot_that_a_checkpoint_vouches_for(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.service.hosted.SNAPSHOT_LINES", 20)
    stood: list[Any] = []

    async def play(pit: Pit) -> None:
        hosted = await opened(pit, "down-under-blackjack")
        for n in range(12):
            await pit.command(hosted.id, given(f"b{n}", "wager", seat=1, id="bet", cents=500), ANNA, ANYWHERE)
            if n % 3:
                await pit.command(hosted.id, given(f"r{n}", "remove", seat=1, id="bet"), ANNA, ANYWHERE)
        await pit.command(hosted.id, given("nmb", "no-more-bets"), Sender("dee", "dealer"), ANYWHERE)
        await pit.command(hosted.id, given("deal", "draw"), Sender("dee", "dealer"), ANYWHERE)
        assert hosted.snapshot is not None and hosted.snapshot[0] > 20
        stood.append(hosted.standing)

    async def restarted(pit: Pit) -> None:
        with database.read() as connection:
            signed = read_checkpoint(connection.execute(select(checkpoints.c.body)).scalars().all()[-1])
        assert signed.genuine(KEYS.public) and not signed.genuine(Keys.new().public)
        said = signed.of("down-under-blackjack-1", 1)
        assert said is not None and said.snapshot is not None
        hosted = await pit.take("down-under-blackjack-1")
        assert hosted._snapshot_at == said.snapshot[0]  # it did not read the whole journal
        assert hosted.standing.position.plain == stood[0].position.plain
        assert hosted.standing.seq == stood[0].seq and hosted.holder(1) == "anna"
        assert hosted.recorder.end.peaks.root.hex() == said.root

    in_pit(database, play)
    in_pit(database, restarted)


def test_keys_of_another_pit_are_refused(sqlite_database: Database) -> None:
    async def play(pit: Pit) -> None:
        with pytest.raises(BadInput, match="the keys belong to another pit"):
            Pit.open(sqlite_database, Keys.new())

    in_pit(sqlite_database, play)


def test_the_writer_fails_alone_what_is_bad_alone(sqlite_database: Database) -> None:
    """One append of a group that breaks a constraint does not keep the others from being recorded."""

    async def play(pit: Pit) -> None:
        hosted = await opened(pit)
        book = houseway.load("sic-bo")
        other = await pit.open_table("sic-bo-1", book.game, book.rules, "Parx")
        told: list[Any] = []
        alone = Writer(sqlite_database, told.extend)
        hosted.table.do({"do": "wager", "seat": 1, "id": "red", "cents": 500}, "anna", "player")
        good = hosted.recorder.taken()
        other.table.do({"do": "open"}, "flo", "floorperson")
        bad = other.recorder.taken()
        assert isinstance(good, Append) and isinstance(bad, Append)
        bad.commands.append(("roulette-1", "buy", "anna", "", 1, 1, 1))  # recorded already
        alone._write([good, bad])
        assert [(append is good, type(error).__name__) for append, error in told] == [
            (True, "NoneType"),
            (False, "RepeatedError"),
        ]
        alone.close()

    in_pit(sqlite_database, play)
