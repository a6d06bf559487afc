"""`houseway check`: is a submission lawful?"""

from __future__ import annotations

import typer

from houseway.cli.common import AsJson, Settings, What, answered, print_json


@answered
def check(what: What, settings: Settings = None, as_json: AsJson = False) -> None:
    """Check a Rules Submission against its edition, every key at once. Exit code 1 if it is not lawful.

    Examples: houseway check sic-bo.toml; houseway check big-six --set "payout.joker=50 to 1"
    """
    from houseway.games import judged

    found, game, name = judged(what, settings or ())
    if as_json:
        rows = [finding.as_json() for finding in found.findings]
        print_json({"lawful": not rows, "findings": rows})
    elif found.rules is not None:
        print(
            f"{name}: lawful under {found.rules.edition.id} of Chapter {game.chapter.outline.chapter} ({found.rules.digest})."
        )
    else:
        count = len(found.findings)
        print(f"{name}: not lawful: {count} finding{'s' if count > 1 else ''}.")
        for finding in found.findings:
            print(f"  {finding}")
    if found.findings:
        raise typer.Exit(1)
