"""The rows of the table: each measures the same rounds in our simulator, in a bare kernel and in peers.

A module in this folder adds rows with a tuple `ROWS` and is listed in MODULES.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

MODULES = ("simulation", "blackjack_rows")


class UnavailableError(Exception):
    """A part of a row needs something that this machine does not have; the message says what."""


@dataclass(frozen=True, slots=True)
class Work:
    """A function that plays this many rounds per call."""

    rounds: int
    play: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. Its functions prepare the work, which is measured afterwards.

    A bare kernel receives our kernel; the fastest of several is the limit. A function that misses something raises
    `UnavailableError`.
    """

    name: str
    product: Callable[[], tuple[Work, object]]  # the work, and our kernel
    bare: Mapping[str, Callable[[object], Work]] = field(default_factory=dict)
    peers: Mapping[str, Callable[[], Work]] = field(default_factory=dict)
    bare_least: float = 0.5  # required fraction of the fastest bare kernel's speed
    peer_least: Mapping[str, float] = field(default_factory=dict)  # required multiple of the peer's speed


def all_rows() -> tuple[Row, ...]:
    """The rows of all modules."""
    there = [name for name in MODULES if importlib.util.find_spec(name) is not None]
    return tuple(row for name in there for row in getattr(importlib.import_module(name), "ROWS", ()))
