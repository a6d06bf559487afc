"""The result of comparing rounds: the walks, the rounds that differ, and the questions and offers of one side only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.compare.examples import ComparedRound
from houseway.money import exact
from houseway.odds.joint_round import Note
from houseway.odds.traces import Unlike


@dataclass(frozen=True, slots=True)
class WalkedRounds:
    """One kind of round that was compared: its wagers, the positions visited, and whether the walk was complete."""

    what: str
    positions: int
    ends: int
    complete: bool
    worst: Unlike

    def as_json(self) -> dict[str, Any]:
        """The result as plain values."""
        return {
            "what": self.what,
            "positions": self.positions,
            "ends": self.ends,
            "complete": self.complete,
            "worst": self.worst.name.lower(),
        }


@dataclass(frozen=True, slots=True)
class DifferingRounds:
    """Rounds that differ in one way: a shortest example, and how likely they are.

    `chance` is under the first edition, `chance_now` under the second. If choices matter, it is an upper bound over all ways to
    play (`at_most`), and `by_strategy` has the chance under each named strategy.
    """

    unlike: Unlike
    wagers: str
    verdicts: tuple[tuple[str, str, str], ...]  # (wager, result under the first edition, under the second)
    example: ComparedRound
    chance: Fraction | None
    chance_now: Fraction | None
    at_most: bool
    by_strategy: tuple[tuple[str, Fraction], ...] = ()
    given: str = ""  # the condition for these chances: a wager made within a round needs its situation
    shortest: bool = True  # False: found by playing rounds at random, so that a shorter one may exist

    def as_json(self) -> dict[str, Any]:
        """The result as plain values."""
        return {
            "unlike": self.unlike.name.lower(),
            "wagers": self.wagers,
            "verdicts": [{"wager": wager, "was": was, "now": now} for wager, was, now in self.verdicts],
            "chance": None if self.chance is None else exact(self.chance),
            "chance_now": None if self.chance_now is None else exact(self.chance_now),
            "at_most": self.at_most,
            "given": self.given or None,
            "by_strategy": {name: exact(chance) for name, chance in self.by_strategy},
            "shortest": self.shortest,
            "example": self.example.as_json(),
        }


@dataclass(frozen=True, slots=True)
class ComparedRounds:
    """The result of comparing rounds."""

    walked: tuple[WalkedRounds, ...]
    found: tuple[DifferingRounds, ...]
    notes: tuple[Note, ...]
    left_out: tuple[str, ...]  # wagers that neither edition accepted as tried
    not_tried: tuple[str, ...] = ()  # kinds of rounds that would have taken too long

    @property
    def worst(self) -> Unlike:
        """The largest kind of difference."""
        return max((walk.worst for walk in self.walked), default=Unlike.SAME)

    @property
    def complete(self) -> bool:
        """Whether every walk was complete."""
        return all(walk.complete for walk in self.walked) and not self.left_out

    @property
    def differs(self) -> bool:
        """Whether a player's result can differ, or one edition asks or offers something that the other does not."""
        return self.worst >= Unlike.GAIN or any(note.kind != "slots" for note in self.notes)

    def as_json(self) -> dict[str, Any]:
        """The result as plain values."""
        notes = [{"kind": note.kind, "says": note.says, "cites": list(note.cites)} for note in self.notes]
        return {
            "worst": self.worst.name.lower(),
            "complete": self.complete,
            "walked": [walk.as_json() for walk in self.walked],
            "found": [found.as_json() for found in self.found],
            "notes": notes,
            "left_out": list(self.left_out),
            "not_tried": list(self.not_tried),
        }
