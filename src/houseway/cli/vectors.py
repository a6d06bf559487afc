"""`houseway vectors`: what a laboratory feeds to a device, and what must come out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.common import AsJson, Settings, What, answered, print_json, say
from houseway.cli.long_work import showing
from houseway.law import BadInput
from houseway.law.inputs import refuse_unwritable_folder, unwritten

Folder = Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="The folder to write the files to.")]


@answered
def vectors(what: What, settings: Settings = None, out: Folder = None, as_json: AsJson = False) -> None:
    """Write conformance vectors as CSV and JSON: every result with the outcome of each wager, and what devices must show.

    Results are listed for every position in which a wager would end differently: with a point on, moved to a number, called
    on. For card and tile games: seeded rounds that together show every ending that was found, and scripts of rare ones.

    Examples: houseway vectors sic-bo --out vectors; houseway vectors down-under-blackjack --set decks=8 --out vectors
    """
    from houseway.documents.vectors import as_files
    from houseway.documents.vectors import vectors as work_out
    from houseway.games import load

    game, rules = load(what, settings or ())
    if out is not None:
        refuse_unwritable_folder(out, "--out")
    with showing(as_json):
        if as_json:
            found = work_out(game, rules)
            print_json({"game": game.id, "edition": rules.edition.id, "submission": rules.digest, "vectors": found})
            return
        files = as_files(game, rules)
    if out is None:
        for name, content in files.items():
            print(
                f"{name}: {len(content.splitlines()) - 1 if name.endswith('.csv') else len(content):,}"
                f" {'rows' if name.endswith('.csv') else 'bytes'}"
            )
        print("Nothing was written; add --out FOLDER")
        return
    for path in _written(out, files):
        say(f"houseway: wrote {path}")


def _written(out: Path, files: Mapping[str, bytes]) -> tuple[Path, ...]:
    """All files in their folder; where they cannot be written, folders that were made for them are removed again."""
    from houseway.documents.typeset import write_files

    made = [each for each in (out, *out.parents) if not each.exists()]
    try:
        out.mkdir(parents=True, exist_ok=True)
        return write_files({out / name: content for name, content in files.items()}, "--out")
    except OSError as error:
        raise unwritten(out, "--out", error) from None
    except BadInput:
        for each in made:
            each.rmdir()
        raise
