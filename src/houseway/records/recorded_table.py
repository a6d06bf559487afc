"""A journal's claims about its table: the game and rules, the recorded answers of the house, and the faces it reveals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway.core import AnyGame, Event, Fill, Outcome
from houseway.core.plain import canonical
from houseway.games import find_game, rules_for
from houseway.law import BadInput, Rules, Submission
from houseway.law.rules import nested
from houseway.records.hidden_values import Secret
from houseway.records.house_file import HouseSecrets, no_secrets
from houseway.records.journal import header_of as first_line
from houseway.records.journal_reader import JournalLines, JournalReader, openings
from houseway.records.lines import HeaderRecord
from houseway.table.house import Committed, OpenedCommitment

SOFTWARE = re.compile(r"houseway [0-9]+(\.[0-9]+)*[0-9a-z.+]*")


def rules_of(header: HeaderRecord | None, outside: bool = False) -> tuple[AnyGame, Rules]:
    """The game and rules that a journal's first line names; `outside` also allows games from HOUSEWAY_GAMES."""
    if header is None:
        raise BadInput("its first line does not name a game and submission")
    game, rules = named_rules(header, outside)
    for name, value in first_line(rules).items():
        if name != "software" and canonical(value) != canonical(header[name]):  # type: ignore[literal-required]
            raise BadInput(f"{name} does not match the recorded submission")
    if not SOFTWARE.fullmatch(header["software"]):
        raise BadInput(f"software is {header['software'][:60]!r}, which is not a version of houseway")
    return game, rules


def named_rules(named: Mapping[str, Any], outside: bool) -> tuple[AnyGame, Rules]:
    """The game and the rules that a first line or a table's opening names."""
    game = find_game(named["game"], outside=outside)
    found = rules_for(game, Submission("the journal", nested(named["submission"])))
    if found.rules is None:
        raise BadInput(f"the recorded submission is not lawful: {found.findings[0]}")
    if found.rules.digest != named["submission_digest"]:
        raise BadInput("the recorded submission does not match its digest")
    if found.rules.edition.digest != named["edition_digest"]:
        raise BadInput(f"the edition {found.rules.edition.id} has changed since the table was opened")
    return game, found.rules


def header_of(path: Path | JournalLines) -> HeaderRecord | None:
    """The first line of a journal."""
    reading = JournalReader(path)
    next(reading.batches(), None)
    return reading.header


def opened_in(path: Path | JournalLines) -> HouseSecrets:
    """The secrets that the journal itself reveals later: faces that were hidden and then shown."""
    secrets = no_secrets()
    for opened, listed in openings(path):
        for face in listed[:1]:
            secrets.add(Secret(opened["commitment"], opened["salt"], face))
    return secrets


@dataclass(slots=True)
class RecordedHouse:
    """The house's answers as recorded with a command; other code checks them."""

    source: str
    practice: bool
    events: list[Event]
    fills: dict[str, Fill] = field(default_factory=dict)

    def commit(self, fill: Fill, known: Mapping[str, Outcome], seq: int) -> Committed | None:
        """The commitment of this event; if its line is lost, from the patch of the command."""
        named = self._sealed(seq)
        if named is None:
            return None
        self.fills[named[0]] = fill
        return Committed(named[0], len(fill.faces) - len(fill.apart), named[1])

    def _sealed(self, seq: int) -> tuple[str, int] | None:
        for event in self.events:
            if event.event == "shoe-sealed" and event.seq == seq and not event.sealed:
                return str(event.fields["commitment"]), int(event.fields["source"].get("position", 0))
        if any(event.seq == seq for event in self.events):
            return None
        orders = [
            each for op in self.events[0].patch for each in _records_in(op) if each.keys() >= {"commitment", "seq"}
        ]
        return next(((str(order["commitment"]), 0) for order in orders if order["seq"] == seq), None)

    def show(self, commitment: str) -> OpenedCommitment:
        """The revealed order as recorded with the command."""
        for event in self.events:
            if event.event == "shoe-revealed" and not event.sealed and event.fields["commitment"] == commitment:
                return OpenedCommitment(str(event.fields["salt"]), tuple(event.fields["faces"]))
        return OpenedCommitment("", ())


def _records_in(value: Any) -> Iterator[Mapping[str, Any]]:
    """All records in a plain value."""
    if isinstance(value, Mapping):
        yield value
    for each in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _records_in(each)
