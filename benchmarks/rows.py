"""What is measured: rows of the table, each with the same rounds by the product, by a bare kernel and by peers.

A module of this folder adds rows by a tuple `ROWS`; it is listed in MODULES.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

MODULES = ("simulation", "blackjack_rows")


class UnavailableError(Exception):
    """Something that a part of a row needs is not on this machine; the message says what."""


@dataclass(frozen=True, slots=True)
class Work:
    """Something that plays so many rounds each time it is called."""

    rounds: int
    play: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. Everything is made ready when it is called, and measured afterwards.

    A bare kernel is given the kernel of the product; the fastest of several is the limit. What needs something that is not
    there raises `UnavailableError`.
    """

    name: str
    product: Callable[[], tuple[Work, object]]  # what plays, and its kernel
    bare: Mapping[str, Callable[[object], Work]] = field(default_factory=dict)
    peers: Mapping[str, Callable[[], Work]] = field(default_factory=dict)
    bare_least: float = 0.5  # of the fastest bare kernel's speed
    peer_least: Mapping[str, float] = field(default_factory=dict)  # so many times the peer's speed


def all_rows() -> tuple[Row, ...]:
    """The rows of every module that is there."""
    there = [name for name in MODULES if importlib.util.find_spec(name) is not None]
    return tuple(row for name in there for row in getattr(importlib.import_module(name), "ROWS", ()))
