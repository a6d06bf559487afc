"""What a journal claims of its table: the game and rules of its first line, the house's answers, and the faces that it opens."""

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
from houseway.records.house_file import HouseSecrets, no_secrets
from houseway.records.journal import header_of as first_line
from houseway.records.lines import HeaderRecord
from houseway.records.reading import Reading, openings
from houseway.records.sealing import Secret
from houseway.table.house import Committed, Shown

SOFTWARE = re.compile(r"houseway [0-9]+(\.[0-9]+)*[0-9a-z.+]*")


def rules_of(header: HeaderRecord | None, outside: bool = False) -> tuple[AnyGame, Rules]:
    """The game and the rules of a journal, as its first line records them; `outside`: also games from HOUSEWAY_GAMES."""
    if header is None:
        raise BadInput("its first line does not say of which game and submission it is")
    game, rules = named_rules(header, outside)
    for name, value in first_line(rules).items():
        if name != "software" and canonical(value) != canonical(header[name]):  # type: ignore[literal-required]
            raise BadInput(f"{name} is not that of the recorded submission")
    if not SOFTWARE.fullmatch(header["software"]):
        raise BadInput(f"software is {header['software'][:60]!r}, and not a version of houseway")
    return game, rules


def named_rules(named: Mapping[str, Any], outside: bool) -> tuple[AnyGame, Rules]:
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


def opened_in(path: Path) -> HouseSecrets:
    """What the journal itself opens later on, for everybody: faces that were hidden and then shown."""
    secrets = no_secrets()
    for opened, listed in openings(path):
        for face in listed[:1]:
            secrets.add(Secret(opened["commitment"], opened["salt"], face))
    return secrets


@dataclass(slots=True)
class RecordedHouse:
    """The house's answers as a command records them; whether they are right is checked apart."""

    source: str
    practice: bool
    events: list[Event]
    fills: dict[str, Fill] = field(default_factory=dict)

    def commit(self, fill: Fill, known: Mapping[str, Outcome], seq: int) -> Committed | None:
        """What the seal with this number says; where its line is lost, what the patch of the command says of it."""
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

    def show(self, commitment: str) -> Shown:
        """What the command shows of it."""
        for event in self.events:
            if event.event == "shoe-revealed" and not event.sealed and event.fields["commitment"] == commitment:
                return Shown(str(event.fields["salt"]), tuple(event.fields["faces"]))
        return Shown("", ())


def _records_in(value: Any) -> Iterator[Mapping[str, Any]]:
    """All records in a plain value."""
    if isinstance(value, Mapping):
        yield value
    for each in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _records_in(each)
