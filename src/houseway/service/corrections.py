"""Corrections take two people: one proposes, another confirms or rejects within an hour; both steps are recorded.

A correction of a session whose journal is sealed goes into that session's appendix (`store/appendix.py`), also by two people.
The decision is stored, at most once, before the correction is carried out. If the process stops in between, the same
confirmation sent again carries the correction out; the command's id ensures that this happens only once.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Collection, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any, NoReturn

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from houseway.core import INVENTORY, AnyGame, Moment, seat_of
from houseway.core.plain import canonical
from houseway.law import BadInput, Citation, Rules
from houseway.law.roles import at_least, role_name
from houseway.law.submission import SUBMISSION
from houseway.records.lines import clock_text
from houseway.records.recorded_table import header_of, rules_of
from houseway.service.access import Hidden
from houseway.service.hosted import Answer, Expected, ReceivedCommand, RepeatedOtherwiseError, Sender
from houseway.service.pit import ElsewhereError, Pit
from houseway.service.reading import Records
from houseway.store.appendix import (
    CORRECTION,
    COUNT,
    AppendixEntry,
    SealedSession,
    add_entry,
    sealed_head,
    sealed_session,
)
from houseway.store.recorded_events import purchases
from houseway.store.schema import attempts, tables
from houseway.store.session_lines import SessionLines
from houseway.store.shifts_schema import proposal_decisions, proposals
from houseway.table.reader import read_correction

VALID_SECONDS = 3600
PROPOSES, CONFIRMS = "floorperson", "pit-manager"  # or above; the law names nobody, so this is our choice
CONFIRMED, REJECTED, EXPIRED, OPEN = "confirmed", "rejected", "expired", "open"
GIVEN = ("taken_from", "given_to", "cents", "corrects", "why")
NAME_EVENT = "name the event that was wrong"
PLAYERS, KEY = "players", "key"  # in a stored proposal: the accounts that held its seats, and the sender's id for it


class CorrectionRefusedError(Exception):
    """The correction may not be made; `cites` has the paragraphs. The attempt is recorded."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.cites: tuple[Citation, ...] = (SUBMISSION,)


class CorrectionForbiddenError(CorrectionRefusedError):
    """The sender's role does not allow this."""


@dataclass(frozen=True, slots=True)
class CorrectionProposal:
    """A proposed correction and its state: `open`, `confirmed`, `rejected` or `expired`."""

    number: int
    table: str
    session: int
    at: int
    until: int
    proposer: Sender
    correction: Mapping[str, Any]
    state: str = OPEN
    decided_by: Sender | None = None
    decided_at: int = 0
    why: str = ""  # of the decision
    players: Mapping[str, str] = field(default_factory=dict)  # by seat, the account that held it; empty: no account

    def as_json(self) -> dict[str, Any]:
        """The proposal as plain values."""
        decided = self.decided_by
        return {
            "number": self.number,
            "table": self.table,
            "session": self.session,
            "at": clock_text(Moment(self.at)),
            "until": clock_text(Moment(self.until)),
            "proposer": self.proposer.actor,
            "proposed_by": self.proposer.role,
            "correction": dict(self.correction),
            "state": self.state,
            "decided_by": None if decided is None else {"account": decided.actor, "role": decided.role},
            "decided_at": clock_text(Moment(self.decided_at)) if self.decided_at else None,
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class OpenSession:
    """An open session of a table: its game and rules, its last event, and the last buyer at each seat."""

    game: AnyGame
    rules: Rules
    session: int
    last: int
    buyers: Mapping[int, str]

    def players(self, correction: Mapping[str, Any]) -> dict[str, str | None]:
        """The accounts at the seats of a correction: empty for a player without an account, None if nobody bought in there."""
        named = {correction["taken_from"], correction["given_to"]}
        seats = {name: seat.number for name in named if (seat := seat_of(name)) is not None}
        return {name: self.buyers.get(number) for name, number in sorted(seats.items())}


class Corrections:
    """The corrections of a pit."""

    def __init__(self, pit: Pit) -> None:
        self._pit = pit

    async def propose(
        self, table_id: str, correction: Mapping[str, Any], sender: Sender, key: str = ""
    ) -> CorrectionProposal:
        """Propose a correction of an event in a table's open session, or in the sealed session that the field `session` names.

        `key` is the sender's id for this; sent again with the same content, it finds the same proposal. Raises BadInput if the
        correction is not valid.
        """

        def to_sealed() -> CorrectionProposal | None:
            self._refuse_role(table_id, sender, PROPOSES, "propose", correction)
            before = self._before(table_id, correction, sender, key)
            if before is not None:
                return before
            sealed = self._sealed(table_id, correction)
            if sealed is None:
                return None
            self._refuse_player(table_id, sealed.session, sender, "propose a correction of it", correction)
            return self._propose_later(sealed, {k: v for k, v in correction.items() if k != "session"}, sender, key)

        proposed = await asyncio.to_thread(to_sealed)
        if proposed is not None:
            return proposed
        opened = await self._open_session(table_id)
        return await asyncio.to_thread(self._propose_now, table_id, opened, correction, sender, key)

    def _propose_now(
        self, table_id: str, opened: OpenSession, correction: Mapping[str, Any], sender: Sender, key: str
    ) -> CorrectionProposal:
        """Propose a correction of an open session."""
        last = opened.last
        self._refuse_player(table_id, opened.session, sender, "propose a correction of it", correction)
        unknown = [name for name in correction if name not in GIVEN]
        if unknown:
            raise BadInput(
                f"correct: {unknown[0]!r} is not a field of a proposal; write {', '.join((*GIVEN, 'session'))}"
            )
        record = _record(correction, sender, sender)
        read = read_correction(opened.game, opened.rules, record)
        if read.corrects > last:
            reason = f"there is no event {read.corrects} yet: the last one is {last}; {NAME_EVENT}"
            self._refuse(table_id, sender, reason, correction)
        players = opened.players(record)
        empty = next((name for name, account in players.items() if account is None), None)
        if empty is not None:
            reason = f"nobody has bought in at {empty.replace(':', ' ')} in this session; name the seat of the player concerned"
            self._refuse(table_id, sender, reason, correction)
        return self._proposed(table_id, opened.session, record, sender, players, key=key)

    async def _open_session(self, table_id: str) -> OpenSession:
        """The open session of a table; read from the records if another process runs the table."""
        try:
            hosted = await self._pit.find(table_id)
        except ElsewhereError:
            return await asyncio.to_thread(self._open_elsewhere, table_id)
        standing = hosted.standing
        return OpenSession(hosted.game, hosted.rules, hosted.session, standing.seq, standing.holders)

    def _open_elsewhere(self, table_id: str) -> OpenSession:
        records = Records(self._pit.database, self._pit.keys)
        head = records.head(table_id)
        buyers = records.purchases(table_id, head.session, head.seq).holders(head.seq)
        return OpenSession(*records.rules(table_id, head.session), head.session, head.seq, buyers)

    def _sealed(self, table_id: str, correction: Mapping[str, Any]) -> SealedSession | None:
        """The sealed session that a correction names; None if it names none."""
        session = correction.get("session")
        if session is None:
            return None
        if not isinstance(session, int) or isinstance(session, bool) or not 0 < session < 2**31:
            raise BadInput("correct: session: is not the number of a session; write one from 1")
        found = sealed_session(self._pit.database, table_id, session)
        if found is None:
            right = "leave session out to correct the open one"
            raise BadInput(f"correct: session: {table_id} has no sealed session {session}; {right}")
        return found

    def _propose_later(
        self, sealed: SealedSession, correction: Mapping[str, Any], sender: Sender, key: str
    ) -> CorrectionProposal:
        """Propose a correction of a sealed session: a payment at the cage, from the house to a player or the other way around."""
        game, rules = rules_of(header_of(SessionLines(self._pit.database, sealed.table, sealed.session, last=0)), True)
        record = _record(correction, sender, sender)
        read = read_correction(game, rules, record)
        if INVENTORY not in (read.taken_from, read.given_to):
            reason = "after the closing a correction is between a player and the house; name a seat and inventory"
            self._refuse(sealed.table, sender, reason, correction)
        if read.corrects > sealed.last:
            reason = f"there is no event {read.corrects}: the last one is {sealed.last}; {NAME_EVENT}"
            self._refuse(sealed.table, sender, reason, correction)
        return self._proposed(sealed.table, sealed.session, record, sender, key=key)

    def _before(
        self,
        table_id: str,
        correction: Mapping[str, Any],
        sender: Sender,
        key: str,
        connection: Connection | None = None,
    ) -> CorrectionProposal | None:
        """The proposal that this account made with this id; raises RepeatedOtherwiseError if it had another content."""
        if not key:
            return None
        query = select(proposals).where(proposals.c.table_id == table_id, proposals.c.actor == sender.actor)
        with nullcontext(connection) if connection is not None else self._pit.database.read() as reading:
            rows = reading.execute(query).all()
        found = next((row for row in rows if json.loads(row.body).get(KEY) == key), None)
        if found is None:
            return None
        body = json.loads(found.body)
        other = any(body[name] != correction.get(name) for name in GIVEN)
        if other or correction.get("session", found.session) != found.session:
            raise RepeatedOtherwiseError(f"the id {key} was used for another proposal")
        return self.find(int(found.number))

    def _proposed(
        self,
        table_id: str,
        session: int,
        record: Mapping[str, Any],
        sender: Sender,
        players: Mapping[str, str | None] | None = None,
        *,
        key: str = "",
    ) -> CorrectionProposal:
        at = int(self._pit.clock())
        kept = {name: record[name] for name in GIVEN} | ({KEY: key} if key else {})
        values = {
            "table_id": table_id,
            "session": session,
            "at": at,
            "until": at + VALID_SECONDS,
            "actor": sender.actor,
            "role": sender.role,
            "body": canonical(kept if players is None else {**kept, PLAYERS: dict(players)}),
        }
        with self._pit.database.write() as connection:
            connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())  # one at a time
            before = self._before(table_id, record, sender, key, connection)
            if before is not None:
                return before
            row = connection.execute(insert(proposals).values(values))
            (number,) = row.inserted_primary_key  # type: ignore[misc]
        return self.find(int(number))

    async def confirm(self, number: int, sender: Sender) -> Answer | AppendixEntry:
        """Confirm a proposal as a second person, and carry the correction out once; the answer has its events, or a refusal.

        For a sealed session, the result is the entry in its appendix. If another process runs the table, this stores the decision
        and raises ElsewhereError: the same confirmation, sent to that process, carries the correction out.
        """
        await self._refuse_other_players(await asyncio.to_thread(self.find, number), sender)
        proposal, entry = await asyncio.to_thread(self._confirmed, number, sender)
        if entry is not None:
            return entry
        record = _record(proposal.correction, proposal.proposer, sender)
        digest = hashlib.sha256(canonical(record).encode()).hexdigest()
        given = ReceivedCommand(record, f"correction-{number}", digest, correction=True)
        return await self._pit.command(proposal.table, given, sender, Expected())

    async def _refuse_other_players(self, proposal: CorrectionProposal, sender: Sender) -> None:
        """Refuse to confirm a correction if another player has bought in at one of its seats since it was proposed."""
        sealed = await asyncio.to_thread(sealed_session, self._pit.database, proposal.table, proposal.session)
        if proposal.state != OPEN or not proposal.players or sealed is not None:
            return
        now = (await self._open_session(proposal.table)).players(proposal.correction)
        for name, account in proposal.players.items():
            if now[name] != account:
                right = "reject it, and propose it for the right seat"
                reason = f"another player has bought in at {name.replace(':', ' ')} since this was proposed; {right}"
                await asyncio.to_thread(self._refuse, proposal.table, sender, reason, proposal.correction)

    def _confirmed(self, number: int, sender: Sender) -> tuple[CorrectionProposal, AppendixEntry | None]:
        """Store the confirmation of a proposal; for a sealed session, also the entry in its appendix."""
        proposal = self.find(number)
        again = proposal.state == CONFIRMED and proposal.decided_by == sender
        if not again:
            self._refuse_decision(proposal, sender, "confirm")
        sealed = sealed_session(self._pit.database, proposal.table, proposal.session)
        if sealed is not None:
            return proposal, self._confirm_later(sealed, proposal, sender, again)
        if not again:
            self._decide(proposal, sender, CONFIRMED, "")
        return proposal, None

    def _confirm_later(
        self, sealed: SealedSession, proposal: CorrectionProposal, sender: Sender, again: bool
    ) -> AppendixEntry:
        if INVENTORY not in (proposal.correction["taken_from"], proposal.correction["given_to"]):
            reason = (
                f"session {proposal.session} of {proposal.table} has been closed in the meantime, and its players are gone; "
                f"propose one between a player and the house, with the session's number"
            )
            self._refuse(proposal.table, sender, reason, proposal.correction)
        if not again:
            self._decide(proposal, sender, CONFIRMED, "")
        about = {**_record(proposal.correction, proposal.proposer, sender), "proposal": proposal.number}
        del about["do"]
        return self._add(sealed, CORRECTION, about, once=("proposal",))

    def count_later(self, table_id: str, session: int, cents: int, sender: Sender, key: str = "") -> AppendixEntry:
        """Record that the drop box of a sealed session was counted; `key` is the sender's id for this."""
        if not at_least(sender.role, PROPOSES):
            reason = f"{role_name(sender.role)} cannot have a drop box counted; {role_name(PROPOSES)} or above can"
            self._refuse(table_id, sender, reason, {"cents": cents}, CorrectionForbiddenError)
        sealed = sealed_session(self._pit.database, table_id, session)
        if sealed is None:
            right = "send count-drop to the table while it is open"
            raise BadInput(f"{table_id} has no sealed session {session}; {right}")
        self._refuse_player(table_id, session, sender, "count its drop box", {"cents": cents})
        counted = {"expected_cents": sealed.drop_cents, "counted_cents": cents}
        by = {"difference_cents": cents - sealed.drop_cents, "actor": sender.actor, "by": sender.role}
        if not key:
            return self._add(sealed, COUNT, {**counted, **by})
        entry = self._add(sealed, COUNT, {**counted, **by, KEY: key}, once=("actor", KEY))
        if entry.about["counted_cents"] != cents:
            raise RepeatedOtherwiseError(f"the id {key} was used for another count")
        return entry

    def _add(
        self, sealed: SealedSession, kind: str, about: Mapping[str, Any], once: Collection[str] = ()
    ) -> AppendixEntry:
        """Append an entry; the next checkpoint covers it."""
        pit = self._pit
        entry = add_entry(pit.database, pit.keys, sealed, int(pit.clock()), kind, about, once)
        pit.ended.append(sealed_head(pit.database, sealed.table, sealed.session))
        return entry

    def reject(self, number: int, sender: Sender, why: str) -> CorrectionProposal:
        """Reject a proposal as a second person, or withdraw it as its proposer."""
        proposal = self.find(number)
        if not why.strip() or len(why) > 500:
            raise BadInput("why: say in at most 500 characters why the correction is rejected")
        self._refuse_decision(proposal, sender, "reject")
        self._decide(proposal, sender, REJECTED, why)
        return self.find(number)

    def find(self, number: int, table_id: str | None = None) -> CorrectionProposal:
        """The proposal with this number; raises Hidden if there is none, or if it is for another table."""
        with self._pit.database.read() as connection:
            row = connection.execute(select(proposals).where(proposals.c.number == number)).one_or_none()
            decided = connection.execute(
                select(proposal_decisions).where(proposal_decisions.c.proposal == number)
            ).one_or_none()
        if row is None or table_id not in (None, row.table_id):
            raise Hidden(f"there is no proposal {number}" + (f" for {table_id}" if table_id is not None else ""))
        sender, body = Sender(row.actor, row.role), json.loads(row.body)
        players = body.pop(PLAYERS, {})
        body.pop(KEY, None)
        made = (row.number, row.table_id, row.session, row.at, row.until, sender, body)
        if decided is None:
            return CorrectionProposal(*made, state=EXPIRED if self._pit.clock() > row.until else OPEN, players=players)
        by = Sender(decided.actor, decided.role)
        return CorrectionProposal(*made, decided.decision, by, decided.at, decided.why, players)

    def of_table(self, table_id: str) -> list[CorrectionProposal]:
        """All proposals for a table, the last one first."""
        query = select(proposals.c.number).where(proposals.c.table_id == table_id).order_by(proposals.c.number.desc())
        with self._pit.database.read() as connection:
            numbers = list(connection.execute(query).scalars())
        return [self.find(number) for number in numbers]

    # Refusals

    def _refuse_decision(self, proposal: CorrectionProposal, sender: Sender, act: str) -> None:
        if proposal.state == EXPIRED:
            late = f"nobody decided it within {VALID_SECONDS // 60} minutes"
            reason = f"proposal {proposal.number} has expired: {late}; propose it again"
            self._refuse(proposal.table, sender, reason, proposal.correction)
        if proposal.state != OPEN:
            done = proposal.state == CONFIRMED
            right = "only another correction undoes it" if done else "propose it again if it is still needed"
            reason = f"proposal {proposal.number} was already {proposal.state}; {right}"
            self._refuse(proposal.table, sender, reason, proposal.correction)
        if sender.actor == proposal.proposer.actor and act == "confirm":
            reason = "the person who proposed a correction cannot confirm it; another person must"
            self._refuse(proposal.table, sender, reason, proposal.correction)
        if sender.actor != proposal.proposer.actor:
            self._refuse_role(proposal.table, sender, CONFIRMS, act, proposal.correction)
            self._refuse_player(
                proposal.table, proposal.session, sender, f"{act} a correction of it", proposal.correction
            )

    def _refuse_player(self, table: str, session: int, sender: Sender, act: str, correction: Mapping[str, Any]) -> None:
        """Refuse whoever has bought in during the session, at any seat: nobody decides about their own money."""
        if any(actor == sender.actor for _, _, actor in purchases(self._pit.database, table, session, since=0)):
            reason = f"you have played in session {session}, so you cannot {act}; somebody who has not must"
            self._refuse(table, sender, reason, correction, CorrectionForbiddenError)

    def _refuse_role(self, table: str, sender: Sender, lowest: str, act: str, correction: Mapping[str, Any]) -> None:
        if not sender.actor:
            reason = f"nobody is signed in, so nobody can {act} a correction"
            self._refuse(table, sender, reason, correction, CorrectionForbiddenError)
        if not at_least(sender.role, lowest):
            reason = f"{role_name(sender.role)} cannot {act} a correction; {role_name(lowest)} or above can"
            self._refuse(table, sender, reason, correction, CorrectionForbiddenError)

    def _refuse(
        self,
        table: str,
        sender: Sender,
        reason: str,
        correction: Mapping[str, Any],
        kind: type[CorrectionRefusedError] = CorrectionRefusedError,
    ) -> NoReturn:
        """Record the attempt, and raise the error."""
        about = f"{reason}: {json.dumps(dict(correction), sort_keys=True)[:1000]}"  # ASCII: it was not checked yet
        who = {"actor": sender.actor[:60], "role": sender.role[:40], "table_id": table[:60]}
        values = {"at": int(self._pit.clock()), **who}
        with self._pit.database.write() as connection:
            connection.execute(insert(attempts).values(**values, kind="correction", about=about))
        raise kind(reason)

    def _decide(self, proposal: CorrectionProposal, sender: Sender, decision: str, why: str) -> None:
        values = {"proposal": proposal.number, "at": int(self._pit.clock()), "actor": sender.actor, "role": sender.role}
        try:
            with self._pit.database.write() as connection:
                connection.execute(insert(proposal_decisions).values(**values, decision=decision, why=why))
        except IntegrityError:
            reason = (
                f"proposal {proposal.number} was decided by somebody else just now; look at the list of corrections"
            )
            self._refuse(proposal.table, sender, reason, proposal.correction)


def _record(correction: Mapping[str, Any], proposer: Sender, confirmer: Sender) -> dict[str, Any]:
    persons = {
        "proposer": proposer.actor,
        "proposed_by": proposer.role,
        "confirmer": confirmer.actor,
        "confirmed_by": confirmer.role,
    }
    return {"do": "correct", **correction, **persons}


def told(answer: Answer | AppendixEntry) -> dict[str, Any]:
    """The answer to a confirmation as plain values, for viewers who may see corrections."""
    if isinstance(answer, AppendixEntry):
        return {"session": answer.session, "appendix": answer.as_json()}
    return {
        "session": answer.session,
        "first": answer.first,
        "last": answer.last,
        "events": [{**event.seen_by(PROPOSES), "at": clock_text(event.at)} for event in answer.events],
        "repeated": answer.repeated,
    }
