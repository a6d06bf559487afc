"""A node of a search: a table position that can be resumed, with the commands that led there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.core import AnyGame, Event, Moment
from houseway.law import BadInput, Rules
from houseway.numerics.sources import ManualSource, SeededSource
from houseway.table import Resumed, Table, TablePosition, ticking, unopened
from houseway.table.table import EPOCH

Command = dict[str, Any]
SEED = "1"
KEY = bytes(32)
BY_HAND = ManualSource(lambda chance: ())  # the search enters every result


@dataclass(frozen=True, slots=True)
class SearchNode:
    """A position, the number of events before it, its time, and the commands that led there.

    `cited`: the paragraphs that have decided in this round so far.
    """

    position: TablePosition
    events: int
    at: int
    script: tuple[Command, ...]
    cited: frozenset[str] = frozenset()

    def table(self, game: AnyGame, rules: Rules) -> Table:
        """A table in this position."""
        resumed = Resumed(self.position, self.events, Moment(self.at))
        return Table(game, rules, BY_HAND, clock=ticking(self.at), key=KEY, resumed=resumed)

    def after(self, game: AnyGame, rules: Rules, command: Command) -> tuple[tuple[Event, ...], SearchNode] | None:
        """The events of a command and the next node; None if it cannot be understood. A refused command stays at this node."""
        table = self.table(game, rules)
        try:
            events = table.do(command)
        except BadInput:
            return None
        if all(is_refusal(event) for event in events):
            return events, self
        same = table.position.table.round == self.position.table.round
        cited = self.cited.union(*(event.cites for event in events)) if same else frozenset()
        at, script = int(table.clock()) - 1, (*self.script, command)
        return events, SearchNode(table.position, self.events + len(events), at, script, cited)


def start(game: AnyGame) -> SearchNode:
    """The node of a table that has not been opened."""
    return SearchNode(TablePosition.of(game, unopened()), 0, EPOCH, ())


def is_refusal(event: Event) -> bool:
    """Does an event refuse an act?"""
    return event.event.endswith("-refused")


def played(game: AnyGame, rules: Rules, script: Iterable[Command]) -> list[tuple[Command, tuple[Event, ...]]] | None:
    """Play a script at a seeded live table; each command with its events, or None if a command is not understood."""
    table = Table(game, rules, SeededSource(SEED), clock=ticking())
    try:
        told = [(command, table.do(command)) for command in script]
        if told:
            told[-1] = (told[-1][0], told[-1][1] + table.go_on())
    except BadInput:
        return None
    return told


SETTLES, ACTS, REFUSES, REFUSES_REPORT = range(4)


def rank(command: Command, event: Event, cite: str) -> int | None:
    """How a paragraph acts in an event; None if the event does not cite it.

    From best to worst: it settles a wager, does something else, refuses an act, or refuses a report that names it.
    """
    if cite not in event.cites:
        return None
    if not is_refusal(event):
        return SETTLES if event.event == "wager-settled" else ACTS
    return REFUSES_REPORT if command.get("do") == "irregularity" and command.get("cite") == cite else REFUSES


def best_rank(told: Sequence[tuple[Command, tuple[Event, ...]]], cite: str) -> int | None:
    """The best rank of a paragraph in a played script."""
    found = (rank(command, event, cite) for command, events in told for event in events)
    return min((each for each in found if each is not None), default=None)
