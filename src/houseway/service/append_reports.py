"""How the end of an append is reported: to the future of its sender, or to the table if its sender is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Sequence
from typing import Protocol

from houseway.store.process_writer import PendingBatches
from houseway.store.writer import Append, Told


class Reported(Protocol):
    """A table to which the end of an append is reported."""

    loop: asyncio.AbstractEventLoop

    def stored(self, append: Append | PendingBatches, count: int) -> None:
        """The append of the first `count` decided commands is durable."""

    def failed(self, error: BaseException) -> None:
        """An append was not stored."""


class Unattended:
    """What an append reports to if no sender waits for it, as to a future: the table itself."""

    __slots__ = ("append", "count", "table")

    def __init__(self, table: Reported, append: Append | PendingBatches, count: int) -> None:
        self.table, self.append, self.count = table, append, count

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """The event loop of the table."""
        return self.table.loop

    def done(self) -> bool:
        """Whether the append was reported before; a writer reports each append once."""
        return False

    def set_result(self, _: None) -> None:
        """The append is durable."""
        self.ends(None)

    def set_exception(self, error: Exception) -> None:
        """The append was not stored."""
        self.ends(error)

    def ends(self, error: BaseException | None) -> None:
        """Report the end of the append to the table; `error`: why it was not stored."""
        self.append.waiting = None  # ends a cycle of references, which would last until the next search for garbage
        if error is None:
            self.table.stored(self.append, self.count)
        else:
            self.table.failed(error)


class _NextTurn:
    """An awaitable that resumes its task in the next turn of the event loop."""

    __slots__ = ()

    def __await__(self) -> Generator[None, None, None]:
        yield


NEXT_TURN = _NextTurn()


def tell_in_loop(told: Told) -> None:
    """Report the results of appends in the event loop of their senders; the writer's thread calls this."""
    told[0][0].waiting.get_loop().call_soon_threadsafe(tell, told)


def tell(told: Sequence[tuple[Append | PendingBatches, Exception | None]]) -> None:
    """Report the results of appends to the senders' futures; called in the event loop."""
    for append, error in told:
        waiting: asyncio.Future[None] = append.waiting
        if waiting.done():  # its sender was cancelled in this turn of the loop, and looks at the result in the next one
            append.missed = (error,)
        elif error is None:
            waiting.set_result(None)
        else:
            waiting.set_exception(error)
