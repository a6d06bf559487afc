"""The socket of a table, subprotocol `houseway.v1`: say hello with the last event seen, get the missed events, then live ones.

client                                     server
{"type": "hello", "session": 1, "seq": 7}  {"type": "welcome", …}
                                           {"type": "events", …} the missing ones, or {"type": "snapshot", …}
                                           {"type": "caught-up", "session", "seq", "round", "phase"}
                                           {"type": "events", …} as they happen
{"type": "command", "id", "command", …}    {"type": "ack", "id", …} or {"type": "nack", "id", "problem"}
                                           {"type": "drain"} before the service ends
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, WebSocket
from pydantic import Field, StringConstraints, TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from houseway.law import BadInput
from houseway.law.inputs import read_json
from houseway.service.access import Principal, of_this_holder, viewer
from houseway.service.api_common import SERVICE, answered, record_refused
from houseway.service.event_visibility import PLAYER, Eyes, shown_past
from houseway.service.feed import Watcher, frame
from houseway.service.guard import LARGEST_BODY, address_of, refuse_other_sites, too_many
from houseway.service.hosted import Hosted
from houseway.service.logs import log, log_defect
from houseway.service.models import Count, Envelope, Taken
from houseway.service.problems import Problem, problem_of
from houseway.service.request_errors import invalid
from houseway.service.serving import Service
from houseway.service.signed_in import as_headers, credentials
from houseway.service.table_view import Seen, table_view, where

SUBPROTOCOL = "houseway.v1"
HELLO_SECONDS = 10.0
CLOSE_SECONDS = 1.0
MOST_MISSING = 2000  # events; a client that missed more gets a snapshot
A_PAGE = 200  # events in one frame of the catch-up
PLAYER_ONLY = frozenset(("player",))


class Hello(Taken):
    """The first message: the last event that the client has seen, if any."""

    type: Literal["hello"]
    session: Count | None = None
    seq: Count | None = None


class Sent(Envelope):
    """A command over the socket."""

    type: Literal["command"]
    id: Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[ -~]+$")]


MESSAGE: TypeAdapter[Hello | Sent] = TypeAdapter(Annotated[Hello | Sent, Field(discriminator="type")])
MESSAGES = {"hello": Hello, "command": Sent}

router = APIRouter()


@router.websocket("/v1/tables/{table_id}/socket")
async def table_socket(websocket: WebSocket, table_id: str) -> None:
    """Serve one socket, from its handshake to its end."""
    service: Service = websocket.scope[SERVICE]
    task = asyncio.current_task()
    assert task is not None
    service.sockets.add(task)
    try:
        await _served(service, websocket, table_id)
    except (WebSocketDisconnect, asyncio.CancelledError):
        pass
    except Exception as error:
        log_defect(error, table=table_id)
        await _closed(websocket, 1011, "the service failed; connect again")
    finally:
        service.sockets.discard(task)


async def _served(service: Service, websocket: WebSocket, table_id: str) -> None:
    try:
        principal, shown = await _admitted(service, websocket)
        seen = await seen_now(service, table_id)
        look_at(principal, seen)
    except Exception as error:
        problem = problem_of(error)
        log("socket refused", table=table_id, code=problem.code, address=address_of(websocket.scope))
        response = answered(problem.document(), problem.status, problem.headers)
        await websocket.send_denial_response(response)
        return
    await websocket.accept(subprotocol=SUBPROTOCOL)
    await Conversation(service, websocket, table_id, principal, shown).run()


async def _admitted(service: Service, websocket: WebSocket) -> tuple[Principal, tuple[str, str]]:
    """The account that opens the socket, with its credentials; every check happens before the socket is accepted."""
    headers = as_headers(websocket.scope)
    wait = service.limits.address.take(address_of(websocket.scope))
    if wait:
        raise too_many("your address opens too many sockets", wait)
    await refuse_other_sites(service.people, headers, address_of(websocket.scope))
    if service.commands.draining:
        raise Problem("draining", "the service is ending", right="connect again shortly", headers={"Retry-After": "1"})
    principal = await service.signed_in.principal(headers)
    if SUBPROTOCOL not in websocket.scope.get("subprotocols", ()):
        raise Problem("bad-request", "the socket asks for another subprotocol", right=f"ask for {SUBPROTOCOL}")
    return principal, credentials(headers)


async def seen_now(service: Service, table_id: str) -> Seen:
    """The current state of a table: live if this process runs it, otherwise from its records; raises Hidden if there is none."""
    return await service.seen(table_id)


def look_at(principal: Principal, seen: Seen) -> tuple[str, Eyes]:
    """The view of a table that a principal gets; raises Hidden if the principal may not see the table."""
    found = viewer(principal, cast(Hosted, seen))  # a table read from the records has the same attributes
    if isinstance(seen, Hosted):
        seen.visited(principal.account)
    return found, Eyes.of(found, principal.account)


class Conversation:
    """A socket after its handshake."""

    def __init__(
        self, service: Service, websocket: WebSocket, table_id: str, principal: Principal, shown: tuple[str, str]
    ) -> None:
        self._service, self._websocket, self._table = service, websocket, table_id
        self._principal, self._shown = principal, shown
        self._watcher: Watcher | None = None

    async def run(self) -> None:
        """Exchange messages until either side ends the connection."""
        try:
            hello = await asyncio.wait_for(self._received(), HELLO_SECONDS)
        except TimeoutError:
            await _closed(self._websocket, 4408, "no hello arrived in time")
            return
        except Problem as problem:
            await self._refused(problem, 4400, "the first message is hello")
            return
        if not isinstance(hello, Hello):
            await _closed(self._websocket, 4400, "the first message is hello")
            return
        seen = await seen_now(self._service, self._table)
        try:
            self._principal = await self._service.signed_in.still(self._shown)  # it may have ended since the handshake
        except Problem as problem:
            await self._refused(problem, 4401, "signed out")
            return
        found, eyes = look_at(self._principal, seen)
        watcher = Watcher(eyes, self._principal.sign_in, time.perf_counter)
        if not set(self._principal.roles) <= PLAYER_ONLY:
            watcher.look = lambda now: look_at(self._principal, now)[1]
        if not of_this_holder(self._principal, cast(Hosted, seen)):
            watcher.manufacturer = self._principal.holder
        self._watcher = watcher
        hosted = self._service.pit.hosted.get(self._table)
        if hosted is not None and not hosted.suspended:
            seen = hosted  # no `await` between here and `watch`, so later events are live
        self._service.feed.watch(self._table, watcher, seen.session, seen.standing.seq)
        try:
            await self._caught_up(hello, found, eyes, watcher)
            self._tell_timers(watcher, seen)
            await self._both_ways(watcher)
        finally:
            self._service.feed.leave(self._table, watcher)
        code, reason = watcher.closing or (1000, "")
        if code == 1013:
            self._service.metrics.slow.add()
        await _closed(self._websocket, code, reason)

    async def _refused(self, problem: Problem, code: int, reason: str) -> None:
        """End a socket that has not begun: send the problem, then close."""
        await self._send(frame("nack", id=None, problem=problem.document()))
        await _closed(self._websocket, code, reason)

    def _tell_timers(self, watcher: Watcher, seen: Seen) -> None:
        """Tell staff about timers that are due soon or overdue: they may have missed the announcement, also after a restart."""
        if watcher.eyes.base == PLAYER:
            return
        for timer in self._service.filing.timers.of(seen):
            if timer.stage:
                watcher.offer(frame("timer", **timer.as_json()))

    async def _both_ways(self, watcher: Watcher) -> None:
        works = (self._sending(watcher), self._receiving(watcher), watcher.gone.wait())
        tasks: list[asyncio.Task[Any]] = [asyncio.create_task(work) for work in works]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for task in tasks:
                with suppress(asyncio.CancelledError, WebSocketDisconnect):
                    await task

    # Missed events

    async def _caught_up(self, hello: Hello, found: str, eyes: Eyes, watcher: Watcher) -> None:
        session, seq = watcher.after
        where_it_is = {"table": self._table, "session": session, "seq": seq}
        await self._send(frame("welcome", protocol=SUBPROTOCOL, viewer=found, **where_it_is))
        ranges = None if hello.seq is None else await asyncio.to_thread(self._missing, hello, session, seq)
        at = await self._at(session, seq)
        if ranges is None:
            seen_as, _ = look_at(self._principal, at)
            view = table_view(at, seen_as, self._principal.account, lambda command: False)
            await self._send(frame("snapshot", table=self._table, view=view))
        else:
            for number, first, last in ranges:
                for start, end in _pages(first, last):
                    told = await asyncio.to_thread(self._past, number, start, end, eyes)
                    await self._send(frame("events", table=self._table, session=number, seq=end, events=told))
        await self._send(frame("caught-up", table=self._table, **where(at)))

    async def _at(self, session: int, seq: int) -> Seen:
        hosted = self._service.pit.hosted.get(self._table)
        if hosted is not None and (hosted.session, hosted.standing.seq) == (session, seq):
            return hosted
        return await asyncio.to_thread(self._service.records.at, self._table, session, seq)

    def _missing(self, hello: Hello, session: int, seq: int) -> list[tuple[int, int, int]] | None:
        """The ranges of events that the client missed before the feed begins; None if they are too many or unknown."""
        since = hello.session if hello.session is not None else session
        assert hello.seq is not None
        if since == session:
            if hello.seq > seq:
                return None
            ranges = [(session, hello.seq + 1, seq)]
        elif since > session:
            return None
        else:
            ends = {each.session: each.seq for each in self._service.records.sessions(self._table)}
            if since not in ends or hello.seq > ends[since]:
                return None
            ranges = [(since, hello.seq + 1, ends[since])]
            ranges += [(number, 1, ends[number]) for number in range(since + 1, session)]
            ranges.append((session, 1, seq))
        return ranges if sum(last - first + 1 for _, first, last in ranges) <= MOST_MISSING else None

    def _past(self, session: int, first: int, last: int, eyes: Eyes) -> list[dict[str, Any]]:
        events = self._service.feed.recent(self._table, session, first, last)
        if events is None:
            events = self._service.records.events(self._table, session, first, last)
        purchases = self._service.records.purchases(self._table, session, last) if eyes.account else None
        return shown_past(events, eyes, purchases)

    # Both ways

    async def _sending(self, watcher: Watcher) -> None:
        while (item := await watcher.next()) is not None:
            text, since = item
            await self._websocket.send_text(text)
            self._service.metrics.frame_seconds.add(time.perf_counter() - since)

    async def _receiving(self, watcher: Watcher) -> None:
        while True:
            try:
                message = await self._received()
                if isinstance(message, Hello):
                    raise Problem("bad-request", "hello is only the first message", right="send commands")
            except Problem as problem:
                watcher.offer(frame("nack", id=None, problem=problem.document()))
                await asyncio.sleep(self._service.limits.account.take(self._principal.account))  # the limit of commands
                continue
            watcher.offer(await self._answer(message))

    async def _answer(self, sent: Sent) -> str:
        try:
            self._principal = await self._service.signed_in.again(self._shown)
            wait = self._service.limits.account.take(self._principal.account)
            if wait:
                raise too_many("your account sends too many commands", wait)
            envelope = Envelope.model_validate({"command": sent.command, "expect": sent.expect, "as": sent.acting})
            carried = await self._service.forwarding.carry_out(self._principal, self._table, envelope, sent.id)
        except Exception as error:
            problem = problem_of(error)
            if problem.code == "defect":
                log_defect(error, table=self._table)
            await record_refused(self._service, self._principal, error, self._table)
            return frame("nack", id=sent.id, problem=problem.document())
        if carried.status == 200:
            return frame("ack", id=sent.id, **carried.document)
        return frame("nack", id=sent.id, problem=carried.document)

    async def _received(self) -> Hello | Sent:
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None or len(text) > LARGEST_BODY:
            about = f"a message of more than {LARGEST_BODY} characters, or not text, on a socket"
            await asyncio.to_thread(
                self._service.people.attempts, "oversized-body", about, self._principal, self._table
            )
            code, right = ("bad-request", "send text") if text is None else ("too-large", "send less at once")
            raise Problem(code, f"a message is JSON text of at most {LARGEST_BODY} bytes", right=right)
        try:
            return MESSAGE.validate_python(read_json(text, "the message", LARGEST_BODY))
        except BadInput as error:
            raise Problem("bad-request", str(error), right="send one JSON object") from None
        except ValidationError as error:
            raise invalid(error.errors(include_url=False)[:1], read_json(text, "the message"), MESSAGES) from None

    async def _send(self, text: str) -> None:
        await self._websocket.send_text(text)


def _pages(first: int, last: int) -> Iterator[tuple[int, int]]:
    for start in range(first, last + 1, A_PAGE):
        yield start, min(last, start + A_PAGE - 1)


async def _closed(websocket: WebSocket, code: int, reason: str) -> None:
    if websocket.application_state == WebSocketState.CONNECTED and websocket.client_state == WebSocketState.CONNECTED:
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            await asyncio.wait_for(
                websocket.close(code, reason), CLOSE_SECONDS
            )  # a client that stalls is not waited for
