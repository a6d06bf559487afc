"""The reviewer's worksheet: what layout, signs, guide, equipment and controls must show, with space for findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from houseway import __version__
from houseway.core import AnyGame
from houseway.core.felt import Felt
from houseway.documents.controls import answered, applying
from houseway.documents.controls_text import ReportText, controls_text, holds
from houseway.documents.field_names import label
from houseway.documents.layout_paper import felt_of_rules, shown_by
from houseway.documents.logbook import limits
from houseway.documents.paper import Block, Check, Checklist, Heading, Paper, ParagraphBlock, Signature, Words, quiet
from houseway.documents.paper_facts import NOT_THE_LAW, facts, foot
from houseway.documents.rulebook import asked_and_chosen, paid_in_parts, paid_lines, setting_here
from houseway.documents.wording import capital, in_words, key_words, payout_name
from houseway.law import Citation, Rules
from houseway.law.consequence import Consequence
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
    """Something to look for. `submitted`: what the submission says about it; empty if it says nothing."""

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
    """Everything that a reviewer looks for, by section and then in the order of the chapter."""
    felt = felt_of_rules(game, rules)
    drawn = (*_layout(felt), *_signs(game, rules))
    told = {(each.section, cite) for each in drawn for cite in each.cites}
    follows = tuple(each for each in _following(rules) if not {(each.section, cite) for cite in each.cites} & told)
    shown = {cite for each in (*drawn, *follows) if each.section in ("layout", "sign") for cite in each.cites}
    things = [each for each in _equipment(game, rules, felt) if not shown & set(each.cites)]
    others = [each for each in follows if each.section != "equipment"]
    things = _one_a_paragraph((*things, *(each for each in follows if each.section == "equipment")))
    asked = (*_guide(game, rules), *things, *_wheels(game, rules), *_controls(game, rules, follows))
    found = (*drawn, *asked, *others, *_texts(rules), *_approvals(rules))
    place = {paragraph.cite: number for number, paragraph in enumerate(rules.paragraphs)}
    order = list(SECTIONS)
    last = len(place)
    ranked = sorted(found, key=lambda each: (order.index(each.section), min(place.get(c, last) for c in each.cites)))
    said = {(each.section, each.what, each.cites) for each in ranked if each.submitted}
    return tuple(
        each for each in dict.fromkeys(ranked) if each.submitted or (each.section, each.what, each.cites) not in said
    )


def _one_a_paragraph(items: Iterable[Item]) -> list[Item]:
    """Merge items about the same paragraph: each sentence once, and what the submission says about them."""
    same: dict[tuple[Citation, ...], list[Item]] = {}
    for each in items:
        same.setdefault(each.cites, []).append(each)
    return [
        Item(
            own[0].section,
            ". ".join(dict.fromkeys(each.what for each in own)),
            cites,
            "; ".join(dict.fromkeys(said for each in own for said in each.submitted.split("; ") if said)),
        )
        for cites, own in same.items()
    ]


def review(game: AnyGame, rules: Rules) -> Paper:
    """The paper."""
    items = review_items(game, rules)
    blocks: list[Block] = [
        ParagraphBlock(
            "For papers that somebody else made. Tick what is there, and write a finding below what is missing or differs. "
            "What the submission says is filled in."
        ),
        ParagraphBlock(NOT_THE_LAW),
    ]
    for section, title in SECTIONS.items():
        listed = tuple(_check(each) for each in items if each.section == section)
        if listed:
            blocks += [Heading(title), Checklist(listed)]
    blocks.append(Signature(("Reviewer: name, date", "Result: approved, approved with conditions, returned")))
    title = f"Review of papers: {game.title}"
    under = "What the law requires them to show, paragraph by paragraph"
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
        words = (f"{item.what}.", quiet(f"  As submitted: {item.submitted.rstrip('.')}."))
    return Check(words, None, item.cites, room=True)


def _layout(felt: Felt) -> Iterator[Item]:
    for each in felt.required:
        if not each.by_sign:
            yield Item("layout", capital(each.what), each.cites, shown_by(each, felt))


def _signs(game: AnyGame, rules: Rules) -> Iterator[Item]:
    for sign in game.present.signs(rules):
        if sign.needed:
            yield Item("sign", f"A sign “{sign.title}”, {sign.where}", sign.cites, sign.told)
        else:
            yield Item("sign", f"No sign “{sign.title}” is needed", sign.cites, sign.why)


def _guide(game: AnyGame, rules: Rules) -> Iterator[Item]:
    """Information for patrons: every payout, and the limits."""
    paid = paid_lines(game, rules)
    for line, payout in rules.payouts.items():
        if line in paid:  # the other lines belong to wagers and paytables that are not offered here
            yield Item("guide", f"Payout odds: {payout_name(game, rules, line)}", (payout.cite,), str(payout.odds))
    for name, offer in paid_in_parts(game, rules):
        said = f"{offer.pays}. {offer.says.rstrip('.')}"
        yield Item("guide", f"Payout odds: {name}, and on which part of it", (offer.cite,), said)
    for key, option in rules.edition.options.items():
        if key.partition(".")[0] in ("vigorish", "odds"):
            about, value = asked_and_chosen(rules, key)
            yield Item("guide", about, (option.cite,), value)
    between = f"{dollars(rules.min_cents)} to {dollars(rules.max_cents)}"
    yield Item("guide", "The smallest and the largest wager", (Citation("601a.2"),), between)


def _equipment(game: AnyGame, rules: Rules, felt: Felt) -> Iterator[Item]:
    told, seen = controls_text(game), set[Citation]()
    for text, steps in applying(game, rules):
        own = [step for step in steps if text.log == "inspection" and not told.acted(step.cite)]
        for step in (step for step in own if step.cite not in seen):  # inspections may repeat a check
            bounds = (bound for bound in step.within if bound.exactly is None)
            wanted = "; ".join(f"{label(bound.field).lower()}: {limits(rules, bound)}" for bound in bounds)
            measured = f" ({wanted})" if wanted else ""
            yield Item("equipment", f"{step.says.rstrip('.')}{measured}", (step.cite,))
        seen |= {step.cite for step in own}
    for mark in felt.marks:
        if mark.stands and mark.cites and not seen & set(mark.cites):
            yield Item("equipment", f"{capital(mark.name)} at its place", mark.cites)


def _wheels(game: AnyGame, rules: Rules) -> Iterator[Item]:
    for ring in game.present.rings(rules):
        order = ", ".join(sector.label for sector in ring.sectors)
        yield Item("equipment", f"{ring.title}, clockwise in this order", ring.cites, order)


def _controls(game: AnyGame, rules: Rules, follows: Iterable[Item]) -> Iterator[Item]:
    """Every paragraph that says what a person does: procedures, the course of play, irregularities."""
    told = {cite for each in follows if each.section == "procedure" for cite in each.cites}
    text = controls_text(game)
    steps = {
        step.cite
        for procedure, steps in applying(game, rules)
        for step in steps
        if procedure.log != "inspection" or text.acted(step.cite)
    }
    reports = {cite for cite in rules.chapter.reports if holds(rules, text.reports.get(str(cite), ReportText()).needs)}
    wanted = (steps | reports | {each.cite for each in text.played(rules)}) - told
    heads: dict[Citation, str] = {}
    for paragraph in rules.paragraphs:
        cite = paragraph.cite
        if cite not in wanted or not cite.depth:
            continue
        said = " ".join(answered(rules, text, cite)).replace("At this table: ", "").replace("Our reading: ", "")
        if not said and not text.doer(rules, cite) and any(each != cite and each.under(cite) for each in wanted):
            heads[cite] = paragraph.says.partition(" (")[0].rstrip(".:")  # a heading, shown with what is below it
            continue
        above = [head for each, head in heads.items() if cite.under(each)]
        yield Item("procedure", ": ".join((*above, paragraph.says.rstrip(".:"))), (cite,), said)


def _following(rules: Rules) -> Iterator[Item]:
    for each in rules.consequences():
        asked = [
            key for key, option in rules.edition.options.items() if option.cite == each.cite and key not in each.keys
        ]
        chosen = "; ".join(_key_and_value(rules, each, key) for key in (*each.keys, *asked))
        yield Item(each.on, each.says.rstrip("."), (each.cite,), chosen)


def _key_and_value(rules: Rules, follows: Consequence, key: str) -> str:
    """A choice that has a consequence: lists and approvals by their key, others by their description."""
    value = _of(rules, follows, key)
    if key not in rules.edition.options or isinstance(value, list | tuple | dict):
        return f"{key_words(key)}: {_word(value)}"
    return setting_here(rules, key)


def _of(rules: Rules, follows: Consequence, key: str) -> object:
    """The chosen value; for a list, only the entries that cause the consequence."""
    chosen = rules.options.get(key, "changed")
    wanted = [str(each) for name, values in follows.when if name == key for each in values]
    if not wanted or not isinstance(chosen, list | tuple):
        return chosen
    return [
        each for each in chosen if any(str(each).partition(":")[0] == one.partition(":")[0] for one in wanted)
    ] or chosen


def _word(value: object) -> str:
    return ", ".join(map(in_words, value)) if isinstance(value, list | tuple) else in_words(value)


def _texts(rules: Rules) -> Iterator[Item]:
    """The texts that must be submitted, whether they are present, and what they say."""
    for text in rules.texts_wanted():
        lines = rules.texts.get(text.key)
        said = "no text is given" if lines is None else " ".join(lines)
        yield Item(text.about, f"A text is submitted: {text.says.rstrip('.')}", (text.cite,), said)


def _approvals(rules: Rules) -> Iterator[Item]:
    needed = {condition.approval for condition in rules.outstanding()}
    for approval in rules.edition.approvals:
        named = rules.approvals.get(approval.key)
        if named is not None:
            number = f"{named['number']} of {named['date']}, {named['by']}"
            yield Item("approval", capital(approval.says), (approval.cite,), number)
        elif approval in needed:
            yield Item("approval", f"{capital(approval.says)}, by the {approval.by}", (approval.cite,))
