"""The pit: the tables that this process runs, their records, and the checkpoints that prove them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field

from sqlalchemy import insert, select
from sqlalchemy.exc import SQLAlchemyError

from houseway.core import AnyGame, Event, Moment
from houseway.core.plain import canonical
from houseway.law import BadInput, Rules
from houseway.records.checkpoint import Checkpoint, TreeHead, heads_of
from houseway.records.recorded_table import header_of, rules_of
from houseway.service.append_reports import tell, tell_in_loop
from houseway.service.hosted import (
    Answer,
    ConflictError,
    Expected,
    Hosted,
    Listener,
    ReceivedCommand,
    RepeatedOtherwiseError,
    Sender,
    SuspendedError,
)
from houseway.service.logs import log
from houseway.store.consistent_read import pinned
from houseway.store.database import Database, StoreError
from houseway.store.keys import Keys
from houseway.store.process_writer import ProcessWriter
from houseway.store.recorded_events import buyers, recorded_events
from houseway.store.schema import checkpoints, commands, heads, pit, tables
from houseway.store.session_lines import SessionLines
from houseway.store.sessions import (
    LEASE_MS,
    Resumable,
    TableClaim,
    claim,
    claim_all,
    create_session,
    create_table,
    release,
    renew,
    resume,
)
from houseway.store.snapshots import signed_heads
from houseway.store.sqlite_lock import is_locked
from houseway.store.writer import RepeatedError, Writer
from houseway.table import wall_clock
from houseway.table.table import Clock

CHECKPOINT_SECONDS = 60
MOST_RULES = 100  # submissions whose rules are kept
BLOCKED_SECONDS = 1.0  # how long to wait after a locked database before taking a table again

Loaded = tuple[AnyGame, Rules, Resumable, str]  # the last: the certificate holder


class UnknownTableError(Exception):
    """There is no table with this id."""


class ElsewhereError(Exception):
    """Another process runs this table."""

    def __init__(self, owner: str) -> None:
        super().__init__(f"the table is run by the process {owner}")
        self.owner = owner


@dataclass(slots=True)
class _Turn:
    """The tasks that want to load one table: the lock lets one of them do so."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


@dataclass(slots=True)
class Pit:
    """All tables of this process. `owner` names the process in the leases of its tables."""

    database: Database
    keys: Keys
    owner: str
    clock: Clock
    writer: Writer | ProcessWriter
    id: str
    hosted: dict[str, Hosted]
    listeners: list[Listener]
    ended: list[TreeHead] = field(default_factory=list)  # sealed journals that are in no checkpoint yet
    blocked: str = ""  # why no table can be taken while another process locks the database; empty if it does not
    _blocked_until: float = 0.0  # by the monotonic clock
    _read_rules: dict[str, tuple[AnyGame, Rules]] = field(default_factory=dict)  # by the header line
    _finding: dict[str, _Turn] = field(default_factory=dict)  # tables that are being loaded
    _signing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    def open(
        cls, database: Database, keys: Keys, owner: str = "", clock: Clock = wall_clock, *, apart: bool = False
    ) -> Pit:
        """Open the pit of a database; a new database becomes a new pit, signed with these keys.

        `apart`: a separate process makes and stores the journal lines, so that this process only decides.
        """
        with database.write() as connection:
            there = connection.execute(select(pit)).one_or_none()
            if there is None:
                name = secrets.token_hex(8)
                connection.execute(insert(pit).values(id=name, created_at=clock(), public_key=keys.public))
            elif there.public_key != keys.public:
                raise BadInput(
                    f"{database.address}: the keys belong to another pit; give the key file that was made with it"
                )
            else:
                name = there.id
        writer = ProcessWriter(database, keys, tell) if apart else Writer(database, tell_in_loop)
        return cls(database, keys, owner or secrets.token_hex(8), clock, writer, name, {}, [])

    # Tables

    async def open_table(
        self,
        table_id: str,
        game: AnyGame,
        rules: Rules,
        holder: str,
        source: str = "system",
        seed: str | None = None,
    ) -> Hosted:
        """Create a session of a table with its journal; the table then waits for the command `open`."""

        def made() -> None:
            create_table(self.database, table_id, game, holder, self.clock())
            create_session(self.database, self.keys, table_id, rules, self.owner, self.clock(), source, seed)

        await asyncio.to_thread(made)
        return await self.take(table_id)

    async def take(self, table_id: str) -> Hosted:
        """Claim a table for this process and load it; raises ElsewhereError if another process runs it."""

        def loaded() -> Loaded:
            claimed = claim(self.database, table_id, self.owner)
            if claimed is None:
                raise _not_claimed(self.database, table_id)
            journal = (claimed.table_id, claimed.session)
            return self._loaded(claimed, signed_heads(self.database, self.keys.public, [journal]).get(journal))

        hosted = self._host(table_id, await asyncio.to_thread(loaded))
        if await self._sealed(hosted):
            raise _not_claimed(self.database, table_id)
        return hosted

    async def take_all(self) -> list[Hosted]:
        """Claim and load every open table that no other process runs, as at start-up."""
        claimed = await asyncio.to_thread(claim_all, self.database, self.owner)
        journals = [(each.table_id, each.session) for each in claimed]
        signed = await asyncio.to_thread(signed_heads, self.database, self.keys.public, journals)
        for each, journal in zip(claimed, journals, strict=True):
            try:
                loaded = await asyncio.to_thread(self._loaded, each, signed.get(journal))
                await self._sealed(self._host(each.table_id, loaded))
            except (BadInput, StoreError):  # `find` reports the reason; the other tables still open
                continue
        return list(self.hosted.values())

    def _loaded(self, claimed: TableClaim, signed: TreeHead | None) -> Loaded:
        """Replay a claimed table to its end; `signed` is its entry in the last checkpoint."""
        table_id = claimed.table_id
        with pinned(self.database) as state:
            game, rules = self._rules(SessionLines(state, table_id, claimed.session, last=0))
            resumed = resume(self.database, self.keys, claimed, game, rules, signed, state)
            bought = buyers(state, table_id, claimed.session, resumed.since)
            with state.read() as connection:
                holder = connection.execute(select(tables.c.holder).where(tables.c.id == table_id)).scalar_one()
        resumed.kept = {**resumed.kept, "holders": {**resumed.kept.get("holders", {}), **bought}}
        return game, rules, resumed, str(holder)

    def _rules(self, lines: SessionLines) -> tuple[AnyGame, Rules]:
        """The rules that a header line names. Tables with the same submission share them, because judging one takes a while."""
        header = header_of(lines)
        named = None if header is None else canonical({**header, "table": "", "session": 0})
        found = self._read_rules.get(named) if named is not None else None
        if found is None:
            found = rules_of(header, outside=True)
            if named is not None:
                self._read_rules[named] = found
                if len(self._read_rules) > MOST_RULES:
                    self._read_rules.pop(next(iter(self._read_rules)))
        return found

    def _host(self, table_id: str, loaded: Loaded) -> Hosted:
        game, rules, resumed, holder = loaded
        hosted = Hosted(table_id, game, rules, resumed, self.writer, self.clock)
        hosted.of = holder
        hosted.listeners = self.listeners
        self.hosted[table_id] = hosted
        return hosted

    async def find(self, table_id: str) -> Hosted:
        """A table of this process; a table that is suspended, or that no process runs, is loaded from its records."""
        hosted = self.hosted.get(table_id)
        if hosted is not None and not hosted.suspended:
            return hosted
        turn = self._finding.setdefault(table_id, _Turn())  # two tasks that load it at once would fence each other off
        turn.waiting += 1
        try:
            async with turn.lock:
                return await self._find(table_id)
        finally:
            turn.waiting -= 1
            if not turn.waiting:
                self._finding.pop(table_id, None)

    async def _find(self, table_id: str) -> Hosted:
        hosted = self.hosted.get(table_id)
        if hosted is not None and not hosted.suspended:
            return hosted
        self.hosted.pop(table_id, None)
        if time.monotonic() < self._blocked_until:
            raise SuspendedError(self.blocked)
        try:
            hosted = await self.take(table_id)
        except (SQLAlchemyError, OSError, StoreError) as error:
            why = f"the records of {table_id} cannot be used now ({self.database.why(error)})"
            if is_locked(error):  # the whole file is locked: do not retry at once, and leave the threads to readers
                self.blocked, self._blocked_until = why, time.monotonic() + BLOCKED_SECONDS
            log("table suspended", logging.WARNING, table=table_id, error=why)
            raise SuspendedError(why) from error
        self.blocked = ""
        return hosted

    async def command(self, table_id: str, given: ReceivedCommand, sender: Sender, expected: Expected) -> Answer:
        """Carry out a command once; a repeated command is answered from the records."""
        known = self.hosted.get(table_id)
        hosted = known if known is not None and not known.suspended else await self.find(table_id)
        try:
            try:
                answer = await hosted.carry_out(given, sender, expected)
            except RepeatedError:
                self._drop(hosted)
                before = await asyncio.to_thread(self.answered, table_id, given, sender)
                if before is not None:
                    return before
                hosted = await self.find(table_id)  # a different command of the same append was the repeated one
                answer = await hosted.carry_out(given, sender, expected)
            if answer is None:
                answer = await asyncio.to_thread(self.answered, table_id, given, sender)
                assert answer is not None, "a command that was carried out is in the records"
        except StoreError as error:
            self._drop(hosted)
            log("table suspended", logging.WARNING, table=table_id, error=str(error))
            raise SuspendedError(str(error)) from error
        if hosted.table.closed:
            await self._sealed(hosted)
        return answer

    def _drop(self, hosted: Hosted) -> None:
        """Stop using a table that could not be written, unless it has been loaded again already."""
        if self.hosted.get(hosted.id) is hosted:
            del self.hosted[hosted.id]

    async def _sealed(self, hosted: Hosted) -> bool:
        """Seal the journal of a closed table, also if its process ended before it could; return False if the table is open."""
        if not hosted.table.closed:
            return False
        await hosted.seal()
        if self.hosted.get(hosted.id) is hosted:  # otherwise another task was first
            del self.hosted[hosted.id]
            self.ended.append(_tree_head(hosted))
        return True

    async def _seal_closed(self) -> None:
        """Seal the journals of closed tables if whoever closed them was gone before they could be sealed."""
        for hosted in list(self.hosted.values()):
            if hosted.table.closed and not hosted.suspended:
                with suppress(StoreError, SuspendedError):  # then the table is suspended, and whoever finds it seals it
                    await self._sealed(hosted)

    def answered(self, table_id: str, given: ReceivedCommand, sender: Sender) -> Answer | None:
        """The recorded answer to a repeated command, or None; RepeatedOtherwiseError if its id belongs to a different command."""
        of = commands.c
        query = select(commands).where(of.table_id == table_id, of.actor == sender.actor, of.key == given.key)
        try:
            with self.database.read() as connection:
                row = connection.execute(query).one_or_none()
        except SQLAlchemyError as error:
            raise SuspendedError(
                f"the records of {table_id} cannot be used now ({self.database.why(error)})"
            ) from error
        if row is None:
            return None
        if row.digest != given.digest:
            raise RepeatedOtherwiseError(f"the id {given.key} was used for another command")
        events = self.events(table_id, row.session, row.first_seq, row.last_seq)
        return Answer(row.session, row.first_seq, row.last_seq, tuple(events), repeated=True)

    # Records

    def events(self, table_id: str, session: int, first: int, last: int) -> list[Event]:
        """Recorded events of a session with all fields; the caller must hide those that the viewer may not see."""
        return recorded_events(self.database, self.keys, table_id, session, first, last)

    def checkpoint(self) -> Checkpoint:
        """Sign the current ends of this process's journals, and store the checkpoint."""
        sealed = len(self.ended)
        signed = self._signed(self._tree_heads())
        del self.ended[:sealed]  # in place: other threads append to it
        return signed

    async def sign(self) -> Checkpoint:
        """Like `checkpoint`, without stopping the tables: the event loop only collects the ends; a thread signs and stores."""
        async with self._signing:  # a checkpoint must not be stored after a later one
            sealed = len(self.ended)
            signed = await asyncio.to_thread(self._signed, self._tree_heads())
            del self.ended[:sealed]  # in place: other threads append to it
        return signed

    def _tree_heads(self) -> list[TreeHead]:
        """The ends of the journals for the next checkpoint; a table with a command in progress waits for the one after it."""
        live = [
            each
            for each in self.hosted.values()
            if not each.suspended and each.recorder.end.size == each.standing.seq + 1
        ]
        return [*map(_tree_head, live), *self.ended]

    def _signed(self, ends: list[TreeHead]) -> Checkpoint:
        signed = Checkpoint(self.id, Moment(self.clock()), tuple(heads_of(ends))).signed(self.keys.private)
        with self.database.write() as connection:
            connection.execute(insert(checkpoints).values(at=signed.at, body=signed.text()))
        return signed

    async def keep(self, stop: asyncio.Event, seconds: float = LEASE_MS / 4000) -> None:
        """Renew leases, seal what is closed and sign checkpoints until `stop`."""
        since = 0.0
        while not stop.is_set():
            await asyncio.to_thread(renew, self.database, self.owner)
            await self._seal_closed()
            self.blocked = ""  # the leases were written, so the database is not locked
            since += seconds
            if since >= CHECKPOINT_SECONDS:
                since = 0.0
                await self.sign()
            try:
                await asyncio.wait_for(stop.wait(), seconds)
            except TimeoutError:
                continue

    def close(self) -> None:
        """Sign a last checkpoint, store what is left and release all tables."""
        if self.ended or any(not each.suspended for each in self.hosted.values()):
            self.checkpoint()
        self.writer.close()
        release(self.database, self.owner)
        self.hosted.clear()


def _tree_head(hosted: Hosted) -> TreeHead:
    end = hosted.recorder.end
    return TreeHead(hosted.id, hosted.session, end.size, end.peaks.root.hex(), end.head, hosted.snapshot)


def _not_claimed(database: Database, table_id: str) -> Exception:
    with database.read() as connection:
        known = connection.execute(select(tables.c.id).where(tables.c.id == table_id)).one_or_none()
        query = select(heads.c.owner).where(heads.c.table_id == table_id, heads.c.sealed.is_(False))
        owner = connection.execute(query).scalar_one_or_none()
    if known is None:
        return UnknownTableError(f"there is no table {table_id}")
    return ConflictError(f"{table_id} is closed") if owner is None else ElsewhereError(owner)
