"""Wagers of several players at one table: decided one after the other, stored together, and shown only when they are durable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any
from unittest.mock import patch

import pytest

import houseway
from houseway.core import Event
from houseway.law import BadInput
from houseway.service.append_reports import tell
from houseway.service.hosted import (
    Answer,
    ConflictError,
    Expected,
    Hosted,
    ReceivedCommand,
    RepeatedOtherwiseError,
    Sender,
)
from houseway.service.hosted import SuspendedError as Suspended
from houseway.service.pit import Pit
from houseway.store.database import Database, StoreError
from houseway.store.keys import Keys
from houseway.store.writer import Writer
from service.soundness import contiguous, sound
from support import variants

KEYS, TABLE, CENTS = Keys.new(), "roulette-1", 1000
FLO, DAN = Sender("flo", "floorperson"), Sender("dan", "dealer")
PLAYERS = {seat: Sender(f"player-{seat}", "player") for seat in range(1, 7)}
IN_THE_WINDOW = Expected(round=1, phase="wagers")
SQLITE_BY_DAY = pytest.mark.parametrize("store", variants(["sqlite"], ["postgresql"]))


class Held:
    """A writer that stores nothing until it is told to."""

    def __init__(self, pit: Pit) -> None:
        self.appends: list[Any] = []
        self._submit: Callable[[Any], None] = pit.writer.submit

    def submit(self, append: Any) -> None:
        """Keep an append."""
        self.appends.append(append)

    def go_on(self) -> None:
        """Store the first append that was kept."""
        self._submit(self.appends.pop(0))

    def fail(self) -> None:
        """Say that the first append could not be stored."""
        self.appends.pop(0).waiting.set_exception(StoreError("the disk is full"))


async def opened(pit: Pit) -> Hosted:
    book = houseway.load("roulette")
    hosted = await pit.open_table(TABLE, book.game, book.rules, "Parx")
    await pit.command(TABLE, ReceivedCommand({"do": "open"}, "open", "d"), FLO, Expected())
    for seat, sender in PLAYERS.items():
        command = {"do": "buy-in", "seat": seat, "cents": 10_000}
        await pit.command(TABLE, ReceivedCommand(command, "buy", "d"), sender, Expected())
    return hosted


def bet(pit: Pit, seat: int, key: str = "bet", digest: str = "d", wager: str = "red") -> asyncio.Task[Answer]:
    command = {"do": "wager", "seat": seat, "id": wager, "cents": CENTS}
    return asyncio.create_task(pit.command(TABLE, ReceivedCommand(command, key, digest), PLAYERS[seat], IN_THE_WINDOW))


async def turns(count: int = 5) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.001)


def in_pit(database: Database, play: Callable[[Pit, Hosted], Coroutine[Any, Any, None]], apart: bool = False) -> None:
    async def whole() -> None:
        pit = Pit.open(database, KEYS, "us", apart=apart)
        try:
            await play(pit, await opened(pit))
        finally:
            await asyncio.to_thread(pit.close)

    asyncio.run(whole())


@pytest.mark.parametrize("apart", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_wagers_that_come_together_are_stored_together_and_shown_in_order(database: Database, apart: bool) -> None:
    answers: list[Answer] = []

    async def play(pit: Pit, hosted: Hosted) -> None:
        shown: list[int] = []
        hosted.listeners.append(lambda table, events: shown.extend(event.seq for event in events))
        before, first = pit.writer.transactions, hosted.standing.seq + 1
        answers.extend(await asyncio.gather(*(bet(pit, seat) for seat in PLAYERS)))
        assert pit.writer.transactions == before + 2  # the first one alone, then all that had gathered
        assert [answer.first for answer in answers] == shown == list(range(first, first + len(PLAYERS)))
        assert [event.actor for answer in answers for event in answer.events] == [
            each.actor for each in PLAYERS.values()
        ]
        assert hosted.seats() == dict.fromkeys(PLAYERS, 10_000 - CENTS)

    in_pit(database, play, apart)
    acks = [(PLAYERS[seat].actor, "bet", each.first, each.last) for seat, each in enumerate(answers, 1)]
    contiguous(database, TABLE, acks)
    sound(database, KEYS, {TABLE: acks})


@SQLITE_BY_DAY
def test_nothing_is_shown_or_told_before_it_is_durable(database: Database) -> None:
    async def play(pit: Pit, hosted: Hosted) -> None:
        shown: list[tuple[Event, ...]] = []
        hosted.listeners.append(lambda table, events: shown.append(events))
        held = Held(pit)
        with patch.object(pit.writer, "submit", held.submit):
            first, second = bet(pit, 1), bet(pit, 2)
            unknown = bet(pit, 2, "unknown", wager="nothing")
            await turns()
            standing = hosted.standing
            assert hosted.table.position is not standing.position  # two wagers are decided
            assert len(held.appends) == 1 and not shown
            assert not any(each.done() for each in (first, second, unknown))
            held.go_on()
            await first
            assert len(shown) == 1 and not second.done() and not unknown.done()
            assert hosted.chips(1) == 10_000 - CENTS and hosted.chips(2) == 10_000
            held.go_on()
            await second
            with pytest.raises(BadInput, match="nothing"):
                await unknown

    in_pit(database, play)


@SQLITE_BY_DAY
def test_any_other_command_waits_until_all_wagers_are_durable(database: Database) -> None:
    async def play(pit: Pit, hosted: Hosted) -> None:
        held, seq = Held(pit), hosted.standing.seq
        with patch.object(pit.writer, "submit", held.submit):
            first, second = bet(pit, 1), bet(pit, 2)
            await turns()

            def called(expected: Expected) -> asyncio.Task[Answer]:
                given = ReceivedCommand({"do": "no-more-bets"}, f"call {expected.seq}", "d")
                return asyncio.create_task(pit.command(TABLE, given, DAN, expected))

            early, call, late = called(Expected(seq=seq)), called(Expected(seq=seq + 2)), bet(pit, 3)
            held.go_on()
            await first
            await turns()
            assert not early.done() and hosted.standing.phase == "wagers"
            held.go_on()
            await second
            with pytest.raises(ConflictError, match=f"seq is {seq + 2}, not {seq}"):
                await early
            await turns()
            held.go_on()
            assert (await call).first == seq + 3
            with pytest.raises(ConflictError):  # it came after the call
                await late

    in_pit(database, play)


@SQLITE_BY_DAY
def test_a_wager_that_is_sent_again_while_it_is_stored_has_no_second_effect(database: Database) -> None:
    async def play(pit: Pit, hosted: Hosted) -> None:
        held = Held(pit)
        with patch.object(pit.writer, "submit", held.submit):
            first, second = bet(pit, 1), bet(pit, 2)
            again, other = bet(pit, 2), bet(pit, 2, digest="other")
            await turns()
            held.go_on()
            await first
            held.go_on()
            found, repeated = await second, await again
        assert repeated.repeated and (repeated.first, repeated.events) == (found.first, found.events)
        with pytest.raises(RepeatedOtherwiseError):
            await other
        assert hosted.chips(2) == 10_000 - CENTS

    in_pit(database, play)


@SQLITE_BY_DAY
@pytest.mark.parametrize("fails", ["the first", "the rest"])
def test_wagers_that_were_decided_and_not_stored_did_not_happen(database: Database, fails: str) -> None:
    async def play(pit: Pit, hosted: Hosted) -> None:
        held, seq = Held(pit), hosted.standing.seq
        with patch.object(pit.writer, "submit", held.submit):
            tasks = [bet(pit, 1), bet(pit, 2), bet(pit, 3)]
            await turns()
            if fails == "the rest":
                held.go_on()
                await tasks.pop(0)
                await turns()
            held.fail()
            for each in tasks:
                with pytest.raises(Suspended):
                    await each
        stored = fails == "the rest"
        again = await pit.find(TABLE)  # from its records
        assert again is not hosted and again.standing.seq == seq + stored
        assert [again.chips(seat) for seat in (1, 2, 3)] == [10_000 - CENTS * stored, 10_000, 10_000]
        assert not (await bet(pit, 2)).repeated
        assert again.chips(2) == 10_000 - CENTS

    in_pit(database, play)


@SQLITE_BY_DAY
def test_a_decided_wager_is_stored_and_shown_even_if_its_sender_is_gone(database: Database) -> None:
    async def play(pit: Pit, hosted: Hosted) -> None:
        held, shown = Held(pit), list[int]()
        hosted.listeners.append(lambda table, events: shown.extend(event.seq for event in events))
        with patch.object(pit.writer, "submit", held.submit):
            gone, *others = [bet(pit, 1), bet(pit, 2), bet(pit, 3)]
            await turns()
            gone.cancel()
            await turns()
            held.go_on()
            await until(lambda: bool(held.appends))
            held.go_on()
            first, second = await asyncio.gather(*others)
        assert shown == [first.first - 1, first.first, second.first]
        assert [hosted.chips(seat) for seat in (1, 2, 3)] == [10_000 - CENTS] * 3
        assert gone.cancelled() and await pit.find(TABLE) is hosted
        assert (await bet(pit, 1)).repeated

    in_pit(database, play)


@SQLITE_BY_DAY
@pytest.mark.parametrize("stored", [True, False])
def test_a_result_that_comes_while_its_sender_is_being_cancelled_is_not_lost(database: Database, stored: bool) -> None:
    """The future of a cancelled sender is done at once; its task runs in the next turn; the result comes in between."""

    async def play(pit: Pit, hosted: Hosted) -> None:
        held, results = Held(pit), list[Any]()
        with patch.object(pit.writer, "submit", held.submit):
            gone = bet(pit, 1)
            await turns()
            append = held.appends.pop()
            if stored:
                writer = Writer(database, results.extend)
                writer.write_soon([append])
                await asyncio.to_thread(writer.close)
            else:
                results.append((append, StoreError("the disk is full")))
            gone.cancel()
            tell(results)
            await turns()
        assert gone.cancelled() and bool(hosted.suspended) is not stored
        assert (await bet(pit, 1)).repeated is stored
        assert not (await bet(pit, 2)).repeated
        assert [(await pit.find(TABLE)).chips(seat) for seat in (1, 2)] == [10_000 - CENTS] * 2

    in_pit(database, play)


@SQLITE_BY_DAY
def test_a_table_is_sealed_even_if_whoever_closed_it_is_gone(database: Database) -> None:
    async def play(pit: Pit, hosted: Hosted) -> None:
        for seat, sender in PLAYERS.items():
            command = {"do": "cash-out", "seat": seat, "cents": 10_000}
            await pit.command(TABLE, ReceivedCommand(command, "out", "d"), sender, Expected())
        held, close = Held(pit), ReceivedCommand({"do": "close"}, "close", "d")
        with patch.object(pit.writer, "submit", held.submit):
            closing = asyncio.create_task(pit.command(TABLE, close, FLO, Expected()))
            await turns()
            closing.cancel()
            await turns()
            held.go_on()
            await until(lambda: hosted.standing.phase == "closed")
        assert closing.cancelled() and TABLE in pit.hosted
        stop = asyncio.Event()
        keeping = [asyncio.create_task(pit.keep(stop)) for _ in range(2)]  # two tasks seal it once
        await until(lambda: TABLE not in pit.hosted)
        stop.set()
        await asyncio.gather(*keeping)
        assert len(pit.ended) == 1
        book = houseway.load("roulette")
        assert (await pit.open_table(TABLE, book.game, book.rules, "Parx")).session == 2

    in_pit(database, play)


@SQLITE_BY_DAY
def test_a_table_whose_closing_was_not_stored_is_not_sealed(database: Database) -> None:
    async def play(pit: Pit, hosted: Hosted) -> None:
        for seat, sender in PLAYERS.items():
            command = {"do": "cash-out", "seat": seat, "cents": 10_000}
            await pit.command(TABLE, ReceivedCommand(command, "out", "d"), sender, Expected())
        held, seq = Held(pit), hosted.standing.seq
        with patch.object(pit.writer, "submit", held.submit):
            close = ReceivedCommand({"do": "close"}, "close", "d")
            closing = asyncio.create_task(pit.command(TABLE, close, FLO, Expected()))
            await turns()
            sealing = asyncio.create_task(pit._seal_closed())
            await turns()
            held.fail()
            with pytest.raises(Suspended):
                await closing
            await sealing
            assert not held.appends and not pit.ended
        again = await pit.find(TABLE)
        assert (again.standing.seq, again.standing.phase) == (seq, "wagers")

    in_pit(database, play)


@SQLITE_BY_DAY
@pytest.mark.parametrize("number", [1, 2])
def test_a_defect_in_preparing_records_suspends_the_table_and_leaves_nobody_waiting(
    database: Database, number: int
) -> None:
    """The first append is prepared by its sender, the second one when the first is durable; later wagers load the table again."""

    async def play(pit: Pit, hosted: Hosted) -> None:
        right, calls = Hosted._next_append, list[Hosted]()

        def fails(self: Hosted) -> Any:
            calls.append(self)
            if len(calls) == number:
                raise AssertionError
            return right(self)

        with patch.object(Hosted, "_next_append", fails):
            answers = await asyncio.gather(*(bet(pit, seat) for seat in (1, 2, 3)), return_exceptions=True)
        stored = {1: [False, True, True], 2: [True, False, False]}[number]
        assert [isinstance(each, Answer) for each in answers] == stored
        assert hosted.suspended
        assert await pit.find(TABLE) is not hosted
        assert [(await bet(pit, seat)).repeated for seat in (1, 2, 3)] == stored
        assert [(await pit.find(TABLE)).chips(seat) for seat in (1, 2, 3)] == [10_000 - CENTS] * 3

    in_pit(database, play)


@SQLITE_BY_DAY
def test_a_table_that_several_commands_load_is_loaded_once(database: Database) -> None:
    """Two that load it at once would fence each other off."""

    async def play(pit: Pit, hosted: Hosted) -> None:
        hosted.suspended = "its records are read again"
        found = await asyncio.gather(*(pit.find(TABLE) for _ in range(3)))
        assert found[0] is not hosted and len(set(map(id, found))) == 1 and not pit._finding
        await asyncio.gather(bet(pit, 1), bet(pit, 2))

    in_pit(database, play)


@SQLITE_BY_DAY
def test_an_id_of_long_ago_fails_nobody_who_is_stored_with_it(database: Database) -> None:
    """Ids that memory has forgotten are found by the database; the others of that append are carried out again."""

    async def play(pit: Pit, hosted: Hosted) -> None:
        old = await bet(pit, 1, "old")
        hosted._ids.clear()
        held = Held(pit)
        with patch.object(pit.writer, "submit", held.submit):
            first, again, others = bet(pit, 2), bet(pit, 1, "old"), [bet(pit, seat) for seat in (3, 4)]
            await turns()
            held.go_on()
            await first
            await turns()
        held.go_on()
        found = await again
        assert found.repeated and found.first == old.first
        assert [each.repeated for each in await asyncio.gather(*others)] == [False, False]
        assert await pit.find(TABLE) is not hosted
        assert [(await pit.find(TABLE)).chips(seat) for seat in (1, 2, 3, 4)] == [10_000 - CENTS] * 4

    in_pit(database, play)
