"""`houseway new`: print a commented default submission."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from houseway.cli.common import AsJson, Settings, answered, print_json
from houseway.documents.submission_text import submission_text
from houseway.law import BadInput, Chapter

Redraft = Annotated[
    str | None,
    typer.Option("--redraft", metavar="EDITION", help="Print this edition as a redraft to change, not a submission."),
]


@answered
def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name.")],
    settings: Settings = None,
    as_json: AsJson = False,
    ask: Annotated[bool, typer.Option("--ask", help="Ask for each key at the terminal.")] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of submissions instead.")] = False,
    redraft: Redraft = None,
) -> None:
    """Print a commented Rules Submission with every key at its default (or as --set says).

    With --ask each key is asked for and checked at once; questions go to standard error. With --schema an editor can
    complete and check submissions: it is the JSON Schema of this game's keys. With --redraft, print an edition to change
    instead, for houseway diff: a redraft, which is not law.

    Examples: houseway new sic-bo > sic-bo.toml; houseway new craps --ask > craps.toml;
    houseway new roulette --schema > roulette.schema.json; houseway new casino-war --redraft 2012-final > redraft.toml
    """
    from houseway.games import find_game, load

    found = find_game(game)
    if redraft is not None:
        if settings or as_json or ask or schema:
            raise BadInput("--redraft prints an edition's TOML file; leave all other options out")
        print(_redraft(found.id, found.chapter, redraft), end="")
        return
    if ask and (as_json or schema):
        raise BadInput("--ask prints a submission to keep; leave out --json and --schema")
    if ask:
        from houseway.cli.submission_questions import ask_all

        rules = ask_all(found, settings or ())
    else:
        _, rules = load(found.id, settings or ())
    if schema:
        from houseway.law.submission_schema import submission_schema

        print(json.dumps(submission_schema(rules, found.title), indent=2, ensure_ascii=False))
    elif as_json:
        print_json(dict(rules.submission))
    else:
        print(submission_text(found.title, rules), end="")


def _redraft(game: str, chapter: Chapter, edition: str) -> str:
    """A redraft that changes nothing yet, and how to compare it."""
    from houseway.law.redraft import redraft_text

    text = redraft_text(game, chapter, edition)
    return f"# Compare it with: houseway diff --a {game}@{edition} --b FILE\n{text}"
