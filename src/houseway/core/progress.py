"""Progress reports for long work. They affect nothing; without a listener they do nothing.

If the amount of work is known, report it as "3 of 12": the listener estimates the remaining time from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_LISTENER: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)
_STAGES: ContextVar[tuple[str, ...]] = ContextVar("stages", default=())


@contextmanager
def told_to(listener: Callable[[str], None]) -> Iterator[None]:
    """Send progress to this listener inside the `with` block."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


@contextmanager
def stage(what: str) -> Iterator[None]:
    """A part of the work; its name precedes every report inside it."""
    token = _STAGES.set((*_STAGES.get(), what))
    try:
        working_on("")
        yield
    finally:
        _STAGES.reset(token)


def working_on(what: str) -> None:
    """Report the current work, in a few words."""
    listener = _LISTENER.get()
    if listener is not None:
        listener(": ".join(each for each in (*_STAGES.get(), what) if each))
