"""Requests and answers, as both clients send and read them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from houseway.client.answers import Carried, Refused, ServiceProblem

COOKIE = "__Host-houseway"
AGAIN = frozenset((429, 502, 503, 504))  # nothing was recorded, or the command's id prevents recording it twice
PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0, 2.0)  # seconds between attempts
_SET = re.compile(rf"{re.escape(COOKIE)}=([^;]*)")


@dataclass(slots=True)
class ClientCredentials:
    """The client's credentials: a token, or the cookie of a session."""

    token: str = ""
    cookie: str = ""

    def headers(self) -> dict[str, str]:
        """The headers of a request."""
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        return {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}

    def take(self, answer: httpx.Response) -> None:
        """Remember the cookie of an answer. httpx would not send it without HTTPS, which loopback does not need."""
        for header in answer.headers.get_list("set-cookie"):
            found = _SET.search(header)
            if found is not None:
                self.cookie = found.group(1)


@dataclass(frozen=True, slots=True)
class ServiceCall:
    """One request; `again`: it is safe to retry."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    again: bool = True

    def arguments(self, credentials: ClientCredentials) -> dict[str, Any]:
        """The arguments for httpx's `request`."""
        params = {name: value for name, value in self.params.items() if value is not None}
        given: dict[str, Any] = {"params": params, "headers": {**credentials.headers(), **self.headers}}
        return given if self.body is None else {**given, "json": dict(self.body)}


def read(answer: httpx.Response) -> Any:
    """The document of an answer; raises ServiceProblem or Refused."""
    if answer.status_code < 400:
        return answer.json() if answer.content else None
    try:
        document = answer.json()
    except ValueError:
        document = {
            "status": answer.status_code,
            "code": "unreadable",
            "detail": "the answer is not a problem document",
        }
    raise Refused(document) if document.get("code") == "refused" else ServiceProblem(document)


def read_carried(answer: httpx.Response) -> Carried:
    """The answer to a command."""
    return Carried.of(read(answer), answer.headers.get("idempotent-replayed") == "true")


def socket_address(base: str, table: str) -> str:
    """The address of a table's socket."""
    parts = urlsplit(base)
    scheme = "wss" if parts.scheme == "https" else "ws"
    return f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}/v1/tables/{table}/socket"
