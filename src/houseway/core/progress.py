"""Who is told what is being worked on, where something takes long. It decides nothing: without a listener nothing is said.

Where it is known how much there is to do, say it as "3 of 12": whoever listens estimates the time from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_LISTENER: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)
_STAGES: ContextVar[tuple[str, ...]] = ContextVar("stages", default=())


@contextmanager
def told_to(listener: Callable[[str], None]) -> Iterator[None]:
    """Somebody listens, as long as this lasts."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


@contextmanager
def stage(what: str) -> Iterator[None]:
    """A part of the work, named before everything that is told within it."""
    token = _STAGES.set((*_STAGES.get(), what))
    try:
        working_on("")
        yield
    finally:
        _STAGES.reset(token)


def working_on(what: str) -> None:
    """Say what is being worked on now, in a few words."""
    listener = _LISTENER.get()
    if listener is not None:
        listener(": ".join(each for each in (*_STAGES.get(), what) if each))
