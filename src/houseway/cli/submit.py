"""`houseway submit`: the Rules Submission as a form to file."""

from __future__ import annotations

from typing import Annotated

import typer

from houseway.cli.common import AsJson, Settings, What, answered
from houseway.cli.papers import Out, Size, check_paper, put
from houseway.law import BadInput

Blank = Annotated[bool, typer.Option("--blank", help="The empty form, to fill in by hand.")]
Since = Annotated[
    str | None,
    typer.Option("--since", metavar="OLD.toml", help="An amendment: only what differs from this submission."),
]


@answered
def submit(
    what: What,
    settings: Settings = None,
    out: Out = None,
    blank: Blank = False,
    since: Since = None,
    size: Size = "letter",
    as_json: AsJson = False,
) -> None:
    """Write a Rules Submission as a form: every choice of its chapter, with help, citations and approvals.

    Examples: houseway submit craps.toml --out submission.pdf; houseway submit sic-bo --blank --out form.pdf;
    houseway submit new.toml --since old.toml --out amendment.pdf
    """
    from houseway.documents.submission_form import submission_form
    from houseway.games import load

    check_paper(out, size)
    if blank and since is not None:
        raise BadInput("--blank and --since exclude each other: a blank form has no earlier one")
    game, rules = load(what, settings or ())
    before = None
    if since is not None:
        earlier, before = load(since)
        if earlier.id != game.id:
            raise BadInput(
                f"--since {since}: is a submission for {earlier.title}; give an earlier one for {game.title}"
            )
    put(submission_form(game, rules, blank=blank, since=before), out, size, rules if as_json else None)
