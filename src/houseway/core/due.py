"""Due: what a game is waiting for. A table never ends, so nothing here says "over".

Each kind cites the paragraphs that make it due; the refusal of any other act cites them too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from houseway.core.facts import Outcome
from houseway.core.frozen import frozen
from houseway.core.who import Who, in_words
from houseway.law import Citation


@frozen
class Chance:
    """A random result is due, with an exact integer weight for each face that the `slots` can show.

    `slots`: the physical places to read (a die in the shaker, the n-th card of the shoe). A source gives the same answer for a
    slot until it is refilled (`Fill`). `read`: maps a face to the outcome where less than the face is seen (a device shows only a
    card's range; a burned card is not shown at all). `again`: the same slots are read again later, so a face entered for them is
    kept. `already_dealt`: the card was dealt earlier and is on the table, so results that were entered ahead do not apply to it.
    `to`: who sees the result. `copies`: how many copies of a face nobody has seen, for faces that are used up (None: not a face).
    `right`: what to enter, in words, for messages. `irregular`: an outcome that cannot come when all goes right, but that a
    person may report, because the law says what follows from it.
    """

    what: str
    weights: Mapping[Any, int]  # by face
    cites: tuple[Citation, ...]
    slots: tuple[str, ...] = ()
    read: Callable[[Outcome], Outcome] | None = None
    to: str = "all"
    again: bool = False
    already_dealt: bool = False
    copies: Callable[[Any], int | None] | None = field(default=None, compare=False, repr=False)
    right: str = field(default="", compare=False, repr=False)
    irregular: Callable[[Any], bool] | None = field(default=None, compare=False, repr=False)

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
        """Is it one of the outcomes, or an irregular one that may be reported?"""
        if self.irregular is not None and self.irregular(outcome):
            return True
        return outcome in (self.weights if self.read is None else map(self.read, self.weights))


@frozen
class Option:
    """One choice, and the range of amounts that it takes."""

    choice: str
    cites: tuple[Citation, ...]
    low_cents: int = 0
    high_cents: int = 0


@frozen
class Asked:
    """A seat or role that is asked now, and its options."""

    who: Who
    options: tuple[Option, ...]


@frozen
class Wagers:
    """The betting window is open until it is closed under the paragraphs in `closes`.

    `needs` are procedures to be done before it may close, `may` those that can be done. `asked`: who may choose something
    meanwhile (take the dice, pass them on); the window closes without an answer. `within`: a window in the middle of a round
    (chips for a War), which nobody announces the end of: the next result closes it too. `takes`: the wagers that can still be
    made in such a window; as long as there are some, results that were entered ahead wait. `early`: the chance whose result may
    be reported while the window is still open. It closes the window, since nobody may wager on what has been seen; what follows
    is for the game to say.
    """

    cites: tuple[Citation, ...]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    closes: tuple[Citation, ...] = ()
    asked: tuple[Asked, ...] = ()
    within: bool = False
    takes: tuple[str, ...] = ()
    early: Chance | None = None


@frozen
class Choices:
    """Questions that must be answered. ALL open ones are listed, and they may be answered in any order.

    `meanwhile`: a betting window that is open until they are (a player who has answered may add a wager).
    """

    open: tuple[Asked, ...]
    cites: tuple[Citation, ...]
    meanwhile: Wagers | None = None


@frozen
class Procedure:
    """A procedure is due.

    `may`: procedures that can interrupt it, after which it starts over (a wheel is adjusted during its inspection). `waits`: a
    table that completes its own procedures waits for somebody to begin this one (a covered wheel stays covered).
    `announces`: this is "no more bets", announced again for another try. `early`: the chance whose result may be reported
    although that was forgotten.
    """

    name: str
    cites: tuple[Citation, ...]
    may: tuple[str, ...] = ()
    waits: bool = False
    announces: bool = False
    early: Chance | None = None


@frozen
class Stopped:
    """Gaming has stopped until the device is repaired, or until one of the procedures in `instead` is done."""

    device: str
    cites: tuple[Citation, ...]
    instead: tuple[str, ...] = ()


Due = Wagers | Chance | Choices | Procedure | Stopped


def window(due: Due) -> Due:
    """The betting window beside open questions, if there is one; otherwise the next act."""
    return due.meanwhile if isinstance(due, Choices) and due.meanwhile is not None else due


def awaited(due: Due) -> str:
    """The next act, in words."""
    match due:
        case Wagers():
            return "wagers may be made"
        case Chance(what=what):
            return f"the {what} is awaited, and no more bets are taken"
        case Choices(open=asked):
            return f"{', '.join(in_words(each.who) for each in asked)} must choose first"
        case Procedure(name=name):
            return f"the procedure '{name}' must be completed first"
        case Stopped(device=device):
            return f"gaming has stopped: the {device.replace('-', ' ')} is out of order"
