"""Internal controls: every procedure of a game step by step, with the person and paragraph, and each person's duties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from houseway.core import AnyGame, Figure
from houseway.documents.controls_text import ControlsText, ReportText, controls_text, holds
from houseway.documents.field_names import label, named
from houseway.documents.paper import (
    Block,
    Check,
    Checklist,
    Column,
    Columns,
    Form,
    FormField,
    Heading,
    Paper,
    ParagraphBlock,
    PictureBlock,
    Pictures,
    Points,
    Signature,
    TableBlock,
    Words,
    cited,
    emphasis,
    quiet,
    sections,
)
from houseway.documents.paper_facts import NOT_THE_LAW, facts, foot
from houseway.documents.paragraph_values import values_at
from houseway.documents.rulebook import paid_in_parts, paid_lines, setting_here
from houseway.documents.wording import capital, payout_name, unticked
from houseway.law import Citation, Paragraph, ProcedureStep, ProcedureText, Reading, Rules
from houseway.law.fields import Field
from houseway.law.roles import Role

ON_A_PAGE = 24  # the most duties of one person in lines of normal size
FIGURE_MM = 40  # height of a drawing next to another one
Course = tuple[tuple[str, Paragraph], ...]  # the person, and the paragraph
Procedures = tuple[tuple[ProcedureText, tuple[ProcedureStep, ...]], ...]


def controls(game: AnyGame, rules: Rules) -> Paper:
    """The paper: procedures in the chapter's order, duties by person, and reportable irregularities."""
    procedures, told = tuple(applying(game, rules)), controls_text(game)
    blocks: list[Block] = [ParagraphBlock(NOT_THE_LAW), Heading("Procedures")]
    open_questions = _of_procedures(rules, procedures, told)
    for text, steps in procedures:
        order = "" if len(steps) == 1 else " In this order." if text.ordered else " In any order that fits."
        blocks += [
            Heading(named(text.name), 2),
            ParagraphBlock(
                cited(" ".join((f"{text.says}{order}", *by_the_clock(rules, text))), (text.cite,)), lead=True
            ),
            *(ParagraphBlock((quiet(each),), lead=True) for each in open_questions.get(text.name, ())),
            TableBlock(
                (Column("", "right"), Column("Who", share=1.2), Column("What", share=3.4), Column("Paragraph")),
                tuple(
                    _row(n, step, told.when(rules, step), told.noted(rules, step)) for n, step in enumerate(steps, 1)
                ),
            ),
        ]
    course = tuple((told.doer(rules, each.cite), each) for each in told.played(rules))
    blocks += _course(rules, told, course, game.present.figures(rules))
    blocks += _paid(game, rules)
    for key, lines in game.present.spelled_out(rules).items():
        blocks += [Heading(rules.edition.options[key].says.rstrip(".?")), Points(lines)]
    blocks += _submitted(rules)
    blocks += _duties(rules, told, procedures, course)
    blocks += _reports(game, rules)
    whole = f"Signed for these controls as a whole, with every procedure and duty above: {game.title}, {rules.digest}."
    blocks.append(ParagraphBlock(whole))
    blocks.append(Signature(("For the certificate holder: name, title, date", "For the Board: name, number, date")))
    title = f"Internal controls: {game.title}"
    under = "Who does what, in what order, and by which paragraph"
    return Paper(title, under, facts(game, rules), tuple(blocks), foot(game, rules, "internal controls"), contents=True)


def by_the_clock(rules: Rules, text: ProcedureText) -> Iterator[str]:
    """The law's text about how often a change or an inspection is made."""
    if text.log in ("change", "log"):
        yield from (each.says for each in rules.paragraphs if each.cite == text.cite and each.cite.depth)


def applying(game: AnyGame, rules: Rules) -> Iterator[tuple[ProcedureText, tuple[ProcedureStep, ...]]]:
    """Procedures with the steps that this edition and submission can require; procedures without any are left out."""
    text = controls_text(game)
    settings = {"edition": rules.edition.id, **{key: _plain(value) for key, value in rules.options.items()}}
    opened = {**settings, **game.law.settings(rules, game.law.open(rules))}
    for procedure in rules.chapter.procedures.values():
        steps = tuple(step for step in procedure.steps if text.asks(rules, step, opened))
        if steps and holds(rules, text.procedures.get(procedure.name, ())):
            yield procedure, steps


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _row(number: int, step: ProcedureStep, when: str, fields: Mapping[str, Field]) -> tuple[Words, ...]:
    noted = f" Note: {', '.join(map(_field, fields.values()))}." if fields else ""
    what: Words = (emphasis(f"{when}: "), step.says + noted) if when else step.says + noted
    return f"{number}", step.who.removeprefix("the ").capitalize(), what, f"§ {step.cite}"


def _field(noted: Field) -> str:
    """The name of a noted field in words: "alike (yes or no)"."""
    answers = " (yes or no)" if noted.kind == "yes-no" else ""
    words = label(noted.name)
    return words[:1].lower() + words[1:] + answers


def _course(rules: Rules, told: ControlsText, course: Course, figures: Mapping[Citation, Figure]) -> Iterator[Block]:
    """A round from the first wager to the last payment, paragraph by paragraph."""
    titles = {each.cite: each.says.rstrip(".") for each in rules.paragraphs}
    sections_: dict[str, list[tuple[str, Paragraph]]] = {}
    for who, each in course:
        sections_.setdefault(each.cite.section, []).append((who, each))
    if not sections_:
        return
    yield Heading("The course of play")
    yield ParagraphBlock(
        "What is done in every round, in the order of the chapter, with this submission's answers.", lead=True
    )
    columns = (Column("Who", share=1), Column("What", share=4), Column("Paragraph"))
    for section, own in sections_.items():
        yield Heading(f"§ {section}. {titles[Citation(section)]}", 2)
        rows: list[tuple[Words, ...]] = [
            (capital(who), _told_here(rules, told, each), f"§ {each.cite}") for who, each in own if each.cite.depth
        ]
        rows += [("", (quiet(each),), f"§ {section}") for each in answered(rules, told, Citation(section), every=True)]
        if rows:
            yield TableBlock(columns, tuple(rows))
        drawn = [figures[each.cite] for _, each in own if each.cite in figures]
        if drawn:
            yield Pictures(tuple(PictureBlock(each.svg, each.text, height_mm=FIGURE_MM) for each in drawn), abreast=2)


def _told_here(rules: Rules, told: ControlsText, paragraph: Paragraph) -> Words:
    """A paragraph in our words, with this submission's choices and answers."""
    here = " ".join(answered(rules, told, paragraph.cite, every=True))
    return (paragraph.says, quiet(f"  {here}")) if here else paragraph.says


def _of_procedures(rules: Rules, procedures: Procedures, told: ControlsText) -> dict[str, list[str]]:
    """Our readings of paragraphs outside the course of play and the reports, by the first procedure with a step of theirs."""
    elsewhere = {each.cite for each in told.played(rules)} | {Citation(each.section) for each in told.play}
    elsewhere |= set(rules.chapter.reports)
    found: dict[str, list[str]] = {}
    for reading in rules.chapter.readings:
        if not _told_of(rules, told, reading) or reading.cite in elsewhere:
            continue
        whole = not reading.cite.depth  # a reading of a section applies to all of its paragraphs
        for text, steps in procedures:
            cites = (text.cite, *(step.cite for step in steps))
            if any(each.under(reading.cite) if whole else each == reading.cite for each in cites):
                found.setdefault(text.name, []).append(_read_as(rules, reading))
                break
    return found


def _paid(game: AnyGame, rules: Rules) -> Iterator[Block]:
    """The payout of every offered wager; wagers of one paragraph that pay the same share a line."""
    paid, lines = paid_lines(game, rules), dict[tuple[Citation, str], list[str]]()
    for line, payout in rules.payouts.items():
        if line in paid:
            lines.setdefault((payout.cite, str(payout.odds)), []).append(payout_name(game, rules, line))
    if lines:
        yield Heading("What winning wagers are paid")
        columns = (Column("Wager", share=4), Column("Pays", share=1), Column("Paragraph"))
        rows = [("; ".join(names), odds, f"§ {cite}") for (cite, odds), names in lines.items()]
        yield TableBlock(columns, (*rows, *_paid_in_parts(game, rules)))


def _paid_in_parts(game: AnyGame, rules: Rules) -> Iterator[tuple[Words, ...]]:
    for name, offer in paid_in_parts(game, rules):
        yield (f"{name}. ", quiet(offer.says)), offer.pays, f"§ {offer.cite}"


def chosen_here(rules: Rules, cite: Citation) -> Iterator[str]:
    """The submission's choices at a paragraph; a list of wagers is shown elsewhere."""
    for row in values_at(rules, cite):
        if "option" in row and rules.edition.options[row["option"]].form != "wagers":
            yield f"At this table: {setting_here(rules, row['option'])}."


def answered(rules: Rules, told: ControlsText, cite: Citation, *, every: bool = False) -> Iterator[str]:
    """This submission's choices and answers at a paragraph, in words. `every`: include readings with only one answer."""
    yield from chosen_here(rules, cite)
    for reading in rules.chapter.readings:
        if reading.cite == cite and _told_of(rules, told, reading) and (every or len(reading.ids) > 1):
            yield _read_as(rules, reading)


def _told_of(rules: Rules, told: ControlsText, reading: Reading) -> bool:
    """Does the edition have this question, and does it concern this table?"""
    return reading.name in rules.readings and told.concerns(rules, reading.name)


def _read_as(rules: Rules, reading: Reading) -> str:
    return f"Our reading: {unticked(reading.question)} {unticked(dict(reading.answers)[rules.reading(reading.name)])}"


def _submitted(rules: Rules) -> Iterator[Block]:
    """Procedures in the holder's words, and space for those that must still be submitted."""
    wanted = tuple(each for each in rules.texts_wanted() if each.about == "procedure")
    if wanted:
        yield Heading("Procedures that the certificate holder submits")
    for text in wanted:
        lines = rules.texts.get(text.key)
        yield Heading(text.says.rstrip("."), 2)
        if lines is None:
            missing = "The submission gives no text. It must be submitted and approved before it can be used."
            yield ParagraphBlock(cited(missing, (text.cite,)), lead=True)
            yield Form((FormField("The procedure, step by step", key=text.field, lines=8),))
        else:
            yield ParagraphBlock(cited("In the certificate holder's words:", (text.cite,)), lead=True)
            yield Points(lines, numbered=len(lines) > 1)


def _duties(rules: Rules, told: ControlsText, procedures: Procedures, course: Course) -> Iterator[Block]:
    """One page per role: the person's steps in each procedure."""
    by_role: dict[Role, list[tuple[str, ProcedureStep]]] = {}
    for text, steps in procedures:
        for step in steps:
            for each in (step.by, *step.or_by):
                if each is not Role.PLAYER:
                    by_role.setdefault(each, []).append((text.name, step))
    for role in Role:
        if role is not Role.PLAYER and any(str(role) in who for who, _ in course):
            by_role.setdefault(role, [])
    yield Heading("Duties by person", new_page=True)
    for n, (role, duties) in enumerate(by_role.items()):
        yield Heading(named(role), 2, new_page=n > 0)
        done: dict[str, list[ProcedureStep]] = {}
        for name, step in duties:
            done.setdefault(name, []).append(step)
        listed: list[Heading | Checklist] = []
        for name, own in done.items():
            listed.append(Heading(named(name), 3))
            same: dict[str, list[Citation]] = {}
            for step in own:
                same.setdefault(step.says, []).append(step.cite)
            checks = (Check(says, cites=tuple(dict.fromkeys(cites))) for says, cites in same.items())
            listed.append(Checklist(tuple(checks)))
        listed += _round_of(rules, told, role, course, frozenset(step.cite for _, step in duties))
        if sum(len(each.checks) for each in listed if isinstance(each, Checklist)) <= ON_A_PAGE:
            yield from listed
        else:
            yield Columns(tuple(replace(each, small=True) if isinstance(each, Checklist) else each for each in listed))


def _round_of(
    rules: Rules, told: ControlsText, role: Role, course: Course, done: frozenset[Citation]
) -> Iterator[Heading | Checklist]:
    """A person's duties in a round, other than the steps in `done`; the dealer is referred to the course of play."""
    if role is Role.DEALER:
        own = list(dict.fromkeys(Citation(each.cite.section) for who, each in course if str(role) in who))
        checks = (
            [Check("Deal, watch and settle each round as described in “The course of play”.", cites=tuple(own))]
            if own
            else []
        )
    else:
        own_ = [each for who, each in course if str(role) in who and each.cite.depth and each.cite not in done]
        checks = [Check(says, cites=(each.cite,)) for each in own_ if (says := told.duty(rules, each))]
    if checks:
        yield Heading("The course of play", 3)
        yield Checklist(tuple(checks))


def _reports(game: AnyGame, rules: Rules) -> Iterator[Block]:
    """Reportable irregularities, with the fields of each report."""
    rows = []
    text = controls_text(game)
    told, rounds = text.reports, {each.cite for each in text.played(rules)}
    says = {paragraph.cite: paragraph.says for paragraph in rules.paragraphs}
    for cite in rules.chapter.reports:
        fields, own = rules.report_fields(cite), told.get(str(cite), ReportText())
        if fields is not None and holds(rules, own.needs):
            noted = ", ".join(map(_field, fields.values())) or "nothing more"
            here = () if cite in rounds else answered(rules, text, cite, every=True)  # others are in the course of play
            rows.append(((own.says or says[cite], quiet(" ".join(("", *here)))), noted, sections((cite,))))
    if rows:
        yield Heading("Irregularities and what follows", new_page=True)
        columns = (Column("What happened, and what follows", share=3), Column("Noted", share=1), Column("Paragraph"))
        yield TableBlock(columns, tuple(rows))
