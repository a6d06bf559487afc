"""The audit: check the hash chain and the end of a journal, and decide every command again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from houseway.core import LAYOUT, AnyGame, Event, Fill, Role, kinds_of
from houseway.core.event_kinds import TableOpened
from houseway.core.plain import PRIVATE, canonical
from houseway.core.secret import is_sealed
from houseway.core.shapes import problem
from houseway.games import UnknownGame
from houseway.law import BadInput, Rules
from houseway.law.errors import BadArgument
from houseway.records.claims import RecordedHouse, named_rules, opened_in, rules_of
from houseway.records.house_file import HouseSecrets, read_house
from houseway.records.lines import record_of
from houseway.records.reading import MOST_FLAWS, Flaw, Lines, Part, Reading
from houseway.records.sealing import opened_event, sealed_event, unknown_in
from houseway.records.seals import Seals, other_cards
from houseway.table import TablePosition, decide, folded, from_record, unopened
from houseway.table.command_records import Unreadable
from houseway.table.commands import Drawn, OpenTable, ProcedureMode
from houseway.table.position import CAGE, Plain
from houseway.table.reader import INVENTORY_CENTS

Record = dict[str, Any]

LONGEST_PROBLEM = 2000
NAMED_IN_RUN, NAMED_IN_COMMAND = 3, 4
MOST_POSITIONS, MOST_ALIKE = 6, 3
KINDS = ("tampered", "differs", "torn", "unverified")  # worst first
HOUSE_ONLY = "cannot be verified without the house file, which holds the hidden part of it"
HOUSE_LACKS = "cannot be verified: the house file does not reveal the hidden part of it"


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit.

    `status`: whole, unsealed (the end is not proven), unverified (parts need the house file), torn, differs or tampered.
    """

    status: str
    events: int
    rounds: int
    commands: int
    sealed: bool
    head: str
    flaws: tuple[Flaw, ...]
    note: str
    seals: Seals = field(default_factory=Seals)
    practice: bool = False
    outstanding: tuple[str, ...] = ()  # approvals that the table lacked when it was opened
    seeded: bool = False
    piece: str = "card"  # what is drawn from a sealed order

    @property
    def whole(self) -> bool:
        """Whether the journal is complete and unchanged, and the rules confirm every decision."""
        return self.status == "whole"

    def as_json(self) -> dict[str, Any]:
        """The audit as plain values."""
        cards = {"sealed": self.seals.drawn, "entered": self.seals.entered, "unsealed": self.seals.unsealed}
        return {
            "whole": self.whole,
            "status": self.status,
            "events": self.events,
            "rounds": self.rounds,
            "commands": self.commands,
            "sealed": self.sealed,
            "practice": self.practice,
            "outstanding": list(self.outstanding),
            "head": self.head,
            "findings": [{"line": flaw.line, "kind": flaw.kind, "problem": flaw.problem} for flaw in self.flaws],
            "seals": [seal.as_json() for seal in self.seals.seals],
            "cards": cards,
            "note": self.note,
        }


def audit_journal(
    path: Path | Lines, head: str | None = None, house: Path | HouseSecrets | None = None, outside: bool = False
) -> Audit:
    """Audit a journal.

    `head` is the hash of one of its lines, kept elsewhere; `house` has the hidden values, or is the house file with them. Games
    from `HOUSEWAY_GAMES` run somebody else's code: they are used only if `outside` is true.
    """
    if not __debug__:
        raise BadInput("an audit needs the assertions of the rules; run Python without -O")
    if isinstance(house, Path):
        house = read_house(house)
    secrets = house if house is not None else opened_in(path)
    return _Auditor(path, secrets, head.lower() if head else None, outside).run()


@dataclass(slots=True)
class _Tried:
    """A command decided again from one position: its flaws, the events by the rules, and the position after them."""

    before: Plain
    flaws: list[Flaw] = field(default_factory=list)
    events: tuple[Event, ...] = ()
    after: Plain | None = None

    def bad(self) -> int:
        """The number of flaws, except for parts that cannot be verified without the house file."""
        return sum(flaw.kind != "unverified" for flaw in self.flaws)


class _Auditor:
    """Goes through a journal once, and continues after a flaw.

    After a flaw the table's position may be the recorded one or the one by the rules. The next command is decided from each of
    them, and the positions that it follows from are kept. If it follows from none, an earlier line is missing; then only the
    first few commands of such a run are reported one by one.
    """

    def __init__(self, path: Path | Lines, secrets: HouseSecrets, head: str | None, outside: bool) -> None:
        self.secrets, self.wanted, self.outside = secrets, head, outside
        self.reading = Reading(path, None, head, secrets.key)
        self.seals = Seals()
        self.found: list[Flaw] = []
        self.positions: list[Plain] = [unopened()]
        self.commands = self.rounds = 0
        self.latest = 0
        self.drawn: int | None = 0  # position of a seeded source; None if a lost line may have changed it
        self.opened: Event | None = None
        self.closed = self.lost = False
        self.run_start = self.run_length = 0
        self.fills: dict[str, Fill] = {}
        self.game: AnyGame | None = None
        self.rules: Rules | None = None

    def run(self) -> Audit:
        reading = self.reading
        for part in reading.parts():
            self.commands += 1
            self._part(part)
        self._end_run()
        in_a_pit = reading.header is not None and "table" in reading.header  # there a session waits until it is opened
        if not reading.events and not reading.flaws and not in_a_pit:
            self._flaw(1, "no table was opened", "torn")
        if reading.sealed and not self.closed:
            self._flaw(reading.seal_line, "seals the journal of a table that was not closed")
        if self.secrets.key:
            self.seals.open_with(self.secrets.order)
        of_house = [Flaw(1, f"the house file: {problem}", "tampered") for problem in self.secrets.flaws]
        flaws = sorted([*of_house, *reading.flaws, *self.found, *self.seals.flaws], key=lambda flaw: flaw.line)
        status, note = self._verdict(flaws)
        opened = self.opened.fields if self.opened is not None else {}
        outstanding, seeded = opened.get("outstanding"), opened.get("source") == "seeded"
        return Audit(
            status, reading.events, self.rounds, self.commands, reading.sealed, reading.head,
            tuple(flaws[:MOST_FLAWS]), note, self.seals, bool(opened.get("practice")),
            tuple(map(str, outstanding)) if isinstance(outstanding, list) else (), seeded,
            self.game.present.piece if self.game is not None else "card",
        )  # fmt: skip

    def _flaw(self, line: int, problem: str, kind: str = "differs") -> None:
        if len(self.found) < MOST_FLAWS:
            self.found.append(Flaw(line, problem, kind))

    def _begin(self, first: Event) -> None:
        """Read the rules from the first line, or if that is not possible from the table's opening."""
        try:
            self.game, self.rules = rules_of(self.reading.header, self.outside)
        except BadInput as error:
            self._refuse_not_loaded(error, first)
            self._flaw(1, str(error))
            try:
                if problem(TableOpened, first.fields) is None:
                    self.game, self.rules = named_rules(first.fields, self.outside)
            except BadInput:
                return

    def _refuse_not_loaded(self, error: BadInput, first: Event) -> None:
        """Raise if the journal consistently names a game that is not loaded: without its rules there is nothing to compare."""
        header = self.reading.header
        if not isinstance(error, UnknownGame) or header is None or first.fields.get("game") != header["game"]:
            return
        game = header["game"]
        if self.outside:
            right = "name the folder that holds it in HOUSEWAY_GAMES"
            raise BadInput(f'the journal is of the game "{game}", which is not loaded; {right}') from error
        right = "this is needed to run games from HOUSEWAY_GAMES"
        raise BadArgument("outside", f': the journal is of "{game}", which is no built-in game; {right}') from error

    def _part(self, part: Part) -> None:
        """Decide one command again, compare it with the record, and update the positions."""
        sealed, part = part, replace(part, events=[opened_event(event, self.secrets.find) for event in part.events])
        if self.commands == 1:
            self._begin(part.events[0])
        for event in part.events:
            self.opened = event if event.event == "table-opened" and self.opened is None else self.opened
            self.closed = self.closed or event.event == "table-closed"
            self.rounds = max(self.rounds, event.round if event.event == "result" else 0)
        self._in_time(part)
        strange = self._strange(part)
        if self.commands == 1 and not part.whole:
            self.positions += self._opened_by_default(part)
        tried = [self._tried(before, part, sealed, strange) for before in self.positions]
        best = min(tried, key=_Tried.bad)
        recorded = self._folded(part, best)
        self._report(part, best)
        for line, event in zip(part.lines, part.events, strict=True):
            if line not in strange and line not in part.unsure:
                self._seal(line, event)
        self._lost(part, best, strange)
        self._go_on(part, recorded, best, tried)

    def _in_time(self, part: Part) -> None:
        """Report a command that is earlier than the one before it."""
        line, first = part.lines[0], part.events[0]
        if line in part.unsure:
            return
        if first.at < self.latest:
            self._flaw(line, "is earlier than the command before it")
        self.latest = first.at

    def _strange(self, part: Part) -> set[int]:
        """Lines with events that no table of this game writes."""
        found: set[int] = set()
        kinds = kinds_of(self.game) if self.game is not None else {}
        for line, event in zip(part.lines, part.events, strict=True):
            if event.sealed or not kinds or line in part.unsure:
                continue
            kind = kinds.get(event.event)
            wrong = "is not an event of this game" if kind is None else problem(kind, event.fields)
            if wrong is not None:
                found.add(line)
                self._flaw(line, f"{event.event}: {wrong}"[:LONGEST_PROBLEM])
        return found

    def _tried(self, before: Plain, part: Part, sealed: Part, strange: set[int]) -> _Tried:
        """Decide the command again from a position."""
        tried, line, first = _Tried(before), part.lines[0], part.events[0]
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

    def _opened_by_default(self, part: Part) -> list[Plain]:
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

    def _lost(self, part: Part, best: _Tried, strange: set[int]) -> None:
        """Replace unreadable lines of a command by its events according to the rules."""
        if part.whole and not strange:
            return
        self.drawn = None
        read = {e.batch[0] for n, e in zip(part.lines, part.events, strict=True) if n not in strange | part.unsure}
        for event in best.events:
            if event.batch[0] not in read:
                self.seals.follow(event)

    def _hidden(self) -> str:
        return HOUSE_LACKS if self.secrets.key else HOUSE_ONLY

    def _compare(self, tried: _Tried, part: Part, sealed: Part, again: tuple[Event, ...], strange: set[int]) -> None:
        """Compare each recorded event with the event by the rules at the same place."""
        for line, old, hidden in zip(part.lines, part.events, sealed.events, strict=True):
            if line in part.unsure or line in strange or not 1 <= old.batch[0] <= len(again):
                continue
            new = replace(
                again[old.batch[0] - 1], actor=old.actor, role=old.role
            )  # who sent it is a claim of the record
            was, now, unknown = _comparable(old, new)
            if unknown:
                tried.flaws.append(Flaw(line, self._hidden(), "unverified"))
            unlike = "batch" if old.batch[1] != len(again) else ""  # their number is reported separately
            different = _different_part(was, now, unlike)
            if different is not None:
                shown = f"is {was.get(different)!r}, and by the rules it is {now.get(different)!r}"
                tried.flaws.append(Flaw(line, f"{old.event}: {different} {shown}"[:LONGEST_PROBLEM], "differs"))
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

    def _report(self, part: Part, best: _Tried) -> None:
        """Report the flaws of a command; of a long run of commands that follow from nothing, only the first ones."""
        if not best.bad():
            self._end_run()
        else:
            self.run_length += 1
            self.run_start = self.run_start or part.lines[0]
            if self.run_length > NAMED_IN_RUN:
                return
        named = best.flaws if len(best.flaws) <= NAMED_IN_COMMAND + 1 else best.flaws[:NAMED_IN_COMMAND]
        for flaw in named:
            self._flaw(flaw.line, flaw.problem, flaw.kind)
        if len(named) < len(best.flaws):
            rest = best.flaws[NAMED_IN_COMMAND:]
            kind = min((flaw.kind for flaw in rest), key=KINDS.index)
            self._flaw(rest[0].line, f"{len(rest)} more differences follow in this command", kind)

    def _end_run(self) -> None:
        more = self.run_length - NAMED_IN_RUN
        if more > 0:
            commands = "the command" if more == 1 else f"the {more} commands"
            self._flaw(self.run_start, f"neither can {commands} after those be decided again as recorded")
        self.run_start = self.run_length = 0

    def _go_on(self, part: Part, recorded: Plain | None, best: _Tried, tried: list[_Tried]) -> None:
        """Update the possible positions: as recorded, by the rules, or as recorded with money that fits the layout."""
        if part.whole and not best.bad() and recorded is not None:
            alike = [self._folded(part, each) for each in tried if each is not best and not each.bad()]
            self.positions = _different([recorded, *alike])[:MOST_ALIKE]
            return
        other = [self._folded(part, each) for each in tried if each is not best]
        first = [recorded, self._repaired(recorded), best.after]
        if not part.whole:
            first = [best.after, *first]
        self.positions = (
            _different([*first, *other, *map(self._repaired, other)])[:MOST_POSITIONS] or self.positions[:1]
        )

    def _folded(self, part: Part, tried: _Tried) -> Plain | None:
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

    def _repaired(self, plain: Plain | None) -> Plain | None:
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

    def _seal(self, line: int, event: Event) -> None:
        """Check sealed orders and the position of a seeded source, which never decreases and ignores cards of an order."""
        self.seals.follow(event, line)
        if event.sealed:
            return
        source = event.fields.get("source")
        if isinstance(source, dict):
            position = int(source.get("position", 0))
            slot = "slot" in source
            last = self.drawn if self.drawn is not None else position
            if position < last or (slot and position != last) or (position and source["name"] != "seeded"):
                self._flaw(line, f"{event.event}: the source cannot have come to {position}, after {last}")
            self.drawn = position
        if event.event == "table-opened":
            said = event.command is not None and bool(event.command.get("practice"))
            practice = event.fields["source"] == "seeded" or bool(event.fields.get("outstanding")) or said
            if event.fields["practice"] != practice:
                reasons = "its results come from a seed, approvals are outstanding, or it was opened as one"
                self._flaw(line, f"a table is a practice table if and only if {reasons}")
        if event.event == "shoe-revealed":
            fill = self.fills.pop(str(event.fields["commitment"]), None)
            if fill is not None and other_cards(event.fields["faces"], fill.faces, len(fill.apart)):
                self._flaw(line, "the sealed order does not hold what was shuffled")

    def _verdict(self, flaws: list[Flaw]) -> tuple[str, str]:
        reading, head = self.reading, self.wanted
        if head is not None and reading.wanted_after < 0:
            problem = f"its head is {reading.head}, and the head kept elsewhere, {head}, is nowhere in it"
            flaws.append(Flaw(reading.events + 1, problem, "tampered"))
        for kind in KINDS:
            if any(flaw.kind == kind for flaw in flaws):
                return kind, _remark(kind, flaws)
        if reading.sealed:
            return "whole", "Sealed: the journal is complete."
        if head is not None and head == reading.head:
            return "whole", "Not sealed, but it ends with the head that was kept elsewhere."
        if head is not None:
            after = reading.events - reading.wanted_after
            return (
                "unsealed",
                f"It extends the head that was kept elsewhere; the {after} events after that are not proven.",
            )
        return "unsealed", "The journal is unsealed, so missing final events cannot be detected."


def _different(positions: list[Plain | None]) -> list[Plain]:
    """The positions without None and duplicates."""
    if len(positions) == 1 and positions[0] is not None:
        return [positions[0]]
    found: dict[str, Plain] = {}
    for each in positions:
        if each is None:
            continue
        try:
            found.setdefault(canonical(each), each)
        except RecursionError:  # nested too deep for a position of any game
            continue
    return list(found.values())


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


def _different_part(was: Record, now: Record, unlike: str) -> str | None:
    """The first part in which two records differ, other than `unlike`."""
    if canonical(was) == canonical(now):
        return None
    parts = [name for name in {**was, **now} if name != unlike]
    return next((name for name in parts if canonical([was.get(name)]) != canonical([now.get(name)])), None)


def _remark(kind: str, flaws: list[Flaw]) -> str:
    if kind == "tampered":
        return "Lines after the first flaw were checked where possible, but remain unverified."
    hidden = sum(flaw.kind == "unverified" for flaw in flaws)
    if kind == "unverified":
        hold = "1 record holds" if hidden == 1 else f"{hidden} records hold"
        return f"{hold} hidden values; with the house file everything is checked."
    return ""
