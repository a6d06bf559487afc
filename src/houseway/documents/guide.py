"""The gaming guide for patrons: how to play, every wager with its payout and average cost, and worked examples."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from houseway.cache import kept
from houseway.core import AnyGame, Event, Offer
from houseway.core.felt_svg import svg
from houseway.documents.example_rounds import BEST, ExampleRound, round_of, rounds, strategies_to_show
from houseway.documents.guide_text import GuideSection, GuideText, guide_text, told
from houseway.documents.paper import (
    Block,
    Column,
    Heading,
    Paper,
    ParagraphBlock,
    PictureBlock,
    Points,
    TableBlock,
    Words,
    cited,
    emphasis,
    quiet,
    sections,
)
from houseway.documents.paper_facts import facts, foot
from houseway.documents.round_pictures import strip, width_mm
from houseway.documents.wording import rows_name, unticked
from houseway.law import Citation, Reading, Rules
from houseway.money import dollars
from houseway.odds import odds_sheet
from houseway.odds.sheet import Row, percent

TEN_DOLLARS: Final = 1_000
SAMPLED, LATER = 2_000, 1_000  # the most seeds for the first strategy, and for each further one
QUIET = 1_200  # the search ends after this many results without anything new
LATER_QUIET = 300  # the same for each further strategy
ENOUGH_WINS: Final = 3  # the shortest of this many is shown
SAME = "The same."
PLAIN_SHOWN = 4  # examples of wagers decided by one result at one payout line
STRIP_MM, WIDEST_MM = 9.0, 170.0  # height and largest width of an example's picture


def guide(tables: Sequence[tuple[AnyGame, Rules]]) -> Paper:
    """The guide to one game, or to all games that a holder offers."""
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
        yield ParagraphBlock(said.aim)
    yield PictureBlock(svg(drawn), f"The layout of {game.title}", "The layout", 62)
    steps = told(rules, said.steps)
    if steps:
        yield Heading("How a round goes", 2)
        yield Points(tuple(cited(says, (cite,)) for says, cite in steps), numbered=True)
    for part in said.parts:
        if part.first:
            yield from _part(game, rules, part)
    yield Heading("The wagers", 2)
    yield ParagraphBlock(
        f"{_limits(game, rules)} The last column is what a wager of $10 costs on average: what the house keeps of it over "
        "very many rounds.",
        lead=True,
    )
    yield from _wagers(game, rules, said)
    for part in said.parts:
        if not part.first:
            yield from _part(game, rules, part)
    shown = list(_telling(game, rules, examples(game, rules)))
    if shown:
        yield Heading("Examples", 2)
        yield ParagraphBlock("Rounds as the table plays them, with chance from a fixed seed.", lead=True)
        for each in shown:
            yield from _told(game, rules, each)


def _telling(game: AnyGame, rules: Rules, found: Sequence[ExampleRound]) -> Iterator[ExampleRound]:
    """The examples that add something to the table of wagers, and a few plain ones: one result, one payout line."""
    offers, plain = game.law.catalogue(rules), 0
    for each in found:
        offer = offers[each.wager]
        if each.length == 1 and each.result == "won" and len(offer.payouts) == offer.parts == 1:
            plain += 1
            if plain > PLAIN_SHOWN:
                continue
        yield each


def _part(game: AnyGame, rules: Rules, part: GuideSection) -> Iterator[Block]:
    """Rules under a heading, with the figures of their paragraphs."""
    points = told(rules, part.points)
    if not points:
        return
    yield Heading(part.title, 2)
    yield Points(tuple(cited(says, (cite,)) for says, cite in points))
    figures = game.present.figures(rules)
    for cite in dict.fromkeys(cite for _, cite in points if cite in figures):
        yield PictureBlock(figures[cite].svg, figures[cite].text, figures[cite].title)


def _limits(game: AnyGame, rules: Rules) -> str:
    """The smallest and the largest wager, and wagers with other limits."""
    says = [f"You may wager from {dollars(rules.min_cents)} to {dollars(rules.max_cents)}."]
    seen: set[str] = set()
    for offer in game.law.catalogue(rules).values():
        (low, _), (high, _) = game.law.limits(rules, offer.id)
        if offer.kind not in seen and high < rules.max_cents:
            says.append(f"A {offer.name} is from {dollars(low)} to {dollars(high)}.")
        seen.add(offer.kind)
    return " ".join(says)


def _wagers(game: AnyGame, rules: Rules, said: GuideText) -> Iterator[Block]:
    """One line for each kind of wager and each of its payout odds."""
    offers = game.law.catalogue(rules)
    groups: dict[tuple[object, ...], list[Row]] = {}
    rows = shown_rows(game, rules)
    for row in rows:
        kind = offers[row.id].kind if row.id in offers else row.id
        groups.setdefault((kind, pays(row), row.strategy, bool(row.situation), row.expected), []).append(row)
    lines, before = [], ""
    for same in groups.values():
        row = same[0]
        offer = offers.get(row.id)
        says = "" if offer is None else _when(rules, said, offer)
        says, before = (SAME if says == before else says), says
        lines.append((rows_name(same, said.played), says, pays(row), percent(row.win, 1), cost(row)))
    added = [offer for wager, offer in offers.items() if wager not in {row.id for row in rows}]
    lines += [(offer.name, _when(rules, said, offer), offer.pays, "", "") for offer in added]
    columns = (
        Column("Wager", share=1.3), Column("Wins when", share=2.2), Column("Pays", share=0.9), Column("Chance", "right"),
        Column("Costs", "right"),
    )  # fmt: skip
    yield TableBlock(columns, tuple(lines), small=True)
    yield ParagraphBlock(" ".join(_explained(rows, bool(added))))
    yield from _read_as(rules, {offer.cite for offer in offers.values()}, said)


def _when(rules: Rules, said: GuideText, offer: Offer) -> str:
    """When a wager wins, and the note about it if there is one."""
    return " ".join((offer.says, said.note(rules, offer.kind))).rstrip()


def _explained(rows: Sequence[Row], added: bool) -> Iterator[str]:
    """Explanations of the table's figures."""
    yield "Chance: how often you get back more than you staked."
    if any(row.strategy for row in rows):
        yield "If a strategy is named in parentheses, chance and cost are for a whole round played that way."
    if added:
        yield "A wager without a cost of its own adds to another one: the cost there includes both."
    if any(row.house_edge < 0 for row in rows):
        yield "A wager that gains on average is made in the middle of a round: the wager before it bears the cost."


def shown_rows(game: AnyGame, rules: Rules) -> list[Row]:
    """The rows of the odds sheet; best play only if it differs from every other named strategy."""
    rows = list(odds_sheet(game, rules))
    named = {(row.id, row.situation, cost(row)) for row in rows if row.strategy != BEST}
    return [row for row in rows if row.strategy != BEST or (row.id, row.situation, cost(row)) not in named]


def pays(row: Row) -> str:
    """The payout odds of a wager; in one situation, only those of that situation."""
    wins = [f"{each.numerator} to {each.denominator}" for each in row.distribution if each > 0]
    return wins[0] if row.situation and len(wins) == 1 and wins[0] in re.split(", | or ", row.pays) else row.pays


def cost(row: Row) -> str:
    """The average cost of a wager of ten dollars."""
    cents = round(Fraction(row.house_edge) * TEN_DOLLARS)
    return dollars(cents) if cents >= 0 else f"gains {dollars(-cents)}"


def _read_as(rules: Rules, about: Container[Citation], said: GuideText) -> Iterator[Block]:
    """How this table answers open questions about its wagers."""
    asked = [
        each
        for each in rules.chapter.readings
        if each.name in rules.readings
        and len(each.ids) > 1
        and (each.cite in about or each.name in said.asked)
        and each.name not in said.unasked
    ]
    if asked:
        yield ParagraphBlock("What the Code leaves open, and how this table answers:", lead=True)
        yield Points(tuple(_answered(rules, each) for each in asked))


def _answered(rules: Rules, reading: Reading) -> Words:
    """A question, and this table's answer."""
    answer = unticked(dict(reading.answers)[rules.reading(reading.name)])
    return emphasis(unticked(reading.question)), f" {answer}", quiet(f"  {sections((reading.cite,))}")


def examples(game: AnyGame, rules: Rules) -> list[ExampleRound]:
    """Rounds that together show a win of every kind of wager, and every ending that choices lead to."""
    kinds: dict[str, str] = {}
    for wager, offer in game.law.catalogue(rules).items():
        if game.law.made_by(wager) is None:
            kinds.setdefault(offer.kind, wager)
    chosen = any(game.walk.strategies(rules, wager) for wager in kinds.values())

    def search() -> dict[str, Any]:
        found = (_every_way if chosen else wins)(game, rules, list(kinds.values()))
        return {"rounds": [[each.wager, each.strategy, each.seed] for each in found]}

    depends = {"game": game.id, "rules": rules.digest, "rounds": [SAMPLED, LATER, QUIET, LATER_QUIET]}
    named = kept("guide-examples", depends, search)["rounds"]
    again = (round_of(game, rules, wager, strategy, seed) for wager, strategy, seed in named)
    return [each for each in again if each is not None]


def _every_way(game: AnyGame, rules: Rules, wagers: list[str]) -> Iterator[ExampleRound]:
    """The shortest sampled rounds that each show something new."""
    met: set[object] = set()
    for wager in wagers:
        for strategy in strategies_to_show(game, rules, wager):
            seeds, quiet_for = (LATER, LATER_QUIET) if met else (SAMPLED, QUIET)
            sample = _sample(rounds(game, rules, wager, strategy, seeds), met, quiet_for)
            for each in sorted(sample, key=lambda each: (each.length, each.seed)):
                if not each.ways <= met:
                    met |= each.ways
                    yield each


def _sample(played: Iterator[ExampleRound], before: set[object], patience: int) -> list[ExampleRound]:
    """Rounds until `patience` results have shown nothing new."""
    met, left, found = set(before), patience, []
    for each in played:
        left = left - each.length if each.ways <= met else patience
        met |= each.ways
        found.append(each)
        if left <= 0:
            break
    return found


def wins(game: AnyGame, rules: Rules, wagers: list[str]) -> Iterator[ExampleRound]:
    """A short win of each wager, and the first examples of other results: a loss, a return."""
    others: set[str] = set()
    for wager in wagers:
        found: dict[str, ExampleRound] = {}
        won = 0
        for each in rounds(game, rules, wager):
            before = found.get(each.result)
            if before is None or (not each.gains, each.length) < (not before.gains, before.length):
                found[each.result] = each
            won += each.result == "won" and each.gains
            if won >= ENOUGH_WINS:
                break
        if "won" in found:
            yield found["won"]
        for result in sorted(set(found) - {"won"} - others):
            others.add(result)
            yield found[result]


def _told(game: AnyGame, rules: Rules, each: ExampleRound) -> Iterator[Block]:
    offers = game.law.catalogue(rules)
    yield Heading(", ".join(f"{offers[end.fields['wager']].name} {_end(end)}" for end in each.settled), 3)
    drawn = strip(each.events)
    if drawn is not None:
        height = min(STRIP_MM, STRIP_MM * WIDEST_MM / width_mm(drawn[0], STRIP_MM))
        yield PictureBlock(*drawn, height_mm=round(height, 1), left=True)
    decided = dict.fromkeys(cite for end in each.settled for cite in end.cites)
    yield ParagraphBlock(cited(" ".join(line.says for line in each.lines(game, rules)), decided), whole=True)


def _end(settled: Event) -> str:
    """How a wager ended; part of a lost one may be returned."""
    result = str(settled.fields["result"])
    return "lost in part" if result == "lost" and int(settled.fields["returned_cents"]) else result


def _closing() -> Iterator[Block]:
    yield Heading("About this guide")
    yield Points(
        (
            "Every figure here is computed from the rules that run the table. No system of betting changes them.",
            "A question or dispute is settled by the rules of the Code, which the house keeps for inspection.",
        )
    )
