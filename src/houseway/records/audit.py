"""The audit: does the chain hold, is the end there, and would every decision be made again just so?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.core import AnyGame, Event, Fill
from houseway.games import find_game, rules_for
from houseway.law import BadInput, Rules, Submission
from houseway.law.rules import nested
from houseway.records.journal import Contents, Flaw, read_journal
from houseway.records.lines import GENESIS, record_of
from houseway.records.seals import seals_of
from houseway.table import Position, decide, folded, imbalance, parse, unopened
from houseway.table.acts import SEALING


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found. `status`: whole, unsealed (the end is not proven), torn, tampered, or differs."""

    status: str
    events: int
    rounds: int
    commands: int
    sealed: bool
    head: str
    flaws: tuple[Flaw, ...]
    note: str

    @property
    def whole(self) -> bool:
        """Is everything there, unchanged, and decided by the rules?"""
        return self.status == "whole"

    def as_json(self) -> dict[str, Any]:
        """As `houseway audit --json` prints it."""
        return {
            "whole": self.whole,
            "status": self.status,
            "events": self.events,
            "rounds": self.rounds,
            "commands": self.commands,
            "sealed": self.sealed,
            "head": self.head,
            "findings": [{"line": flaw.line, "kind": flaw.kind, "problem": flaw.problem} for flaw in self.flaws],
            "note": self.note,
        }


def rules_of(events: Iterable[Event]) -> tuple[AnyGame, Rules]:
    """The game and the rules under which a table was opened, as its opening records them."""
    opened = next((event for event in events if event.event == "table-opened"), None)
    resolved = opened.fields.get("submission") if opened is not None else None
    if opened is None or not isinstance(resolved, dict) or not isinstance(resolved.get("game"), str):
        raise BadInput("no event opens a table under a submission")
    game = find_game(resolved["game"])
    found = rules_for(game, Submission("the journal", nested(resolved)))
    if found.rules is None:
        raise BadInput(f"the recorded submission is not lawful: {found.findings[0]}")
    if found.rules.digest != opened.fields.get("submission_digest"):
        raise BadInput("the recorded submission is not the one that its digest names")
    if found.rules.edition.digest != opened.fields.get("edition_digest"):
        raise BadInput(f"the edition {found.rules.edition.id} has other text now than when the table was opened")
    return game, found.rules


def audit_journal(path: Path, head: str | None = None) -> Audit:
    """Audit a journal's file; `head` is a hash of its last line that was kept elsewhere."""
    contents = read_journal(path)
    flaws = list(contents.flaws)
    commands = 0
    if contents.events:
        decided, commands = _decided_again(contents.events)
        flaws += [*decided, *seals_of(contents.events)[1]]
    elif not flaws:
        flaws.append(Flaw(1, "no table was ever opened", "torn"))
    status, note = _verdict(contents, flaws, head)
    rounds = max((event.round for event in contents.events if event.event == "result"), default=0)
    return Audit(status, len(contents.events), rounds, commands, contents.sealed, contents.head, tuple(flaws), note)


def _verdict(contents: Contents, flaws: list[Flaw], head: str | None) -> tuple[str, str]:
    known = [GENESIS, *contents.hashes, *([contents.seal_hash] if contents.seal_hash else [])]
    if head is not None and head.lower() not in known:
        flaws.append(
            Flaw(
                len(known),
                f"its head is {contents.head}, and the head kept elsewhere, {head}, is nowhere in it",
                "tampered",
            )
        )
    for kind in ("tampered", "differs", "torn"):
        if any(flaw.kind == kind for flaw in flaws):
            return kind, "Nothing after the first flaw is believed." if kind == "tampered" else ""
    if contents.sealed:
        return "whole", "Sealed: the end is there."
    if head is not None and head.lower() == contents.head:
        return "whole", "Not sealed, but its end is the head that was kept elsewhere."
    if head is not None:
        after = len(contents.events) - (known.index(head.lower()) - 1)
        return "unsealed", f"It extends the head that was kept elsewhere; the {after} events after that are not proven."
    return "unsealed", "Not sealed: events may be missing at the end, and nothing here can tell."


def batches(events: list[Event]) -> Iterator[list[Event]]:
    """The events of each command."""
    batch: list[Event] = []
    for event in events:
        batch.append(event)
        if event.batch[0] == event.batch[1]:
            yield batch
            batch = []


def _decided_again(events: list[Event]) -> tuple[list[Flaw], int]:
    """Restore each position, decide its command again, compare; the first difference is reported."""
    try:
        game, rules = rules_of(events)
    except BadInput as error:
        return [Flaw(2, str(error), "differs")], 0
    plain, count, latest = unopened(), 0, events[0].at
    fills: dict[str, Fill] = {}
    for batch in batches(events):
        first, command = batch[0], batch[0].command
        line = first.seq + 1
        if command is None:
            return [Flaw(line, "has no command that it came of", "differs")], count
        if first.at < latest:
            return [Flaw(line, "is earlier than the command before it", "differs")], count
        latest = first.at
        try:
            at = command["at"]
            own = command["do"] in SEALING
            parsed = dict(command) if own else {**parse(game, rules, _as_given(command)), "at": at}
            decided = decide(game, rules, Position.of(game, plain), parsed, first.seq)
            again = decided.events
        except (BadInput, AssertionError, LookupError, TypeError, ValueError) as error:
            return [Flaw(line, f"cannot be decided again: {error}", "differs")], count
        flaw = _compared(batch, again) or _other_faces(batch, fills)
        fills |= {fill.name: fill for fill in decided.refills}
        if flaw is not None:
            return [flaw], count
        for event in batch:
            plain = folded(plain, event)
        wrong = imbalance(game, Position.of(game, plain))
        if wrong is not None:
            return [Flaw(line, wrong, "differs")], count
        count += 1
    return [], count


def _as_given(command: Any) -> dict[str, Any]:
    """A recorded command in the form in which it can be parsed again."""
    given = {name: value for name, value in command.items() if value is not None}
    given.update(given.pop("about", {}))
    given.update(given.pop("data", {}))
    if given.get("do") == "choose":
        who = str(given.pop("who"))
        given.update({"seat": int(who.removeprefix("seat:"))} if who.startswith("seat:") else {"by": who})
    return given


def _other_faces(batch: list[Event], fills: Mapping[str, Fill]) -> Flaw | None:
    """An order that is shown must be one of just the cards that were shuffled, but for those that lay apart."""
    for event in batch:
        if event.event == "shoe-revealed":
            fill, shown = fills.get(event.fields["fill"], Fill("", ())), Counter(event.fields["faces"])
            left = Counter(fill.faces)
            left.subtract(shown)
            if min(left.values(), default=0) < 0 or left.total() > len(fill.apart):
                return Flaw(event.seq + 1, "the sealed order is not one of the cards that were shuffled", "differs")
    return None


def _compared(recorded: list[Event], again: tuple[Event, ...]) -> Flaw | None:
    for old, new in zip(recorded, again, strict=False):
        was, now = record_of(old), record_of(new)
        if was != now:
            part = next(name for name in {**was, **now} if was.get(name) != now.get(name))
            problem = f"{old.event}: {part} is {was.get(part)!r}, and by the rules it is {now.get(part)!r}"
            return Flaw(old.seq + 1, problem, "differs")
    if len(recorded) != len(again):
        return Flaw(
            recorded[0].seq + 1, f"{len(recorded)} events came of it, and by the rules it is {len(again)}", "differs"
        )
    return None
