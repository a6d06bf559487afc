"""Internal controls: every procedure of a game step by step, who does each and by which paragraph, and each person's duties."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.core import AnyGame
from houseway.documents.controls_text import ReportText, controls_text, holds
from houseway.documents.heads import NOT_THE_LAW, facts, foot
from houseway.documents.paper import (
    Block,
    Check,
    Checklist,
    Column,
    Heading,
    Paper,
    Paragraph,
    Signature,
    Table,
    Words,
    cited,
    emphasis,
    sections,
)
from houseway.law import Citation, ProcedureStep, ProcedureText, Rules
from houseway.law.fields import Field as NotedField
from houseway.law.roles import Role


def controls(game: AnyGame, rules: Rules) -> Paper:
    """The paper: procedures in the chapter's order, duties by person, and what must be reported."""
    procedures, told = tuple(applying(game, rules)), controls_text(game)
    blocks: list[Block] = [Paragraph(NOT_THE_LAW), Heading("Procedures")]
    for text, steps in procedures:
        order = "" if len(steps) == 1 else " In this order." if text.ordered else " In any order that fits."
        blocks += [
            Heading(_named(text.name), 2),
            Paragraph(cited(f"{text.says}{order}", (text.cite,)), lead=True),
            Table(
                (Column("", "right"), Column("Who", share=1), Column("What", share=3.4), Column("Paragraph")),
                tuple(_row(n, step, told.when(rules, step)) for n, step in enumerate(steps, 1)),
            ),
        ]
    blocks += _duties(procedures)
    blocks += _reports(game, rules)
    blocks.append(Signature(("For the certificate holder: name, title, date", "For the Board: name, number, date")))
    title = f"Internal controls: {game.title}"
    under = "Who does what, in what order, and by which paragraph"
    return Paper(title, under, facts(game, rules), tuple(blocks), foot(game, rules, "internal controls"), contents=True)


def applying(game: AnyGame, rules: Rules) -> Iterator[tuple[ProcedureText, tuple[ProcedureStep, ...]]]:
    """Procedures with the steps that this edition and submission ask for at some time; those without any are left out."""
    text = controls_text(game)
    settings = {"edition": rules.edition.id, **{key: _plain(value) for key, value in rules.options.items()}}
    opened = {**settings, **game.law.settings(rules, game.law.open(rules))}
    for procedure in rules.chapter.procedures.values():
        steps = tuple(step for step in procedure.steps if text.asks(rules, step, opened))
        if steps and holds(rules, text.procedures.get(procedure.name, ())):
            yield procedure, steps


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _named(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _row(number: int, step: ProcedureStep, when: str) -> tuple[Words, ...]:
    noted = f" Note: {', '.join(map(_field, step.fields.values()))}." if step.fields else ""
    what: Words = (emphasis(f"{when}: "), step.says + noted) if when else step.says + noted
    return f"{number}", step.who.removeprefix("the ").capitalize(), what, f"§ {step.cite}"


def _field(noted: NotedField) -> str:
    """What is noted, in words: "alike (yes or no)"."""
    answers = " (yes or no)" if noted.kind == "yes-no" else ""
    return noted.name.replace("_", " ") + answers


def _duties(procedures: tuple[tuple[ProcedureText, tuple[ProcedureStep, ...]], ...]) -> Iterator[Block]:
    """One page for each role: what they do, in which procedure."""
    by_role: dict[Role, list[tuple[str, ProcedureStep]]] = {}
    for text, steps in procedures:
        for step in steps:
            for each in (step.by, *step.or_by):
                if each is not Role.PLAYER:
                    by_role.setdefault(each, []).append((text.name, step))
    yield Heading("Duties by person", new_page=True)
    for n, (role, duties) in enumerate(by_role.items()):
        yield Heading(_named(role), 2, new_page=n > 0)
        done: dict[str, list[ProcedureStep]] = {}
        for name, step in duties:
            done.setdefault(name, []).append(step)
        for name, own in done.items():
            yield Heading(_named(name), 3)
            same: dict[str, list[Citation]] = {}
            for step in own:
                same.setdefault(step.says, []).append(step.cite)
            yield Checklist(tuple(Check(says, cites=tuple(dict.fromkeys(cites))) for says, cites in same.items()))


def _reports(game: AnyGame, rules: Rules) -> Iterator[Block]:
    """Irregularities that are reported, with what a report notes."""
    rows = []
    told = controls_text(game).reports
    says = {paragraph.cite: paragraph.says for paragraph in rules.paragraphs}
    for cite in rules.chapter.reports:
        fields, own = rules.report_fields(cite), told.get(str(cite), ReportText())
        if fields is not None and holds(rules, own.needs):
            noted = ", ".join(map(_field, fields.values())) or "nothing more"
            rows.append((own.says or says[cite], noted, sections((cite,))))
    if rows:
        yield Heading("Irregularities and what follows", new_page=True)
        columns = (Column("What happened, and what follows", share=3), Column("Noted", share=1), Column("Paragraph"))
        yield Table(columns, tuple(rows))
