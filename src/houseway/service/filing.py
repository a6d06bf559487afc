"""The filings of a pit for one process: submissions, approvals, credentials, devices and timers."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, select

from houseway.law.local_time import local_time
from houseway.records.recorded_table import header_of, rules_of
from houseway.service.access import CREW, FLOOR
from houseway.service.approvals import Register
from houseway.service.credentials import Credentials
from houseway.service.devices import Devices
from houseway.service.hosted import Answer, Hosted, Sender
from houseway.service.pit import Pit
from houseway.service.session_opening import Under, Wanted, open_session, opening_command, under_of
from houseway.service.submissions import Submissions
from houseway.service.timers import Timers
from houseway.store.schema import commands
from houseway.store.session_lines import SessionLines

DEALING = tuple(role for role in CREW if role not in FLOOR)  # roles whose credentials are checked
REMEMBERED = 10_000  # first commands of dealers at tables, kept in memory


@dataclass(slots=True)
class Filing:
    """The filings of a pit, as one process uses them."""

    pit: Pit
    submissions: Submissions
    register: Register
    credentials: Credentials
    timers: Timers
    devices: Devices
    _first: OrderedDict[tuple[str, int, str], int] = field(default_factory=OrderedDict)

    @classmethod
    def of(cls, pit: Pit) -> Filing:
        """The filings of a pit."""
        database, clock = pit.database, pit.clock
        return cls(
            pit,
            Submissions(database, clock),
            Register(database, clock),
            Credentials(database, clock),
            Timers(clock),
            Devices(database, clock),
        )

    async def open_session(self, principal: Any, wanted: Wanted) -> tuple[Hosted, Under]:
        """Begin a session of a table."""
        return await open_session(self.pit, self.submissions, self.register, principal, wanted)

    async def opening_command(self, hosted: Hosted, command: Mapping[str, Any]) -> Mapping[str, Any]:
        """The command to carry out: `open` becomes an opening for practice unless the session may be opened for real play."""
        return await opening_command(self.pit.database, self.submissions, self.register, hosted, command)

    def under(self, table_id: str, session: int) -> Under | None:
        """How a session was opened; None if that is not recorded."""
        return under_of(self.pit.database, table_id, session)

    async def warnings(self, table_id: str, sender: Sender, answer: Answer) -> tuple[str, ...]:
        """Warnings about a dealer's missing credentials, for the answer to the dealer's first command in a session.

        The warnings depend only on what was on record then, so the same command sent again gets the same warnings.
        """
        if sender.role not in DEALING:
            return ()
        key = (table_id, answer.session, sender.actor)
        first = self._first.get(key)
        if first is None:
            first = await asyncio.to_thread(self._first_command, *key)
            if first is None:
                return ()
            self._first[key] = first
            if len(self._first) > REMEMBERED:
                self._first.popitem(last=False)
        if first != answer.first:
            return ()
        return await asyncio.to_thread(self._lacking, table_id, sender, answer)

    def _lacking(self, table_id: str, sender: Sender, answer: Answer) -> tuple[str, ...]:
        game, rules = rules_of(
            header_of(SessionLines(self.pit.database, table_id, answer.session, last=0)), outside=True
        )
        at = int(answer.events[0].at)
        return self.credentials.lacking(sender.actor, game.id, local_time(at, rules.time_zone).date(), at)

    def _first_command(self, table_id: str, session: int, actor: str) -> int | None:
        """The number of the first event of an account's first command in a session; None if there is none."""
        of = commands.c
        query = select(func.min(of.first_seq)).where(of.table_id == table_id, of.session == session, of.actor == actor)
        with self.pit.database.read() as connection:
            return connection.execute(query).scalar_one_or_none()
