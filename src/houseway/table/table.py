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
from houseway.law import ProcedureStep, Rules
from houseway.law.errors import NotNow
from houseway.law.local_time import local_time
from houseway.numerics.sources import ManualSource, SeededSource, Slots, Source, SystemSource
from houseway.table import commands as asked
from houseway.table import orders
from houseway.table.command_records import with_salts
from houseway.table.decide import NOBODY, decide
from houseway.table.entered import hashable, without_entered
from houseway.table.house import Committed, OpenedCommitment
from houseway.table.position import Plain, TablePosition, unopened
from houseway.table.procedures import undone
from houseway.table.reader import INVENTORY_CENTS, read_command, read_correction
from houseway.table.table_state import Order

Clock = Callable[[], Moment]
EPOCH = Moment(1_306_886_400)  # June 1, 2011: the start time of a reproducible table


def wall_clock() -> Moment:
    """The real time, in whole seconds."""
    return Moment(int(time.time()))


def ticking(start: int = EPOCH) -> Clock:
    """A clock for reproducible runs: one second per command."""
    now = start

    def tick() -> Moment:
        nonlocal now
        now += 1
        return Moment(now)

    return tick


@dataclass(frozen=True, slots=True)
class OrderSecret:
    """The order behind a commitment; the house keeps it until the cards are out of play."""

    commitment: str
    fill: str
    salt: str
    faces: tuple[Any, ...]


class Recorder(Protocol):
    """Stores events before anybody sees them, and reads them back."""

    def append(self, events: tuple[Event, ...], secret: Iterable[OrderSecret] = ()) -> None:
        """Store all events durably, or raise and store none; secrets are stored first, where only the house can read them."""

    def history(self) -> list[Event]:
        """All events so far."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The state of a recorded table when it is resumed."""

    position: TablePosition
    events: int
    at: Moment
    secret: tuple[OrderSecret, ...] = ()


class _House:
    """The answers of a live table while it decides one command; they take effect once the command is recorded."""

    __slots__ = ("_key", "_source", "kept", "laid", "new", "practice", "source")

    def __init__(self, source: Source | ManualSource, key: bytes, laid: Slots, kept: dict[str, OrderSecret]) -> None:
        self._source, self._key, self.laid, self.kept = source, key, laid, kept
        self.source, self.practice = source.name, source.practice
        self.new: list[OrderSecret] = []

    def commit(self, fill: Fill, known: Mapping[str, Outcome], seq: int) -> Committed | None:
        """Shuffle the faces, and commit to their order."""
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

    def show(self, commitment: str) -> OpenedCommitment:
        """The secret order."""
        secret = self.kept[commitment]
        return OpenedCommitment(secret.salt, secret.faces)


class Table:
    """One live table. Every change is a command; every command becomes events, which are recorded before they are shown.

    `key` makes the salts that hide cards that are face down; it comes from the keeper of the records.
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
        self._events: list[Event] = []  # used only without a recorder
        self._sender = NOBODY  # account and role of the sender of the current command
        self._laid, self._kept = Slots(), dict[str, OrderSecret]()
        self._orders: tuple[Order, ...] | None = None  # the orders at the last cleanup of kept secrets
        start = resumed if resumed is not None else Resumed(TablePosition.of(game, unopened()), 0, Moment(0))
        self.position, self._count, self._latest = start.position, start.events, start.at
        for secret in start.secret:
            self._laid.lay(secret.fill, secret.faces)
            self._kept[secret.commitment] = secret

    # Commands

    def do(self, command: Mapping[str, Any], actor: str = "", role: str = "") -> tuple[Event, ...]:
        """Carry out one command; an invalid one raises BadInput and changes nothing.

        `actor` and `role`: who sent it, if the sender is signed in; they are recorded.
        """
        read = read_command(self.game, self.rules, command)
        before = () if not self.position.table.pending or _leaves_open(self.due, read) else self.go_on()
        self._sender = (actor, role) if actor else NOBODY
        try:
            return before + (self.draw() if isinstance(read, asked.Draw) else self._carry_out(read))
        finally:
            self._sender = NOBODY

    def go_on(self) -> tuple[Event, ...]:
        """Close a window in which results that were entered ahead wait for wagers, and use them."""
        waits = bool(self.position.table.pending) and isinstance(self.due, Wagers) and self.due.within
        return self._carry_out(asked.CallNoMoreBets(self.game.law.caller(self.rules))) if waits else ()

    def correct(self, correction: Mapping[str, Any]) -> tuple[Event, ...]:
        """Carry out a correction that two people agreed on; the caller makes sure that they are two."""
        read = read_correction(self.game, self.rules, correction)
        self._sender = (read.confirmer, read.confirmed_by)
        try:
            return self._carry_out(read)
        finally:
            self._sender = NOBODY

    def _carry_out(self, command: asked.Decidable) -> tuple[Event, ...]:
        """Decide, record, then update the table."""
        if isinstance(command, asked.EnterResult):
            command = self._salted(command)
        at = max(self.clock(), self._latest)  # time never goes backwards in a journal
        house = _House(self.source, self._key, self._laid, self._kept)
        drawn = self._drawn_so_far()
        try:
            decided = decide(self.game, self.rules, self.position, command, at, self._count + 1, house, self._sender)
            if self.recorder is not None:
                self.recorder.append(decided.events, house.new)
        except BaseException:
            self._rewind(drawn)
            raise
        if self.recorder is None:
            self._events += decided.events
        self._latest, self._count, self.position = at, self._count + len(decided.events), decided.position
        self._laid, self._kept = house.laid, house.kept
        if decided.position.table.orders is not self._orders:
            self._forget()
        return decided.events

    def would_refuse(self, command: Mapping[str, Any]) -> str:
        """Why a command would be refused now, without carrying it out; empty if it would not."""
        read = read_command(self.game, self.rules, command)
        assert not isinstance(read, asked.Draw | asked.EnterResult), "only commands without random results can be tried"
        house = _House(self.source, self._key, self._laid, self._kept)
        drawn = self._drawn_so_far()
        tried = decide(self.game, self.rules, self.position, read, self._latest, self._count + 1, house).events
        self._rewind(drawn)
        return str(tried[0].fields["reason"]) if tried[0].event.endswith("-refused") else ""

    def _drawn_so_far(self) -> int:
        """The position of the source."""
        return 0 if isinstance(self.source, ManualSource) else self.source.position

    def _rewind(self, drawn: int) -> None:
        """Undo the draws of a command that was not recorded."""
        if not isinstance(self.source, ManualSource):
            self.source.rewind(drawn)

    def _salted(self, command: asked.EnterResult) -> asked.EnterResult:
        """Add salts, so that the table commits to faces that may be face down as they are entered."""
        faces = sum(self.game.law.is_face(getattr(outcome, "face", outcome)) for outcome in command.outcomes)
        salts = [derived_salt(self._key, "face", self._count + 1, n) for n in range(faces)]
        return with_salts(self.game, command, salts) if salts else command

    def _forget(self) -> None:
        """Forget orders that have been revealed."""
        used = self._orders = self.position.table.orders
        if len(self._kept) > len(used):
            self._kept = {order.commitment: self._kept[order.commitment] for order in used if order.commitment}
        names = {order.fill for order in used}
        if len(names) < len(self._laid.names()):
            self._laid.drop(name for name in self._laid.names() if name not in names)

    def open(self, procedure: str = "automatic", inventory_cents: int = INVENTORY_CENTS) -> tuple[Event, ...]:
        """Open the table; `procedure` says who completes procedures."""
        return self.do({"do": "open", "procedure": procedure, "inventory_cents": inventory_cents})

    def buy_in(self, seat: int, cents: int) -> tuple[Event, ...]:
        """Cash for chips."""
        return self.do({"do": "buy-in", "seat": seat, "cents": cents})

    def cash_out(self, seat: int, cents: int | None = None) -> tuple[Event, ...]:
        """A seat cashes out, with all of its chips by default."""
        return self.do({"do": "cash-out", "seat": seat, "cents": self.chips(seat) if cents is None else cents})

    def wager(self, seat: int, wager: str, cents: int) -> tuple[Event, ...]:
        """Chips on a wager."""
        return self.do({"do": "wager", "seat": seat, "id": wager, "cents": cents})

    def remove(self, seat: int, wager: str, left_cents: int = 0) -> tuple[Event, ...]:
        """Take a wager down, or reduce it to `left_cents`."""
        return self.do({"do": "remove", "seat": seat, "id": wager, "cents": left_cents})

    def no_more_bets(self) -> tuple[Event, ...]:
        """Close the betting window."""
        return self.do({"do": "no-more-bets"})

    def result(self, **fields: Any) -> tuple[Event, ...]:
        """Enter the result of the dice, the wheel or the cards."""
        return self.do({"do": "result", **fields})

    def draw(self, once: bool = False) -> tuple[Event, ...]:
        """Draw from the table's source while random results are due, or only `once`."""
        due, events = self.due, tuple[Event, ...]()
        if isinstance(due, Wagers) and (due.within or (due.early is not None and not due.closes)):
            events = self.no_more_bets()  # the end of such a window is not announced: the next result closes it
            due = self.due
            if isinstance(due, Wagers):
                return events
        if isinstance(due, Wagers):
            raise NotNow('draw: wagers are still taken; send {"do": "no-more-bets"} first')
        if not isinstance(due, Chance):
            raise NotNow(f"there is nothing to draw: {awaited(due)}")
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
        """The source's result for what is due: drawn, or entered by a dealer."""
        if isinstance(self.source, ManualSource):
            return asked.EnterResult(self.source.entered(due), {}, self.game.law.caller(self.rules))
        slot, table = "".join(due.slots), self.position.table
        if not slot:
            face = self.source.face(without_entered(due, table))
        else:
            order = orders.find(table.orders, slot)
            lies = self._laid.face(slot) if order is not None and not order.by_hand else None
            if lies is None:
                pieces = f"{self.game.present.piece}s"
                right = f"enter the following {pieces} by hand too, until the next shuffle"
                raise NotNow(f"the {due.what} cannot be drawn: {pieces} of this order were entered by hand; {right}")
            face = lies
        outcome = due.read(face) if due.read is not None else face
        salt = derived_salt(self._key, "drawn", self._count + 1) if due.to != EVERYBODY else ""
        return asked.Drawn(outcome, self.source.name, slot, self.source.position, salt)

    def choose(self, seat: int, choice: str, cents: int | None = None, **data: Any) -> tuple[Event, ...]:
        """A seat makes a choice; without an amount, at the highest amount of the choice."""
        amount = {} if cents is None else {"cents": cents}
        return self.do({"do": "choose", "seat": seat, "choice": choice, **amount, **data})

    def deal(self) -> tuple[Event, ...]:
        """Close the betting window and draw the results."""
        events: tuple[Event, ...] = ()
        if isinstance(self.due, Wagers):
            events = self.no_more_bets()
        return events + self.draw() if isinstance(self.due, Chance) else events

    def close(self) -> tuple[Event, ...]:
        """Close the table for gaming."""
        return self.do({"do": "close"})

    # State

    @property
    def events(self) -> list[Event]:
        """All events so far; a recorded table reads them from its records and keeps none in memory."""
        return self._events if self.recorder is None else self.recorder.history()

    @property
    def waiting(self) -> list[Any]:
        """Results that were entered ahead and are not used yet."""
        return [hashable(disclosed(each)) for each in self.position.table.pending]

    @property
    def due(self) -> Due:
        """The next act that the table waits for."""
        if self.position.state is None:
            raise NotNow("the table has not been opened; open it first")
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
        """The number of the current round."""
        return self.position.table.round

    @property
    def closed(self) -> bool:
        """Is the table closed?"""
        return self.position.table.closed

    @property
    def plain(self) -> Plain:
        """The whole position, equal to the fold of the events."""
        return self.position.plain

    def chips(self, seat: int) -> int:
        """The chips in front of a seat, in cents."""
        return self.position.chips(seat)

    def steps(self, optional: bool = False) -> list[ProcedureStep]:
        """The steps of procedures that must be done now or, with `optional`, of all that can be done."""
        done, due = self.position.table.steps, self.due
        if optional or isinstance(due, Stopped):
            names = procedures_open(due)
        else:
            names = due.needs if isinstance(due, Wagers) else (due.name,) if isinstance(due, Procedure) else ()
        return [step for name in names for step in undone(self.game, self.rules, self.state, done, name)]

    def transcript(self, round_number: int | None = None) -> str:
        """The history of the table, or of one round, in words with citations."""
        from houseway.table.event_words import transcript

        return transcript(self.game, self.rules, [e for e in self.events if round_number in (None, e.round)])

    def __repr__(self) -> str:
        practice = ", practice" if self.practice else ""
        return f"<Table {self.game.id} round {self.round}, {self._count} events{practice}>"

    def _repr_html_(self) -> str:
        from houseway.core.drawing import svg

        layout = self.game.present.layout(self.rules)
        words = (*layout.words, self.practice) if self.practice else layout.words
        return svg(replace(layout, words=words), chips_on(self.game.law.placed(self.state)))

    @property
    def practice(self) -> str:
        """Why this is a practice table, as a sentence: a seed, outstanding approvals, opened as one. Empty if it is none."""
        from houseway.table.event_words import practice_words

        day = local_time(self._latest, self.rules.time_zone).date() if self._latest else None
        return practice_words(self.source.practice, len(self.rules.outstanding(day)), self.position.table.practice)

    def view(self, who: str = "dealer") -> dict[str, Any]:
        """The view of a role or a seat (`seat:1`)."""
        seen = self.game.law.view(self.rules, self.position.state, who)
        return {"round": self.round, "practice": bool(self.practice), **seen}


def _leaves_open(due: Due, command: asked.Command) -> bool:
    """Does a window in the middle of a round stay open at this command, or close by it? Other commands come after the window."""
    match command:
        case asked.PlaceWager(id=wager):
            return isinstance(due, Wagers) and wager in due.takes
        case asked.BuyChips() | asked.BringChips() | asked.ReportIrregularity() | asked.CallNoMoreBets() | asked.Draw():
            return True
    return False


def new_key(source: Source | ManualSource) -> bytes:
    """A key for the salts of a new table; a seed gives the same one again."""
    return secrets.token_bytes(32) if isinstance(source, ManualSource) else source.key()
