"""Shared by the verbs that write papers: where to, in which form, on which paper."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import print_json, say
from houseway.law import BadInput

if TYPE_CHECKING:
    from houseway.core import AnyGame
    from houseway.documents.paper import Paper
    from houseway.law import Rules

Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", help="Write it: FILE.pdf, .svg, .png or .html. Without it, say what would be written."
    ),
]
Size = Annotated[str, typer.Option("--paper", metavar="SIZE", help="letter (US Letter) or a4.")]
PAPER_FORMS = ("pdf", "html", "svg", "png")


def check_paper(out: Path | None, size: str, forms: tuple[str, ...] = PAPER_FORMS) -> None:
    """Refuse an unknown file format, a place that cannot be written or an unknown paper size before long work begins."""
    from houseway.documents.typeset import check_out
    from houseway.documents.typst_source import PAPERS

    if size not in PAPERS:
        raise BadInput(f"--paper {size}: is not a size of paper; write --paper letter or --paper a4")
    if out is not None:
        check_out(out, forms, "--out")


def of_one_holder(tables: Iterable[tuple[AnyGame, Rules]]) -> None:
    """Refuse submissions of several certificate holders in one paper or filing."""
    holders = tuple(dict.fromkeys(str(rules.option("holder")) for _, rules in tables))
    if len(holders) > 1:
        named = " and ".join((", ".join(holders[:-1]), holders[-1]))
        raise BadInput(f"these are submissions of {named}; give the submissions of one certificate holder at a time")


def put(paper: Paper, out: Path | None, size: str, about: Rules | None = None) -> None:
    """Write a paper in the format that its file name asks for, or say what it contains; with `about`, as one JSON document."""
    if about is not None:
        if out is not None:
            raise BadInput("--json prints the paper's contents; leave out --out")
        print_json({"game": about.game, "edition": about.edition.id, "submission": about.digest, **as_json_of(paper)})
        return
    if out is None:
        _tell(paper)
        return
    from houseway.documents.typeset import page_names, set_paper, write_files

    form = out.suffix.lower().removeprefix(".")
    if form == "html":
        from houseway.documents.html_page import page

        pages: tuple[bytes, ...] = (page(paper).encode(),)
    else:
        pages = set_paper(paper, size, form)
    for path in write_files(dict(zip(page_names(out, len(pages)), pages, strict=True)), "--out"):
        say(f"houseway: wrote {path}")


def as_json_of(paper: Paper) -> dict[str, Any]:
    """A paper's contents as plain values: each block with its kind, which for a `TableBlock` is "table"."""
    from dataclasses import asdict

    kinds = [(type(block).__name__.removesuffix("Block").lower(), block) for block in paper.every_block]
    blocks = [{"block": kind, **asdict(block)} for kind, block in kinds]
    return {"title": paper.title, "under": paper.under, "facts": dict(paper.facts), "blocks": blocks}


def _tell(paper: Paper) -> None:
    """Print a summary of a paper that was not written: title, facts and headings."""
    from houseway.documents.paper import Heading

    print(f"{paper.title}\n{paper.under}")
    for label, value in paper.facts:
        print(f"  {label}: {value}")
    for block in paper.every_block:
        if isinstance(block, Heading):
            print(f"{'  ' * block.level}{block.text}")
    print("Nothing was written; add --out FILE.pdf")
