"""Events: what happened, in the past tense, each with the paragraphs that decided it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from houseway.core.facts import Moment
from houseway.core.frozen import frozen
from houseway.core.plain import PatchOp
from houseway.core.step import Move
from houseway.law import Citation
from houseway.law.roles import LADDER, at_least

EVERYBODY = "all"
HOUSE = "house"  # the keeper of the records, who sees everything
WITHHELD = "withheld"  # replaces an event that the reader may not see


def may_see(to: str, who: str) -> bool:
    """May `who` (a seat, a role, or the house) see an event for `to`? Supervisors see the events for the dealer."""
    return to in (EVERYBODY, who) or who == HOUSE or (to in LADDER and at_least(who, to))


@frozen
class Event:
    """One line of a table's history.

    `batch` counts the events of one command: (2, 5) is the second of five; they are written together or not at all.
    The first event of a batch keeps the `command` (as `to_record` writes it) and its `patch` to the state; each event keeps its
    own money moves. `to`: who may see the fields. `sealed`: the fields are not known here, only the commitment to them.
    `actor` and `role`: the account that sent the command and the role it acted in, on the first event of a batch; empty if nobody
    was signed in (a table without a service).
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
    to: str = EVERYBODY
    sealed: str = ""
    actor: str = ""
    role: str = ""

    def seen_by(self, who: str) -> dict[str, Any]:
        """The event as one reader may see it, as plain values: programs rely on this form.

        An event for somebody else is shown as withheld, so the sequence has no gaps.
        """
        head: dict[str, Any] = {"event": self.event, "seq": self.seq, "round": self.round}
        if not may_see(self.to, who) or self.sealed:
            return {**head, "event": WITHHELD, "to": self.to, "cites": []}
        return {**head, **self.fields, "to": self.to, "cites": list(self.cites)}
