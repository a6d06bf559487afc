"""One command on its way to becoming events: what happened so far, and the money that it moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from houseway.core import (
    INVENTORY,
    AnyGame,
    Chance,
    Due,
    Fact,
    Fill,
    InSlot,
    Moment,
    Move,
    NoMoreBets,
    Outcome,
    Procedure,
    Refusal,
    Result,
    Settled,
    Step,
    Wagers,
    refuse,
    seat_account,
)
from houseway.core.judging import spoken_outcome
from houseway.core.plain import plain
from houseway.law import Citation, Rules
from houseway.table import procedures
from houseway.table.position import CAGE, moved


@dataclass(slots=True)
class Draft:
    """An event on its way: without number, time and batch."""

    event: str
    cites: tuple[Citation, ...]
    fields: dict[str, Any]
    moves: tuple[Move, ...] = ()
    to: str = "all"


@dataclass(slots=True)
class Turn:
    """One command being decided."""

    game: AnyGame
    rules: Rules
    state: Any
    accounts: dict[str, int]
    table: dict[str, Any]
    command: Mapping[str, Any]
    drafts: list[Draft] = field(default_factory=list)
    refills: list[Fill] = field(default_factory=list)

    @property
    def at(self) -> Moment:
        """When."""
        return Moment(self.command["at"])

    @property
    def due(self) -> Due:
        """What the game waits for."""
        return self.game.due(self.rules, self.state)

    def emit(
        self,
        event: str,
        cites: tuple[Citation, ...],
        fields: Mapping[str, Any],
        moves: tuple[Move, ...] = (),
        to: str = "all",
    ) -> None:
        """Something happened; its money moves at once."""
        self.accounts = moved(self.accounts, moves)
        self.drafts.append(Draft(event, cites, dict(fields), moves, to))

    def refused(self, refusal: Refusal, to: str = "all") -> None:
        """The act was unlawful: it is recorded like anything else, and nothing comes of it. `to`: who may see the act."""
        act = {name: value for name, value in self.command.items() if name != "at"}
        if act["do"] == "wager":
            fields = {
                "seat": act["seat"],
                "wager": act["id"],
                "cents": act["cents"],
                "reason": refusal.reason,
            }
            self.emit("wager-refused", refusal.cites, fields)
        else:
            if act["do"] == "choose" and to == "all":  # a refused choice may show what only its maker has seen
                to = self._maker(act["who"])
            self.emit("act-refused", refusal.cites, {**_named(act), "reason": refusal.reason}, to=to)

    def _maker(self, who: str) -> str:
        """Whose choice it is: a player may play another box than the own."""
        seat = who.removeprefix("seat:")
        return who if seat == who else seat_account(self.game.purse(self.state, int(seat)))

    def take(
        self,
        fact: Fact,
        event: str = "",
        cites: tuple[Citation, ...] = (),
        fields: Mapping[str, Any] | None = None,
    ) -> None:
        """Let a lawful fact happen. `event` names it, or else the first thing that the game says of it does."""
        step = self.game.advance(self.rules, self.state, fact)
        self.state = step.state
        self.fill(step.moves)
        if step.fills is not None:
            self.refills.append(step.fills)
            self._unbury()
            again = {step.fills.slot(n) for n, _ in enumerate(step.fills.faces, 1)}
            if again & self.table["faces"].keys():  # what was entered for these places lies there no longer
                kept = {slot: face for slot, face in self.table["faces"].items() if slot not in again}
                self.table = {**self.table, "faces": kept}
        if event:
            self.emit(event, cites, fields or {}, step.moves)
        self._came_of(step, {} if event else dict(fields or {}), moves=() if event else step.moves)

    def _came_of(self, step: Step[Any], fields: dict[str, Any], moves: tuple[Move, ...]) -> None:
        for n, said in enumerate(step.said):
            first = n == 0
            self.emit(
                said.event,
                said.cites,
                {**said.data, **(fields if first else {}), "text": said.text},
                moves if first else (),
                said.to,
            )
        assert step.said or not moves, "money moved that no event explains"
        for settled in step.settled:
            self._settle(settled)
        for said in step.after:
            self.emit(said.event, said.cites, {**said.data, "text": said.text}, to=said.to)

    def fill(self, moves: tuple[Move, ...]) -> None:
        """Where the table inventory is short of what it must pay, the cage fills it first."""
        short = sum(m.cents for m in moves if m.source == INVENTORY) - self.accounts.get(INVENTORY, 0)
        if short > 0:
            self.emit("table-filled", (), {"cents": short}, (Move(CAGE, INVENTORY, short),))

    def _settle(self, settled: Settled) -> None:
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

    def judge(self, fact: Fact, to: str = "all") -> bool:
        """Is it lawful? Where it is not, the refusal is recorded, for whoever may see the act."""
        refusal = refuse(self.game, self.rules, self.state, fact)
        if refusal is not None:
            self.refused(refusal, to)
        return refusal is None

    def go_on(self) -> None:
        """What follows by itself: procedures at a table that completes its own, and results that were read ahead."""
        for _ in range(10_000):
            due = self.due
            if isinstance(due, Procedure) and self.automatic(due.name):
                if not procedures.complete(self, due.name):
                    return
            elif isinstance(due, Chance) and "".join(due.slots) in self.table["faces"]:
                if not self._seen_before(due):
                    return
            elif self.table["pending"] and _takes_next(due):
                if not self._read_ahead(due):
                    return
            else:
                return
        raise AssertionError("the game goes on and on by itself")

    def _read_ahead(self, due: Due) -> bool:
        """The next of the results that were entered ahead; one that cannot be ends them all."""
        if not isinstance(due, Chance):
            self.take(NoMoreBets(self.game.caller(self.rules), self.at))
            return True
        outcome, *rest = self.table["pending"]
        self.table = {**self.table, "pending": rest}
        face = hashable(outcome)
        fact = Result(as_read(due, face))
        by = self.command.get("by", self.game.caller(self.rules))
        refusal = refuse(self.game, self.rules, self.state, fact) or self.used_up(due, face)
        if refusal is not None:
            self._refused_face(refusal, fact, by, due.to)
            self.table = {**self.table, "pending": []}
            return False
        self.keep(due, face)
        self.observe(fact, {"source": "observed", "by": by})
        return True

    def _seen_before(self, due: Chance) -> bool:
        """Slots whose face was entered before: with others in their places, or when less of it was read (a hole card)."""
        face = hashable(self.table["faces"]["".join(due.slots)])
        fact = Result(as_read(due, face))
        refusal = refuse(self.game, self.rules, self.state, fact)
        if refusal is not None:
            self._refused_face(refusal, fact, self.game.caller(self.rules), due.to)
            self.table = {**self.table, "faces": {}}
            return False
        if not due.again:
            left = {slot: kept for slot, kept in self.table["faces"].items() if slot != "".join(due.slots)}
            self.table = {**self.table, "faces": left}
        self.observe(fact, {"source": "observed", "by": self.game.caller(self.rules)})
        return True

    def _refused_face(self, refusal: Refusal, fact: Result, by: str, to: str) -> None:
        """Of what was entered before only the face that cannot be is told, to whoever may see it: not the act that led to it."""
        shown = {"do": "result", **self.game.show_result(self.rules, fact.value), "source": "observed", "by": by}
        self.emit("act-refused", refusal.cites, {**shown, "reason": refusal.reason}, to=to)

    def keep(self, due: Chance, face: Any) -> None:
        """Remember an entered face of which less is read now: it is read later, or at least cannot come a second time."""
        if due.read is None or not due.slots or face not in due.weights:
            return
        if due.again:
            self.table = {**self.table, "faces": {**self.table["faces"], "".join(due.slots): plain(face)}}
        elif due.copies is not None:
            self.table = {**self.table, "buried": [*self.buried, plain(face)]}

    @property
    def buried(self) -> list[Any]:
        """Faces that were entered of what is out of play face down (burned cards), until all are arranged anew."""
        return list(self.table.get("buried", ()))

    def _unbury(self) -> None:
        """What was buried is arranged with the rest."""
        if self.buried:
            self.table = {**self.table, "buried": []}

    def used_up(self, due: Chance, face: Any) -> Refusal | None:
        """Can a face not come because all that nobody has seen of it were entered as lying face down?"""
        left = left_of(due, face, self.table)
        if left is None or left > 0:
            return None
        shown = spoken_outcome(self.game, self.rules, face)
        reason = f"{shown} cannot come of the {due.what}: the last of them was entered for a card that lies face down"
        return Refusal(f"{reason}; enter another face", due.cites)

    def observe(self, fact: Result, fields: Mapping[str, Any]) -> None:
        """A result that is lawful is taken, and shown as the game shows it."""
        self.take(fact, fields={**self.game.show_result(self.rules, fact.value), **fields})

    def automatic(self, procedure: str) -> bool:
        """Does the table complete this procedure itself?"""
        mode = self.table["procedure"]
        return bool(mode == "automatic" or (mode == "opening-by-hand" and procedure != "opening"))


def _named(act: Mapping[str, Any]) -> dict[str, Any]:
    """An act's own fields, as an event shows them: what people noted stays apart from what we say."""
    return {name: value for name, value in act.items() if value not in ("", {})}


def _takes_next(due: Due) -> bool:
    """Is what was entered ahead for this: a result that is still to come, or a window that the next one closes?"""
    return not due.lies if isinstance(due, Chance) else isinstance(due, Wagers) and due.within


def hashable(value: Any) -> Any:
    """A plain value as an outcome: lists become tuples again."""
    return tuple(hashable(each) for each in value) if isinstance(value, list) else value


def in_places(due: Due, outcomes: tuple[Outcome, ...]) -> tuple[list[Outcome], dict[str, Any]]:
    """Outcomes in their order, the first of them for what is due; and the faces that were entered with their places."""
    faces = {each.slot: each.face for each in outcomes if isinstance(each, InSlot)}
    others = [each for each in outcomes if not isinstance(each, InSlot)]
    if not others:
        others = [faces.pop("".join(due.slots) if isinstance(due, Chance) else "", None)]
    return others, {slot: plain(face) for slot, face in faces.items()}


def left_of(due: Chance, face: Any, table: Mapping[str, Any]) -> int | None:
    """How many of a face can still come, without those entered for other places; None where faces are not used up."""
    unseen = None if due.copies is None else due.copies(face)
    if unseen is None:
        return None
    elsewhere = [kept for slot, kept in table["faces"].items() if slot != "".join(due.slots)]
    return unseen - [hashable(kept) for kept in (*elsewhere, *table.get("buried", ()))].count(face)


def without_entered(due: Chance, table: Mapping[str, Any]) -> Chance:
    """The chance as it is once faces that were entered for cards that lie face down are known not to come."""
    if due.copies is None or not (table["faces"] or table.get("buried")):
        return due
    weights = {
        face: weight // copies * left
        for face, weight in due.weights.items()
        if (copies := due.copies(face)) and (left := left_of(due, face, table) or 0) > 0
    }
    return replace(due, weights=weights)


def as_read(due: Chance, face: Any) -> Any:
    """What a table sees of a face: where a device reads it for us, only what the device tells."""
    return due.read(face) if due.read is not None and face in due.weights else face
