"""`houseway verify`: is a filing what its submissions make?"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.audit import OutsideGames
from houseway.cli.common import AsJson, answered, print_json
from houseway.cli.widths import print_folded

Filing = Annotated[Path, typer.Argument(metavar="FILING.zip", help="An archive that houseway file made.")]


@answered
def verify(path: Filing, as_json: AsJson = False, outside: OutsideGames = False) -> None:
    """Make every paper of a filing again from its submissions, and list what differs. Exit code 1 if anything does.

    With the versions that made the filing, every byte must be equal. With others the text is compared, and the answer says so.

    Example: houseway verify filing.zip
    """
    from houseway.documents.filing import check_filing, versions
    from houseway.games import load_text

    found = check_filing(path, partial(load_text, outside=outside))
    if as_json:
        print_json(
            {
                "verified": not found.differences,
                "games": list(found.games),
                "files": found.files,
                "compared": "bytes" if found.by_bytes else "text",
                "made_with": dict(found.made_with),
                "differences": [{"file": each.name, "problem": each.problem} for each in found.differences],
            }
        )
    else:
        how = "byte for byte" if found.by_bytes else "by their text"
        if found.differences:
            wrong = len({each.name for each in found.differences})
            files = "file differs" if wrong == 1 else "files differ"
            print_folded(f"{path}: {wrong} {files} from what the submissions make:")
            for each in found.differences:
                print_folded(f"  {each}")
        else:
            print_folded(f"{path}: all {found.files} files are what their submissions make, compared {how}.")
        if not found.by_bytes:
            here = versions()
            others = [
                f"{name} {made}, here {here.get(name, 'none')}"
                for name, made in found.made_with.items()
                if here.get(name) != made
            ]
            print_folded(f"  It was made with other versions ({'; '.join(others)}).")
    if found.differences:
        raise typer.Exit(1)
