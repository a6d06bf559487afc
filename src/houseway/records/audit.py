"""The audit: does the chain hold, is the end there, and would every decision be made again just so?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from houseway.core import LAYOUT, AnyGame, Event, Fill, Outcome, kinds_of
from houseway.core.event_kinds import TableOpened
from houseway.core.plain import PRIVATE, canonical
from houseway.core.shapes import problem
from houseway.games import find_game, rules_for
from houseway.law import BadInput, Rules, Submission
from houseway.law.rules import nested
from houseway.records.house_file import HouseSecrets, no_secrets, read_house
from houseway.records.journal import header_of as first_line
from houseway.records.lines import HeaderRecord, record_of
from houseway.records.reading import MOST_FLAWS, Flaw, Part, Reading
from houseway.records.sealing import Secret, is_sealed, opened_event, sealed_event
from houseway.records.seals import Seals, other_cards
from houseway.records.unsealed import unknown_in
from houseway.table import Position, decide, folded, from_record, unopened
from houseway.table.command_records import Unreadable
from houseway.table.commands import Drawn
from houseway.table.house import Committed, Shown
from houseway.table.position import CAGE, Plain

Record = dict[str, Any]

LONGEST_PROBLEM = 2000
NAMED_IN_RUN = 3
MOST_POSITIONS = 6
SOFTWARE = re.compile(r"houseway [0-9]+(\.[0-9]+)*[0-9a-z.+]*")
KINDS = ("tampered", "differs", "torn", "unverified")  # the worst first
HOUSE_ONLY = "cannot be verified without the house file: part of it is only known to the house"
HOUSE_LACKS = "cannot be verified: the house file does not open what is hidden in it"


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found.

    `status`: whole, unsealed (the end is not proven), unverified (some of it only the house knows), torn, differs or tampered.
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

    @property
    def whole(self) -> bool:
        """Is everything there, unchanged, and decided by the rules?"""
        return self.status == "whole"

    def as_json(self) -> dict[str, Any]:
        """As `houseway audit --json` prints it."""
        cards = {"sealed": self.seals.drawn, "entered": self.seals.entered, "unsealed": self.seals.unsealed}
        return {
            "whole": self.whole,
            "status": self.status,
            "events": self.events,
            "rounds": self.rounds,
            "commands": self.commands,
            "sealed": self.sealed,
            "practice": self.practice,
            "head": self.head,
            "findings": [{"line": flaw.line, "kind": flaw.kind, "problem": flaw.problem} for flaw in self.flaws],
            "seals": [seal.as_json() for seal in self.seals.seals],
            "cards": cards,
            "note": self.note,
        }


def rules_of(header: HeaderRecord | None, outside: bool = False) -> tuple[AnyGame, Rules]:
    """The game and the rules of a journal, as its first line records them; `outside`: also games from HOUSEWAY_GAMES."""
    if header is None:
        raise BadInput("its first line does not say of which game and submission it is")
    game, rules = _named_rules(header, outside)
    for name, value in first_line(rules).items():
        if name != "software" and canonical(value) != canonical(header[name]):  # type: ignore[literal-required]
            raise BadInput(f"{name} is not that of the recorded submission")
    if not SOFTWARE.fullmatch(header["software"]):
        raise BadInput(f"software is {header['software'][:60]!r}, and not a version of houseway")
    return game, rules


def _named_rules(named: Mapping[str, Any], outside: bool) -> tuple[AnyGame, Rules]:
    """The game and the rules that a first line or a table's opening names."""
    game = find_game(named["game"], outside=outside)
    found = rules_for(game, Submission("the journal", nested(named["submission"])))
    if found.rules is None:
        raise BadInput(f"the recorded submission is not lawful: {found.findings[0]}")
    if found.rules.digest != named["submission_digest"]:
        raise BadInput("the recorded submission is not the one that its digest names")
    if found.rules.edition.digest != named["edition_digest"]:
        raise BadInput(f"the edition {found.rules.edition.id} has other text now than when the table was opened")
    return game, found.rules


def header_of(path: Path) -> HeaderRecord | None:
    """The first line of a journal."""
    reading = Reading(path)
    next(reading.batches(), None)
    return reading.header


def audit_journal(path: Path, head: str | None = None, house: Path | None = None, outside: bool = False) -> Audit:
    """Audit a journal's file.

    `head` is a hash of one of its lines that was kept elsewhere, `house` the file with what only the house knows. Games that
    `HOUSEWAY_GAMES` names are somebody's claim: they are used only where `outside` is true.
    """
    secrets = read_house(house) if house is not None else _opened_in(path)
    return _Auditor(path, secrets, head.lower() if head else None, outside).run()


def _opened_in(path: Path) -> HouseSecrets:
    """What the journal itself opens later on, for everybody: faces that were hidden and then shown."""
    secrets = no_secrets()
    for batch in Reading(path).batches():
        for event in batch:
            opened = event.fields.get("opened")
            listed = event.fields.get("cards", event.fields.get("tiles"))
            if isinstance(opened, dict) and opened.keys() == {"commitment", "salt"} and isinstance(listed, list):
                for face in listed[:1]:
                    secrets.add(Secret(str(opened["commitment"]), str(opened["salt"]), face))
    return secrets


@dataclass(slots=True)
class RecordedHouse:
    """The house's answers as a command records them; whether they are right is checked apart."""

    source: str
    practice: bool
    events: list[Event]
    fills: dict[str, Fill] = field(default_factory=dict)

    def commit(self, fill: Fill, known: Mapping[str, Outcome], seq: int) -> Committed | None:
        """What the seal with this number says."""
        event = next((e for e in self.events if e.event == "shoe-sealed" and e.seq == seq), None)
        if event is None:
            return None
        fields = event.fields
        self.fills[str(fields["commitment"])] = fill
        cards = len(fill.faces) - len(fill.apart)
        return Committed(str(fields["commitment"]), cards, int(fields["source"].get("position", 0)))

    def show(self, commitment: str) -> Shown:
        """What the command shows of it."""
        for event in self.events:
            if event.event == "shoe-revealed" and not event.sealed and event.fields["commitment"] == commitment:
                return Shown(str(event.fields["salt"]), tuple(event.fields["faces"]))
        return Shown("", ())


@dataclass(slots=True)
class _Tried:
    """A command decided again from one position: what is wrong, and where it leads by the rules."""

    before: Plain
    flaws: list[Flaw] = field(default_factory=list)
    after: Plain | None = None

    def bad(self) -> int:
        """How many flaws there are, but for what cannot be verified here."""
        return sum(flaw.kind != "unverified" for flaw in self.flaws)


class _Auditor:
    """Goes through a journal once; a flaw never keeps it from the rest.

    After a flaw the table may stand where the record leads, or where the rules do: the next command is decided from each of
    these positions, and the one that it follows from counts. Where it follows from none, a line before it is lost for good;
    then only the first few commands of such a run are named one by one.
    """

    def __init__(self, path: Path, secrets: HouseSecrets, head: str | None, outside: bool) -> None:
        self.secrets, self.wanted, self.outside = secrets, head, outside
        self.reading = Reading(path, None, head)
        self.seals = Seals()
        self.found: list[Flaw] = []
        self.positions: list[Plain] = [unopened()]
        self.commands = self.rounds = 0
        self.latest = self.drawn = 0
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
        if not reading.events and not reading.flaws:
            self._flaw(1, "no table was ever opened", "torn")
        if reading.sealed and not self.closed:
            self._flaw(reading.seal_line, "seals the journal of a table that was not closed")
        if self.secrets.key:
            self.seals.open_with(self.secrets.order)
        flaws = sorted([*reading.flaws, *self.found, *self.seals.flaws], key=lambda flaw: flaw.line)
        status, note = self._verdict(flaws)
        practice = bool(self.opened is not None and self.opened.fields.get("practice"))
        return Audit(
            status, reading.events, self.rounds, self.commands, reading.sealed, reading.head,
            tuple(flaws[:MOST_FLAWS]), note, self.seals, practice,
        )  # fmt: skip

    def _flaw(self, line: int, problem: str, kind: str = "differs") -> None:
        if len(self.found) < MOST_FLAWS:
            self.found.append(Flaw(line, problem, kind))

    def _begin(self, first: Event) -> None:
        """The rules by the first line; where that cannot be, by what the table's opening says."""
        try:
            self.game, self.rules = rules_of(self.reading.header, self.outside)
        except BadInput as error:
            self._flaw(1, str(error))
            try:
                if problem(TableOpened, first.fields) is None:
                    self.game, self.rules = _named_rules(first.fields, self.outside)
            except BadInput:
                return

    def _part(self, part: Part) -> None:
        """Decide one command again, compare, and go on from there."""
        sealed, part = part, replace(part, events=[opened_event(event, self.secrets.find) for event in part.events])
        if self.commands == 1:
            self._begin(part.events[0])
        for event in part.events:
            self.opened = event if event.event == "table-opened" and self.opened is None else self.opened
            self.closed = self.closed or event.event == "table-closed"
            self.rounds = max(self.rounds, event.round if event.event == "result" else 0)
        self._in_time(part)
        strange = self._strange(part)
        tried = [self._tried(before, part, sealed, strange) for before in self.positions]
        best = min(tried, key=_Tried.bad)
        self._report(part, best)
        for line, event in zip(part.lines, part.events, strict=True):
            if line not in strange and line not in part.unsure:
                self._seal(line, event)
        self._go_on(part, best, tried)

    def _in_time(self, part: Part) -> None:
        """Time never runs backwards."""
        line, first = part.lines[0], part.events[0]
        if line in part.unsure:
            return
        if first.at < self.latest:
            self._flaw(line, "is earlier than the command before it")
        self.latest = first.at

    def _strange(self, part: Part) -> set[int]:
        """Lines with an event that no table of this game writes."""
        found: set[int] = set()
        kinds = kinds_of(self.game) if self.game is not None else {}
        for line, event in zip(part.lines, part.events, strict=True):
            if event.sealed or not kinds or line in part.unsure:
                continue
            kind = kinds.get(event.event)
            wrong = "is no event of this game" if kind is None else problem(kind, event.fields)
            if wrong is not None:
                found.add(line)
                self._flaw(line, f"{event.event}: {wrong}"[:LONGEST_PROBLEM])
        return found

    def _tried(self, before: Plain, part: Part, sealed: Part, strange: set[int]) -> _Tried:
        """The command decided again from a position."""
        tried, line, first = _Tried(before), part.lines[0], part.events[0]
        if self.game is None or self.rules is None:
            return tried
        if first.batch[0] != 1 or first.command is None:
            if part.whole:
                tried.flaws.append(Flaw(line, "has no command that it came of", "differs"))
            return tried
        try:
            if unknown_in(before):
                raise Unreadable("a position that is only known to the house")
            opened = self.opened.fields if self.opened is not None and not self.opened.sealed else {}
            good = [e for each, e in zip(part.lines, part.events, strict=True) if each not in strange]
            house = RecordedHouse(str(opened.get("source", "")), bool(opened.get("practice")), good, self.fills)
            command = from_record(self.game, self.rules, first.command)
            seq = first.seq if line not in part.unsure else sealed.events[-1].seq + 1 - len(part.events)
            decided = decide(self.game, self.rules, Position.of(self.game, before), command, first.at, seq, house)
        except Unreadable:
            tried.flaws.append(Flaw(line, self._hidden(), "unverified"))
        except RecursionError:
            tried.flaws.append(Flaw(line, "cannot be decided again: it goes too deep", "differs"))
        except Exception as error:
            why = str(error) if isinstance(error, BadInput | AssertionError) else f"{type(error).__name__}: {error}"
            tried.flaws.append(Flaw(line, f"cannot be decided again: {why}"[:LONGEST_PROBLEM], "differs"))
        else:
            tried.after = decided.position.plain
            self._compare(tried, part, sealed, decided.events, strange)
            if isinstance(command, Drawn) and command.source != house.source:
                wrong = f"was drawn by {command.source!r}, and the table's results come from {house.source!r}"
                tried.flaws.append(Flaw(line, wrong, "differs"))
        return tried

    def _hidden(self) -> str:
        return HOUSE_LACKS if self.secrets.key else HOUSE_ONLY

    def _compare(self, tried: _Tried, part: Part, sealed: Part, again: tuple[Event, ...], strange: set[int]) -> None:
        """Every event, place by place, with the one that comes of the command by the rules."""
        for line, old, hidden in zip(part.lines, part.events, sealed.events, strict=True):
            if line in part.unsure or line in strange or not 1 <= old.batch[0] <= len(again):
                continue
            new = again[old.batch[0] - 1]
            was, now, unknown = _comparable(old, new)
            if unknown:
                tried.flaws.append(Flaw(line, self._hidden(), "unverified"))
            different = next((name for name in {**was, **now} if not _same(was, now, name)), None)
            if different is not None:
                shown = f"is {was.get(different)!r}, and by the rules it is {now.get(different)!r}"
                tried.flaws.append(Flaw(line, f"{old.event}: {different} {shown}"[:LONGEST_PROBLEM], "differs"))
            elif self.secrets.key and record_of(hidden) != record_of(sealed_event(new, self.secrets.key)[0]):
                tried.flaws.append(Flaw(line, f"{old.event}: is not sealed as this house seals it", "tampered"))
        if part.whole and len(part.events) != len(again):
            problem = f"{len(part.events)} events came of it, and by the rules it is {len(again)}"
            tried.flaws.append(Flaw(part.lines[0], problem, "differs"))

    def _report(self, part: Part, best: _Tried) -> None:
        """The flaws of a command; of a long run of commands that follow from nothing only the first ones are named."""
        if not best.bad():
            self._end_run()
        else:
            self.run_length += 1
            self.run_start = self.run_start or part.lines[0]
            if self.run_length > NAMED_IN_RUN:
                return
        for flaw in best.flaws:
            self._flaw(flaw.line, flaw.problem, flaw.kind)

    def _end_run(self) -> None:
        more = self.run_length - NAMED_IN_RUN
        if more > 0:
            commands = "the command" if more == 1 else f"the {more} commands"
            self._flaw(self.run_start, f"neither can {commands} after those be decided again as recorded")
        self.run_start = self.run_length = 0

    def _go_on(self, part: Part, best: _Tried, tried: list[_Tried]) -> None:
        """Where the table may stand now: as recorded, by the rules, or as recorded with money that fits the layout."""
        recorded = self._folded(part, best.before)
        if part.whole and not best.bad() and recorded is not None:
            self.positions = [recorded]
            return
        other = [self._folded(part, each.before) for each in tried if each is not best]
        first = [best.after, recorded] if not part.whole else [recorded, best.after]
        candidates = [each for each in (*first, *other) if each is not None]
        candidates += [self._repaired(each) for each in candidates]
        unique = {canonical(each): each for each in candidates}
        self.positions = list(unique.values())[:MOST_POSITIONS] or self.positions[:1]

    def _folded(self, part: Part, before: Plain) -> Plain | None:
        try:
            for event in part.events:
                before = folded(before, event)
            canonical(before)
        except Exception as error:
            if before is self.positions[0] or part.whole:
                line = part.lines[0]
                self._flaw(
                    line, f"cannot be applied to what came before: {type(error).__name__}: {error}"[:LONGEST_PROBLEM]
                )
            return None
        return before

    def _repaired(self, plain: Plain) -> Plain:
        """With money that fits: what a lost line moved is taken to have gone to the cage, or come from it."""
        if self.game is None:
            return plain
        try:
            position = Position.of(self.game, plain)
            at_risk = 0 if position.state is None else sum(each.cents for each in self.game.layout(position.state))
        except Exception:
            return plain
        accounts = {name: max(0, cents) for name, cents in position.accounts.items() if name != CAGE}
        accounts |= {LAYOUT: at_risk} if at_risk or LAYOUT in accounts else {}
        return {**plain, "accounts": {**accounts, CAGE: -sum(accounts.values())}}

    def _seal(self, line: int, event: Event) -> None:
        """Sealed orders, and how far a seed has come: it never goes back, and a card of an order does not use it."""
        self.seals.follow(event, line)
        source = event.fields.get("source")
        if isinstance(source, dict):
            position = int(source.get("position", 0))
            slot = "slot" in source
            if position < self.drawn or (slot and position != self.drawn) or (position and source["name"] != "seeded"):
                self._flaw(line, f"{event.event}: the source cannot have come to {position}, after {self.drawn}")
            self.drawn = position
        if event.event == "table-opened" and event.fields["practice"] != (event.fields["source"] == "seeded"):
            self._flaw(line, "a table is for practice where its results come from a seed, and only then")
        if event.event == "shoe-revealed" and not event.sealed:
            fill = self.fills.pop(str(event.fields["commitment"]), None)
            if fill is not None and other_cards(event.fields["faces"], fill.faces, len(fill.apart)):
                self._flaw(line, "the sealed order is not one of the cards that were shuffled")

    def _verdict(self, flaws: list[Flaw]) -> tuple[str, str]:
        reading, head = self.reading, self.wanted
        if head is not None and reading.wanted_after < 0:
            problem = f"its head is {reading.head}, and the head kept elsewhere, {head}, is nowhere in it"
            flaws.append(Flaw(reading.events + 1, problem, "tampered"))
        for kind in KINDS:
            if any(flaw.kind == kind for flaw in flaws):
                return kind, _remark(kind, flaws)
        if reading.sealed:
            return "whole", "Sealed: the end is there."
        if head is not None and head == reading.head:
            return "whole", "Not sealed, but its end is the head that was kept elsewhere."
        if head is not None:
            after = reading.events - reading.wanted_after
            return (
                "unsealed",
                f"It extends the head that was kept elsewhere; the {after} events after that are not proven.",
            )
        return "unsealed", "The journal is unsealed, so missing final events cannot be detected."


def _comparable(old: Event, new: Event) -> tuple[Record, Record, bool]:
    """Both records without what is not known here, and whether there is any such thing."""
    was, now, unknown = record_of(old), record_of(new), False
    if old.sealed:
        was, now, unknown = _without(was, "fields", "sealed"), _without(now, "fields", "sealed"), True
    hidden = [n for n, op in enumerate(old.patch) if isinstance(op, list) and op[:1] == [PRIVATE] and is_sealed(op[-1])]
    if hidden:
        was, now, unknown = _masked(was, hidden), _masked(now, hidden), True
    return was, now, unknown


def _without(record: Record, *names: str) -> Record:
    return {name: value for name, value in record.items() if name not in names}


def _masked(record: Record, hidden: list[int]) -> Record:
    """The record with only the paths of parts of its patch that are hidden."""
    patch = [op[:2] if n in hidden else op for n, op in enumerate(record.get("patch", ()))]
    return {**record, "patch": patch}


def _same(was: Record, now: Record, name: str) -> bool:
    return name in was and name in now and canonical(was[name]) == canonical(now[name])


def _remark(kind: str, flaws: list[Flaw]) -> str:
    if kind == "tampered":
        return "Lines after the first flaw were checked as far as they can be; none of them is proven."
    hidden = sum(flaw.kind == "unverified" for flaw in flaws)
    if kind == "unverified":
        return f"{hidden} records hold what only the house knows; with --house FILE everything is checked."
    return ""
