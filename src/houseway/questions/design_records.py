"""The records of a design: the wish, each wager under the proposal, the changes, and points of a Pareto front."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.core import AnyGame
from houseway.law import Citation, Rules

NEAR = Fraction(1, 200)  # a target within half a percentage point is reached


@dataclass(frozen=True, slots=True)
class Wish:
    """The request: an edge for all wagers, or for some by id or kind, or the hold of a mix of wagers (cents on each)."""

    edge: Fraction | None = None
    wagers: Mapping[str, Fraction] = field(default_factory=dict)
    hold: Fraction | None = None
    mix: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Designed:
    """One wager: its current edge, the target, and its edge under the proposal."""

    id: str
    target: Fraction
    now: Fraction
    edge: Fraction
    rounded: bool  # the game computes its figures in floats
    hit_rate: Fraction
    variance: Fraction
    highest: Fraction  # the highest lawful edge over the options that were tried
    bound: str  # what limits the edge, in words
    cites: tuple[Citation, ...]
    fixed: bool  # no open setting changes the edge
    reached: bool  # within half a percentage point

    def as_json(self) -> dict[str, Any]:
        """The wager as plain values."""
        figures = ("target", "now", "edge", "hit_rate", "variance", "highest")
        made = {name: str(getattr(self, name)) for name in figures}
        return {"id": self.id, **made, "rounded": self.rounded, "fixed": self.fixed, "reached": self.reached, "bound": self.bound,
                "cites": list(self.cites)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting of the proposal that differs from the submission, and the paragraph that leaves it open."""

    key: str
    value: Any
    was: Any
    says: str
    cite: Citation

    def as_json(self) -> dict[str, Any]:
        """The change as plain values."""
        return {"key": self.key, "value": self.value, "was": self.was, "says": self.says, "cites": [self.cite]}


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Lawful options that were not tried because the table would not offer all of the requested wagers."""

    settings: Mapping[str, Any]
    lacking: tuple[str, ...]  # the wagers that would not be offered

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"settings": dict(self.settings), "lacking": list(self.lacking)}


@dataclass(frozen=True, slots=True)
class Design:
    """The proposal: lawful rules, the changes, and every requested wager."""

    game: AnyGame
    base: Rules
    rules: Rules
    changes: tuple[SettingChange, ...]
    wagers: tuple[Designed, ...]
    hold: Fraction | None = None  # the hold of the mix, if one was requested
    hold_target: Fraction | None = None
    passed_over: tuple[PassedOver, ...] = ()

    def __repr__(self) -> str:
        count = f"{len(self.changes)} change{'' if len(self.changes) == 1 else 's'}"
        return f"<Design for {self.game.title}, {self.base.edition.id}: {count}>"

    @property
    def reached(self) -> bool:
        """Is any target reached?"""
        if self.hold_target is not None and self.hold is not None:
            return abs(self.hold - self.hold_target) <= NEAR
        return any(each.reached for each in self.wagers)

    def as_json(self) -> dict[str, Any]:
        """The proposal as plain values."""
        mix = {} if self.hold is None else {"hold": str(self.hold), "hold_target": str(self.hold_target)}
        return {
            "game": self.base.game,
            "edition": self.base.edition.id,
            "submission": self.base.digest,
            "proposal": self.rules.digest,
            "reached": self.reached,
            **mix,
            "changes": [change.as_json() for change in self.changes],
            "wagers": [each.as_json() for each in self.wagers],
            "passed_over": [each.as_json() for each in self.passed_over],
        }


@dataclass(frozen=True, slots=True)
class DesignPoint:
    """One lawful choice of options for a wager, with every payout at its minimum."""

    id: str
    settings: Mapping[str, Any]
    edge: Fraction
    hit_rate: Fraction
    variance: Fraction
    rounded: bool
    present: bool  # is this the current submission?

    def as_json(self) -> dict[str, Any]:
        """The point as plain values."""
        figures = {name: str(getattr(self, name)) for name in ("edge", "hit_rate", "variance")}
        return {
            "id": self.id,
            "settings": dict(self.settings),
            **figures,
            "rounded": self.rounded,
            "present": self.present,
        }

    def equals(self, other: DesignPoint) -> bool:
        """Does it have the same three figures?"""
        return (self.edge, self.hit_rate, self.variance) == (other.edge, other.hit_rate, other.variance)

    def beats(self, other: DesignPoint) -> bool:
        """Is it at least as good in hold, hit rate and variance, and better in one of them?"""
        ours, theirs = ((each.edge, each.hit_rate, -each.variance) for each in (self, other))
        return ours != theirs and all(a >= b for a, b in zip(ours, theirs, strict=True))
