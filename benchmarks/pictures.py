"""Writes the pictures of papers in docs/pictures: layouts, the wheel, a sign, forms, a log, a guide, a PAR sheet.

    make pictures

They are made from the shipped submissions by the functions that make the papers, so the same program gives the same bytes.
Pictures of pages (page-*.png) come from a browser and are not made here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from houseway.core import AnyGame
from houseway.core.felt_svg import svg
from houseway.documents.guide import guide
from houseway.documents.layout_paper import felt_of_rules, page_of
from houseway.documents.log_paper import log_paper
from houseway.documents.logbook import logbook
from houseway.documents.paper import Paper
from houseway.documents.par import par_sheet, work_out
from houseway.documents.review import review
from houseway.documents.ring_svg import ring_svg
from houseway.documents.sign_sheet import needed_signs
from houseway.documents.sign_sheet import source as sign_source
from houseway.documents.submission_form import submission_form
from houseway.documents.typeset import typeset
from houseway.documents.typst_source import source, string
from houseway.games import load
from houseway.law import Rules
from houseway.numerics.sources import SeededSource
from houseway.table import Table

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
PAGE_PPI = 80


def layout(name: str, ppi: int, *settings: str) -> bytes:
    """The felt of a submission alone."""
    felt = felt_of_rules(*load(name, settings))
    return typeset(page_of(felt, svg(felt)), "png", ppi)[0]


def wheel() -> bytes:
    """The Big Six wheel."""
    game, rules = load("big-six")
    (ring,) = game.present.rings(rules)
    page = "#set page(width: 130mm, height: 130mm, margin: 0mm)\n"
    return typeset(f'{page}#image(bytes({string(ring_svg(ring))}), format: "svg", width: 100%)', "png", 110)[0]


def sign() -> bytes:
    """The sign of the Fire Bet."""
    game, rules = load("craps")
    return typeset(sign_source(needed_signs(game, rules, "fire-bet"), "Signs", "Houseway"), "png", 50)[0]


def page(name: str, make: Callable[[AnyGame, Rules], Paper], number: int = 1, *settings: str) -> bytes:
    """One page of a paper."""
    return typeset(source(make(*load(name, settings))), "png", PAGE_PPI)[number - 1]


def log(game: AnyGame, rules: Rules) -> Paper:
    """The log of a table that runs its procedures by itself."""
    table = Table(game, rules, SeededSource("pictures"))
    table.open("automatic")
    return log_paper((logbook(game, rules, [[event] for event in table.events], "table 1"),))


PICTURES: dict[str, Callable[[], bytes]] = {
    "layout-roulette": lambda: layout("roulette", 92, "five_adjacent=true"),
    "layout-craps": lambda: layout("craps", 120, "boxes=16"),
    "layout-sic-bo": lambda: layout("sic-bo", 92),
    "layout-down-under-blackjack": lambda: layout("down-under-blackjack", 84),
    "wheel-big-six": wheel,
    "sign-fire-bet": sign,
    "paper-submission": lambda: page("craps", submission_form),
    "paper-review": lambda: page("roulette", review, 1, "five_adjacent=true"),
    "paper-log": lambda: page("roulette", log),
    "paper-guide": lambda: page("casino-war", lambda game, rules: guide([(game, rules)]), 2),
    "paper-par": lambda: page("sic-bo", lambda game, rules: par_sheet(work_out(game, rules)), 2),
}


def main(names: list[str]) -> None:
    """Write the named pictures, or all."""
    for name in names or PICTURES:
        made = PICTURES[name]()
        (FOLDER / f"{name}.png").write_bytes(made)
        print(f"docs/pictures/{name}.png: {len(made):,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
