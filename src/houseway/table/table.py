"""The table: seats, chips, a source of results and a journal around the pure decisions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from houseway.core import (
    AnyGame,
    Chance,
    Due,
    Event,
    Fill,
    Moment,
    Procedure,
    Stopped,
    Wagers,
    awaited,
    procedures_open,
)
from houseway.core.layout import chips_on
from houseway.equipment.randomness import ManualSource, SeededSource, Source, SystemSource
from houseway.equipment.seal import commitment
from houseway.law import BadInput, ProcedureStep, Rules
from houseway.table.commands import parse
from houseway.table.decide import decide
from houseway.table.position import Plain, Position, fold, unopened
from houseway.table.procedures import undone
from houseway.table.turn import without_entered

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


@dataclass(frozen=True, slots=True)
class Secret:
    """What a commitment hides: kept by the house until the cards are out of play."""

    commitment: str
    fill: Fill
    salt: str
    faces: tuple[Any, ...]


class Vault(Protocol):
    """Where a table keeps its secret over a restart."""

    def keep(self, secret: Secret) -> None:
        """Durably, readable by nobody else."""


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
        vault: Vault | None = None,
    ) -> None:
        self.game, self.rules, self.recorder = game, rules, recorder
        self.source = source if source is not None else SystemSource()
        self.clock = clock if clock is not None else ticking() if isinstance(self.source, SeededSource) else wall_clock
        self.events: list[Event] = list(events)
        self.position = Position.of(game, fold(self.events) if self.events else unopened())
        self._latest = self.events[-1].at if self.events else Moment(0)
        self.vault = vault
        self._filled: Fill | None = None  # an order that the source has arranged and nobody has committed to yet
        self._secret: Secret | None = None

    # Commands

    def do(self, command: Mapping[str, Any]) -> tuple[Event, ...]:
        """Carry out one command; BadInput where it cannot be understood, and then nothing has changed."""
        parsed = parse(self.game, self.rules, command)
        at = max(self.clock(), self._latest)  # time never runs backwards in a journal
        drawn = isinstance(parsed.get("source"), Mapping)
        events = self._carry_out({**parsed, "at": at})
        if parsed["do"] == "result" and not drawn and self.source.order:
            self.source.forget()  # the cards are entered by hand: those that we had arranged are not the ones on the table
            events += self._reveal("the cards were entered by hand")
        if self.closed:
            events += self._reveal()
        return events

    def _carry_out(self, command: Mapping[str, Any]) -> tuple[Event, ...]:
        """Decide, record, then let it be so."""
        decided = decide(self.game, self.rules, self.position, command, len(self.events) + 1)
        if self.recorder is not None:
            self.recorder.append(decided.events)
        self._latest = command["at"]
        self.events += decided.events
        self.position = decided.position
        events = decided.events
        for fill in decided.refills:
            events += self._reveal("a card of that order still lies face down" if fill.apart else "")
            self.source.refill(fill)
            self._filled = fill
        return events

    # Sealed orders

    def _seal(self) -> tuple[Event, ...]:
        """Commit to the order that the source has arranged, before the first of it is drawn."""
        if not self.source.order or self._filled is None or self.position.plain["table"]["seal"] is not None:
            return ()
        salt = self.source.secret()
        if not salt:
            return ()
        self._secret = Secret(commitment(salt, self.source.order), self._filled, salt, self.source.order)
        if self.vault is not None:
            self.vault.keep(self._secret)
        source = {"name": self.source.name, "position": self.source.filled_at}
        sealed = {"commitment": self._secret.commitment, "fill": self._filled.name, "cards": len(self.source.order)}
        sealed |= {"to": self._filled.to} if self._filled.to != "all" else {}
        self._filled = None
        return self._carry_out({"do": "seal", **sealed, "source": source, "at": self._latest})

    def _reveal(self, why: str = "") -> tuple[Event, ...]:
        """Show the order that was committed to, or say why the commitment is void."""
        if self.position.plain["table"]["seal"] is None:
            return ()
        if self._secret is None:
            why = why or "the table was restarted, and the order is not known any more"
        shown = {"why": why} if why else {"salt": self._secret.salt, "faces": list(self._secret.faces)}  # type: ignore[union-attr]
        self._secret = None
        return self._carry_out({"do": "reveal", **shown, "at": self._latest})

    def recall(self, secret: Secret) -> bool:
        """A restarted table gets back the order that it had committed to; False where it is not that one."""
        seal = self.position.plain["table"]["seal"]
        if (
            seal is None
            or seal["commitment"] != secret.commitment
            or commitment(secret.salt, secret.faces) != secret.commitment
        ):
            return False
        self._secret = secret
        self.source.lay(secret.fill, secret.faces)
        return True

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
            events += self._seal()
            known = without_entered(due, self.position.plain["table"])
            fields = self.game.show_result(self.rules, self.source.answer(known))
            source: dict[str, Any] = {"name": self.source.name}
            if due.slots:
                source["slot"] = "".join(due.slots)
            if self.source.position:
                source["position"] = self.source.position
            drawn = self.do({"do": "result", **fields, "source": source})
            refused = drawn[0].event == "act-refused"
            assert not refused or isinstance(self.source, ManualSource), (
                f"our own source drew what is refused: {drawn[0]}"
            )
            events += drawn
            if refused:
                self.source.forget()  # what was entered behind it does not count either
                break
            due = self.due
        return events

    def choose(self, seat: int, choice: str, cents: int | None = None, **data: Any) -> tuple[Event, ...]:
        """A seat answers what it is asked; without an amount, with all that the choice may take."""
        amount = {} if cents is None else {"cents": cents}
        return self.do({"do": "choose", "seat": seat, "choice": choice, **amount, **data})

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
