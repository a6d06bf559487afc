"""Clocks that jump or stand still: event times never fall, and nothing gets stuck."""

from __future__ import annotations

import asyncio

import pytest

import houseway
from houseway.core import Moment
from houseway.service.hosted import Expected, ReceivedCommand, Sender
from houseway.service.pit import Pit
from houseway.store.database import Database
from houseway.store.keys import Keys
from service.soundness import contiguous, sound

ANNA, DEB, FLO = Sender("anna", "player"), Sender("deb", "dealer"), Sender("flo", "floorperson")
NOW, HOUR, YEAR = 1_760_000_000, 3600, 365 * 86400
JUMPS = {
    "an hour back": (0, -HOUR, -HOUR),
    "an hour forth and back": (0, HOUR, 0),
    "a year back": (0, -YEAR, -YEAR),
    "a year forth and back": (0, YEAR, 0),
    "frozen": (0, 0, 0),
}


class Jumping:
    """A clock that is set from outside."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> Moment:
        return Moment(self.now)


@pytest.mark.parametrize("name", JUMPS)
def test_the_times_of_events_never_fall_and_the_table_plays_on(database: Database, name: str) -> None:
    keys, clock = Keys.new(), Jumping()

    async def play() -> None:
        pit = Pit.open(database, keys, "us", clock)
        book = houseway.load("roulette")
        await pit.open_table("roulette-1", book.game, book.rules, "Parx", "seeded", "clocks")
        opening = (
            ({"do": "open"}, FLO),
            ({"do": "buy-in", "seat": 1, "cents": 1_000_000}, ANNA),
        )
        for command, sender in opening:
            await pit.command("roulette-1", ReceivedCommand(command, str(command["do"]), "d"), sender, Expected())
        for number, jump in enumerate(JUMPS[name]):
            clock.now = NOW + jump + (0 if name == "frozen" else number)
            hosted = await pit.find("roulette-1")
            before = hosted.standing.at
            for do, sender in (("wager", ANNA), ("no-more-bets", DEB), ("draw", DEB)):
                fields = {"seat": 1, "id": "red", "cents": 500} if do == "wager" else {}
                given = ReceivedCommand({"do": do, **fields}, f"{do}-{number}", "d")
                answer = await pit.command("roulette-1", given, sender, Expected())
                assert answer.events[0].event != "act-refused"
                assert all(event.at >= before for event in answer.events)
            assert hosted.standing.phase == "wagers" and hosted.standing.position.table.round == number + 2
            pit.checkpoint()
            if number == 1:  # another process goes on from here, by the same clock
                pit.close()
                pit = Pit.open(database, keys, "us", clock)
        pit.close()

    asyncio.run(play())
    contiguous(database, "roulette-1", [])
    sound(database, keys, {"roulette-1": []})
