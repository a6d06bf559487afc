"""A pit in a thread of its own: every test opens tables of its own there, and none needs what another has left."""

from __future__ import annotations

import asyncio
import itertools
import threading
import uuid
from collections.abc import Coroutine
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import httpx

from houseway.games import load
from houseway.law.roles import Role
from houseway.service.access import SCOPES, Principal
from houseway.service.hosted import Expected, ReceivedCommand, Sender
from houseway.store.database import open_database
from houseway.store.keys import Keys
from service.places import ADMINISTRATOR, HOLDER, PASSWORD, Place, place
from service.stores import enter_holder

T = TypeVar("T")

SEED = "7"  # what comes is the same each time
PATIENCE_SECONDS = 60  # for what is done at once, on a machine that does much else
PATIENCE_MS = PATIENCE_SECONDS * 1000
FILER = "parx"  # a certificate holder that files
ACCOUNTS = {
    "Ada": (("administrator",), ""),
    "Flo": (("floorperson", "dealer", "boxperson", "stickperson"), HOLDER),
    "Dee": (("dealer",), HOLDER),
    "Sam": (("shift-manager",), HOLDER),
    "Anna": (("player",), ""),
    "Cleo": (("compliance",), FILER),
    "Bo": (("bureau-of-gaming-operations",), ""),
}
_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Api:
    """Requests of one account, to prepare what a page then shows."""

    client: httpx.Client
    token: str

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": uuid.uuid4().hex}
        answer = self.client.request(method, path, json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    def get(self, path: str) -> Any:
        """The document at a path."""
        return self._ask("GET", path)

    def post(self, path: str, body: object) -> Any:
        """The answer, which is no problem."""
        return self._ask("POST", path, body)

    def table(self, table: str) -> Any:
        """A table as this account sees it."""
        return self.get(f"/v1/tables/{table}?limits=false")

    def told(self, table: str) -> list[Any]:
        """The events of a table, each with its sentence."""
        found: list[Any] = self.get(f"/v1/tables/{table}/told?limit=400")["events"]
        return found

    def send(self, table: str, **command: Any) -> Any:
        """Send a command to a table as it is now."""
        now = self.table(table)
        expect = {name: now[name] for name in ("seq", "round", "phase")}
        return self.post(f"/v1/tables/{table}/commands", {"command": command, "expect": expect})


@dataclass
class RunningPit:
    """A pit with accounts and, at first, no tables. `end` and `start` restart the service on its port, with its records."""

    folder: Path
    accounts: dict[str, Principal] = field(default_factory=dict)
    address: str = ""
    keys: Keys = field(default_factory=Keys.new)
    _place: Place | None = None
    _loop: asyncio.AbstractEventLoop | None = None
    _client: httpx.Client | None = None

    def start(self) -> None:
        """Start it, and enter its people the first time."""
        self._ready, self._ends = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE_SECONDS), "the pit did not start"
        self._client = httpx.Client(base_url=self.address, verify=False, timeout=PATIENCE_SECONDS)
        if self.accounts:
            return
        self.account("Ada", *ACCOUNTS["Ada"])
        self.api("Ada").post("/v1/holders", {"id": FILER, "name": "Parx"})
        for name, (roles, holder) in ACCOUNTS.items():
            if name not in self.accounts:
                self.account(name, roles, holder)

    async def _run(self) -> None:
        port = int(self.address.rsplit(":", 1)[1]) if self.address else 0
        with closing(open_database(f"sqlite:///{self.folder / 'pit.db'}")) as database:
            async with place(database, self.keys, port=port) as running:
                self._place, self._loop, self.address = running, asyncio.get_running_loop(), running.address
                self._ready.set()
                await asyncio.to_thread(self._ends.wait)

    def end(self) -> None:
        """End it in order."""
        assert self._client is not None
        self._client.close()
        self._ends.set()
        self._thread.join(PATIENCE_SECONDS)
        assert not self._thread.is_alive(), "the pit did not end"

    @property
    def running(self) -> Place:
        """The service."""
        assert self._place is not None
        return self._place

    def account(self, name: str, roles: tuple[str, ...], holder: str = "") -> Principal:
        """A new account."""
        enter_holder(self.running.pit.database, holder)
        self.accounts[name] = self.running.people.create(ADMINISTRATOR, name, PASSWORD, roles, holder)
        return self.accounts[name]

    def api(self, name: str) -> Api:
        """The API for an account."""
        assert self._client is not None
        people = self.running.people
        return Api(self._client, people.make_token(self.accounts[name], SCOPES, people.clock() + 3600))

    def table(self, name: str, *, opened: bool = False, by_hand: bool = False) -> str:
        """Another table of a game: it draws from the seed, or has its results entered by hand. Returns its id."""
        table_id = f"{name}-{next(_numbers)}"
        self._do(self._new_table(table_id, name, opened, by_hand))
        return table_id

    async def _new_table(self, table_id: str, name: str, opened: bool, by_hand: bool) -> None:
        game, rules = load(name)
        source, seed = ("manual", None) if by_hand else ("seeded", SEED)
        hosted = await self.running.pit.open_table(table_id, game, rules, HOLDER, source, seed)
        if opened:
            floor = Sender(self.accounts["Flo"].account, str(Role.FLOORPERSON))
            await hosted.carry_out(ReceivedCommand({"do": "open"}, "", ""), floor, Expected())

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_SECONDS)
