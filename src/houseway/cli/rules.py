"""`houseway rules`: the paragraphs of a chapter in our words, and where each is modeled."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from houseway.cli.common import AsJson, Settings, answered, console, print_json, say, shows_ascii_only
from houseway.cli.encoding import plain
from houseway.cli.papers import Out, Size, check_paper, put
from houseway.cli.widths import filled
from houseway.core import AnyGame, Figure
from houseway.core.citation_graph import Cited, citations_of
from houseway.documents.paragraph_values import in_words, values_at
from houseway.law import BadInput, Citation, Paragraph, Rules
from houseway.law.inputs import quoted, unwritten

SectionArgument = Annotated[
    str | None, typer.Argument(metavar="[SECTION]", help="A section or paragraph: 625a.3, 3, or 625a.3(6).")
]


Figures = Annotated[
    Path | None,
    typer.Option("--figures", metavar="FOLDER", help="Write the figures of these paragraphs to this folder, as SVG."),
]


WhatOrAll = Annotated[
    str | None,
    typer.Argument(metavar="GAME|FILE", help="A game's name, or a submission's TOML file; --search needs none."),
]
Search = Annotated[
    str | None,
    typer.Option(
        "--search",
        metavar="WORD",
        help="Only lines with this word: paragraphs, readings, steps and nicknames of wagers, in all games or one.",
    ),
]


Example = Annotated[
    bool, typer.Option("--example", help="Show a short round in which this paragraph decides something.")
]
Unreached = Annotated[
    bool, typer.Option("--unreached", help="List the paragraphs that no round was found for, and how far we looked.")
]

OTHER_CHAPTER = re.compile(r"[0-9]{3}[a-z]?(?=[.\[(]|$)")


@answered
def rules(
    what: WhatOrAll = None,
    section: SectionArgument = None,
    settings: Settings = None,
    as_json: AsJson = False,
    figures: Figures = None,
    search: Search = None,
    out: Out = None,
    size: Size = "letter",
    example: Example = False,
    unreached: Unreached = False,
) -> None:
    """Show the outline of a chapter: each paragraph in our words, where it is modeled and cited, and the edition's values.

    Examples: houseway rules sic-bo; houseway rules sic-bo 625a.3; houseway rules big-six --set edition=2011-comment;
    houseway rules pai-gow 621a.9 --figures drawn; houseway rules --search shooter;
    houseway rules craps --out rules.pdf (for public inspection);
    houseway rules big-six "619a.2(e)" --example; houseway rules big-six --unreached
    """
    from houseway.games import load

    if search is not None:
        _search(what, section, settings or [], search, as_json)
        return
    if what is None:
        raise BadInput(
            "which game? Type: houseway rules GAME|FILE; to look through all games: houseway rules --search WORD"
        )
    check_paper(out, size)
    game, found = load(what, settings or ())
    if out is not None:
        from houseway.documents.rulebook import rulebook

        if section is not None:
            raise BadInput("--out writes the whole chapter; leave out the section")
        put(rulebook(game, found), out, size)
        return
    if example or unreached:
        from houseway.cli.examples import show_example, show_unreached

        if unreached and (example or section is not None):
            raise BadInput("--unreached is about the whole chapter; leave out the section and --example")
        if unreached:
            show_unreached(game, found, as_json)
        else:
            show_example(game, found, None if section is None else _full(found, section), as_json)
        return
    paragraphs = _under(found, section)
    if figures is not None:
        _write_figures(figures, paragraphs, game.present.figures(found))
    if as_json:
        print_json(document(game, found, paragraphs))
        return
    _print(game, found, paragraphs)


def _search(what: str | None, section: str | None, settings: list[str], word: str, as_json: bool) -> None:
    """Print the lines with a word; exit with 1 if there are none."""
    from houseway.cli.search import print_hits
    from houseway.documents.rule_search import search as search_lines
    from houseway.games import games, load

    if what is None and settings:
        raise BadInput("--set needs one game: houseway rules GAME --search WORD --set KEY=VALUE")
    chosen = [load(name, settings) for name in ([what] if what is not None else games())]
    under = ""
    if section is not None:
        under = _full(chosen[0][1], section)
        _under(chosen[0][1], section)
    hits = search_lines(chosen, word, under, "--search")
    if as_json:
        print_json({"search": word, "found": [hit.as_json() for hit in hits]})
    else:
        print_hits(hits, word)
    if not hits and not as_json:
        say(f"houseway: no paragraph, reading, step or nickname of {what or 'any game'} contains {quoted(word)}")
    if not hits:
        raise typer.Exit(1)


def _write_figures(folder: Path, paragraphs: list[Paragraph], drawn: Mapping[Citation, Figure]) -> None:
    """Write one file for each paragraph with a figure, named after it: 621a.9(4).svg."""
    chosen = [paragraph.cite for paragraph in paragraphs if paragraph.cite in drawn]
    if not chosen:
        there = f"; there are figures of {', '.join(drawn)}" if drawn else ""
        raise BadInput(f"--figures {folder}: these paragraphs have none{there}")
    from houseway.documents.typeset import write_files

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritten(folder, "--figures", error) from error
    write_files({folder / f"{cite}.svg": drawn[cite].svg.encode() for cite in chosen}, "--figures")
    say(f"houseway: wrote {len(chosen)} figures to {folder}")


def _under(found: Rules, section: str | None) -> list[Paragraph]:
    if section is None:
        return list(found.paragraphs)
    full = _full(found, section)
    chosen = [p for p in found.paragraphs if p.cite.under(full)]
    if not chosen:
        from houseway.law.errors import nearest

        raise BadInput(
            f"{full} is not a paragraph of {found.edition.id}; {nearest(full, [p.cite for p in found.paragraphs])}"
        )
    return chosen


def _full(found: Rules, section: str) -> str:
    """The full citation of a section: 625a.3 for 3. One of another chapter is refused with the game that has it."""
    chapter, section = found.chapter.outline.chapter, section.replace("§", "").strip()
    if section.startswith(chapter):
        return section
    other = OTHER_CHAPTER.match(section)
    if other is not None:
        from houseway.games import games

        having = next((each.id for each in games().values() if each.chapter.outline.chapter == other[0]), "")
        right = f'ask for it there: houseway rules {having} "{section}"' if having else "no game here has that chapter"
        raise BadInput(f"{section} is of Chapter {other[0]}, and {found.game} is Chapter {chapter}; {right}")
    return f"{chapter}.{section.lstrip('.')}"


def document(game: AnyGame, found: Rules, paragraphs: list[Paragraph]) -> dict[str, Any]:
    """The outline as plain values."""
    figures, cited = game.present.figures(found), citations_of(game, found)
    return {
        "game": found.game,
        "chapter": found.chapter.outline.chapter,
        "title": found.chapter.outline.title,
        "edition": found.edition.id,
        "source": found.edition.source,
        "docket": found.edition.docket.as_json(),
        "paragraphs": [
            {
                "cite": p.cite,
                "says": p.says,
                "modelled": list(p.modelled),
                "not_modelled": p.not_modelled,
                "values": values_at(found, p.cite),
                "cited_in": [each.as_json() for each in cited.get(p.cite, ())],
                **({"figure": {"text": figures[p.cite].text, "svg": figures[p.cite].svg}} if p.cite in figures else {}),
            }
            for p in paragraphs
        ],
    }


def _print(game: AnyGame, found: Rules, paragraphs: list[Paragraph]) -> None:
    from rich.text import Text

    out, edition = console(), found.edition
    figures, cited = game.present.figures(found), citations_of(game, found)

    ascii_only = shows_ascii_only(out)

    def show(text: str, indent: int, style: str, head: int = 0) -> None:
        lead = " " * indent
        shown = Text(filled(text, out.width, lead, lead + "  "), style=style)
        shown.stylize("not bold cyan" if style else "bold cyan", indent, indent + head)
        out.print(shown)

    show(f"{game.title}: 58 Pa. Code Chapter {found.chapter.outline.chapter}", 0, "bold")
    show(f"{edition.id} ({edition.status}, {edition.published}). {edition.source}", 0, "dim")
    for line in edition.docket.in_words():
        show(line, 2, "dim")
    for paragraph in paragraphs:
        depth = paragraph.cite.depth
        if depth == 0:
            out.print()
        mark = plain("§ ", ascii_only) + paragraph.cite
        show(f"{mark}  {paragraph.says}", 2 * depth, "bold" if depth == 0 else "", len(mark))
        where = f"modeled in {', '.join(paragraph.modelled)}" if paragraph.modelled else ""
        if paragraph.not_modelled is not None:
            where += f"{'; ' if where else ''}not modeled: {paragraph.not_modelled}"
        show(where, 2 * depth + 4, "dim")
        for row in values_at(found, paragraph.cite):
            show(in_words(row), 2 * depth + 4, "green")
        if paragraph.cite in cited:
            show(plain(_cited_in(cited[paragraph.cite]), ascii_only), 2 * depth + 4, "dim")
        if paragraph.cite in figures:
            lead = " " * (2 * depth + 4)
            for line in figures[paragraph.cite].text.splitlines():  # wrapped lines are indented
                fits = len(lead + line) <= out.width
                out.print(Text(lead + line if fits else filled(line, out.width, lead, lead + "  ")))
            out.print()


_PLACES = {"reading": "readings", "step": "steps of", "wager": "wagers", "odds": "odds of"}


def _cited_in(places: Iterable[Cited]) -> str:
    """The places that cite a paragraph, in words."""
    by_kind: dict[str, dict[str, None]] = {}
    for each in places:
        by_kind.setdefault(each.kind, {})[each.name or f"§\u00a0{each.cite}"] = None
    told = [
        "reports"
        if kind == "report"
        else f"{_PLACES[kind]} {', '.join(names)}"
        if kind in _PLACES
        else ", ".join(names)
        for kind, names in by_kind.items()
    ]
    return f"cited in {'; '.join(told)}"
