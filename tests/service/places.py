"""A running service for tests: real ports on loopback, real sockets, accounts with tokens; it ends with the test."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from argon2 import PasswordHasher

from houseway.client import AsyncClient, TableView
from houseway.games import load
from houseway.numerics.sources import SeededSource
from houseway.service.access import SCOPES, Office, Principal
from houseway.service.people import People
from houseway.service.pit import Pit
from houseway.service.rate_limits import Limit, Limits
from houseway.service.running import Listening, bound, run
from houseway.service.serving import Service
from houseway.store.database import Database
from houseway.store.keys import Keys
from houseway.table.table import ticking
from service.stores import enter_holder

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "a password of twelve"
HOLDER = "Parx"
STAFF = ("dealer", "stickperson", "boxperson", "floorperson")
_names = itertools.count(1)


def endless() -> Limits:
    """Limits that no test reaches."""
    return Limits(Limit(1e6, 1e6), Limit(1e6, 1e6), Limit(1e6, 1e6))


@dataclass(slots=True)
class Place:
    """A running service."""

    address: str
    service: Service
    people: People
    clients: list[AsyncClient] = field(default_factory=list)

    @property
    def pit(self) -> Pit:
        """Its tables."""
        return self.service.pit

    def account(self, *roles: str, holder: str | None = None) -> Principal:
        """A new account."""
        outside = all(role in ("player", *BOARD_SIDE) for role in roles)
        belongs = holder if holder is not None else "" if outside else HOLDER
        name = f"{roles[0]} {next(_names)}"
        enter_holder(self.pit.database, belongs)
        return self.people.create(ADMINISTRATOR, name, PASSWORD, roles, belongs)

    def token(self, principal: Principal, scopes: Iterable[str] = SCOPES) -> str:
        """A token of an account."""
        return self.people.make_token(principal, scopes, self.people.clock() + 3600)

    def client(self, *roles: str, holder: str | None = None, principal: Principal | None = None) -> AsyncClient:
        """A client that is signed in with a token."""
        made = AsyncClient(self.address, self.token(principal or self.account(*roles, holder=holder)))
        self.clients.append(made)
        return made


ADMINISTRATOR = Principal("acc-test", "test", (str(Office.ADMINISTRATOR),))
BOARD_SIDE = (
    "bureau-of-gaming-operations", "bureau-of-casino-compliance", "executive-director", "gaming-laboratory",
    "administrator",
)  # fmt: skip


@asynccontextmanager
async def place(
    database: Database,
    keys: Keys,
    games: Mapping[str, str] | None = None,
    *,
    owner: str = "",
    seed: str | None = "a seed",
    limits: Limits | None = None,
    port: int = 0,
) -> AsyncIterator[Place]:
    """Run a service on a database: `games` by the ids of their tables, opened if they are new, resumed if not."""
    pit = Pit.open(database, keys, owner)
    people = People(database, hasher=QUICK)
    for table_id, name in (games or {}).items():
        game, rules = load(name)
        source = "system" if seed is None else "seeded"
        await pit.open_table(table_id, game, rules, HOLDER, source, seed)
    service = Service.of(pit, people, limits or endless())
    ends, told = asyncio.Event(), asyncio.get_running_loop().create_future()
    task = asyncio.create_task(run(service, Listening(), told.set_result, bound("127.0.0.1", port), ends))
    await asyncio.wait([task, told], return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
    found = Place(told.result(), service, people)
    try:
        yield found
    finally:
        for client in found.clients:
            await client.close()
        ends.set()
        await task


async def opened(floor: AsyncClient, table: str) -> TableView:
    """A table that a floorperson has opened."""
    seen = await floor.table(table)
    if seen.phase == "unopened":
        await floor.command(table, {"do": "open"}, seen.after_this)
    return await floor.table(table)


def same_alone(name: str, commands: Iterable[Mapping[str, Any]], seed: str = "a seed") -> list[Any]:
    """The events of the same commands at a table without a service."""
    from houseway.table import Table

    game, rules = load(name)
    table = Table(game, rules, SeededSource(seed), clock=ticking())
    return [event for command in commands for event in table.do(command)]
