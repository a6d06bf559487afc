"""Carries out commands from HTTP, sockets and other processes: each once, with the same answer every time it is sent."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.law.errors import NotNow
from houseway.law.roles import Role
from houseway.service.access import Hidden, Office, Principal, refuse_strangers
from houseway.service.event_visibility import Eyes, shown_live
from houseway.service.filing import Filing
from houseway.service.hosted import (
    Answer,
    BusyError,
    ConflictError,
    Expected,
    ReceivedCommand,
    RepeatedOtherwiseError,
    Sender,
)
from houseway.service.logs import log
from houseway.service.metrics import Metrics
from houseway.service.models import Envelope
from houseway.service.named_account import with_account
from houseway.service.permits import permit
from houseway.service.pit import ElsewhereError, Pit, UnknownTableError
from houseway.service.problems import Problem, problem_of, refusal
from houseway.service.reading import Records
from houseway.service.slips import slip_warnings
from houseway.service.table_view import where
from houseway.table.reader import READERS

OF_A_ROUND = frozenset(("wager", "remove", "reduce", "working", "choose"))  # players' commands within a round
LONGEST_KEY = 200


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """The answer to a command: 200 with its events, or 422 with the recorded refusal."""

    status: int
    document: dict[str, Any]
    repeated: bool = False


def digest_of(envelope: Envelope) -> str:
    """The digest of what was sent; it does not depend on the order of fields or on whitespace."""
    sent = envelope.model_dump(by_alias=True)
    return hashlib.sha256(json.dumps(sent, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def read_key(key: str | None) -> str:
    """The sender's id for a command; raises a problem if it is missing or not valid."""
    if not key or len(key) > LONGEST_KEY or not key.isascii() or not key.isprintable():
        right = f"send your own id for the command, 1 to {LONGEST_KEY} ASCII characters; keep it if you send it again"
        raise Problem("bad-request", "the command has no id (Idempotency-Key)", right=right)
    return key


class Commands:
    """Checks that a command is permitted and expected, carries it out at most once, and answers it."""

    def __init__(self, pit: Pit, records: Records, metrics: Metrics, filing: Filing | None = None) -> None:
        self._pit, self._records, self._metrics = pit, records, metrics
        self._filing = Filing.of(pit) if filing is None else filing
        self.draining = False

    async def carry_out(self, principal: Principal, table_id: str, envelope: Envelope, key: str) -> CommandAnswer:
        """Carry out a command at a table of this process; raises ElsewhereError if another process runs the table."""
        began = time.perf_counter()
        do = envelope.command.get("do")
        name = do if isinstance(do, str) and do in READERS else "unknown"
        given = ReceivedCommand(envelope.command, key, digest_of(envelope))
        try:
            carried = await self._carry_out(principal, table_id, envelope, given)
        except ElsewhereError:
            raise
        except Exception as error:
            problem = problem_of(error)
            self._metrics.commands.add(name, problem.code)
            log("command", account=principal.account, table=table_id, do=name, code=problem.code)
            raise
        self._metrics.commands.add(name, "refused" if carried.status == 422 else "done")
        self._metrics.command_seconds.add(time.perf_counter() - began)
        return carried

    async def _carry_out(
        self, principal: Principal, table_id: str, envelope: Envelope, given: ReceivedCommand
    ) -> CommandAnswer:
        nobody = Sender(principal.account, "")
        try:
            if self.draining:
                raise Problem("draining", "the service is ending", right="send it again shortly", headers=_SHORTLY)
            hosted = await self._pit.find(table_id)
            refuse_strangers(principal, hosted)
            hosted.refuse_other_session(envelope.expect.session)  # before the seats, which are others' by then
            asked = envelope.command
            if "account" in asked:
                asked = await asyncio.to_thread(with_account, self._pit.database, principal, asked)
            sender, command = permit(principal, hosted, asked, envelope.acting)
            expected = _expected(envelope, sender)
            command = dict(await self._filing.opening_command(hosted, command))
            answer = await self._pit.command(
                table_id, ReceivedCommand(command, given.key, given.digest), sender, expected
            )
        except (ElsewhereError, Hidden, UnknownTableError, RepeatedOtherwiseError, BusyError):
            raise
        except Exception as error:  # the command may have been carried out before
            before = await asyncio.to_thread(self._pit.answered, table_id, given, nobody)
            if before is None:
                raise self._explained(error, table_id) from error
            answer, sender = before, Sender(principal.account, before.events[0].role)
        carried = self._answered(table_id, sender, envelope.command, answer)
        warnings = (*await self._filing.warnings(table_id, sender, answer), *await self._slips(table_id, answer))
        if warnings:
            carried.document["warnings"] = list(warnings)
        return carried

    async def _slips(self, table_id: str, answer: Answer) -> tuple[str, ...]:
        """Warnings for a fill or credit whose slip number was used before; the fill or credit is recorded all the same."""
        if not any("slip" in event.fields for event in answer.events):
            return ()
        return await asyncio.to_thread(slip_warnings, self._pit.database, table_id, answer.session, answer.events)

    def _explained(self, error: Exception, table_id: str) -> Exception:
        """The error to report; a conflict also says where the table stands now."""
        if not isinstance(error, ConflictError | NotNow):
            return error
        hosted = self._pit.hosted.get(table_id)
        problem = problem_of(error)
        if hosted is not None:
            problem.more["now"] = where(hosted)
        return problem

    def _answered(self, table_id: str, sender: Sender, command: Mapping[str, Any], answer: Answer) -> CommandAnswer:
        """The answer as its sender may see it. It depends only on the command and its events, so it never changes."""
        eyes, holders = _own_eyes(sender, command)
        document = {
            "table": table_id,
            "session": answer.session,
            "first": answer.first,
            "last": answer.last,
            "events": shown_live(answer.events, eyes, holders),
        }
        refused = refusal(answer.events[0])
        if refused is None:
            return CommandAnswer(200, document, answer.repeated)
        return CommandAnswer(refused.status, {**refused.document(), **document}, answer.repeated)


_SHORTLY = {"Retry-After": "1"}


def _own_eyes(sender: Sender, command: Mapping[str, Any]) -> tuple[Eyes, dict[int, str]]:
    """The view for the answer to a command: the seat's for a player, the role's for others, the public's for a manufacturer."""
    if sender.role == Office.MANUFACTURER:
        return Eyes(str(Role.PLAYER)), {}
    if sender.role != Role.PLAYER:
        return Eyes(sender.role), {}
    seat = command.get("player", command.get("seat"))
    own = seat if isinstance(seat, int) else 0
    return Eyes(str(Role.PLAYER), sender.actor), {own: sender.actor}


def _expected(envelope: Envelope, sender: Sender) -> Expected:
    """The state that the sender expects of the table; raises a problem if a required expectation is missing."""
    expect, do = envelope.expect, envelope.command.get("do")
    if sender.role == Role.PLAYER:
        if do in OF_A_ROUND and (expect.round is None or expect.phase is None):
            right = 'add "expect": {"round": …, "phase": …} as the table shows them'
            raise Problem(
                "precondition-missing", "a player's command must name the round and the phase it is for", right=right
            )
    elif expect.seq is None:
        right = 'add "expect": {"seq": …}, the number of the last event that you saw'
        raise Problem(
            "precondition-missing", "a staff command must name the last event that its sender saw", right=right
        )
    return Expected(expect.round, expect.phase, expect.seq, expect.session)
