"""One command while it becomes events: the events so far, and the money that moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from houseway.core import (
    EVERYBODY,
    INVENTORY,
    AnyGame,
    Chance,
    Due,
    Fact,
    Moment,
    Move,
    NoMoreBets,
    Procedure,
    Refusal,
    Result,
    Role,
    Seat,
    Settled,
    Step,
    Wagers,
    Who,
    fields_problem,
    seat_account,
)
from houseway.core.driver import Driver, never
from houseway.core.frozen import replace
from houseway.core.judging import refuse
from houseway.core.secret import disclosed, opening
from houseway.law import Citation, Rules
from houseway.table import commands as asked
from houseway.table import entered, orders, procedures
from houseway.table.command_records import to_record
from houseway.table.house import House
from houseway.table.position import CAGE, TablePosition, moved


class EventDraft(NamedTuple):
    """An event without its time and batch."""

    event: str
    cites: tuple[Citation, ...]
    fields: dict[str, Any]
    moves: tuple[Move, ...] = ()
    to: str = EVERYBODY


_draft = tuple.__new__  # as `EventDraft` makes one, without asking which fields were given


class Turn(Driver[Any]):
    """One command being decided. What is due is computed as soon as the state changes: a table always asks for it."""

    __slots__ = ("accounts", "at", "carried_out", "command", "drafts", "due", "house", "seq", "table", "waited_for")
    due: Any

    def __init__(
        self,
        game: AnyGame,
        rules: Rules,
        before: TablePosition,
        command: asked.Decidable,
        at: Moment,
        seq: int,
        house: House,
    ) -> None:
        self.game, self.rules, self.state = game, rules, before.state
        self.due = self.waited_for = before.due
        if before.due is None and before.state is not None:
            self.due = self.waited_for = game.law.due(rules, before.state)
        self.accounts: dict[str, int] = before.plain["accounts"]
        self.table = before.table
        self.command, self.at, self.seq, self.house = command, at, seq, house
        self.drafts: list[EventDraft] = []
        self.carried_out = False  # the command is decided: the table does the rest by itself

    def emit(
        self,
        event: str,
        cites: tuple[Citation, ...],
        fields: Mapping[str, Any],
        moves: tuple[Move, ...] = (),
        to: str = EVERYBODY,
    ) -> None:
        """Add an event; its money moves immediately."""
        told = fields if type(fields) is dict else dict(fields)
        wrong = fields_problem(self.game, event, told)
        assert wrong is None, (
            f"{self.game.id}: {event}: {wrong}; Law.event_kinds declares the fields of a game's events"
        )
        if moves:
            self.accounts = moved(self.accounts, moves)
        self.drafts.append(_draft(EventDraft, (event, cites, told, moves, to)))

    def stand(self, state: Any) -> None:
        """Go to a state of the game."""
        self.state, self.due = state, self.game.law.due(self.rules, state)

    def advance(self, fact: Fact) -> Step[Any]:
        """Apply a fact that has been judged lawful."""
        law = self.game.law
        step = law.advance(self.rules, self.state, fact)
        if step.state is not self.state:
            self.state, self.due = step.state, law.due(self.rules, step.state)
        return step

    @property
    def next_seq(self) -> int:
        """The number that the next event will have."""
        return self.seq + len(self.drafts)

    def refused(self, refusal: Refusal, to: str = EVERYBODY) -> None:
        """Record the refusal of an unlawful act, which has no other effect. `to`: who may see the act.

        After the command has been decided, the table waits instead.
        """
        command = self.command
        if self.carried_out:
            self._wait(refusal)
            return
        if isinstance(command, asked.PlaceWager):
            fields = {"seat": command.seat, "wager": command.id, "cents": command.cents, "reason": refusal.reason}
            self.emit("wager-refused", refusal.cites, fields)
            return
        self.emit("act-refused", refusal.cites, {**self._act(), "reason": refusal.reason}, to=self._shown_to(to))

    def _wait(self, refusal: Refusal) -> None:
        """Record that an automatic step cannot be done now; once, if the table already waited for the same thing."""
        due = self.due
        if isinstance(due, Procedure) and due == self.waited_for:
            return
        fields = {"reason": refusal.reason, "text": f"The table waits: {refusal.reason.rstrip('.')}."}
        if isinstance(due, Procedure):
            fields["procedure"] = due.name
        self.emit("table-waits", refusal.cites, fields)

    def _shown_to(self, to: str) -> str:
        """The readers of the act: only its maker, if a part of it is private, may be face down, or was entered ahead."""
        match self.command:
            case asked.MakeChoice(who=who) if to == EVERYBODY:
                return self._maker(who)
            case asked.EnterResult(outcomes=outcomes, salts=salts, by=by) if to == EVERYBODY:
                return by if any(salts) or len(outcomes) > 1 else to
        return to

    def _act(self) -> dict[str, Any]:
        """The act's own fields, as an event shows them; people's notes stay separate from our own text."""
        command = self.command
        if isinstance(command, asked.EnterResult):
            return {"do": "result", **entered.shown(self.game, self.rules, command)}
        record = to_record(self.game, self.rules, command)
        if isinstance(command, asked.TakeDown) and command.cents:
            record["do"] = "reduce"
        if isinstance(command, asked.MakeChoice):
            record["data"] = dict(command.data)
        if isinstance(command, asked.Correct):  # the command says who they were; players do not see it
            del record["proposer"], record["confirmer"]
        return {name: value for name, value in record.items() if value not in ("", {}, None)}

    def _maker(self, who: Who) -> Who:
        """The player who makes the choice; a player may play more boxes than their own."""
        return seat_account(self.game.law.purse(self.state, who.number)) if isinstance(who, Seat) else who

    def take(
        self,
        fact: Fact,
        event: str = "",
        cites: tuple[Citation, ...] = (),
        fields: Mapping[str, Any] | None = None,
    ) -> None:
        """Apply a lawful fact. `event` names its event; otherwise the first announcement of the game does."""
        step = self.advance(fact)
        moves, given = step.moves, fields or {}
        if moves:
            self.fill(moves)
        for said in step.before:
            self.emit(said.event, said.cites, {**said.data, "text": said.text}, to=said.to)
        if event:
            self.emit(event, cites, given, moves)
            moves, given = (), {}
        self._came_of(step, given, moves)
        if step.fills is not None:
            self.table = entered.mixed_in(self.table, step.fills)
            orders.arrange(self, step.fills)

    def _came_of(self, step: Step[Any], fields: Mapping[str, Any], moves: tuple[Move, ...]) -> None:
        assert step.said or not moves, "money moved that no event explains"
        for said in step.said:
            self.emit(said.event, said.cites, {**said.data, **fields, "text": said.text}, moves, said.to)
            fields, moves = {}, ()
        for settled in step.settled:
            self._settle(settled)
        for said in step.after:
            self.emit(said.event, said.cites, {**said.data, "text": said.text}, to=said.to)

    def fill(self, moves: tuple[Move, ...]) -> None:
        """If the table inventory cannot cover what it must pay, the cage fills it first."""
        short = -self.accounts.get(INVENTORY, 0)
        for move in moves:
            if move.source == INVENTORY:
                short += move.cents
        if short > 0:
            self.emit("table-filled", (), {"cents": short}, (Move(CAGE, INVENTORY, short),))

    def _settle(self, settled: Settled) -> None:
        if settled.moves:
            self.fill(settled.moves)
        fields = {
            "seat": settled.seat,
            "wager": settled.wager,
            "cents": settled.cents,
            "result": settled.result.value,
            "returned_cents": settled.returned_cents,
            "vigorish_cents": settled.vigorish_cents,
            **settled.about,
        }
        self.emit("wager-settled", settled.because, fields, settled.moves)

    def judge(self, fact: Fact, to: str = EVERYBODY) -> bool:
        """Is it lawful? If not, record the refusal for those who may see the act."""
        refusal = refuse(self.game, self.rules, self.state, fact, self.due)
        if refusal is not None:
            self.refused(refusal, to)
        return refusal is None

    def go_on(self) -> None:
        """Do everything automatic: procedures at a table that completes its own, and results that were entered ahead."""
        table = self.table
        if not table.pending and not table.faces and not isinstance(self.due, Procedure):
            return  # usually somebody must decide
        for _ in self.until(never, self._by_itself):
            raise AssertionError("automatic acts are recorded as they are carried out")

    def _by_itself(self, _: Driver[Any]) -> tuple[()] | None:
        """Carry out the consequences, and record them; None if there are none, or if they are refused."""
        due = self.due
        if isinstance(due, Procedure):
            went = not due.waits and self.automatic(due.name) and procedures.complete(self, due.name)
        elif self.table.faces and isinstance(due, Chance) and "".join(due.slots) in self.table.faces:
            went = self._entered_before(due)
        else:
            went = bool(self.table.pending) and self._takes_next(due) and self._read_ahead(due)
        return () if went else None

    def _takes_next(self, due: Due) -> bool:
        """Do results that were entered ahead apply here: to a result still to come, or to a window that takes no more wagers?

        Results in the same command as one that was seen early have been seen, too.
        """
        if isinstance(due, Chance):
            return not due.already_dealt
        if not isinstance(due, Wagers):
            return False
        return (due.within and not due.takes) or (due.early is not None and isinstance(self.command, asked.EnterResult))

    def close_window(self) -> bool:
        """Close a window within a round, which ends with the next result rather than an announcement. False: it was refused."""
        closing = NoMoreBets(self.game.law.caller(self.rules), self.at)
        lawful = self.judge(closing)
        if lawful:
            self.take(closing)
        return lawful

    def _read_ahead(self, due: Due) -> bool:
        """Use the next result that was entered ahead; an impossible one drops all of them."""
        if isinstance(due, Wagers) and due.early is not None:
            due = due.early
        if not isinstance(due, Chance):
            return self.close_window()
        kept, *rest = self.table.pending
        self.table = replace(self.table, pending=tuple(rest))
        by = self.command.by if isinstance(self.command, asked.EnterResult) else self.game.law.caller(self.rules)
        face = entered.hashable(disclosed(kept))
        fact = self.result_of(due, face)
        refusal = self.refusal(fact) or self.used_up(due, face)
        if refusal is not None:
            self._refused_face(refusal, fact, by, due.to)
            self.table = replace(self.table, pending=())
            return False
        self.table = entered.kept(self.table, due, kept)
        self.observe(due, fact, kept, {"by": str(by)})
        return True

    def _entered_before(self, due: Chance) -> bool:
        """Use a face that was entered before: for its slot, or when only part of it was read (a hole card)."""
        slot = "".join(due.slots)
        kept = self.table.faces[slot]
        fact = self.result_of(due, entered.hashable(disclosed(kept)))
        refusal = self.refusal(fact)
        if refusal is not None:
            self._refused_face(refusal, fact, self.game.law.caller(self.rules), due.to)
            self.table = replace(self.table, faces={})
            return False
        if not due.again:
            left = {name: face for name, face in self.table.faces.items() if name != slot}
            self.table = replace(self.table, faces=left)
        self.observe(due, fact, kept, {"by": str(self.game.law.caller(self.rules))})
        return True

    def _refused_face(self, refusal: Refusal, fact: Result, by: Role, to: str) -> None:
        """Report only the impossible face among those entered before, to those who may see it, and not the act that led to it."""
        shown = {"do": "result", **self.game.present.show_result(self.rules, fact.value), "by": str(by)}
        hidden = self.game.law.is_face(fact.value) and to == EVERYBODY
        self.emit("act-refused", refusal.cites, {**shown, "reason": refusal.reason}, to=by if hidden else to)

    def result_of(self, due: Chance, face: Any) -> Result:
        """An entered face as a fact: as it is read, or the face itself if it is one copy too many."""
        one_too_many = entered.surplus(due, face, self.table)
        return Result(face if one_too_many else entered.as_read(due, face), surplus=one_too_many)

    def used_up(self, due: Chance, face: Any) -> Refusal | None:
        """Refuse a face whose unseen copies have all been entered for other slots, if the chapter does not say what follows."""
        left = None if due.irregular is not None else entered.left_of(due, face, self.table)
        if left is None or left > 0:
            return None
        text = " ".join(str(each) for each in entered.listed(self.game.present.show_result(self.rules, face)))
        reason = (
            f"{text} is not possible for the {due.what}: with the entries before it, there would be too many copies"
        )
        return Refusal(f"{reason}; check the real ones again", due.cites)

    def observe(self, due: Chance, fact: Result, kept: Any, fields: Mapping[str, Any]) -> None:
        """Apply a lawful result that somebody entered, and show it as the game does.

        If a hidden face is shown now, the event opens the commitment to it.
        """
        ended, before = orders.ended_by_hand(self, due), len(self.drafts)
        opened = opening(kept) if entered.hashable(disclosed(kept)) == fact.value else None
        more = {"opened": opened} if opened is not None else {}
        shown = self.game.present.show_result(self.rules, fact.value)
        self.take(fact, fields={**shown, **fact.data, "source": "observed", **fields, **more})
        if ended is not None:
            orders.tell_ended(self, ended)
        left = len(self.table.pending)
        voided = next((draft for draft in self.drafts[before:] if draft.event == "round-voided"), None)
        if left and (voided is not None or (fact.surplus and isinstance(self.due, Procedure))):
            rest = "from the old ones" if fact.surplus else "for the round that is void"
            text = f"{left} more had been entered {rest}: what is left does not count."
            self.emit("entered-dropped", voided.cites if voided else self.due.cites, {"left": left, "text": text})
            self.table = replace(self.table, pending=())

    def automatic(self, procedure: str) -> bool:
        """Does the table complete this procedure itself?"""
        mode = self.table.procedure
        return mode is asked.ProcedureMode.AUTOMATIC or (
            mode is asked.ProcedureMode.OPENING_BY_HAND and procedure != "opening"
        )
