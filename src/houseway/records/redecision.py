"""Decides a recorded command again, and compares the events by the rules with the recorded ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from houseway.core import LAYOUT, AnyGame, Event, Fill, Role
from houseway.core.plain import PRIVATE, canonical
from houseway.core.secret import is_sealed
from houseway.law import BadInput, Rules
from houseway.records.hidden_values import sealed_event, unknown_in
from houseway.records.house_file import HouseSecrets
from houseway.records.journal_reader import CommandEvents, Flaw
from houseway.records.lines import record_of
from houseway.records.recorded_table import RecordedHouse
from houseway.table import TablePosition, decide, folded, from_record, unopened
from houseway.table.command_records import Unreadable
from houseway.table.commands import Drawn, OpenTable, ProcedureMode
from houseway.table.position import CAGE, Plain
from houseway.table.reader import INVENTORY_CENTS

Record = dict[str, Any]

LONGEST_PROBLEM = 2000
HOUSE_ONLY = "cannot be verified without the house file, which holds the hidden part of it"
HOUSE_LACKS = "cannot be verified: the house file does not reveal the hidden part of it"


@dataclass(slots=True)
class Attempt:
    """A command decided again from one position: its flaws, the events by the rules, and the position after them."""

    before: Plain
    flaws: list[Flaw] = field(default_factory=list)
    events: tuple[Event, ...] = ()
    after: Plain | None = None

    def bad(self) -> int:
        """The number of flaws, except for parts that cannot be verified without the house file."""
        return sum(flaw.kind != "unverified" for flaw in self.flaws)


class Redecider:
    """Decides commands of one journal again, under its rules and with the recorded answers of the house."""

    def __init__(self, secrets: HouseSecrets) -> None:
        self.secrets = secrets
        self.game: AnyGame | None = None
        self.rules: Rules | None = None
        self.opened: Event | None = None
        self.fills: dict[str, Fill] = {}

    def attempt(self, before: Plain, part: CommandEvents, sealed: CommandEvents, strange: set[int]) -> Attempt:
        """Decide the command again from a position."""
        tried, line, first = Attempt(before), part.lines[0], part.events[0]
        if self.game is None or self.rules is None:
            return tried
        if first.batch[0] != 1 or first.command is None:
            if part.whole:
                tried.flaws.append(Flaw(line, "has no command", "differs"))
            return tried
        try:
            if unknown_in(before):
                raise Unreadable("a position that only the house knows")
            house = self._house([e for each, e in zip(part.lines, part.events, strict=True) if each not in strange])
            command = from_record(self.game, self.rules, first.command)
            seq = first.seq if line not in part.unsure else sealed.events[-1].seq + 1 - len(part.events)
            decided = decide(self.game, self.rules, TablePosition.of(self.game, before), command, first.at, seq, house)
        except Unreadable:
            tried.flaws.append(Flaw(line, self._hidden(), "unverified"))
        except RecursionError:
            tried.flaws.append(Flaw(line, "cannot be decided again: it is nested too deep", "differs"))
        except Exception as error:
            own = isinstance(error, BadInput | AssertionError) and str(error)
            why = str(error) if own else f"{type(error).__name__} {error}".rstrip()
            tried.flaws.append(Flaw(line, f"cannot be decided again: {why}"[:LONGEST_PROBLEM], "differs"))
        else:
            tried.events, tried.after = decided.events, decided.position.plain
            self._compare(tried, part, sealed, decided.events, strange)
            if isinstance(command, Drawn) and command.source != house.source and self.opened is not None:
                wrong = f"was drawn by {command.source!r}, and the table's results come from {house.source!r}"
                tried.flaws.append(Flaw(line, wrong, "differs"))
        return tried

    def _house(self, events: list[Event]) -> RecordedHouse:
        """The recorded answers of the house; if the table's opening is lost, the command's own claim about its source is used."""
        if self.opened is not None and not self.opened.sealed:
            fields = self.opened.fields
            source = str(fields.get("source", ""))
            return RecordedHouse(source, source == "seeded", events, self.fills)
        named = [event.fields["source"] for event in events if isinstance(event.fields.get("source"), dict)]
        name = str(named[0].get("name", "")) if named else "manual"
        return RecordedHouse(name, name == "seeded", events, self.fills)

    def opened_by_default(self, part: CommandEvents) -> list[Plain]:
        """The position after a lost opening, assuming the default opening."""
        if self.game is None or self.rules is None or part.events[0].command is not None:
            return []
        command = OpenTable(ProcedureMode.AUTOMATIC, INVENTORY_CENTS, Role.FLOORPERSON)
        start = TablePosition.of(self.game, unopened())
        first = part.events[0]
        try:
            house = self._house(part.events)
            decided = decide(self.game, self.rules, start, command, first.at, first.seq + 1 - first.batch[0], house)
        except Exception:
            return []
        return [decided.position.plain]

    def _hidden(self) -> str:
        return HOUSE_LACKS if self.secrets.key else HOUSE_ONLY

    def _compare(
        self, tried: Attempt, part: CommandEvents, sealed: CommandEvents, again: tuple[Event, ...], strange: set[int]
    ) -> None:
        """Compare each recorded event with the event by the rules at the same place."""
        for line, old, hidden in zip(part.lines, part.events, sealed.events, strict=True):
            if line in part.unsure or line in strange or not 1 <= old.batch[0] <= len(again):
                continue
            new = replace(
                again[old.batch[0] - 1], actor=old.actor, role=old.role
            )  # the sender cannot be derived from the rules
            was, now, unknown = _comparable(old, new)
            if unknown:
                tried.flaws.append(Flaw(line, self._hidden(), "unverified"))
            unlike = "batch" if old.batch[1] != len(again) else ""  # their number is reported separately
            different = _different_part(was, now, unlike)
            if different is not None:
                shown = _differences(different, was.get(different), now.get(different))
                tried.flaws.append(Flaw(line, f"{old.event}: {shown}"[:LONGEST_PROBLEM], "differs"))
                if unlike:
                    break  # events are missing or added here, so later ones no longer correspond
            elif self.secrets.key and not self._sealed_alike(hidden, new):
                tried.flaws.append(Flaw(line, f"{old.event}: is not sealed as this house seals it", "tampered"))
        if part.whole and len(part.events) != len(again):
            problem = f"the journal has {len(part.events)} of its events, and the rules make {len(again)}"
            tried.flaws.append(Flaw(part.lines[0], problem, "differs"))

    def _sealed_alike(self, old: Event, new: Event) -> bool:
        """Whether the hidden part of an event has the commitment that this house makes."""
        return canonical(record_of(old)) == canonical(record_of(sealed_event(new, self.secrets.key)[0]))

    def position_after(self, part: CommandEvents, tried: Attempt) -> Plain | None:
        """The position after the recorded events."""
        plain = tried.before
        try:
            for event in part.events:
                plain = folded(plain, event)
        except Exception as error:
            if not tried.bad():
                wrong = f"cannot be applied to what came before: {type(error).__name__}: {error}"
                tried.flaws.append(Flaw(part.lines[0], wrong[:LONGEST_PROBLEM], "differs"))
            return None
        return plain

    def repaired(self, plain: Plain | None) -> Plain | None:
        """The position with balanced money: the cage makes up for the moves of lost lines."""
        if self.game is None or plain is None:
            return plain
        try:
            position = TablePosition.of(self.game, plain)
            at_risk = 0 if position.state is None else sum(each.cents for each in self.game.law.placed(position.state))
        except Exception:
            return plain
        accounts = {name: max(0, cents) for name, cents in position.accounts.items() if name != CAGE}
        accounts |= {LAYOUT: at_risk} if at_risk or LAYOUT in accounts else {}
        return {**plain, "accounts": {**accounts, CAGE: -sum(accounts.values())}}


def _comparable(old: Event, new: Event) -> tuple[Record, Record, bool]:
    """Both records without the hidden parts, and whether there are any."""
    was, now, unknown = record_of(old), record_of(new), False
    if old.sealed:
        parts = ("cites", "fields", "sealed")
        was, now, unknown = _without(was, *parts), _without(now, *parts), True
    hidden = [n for n, op in enumerate(old.patch) if isinstance(op, list) and op[:1] == [PRIVATE] and is_sealed(op[-1])]
    if hidden:
        was, now, unknown = _masked(was, hidden), _masked(now, hidden), True
    return was, now, unknown


def _without(record: Record, *names: str) -> Record:
    return {name: value for name, value in record.items() if name not in names}


def _masked(record: Record, hidden: list[int]) -> Record:
    """The record without the values of the hidden parts of its patch."""
    patch = [op[:2] if n in hidden else op for n, op in enumerate(record.get("patch", ()))]
    return {**record, "patch": patch}


def _differences(name: str, was: Any, now: Any) -> str:
    """A difference in words; of two objects, only the members that differ."""
    if not isinstance(was, Mapping) or not isinstance(now, Mapping):
        return f"{name} is {was!r}, and by the rules it is {now!r}"
    members = [each for each in {**was, **now} if canonical([was.get(each)]) != canonical([now.get(each)])]
    return "; ".join(_differences(str(each), was.get(each), now.get(each)) for each in members)


def _different_part(was: Record, now: Record, unlike: str) -> str | None:
    """The first part in which two records differ, other than `unlike`."""
    if canonical(was) == canonical(now):
        return None
    parts = [name for name in {**was, **now} if name != unlike]
    return next((name for name in parts if canonical([was.get(name)]) != canonical([now.get(name)])), None)
