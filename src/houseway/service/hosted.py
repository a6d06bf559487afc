"""One live table of a pit: each command in its queue is decided, made durable, and only then acknowledged and shown."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from houseway.core import AnyGame, Due, Event, Role, Wagers, seat_account, seat_of
from houseway.core.due import Chance, Choices, Procedure, Stopped
from houseway.core.frozen import frozen, maker
from houseway.law import BadInput, Rules
from houseway.numerics.sources import SeededSource
from houseway.service.append_reports import NEXT_TURN, Unattended
from houseway.service.logs import log_defect
from houseway.store.process_writer import PendingBatches, ProcessRecorder, ProcessWriter
from houseway.store.recorded_events import SEATED, buyer_of
from houseway.store.sessions import Resumable, SessionRecorder
from houseway.store.writer import Append, Writer
from houseway.table import Table, TablePosition
from houseway.table.table import Clock

SNAPSHOT_LINES = 400  # journal lines between two snapshots
MOST_WAITING = 64  # commands in one table's queue
LAST_IDS = 50  # ids of commands that a table keeps in memory to recognize repeats; older ones are in the records
PLAYER = str(Role.PLAYER)
PHASES: Mapping[type, str] = {
    Wagers: "wagers",
    Chance: "chance",
    Choices: "choices",
    Procedure: "procedure",
    Stopped: "stopped",
}


class BusyError(Exception):
    """Too many commands are waiting at this table."""


class ConflictError(Exception):
    """The table is not in the session, round, phase or event number that the sender expected, or is closed."""


class RepeatedOtherwiseError(Exception):
    """The id of this command was used before for a different command."""


class SuspendedError(Exception):
    """The table takes no commands because its records cannot be written now; nothing was recorded, and it resumes by itself."""


@frozen
class Sender:
    """The sender of a command: an account and the role it acts in.

    `again` checks the sender once more when the command's turn comes, and may raise.
    """

    actor: str
    role: str
    again: Callable[[], None] | None = field(default=None, compare=False, repr=False)


@frozen
class Expected:
    """The round, phase, event number and session that the sender expects of the table; None where the sender expects nothing."""

    round: int | None = None
    phase: str | None = None
    seq: int | None = None
    session: int | None = None


@frozen
class ReceivedCommand:
    """A command as it was received: `key` is the id that the sender gave it, `digest` covers everything that was sent.

    `correction`: a correction that two people approved (`service/corrections.py`); no request can set this.
    """

    command: Mapping[str, Any]
    key: str
    digest: str
    correction: bool = False


@frozen
class Answer:
    """The events of a command, from number `first` to `last`; `repeated`: the command was carried out before."""

    session: int
    first: int
    last: int
    events: tuple[Event, ...]
    repeated: bool = False


@frozen
class DurableState:
    """The durable state of a table: every view of the table is made from it."""

    position: TablePosition
    due: Due | None
    seq: int
    at: int
    holders: Mapping[int, str]  # the account that bought in at each seat

    @property
    def phase(self) -> str:
        """The state of the table in one word, such as `wagers` or `closed`."""
        if self.position.table.closed:
            return "closed"
        return "unopened" if self.due is None else PHASES[type(self.due)]


@dataclass(slots=True)
class _Decided:
    """A command that was decided and is not shown yet; `shown` is the future that its sender waits for, if it must wait."""

    given: ReceivedCommand
    sender: Sender
    standing: DurableState  # the table after it
    answer: Answer
    seated: Mapping[int, str] | None  # the accounts that take seats by this command; None if nobody does
    shown: asyncio.Future[None] | None = None


_answer, _durable_state = maker(Answer), maker(DurableState)


Listener = Callable[["Hosted", tuple[Event, ...]], None]


class Hosted:
    """A live table of this process. All of its commands go through `carry_out`, which decides one at a time."""

    def __init__(
        self,
        table_id: str,
        game: AnyGame,
        rules: Rules,
        resumed: Resumable,
        writer: Writer | ProcessWriter,
        clock: Clock,
    ) -> None:
        self.id, self.game, self.rules = table_id, game, rules
        self.recorder: SessionRecorder | ProcessRecorder = writer.recorder(resumed.recorder)
        self.session = resumed.recorder.session
        self.table = Table(game, rules, resumed.source, self.recorder, clock, resumed.key, resumed.followed.resumed())
        self._writer: Any = writer  # either kind takes what its own recorders return
        self._apart = writer if isinstance(writer, ProcessWriter) else None
        self.loop = asyncio.get_running_loop()
        self._turn, self._waiting = asyncio.Lock(), 0
        self._ahead: list[_Decided] = []  # decided and not shown yet, in order
        self._idle: asyncio.Future[None] | None = None  # of the command that waits until `_ahead` is empty
        self._snapshot_at = resumed.since + 1
        self.snapshot = resumed.snapshot  # the last stored one: number of lines, digest
        self.of = ""  # the certificate holder
        self.suspended = ""  # why the table takes no commands; empty if it does
        self._sealed = False
        self.listeners: list[Listener] = []
        self._ids: OrderedDict[tuple[str, str], str] = OrderedDict()  # the digests of durable commands
        kept = resumed.kept.get("holders", {})
        self._holders = {int(seat): str(actor) for seat, actor in kept.items()}
        self.standing = self._stands(resumed.followed.events)
        self._since, self._visits = time.monotonic(), dict[str, float]()

    def visited(self, account: str) -> None:
        """Note that an account viewed the table or just left it; only accounts with a seat are remembered."""
        if account in self._holders.values():
            self._visits[account] = time.monotonic()

    def quiet_seconds(self, account: str) -> float:
        """Seconds since an account last viewed or left this table; a connected account may be quiet for a long time."""
        return time.monotonic() - self._visits.get(account, self._since)

    def _stands(self, seq: int) -> DurableState:
        table = self.table
        due = None if table.position.state is None else table.due
        return _durable_state(table.position, due, seq, table._latest, self._holders)

    def holder(self, seat: int) -> str:
        """The account that bought in at a seat, as long as it has chips or wagers there; empty if the seat is free."""
        standing = self.standing
        actor = standing.holders.get(seat, "")
        if not actor or standing.position.chips(seat):
            return actor
        state = standing.position.state
        placed = () if state is None else self.game.law.placed(state)
        return actor if any(seat in (each.seat, each.player) for each in placed) else ""

    async def carry_out(self, given: ReceivedCommand, sender: Sender, expected: Expected) -> Answer | None:
        """Decide a command, make it durable, show it to the watchers, and return the answer; None if it was carried out before.

        A player's wager may be decided while earlier wagers are being stored; the wagers that gather meanwhile are stored
        together. Any other command waits until everything before it is durable and shown.
        """
        if self._waiting >= MOST_WAITING:
            raise BusyError(f"{MOST_WAITING} commands wait at {self.id}; send it again shortly")
        self._waiting += 1
        try:
            if self._waiting == 1 and not self._ahead and not self._turn.locked():  # no other command is waiting
                found = self._decide(given, sender, expected)
            else:
                found = await self._in_turn(given, sender, expected)
            if found is None:
                return None
            self._ahead.append(found)
            if len(self._ahead) == 1:
                await self._store_first()
            else:
                found.shown = self.loop.create_future()
                await found.shown
        finally:
            self._waiting -= 1
        return found.answer

    async def _in_turn(self, given: ReceivedCommand, sender: Sender, expected: Expected) -> _Decided | None:
        """Decide a command in its turn unless it was carried out before; the caller adds it to `_ahead` before it awaits."""
        async with self._turn:
            if self._ahead and not self._may_follow(given, sender, expected):
                await self._all_shown()
            try:
                return self._decide(given, sender, expected)
            except RepeatedOtherwiseError:
                raise
            except Exception:
                await self._all_shown()  # the error may mention wagers that are not durable yet
                if self.suspended:
                    raise SuspendedError(self.suspended) from None
                raise

    def _may_follow(self, given: ReceivedCommand, sender: Sender, expected: Expected) -> bool:
        """Whether a command may be decided before the earlier ones are durable: only players' wagers, whose order is free."""
        last = self._ahead[-1]  # and those before it: otherwise it would not have followed them
        if expected.seq is not None or not _is_wager(given, sender) or not _is_wager(last.given, last.sender):
            return False
        if not _same_window(last.standing, self.standing):
            return False
        return all((sender.actor, given.key) != (each.sender.actor, each.given.key) for each in self._ahead)

    def _decide(self, given: ReceivedCommand, sender: Sender, expected: Expected) -> _Decided | None:
        """Let the table decide a command; nothing is stored yet. None if it was carried out before, as far as memory goes."""
        known = self._ids.get((sender.actor, given.key))
        if known is not None:
            if known != given.digest:
                raise RepeatedOtherwiseError(f"the id {given.key} was used for another command")
            return None
        if self.suspended:
            raise SuspendedError(self.suspended)
        self._refuse_elsewhere(expected)
        if sender.again is not None:
            sender.again()
        if given.correction:
            events = self.table.correct(given.command)
        else:
            events = self.table.do(given.command, sender.actor, sender.role)
        seated = None
        for event in events:
            if event.event in SEATED:
                seated = _seats_taken(events)
                break
        answer = _answer(self.session, events[0].seq, events[-1].seq, events)
        return _Decided(given, sender, self._stands(events[-1].seq), answer, seated)

    async def _store_first(self) -> None:
        """Store a command that no other one is ahead of, and show it when it is durable.

        Its sender shows it, because it uses the same parts of memory again for its next command. If the sender is gone by then,
        the table does.
        """
        apart, waiting = self._apart, self.loop.create_future()
        try:
            append = self._next_append()
            append.waiting = waiting
            if apart is not None and apart.begins(append):  # type: ignore[arg-type]
                try:
                    await NEXT_TURN
                finally:  # also if the sender is gone: others may have joined it
                    apart.hand_over()
            else:
                self._writer.submit(append)
            await waiting
        except asyncio.CancelledError:
            if append.missed is not None:
                Unattended(self, append, 1).ends(*append.missed)
            elif waiting.done() and not waiting.cancelled():
                Unattended(self, append, 1).ends(waiting.exception())
            else:
                append.waiting = Unattended(self, append, 1)
            raise
        except Exception as error:
            self.failed(error)
            raise
        self.stored(append, 1)

    def _next_append(self) -> Append | PendingBatches:
        """Everything that is decided and not stored yet, as one append."""
        append: Append | PendingBatches | None = self.recorder.taken()
        assert append is not None, "a command has events"
        for each in self._ahead:
            given, answer = each.given, each.answer
            if given.key:
                row = (self.id, given.key, each.sender.actor, given.digest, self.session, answer.first, answer.last)
                append.commands.append(row)
        if self.recorder.size - self._snapshot_at >= SNAPSHOT_LINES:
            self._add_snapshot(append)
        return append

    def stored(self, append: Append | PendingBatches, count: int) -> None:
        """Show the first `count` commands, whose append is durable now, and store those that were decided meanwhile."""
        if append.digest:
            self.snapshot = (self._snapshot_at, append.digest)
        ahead = self._ahead
        together = ahead[:count]
        del ahead[:count]
        for each in together:
            self._show(each)
        if not ahead:
            if self._idle is not None:
                self._tell_idle()
            return
        try:
            following = self._next_append()
            following.waiting = Unattended(self, following, len(ahead))
            self._writer.submit(following)
        except Exception as error:  # the writer goes on to report to other tables
            log_defect(error, table=self.id)
            self.failed(error)

    def failed(self, error: BaseException) -> None:
        """Suspend this object, because an append could not be stored; the pit loads the table again from its records."""
        self.suspended = str(error) or f"the records of {self.id} could not be prepared"
        for each in self._ahead:
            if each.shown is not None and not each.shown.done():
                each.shown.set_exception(error)
        self._ahead.clear()
        self._tell_idle()

    async def _all_shown(self) -> None:
        """Wait until every decided command is durable and shown, or has failed; the caller holds `_turn`."""
        if self._ahead:
            self._idle = self.loop.create_future()
            await self._idle

    def _tell_idle(self) -> None:
        idle, self._idle = self._idle, None
        if idle is not None and not idle.done():
            idle.set_result(None)

    def refuse_other_session(self, session: int | None) -> None:
        """Raise ConflictError if the sender expects another session."""
        if session is not None and session != self.session:
            raise _elsewhere("session", self.session, session)

    def _refuse_elsewhere(self, expected: Expected) -> None:
        standing = self.standing
        if expected.session is not None:
            self.refuse_other_session(expected.session)
        if expected.round is not None and expected.round != standing.position.table.round:
            raise _elsewhere("round", standing.position.table.round, expected.round)
        if expected.phase is not None and expected.phase != standing.phase:
            raise _elsewhere("phase", standing.phase, expected.phase)
        if expected.seq is not None and expected.seq != standing.seq:
            raise _elsewhere("seq", standing.seq, expected.seq)

    def _add_snapshot(self, append: Append | PendingBatches) -> None:
        recorder: Any = self.recorder
        source = self.table.source
        drawn = source.position if isinstance(source, SeededSource) else 0
        kept = {"holders": {str(seat): actor for seat, actor in self._holders.items()}}
        recorder.add_snapshot(append, self.table.plain, self.table._latest, drawn, kept)
        self._snapshot_at = recorder.size

    def _show(self, decided: _Decided) -> None:
        """Show a durable command to the listeners, and remember its id."""
        standing, given = decided.standing, decided.given
        if decided.seated is not None:
            self._holders = {**self._holders, **decided.seated}
        self.standing = standing if standing.holders is self._holders else replace(standing, holders=self._holders)
        for listener in list(self.listeners):
            try:
                listener(self, decided.answer.events)
            except Exception as error:  # the command is durable: its sender and the other listeners must learn of it
                log_defect(error, table=self.id)
        if given.key:
            self._ids[decided.sender.actor, given.key] = given.digest
            if len(self._ids) > LAST_IDS:
                self._ids.popitem(last=False)
        if decided.shown is not None and not decided.shown.done():
            decided.shown.set_result(None)

    async def seal(self) -> str:
        """Seal the journal of a closed table, and return its head."""
        async with self._turn:
            await self._all_shown()
            if not self.table.closed:
                raise BadInput(f"{self.id}: is not closed; close it first")
            if self._sealed:
                return self.recorder.end.head
            if self.suspended:  # closing it was decided and could not be stored
                raise SuspendedError(self.suspended)
            self.recorder.seal(self.table._latest)
            append: Append | PendingBatches | None = self.recorder.taken()
            assert append is not None
            append.waiting = waiting = self.loop.create_future()
            self._writer.submit(append)
            try:
                await waiting
            except BaseException as error:
                self.suspended = str(error) or "its sealing was interrupted"
                raise
            self.suspended, self._sealed = f"{self.id} is closed", True
            return self.recorder.end.head

    def seats(self) -> dict[int, int]:
        """The chips at each occupied seat."""
        accounts = self.standing.position.accounts
        return {seat.number: cents for name, cents in accounts.items() if (seat := seat_of(name)) is not None and cents}

    @property
    def practice(self) -> bool:
        """Whether the table is for practice only: results can be predicted, an approval is missing, or it was opened that way."""
        return bool(self.table.practice)

    def chips(self, seat: int) -> int:
        """The chips in front of a seat."""
        return int(self.standing.position.accounts.get(seat_account(seat), 0))


def _seats_taken(events: Sequence[Event]) -> Mapping[int, str] | None:
    """The accounts that take seats by the events of one command; None if they are no accounts of players."""
    buyer = buyer_of(events[0].actor, events[0].role, events[0].command)
    if buyer is None:
        return None
    return {int(each.fields["seat"]): buyer for each in events if each.event in SEATED}


def _is_wager(given: ReceivedCommand, sender: Sender) -> bool:
    return given.command.get("do") == "wager" and sender.role == PLAYER and not given.correction


def _same_window(now: DurableState, shown: DurableState) -> bool:
    return now.phase == shown.phase and now.position.table.round == shown.position.table.round


def _elsewhere(name: str, there: int | str, wanted: int | str) -> ConflictError:
    return ConflictError(f"the table's {name} is {there}, not {wanted}; look at it again")
