"""The client for programs without asyncio, with the same methods."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

from houseway.client.answers import Carried, EventPage, Frame, Me, Round, TableView
from houseway.client.asynchronous import AsyncClient
from houseway.client.synchronous_filing import SyncFilingCalls

T = TypeVar("T")


class Client(SyncFilingCalls):
    """A client of one service, for use in one thread."""

    _client: AsyncClient

    def __init__(self, address: str, token: str = "", timeout: float = 30.0) -> None:
        self._runner = asyncio.Runner()
        self._client = self._run(_made(address, token, timeout))

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(work)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._run(self._client.close())
        self._runner.close()

    def create_first(self, secret: str, name: str, password: str) -> Me:
        """Create the administrator with the one-time secret of the first start."""
        return self._run(self._client.create_first(secret, name, password))

    def sign_in(self, name: str, password: str) -> Me:
        """Begin a session."""
        return self._run(self._client.sign_in(name, password))

    def sign_out(self) -> None:
        """End the session."""
        self._run(self._client.sign_out())

    def me(self) -> Me:
        """The signed-in account."""
        return self._run(self._client.me())

    def guest(self) -> Me:
        """Begin a session as a guest; only from the machine that the service runs on."""
        return self._run(self._client.guest())

    def change_password(self, old: str, new: str) -> None:
        """Change your own password."""
        self._run(self._client.change_password(old, new))

    def set_password(self, account: str, new: str) -> None:
        """Set the password of an account, as an administrator."""
        self._run(self._client.set_password(account, new))

    def set_roles(self, account: str, roles: list[str]) -> Me:
        """Change the roles of an account, as an administrator; its sessions and tokens end."""
        return self._run(self._client.set_roles(account, roles))

    def unlock(self, account: str) -> None:
        """Let a locked account sign in again, as an administrator."""
        self._run(self._client.unlock(account))

    def make_token(self, scopes: list[str], seconds: int = 86400) -> str:
        """Make an API token."""
        return self._run(self._client.make_token(scopes, seconds))

    def sign_ins(self, account: str = "") -> list[dict[str, Any]]:
        """Your sessions and tokens, without their secrets; as an administrator, also those of another account."""
        return self._run(self._client.sign_ins(account))

    def revoke_sign_in(self, sign_in: str) -> None:
        """End a session or token by its id."""
        self._run(self._client.revoke_sign_in(sign_in))

    def create_account(self, name: str, password: str, roles: list[str], holder: str = "") -> Me:
        """Create an account, as an administrator."""
        return self._run(self._client.create_account(name, password, roles, holder))

    def tables(self) -> list[dict[str, Any]]:
        """The tables that the caller may see."""
        return self._run(self._client.tables())

    def table(self, table: str, limits: bool = True) -> TableView:
        """A table as the caller may see it; without `limits`, the answer is shorter."""
        return self._run(self._client.table(table, limits))

    def command(
        self,
        table: str,
        command: Mapping[str, Any],
        expect: Mapping[str, Any] | None = None,
        acting: str | None = None,
        key: str | None = None,
    ) -> Carried:
        """Carry out a command once. `key` is its id; use the same id to send the command again."""
        return self._run(self._client.command(table, command, expect, acting, key))

    def events(self, table: str, since: int = 0, session: int | None = None, limit: int = 200) -> EventPage:
        """Recorded events after number `since`."""
        return self._run(self._client.events(table, since, session, limit))

    def state(self, table: str, seq: int | None = None, session: int | None = None) -> dict[str, Any]:
        """The table after one of its events, by default the last."""
        return self._run(self._client.state(table, seq, session))

    def rounds(self, table: str, last: int = 10, session: int | None = None) -> list[Round]:
        """The last rounds, the latest first."""
        return self._run(self._client.rounds(table, last, session))

    def round(self, table: str, number: int, session: int | None = None) -> Round:
        """One round, reconstructed."""
        return self._run(self._client.round(table, number, session))

    def export(self, table: str, session: int) -> bytes:
        """The journal of a session."""
        return self._run(self._client.export(table, session))

    def checkpoint(self) -> dict[str, Any]:
        """The latest signed checkpoint."""
        return self._run(self._client.checkpoint())

    def watch(
        self, table: str, session: int | None = None, seq: int | None = None, timeout: float | None = None
    ) -> Iterator[Frame]:
        """Events as they happen, until nothing came for `timeout` seconds. See `AsyncClient.watch`."""
        frames = self._client.watch(table, session, seq, timeout)
        try:
            while True:
                yield self._run(anext(frames))  # type: ignore[arg-type]
        except StopAsyncIteration:
            return
        finally:
            self._run(frames.aclose())  # type: ignore[attr-defined]


async def _made(address: str, token: str, timeout: float) -> AsyncClient:
    return AsyncClient(address, token, timeout)
