"""`houseway replay`: any round of a journal, in words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import AsJson, answered, print_json, say
from houseway.law import BadInput

if TYPE_CHECKING:
    from houseway.records.seals import Seal

JournalArgument = Annotated[Path, typer.Argument(metavar="JOURNAL", help="A table's journal.")]


@answered
def replay(
    journal: JournalArgument,
    round_number: Annotated[
        int | None, typer.Option("--round", min=0, help="Only this round; 0 is the opening.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Reconstruct what happened at a table from its journal, without deciding anything again.

    Examples: houseway replay table.jsonl; houseway replay table.jsonl --round 3
    """
    from houseway.records import read_journal, rules_of
    from houseway.records.seals import seals_of
    from houseway.table import fold
    from houseway.table.words import transcript

    contents = read_journal(journal)
    if not contents.events:
        raise BadInput(f"{journal}: holds no event that can be believed; see: houseway audit {journal}")
    game, rules = rules_of(contents.events)
    last = contents.events[-1].round
    if round_number is not None and round_number > last:
        raise BadInput(f"--round {round_number}: the journal has rounds 0 to {last}; 0 is the opening")
    chosen = [event for event in contents.events if round_number in (None, event.round)]
    until = [event for event in contents.events if round_number is None or event.round <= round_number]
    accounts = fold(until)["accounts"]
    seals, broken = seals_of(contents.events)
    shown = [seal for seal in seals if round_number in (None, seal.round)]
    if as_json:
        head: dict[str, Any] = {"game": game.id, "edition": rules.edition.id, "submission": rules.digest}
        events = [{**event.public(), "at": _at(event.at)} for event in chosen]
        print_json(
            {
                **head,
                "round": round_number,
                "events": events,
                "accounts": accounts,
                "seals": [s.as_json() for s in shown],
            }
        )
    else:
        print(transcript(game, rules, chosen), end="")
        print(f"\nAfter that: {_counted(accounts)}.")
        if shown:
            print(_sealed(shown))
    if broken:
        say(f"houseway: {journal}: {broken[0]}")
        raise typer.Exit(1)
    if contents.flaws:
        say(
            f"houseway: {journal}: {contents.flaws[0]}; what came after cannot be believed, see: houseway audit {journal}"
        )
        raise typer.Exit(1)


def _sealed(seals: list[Seal]) -> str:
    """How it stands with the orders of cards that were committed to."""
    words = {
        "kept": "shown, and every card drawn agrees with it",
        "open": "not shown yet",
        "void": "void",
        "broken": "broken",
    }
    counts = {status: sum(seal.status == status for seal in seals) for status in words}
    return "Sealed orders: " + "; ".join(f"{count} {words[status]}" for status, count in counts.items() if count) + "."


def _at(moment: Any) -> str:
    from houseway.records.lines import clock_text

    return clock_text(moment)


def _counted(accounts: dict[str, int]) -> str:
    from houseway.money import dollars

    seats = [
        f"{name.replace(':', ' ')} has {dollars(cents)}"
        for name, cents in sorted(accounts.items())
        if name.startswith("seat:")
    ]
    rest = [
        f"{dollars(accounts.get('layout', 0))} on the layout",
        f"{dollars(accounts.get('inventory', 0))} in the table inventory",
    ]
    return ", ".join([*seats, *rest])
