"""A pit with a few played rounds in it, for tests of its records: wheels, sealed shoes and tiles that only some may see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import houseway
from houseway.core import Choices, Moment
from houseway.law.roles import ROLES
from houseway.service.hosted import Expected, Hosted, ReceivedCommand, Sender
from houseway.service.pit import Pit
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.table import ticking

WAGERS = {"roulette": "red", "casino-war": "initial", "pai-gow": "wager", "sic-bo": "small"}
CHOSEN = ("house-way", "pass-bank", "surrender", "stand")
NOW = Moment(1_306_886_400)


class Player:
    """Sends commands to one table, each with its own id."""

    def __init__(self, pit: Pit, table: str) -> None:
        self.pit, self.table, self.sent = pit, table, 0

    async def do(self, command: dict[str, Any], actor: str = "deb", role: str = "dealer") -> None:
        self.sent += 1
        session = self.pit.hosted[self.table].session
        given = ReceivedCommand(command, f"{self.table}-{session}-{self.sent}", f"{self.sent:064x}")
        await self.pit.command(self.table, given, Sender(actor, role), Expected())

    async def buy_in(self) -> None:
        await self.do({"do": "open"}, "flo", "floorperson")
        await self.do({"do": "buy-in", "seat": 1, "cents": 10_000_000}, "anna", "player")

    async def round(self) -> None:
        """One round: a wager, then whatever is due until wagers are taken again."""
        game = self.table.rpartition("-")[0]
        await self.do({"do": "wager", "seat": 1, "id": WAGERS[game], "cents": 1000}, "anna", "player")
        await self.do({"do": "no-more-bets"})
        for _ in range(40):
            hosted = await self.pit.find(self.table)
            if hosted.standing.phase == "wagers":
                return
            await self.do(_answer(hosted))
        raise AssertionError(f"{self.table} waits for {hosted.standing.due}")


def _answer(hosted: Hosted) -> dict[str, Any]:
    due = hosted.standing.due
    if isinstance(due, Choices):
        asked = due.open[0]
        offered = [option.choice for option in asked.options]
        choice = next((each for each in CHOSEN if each in offered), offered[0])
        who = {"by": asked.who} if asked.who in ROLES else {"seat": int(asked.who.partition(":")[2])}
        return {"do": "choose", **who, "choice": choice}
    return {"do": "draw"}


async def play(pit: Pit, table: str, rounds: int, *, close: bool = False, source: str = "seeded") -> None:
    """Open a table, play rounds, perhaps close it."""
    built = houseway.load(table.rpartition("-")[0])
    await pit.open_table(table, built.game, built.rules, "Parx", source, "7" if source == "seeded" else None)
    player = Player(pit, table)
    await player.buy_in()
    for _ in range(rounds):
        await player.round()
    if close:
        await player.do({"do": "close"}, "flo", "floorperson")


def played(
    database: Database,
    keys: Keys,
    tables: dict[str, int],
    closed: tuple[str, ...] = (),
    during: Callable[[Pit], None] | None = None,
) -> None:
    """Play these numbers of rounds at these tables; `during` is called before the pit is closed."""

    async def run() -> None:
        pit = Pit.open(database, keys, clock=ticking(NOW))
        for table, rounds in tables.items():
            await play(pit, table, rounds, close=table in closed)
        if during is not None:
            during(pit)
        pit.close()

    asyncio.run(run())
