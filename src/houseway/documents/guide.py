"""The gaming guide for patrons: how to play, every wager, what it pays and what it costs on the average, with worked examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from houseway.core import AnyGame
from houseway.core.felt_svg import svg
from houseway.documents.guide_text import guide_text
from houseway.documents.heads import facts, foot
from houseway.documents.paper import Block, Column, Heading, Paper, Paragraph, Picture, Points, Table, cited
from houseway.documents.worked import Worked, worked
from houseway.law import Rules
from houseway.money import dollars
from houseway.odds import odds_sheet
from houseway.odds.sheet import Row, percent

TEN_DOLLARS: Final = 1_000
MOST_EXAMPLES: Final = 4


def guide(tables: Sequence[tuple[AnyGame, Rules]]) -> Paper:
    """The guide to one game, or to all that a holder offers."""
    blocks: list[Block] = []
    for n, (game, rules) in enumerate(tables):
        blocks += _game(game, rules, n > 0)
    blocks += _closing()
    first, rules = tables[0]
    title = f"How to play {first.title}" if len(tables) == 1 else "A guide to the games"
    return Paper(title, str(rules.option("holder")), facts(first, rules) if len(tables) == 1 else (), tuple(blocks),
                 foot(first, rules, "gaming guide"), contents=len(tables) > 1)  # fmt: skip


def _game(game: AnyGame, rules: Rules, new_page: bool) -> Iterator[Block]:
    said, drawn = guide_text(game), game.present.drawn_felt(rules)
    yield Heading(game.title, new_page=new_page)
    if said.aim:
        yield Paragraph(said.aim)
    yield Picture(svg(drawn), f"The layout of {game.title}", "The layout", 62)
    if said.steps:
        yield Heading("How a round goes", 2)
        yield Points(tuple(cited(says, (cite,)) for says, cite in said.steps if cite in rules.cites), numbered=True)
    yield Heading("The wagers", 2)
    yield Paragraph(
        f"You may wager from {dollars(rules.min_cents)} to {dollars(rules.max_cents)}, unless a sign says otherwise for a "
        "wager. The last column is what a wager of $10 costs on the average: what the house keeps of it over very many rounds."
    )
    yield _wagers(game, rules)
    shown = list(_examples(game, rules))
    if shown:
        yield Heading("Examples", 2)
        for each in shown:
            yield from _told(game, rules, each)


def _wagers(game: AnyGame, rules: Rules) -> Table:
    """One line for each kind of wager and each of its odds."""
    offers = game.law.catalogue(rules)
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in odds_sheet(game, rules):
        kind = offers[row.id].kind if row.id in offers else row.id
        groups.setdefault((kind, row.pays, row.strategy, row.situation, row.expected), []).append(row)
    lines = []
    for same in groups.values():
        row = same[0]
        offer = offers.get(row.id)
        says = offer.says if offer is not None else ""
        lines.append((_name(same), says, row.pays, percent(row.win, 1), _cost(row)))
    columns = (
        Column("Wager", share=1.3), Column("Wins when", share=2.2), Column("Pays", share=0.9), Column("Chance", "right"),
        Column("Costs", "right"),
    )  # fmt: skip
    return Table(columns, tuple(lines), small=True)


def _name(same: list[Row]) -> str:
    first = same[0]
    about = ", ".join(each for each in (first.situation, first.strategy) if each)
    where = f" ({about.replace('-', ' ')})" if about else ""
    if len(same) == 1:
        return first.name + where
    heads, lasts = {row.name.rpartition(" ")[0] for row in same}, [row.name.rpartition(" ")[2] for row in same]
    if len(heads) == 1 and "" not in heads and len(", ".join(lasts)) <= 20:
        return f"{heads.pop()} {', '.join(lasts)}{where}"
    choices = ", ".join(row.id.partition(":")[2] for row in same)
    kind = first.id.partition(":")[0].replace("-", " ").capitalize()
    return f"{kind}: {choices}{where}" if len(choices) <= 20 else f"{kind}, {len(same)} places{where}"


def _cost(row: Row) -> str:
    cents = Fraction(row.house_edge) * TEN_DOLLARS
    return dollars(round(cents))


def _examples(game: AnyGame, rules: Rules) -> Iterator[Worked]:
    """A win of each of the first kinds of wager, and one loss."""
    offers = game.law.catalogue(rules)
    kinds: dict[str, str] = {}
    for wager, offer in offers.items():
        if game.law.made_by(wager) is None:
            kinds.setdefault(offer.kind, wager)
    found = 0
    for wager in kinds.values():
        shown = worked(game, rules, wager, "won")
        if shown is not None:
            yield shown
            found += 1
        if found == MOST_EXAMPLES:
            break
    first = next(iter(kinds.values()))
    lost = worked(game, rules, first, "lost")
    if lost is not None:
        yield lost


def _told(game: AnyGame, rules: Rules, each: Worked) -> Iterator[Block]:
    name = game.law.catalogue(rules)[each.wager].name
    yield Heading(f"{name}, {dollars(each.stake_cents)}, {each.result}", 3)
    yield Points(tuple(cited(line.says, line.cites) for line in each.lines))


def _closing() -> Iterator[Block]:
    yield Heading("Good to know")
    yield Points(
        (
            "Every figure here is computed from the rules that run the table. No system of betting changes them.",
            "A question or dispute is settled by the rules of the Code, which the house keeps for inspection.",
        )
    )
