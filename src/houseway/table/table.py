"""The table: seats, chips, a source of results and a journal around the pure decisions."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from houseway.core import (
    EVERYBODY,
    AnyGame,
    Chance,
    Due,
    Event,
    Fill,
    Moment,
    Outcome,
    Procedure,
    Stopped,
    Wagers,
    awaited,
    procedures_open,
)
from houseway.core.frozen import replace
from houseway.core.layout import chips_on
from houseway.core.order_seal import commitment
from houseway.core.secret import derived_salt, disclosed
from houseway.law import BadInput, ProcedureStep, Rules
from houseway.numerics.sources import ManualSource, SeededSource, Slots, Source, SystemSource
from houseway.table import commands as asked
from houseway.table import orders
from houseway.table.command_records import with_salts
from houseway.table.decide import decide
from houseway.table.entered import hashable, without_entered
from houseway.table.house import Committed, Shown
from houseway.table.position import Plain, Position, unopened
from houseway.table.procedures import undone
from houseway.table.reader import INVENTORY_CENTS, read_command

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


@dataclass(frozen=True, slots=True)
class OrderSecret:
    """What a commitment to an order hides: kept by the house until the cards are out of play."""

    commitment: str
    fill: str
    salt: str
    faces: tuple[Any, ...]


class Recorder(Protocol):
    """Where events go before anybody sees them, and where they can be read again."""

    def append(self, events: tuple[Event, ...], secret: Iterable[OrderSecret] = ()) -> None:
        """All of them, durably, or an error and none; what is secret goes where only the house can read it, and first."""

    def history(self) -> list[Event]:
        """All events so far."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """Where a recorded table stands when it is opened again: what the house keeps of it."""

    position: Position
    events: int
    at: Moment
    secret: tuple[OrderSecret, ...] = ()


class _House:
    """The answers of a live table while it decides one command; they count once the command is recorded."""

    __slots__ = ("_key", "_source", "kept", "laid", "new", "practice", "source")

    def __init__(self, source: Source | ManualSource, key: bytes, laid: Slots, kept: dict[str, OrderSecret]) -> None:
        self._source, self._key, self.laid, self.kept = source, key, laid, kept
        self.source, self.practice = source.name, source.practice
        self.new: list[OrderSecret] = []

    def commit(self, fill: Fill, known: Mapping[str, Outcome], seq: int) -> Committed | None:
        """Arrange the faces by chance, and commit to their order."""
        faces = self.laid.to_arrange(fill, known)
        if isinstance(self._source, ManualSource) or faces is None:
            return None
        order, salt = tuple(self._source.arranged(faces)), derived_salt(self._key, "order", seq)
        secret = OrderSecret(commitment(salt, order), fill.name, salt, order)
        if not self.new:
            self.laid, self.kept = self.laid.copy(), dict(self.kept)
        self.laid.lay(fill.name, order)
        self.kept[secret.commitment] = secret
        self.new.append(secret)
        return Committed(secret.commitment, len(order), self._source.position)

    def show(self, commitment: str) -> Shown:
        """What was kept."""
        secret = self.kept[commitment]
        return Shown(secret.salt, secret.faces)


class Table:
    """One live table. Every change is a command; every command becomes events, recorded first and shown second.

    `key` makes the salts that hide what lies face down: whoever keeps the records gives the one that they keep.
    """

    def __init__(
        self,
        game: AnyGame,
        rules: Rules,
        source: Source | ManualSource | None = None,
        recorder: Recorder | None = None,
        clock: Clock | None = None,
        key: bytes | None = None,
        resumed: Resumed | None = None,
    ) -> None:
        self.game, self.rules, self.recorder = game, rules, recorder
        self.source = source if source is not None else SystemSource()
        self.clock = clock if clock is not None else ticking() if isinstance(self.source, SeededSource) else wall_clock
        self._key = key if key is not None else new_key(self.source)
        self._events: list[Event] = []  # of a table that nobody records
        self._laid, self._kept = Slots(), dict[str, OrderSecret]()
        self._orders: list[orders.Order] | None = None  # those by which it was last seen to what is kept
        start = resumed if resumed is not None else Resumed(Position.of(game, unopened()), 0, Moment(0))
        self.position, self._count, self._latest = start.position, start.events, start.at
        for secret in start.secret:
            self._laid.lay(secret.fill, secret.faces)
            self._kept[secret.commitment] = secret

    # Commands

    def do(self, command: Mapping[str, Any]) -> tuple[Event, ...]:
        """Carry out one command; BadInput where it cannot be understood, and then nothing has changed."""
        read = read_command(self.game, self.rules, command)
        return self.draw() if isinstance(read, asked.Draw) else self._carry_out(read)

    def _carry_out(self, command: asked.Decidable) -> tuple[Event, ...]:
        """Decide, record, then let it be so."""
        if isinstance(command, asked.EnterResult):
            command = self._salted(command)
        at = max(self.clock(), self._latest)  # time never runs backwards in a journal
        house = _House(self.source, self._key, self._laid, self._kept)
        drawn = self._drawn_so_far()
        try:
            decided = decide(self.game, self.rules, self.position, command, at, self._count + 1, house)
            if self.recorder is not None:
                self.recorder.append(decided.events, house.new)
        except BaseException:
            self._rewind(drawn)
            raise
        if self.recorder is None:
            self._events += decided.events
        self._latest, self._count, self.position = at, self._count + len(decided.events), decided.position
        self._laid, self._kept = house.laid, house.kept
        self._forget()
        return decided.events

    def would_refuse(self, command: Mapping[str, Any]) -> str:
        """Why a command would be refused now, without carrying it out; empty where it would not be."""
        read = read_command(self.game, self.rules, command)
        assert not isinstance(read, asked.Draw | asked.EnterResult), "only what needs no chance can be tried"
        house = _House(self.source, self._key, self._laid, self._kept)
        drawn = self._drawn_so_far()
        tried = decide(self.game, self.rules, self.position, read, self._latest, self._count + 1, house).events
        self._rewind(drawn)
        return str(tried[0].fields["reason"]) if tried[0].event.endswith("-refused") else ""

    def _drawn_so_far(self) -> int:
        """How far the source has come."""
        return 0 if isinstance(self.source, ManualSource) else self.source.position

    def _rewind(self, drawn: int) -> None:
        """Where a command comes to nothing, what was drawn for it has not happened."""
        if not isinstance(self.source, ManualSource):
            self.source.rewind(drawn)

    def _salted(self, command: asked.EnterResult) -> asked.EnterResult:
        """What may lie face down is committed to as it is entered."""
        faces = sum(self.game.law.is_face(getattr(outcome, "face", outcome)) for outcome in command.outcomes)
        salts = [derived_salt(self._key, "face", self._count + 1, n) for n in range(faces)]
        return with_salts(self.game, command, salts) if salts else command

    def _forget(self) -> None:
        """Orders that were shown are kept no longer."""
        used = self.position.plain["table"]["orders"]
        if used is self._orders:
            return
        self._orders = used
        if len(self._kept) > len(used):
            self._kept = {order["commitment"]: self._kept[order["commitment"]] for order in used if order["commitment"]}
        names = {order["fill"] for order in used}
        if len(names) < len(self._laid.names()):
            self._laid.drop(name for name in self._laid.names() if name not in names)

    def open(self, procedure: str = "automatic", inventory_cents: int = INVENTORY_CENTS) -> tuple[Event, ...]:
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

    def draw(self, once: bool = False) -> tuple[Event, ...]:
        """Ask the table's source for what is awaited, as long as chance is; or only `once`."""
        due, events = self.due, tuple[Event, ...]()
        if isinstance(due, Wagers) and (due.within or (due.early is not None and not due.closes)):
            events = self.no_more_bets()  # nobody announces the end of such a window: the next result closes it
            due = self.due
            if isinstance(due, Wagers):
                return events
        if isinstance(due, Wagers):
            raise BadInput('draw: wagers are still taken; send {"do": "no-more-bets"} first')
        if not isinstance(due, Chance):
            raise BadInput(f"there is nothing to draw: {awaited(due)}")
        while isinstance(due, Chance):
            before = self._drawn_so_far()
            try:
                drawn = self._carry_out(self._answer(due))
            except BaseException:
                self._rewind(before)
                raise
            events += drawn
            if once or drawn[0].event == "act-refused":
                break
            due = self.due
        return events

    def _answer(self, due: Chance) -> asked.Decidable:
        """What the source says of what is awaited: drawn, or asked of a dealer."""
        if isinstance(self.source, ManualSource):
            return asked.EnterResult(self.source.entered(due), {}, self.game.law.caller(self.rules))
        slot, table = "".join(due.slots), self.position.plain["table"]
        if not slot:
            face = self.source.face(without_entered(due, table))
        else:
            order = orders.find(table["orders"], slot)
            lies = self._laid.face(slot) if order is not None and not order["by_hand"] else None
            if lies is None:
                right = "enter what follows by hand too, until they are shuffled"
                raise BadInput(f"the {due.what} cannot be drawn: cards of this order were entered by hand; {right}")
            face = lies
        outcome = due.read(face) if due.read is not None else face
        salt = derived_salt(self._key, "drawn", self._count + 1) if due.to != EVERYBODY else ""
        return asked.Drawn(outcome, self.source.name, slot, self.source.position, salt)

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
    def events(self) -> list[Event]:
        """All events so far; a recorded table reads them again from its records, and keeps none of them in memory."""
        return self._events if self.recorder is None else self.recorder.history()

    @property
    def waiting(self) -> list[Any]:
        """What was entered ahead and is still to come."""
        return [hashable(disclosed(each)) for each in self.position.plain["table"]["pending"]]

    @property
    def due(self) -> Due:
        """What the table waits for."""
        if self.position.state is None:
            raise BadInput("the table has not been opened; open it first")
        if self.position.due is None:
            self.position = replace(self.position, due=self.game.law.due(self.rules, self.position.state))
        assert self.position.due is not None
        return self.position.due

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
        return f"<Table {self.game.id} round {self.round}, {self._count} events>"

    def _repr_html_(self) -> str:
        from houseway.core.drawing import svg

        return svg(self.game.present.layout(self.rules), chips_on(self.game.law.placed(self.state)))

    def view(self, who: str = "dealer") -> dict[str, Any]:
        """What a role or a seat (`seat:1`) may see."""
        return {"round": self.round, **self.game.law.view(self.rules, self.position.state, who)}


def new_key(source: Source | ManualSource) -> bytes:
    """A key for the salts of a new table; a seed gives the same one again."""
    return secrets.token_bytes(32) if isinstance(source, ManualSource) else source.key()
