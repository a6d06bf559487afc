"""The audit of a journal: checks its hash chain and its end, and decides every command again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from houseway.core import Event, kinds_of
from houseway.core.event_kinds import TableOpened
from houseway.core.plain import canonical
from houseway.core.shapes import problem
from houseway.games import UnknownGame
from houseway.law import BadInput
from houseway.law.errors import BadArgument
from houseway.records.hidden_values import opened_event
from houseway.records.house_file import HouseSecrets, read_house
from houseway.records.journal_reader import MOST_FLAWS, CommandEvents, Flaw, JournalLines, JournalReader
from houseway.records.recorded_table import named_rules, opened_in, rules_of
from houseway.records.redecision import LONGEST_PROBLEM, Attempt, Redecider
from houseway.records.seal_checks import Seals, other_cards
from houseway.table import unopened
from houseway.table.position import Plain

NAMED_IN_RUN, NAMED_IN_COMMAND = 3, 4
MOST_POSITIONS, MOST_ALIKE = 6, 3
KINDS = ("tampered", "differs", "torn", "unverified")  # worst first


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
    opened: bool = False  # whether the table was opened

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
    path: Path | JournalLines, head: str | None = None, house: Path | HouseSecrets | None = None, outside: bool = False
) -> Audit:
    """Audit a journal.

    `head` is the hash of one of its lines, kept elsewhere; `house` is the house file, or the hidden values in it. Games from
    `HOUSEWAY_GAMES` are third-party code: they are used only if `outside` is true.
    """
    if not __debug__:
        raise BadInput("an audit needs the assertions of the rules; run Python without -O")
    if isinstance(house, Path):
        house = read_house(house)
    secrets = house if house is not None else opened_in(path)
    return _Auditor(path, secrets, head.lower() if head else None, outside).run()


class _Auditor:
    """Reads a journal once, and continues after a flaw.

    After a flaw, the table's position may be the recorded one or the one by the rules. The next command is decided from each, and
    the positions from which it follows are kept. If it follows from none, an earlier line is missing; then only the first few
    commands of such a run are reported individually.
    """

    def __init__(self, path: Path | JournalLines, secrets: HouseSecrets, head: str | None, outside: bool) -> None:
        self.secrets, self.wanted, self.outside = secrets, head, outside
        self.reading = JournalReader(path, None, head, secrets.key)
        self.seals = Seals()
        self.found: list[Flaw] = []
        self.positions: list[Plain] = [unopened()]
        self.commands = self.rounds = 0
        self.latest = 0
        self.drawn: int | None = 0  # position of a seeded source; None if a lost line may have changed it
        self.closed = self.lost = False
        self.run_start = self.run_length = 0
        self.again = Redecider(secrets)

    def run(self) -> Audit:
        reading = self.reading
        for part in reading.parts():
            self.commands += 1
            self._part(part)
        self._end_run()
        in_a_pit = reading.header is not None and "table" in reading.header  # a pit's session may not be opened yet
        if not reading.events and not reading.flaws and not in_a_pit:
            self._flaw(1, "no table was opened", "torn")
        if reading.sealed and not self.closed:
            self._flaw(reading.seal_line, "seals the journal of a table that was not closed")
        if self.secrets.key:
            self.seals.open_with(self.secrets.order)
        of_house = [Flaw(1, f"the house file: {problem}", "tampered") for problem in self.secrets.flaws]
        flaws = sorted([*of_house, *reading.flaws, *self.found, *self.seals.flaws], key=lambda flaw: flaw.line)
        status, note = self._verdict(flaws)
        opened = self.again.opened.fields if self.again.opened is not None else {}
        outstanding, seeded = opened.get("outstanding"), opened.get("source") == "seeded"
        return Audit(
            status, reading.events, self.rounds, self.commands, reading.sealed, reading.head,
            tuple(flaws[:MOST_FLAWS]), note, self.seals, bool(opened.get("practice")),
            tuple(map(str, outstanding)) if isinstance(outstanding, list) else (), seeded,
            self.again.game.present.piece if self.again.game is not None else "card", bool(opened),
        )  # fmt: skip

    def _flaw(self, line: int, problem: str, kind: str = "differs") -> None:
        if len(self.found) < MOST_FLAWS:
            self.found.append(Flaw(line, problem, kind))

    def _begin(self, first: Event) -> None:
        """Read the rules from the first line, or if that is not possible from the table's opening."""
        try:
            self.again.game, self.again.rules = rules_of(self.reading.header, self.outside)
        except BadInput as error:
            self._refuse_not_loaded(error, first)
            self._flaw(1, str(error))
            try:
                if problem(TableOpened, first.fields) is None:
                    self.again.game, self.again.rules = named_rules(first.fields, self.outside)
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

    def _part(self, part: CommandEvents) -> None:
        """Decide one command again, compare it with the record, and update the positions."""
        sealed, part = part, replace(part, events=[opened_event(event, self.secrets.find) for event in part.events])
        if self.commands == 1:
            self._begin(part.events[0])
        for event in part.events:
            self.again.opened = (
                event if event.event == "table-opened" and self.again.opened is None else self.again.opened
            )
            self.closed = self.closed or event.event == "table-closed"
            self.rounds = max(self.rounds, event.round if event.event == "result" else 0)
        self._in_time(part)
        strange = self._strange(part)
        if self.commands == 1 and not part.whole:
            self.positions += self.again.opened_by_default(part)
        tried = [self.again.attempt(before, part, sealed, strange) for before in self.positions]
        best = min(tried, key=Attempt.bad)
        recorded = self.again.position_after(part, best)
        self._report(part, best)
        for line, event in zip(part.lines, part.events, strict=True):
            if line not in strange and line not in part.unsure:
                self._seal(line, event)
        self._lost(part, best, strange)
        self._go_on(part, recorded, best, tried)

    def _in_time(self, part: CommandEvents) -> None:
        """Report a command that is earlier than the one before it."""
        line, first = part.lines[0], part.events[0]
        if line in part.unsure:
            return
        if first.at < self.latest:
            self._flaw(line, "is earlier than the command before it")
        self.latest = first.at

    def _strange(self, part: CommandEvents) -> set[int]:
        """Lines with events that no table of this game writes."""
        found: set[int] = set()
        kinds = kinds_of(self.again.game) if self.again.game is not None else {}
        for line, event in zip(part.lines, part.events, strict=True):
            if event.sealed or not kinds or line in part.unsure:
                continue
            kind = kinds.get(event.event)
            wrong = "is not an event of this game" if kind is None else problem(kind, event.fields)
            if wrong is not None:
                found.add(line)
                self._flaw(line, f"{event.event}: {wrong}"[:LONGEST_PROBLEM])
        return found

    def _lost(self, part: CommandEvents, best: Attempt, strange: set[int]) -> None:
        """Replace unreadable lines of a command by its events according to the rules."""
        if part.whole and not strange:
            return
        self.drawn = None
        read = {e.batch[0] for n, e in zip(part.lines, part.events, strict=True) if n not in strange | part.unsure}
        for event in best.events:
            if event.batch[0] not in read:
                self.seals.follow(event)

    def _report(self, part: CommandEvents, best: Attempt) -> None:
        """Report the flaws of a command; in a long run of commands that follow from no position, report only the first few."""
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

    def _go_on(self, part: CommandEvents, recorded: Plain | None, best: Attempt, tried: list[Attempt]) -> None:
        """Update the possible positions: as recorded, by the rules, or as recorded with money that fits the layout."""
        if part.whole and not best.bad() and recorded is not None:
            alike = [self.again.position_after(part, each) for each in tried if each is not best and not each.bad()]
            self.positions = _different([recorded, *alike])[:MOST_ALIKE]
            return
        other = [self.again.position_after(part, each) for each in tried if each is not best]
        first = [recorded, self.again.repaired(recorded), best.after]
        if not part.whole:
            first = [best.after, *first]
        self.positions = (
            _different([*first, *other, *map(self.again.repaired, other)])[:MOST_POSITIONS] or self.positions[:1]
        )

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
            fill = self.again.fills.pop(str(event.fields["commitment"]), None)
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


def _remark(kind: str, flaws: list[Flaw]) -> str:
    if kind == "tampered":
        return "Lines after the first flaw were checked where possible, but remain unverified."
    hidden = sum(flaw.kind == "unverified" for flaw in flaws)
    if kind == "unverified":
        hold = "1 record holds" if hidden == 1 else f"{hidden} records hold"
        return f"{hold} hidden values; with the house file everything is checked."
    return ""
