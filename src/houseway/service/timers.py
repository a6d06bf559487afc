"""Timers announce deadlines at the tables of a pit, before they pass and when they have passed.

A timer does not stop a table: the game itself refuses the next command after the same deadline. A timer only warns people in
time. It uses the time that the table itself would record, which never goes back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from houseway.core import Deadline
from houseway.law.local_time import local_time
from houseway.records.lines import clock_text
from houseway.service.table_view import Seen
from houseway.table.table import Clock

AHEAD = (30 * 60, 5 * 60)  # seconds before a deadline at which it is announced, the earliest first
LOOK_SECONDS = 5.0
NEAR, PASSED, RUNNING = "near", "passed", "running"


@dataclass(frozen=True, slots=True)
class Timer:
    """A deadline of a table, as of a given time."""

    table: str
    session: int
    deadline: Deadline
    now: int
    zone: str
    stage: int  # 0: not near; 1 and up: announcements before the deadline; `stages`: passed
    stages: int

    @property
    def state(self) -> str:
        """Running, near or passed."""
        return RUNNING if not self.stage else PASSED if self.stage == self.stages else NEAR

    @property
    def says(self) -> str:
        """The timer in a sentence."""
        found = self.deadline
        if self.state == PASSED:
            return f"{found.says[0].upper()}{found.says[1:]}."
        clock = local_time(found.at, self.zone).strftime("%H:%M:%S on %B %-d")
        right = f"; the procedure is {found.procedure}" if found.procedure else ""
        return f"The {found.what.replace('-', ' ')}: due by {clock}, by the table's clock{right}."

    def as_json(self) -> dict[str, Any]:
        """The timer as plain values."""
        found = self.deadline
        return {
            "table": self.table,
            "session": self.session,
            "what": found.what,
            "state": self.state,
            "due": clock_text(found.at),
            "seconds": found.at - self.now,
            "procedure": found.procedure or None,
            "cites": [str(cite) for cite in found.cites],
            "says": self.says,
        }


class Timers:
    """All timers of a process, and the announcements that were made."""

    def __init__(self, clock: Clock, ahead: Iterable[int] = AHEAD) -> None:
        self._clock, self._ahead = clock, tuple(sorted(ahead, reverse=True))
        self._told: dict[str, tuple[int, dict[tuple[str, int], int]]] = {}  # by table: its session, stages by deadline
        self.listeners: list[Callable[[Timer], None]] = []

    def of(self, seen: Seen) -> list[Timer]:
        """The timers of a table, the next one first."""
        standing = seen.standing
        if standing.position.state is None or standing.position.table.closed:
            return []
        now = max(int(self._clock()), int(standing.at))  # as the table would record it
        found = seen.game.law.deadlines(seen.rules, standing.position.state)
        return [
            Timer(seen.id, seen.session, each, now, seen.rules.time_zone, self._stage(each, now), len(self._ahead) + 1)
            for each in sorted(found, key=lambda each: each.at)
        ]

    def _stage(self, deadline: Deadline, now: int) -> int:
        if deadline.passed(now):
            return len(self._ahead) + 1
        return sum(1 for seconds in self._ahead if deadline.at - now <= seconds)

    def look(self, tables: Iterable[Seen]) -> list[Timer]:
        """The timers to announce now: each stage of a deadline once; if several stages came together, only the last.

        If the clock is set back, nothing is announced again. If it is set forward, each deadline is announced once.
        """
        new = []
        for seen in tables:
            timers = self.of(seen)
            session, told = self._told.get(seen.id, (seen.session, {}))
            before = told if session == seen.session else {}
            now = {}
            for timer in timers:
                key = (timer.deadline.what, int(timer.deadline.at))
                now[key] = max(timer.stage, before.get(key, 0))
                if timer.stage > before.get(key, 0):
                    new.append(timer)
            self._told[seen.id] = (seen.session, now)
        return new

    async def keep(
        self, stop: asyncio.Event, tables: Callable[[], Awaitable[Iterable[Seen]]], seconds: float = LOOK_SECONDS
    ) -> None:
        """Look at the tables and tell the listeners, until `stop`."""
        while not stop.is_set():
            for timer in self.look(await tables()):
                for listener in self.listeners:
                    listener(timer)
            try:
                await asyncio.wait_for(stop.wait(), seconds)
            except TimeoutError:
                continue
