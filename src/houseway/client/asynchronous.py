"""The client for asyncio."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, ConnectionClosedOK, InvalidStatus
from websockets.typing import Subprotocol

from houseway.client.answers import Carried, EventPage, Frame, Me, Round, ServiceProblem, TableView, envelope, new_id
from houseway.client.calls import AGAIN, PAUSES, ClientCredentials, ServiceCall, read, read_carried, socket_address
from houseway.client.filing import FilingCalls

SUBPROTOCOL = Subprotocol("houseway.v1")
GONE = (4401,)  # closed because the session ended: connecting again would not help


class AsyncClient(FilingCalls):
    """A client of one service. It retries requests after connection errors, and commands with the same id."""

    def __init__(
        self, address: str, token: str = "", timeout: float = 30.0, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self.address, self.credentials = address.rstrip("/"), ClientCredentials(token)
        verify = not self.address.startswith("http://")  # loading certificates takes a while, and loopback needs none
        self._http = httpx.AsyncClient(
            base_url=self.address, timeout=timeout, transport=transport, trust_env=False, verify=verify
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def _call(self, call: ServiceCall) -> httpx.Response:
        for pause in (*PAUSES, None):
            try:
                answer = await self._http.request(call.method, call.path, **call.arguments(self.credentials))
            except httpx.TransportError:
                if pause is None or not call.again:
                    raise
            else:
                if answer.status_code not in AGAIN or pause is None or not call.again:
                    self.credentials.take(answer)
                    return answer
            await asyncio.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    # People

    async def create_first(self, secret: str, name: str, password: str) -> Me:
        """Create the administrator with the one-time secret of the first start."""
        body = {"secret": secret, "name": name, "password": password}
        return Me.of(read(await self._call(ServiceCall("POST", "/v1/first", body, again=False))))

    async def sign_in(self, name: str, password: str) -> Me:
        """Begin a session."""
        body = {"name": name, "password": password}
        return Me.of(read(await self._call(ServiceCall("POST", "/v1/sign-in", body, again=False))))

    async def sign_out(self) -> None:
        """End the session."""
        read(await self._call(ServiceCall("POST", "/v1/sign-out", again=False)))
        self.credentials.cookie = ""

    async def me(self) -> Me:
        """The signed-in account."""
        return Me.of(read(await self._call(ServiceCall("GET", "/v1/me"))))

    async def guest(self) -> Me:
        """Begin a session as a guest, who may play at practice tables; only from the machine that the service runs on."""
        return Me.of(read(await self._call(ServiceCall("POST", "/v1/guest", again=False))))

    async def change_password(self, old: str, new: str) -> None:
        """Change your own password."""
        read(await self._call(ServiceCall("PUT", "/v1/me/password", {"old": old, "new": new}, again=False)))

    async def set_password(self, account: str, new: str) -> None:
        """Set the password of an account, as an administrator."""
        read(await self._call(ServiceCall("PUT", f"/v1/accounts/{account}/password", {"new": new})))

    async def set_roles(self, account: str, roles: list[str]) -> Me:
        """Change the roles of an account, as an administrator; its sessions and tokens end."""
        return Me.of(read(await self._call(ServiceCall("PUT", f"/v1/accounts/{account}/roles", {"roles": roles}))))

    async def unlock(self, account: str) -> None:
        """Let a locked account sign in again, as an administrator."""
        read(await self._call(ServiceCall("POST", f"/v1/accounts/{account}/unlock")))

    async def make_token(self, scopes: list[str], seconds: int = 86400) -> str:
        """Make an API token."""
        body = {"scopes": scopes, "seconds": seconds}
        return str(read(await self._call(ServiceCall("POST", "/v1/tokens", body, again=False)))["token"])

    async def sign_ins(self, account: str = "") -> list[dict[str, Any]]:
        """Your sessions and tokens, without their secrets; as an administrator, also those of another account."""
        params = {"account": account or None}
        return list(read(await self._call(ServiceCall("GET", "/v1/sign-ins", params=params)))["sign_ins"])

    async def revoke_sign_in(self, sign_in: str) -> None:
        """End a session or token by its id."""
        read(await self._call(ServiceCall("DELETE", f"/v1/sign-ins/{sign_in}")))

    async def create_account(self, name: str, password: str, roles: list[str], holder: str = "") -> Me:
        """Create an account, as an administrator."""
        body = {"name": name, "password": password, "roles": roles, "holder": holder}
        return Me.of(read(await self._call(ServiceCall("POST", "/v1/accounts", body, again=False))))

    # Tables

    async def tables(self) -> list[dict[str, Any]]:
        """The tables that the caller may see."""
        return list(read(await self._call(ServiceCall("GET", "/v1/tables")))["tables"])

    async def table(self, table: str, limits: bool = True) -> TableView:
        """A table as the caller may see it; without `limits`, the answer is shorter."""
        params = {} if limits else {"limits": "false"}
        return TableView.of(read(await self._call(ServiceCall("GET", f"/v1/tables/{table}", params=params))))

    async def command(
        self,
        table: str,
        command: Mapping[str, Any],
        expect: Mapping[str, Any] | None = None,
        acting: str | None = None,
        key: str | None = None,
    ) -> Carried:
        """Carry out a command once. `key` is its id; use the same id to send the command again."""
        headers = {"Idempotency-Key": key or new_id()}
        sent = envelope(command, expect, acting)
        return read_carried(
            await self._call(ServiceCall("POST", f"/v1/tables/{table}/commands", sent, headers=headers))
        )

    # Records

    async def events(self, table: str, since: int = 0, session: int | None = None, limit: int = 200) -> EventPage:
        """Recorded events after number `since`."""
        params = {"since": since, "session": session, "limit": limit}
        return EventPage.of(read(await self._call(ServiceCall("GET", f"/v1/tables/{table}/events", params=params))))

    async def state(self, table: str, seq: int | None = None, session: int | None = None) -> dict[str, Any]:
        """The table after one of its events, by default the last."""
        params = {"seq": seq, "session": session}
        return dict(read(await self._call(ServiceCall("GET", f"/v1/tables/{table}/state", params=params))))

    async def rounds(self, table: str, last: int = 10, session: int | None = None) -> list[Round]:
        """The last rounds, the latest first."""
        params = {"last": last, "session": session}
        found = read(await self._call(ServiceCall("GET", f"/v1/tables/{table}/rounds", params=params)))["rounds"]
        return [Round.of(each) for each in found]

    async def round(self, table: str, number: int, session: int | None = None) -> Round:
        """One round, reconstructed."""
        params = {"session": session}
        return Round.of(
            read(await self._call(ServiceCall("GET", f"/v1/tables/{table}/rounds/{number}", params=params)))
        )

    async def export(self, table: str, session: int) -> bytes:
        """The journal of a session, as `houseway audit` reads it."""
        answer = await self._call(ServiceCall("GET", f"/v1/tables/{table}/sessions/{session}/export"))
        return answer.content if answer.status_code == 200 else bytes(read(answer))

    async def checkpoint(self) -> dict[str, Any]:
        """The latest signed checkpoint."""
        return dict(read(await self._call(ServiceCall("GET", "/v1/checkpoints/latest"))))

    # Watching

    async def watch(
        self, table: str, session: int | None = None, seq: int | None = None, timeout: float | None = None
    ) -> AsyncIterator[Frame]:
        """Events as they happen, after number `seq`. It reconnects after a lost connection, without gaps or duplicates.

        Each frame has all events of one command, or a page of missed events: count events, not frames. The iteration ends when
        nothing came for `timeout` seconds; without `timeout` it never ends by itself. Staff also get frames with a `timer`.
        """
        after = (session, seq)
        failures, clock = 0, asyncio.get_running_loop().time
        until = None if timeout is None else clock() + timeout
        while True:
            try:
                async with self.socket(table) as socket:
                    await socket.send(hello(*after))
                    until = None if timeout is None else clock() + timeout
                    while (message := await _received(socket, None if until is None else until - clock())) is not None:
                        failures, until = 0, None if timeout is None else clock() + timeout
                        kind = message["type"]
                        if kind == "nack":  # to the hello, the only message that is sent here
                            raise ServiceProblem(message["problem"])
                        if kind == "timer":
                            yield Frame.of_timer(message, after[0] or message["session"], after[1] or 0)
                        elif kind in ("events", "snapshot"):
                            frame = Frame.of(message)
                            if not frame.events and frame.view is None:
                                continue
                            after = (frame.session, frame.seq)
                            yield frame
                            until = None if timeout is None else clock() + timeout
                    code = socket.close_code
            except InvalidStatus as error:
                problem = _denied(error)
                if problem.status not in AGAIN:
                    raise problem from None
                code = None
            except (OSError, ConnectionClosed):
                code = None
            if until is not None and clock() >= until:
                return
            if code in GONE:
                raise ServiceProblem({"status": 401, "code": "not-signed-in", "detail": "the session is over"})
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    def socket(self, table: str) -> connect:
        """A socket of a table, for callers that handle the protocol themselves."""
        return connect(
            socket_address(self.address, table),
            subprotocols=[SUBPROTOCOL],
            additional_headers=self.credentials.headers(),
            compression=None,
            max_size=16_000_000,
            proxy=None,
        )


async def _received(socket: ClientConnection, seconds: float | None) -> dict[str, Any] | None:
    """The next message; None if none came in time or the socket was closed."""
    try:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), seconds))
    except (TimeoutError, ConnectionClosedOK):
        return None
    return message


def hello(session: int | None, seq: int | None) -> str:
    """The first message on a socket."""
    seen = {name: value for name, value in (("session", session), ("seq", seq)) if value is not None}
    return json.dumps({"type": "hello", **seen})


def _denied(error: InvalidStatus) -> ServiceProblem:
    try:
        return ServiceProblem(json.loads(error.response.body or b"{}"))
    except ValueError:
        return ServiceProblem(
            {"status": error.response.status_code, "code": "denied", "detail": "the socket was denied"}
        )
