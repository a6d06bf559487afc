"""Middleware around the API: body checks, cross-site checks, rate limits, security headers, metrics, logs and error answers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.service.logs import log, log_defect
from houseway.service.metrics import Metrics
from houseway.service.people import People
from houseway.service.problems import MEDIA_TYPE, Problem, problem_of
from houseway.service.rate_limits import Limits
from houseway.service.signed_in import as_headers, refuse_cross_site

LARGEST_BODY = 64 * 1024
BODY_SECONDS = 30.0  # for a body to arrive
LINGER_BYTES, LINGER_SECONDS = 16 * LARGEST_BODY, 5.0  # read after a refusal, so that the sender gets the answer
CLOSE = {"Connection": "close"}
UNLIMITED = ("/health",)
METHODS = ("GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS")
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
HEADERS = (
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """Wraps the application. WebSockets pass unchecked, because they have their own checks."""

    def __init__(self, app: App, limits: Limits, metrics: Metrics, people: People) -> None:
        self.app, self._limits, self._metrics, self._people = app, limits, metrics, people

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, started = time.perf_counter(), 500, False

        async def answered(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                own = {name for name, _ in message.get("headers", ())}
                message["headers"] = [
                    *message.get("headers", ()),
                    *((name, value) for name, value in HEADERS if name not in own),
                ]
            await send(message)

        try:
            body = await self._checked(scope, receive)
            await self.app(scope, _once(body, receive), answered)
        except Exception as error:
            if not isinstance(error, Problem):
                log_defect(error)
            if not started:
                await _send_problem(problem_of(error), answered, receive)
        seconds = time.perf_counter() - began
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = getattr(scope.get("route"), "path", "")
        self._metrics.requests.add(method, str(status))
        self._metrics.request_seconds.add(seconds)
        log(
            "request", method=method, route=route, status=status, ms=round(seconds * 1000, 2), address=address_of(scope)
        )

    async def _checked(self, scope: Scope, receive: Receive) -> bytes:
        """Check a request and return its body; raises a problem if it is not acceptable."""
        headers, address = as_headers(scope), address_of(scope)
        if scope["path"] not in UNLIMITED:
            wait = self._limits.address.take(address)
            if wait:
                raise too_many("your address sends too many requests", wait)
        await refuse_other_sites(self._people, headers, address)
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size[:12]) > LARGEST_BODY:
            raise await self._too_large(address)
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await _body(receive)
        except TimeoutError:
            raise Problem("bad-request", f"the body did not arrive within {BODY_SECONDS:g} s", headers=CLOSE) from None
        if len(body) > LARGEST_BODY:
            raise await self._too_large(address)
        if body:
            _refuse_other_than_json(headers.get("content-type", ""), body)
        return body

    async def _too_large(self, address: str) -> Problem:
        about = f"a body of more than {LARGEST_BODY} bytes from {address}"
        await asyncio.to_thread(self._people.attempts, "oversized-body", about, None)
        detail = f"the body is larger than {LARGEST_BODY} bytes"
        return Problem("too-large", detail, right="send less at once", headers=CLOSE)


async def refuse_other_sites(people: People, headers: Mapping[str, str], address: str) -> None:
    """Refuse a request from a page of another site, and record the attempt."""
    try:
        refuse_cross_site(headers)
    except Problem:
        about = f"a request from a page of {headers.get('origin', 'another site')} from {address}"
        await asyncio.to_thread(people.attempts, "cross-site", about, None)
        raise


async def _body(receive: Receive) -> bytes:
    """The body of a request, or the beginning of one that is too large."""
    body, more = b"", True
    while more and len(body) <= LARGEST_BODY:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Problem("bad-request", "the request ended early", headers=CLOSE)
        body += bytes(message.get("body", b""))
        more = message.get("more_body", False)
    return body


def _refuse_other_than_json(kind: str, body: bytes) -> None:
    if kind.partition(";")[0].strip().lower() != "application/json":
        raise Problem("not-json", "the body is not application/json", right="send Content-Type: application/json")
    try:
        read_json(body.decode("utf-8"), "the body", LARGEST_BODY)
    except UnicodeDecodeError:
        raise Problem("bad-request", "the body is not UTF-8", right="send JSON in UTF-8") from None
    except BadInput as error:
        raise Problem("bad-request", str(error), right="send one JSON object") from None


def too_many(detail: str, wait: float) -> Problem:
    """The problem for too many requests, with the time to wait."""
    seconds = max(1, round(wait + 0.5))
    return Problem("too-many", detail, right=f"wait {seconds} s", headers={"Retry-After": str(seconds)})


def address_of(scope: Scope) -> str:
    """The address of a client."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def _once(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the application the body that was already read, then passes on further messages."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _send_problem(problem: Problem, send: Send, receive: Receive) -> None:
    body = json.dumps(problem.document(), ensure_ascii=False, separators=(",", ":")).encode()
    headers = [
        (b"content-type", MEDIA_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
        *((name.lower().encode(), value.encode()) for name, value in problem.headers.items()),
    ]
    closing = "Connection" in problem.headers
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": closing})
    if closing:
        await _linger(receive)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _linger(receive: Receive) -> None:
    """Read a little more of a refused body: if the connection closed at once, the sender could lose the answer."""
    taken, more = 0, True
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            while more and taken < LINGER_BYTES:
                message = await receive()
                taken += len(message.get("body", b""))
                more = message.get("more_body", False)
