"""The complete rules of a game for public inspection: every paragraph of an edition in our words, with figures and readings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from houseway.core import AnyGame, Offer
from houseway.documents.logbook import shown
from houseway.documents.paper import (
    Block,
    Heading,
    Paper,
    ParagraphBlock,
    PictureBlock,
    Points,
    Run,
    Words,
    emphasis,
    strong,
)
from houseway.documents.paper_facts import NOT_THE_LAW, facts, foot
from houseway.documents.paragraph_values import values_at
from houseway.documents.wording import in_words, joint_name, payout_name, unticked
from houseway.law import Paragraph, Rules
from houseway.money import dollars

DEEPEST = 4  # deeper paragraphs are indented like these
HEAD: Final = re.compile(r"([^:;?]+?)([:;?]|\.?$)")  # the first part of an option's text, without the explanation


def rulebook(game: AnyGame, rules: Rules) -> Paper:
    """The paper: sections as headings, paragraphs indented by the law's numbering."""
    blocks: list[Block] = [ParagraphBlock(NOT_THE_LAW)]
    figures, meanings = game.present.figures(rules), game.present.spelled_out(rules)
    for paragraph in rules.paragraphs:
        depth = paragraph.cite.depth
        if depth == 0:
            blocks.append(Heading(f"§ {paragraph.cite}. {paragraph.says.rstrip('.')}"))
        else:
            blocks.append(ParagraphBlock(_told(paragraph), min(depth, DEEPEST) - 1, hanging=True))
        blocks += [ParagraphBlock(words, min(depth + 1, DEEPEST)) for words in _settled(game, rules, paragraph)]
        blocks += [ParagraphBlock(words, min(depth + 1, DEEPEST)) for words in _orders(game, rules, paragraph)]
        blocks += [
            Points(lines) for key, lines in meanings.items() if rules.edition.options[key].cite == paragraph.cite
        ]
        if paragraph.cite in figures:
            drawn = figures[paragraph.cite]
            blocks.append(PictureBlock(drawn.svg, drawn.text or drawn.title, drawn.title, 35))
    title = f"The rules of {game.title}"
    under = "For public inspection, paragraph by paragraph"
    return Paper(title, under, facts(game, rules), tuple(blocks), foot(game, rules, "rules"), contents=True)


def _told(paragraph: Paragraph) -> Words:
    """A paragraph with its number in front."""
    return (Run(f"§\u00a0{paragraph.cite}  ", "quiet"), paragraph.says)


def _orders(game: AnyGame, rules: Rules, paragraph: Paragraph) -> Iterator[Words]:
    """The order of a wheel, if the paragraph gives it."""
    for ring in game.present.rings(rules):
        if paragraph.cite in ring.cites:
            yield (emphasis(f"{ring.title}, clockwise: "), ", ".join(sector.label for sector in ring.sectors) + ".")


def paid_lines(game: AnyGame, rules: Rules) -> frozenset[str]:
    """The payout lines that can pay wagers of this submission."""
    return frozenset(each.line for offer in game.law.catalogue(rules).values() for each in offer.payouts)


def paid_in_parts(game: AnyGame, rules: Rules) -> Iterator[tuple[str, Offer]]:
    """Wagers with parts that are paid by lines of other wagers: a name for all of a kind, and one of them."""
    kinds: dict[str, list[Offer]] = {}
    for offer in game.law.catalogue(rules).values():
        if offer.parts > 1:
            kinds.setdefault(offer.kind, []).append(offer)
    return ((joint_name([offer.name for offer in same]), same[0]) for same in kinds.values())


def _settled(game: AnyGame, rules: Rules, paragraph: Paragraph) -> Iterator[Words]:
    """This table's choices and payouts under a paragraph, and our reading if the text is open."""
    paid = paid_lines(game, rules)
    for row in values_at(rules, paragraph.cite):
        if "value" in row:  # a figure of the text itself, which our wording already includes
            continue
        if "payout" in row and row["payout"] not in paid:  # for a wager or a paytable that is not offered here
            continue
        if "reading" in row:
            choices = f" (Choices: {', '.join(map(in_words, row['choices']))}.)" if len(row["choices"]) > 1 else ""
            yield (
                emphasis("Our reading. "),
                strong(f"{unticked(row['question'])} "),
                unticked(f"{row['says']} {row['why']}{choices}"),
            )
        elif words := _chosen(game, rules, row):
            yield (strong("At this table: "), words)


def _setting(key: str, value: object) -> str:
    if key.endswith("_cents") and isinstance(value, int):
        return dollars(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value)) or "none"
    return in_words(value) if isinstance(value, str | bool) else shown(value)


def asked_and_chosen(rules: Rules, key: str) -> tuple[str, str]:
    """A short name of an option ("Are cards cut?", "Decks in the shoe") and its value or meaning ("0: as much as before")."""
    value, says = rules.option(key), rules.edition.options[key].says
    head = HEAD.match(says)
    assert head is not None, says
    about, means = head[1].removesuffix(", in cents"), re.search(rf"; {re.escape(str(value))}: ([^.;]+)", says)
    return about + ("?" if head[2] == "?" else ""), means[1] if means else _setting(key, value)


def setting_here(rules: Rules, key: str) -> str:
    """A short name of an option and its value, as one phrase."""
    about, value = asked_and_chosen(rules, key)
    return f"{about}{'' if about.endswith('?') else ':'} {value}"


def _chosen(game: AnyGame, rules: Rules, row: Mapping[str, Any]) -> str:
    """A payout, a choice or an approval in words for the public; empty for an approval that is not needed here."""
    if "payout" in row:
        least = f" (the law: at least {row['at_least']})" if "at_least" in row else ""
        return f"{payout_name(game, rules, row['payout'])} pays {row['pays']}{least}."
    if "option" in row:
        return f"{setting_here(rules, row['option'])}."
    if "text" in row:
        return f"{row['of'].rstrip('.')}: {' '.join(row['given']) or 'not submitted yet.'}"
    named = row["named"]
    if not named and not row["outstanding"]:
        return ""
    state = f"approved, {named['number']} of {named['date']}" if named else "not approved yet"
    return f"{row['of'][:1].upper()}{row['of'][1:]}, by the {row['by']}: {state}."
