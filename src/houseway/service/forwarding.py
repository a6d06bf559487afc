"""Several processes on one database: forwards a command to the process that runs its table.

Each process listens on its own port of the loopback address, accepts only requests signed with the pit's keys, and enters that
address in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, insert, select, update
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from houseway.law.inputs import read_json
from houseway.service.access import Principal
from houseway.service.command_handling import CommandAnswer, Commands
from houseway.service.corrections import Corrections, told
from houseway.service.hosted import Sender
from houseway.service.logs import log
from houseway.service.models import Envelope
from houseway.service.pit import ElsewhereError, Pit
from houseway.service.problems import CODES, Problem, problem_of
from houseway.store.processes_schema import processes
from houseway.store.schema import heads

SIGNATURE, AT = "houseway-signature", "houseway-at"
PRESENCE, CORRECTIONS = "/presence", "/corrections"
APART_SECONDS = 30  # the greatest age of a signed request
REMEMBERED_SECONDS = 1.0  # how long a table's owner is remembered before the lease is read again


class _UnansweredError(Exception):
    """Another process did not answer, or its answer cannot be read."""


def _new_client() -> Any:
    from httpx import AsyncClient

    return AsyncClient(timeout=10, trust_env=False, verify=False)  # on loopback, without TLS


class Forwarding:
    """Sends commands to the processes that run their tables, and accepts commands from other processes."""

    def __init__(self, pit: Pit, commands: Commands) -> None:
        self._pit, self._commands = pit, commands
        self._client: Any = None  # an httpx client, made on first use because the import is slow
        self._owners: dict[str, tuple[str, float]] = {}  # by table: its owner's address, remembered until
        self.forwarded = 0

    async def carry_out(self, principal: Principal, table_id: str, envelope: Envelope, key: str) -> CommandAnswer:
        """Carry out a command in this process, or in the process that runs its table."""
        known = self._owners.get(table_id)
        if known is not None and time.monotonic() < known[1] and table_id not in self._pit.hosted:
            return await self._forward(known[0], principal, table_id, envelope, key)
        try:
            return await self._commands.carry_out(principal, table_id, envelope, key)
        except ElsewhereError as elsewhere:
            address = await asyncio.to_thread(self._address, elsewhere.owner)
            if address is None:
                raise
            self._owners[table_id] = (address, time.monotonic() + REMEMBERED_SECONDS)
            return await self._forward(address, principal, table_id, envelope, key)

    async def _forward(
        self, address: str, principal: Principal, table_id: str, envelope: Envelope, key: str
    ) -> CommandAnswer:
        sent = {
            "principal": {
                "account": principal.account,
                "name": principal.name,
                "roles": list(principal.roles),
                "holder": principal.holder,
                "scopes": None if principal.scopes is None else sorted(principal.scopes),
                "sign_in": principal.sign_in,
                "devices": sorted(principal.devices),
            },
            "table": table_id,
            "envelope": envelope.model_dump(by_alias=True),
            "key": key,
        }
        body, headers = self._signed(sent)
        self.forwarded += 1
        try:
            status, document = await self._post(f"{address}/commands", body, headers)
        except _UnansweredError:
            self._owners.pop(table_id, None)
            detail = "the process that runs the table does not answer"
            right = "send it again shortly: another process takes the table over"
            raise Problem("suspended", detail, right=right, headers={"Retry-After": "1"}) from None
        if status == 200:
            return CommandAnswer(document["status"], document["document"], document["repeated"])
        self._owners.pop(table_id, None)
        raise _as_problem(document)

    async def confirm(self, elsewhere: ElsewhereError, number: int, sender: Sender) -> dict[str, Any]:
        """Have the process that runs a table carry out a confirmed correction."""
        address = await asyncio.to_thread(self._address, elsewhere.owner)
        if address is None:
            raise elsewhere
        body, headers = self._signed({"number": number, "actor": sender.actor, "role": sender.role})
        try:
            status, document = await self._post(f"{address}{CORRECTIONS}", body, headers)
        except _UnansweredError:
            raise elsewhere from None
        if status != 200:
            raise _as_problem(document)
        return dict(document)

    async def tell_presence(self, present: Mapping[str, Sequence[str]]) -> None:
        """Tell the processes that run these tables which accounts are connected to them here, so that none counts as gone."""
        for address, there in (await asyncio.to_thread(self._by_owner, present)).items():
            body, headers = self._signed(there)
            with contextlib.suppress(
                _UnansweredError
            ):  # the next message comes soon; a table without an owner is taken over
                await self._post(f"{address}{PRESENCE}", body, headers)

    async def _post(self, address: str, body: bytes, headers: dict[str, str]) -> tuple[int, Any]:
        """Post to another process; return the status and the document of its answer."""
        if self._client is None:
            made = await asyncio.to_thread(_new_client)
            if self._client is None:  # no other task was quicker
                self._client = made
        from httpx import HTTPError

        try:
            answer = await self._client.post(address, content=body, headers=headers)
            return int(answer.status_code), answer.json() if answer.content else None
        except (HTTPError, ValueError) as error:
            raise _UnansweredError from error

    def _by_owner(self, present: Mapping[str, Sequence[str]]) -> dict[str, dict[str, Sequence[str]]]:
        """The given accounts by table, grouped by the address of the process that runs the table."""
        query = select(heads.c.table_id, processes.c.address).join(processes, processes.c.owner == heads.c.owner)
        query = query.where(heads.c.table_id.in_(list(present)), heads.c.sealed.is_(False))
        found: dict[str, dict[str, Sequence[str]]] = {}
        with self._pit.database.read() as connection:
            for table_id, address in connection.execute(query.where(processes.c.owner != self._pit.owner)):
                found.setdefault(address, {})[table_id] = present[table_id]
        return found

    def _signed(self, sent: Any) -> tuple[bytes, dict[str, str]]:
        body, at = json.dumps(sent).encode(), str(int(time.time()))
        return body, {AT: at, SIGNATURE: signature(self._pit.keys.between, at, body)}

    def _address(self, owner: str) -> str | None:
        with self._pit.database.read() as connection:
            query = select(processes.c.address).where(processes.c.owner == owner)
            return connection.execute(query).scalar_one_or_none()

    def register(self, address: str) -> None:
        """Enter this process's address in the database."""
        with self._pit.database.write() as connection:
            values = {"address": address, "started_at": self._pit.clock()}
            there = update(processes).where(processes.c.owner == self._pit.owner).values(values)
            if not connection.execute(there).rowcount:
                connection.execute(insert(processes).values(owner=self._pit.owner, **values))

    async def close(self) -> None:
        """Close the client, and remove this process's address from the database."""
        if self._client is not None:
            await self._client.aclose()

        def removed() -> None:
            with self._pit.database.write() as connection:
                connection.execute(delete(processes).where(processes.c.owner == self._pit.owner))

        await asyncio.to_thread(removed)

    # Requests from other processes

    def app(self) -> Starlette:
        """The application on the port for other processes: commands, confirmed corrections, and connected accounts."""
        routes = [
            Route("/commands", self._taken, methods=["POST"]),
            Route(PRESENCE, self._present, methods=["POST"]),
            Route(CORRECTIONS, self._confirmed, methods=["POST"]),
        ]
        return Starlette(routes=routes)

    async def _heard(self, request: Request) -> Any:
        """The message of another process of the pit; raises Problem if its signature is wrong or too old."""
        body, at = await request.body(), request.headers.get(AT, "")
        right = signature(self._pit.keys.between, at, body)
        late = not at.isdecimal() or len(at) > 12 or abs(int(at) - time.time()) > APART_SECONDS
        if late or not hmac.compare_digest(right, request.headers.get(SIGNATURE, "")):
            log("refused", kind="between", code="forbidden")
            raise Problem("forbidden", "this is for processes of the pit")
        return read_json(body.decode(), "a message of another process")

    async def _present(self, request: Request) -> Response:
        try:
            sent = await self._heard(request)
        except Problem as refused:
            return JSONResponse(refused.document(), refused.status)
        for table_id, accounts in sent.items():
            hosted = self._pit.hosted.get(table_id)
            if hosted is not None:
                for account in accounts:
                    hosted.visited(account)
        return Response(status_code=204)

    async def _confirmed(self, request: Request) -> Response:
        try:
            sent = await self._heard(request)
            sender = Sender(sent["actor"], sent["role"])
            return JSONResponse(told(await Corrections(self._pit).confirm(sent["number"], sender)))
        except Exception as error:
            problem = problem_of(error)
            return JSONResponse(problem.document(), problem.status)

    async def _taken(self, request: Request) -> Response:
        try:
            sent = await self._heard(request)
        except Problem as refused:
            return JSONResponse(refused.document(), refused.status)
        who = sent["principal"]
        scopes = None if who["scopes"] is None else frozenset(who["scopes"])
        devices = frozenset((table, device) for table, device in who["devices"])
        principal = Principal(
            who["account"], who["name"], tuple(who["roles"]), who["holder"], scopes, who["sign_in"], devices
        )
        try:
            carried = await self._commands.carry_out(
                principal, sent["table"], Envelope.model_validate(sent["envelope"]), sent["key"]
            )
        except Exception as error:
            told = problem_of(error)
            return JSONResponse(told.document(), told.status)
        hosted = self._pit.hosted.get(sent["table"])
        if hosted is not None:
            hosted.visited(principal.account)
        return JSONResponse({"status": carried.status, "document": carried.document, "repeated": carried.repeated})


def signature(key: bytes, at: str, body: bytes) -> str:
    """The signature of a message, which only a process with the pit's keys can make."""
    return hmac.new(key, at.encode() + b"\n" + body, hashlib.sha256).hexdigest()


def _as_problem(document: Any) -> Problem:
    code = document.get("code") if isinstance(document, dict) else None
    if not isinstance(code, str) or code not in CODES:
        return Problem(
            "suspended", "the answer of the process that runs the table cannot be read", headers={"Retry-After": "1"}
        )
    usual = ("type", "title", "status", "detail", "code", "cites", "right")
    more = {name: value for name, value in document.items() if name not in usual}
    return Problem(code, document["detail"], right=document["right"], cites=document["cites"], more=more)
