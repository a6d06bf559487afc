"""The table: seats, chips, a source of results and a journal around the pure decisions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from houseway.core import AnyGame, Chance, Due, Event, Moment, Procedure, Stopped, Wagers, awaited, procedures_open
from houseway.core.layout import chips_on
from houseway.equipment.randomness import ManualSource, SeededSource, Source, SystemSource
from houseway.law import BadInput, ProcedureStep, Rules
from houseway.table.commands import parse
from houseway.table.decide import decide
from houseway.table.position import Plain, Position, fold, unopened
from houseway.table.procedures import undone

Clock = Callable[[], Moment]
EPOCH = Moment(1_306_886_400)  # June 1, 2011: where the clock of a reproducible table starts


def wall_clock() -> Moment:
    """The real time, in whole seconds."""
    return Moment(int(time.time()))


def ticking(start: int = EPOCH) -> Clock:
    """A clock for reproducible runs: a second a command."""
    now = start

    def tick() -> Moment:
        nonlocal now
        now += 1
        return Moment(now)

    return tick


class Recorder(Protocol):
    """Where events go before anybody sees them."""

    def append(self, events: tuple[Event, ...]) -> None:
        """All of them, durably, or an error and none."""


class Table:
    """One live table. Every change is a command; every command becomes events, recorded first and shown second."""

    def __init__(
        self,
        game: AnyGame,
        rules: Rules,
        source: Source | None = None,
        recorder: Recorder | None = None,
        clock: Clock | None = None,
        events: Iterable[Event] = (),
    ) -> None:
        self.game, self.rules, self.recorder = game, rules, recorder
        self.source = source if source is not None else SystemSource()
        self.clock = clock if clock is not None else ticking() if isinstance(self.source, SeededSource) else wall_clock
        self.events: list[Event] = list(events)
        self.position = Position.of(game, fold(self.events) if self.events else unopened())
        self._latest = self.events[-1].at if self.events else Moment(0)

    # Commands

    def do(self, command: Mapping[str, Any]) -> tuple[Event, ...]:
        """Carry out one command; BadInput where it cannot be understood, and then nothing has changed."""
        parsed = parse(self.game, self.rules, command)
        at = max(self.clock(), self._latest)  # time never runs backwards in a journal
        decided = decide(self.game, self.rules, self.position, {**parsed, "at": at}, len(self.events) + 1)
        if self.recorder is not None:
            self.recorder.append(decided.events)
        self._latest = at
        self.events += decided.events
        self.position = decided.position
        for faces in decided.refills:
            self.source.refill(faces)
        return decided.events

    def open(self, procedure: str = "automatic", inventory_cents: int = 10_000_000) -> tuple[Event, ...]:
        """Open the table; `procedure` says whether it completes its own procedures."""
        return self.do({"do": "open", "procedure": procedure, "inventory_cents": inventory_cents})

    def buy_in(self, seat: int, cents: int) -> tuple[Event, ...]:
        """Cash for chips."""
        return self.do({"do": "buy-in", "seat": seat, "cents": cents})

    def cash_out(self, seat: int, cents: int | None = None) -> tuple[Event, ...]:
        """A seat takes its chips away, all of them unless told."""
        return self.do({"do": "cash-out", "seat": seat, "cents": self.chips(seat) if cents is None else cents})

    def wager(self, seat: int, wager: str, cents: int) -> tuple[Event, ...]:
        """Chips on a wager."""
        return self.do({"do": "wager", "seat": seat, "id": wager, "cents": cents})

    def remove(self, seat: int, wager: str, left_cents: int = 0) -> tuple[Event, ...]:
        """A wager taken down, wholly or to what is left."""
        return self.do({"do": "remove", "seat": seat, "id": wager, "cents": left_cents})

    def no_more_bets(self) -> tuple[Event, ...]:
        """The betting window closes."""
        return self.do({"do": "no-more-bets"})

    def result(self, **fields: Any) -> tuple[Event, ...]:
        """What the dice, the wheel or the cards showed."""
        return self.do({"do": "result", **fields})

    def draw(self) -> tuple[Event, ...]:
        """Ask the table's source for what is awaited, as long as chance is."""
        due = self.due
        if not isinstance(due, Chance):
            raise BadInput(f"there is nothing to draw: {awaited(due)}")
        events: tuple[Event, ...] = ()
        while isinstance(due, Chance):
            fields = self.game.show_result(self.rules, self.source.answer(due))
            source: dict[str, Any] = {"name": self.source.name}
            if self.source.position:
                source["position"] = self.source.position
            drawn = self.do({"do": "result", **fields, "source": source})
            refused = drawn[0].event == "act-refused"
            assert not refused or isinstance(self.source, ManualSource), (
                f"our own source drew what is refused: {drawn[0]}"
            )
            events += drawn
            if refused:
                break
            due = self.due
        return events

    def deal(self) -> tuple[Event, ...]:
        """Close the betting and let chance decide."""
        events: tuple[Event, ...] = ()
        if isinstance(self.due, Wagers):
            events = self.no_more_bets()
        return events + self.draw() if isinstance(self.due, Chance) else events

    def close(self) -> tuple[Event, ...]:
        """Close the table for gaming."""
        return self.do({"do": "close"})

    # What is there

    @property
    def due(self) -> Due:
        """What the table waits for."""
        if self.position.state is None:
            raise BadInput("the table has not been opened; open it first")
        return self.game.due(self.rules, self.position.state)

    @property
    def state(self) -> Any:
        """The game's state."""
        return self.position.state

    @property
    def accounts(self) -> dict[str, int]:
        """Money by place, in cents."""
        return self.position.accounts

    @property
    def round(self) -> int:
        """The number of the round that is being played."""
        return int(self.position.plain["table"]["round"])

    @property
    def closed(self) -> bool:
        """Has it been closed?"""
        return bool(self.position.plain["table"]["closed"])

    @property
    def plain(self) -> Plain:
        """Everything, as the fold of the events gives it."""
        return self.position.plain

    def chips(self, seat: int) -> int:
        """What lies in front of a seat, in cents."""
        return self.position.chips(seat)

    def steps(self, optional: bool = False) -> list[ProcedureStep]:
        """The steps of procedures that must be done now, or (`optional`) of all that may be."""
        done, due = self.position.plain["table"]["steps"], self.due
        if optional or isinstance(due, Stopped):
            names = procedures_open(due)
        else:
            names = due.needs if isinstance(due, Wagers) else (due.name,) if isinstance(due, Procedure) else ()
        return [step for name in names for step in undone(self.game, self.rules, self.state, done, name)]

    def transcript(self, round_number: int | None = None) -> str:
        """What happened here, or in one round, in words with sections."""
        from houseway.table.words import transcript

        return transcript(self.game, self.rules, [e for e in self.events if round_number in (None, e.round)])

    def __repr__(self) -> str:
        return f"<Table {self.game.id} round {self.round}, {len(self.events)} events>"

    def _repr_html_(self) -> str:
        from houseway.core.drawing import svg

        return svg(self.game.areas(self.rules), chips_on(self.game.layout(self.state)))

    def view(self, who: str = "dealer") -> dict[str, Any]:
        """What a role or a seat (`seat:1`) may see."""
        return {"round": self.round, **self.game.view(self.rules, self.position.state, who)}
