"""The client's methods for filings: holders, submissions and their steps, approvals, credentials, sessions, devices, timers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any
from urllib.parse import quote

import httpx

from houseway.client.calls import ServiceCall, read

Document = dict[str, Any]


class FilingCalls(ABC):
    """The filing methods of the client."""

    @abstractmethod
    async def _call(self, call: ServiceCall) -> httpx.Response:
        """Send a request; the client implements this."""

    async def holders(self) -> list[Document]:
        """All certificate holders."""
        return list(read(await self._call(ServiceCall("GET", "/v1/holders")))["holders"])

    async def enter_holder(self, holder: str, name: str) -> Document:
        """Enter a certificate holder, as the Board or the administrator."""
        body = {"id": holder, "name": name}
        return dict(read(await self._call(ServiceCall("POST", "/v1/holders", body, again=False))))

    async def submissions(self, holder: str = "", game: str = "") -> list[Document]:
        """The submissions that the caller may see."""
        params = {"holder": holder or None, "game": game or None}
        return list(read(await self._call(ServiceCall("GET", "/v1/submissions", params=params)))["submissions"])

    async def submission(self, submission: str) -> Document:
        """One submission with its text and all steps."""
        return dict(read(await self._call(ServiceCall("GET", f"/v1/submissions/{submission}"))))

    async def draft(self, holder: str, text: str, supersedes: str = "") -> Document:
        """Draft a submission."""
        body = {"holder": holder, "text": text, "supersedes": supersedes}
        return dict(read(await self._call(ServiceCall("POST", "/v1/submissions", body, again=False))))

    async def take_step(
        self, submission: str, step: str, note: str = "", approval: str = "", effective_on: str = ""
    ) -> Document:
        """Take a step: submitted, withdrawn, questioned, approved or denied."""
        body = {"step": step, "note": note, "approval": approval, "effective_on": effective_on}
        return dict(
            read(await self._call(ServiceCall("POST", f"/v1/submissions/{submission}/steps", body, again=False)))
        )

    async def approvals(self, holder: str = "", game: str = "") -> list[Document]:
        """The register of approvals."""
        params = {"holder": holder or None, "game": game or None}
        return list(read(await self._call(ServiceCall("GET", "/v1/approvals", params=params)))["approvals"])

    async def register_approval(
        self, holder: str, game: str, approval: str, number: str, date: str, conditions: str = ""
    ) -> Document:
        """Register an approval, as the body that the paragraph names."""
        body = {
            "holder": holder,
            "game": game,
            "approval": approval,
            "approval_number": number,
            "date": date,
            "conditions": conditions,
        }
        return dict(read(await self._call(ServiceCall("POST", "/v1/approvals", body, again=False))))

    async def withdraw_approval(self, number: int, note: str, effective_on: str) -> Document:
        """Withdraw an approval as of a day."""
        body = {"note": note, "effective_on": effective_on}
        return dict(
            read(await self._call(ServiceCall("POST", f"/v1/approvals/{number}/withdrawal", body, again=False)))
        )

    async def credentials_of(self, account: str) -> list[Document]:
        """The credentials and training of an account."""
        return list(read(await self._call(ServiceCall("GET", f"/v1/accounts/{account}/credentials")))["credentials"])

    async def enter_credential(
        self, account: str, kind: str, credential: str, valid_from: str, valid_to: str = "", game: str = ""
    ) -> Document:
        """Enter a credential, or training in a game."""
        body = {
            "kind": kind,
            "credential": credential,
            "valid_from": valid_from,
            "valid_to": valid_to,
            "game": game,
        }
        return dict(
            read(await self._call(ServiceCall("POST", f"/v1/accounts/{account}/credentials", body, again=False)))
        )

    async def revoke_credential(self, number: int, note: str, effective_on: str) -> None:
        """Revoke a credential as of a day."""
        body = {"note": note, "effective_on": effective_on}
        read(await self._call(ServiceCall("POST", f"/v1/credentials/{number}/revocation", body, again=False)))

    async def begin_session(
        self, table: str, submission: str = "", text: str = "", practice: bool = False, source: str = "system"
    ) -> Document:
        """Begin a session under a submission, or for practice; with neither a submission nor a text, like the last session."""
        given = {"submission": submission, "text": text, "practice": practice, "source": source}
        body = given if submission or text else {}
        return dict(read(await self._call(ServiceCall("POST", f"/v1/tables/{table}/sessions", body, again=False))))

    async def devices(self, table: str) -> list[Document]:
        """The devices of a table that the caller may see, with their manufacturers."""
        return list(read(await self._call(ServiceCall("GET", f"/v1/tables/{table}/devices")))["devices"])

    async def enter_device(self, table: str, device: str, manufacturer: str) -> list[Document]:
        """Enter the manufacturer of a device, as compliance or the laboratory; empty: the device was removed."""
        path = f"/v1/tables/{table}/devices/{quote(device, safe='')}"
        return list(read(await self._call(ServiceCall("PUT", path, {"manufacturer": manufacturer})))["devices"])

    async def timers(self) -> list[Document]:
        """The deadlines of open tables, the next one first."""
        return list(read(await self._call(ServiceCall("GET", "/v1/timers")))["timers"])
