"""Due: what a game is waiting for. A table never ends, so nothing here says "over".

Each says by which paragraphs it is due: an act that does not fit is refused with those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.core.facts import Outcome
from houseway.core.frozen import quick
from houseway.core.who import Who, in_words
from houseway.law import Citation


@quick
@dataclass(frozen=True, slots=True)
class Chance:
    """Chance is to decide, with exact integer weights of what the faces in `slots` may be.

    `slots`: the physical places that are read (a die in the shaker, the n-th card of the shoe); a source answers the same
    slots alike until they are filled anew (`Fill`). `read` turns a face into the outcome where less than the face is
    seen (a device tells a card's range; a burned card is not shown at all). `again`: the same slots are to be read once more
    later, so that a face that was entered for them is kept. `lies`: what is read has been dealt before and lies on the table, so
    that results entered ahead, which are still to come, are not meant. `to`: who sees it. `copies`: how many of a face nobody has
    seen, where faces are used up as they come (None: it is no face). `right`: what is to be entered, in words.
    """

    what: str
    weights: Mapping[Any, int]  # by face
    cites: tuple[Citation, ...]
    slots: tuple[str, ...] = ()
    read: Callable[[Outcome], Outcome] | None = None
    to: str = "all"
    again: bool = False
    lies: bool = False
    copies: Callable[[Any], int | None] | None = field(default=None, compare=False, repr=False)
    right: str = field(default="", compare=False, repr=False)

    def outcomes(self) -> Mapping[Outcome, int]:
        """The outcomes with their weights: what the faces read as."""
        if self.read is None:
            return self.weights
        merged: dict[Outcome, int] = {}
        for face, weight in self.weights.items():
            outcome = self.read(face)
            merged[outcome] = merged.get(outcome, 0) + weight
        return merged

    def may_bring(self, outcome: Outcome) -> bool:
        """Is it one of the outcomes?"""
        return outcome in (self.weights if self.read is None else map(self.read, self.weights))


@quick
@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen, and what it may cost."""

    choice: str
    cites: tuple[Citation, ...]
    low_cents: int = 0
    high_cents: int = 0


@quick
@dataclass(frozen=True, slots=True)
class Asked:
    """One who is asked now: a seat or a role."""

    who: Who
    options: tuple[Option, ...]


@quick
@dataclass(frozen=True, slots=True)
class Wagers:
    """The betting window is open, until what `closes` says is announced.

    `needs` are procedures to be done before it may close, `may` those that can be done. `asked`: who may choose something
    meanwhile (take the dice, pass them on); the window closes without an answer. `within`: a window in the middle of a round
    (chips for a War), which nobody announces the end of: the next result closes it too. `early`: the chance whose result may be
    reported while the window is still open. It closes the window, since nobody may wager on what has been seen; what follows is
    for the game to say.
    """

    cites: tuple[Citation, ...]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    closes: tuple[Citation, ...] = ()
    asked: tuple[Asked, ...] = ()
    within: bool = False
    early: Chance | None = None


@quick
@dataclass(frozen=True, slots=True)
class Choices:
    """ALL who may answer now, in any order."""

    open: tuple[Asked, ...]
    cites: tuple[Citation, ...]


@quick
@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure is to be done.

    `may`: what can be done in between, after which it begins anew (a wheel is adjusted while it is being inspected).
    """

    name: str
    cites: tuple[Citation, ...]
    may: tuple[str, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Stopped:
    """Gaming has ceased. A repair lifts it, or one of the procedures named in `instead`."""

    device: str
    cites: tuple[Citation, ...]
    instead: tuple[str, ...] = ()


Due = Wagers | Chance | Choices | Procedure | Stopped


def awaited(due: Due) -> str:
    """What is awaited, in words."""
    match due:
        case Wagers():
            return "wagers may be made"
        case Chance(what=what):
            return f"the {what} is awaited, and no more bets are taken"
        case Choices(open=asked):
            return f"a choice is awaited of {', '.join(in_words(each.who) for each in asked)}"
        case Procedure(name=name):
            return f"the procedure '{name}' is to be completed first"
        case Stopped(device=device):
            return f"gaming has stopped: the {device.replace('-', ' ')} is out of order"
