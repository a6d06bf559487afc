"""`houseway audit`: is a journal whole, and would every decision be made again just so?"""

from __future__ import annotations

import re
from typing import Annotated

import typer

from houseway.cli.common import AsJson, answered, print_json
from houseway.cli.replay import JournalArgument
from houseway.law import BadInput

Head = Annotated[
    str | None, typer.Option("--head", metavar="HASH", help="The hash of the last line that was kept elsewhere.")
]


@answered
def audit(journal: JournalArgument, head: Head = None, as_json: AsJson = False) -> None:
    """Check a journal's chain and seal, and decide every command again under its recorded edition and submission.

    Exit code 0: whole. 1: tampered, torn, decided otherwise, or not sealed (then nothing proves that its end is there).

    Examples: houseway audit table.jsonl; houseway audit table.jsonl --head HASH
    """
    from houseway.records import audit_journal

    if head is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", head):
        raise BadInput(
            f'--head "{head}": is not a hash; give all 64 digits, as the journal was sealed with or audit shows'
        )
    found = audit_journal(journal, head)
    if as_json:
        print_json(found.as_json())
    else:
        counted = (
            f"{_count(found.events, 'event')} of {_count(found.commands, 'command')}, {_count(found.rounds, 'round')}"
        )
        print(f"{journal}: {found.status}. {counted} decided again.")
        for flaw in found.flaws:
            print(f"  {flaw.kind}: {flaw}")
        if found.note:
            print(f"  {found.note}")
        print(f"  head {found.head}")
    if not found.whole:
        raise typer.Exit(1)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")
