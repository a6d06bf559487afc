"""The audit: does the chain hold, is the end there, and would every decision be made again just so?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway.core import AnyGame, Event, Fill, Outcome, kinds_of
from houseway.core.plain import PRIVATE, canonical
from houseway.core.shapes import problem
from houseway.games import find_game, rules_for
from houseway.law import BadInput, Rules, Submission
from houseway.law.rules import nested
from houseway.records.house_file import HouseSecrets, no_secrets, read_house
from houseway.records.lines import HeaderRecord, record_of
from houseway.records.reading import Flaw, Reading
from houseway.records.sealing import Secret, is_sealed
from houseway.records.seals import Seals, other_cards
from houseway.records.unsealed import unknown_in
from houseway.table import Position, decide, folded, from_record, imbalance, unopened
from houseway.table.command_records import Unreadable
from houseway.table.house import Committed, Shown

MOST_FLAWS = 1000
HIDDEN_PARTS = ("fields", "sealed", "patch")  # of a record of which something is only known to the house
KINDS = ("tampered", "differs", "torn", "unverified")  # the worst first
HOUSE_ONLY = "cannot be verified without the house file: part of it is only known to the house"


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
    game = find_game(header["game"], outside=outside)
    found = rules_for(game, Submission("the journal", nested(header["submission"])))
    if found.rules is None:
        raise BadInput(f"the recorded submission is not lawful: {found.findings[0]}")
    if found.rules.digest != header["submission_digest"]:
        raise BadInput("the recorded submission is not the one that its digest names")
    if found.rules.edition.digest != header["edition_digest"]:
        raise BadInput(f"the edition {found.rules.edition.id} has other text now than when the table was opened")
    if found.rules.edition.id != header["edition"]:
        raise BadInput("the recorded edition is not the submission's")
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
    return _Auditor(path, secrets, house is not None, head.lower() if head else None, outside).run()


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
    """The house's answers as a batch records them; whether they are right is checked apart."""

    source: str
    practice: bool
    batch: list[Event]
    fills: dict[str, Fill] = field(default_factory=dict)

    def commit(self, fill: Fill, known: Mapping[str, Outcome], seq: int) -> Committed | None:
        """What the next seal of the batch says."""
        event = next((e for e in self.batch if e.event == "shoe-sealed" and e.seq == seq), None)
        if event is None:
            return None
        fields = event.fields
        self.fills[str(fields["commitment"])] = fill
        return Committed(str(fields["commitment"]), int(fields["cards"]), int(fields["source"].get("position", 0)))

    def show(self, commitment: str) -> Shown:
        """What the batch shows of it."""
        for event in self.batch:
            if event.event == "shoe-revealed" and not event.sealed and event.fields["commitment"] == commitment:
                return Shown(str(event.fields["salt"]), tuple(event.fields["faces"]))
        return Shown("", ())


class _Auditor:
    """Goes through a journal once; a flaw never keeps it from the rest."""

    def __init__(self, path: Path, secrets: HouseSecrets, has_house: bool, head: str | None, outside: bool) -> None:
        self.secrets, self.has_house, self.wanted, self.outside = secrets, has_house, head, outside
        self.reading = Reading(path, secrets.find, head)
        self.seals = Seals()
        self.found: list[Flaw] = []
        self.plain: Any = unopened()
        self.commands = self.rounds = 0
        self.latest = 0
        self.opened: Event | None = None
        self.fills: dict[str, Fill] = {}
        self.game: AnyGame | None = None
        self.rules: Rules | None = None

    def run(self) -> Audit:
        reading = self.reading
        for batch in reading.batches():
            if self.game is None and self.commands == 0:
                self._begin()
            self.commands += 1
            self._batch(batch)
        if not reading.events and not reading.flaws:
            self._flaw(1, "no table was ever opened", "torn")
        if self.has_house:
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

    def _begin(self) -> None:
        try:
            self.game, self.rules = rules_of(self.reading.header, self.outside)
        except BadInput as error:
            self._flaw(1, str(error))

    def _batch(self, batch: list[Event]) -> None:
        """Decide one command again, compare, and go on from what was recorded."""
        for event in batch:
            self.opened = event if event.event == "table-opened" and self.opened is None else self.opened
            self.rounds = max(self.rounds, event.round if event.event == "result" else 0)
        line = batch[0].seq + 1
        try:
            strange = self._strange(batch)
            if strange is not None:
                self._flaw(*strange)
            else:
                self._decided(batch, line)
            for event in batch:
                if strange is None:
                    self.seals.follow(event)
        except Exception as error:
            self._flaw(line, f"cannot be decided again: {type(error).__name__}: {error}")
        try:
            for event in batch:
                self.plain = folded(self.plain, event)
        except Exception as error:
            self._flaw(line, f"cannot be applied to what came before: {type(error).__name__}: {error}")

    def _strange(self, batch: list[Event]) -> tuple[int, str] | None:
        """An event that no table of this game writes."""
        kinds = kinds_of(self.game) if self.game is not None else {}
        for event in batch:
            if event.sealed or not kinds:
                continue
            kind = kinds.get(event.event)
            wrong = (
                f"{event.event} is no event of {self.game.id}"
                if kind is None and self.game
                else problem(kind, event.fields)
            )
            if wrong is not None:
                return event.seq + 1, f"{event.event}: {wrong}"
        return None

    def _decided(self, batch: list[Event], line: int) -> None:
        first = batch[0]
        if first.at < self.latest:
            self._flaw(line, "is earlier than the command before it")
        self.latest = max(self.latest, first.at)
        if self.game is None or self.rules is None:
            return
        if first.command is None:
            self._flaw(line, "has no command that it came of")
            return
        if unknown_in(self.plain):
            self._flaw(line, HOUSE_ONLY, "unverified")
            return
        opened = self.opened.fields if self.opened is not None and not self.opened.sealed else {}
        house = RecordedHouse(str(opened.get("source", "")), bool(opened.get("practice", False)), batch, self.fills)
        try:
            command = from_record(self.game, self.rules, first.command)
            before = Position.of(self.game, self.plain)
            decided = decide(self.game, self.rules, before, command, first.at, first.seq, house)
        except Unreadable:
            self._flaw(line, HOUSE_ONLY, "unverified")
            return
        except (BadInput, AssertionError, LookupError, TypeError, ValueError) as error:
            self._flaw(line, f"cannot be decided again: {error}")
            return
        self._compare(batch, decided.events)
        wrong = imbalance(self.game, decided.position)
        if wrong is not None:
            self._flaw(line, wrong)

    def _compare(self, recorded: list[Event], again: tuple[Event, ...]) -> None:
        for old, new in zip(recorded, again, strict=False):
            was, now = record_of(old), record_of(new)
            if old.sealed or any(op[0] == PRIVATE and is_sealed(op[2]) for op in old.patch):
                self._flaw(old.seq + 1, HOUSE_ONLY, "unverified")
                was, now = ({k: v for k, v in each.items() if k not in HIDDEN_PARTS} for each in (was, now))
            if canonical(was) != canonical(now):
                part = next(name for name in {**was, **now} if was.get(name) != now.get(name) or name not in was)
                problem = f"{old.event}: {part} is {was.get(part)!r}, and by the rules it is {now.get(part)!r}"
                self._flaw(old.seq + 1, problem[:2000])
            self._cards(old)
        if len(recorded) != len(again):
            line, count = recorded[0].seq + 1, len(recorded)
            self._flaw(line, f"{count} events came of it, and by the rules it is {len(again)}")

    def _cards(self, event: Event) -> None:
        """An order that is shown must be one of just the cards that were shuffled, but for those that lay apart."""
        if event.event == "shoe-revealed" and not event.sealed:
            fill = self.fills.pop(str(event.fields["commitment"]), None)
            if fill is not None and other_cards(event.fields["faces"], fill.faces, len(fill.apart)):
                self._flaw(event.seq + 1, "the sealed order is not one of the cards that were shuffled")

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


def _remark(kind: str, flaws: list[Flaw]) -> str:
    if kind == "tampered":
        return "Lines after the first flaw were checked as far as they can be; none of them is proven."
    hidden = sum(flaw.kind == "unverified" for flaw in flaws)
    if kind == "unverified":
        return f"{hidden} records hold what only the house knows; with --house FILE everything is checked."
    return ""
