"""Events: what happened, in the past tense, each with the paragraphs that decided it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.core.facts import Moment
from houseway.core.plain import PatchOp
from houseway.core.step import Move
from houseway.law import Citation


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a table's history.

    `batch` counts the events of one command: (2, 5) is the second of five; they are written together or not at all.
    The first of a batch keeps the `command` and the `patch` that it made to the state; money moves with each event.
    """

    seq: int
    event: str
    cites: tuple[Citation, ...]
    at: Moment
    round: int
    batch: tuple[int, int]
    fields: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    command: Mapping[str, Any] | None = None
    patch: tuple[PatchOp, ...] = ()
    to: str = "all"

    def public(self) -> dict[str, Any]:
        """What others rely on: the event as `play --json` and the service print it."""
        return {
            "event": self.event,
            "seq": self.seq,
            "round": self.round,
            **self.fields,
            "cites": list(self.cites),
        }
