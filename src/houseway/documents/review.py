"""The reviewer's worksheet: what layout, signs, guide, equipment and controls must show, with room for a finding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from houseway import __version__
from houseway.core import AnyGame
from houseway.core.felt import Felt
from houseway.core.sign import Sign
from houseway.documents.controls import applying
from houseway.documents.heads import NOT_THE_LAW, facts, foot
from houseway.documents.layout_paper import felt_of_rules, shown_by
from houseway.documents.logbook import label, limits
from houseway.documents.paper import Block, Check, Checklist, Heading, Paper, Paragraph, Signature, Words, quiet
from houseway.documents.wording import capital, in_words, key_words, payout_name
from houseway.law import Citation, Rules
from houseway.money import dollars

SECTIONS: Final = {
    "layout": "The layout",
    "sign": "The signs",
    "guide": "The gaming guide",
    "equipment": "The equipment",
    "procedure": "The internal controls",
    "approval": "The approvals",
}


@dataclass(frozen=True, slots=True)
class Item:
    """Something to look for. `submitted`: what the submission says of it, empty where it says nothing."""

    section: str
    what: str
    cites: tuple[Citation, ...]
    submitted: str = ""

    def as_json(self) -> dict[str, Any]:
        """The item as plain values."""
        return {
            "section": self.section, "what": self.what, "submitted": self.submitted or None, "cites": list(self.cites),
        }  # fmt: skip


def review_items(game: AnyGame, rules: Rules) -> tuple[Item, ...]:
    """Everything that a reviewer looks for, section by section and there in the order of the chapter."""
    felt = felt_of_rules(game, rules)
    drawn = (*_layout(felt), *_signs(game, rules))
    told = {(each.section, cite) for each in drawn for cite in each.cites}
    follows = (each for each in _following(rules) if not {(each.section, cite) for cite in each.cites} & told)
    found = (*drawn, *_guide(game, rules), *_equipment(game, rules, felt), *follows, *_approvals(rules))
    place = {paragraph.cite: number for number, paragraph in enumerate(rules.paragraphs)}
    order = list(SECTIONS)
    last = len(place)
    ranked = sorted(found, key=lambda each: (order.index(each.section), min(place.get(c, last) for c in each.cites)))
    return tuple(dict.fromkeys(ranked))


def review(game: AnyGame, rules: Rules) -> Paper:
    """The paper."""
    items = review_items(game, rules)
    blocks: list[Block] = [
        Paragraph(
            "For papers that somebody else made. Tick what is there, and write a finding below what is missing or differs. "
            "What the submission says is filled in."
        ),
        Paragraph(NOT_THE_LAW),
    ]
    for section, title in SECTIONS.items():
        listed = tuple(_check(each) for each in items if each.section == section)
        if listed:
            blocks += [Heading(title), Checklist(listed)]
    blocks.append(Signature(("Reviewer: name, date", "Result: approved, approved with conditions, returned")))
    title = f"Review of papers: {game.title}"
    under = "What the law wants them to show, paragraph by paragraph"
    return Paper(title, under, facts(game, rules), tuple(blocks), foot(game, rules, "review"))


def review_json(game: AnyGame, rules: Rules) -> dict[str, Any]:
    """The worksheet as plain values."""
    return {
        "software": f"houseway {__version__}", "game": game.id, "edition": rules.edition.id,
        "submission": rules.digest, "items": [each.as_json() for each in review_items(game, rules)],
    }  # fmt: skip


def _check(item: Item) -> Check:
    words: Words = f"{item.what}."
    if item.submitted:
        words = (f"{item.what}.", quiet(f"  As submitted: {item.submitted}."))
    return Check(words, None, item.cites, room=True)


def _layout(felt: Felt) -> Iterator[Item]:
    for each in felt.required:
        if not each.by_sign:
            yield Item("layout", capital(each.what), each.cites, shown_by(each, felt))


def _signs(game: AnyGame, rules: Rules) -> Iterator[Item]:
    for sign in game.present.signs(rules):
        if sign.needed:
            yield Item("sign", f"A sign “{sign.title}”, {sign.where}", sign.cites, _said(sign))
        else:
            yield Item("sign", f"No sign “{sign.title}” is needed", sign.cites, sign.why)


def _said(sign: Sign) -> str:
    rows = [f"{name} {figure}" for name, figure in sign.rows]
    return "; ".join(text.rstrip(".") for text in (*sign.lines, *rows))


def _guide(game: AnyGame, rules: Rules) -> Iterator[Item]:
    """What a patron is told: every payout, and the limits."""
    for line, payout in rules.payouts.items():
        yield Item("guide", f"What is paid on {payout_name(game, rules, line)}", (payout.cite,), str(payout.odds))
    between = f"{dollars(rules.min_cents)} to {dollars(rules.max_cents)}"
    yield Item("guide", "The smallest and the largest wager", (Citation("601a.2"),), between)


def _equipment(game: AnyGame, rules: Rules, felt: Felt) -> Iterator[Item]:
    for text, steps in applying(game, rules):
        for step in steps if text.log else ():
            wanted = "; ".join(f"{label(bound.field).lower()}: {limits(rules, bound)}" for bound in step.within)
            if wanted:
                yield Item("equipment", f"{step.says.rstrip('.')} ({wanted})", (step.cite,))
    for ring in game.present.rings(rules):
        order = ", ".join(sector.label for sector in ring.sectors)
        yield Item("equipment", f"{ring.title}, clockwise in this order", ring.cites, order)
    for mark in felt.marks:
        if mark.stands and mark.cites:
            yield Item("equipment", f"{capital(mark.name)} at its place", mark.cites)


def _following(rules: Rules) -> Iterator[Item]:
    for each in rules.consequences():
        chosen = "; ".join(f"{key_words(key)}: {_word(rules.options.get(key, 'changed'))}" for key in each.keys)
        yield Item(each.on, each.says.rstrip("."), (each.cite,), chosen)


def _word(value: object) -> str:
    return ", ".join(map(in_words, value)) if isinstance(value, list | tuple) else in_words(value)


def _approvals(rules: Rules) -> Iterator[Item]:
    needed = {condition.approval for condition in rules.outstanding()}
    for approval in rules.edition.approvals:
        named = rules.approvals.get(approval.key)
        if named is not None:
            number = f"{named['number']} of {named['date']}, {named['by']}"
            yield Item("approval", capital(approval.says), (approval.cite,), number)
        elif approval in needed:
            yield Item("approval", f"{capital(approval.says)}, by the {approval.by}", (approval.cite,))
