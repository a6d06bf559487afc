"""`houseway diff`: compare two editions of a game, two submissions, readings or redrafts; or three texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.common import AsJson, Floats, Settings, answered, print_json, refuse_float, say
from houseway.cli.diff_fiscal import Cost, FiscalRequest, Handles, RoundsPerDay, Strategy, Tables, print_fiscal
from houseway.cli.long_work import showing
from houseway.law import BadInput
from houseway.law.inputs import refuse_unwritable

if TYPE_CHECKING:
    from houseway.compare import Comparison
    from houseway.questions.fiscal import Fiscal, Volumes

Game = Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game's name.")]
Texts = Annotated[
    list[str] | None,
    typer.Argument(metavar="[EARLIER LATER [LATEST]]", help="Two editions, or three; `houseway games` lists them."),
]
SideA = Annotated[
    str | None,
    typer.Option(
        "--a",
        metavar="SPEC",
        help="A submission's or redraft's file, or GAME@EDITION,KEY=VALUE with any number of settings.",
    ),
]
SideB = Annotated[str | None, typer.Option("--b", metavar="SPEC", help="What to compare it with, in the same form.")]
Html = Annotated[
    str | None, typer.Option("--html", metavar="FILE", help="Write one self-contained page; - is standard output.")
]
Most = Annotated[
    int | None,
    typer.Option("--most", min=1, max=10**9, help="Limit on the positions that each walk of rounds looks at."),
]


@answered
def diff(
    game: Game = None,
    texts: Texts = None,
    first: SideA = None,
    second: SideB = None,
    settings: Settings = None,
    as_json: AsJson = False,
    html: Html = None,
    most: Most = None,
    floats: Floats = False,
    handles: Handles = None,
    rounds: RoundsPerDay = None,
    tables: Tables = None,
    cost: Cost = None,
    strategy: Strategy = None,
) -> None:
    """Show what changed between two editions, or what another reading, option or redraft would change.

    Both sides are walked over the same facts (wagers, chance, choices), and every round is compared. Exit code 1 if they
    differ, as with diff(1); `player_differs` in the JSON document tells whether a player's result can differ. With three
    editions, it shows the outcome of each change that the second proposes to the first.

    Examples: houseway diff big-six 2011-proposed 2011-comment; houseway diff --a sic-bo --b
    sic-bo,reading.two_of_a_kind=exactly-two; houseway diff --a casino-war --b redraft.toml --html page.html; houseway diff
    casino-war 2011-proposed 2011-comment 2012-final
    """
    refuse_float(floats, as_json)
    if html not in (None, "-"):
        refuse_unwritable(Path(html), "--html")
    asked = FiscalRequest(tuple(handles or ()), rounds, tables, cost, strategy)
    asked.refuse_alone()
    if game is not None and len(texts or []) == 3 and first is None and second is None:
        if asked.handles:
            raise BadInput("--handle: revenue is compared between two sides; name two editions, or --a and --b")
        _three(game, texts or [], settings or [], as_json, html)
        return
    volumes = asked.volumes()
    found = _found(game, texts or [], (first, second), settings or [], most, as_json)
    revenue = _revenue(found, volumes)
    if html is not None:
        what = "editions" if found.specs is None else "sides"
        _write(html, _page(found, revenue), f"the {what} {'differ' if found.differs else 'do not differ'}")
    if as_json:
        more = {} if revenue is None else {"fiscal": revenue.as_json()}
        print_json({**found.as_json(), **more}, floats)
    elif html is None:
        from houseway.cli.diff_display import print_comparison

        print_comparison(found)
        if revenue is not None:
            print_fiscal(revenue, found.names)
    if found.differs:
        raise typer.Exit(1)


def _revenue(found: Comparison, volumes: Volumes | None) -> Fiscal | None:
    """The fiscal side of a comparison, if a handle is given."""
    from houseway.questions.fiscal import fiscal

    return None if volumes is None else fiscal(found.odds_changes, volumes)


def _page(found: Comparison, revenue: Fiscal | None) -> str:
    from houseway.compare.page import page
    from houseway.questions.fiscal_page import fiscal_section

    return page(found, "" if revenue is None else fiscal_section(revenue, found.names))


def _three(game: str, texts: list[str], settings: list[str], as_json: bool, html: str | None) -> None:
    """Three texts: the outcome of each proposal of the second."""
    from houseway.compare.three_texts import three_texts
    from houseway.games import find_game

    if settings:
        raise BadInput("--set: three texts are compared by their words and values, without a submission; leave it out")
    found = three_texts(find_game(game), texts[0], texts[1], texts[2])
    if html is not None:
        from houseway.compare.three_page import three_page

        _write(html, three_page(found), found.answer)
    if as_json:
        print_json(found.as_json())
    elif html is None:
        from houseway.cli.diff_three import print_three

        print_three(found)
    if found.differs:
        raise typer.Exit(1)


def _found(
    game: str | None,
    texts: list[str],
    specs: tuple[str | None, str | None],
    settings: list[str],
    most: int | None,
    quiet: bool,
) -> Comparison:
    from houseway.compare import compare, compare_specs
    from houseway.games import find_game
    from houseway.odds.lockstep import MOST_POSITIONS

    first, second = specs
    if first is not None or second is not None:
        if first is None or second is None:
            raise BadInput(f"{'--b' if second is None else '--a'} is missing; give both sides, --a and --b")
        if game is not None:
            raise BadInput("--a and --b name the game themselves; leave GAME and its editions out")
        with showing(quiet):
            return compare_specs(first, second, settings, most)
    if game is None:
        raise BadInput("say what to compare: GAME and two or three of its editions, or --a and --b")
    found = find_game(game)
    editions = ", ".join(found.chapter.outline.editions)
    if len(texts) != 2 and len(found.chapter.outline.editions) == 1:
        right = "compare two submissions or readings with --a and --b"
        raise BadInput(f"{game}: there is only one edition, {editions}; {right}")
    if len(texts) != 2:
        count = {0: "no edition is", 1: "one edition is"}.get(len(texts), f"{len(texts)} editions are")
        raise BadInput(f"{game}: {count} named; name two or three of {editions}")
    with showing(quiet):
        return compare(found, texts[0], texts[1], settings, MOST_POSITIONS if most is None else most)


def _write(target: str, page: str, says: str) -> None:
    if target == "-":
        print(page, end="")
        return
    from houseway.documents.typeset import write_files

    write_files({Path(target): page.encode()}, "--html")
    say(f"houseway: wrote {target}: {says}")
