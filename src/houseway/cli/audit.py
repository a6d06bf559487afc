"""`houseway audit`: check that a journal is undamaged, and decide every command again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.common import AsJson, answered, print_json
from houseway.cli.long_work import showing
from houseway.cli.replay import HouseArgument, JournalArgument, refuse_missing
from houseway.law import BadInput
from houseway.law.inputs import visible

if TYPE_CHECKING:
    from houseway.records import Audit

Head = Annotated[str | None, typer.Option("--head", metavar="HASH", help="Hash of the last line, kept elsewhere.")]
OutsideGames = Annotated[
    bool, typer.Option("--outside-games", help="Also run games from HOUSEWAY_GAMES, which is somebody else's code.")
]
MOST_SHOWN = 40


@answered
def audit(
    journal: JournalArgument,
    head: Head = None,
    house: HouseArgument = None,
    outside_games: OutsideGames = False,
    as_json: AsJson = False,
) -> None:
    """Check a journal's chain and seal, and decide every command again under its recorded edition and submission.

    Exit code 0: whole. 1: tampered, torn, decided differently, not verifiable without the house file, or not sealed (then
    missing final events cannot be detected). 2: the journal is of a game that is not loaded.

    Examples: houseway audit table.jsonl; houseway audit table.jsonl --head HASH --house table.jsonl.house
    """
    from houseway.core.progress import stage
    from houseway.records import audit_journal

    if head is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", head):
        right = "give all 64 digits, as printed when the journal was sealed or by audit"
        raise BadInput(f'--head "{visible(head)}": is not a hash; {right}')
    refuse_missing(journal)
    with showing(as_json), stage("deciding every command of the journal again"):
        found = audit_journal(journal, head, house, outside_games)
    if as_json:
        print_json(found.as_json())
    else:
        _tell(journal, found)
    if not found.whole:
        raise typer.Exit(1)


def _tell(journal: Path, found: Audit) -> None:
    events, commands, rounds = (
        _count(found.events, "event"),
        _count(found.commands, "command"),
        _count(found.rounds, "round"),
    )
    print(f"{visible(str(journal))}: {found.status}. {events} of {commands}, {rounds} decided again.")
    for flaw in found.flaws[:MOST_SHOWN]:
        print(f"  {flaw.kind}: {visible(str(flaw))}")
    if len(found.flaws) > MOST_SHOWN:
        print(f"  and {len(found.flaws) - MOST_SHOWN} more: --json lists them")
    if found.practice:
        from houseway.table.words import practice_words

        guessed = " Anyone who guesses the seed can predict the results." if found.seeded else ""
        print(f"  {practice_words(found.seeded, len(found.outstanding), found.practice)}{guessed}")
    seals = found.seals
    if seals.drawn or seals.entered or seals.unsealed:
        under = f"{_count(seals.drawn, found.piece)} drawn under {_count(len(seals.seals), 'seal')}"
        print(f"  {under}, {seals.entered} entered by hand without one, {seals.unsealed} drawn without one.")
    if found.note:
        print(f"  {found.note}" + (" Name it with --house FILE." if found.status == "unverified" else ""))
    print(f"  head {found.head}")


def _count(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")
