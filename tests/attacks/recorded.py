"""Recorded tables for the attacks: played at random, by hand and drawn, stopped and resumed, and audited in the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from contract import checks
from contract.play import CHIPS_CENTS, DRAW, Command, carry_out, next_command, palette_of, seen_by_hand, toys_discovered
from houseway.core import LAYOUT, AnyGame, Chance, Choices, Event, Wagers
from houseway.core.plain import canonical
from houseway.law import BadInput, Rules
from houseway.records import Audit, Desk, audit_journal, house_path, open_desk
from houseway.table import Table, fold
from houseway.table.chips import AT_REST

ROUND_COMMANDS_MAX = 1000
NOT_BY_THEMSELVES = ("set", "cut", "ask")  # choices that say which tiles, and one that only asks


def not_at_rest(name: str) -> bool:
    return not name.startswith("seat:") and name not in AT_REST


def audited(path: Path, house: bool = True) -> Audit:
    """The audit of a journal, of a toy too."""
    with toys_discovered():
        return audit_journal(path, house=house_path(path) if house else None, outside=True)


@dataclass
class Recorded:
    """A table with its journal; it can be stopped and resumed at any moment."""

    game: AnyGame
    rules: Rules
    path: Path
    seed: str | None
    restarts: int = 0
    refusals: int = 0
    desk: Desk = field(init=False)

    def __post_init__(self) -> None:
        self.desk = self._open()

    def _open(self) -> Desk:
        return open_desk(self.game, self.rules, self.path, seed=self.seed)

    @property
    def table(self) -> Table:
        return self.desk.table

    @property
    def at_rest(self) -> bool:
        """Could the table be closed, apart from its last procedure?"""
        return not any(c for name, c in self.table.accounts.items() if name == LAYOUT or not_at_rest(name))

    def seated(self, mode: str = "automatic", seats: int = 3, cents: int = CHIPS_CENTS) -> Recorded:
        """Open, with chips in front of some seats."""
        self.table.open(mode, 100 * CHIPS_CENTS)
        for seat in range(1, min(seats, self.rules.boxes) + 1):
            self.table.buy_in(seat, cents)
        return self

    def restart(self) -> None:
        """Stop after the last record, and resume only from the files: nothing is lost."""
        before = canonical(self.table.plain)
        self.desk.close()
        self.desk = self._open()
        self.restarts += 1
        assert canonical(self.table.plain) == before

    def do(self, command: Command, by_hand: bool = False) -> tuple[Event, ...]:
        """One command; a result is drawn, or entered `by_hand`."""
        due = self.table.due if self.table.position.state is not None else None
        if command == DRAW and by_hand and isinstance(due, Chance):
            command = {"do": "result", **seen_by_hand(self.table, due)}
        events = carry_out(self.table, command)
        self.refusals += any(event.event.endswith("-refused") for event in events)
        return events

    def play_out(self, rng: Random) -> None:
        """End the round: take down every wager that can be taken down, and do the remaining acts."""
        palette = palette_of(self.game, self.rules, rng)
        for n in range(ROUND_COMMANDS_MAX):
            if self.table.closed or (isinstance(self.table.due, Wagers) and self.at_rest):
                return
            placed_now = self.game.law.placed(self.table.state) if n % 50 == 0 else ()
            for placed in (each for each in placed_now if each.id in self.game.law.known_names(self.rules)):
                self.do({"do": "remove", "seat": max(1, placed.seat), "id": placed.id})
            if not self.table.closed:
                self.do(next_command(self.table, rng, palette))
        raise AssertionError(f"the round does not end: {self.table.due}, {self.table.accounts}")

    def finish(self) -> Audit:
        """Everything that must hold of a session: while it is open, and once it is sealed."""
        events = self.table.events
        assert checks.conservation(self.game, events) == []
        assert canonical(fold(events)) == canonical(self.table.plain)
        found = audited(self.path)
        assert (found.status, found.flaws, found.seals.unsealed) == ("unsealed", (), 0)
        return self.sealed()

    def sealed(self) -> Audit:
        """Close the table, seal its journal and audit it: it is whole, and every drawn card lay under a seal."""
        while not self.table.closed:
            try:
                self.desk.finish()
            except BadInput:  # a last procedure is done by hand
                self._last_steps()
        self.desk.close()
        found = audited(self.path)
        assert (found.status, found.flaws, found.seals.unsealed) == ("whole", (), 0)
        return found

    def _last_steps(self) -> None:
        name = self.game.law.closing(self.rules, self.table.state)
        assert name is not None, self.table.events[-1].fields
        while self.game.law.closing(self.rules, self.table.state) == name:
            step = self.table.steps(optional=True)[0]
            data = self.game.law.normal_notes(self.rules, self.table.state, step)
            self.do({"do": "step", "cite": step.cite, "item": step.item, "by": step.by, **data})


def rounds(sitting: Recorded) -> Iterator[Any]:
    """Do the next acts until the betting window between rounds."""
    for _ in range(ROUND_COMMANDS_MAX):
        table = sitting.table
        if isinstance(due := table.due, Wagers) and not due.within and not table.game.law.placed(table.state):
            return
        yield due
    raise AssertionError(f"the round does not end: {due}")


def go_on(sitting: Recorded, due: Any, pick: int = 0) -> tuple[Event, ...]:
    """The next command of a round: one result, or one option of the first seat or role that must choose."""
    if isinstance(due, Chance):
        return sitting.do(DRAW)
    if not isinstance(due, Choices):
        return sitting.do({"do": "no-more-bets"})
    asked = due.open[0]
    options = [each for each in asked.options if each.choice not in NOT_BY_THEMSELVES]
    option = options[pick % len(options)]
    who = {"seat": int(asked.who.removeprefix("seat:"))} if asked.who.startswith("seat:") else {"by": asked.who}
    return sitting.do({"do": "choose", **who, "choice": option.choice, "cents": option.low_cents})
