"""Finds the account that sends a request, by session cookie or bearer token, cached for half a second."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import SplitResult, urlsplit

from houseway.service.access import Principal
from houseway.service.people import People
from houseway.service.problems import Problem

COOKIE = "__Host-houseway"
REMEMBERED_SECONDS = 0.5  # shorter than the second within which a revocation takes effect
MOST_REMEMBERED = 10_000


def cookie_of(token: str) -> str:
    """The header that sets the session cookie."""
    return f"{COOKIE}={token}; Path=/; HttpOnly; Secure; SameSite=Strict"


def forgotten_cookie() -> str:
    """The header that removes the session cookie."""
    return f"{COOKIE}=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0"


def credentials(headers: Mapping[str, str]) -> tuple[str, str]:
    """The credentials of a request: `bearer` or `session` and the secret; both empty if there are none."""
    bearer = headers.get("authorization", "")
    if bearer:
        kind, _, text = bearer.partition(" ")
        return ("bearer", text.strip()) if kind.lower() == "bearer" else ("bearer", "")
    session = _cookie(headers.get("cookie", ""))
    return ("session", session) if session else ("", "")


def _cookie(header: str) -> str:
    """Our cookie among those of a host, or empty. Other programs on the host may have set cookies in any form."""
    named = (each.strip().partition("=") for each in header.split(";"))
    return next((value.strip() for name, _, value in named if name.strip() == COOKIE), "")


class SignedIn:
    """Finds the principal of a request."""

    def __init__(self, people: People, clock: Callable[[], float] = time.monotonic) -> None:
        self.people, self._clock = people, clock
        self._known: OrderedDict[tuple[str, str], tuple[Principal, float]] = OrderedDict()
        people.revoked.append(self.forget)

    def forget(self, sign_in: str) -> None:
        """Drop a session or token that may have ended from the cache."""
        for key in [key for key, (principal, _) in list(self._known.items()) if principal.sign_in == sign_in]:
            self._known.pop(key, None)

    async def perhaps(self, headers: Mapping[str, str]) -> Principal | None:
        """The account that sends a request; None without credentials. Raises a problem if the credentials are not valid."""
        shown = credentials(headers)
        return await self.still(shown) if shown[0] else None

    async def still(self, shown: tuple[str, str]) -> Principal:
        """The account of these credentials, from memory if it was looked up lately; raises a problem if they are not valid."""
        known = self._known.get(shown)
        if known is not None and self._clock() < known[1]:
            return known[0]
        return await self.again(shown)

    async def again(self, shown: tuple[str, str]) -> Principal:
        """The account of these credentials according to the database; raises a problem if they are not valid."""
        kind, text = shown
        find = self.people.token if kind == "bearer" else self.people.session
        principal = await asyncio.to_thread(find, text) if text and text.isascii() and len(text) <= 400 else None
        if principal is None:
            self._known.pop(shown, None)
            await asyncio.to_thread(self.people.attempts, "bad-credentials", f"a {kind} that is not valid", None)
            raise _nobody("the session or token is not valid, or no longer valid")
        self._known[shown] = (principal, self._clock() + REMEMBERED_SECONDS)
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        return principal

    async def principal(self, headers: Mapping[str, str]) -> Principal:
        """The account that sends a request; raises a problem if nobody is signed in."""
        found = await self.perhaps(headers)
        if found is None:
            raise _nobody("nobody is signed in")
        return found


def _nobody(detail: str) -> Problem:
    right = "sign in at /v1/sign-in, or send a token as Authorization: Bearer …"
    return Problem("not-signed-in", detail, right=right, headers={"WWW-Authenticate": 'Bearer realm="houseway"'})


def refuse_cross_site(headers: Mapping[str, str]) -> None:
    """Refuse a request from a page of another site, judging by the headers that browsers send."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    other = site is not None and site not in ("same-origin", "none")
    if origin is not None and not other:
        here = _split(origin)
        other = here is None or here.netloc.lower() != headers.get("host", "").lower()
    if other:
        raise Problem("cross-site", "the request comes from a page of another site", right="send it from this site")


def _split(address: str) -> SplitResult | None:
    """The parts of an address in a request; None if it is not an address, like `http://[`."""
    try:
        return urlsplit(address)
    except ValueError:
        return None


LOCAL = frozenset(("localhost", "127.0.0.1", "::1"))
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


def from_this_machine(scope: Mapping[str, Any]) -> bool:
    """Whether a request comes from this machine, without a proxy, and names this machine as its host.

    The host is checked because another site's domain name can resolve to a loopback address.
    """
    headers, client = as_headers(scope), scope.get("client")
    host = _split(f"//{headers.get('host', '')}")
    here = client is not None and str(client[0]) in LOCAL
    return here and host is not None and host.hostname in LOCAL and not any(name in headers for name in FORWARDED)


def as_headers(scope: Mapping[str, Any]) -> dict[str, str]:
    """The headers of an ASGI scope; several cookie headers are joined."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        found[key] = f"{found[key]}; {text}" if key == "cookie" and key in found else text
    return found
