"""One command while it becomes events: what has happened so far, and the money that it moved."""

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
from houseway.core.secret import disclosed, opening
from houseway.law import Citation, Rules
from houseway.table import commands as asked
from houseway.table import entered, orders, procedures
from houseway.table.command_records import to_record
from houseway.table.house import House
from houseway.table.position import CAGE, TablePosition, moved


class Draft(NamedTuple):
    """An event without its time and batch."""

    event: str
    cites: tuple[Citation, ...]
    fields: dict[str, Any]
    moves: tuple[Move, ...] = ()
    to: str = EVERYBODY


_draft = tuple.__new__  # as `Draft` makes one, without asking which fields were given


class Turn(Driver[Any]):
    """One command being decided."""

    __slots__ = ("accounts", "at", "carried_out", "command", "drafts", "house", "seq", "table", "waited_for")

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
        super().__init__(game, rules, before.state, before.due)
        self.accounts: dict[str, int] = before.plain["accounts"]
        self.table = before.table
        self.command, self.at, self.seq, self.house = command, at, seq, house
        self.drafts: list[Draft] = []
        self.carried_out = False  # the command is decided: what follows now is the table's own
        self.waited_for = before.due

    def emit(
        self,
        event: str,
        cites: tuple[Citation, ...],
        fields: Mapping[str, Any],
        moves: tuple[Move, ...] = (),
        to: str = EVERYBODY,
    ) -> None:
        """Add an event; its money moves at once."""
        told = fields if type(fields) is dict else dict(fields)
        wrong = fields_problem(self.game, event, told)
        assert wrong is None, f"{self.game.id}: {event}: {wrong}"
        if moves:
            self.accounts = moved(self.accounts, moves)
        self.drafts.append(_draft(Draft, (event, cites, told, moves, to)))

    @property
    def next_seq(self) -> int:
        """The number that the next event will have."""
        return self.seq + len(self.drafts)

    def refused(self, refusal: Refusal, to: str = EVERYBODY) -> None:
        """Record the refusal of an unlawful act, which has no other effect. `to`: who may see the act.

        After the command has been decided, nobody's act is refused: the table waits.
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
        """What would follow by itself cannot be done now; told once, where it waited for the same thing before."""
        due = self.due
        if isinstance(due, Procedure) and due == self.waited_for:
            return
        fields = {"reason": refusal.reason, "text": f"The table waits: {refusal.reason.rstrip('.')}."}
        if isinstance(due, Procedure):
            fields["procedure"] = due.name
        self.emit("table-waits", refusal.cites, fields)

    def _shown_to(self, to: str) -> str:
        """Who may see the act: only its maker, if it has something private, maybe face down, or entered ahead."""
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
        if isinstance(command, asked.MakeChoice):
            record["data"] = dict(command.data)
        if isinstance(command, asked.Correct):  # who they were stands in the command, which players do not see
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
        short = sum([m.cents for m in moves if m.source == INVENTORY]) - self.accounts.get(INVENTORY, 0)
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
        refusal = self.refusal(fact)
        if refusal is not None:
            self.refused(refusal, to)
        return refusal is None

    def go_on(self) -> None:
        """Do everything automatic: procedures at a table that completes its own, and results that were entered ahead."""
        for _ in self.until(never, self._by_itself):
            raise AssertionError("automatic acts are recorded as they are carried out")

    def _by_itself(self, _: Driver[Any]) -> tuple[()] | None:
        """Carry out what follows, and record it; None where nothing does, or where it is refused."""
        due = self.due
        if isinstance(due, Procedure):
            went = not due.waits and self.automatic(due.name) and procedures.complete(self, due.name)
        elif self.table.faces and isinstance(due, Chance) and "".join(due.slots) in self.table.faces:
            went = self._entered_before(due)
        else:
            went = bool(self.table.pending) and _takes_next(due) and self._read_ahead(due)
        return () if went else None

    def close_window(self) -> bool:
        """Close a window within a round, which ends with the next result rather than an announcement. False: it was refused."""
        closing = NoMoreBets(self.game.law.caller(self.rules), self.at)
        lawful = self.judge(closing)
        if lawful:
            self.take(closing)
        return lawful

    def _read_ahead(self, due: Due) -> bool:
        """Use the next result that was entered ahead; an impossible one drops all of them."""
        if not isinstance(due, Chance):
            return self.close_window()
        kept, *rest = self.table.pending
        self.table = replace(self.table, pending=tuple(rest))
        by = self.command.by if isinstance(self.command, asked.EnterResult) else self.game.law.caller(self.rules)
        face = entered.hashable(disclosed(kept))
        fact = Result(entered.as_read(due, face))
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
        fact = Result(entered.as_read(due, entered.hashable(disclosed(kept))))
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

    def used_up(self, due: Chance, face: Any) -> Refusal | None:
        """Refuse a face whose unseen copies have all been entered for other slots."""
        left = entered.left_of(due, face, self.table)
        known = (
            due.copies is not None and due.copies(face) == 0 and due.may_bring(face)
        )  # one too many is reported as such
        if left is None or left > 0 or known:
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
        ended = orders.ended_by_hand(self, due)
        opened = opening(kept) if entered.hashable(disclosed(kept)) == fact.value else None
        more = {"opened": opened} if opened is not None else {}
        shown = self.game.present.show_result(self.rules, fact.value)
        self.take(fact, fields={**shown, **fact.data, "source": "observed", **fields, **more})
        if ended is not None:
            orders.tell_ended(self, ended)

    def automatic(self, procedure: str) -> bool:
        """Does the table complete this procedure itself?"""
        mode = self.table.procedure
        return mode is asked.ProcedureMode.AUTOMATIC or (
            mode is asked.ProcedureMode.OPENING_BY_HAND and procedure != "opening"
        )


def _takes_next(due: Due) -> bool:
    """Do results that were entered ahead apply here: to a result still to come, or a window that the next result closes?"""
    return not due.already_dealt if isinstance(due, Chance) else isinstance(due, Wagers) and due.within
