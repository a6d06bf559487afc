"""Long computations for pages, in a few threads: equal requests share one computation, and abandoned ones are stopped.

A computation stops at its next progress report (`core/progress.py`) after a time limit, or if nobody has asked for a while.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from houseway.core.progress import told_to
from houseway.service.problems import Problem

THREADS = 2
MOST_WAITING = 12
MOST_KEPT = 48
LONGEST = 300.0  # seconds
FORGOTTEN = 20.0  # seconds without a request after which work is abandoned
PATIENCE = 1.0  # seconds that a request waits before the answer is `NotReady`


class GivenUpError(Exception):
    """The computation took too long, or nobody was waiting for it."""


@dataclass(frozen=True, slots=True)
class NotReady:
    """The answer to a request whose result is not ready yet."""

    doing: str
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        return {"doing": self.doing or "starting", "seconds": round(self.seconds, 1)}


@dataclass(slots=True, eq=False)
class _Computation:
    make: Callable[[], Any]
    clock: Callable[[], float]
    began: float
    asked: float
    doing: str = ""
    future: Future[Any] = field(default_factory=Future)

    def run(self, turn: threading.Semaphore) -> None:
        self.doing = "waiting for other work"
        with turn:
            try:
                self.hear("")
                with told_to(self.hear):
                    made = self.make()
            except BaseException as error:
                self.future.set_exception(error)
            else:
                self.future.set_result(made)

    def hear(self, words: str) -> None:
        """Note the current work; raise GivenUpError if the work took too long or was abandoned."""
        self.doing = words
        now = self.clock()
        if now - self.began > LONGEST:
            raise GivenUpError(f"this takes longer than {LONGEST:.0f} s")
        if now - self.asked > FORGOTTEN:
            raise GivenUpError("nobody waited for it")


class Computations:
    """The long computations of a process, by request key."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._turn = threading.Semaphore(THREADS)
        self._running: OrderedDict[Hashable, _Computation] = OrderedDict()

    async def result(self, key: Hashable, make: Callable[[], Any], patience: float = PATIENCE) -> Any:
        """The result of `make`; `NotReady` if it is not ready within `patience` seconds."""
        work = self._begun(key, make)
        waiting = asyncio.wrap_future(work.future)
        waiting.add_done_callback(lambda done: None if done.cancelled() else done.exception())
        await asyncio.wait({waiting}, timeout=patience)
        if not work.future.done():
            return NotReady(work.doing, self._clock() - work.began)
        error = work.future.exception()
        if error is None:
            return work.future.result()
        self._running.pop(key, None)
        if isinstance(error, GivenUpError):
            raise Problem("too-long", str(error), right="ask for less, or use the command line, which has no limit")
        raise error

    def _begun(self, key: Hashable, make: Callable[[], Any]) -> _Computation:
        now = self._clock()
        work = self._running.get(key)
        if work is None or (work.future.done() and isinstance(work.future.exception(), GivenUpError)):
            if sum(not each.future.done() for each in self._running.values()) >= MOST_WAITING:
                raise Problem(
                    "too-many", "too many computations are running", right="wait 10 s", headers={"Retry-After": "10"}
                )
            work = self._running[key] = _Computation(make, self._clock, now, now)
            threading.Thread(target=work.run, args=(self._turn,), daemon=True, name="houseway-work").start()
        work.asked = now
        self._running.move_to_end(key)
        for old in [each for each, made in self._running.items() if made.future.done()][: -MOST_KEPT or None]:
            del self._running[old]
        return work
