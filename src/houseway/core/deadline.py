"""Deadlines: what a chapter wants changed or inspected by the clock, and the refusal of acts that come later."""

from __future__ import annotations

from houseway.core.facts import Moment
from houseway.core.frozen import frozen
from houseway.core.step import Refusal
from houseway.law import Citation


@frozen
class Deadline:
    """Something that falls due by the clock. `at` is the last second at which play may continue without it.

    `says`: what is wrong afterwards, in the words of the refusal. `procedure` meets it; empty if the chapter has none.
    """

    what: str  # "dice", "tiles", "cards", "card-reader"
    at: Moment
    cites: tuple[Citation, ...]
    says: str
    procedure: str = ""

    def passed(self, now: int) -> bool:
        """Has it passed?"""
        return now > self.at

    def refusal(self, now: int) -> Refusal | None:
        """Refuse acts that depend on it, if it has passed."""
        return Refusal(self.says, self.cites) if self.passed(now) else None
