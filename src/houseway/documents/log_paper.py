"""Logs and inspections on paper: filled in from a table's records, or blank forms to write on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from houseway import __version__
from houseway.core import AnyGame, Deadline
from houseway.documents.controls import applying, by_the_clock, chosen_here
from houseway.documents.controls_text import ControlsText, controls_text
from houseway.documents.field_names import american, label, named
from houseway.documents.logbook import CLOCK, SIGNED, Logbook, LoggedProcedure, LoggedStep, limits, noted_words
from houseway.documents.paper import (
    Block,
    Check,
    Checklist,
    Column,
    Form,
    FormField,
    Group,
    Heading,
    Paper,
    ParagraphBlock,
    Points,
    Signature,
    TableBlock,
    Words,
    cited,
    emphasis,
    quiet,
    sections,
    strong,
)
from houseway.documents.paper_facts import facts, foot
from houseway.documents.wording import capital, in_words
from houseway.law import ProcedureStep, ProcedureText, Rules
from houseway.law.fields import Field
from houseway.law.local_time import local_time

PARTS: Final = {
    "log": "Inspection log",
    "inspection": "Inspections",
    "change": "Changes of equipment",
    "device": "Devices taken out of use and put back",
}
COLUMNS: Final = (Column("Time"), Column("Who"), Column("What was done and noted", share=3), Column("Paragraph"))
WITH_WORKER: Final = (COLUMNS[0], Column("Who", share=1), *COLUMNS[2:])
ONE_PART: Final = {
    "log": "inspection log",
    "inspection": "inspection",
    "change": "change of equipment",
    "device": "device log",
}
MOST_STEPS: Final = 3  # the most steps of a form with several entries on a page
MOST_ENTRIES: Final = 4
PAGE_MM, HEAD_MM, ENTRY_MM = 222.0, 42.0, 10.0  # heights: the text area, the paper's head, the heading of an entry
LONG_LABEL: Final = 34  # characters; a longer label takes two lines
PERIOD: Final = re.compile(r"\b(hours|month)\b")
ASKED: Final = {  # labels on a blank form for fields with unclear names
    "made_at": "Date and time",
    "inspected": "I certify that the required inspection was completed",
    "work": "Work done",
    SIGNED: "Signature of the person who did the work",
    "credential": "Board-issued credential number of that person",
    "name": "Name of the person who did the work",
    "present": "Who was present, by department",
}
LISTS: Final = ("names", "counts")  # kinds of fields that take several lines
LIST_LINES: Final = 3
ONE_OF: Final = "one of "  # prefix of a field kind that lists its answers


def log_paper(books: tuple[Logbook, ...]) -> Paper:
    """The logs of one table or of several."""
    first = books[0]
    blocks: list[Block] = []
    for number, book in enumerate(books):
        if len(books) > 1:
            blocks.append(Heading(f"{book.game.title}: {book.place}", new_page=number > 0))
        blocks += _book(book, 2 if len(books) > 1 else 1)
    head = (
        (("Table", first.place), *facts(first.game, first.rules))
        if len(books) == 1
        else (("Tables", f"{len(books)} sessions of tables"),)
    )
    title = f"Logs and inspections: {first.game.title}" if len(books) == 1 else "Logs and inspections of a pit"
    under = "From the records of the table" if len(books) == 1 else "From the records of the tables"
    bottom = foot(first.game, first.rules, "logs") if len(books) == 1 else f"Logs. houseway {__version__}"
    return Paper(title, under, head, tuple(blocks), bottom, contents=len(books) > 1)


def _book(book: Logbook, level: int) -> Iterator[Block]:
    wrong = [(done, words) for done in book.done for words in done.wrong]
    yield Heading("At a glance", level)
    counted = [(title, sum(each.procedure.log == part for each in book.done)) for part, title in PARTS.items()]
    entered = "; ".join(f"{title.lower()}: {count}" for title, count in counted if count) or "none"
    yield ParagraphBlock(f"Entries: {entered}. Times are by the clock of {book.rules.time_zone}.")
    if wrong:
        yield Checklist(
            tuple(
                Check(f"{_when(done.at, book.rules)}, {_name(done)}: {words}.", False, (done.procedure.cite,))
                for done, words in wrong
            )
        )
    else:
        yield ParagraphBlock("Nothing that was noted is out of the law's bounds.")
    lacking = sum(len(entry.absent) for done in book.done for entry in done.entries)
    if lacking:
        yield ParagraphBlock(
            f"What the law measures or wants entered was not noted {lacking} times; the entries say where."
        )
    yield from _due(book, level)
    yield from _measured(book, level)
    for part, title in PARTS.items():
        found = [each for each in book.done if each.procedure.log == part]
        if found:
            yield Heading(title, level)
        for each in found:
            yield from _done(book.rules, each, level + 1)


def _due(book: Logbook, level: int) -> Iterator[Block]:
    yield Heading("What falls due next", level)
    if not book.due:
        yield ParagraphBlock("Nothing falls due by the clock.")
        return
    rows = tuple(
        (label(each.what.replace("-", "_")), _when(each.at, book.rules), _means(each), sections(each.cites))
        for each in book.due
    )
    columns = (Column("What", share=1), Column("Holds until", share=1), Column("By", share=1), Column("Paragraph"))
    yield TableBlock(columns, rows)


def _means(due: Deadline) -> str:
    return american(due.procedure.replace("-", " ")) or "opening it again"


def _measured(book: Logbook, level: int) -> Iterator[Block]:
    """The equipment record: each measured requirement, with its latest noted value."""
    last: dict[tuple[str, str], tuple[Words, str, str, Words, str]] = {}
    for done in book.done:
        for entry in done.entries:
            for bound in entry.step.within:
                noted = bound.field in entry.noted
                value = (
                    noted_words(book.rules, entry.step, bound.field, entry.noted[bound.field]) if noted else "not noted"
                )
                bad = any(words.startswith(f"{label(bound.field)}:") for words in entry.wrong)
                found: Words = (strong(f"{value}: out of bounds"),) if bad else value
                key = (str(entry.step.cite), bound.field)
                if noted or key not in last:
                    last[key] = (
                        (label(bound.field), quiet(f"  {entry.step.says}")), limits(book.rules, bound),
                        _when(entry.at, book.rules), found, sections((entry.step.cite,)),
                    )  # fmt: skip
    if last:
        yield Heading("Equipment record", level)
        columns = (
            Column("Measured", share=3), Column("The law requires", share=1.4), Column("When", share=1.6),
            Column("Found", share=1.4), Column("Paragraph"),
        )  # fmt: skip
        yield TableBlock(columns, tuple(last.values()))


def _done(rules: Rules, done: LoggedProcedure, level: int) -> Iterator[Block]:
    yield Heading(f"{_name(done)}, {_when(done.at, rules)}", level)
    where = "before the first round" if done.round == 0 else f"round {done.round}"
    yield ParagraphBlock(cited(f"{done.procedure.says} ({where[:1].upper()}{where[1:]}.)", (done.procedure.cite,)))
    columns = WITH_WORKER if any(entry.worker is not None for entry in done.entries) else COLUMNS
    yield TableBlock(columns, tuple(_row(rules, entry) for entry in done.entries), small=True)
    for due in done.late:
        yield ParagraphBlock(
            (strong("Late: "), f"the {due.what.replace('-', ' ')} fell due on {_when(due.at, rules)}.")
        )
    for due in done.due:
        what = due.what.replace("-", " ")
        words = f"{capital(what)}: in order until {_when(due.at, rules)}; then the next change or inspection is due."
        yield ParagraphBlock(cited(words, due.cites))


def _row(rules: Rules, entry: LoggedStep) -> tuple[Words, ...]:
    said: list[str] = []
    declared = {name: entry.noted[name] for name in entry.step.fields if name in entry.noted}
    for name, value in {**declared, **entry.noted}.items():
        if name != "verified":
            said.append(f"{label(name)}: {noted_words(rules, entry.step, name, value)}")
    said += [f"{label(name)}: not noted" for name in entry.absent]
    told: Words = (entry.step.says, quiet("  " + "; ".join(said) + ("." if said else "")))
    if entry.wrong:
        told = (*told, strong(f"  Out of bounds: {'; '.join(entry.wrong)}."))
    who = entry.by.replace("-", " ") + (f" ({entry.actor})" if entry.actor else "")
    if entry.worker is not None:
        who = f"Work: {entry.worker.words or 'not noted by whom'}. Entered by: {who}."
    return local_time(entry.at, rules.time_zone).strftime("%H:%M:%S"), who, told, sections((entry.step.cite,))


def _name(done: LoggedProcedure) -> str:
    return named(done.procedure.name)


def _when(moment: int, rules: Rules) -> str:
    return local_time(moment, rules.time_zone).strftime(CLOCK)


def blank_log(game: AnyGame, rules: Rules) -> Paper:
    """Blank forms for every log and inspection of this submission, each on its own page."""
    blocks: list[Block] = []
    told = controls_text(game)
    for text, steps in applying(game, rules):
        if not text.log:
            continue
        room = PAGE_MM - (HEAD_MM if not blocks else 0)
        blocks.append(Heading(form_title(text), new_page=bool(blocks)))
        here = (text.says, *by_the_clock(rules, text), *chosen_here(rules, text.cite))
        blocks.append(ParagraphBlock(cited(" ".join(here), (text.cite,)), lead=True))
        entry = tuple(_blank_entry(rules, text, steps, told))
        high = sum(_height(part) for group in entry for part in group.blocks)
        if len(steps) > MOST_STEPS:
            blocks += entry
            continue
        lines = tuple(part for group in entry for part in group.blocks)
        for number in range(1, max(1, min(MOST_ENTRIES, int(room // (high + ENTRY_MM)))) + 1):
            blocks.append(Group((Heading(f"Entry {number}", 2), *lines)))
    title = f"Logs and inspections: {game.title}, blank forms"
    bottom = foot(game, rules, "blank logs")
    return Paper(title, "To be filled in by hand", facts(game, rules), tuple(blocks), bottom)


def form_title(text: ProcedureText) -> str:
    """The heading of a blank form: the procedure, and the part of the logbook unless the procedure's name says it."""
    name, part = named(text.name), ONE_PART[text.log]
    return name if part.split()[0][:7] in name.lower() else f"{name}: {part}"


def _blank_entry(
    rules: Rules, text: ProcedureText, steps: tuple[ProcedureStep, ...], told: ControlsText
) -> Iterator[Group]:
    """One entry: when and where, the steps, and signature lines, in groups that stay on one page."""
    entered = tuple(_entered(rules, text, steps))
    if entered:
        yield Group((Form(entered),))
    own = SIGNED in _noted(steps) or any(told.signatures.get(str(step.cite)) for step in steps)
    groups = tuple(_blank_steps(rules, steps, told))
    yield from groups[:-1]
    yield groups[-1] if own else Group((*groups[-1].blocks, _signers(steps)))


def _signers(steps: tuple[ProcedureStep, ...]) -> Signature:
    """A line for each role that does a step; if one role does all of them, also a line for the name."""
    least: dict[tuple[str, ...], ProcedureStep] = {}  # each role's strictest step: one that no higher role may do
    for step in steps:
        who = (step.by, *step.or_by)
        least[who] = step if who not in least or not step.or_above else least[who]
    roles = [capital(step.who.removeprefix("the ")) for step in least.values()]
    if len(roles) == 1:
        return Signature((f"{roles[0]}: name and credential number", "Signature"))
    return Signature(tuple(f"{each}: signature and credential number" for each in roles))


def _height(block: Heading | Form | Checklist | Points | Signature) -> float:
    """The approximate height of a part of a form, in millimeters."""
    match block:
        case Form(fields):
            return sum(_field_height(field) for field in fields) + 2
        case Signature():
            return 18
        case _:
            return 7


def _field_height(field: FormField) -> float:
    long = 4 if len(field.label) > LONG_LABEL else 0
    return 7 + long + (4 if field.help else 0) + 6 * (field.lines - 1)


def _noted(steps: tuple[ProcedureStep, ...]) -> set[str]:
    return {name for step in steps for name in step.fields}


def _entered(rules: Rules, text: ProcedureText, steps: tuple[ProcedureStep, ...]) -> Iterator[FormField]:
    """The first fields of every entry, unless a step notes them; for a change, also when the old equipment went into use."""
    if not {"table_number", "table"} & _noted(steps):
        yield FormField("Table number")
    if "made_at" not in _noted(steps):
        yield FormField("Date and time")
    if text.log == "change" and any(PERIOD.search(words) for words in by_the_clock(rules, text)):
        yield FormField("What is taken out was in use since (date and time)")
        yield FormField("Next change no later than (date and time)")


def _blank_steps(rules: Rules, steps: tuple[ProcedureStep, ...], told: ControlsText) -> Iterator[Group]:
    """Each step with its lines to fill in."""
    for step in steps:
        when = told.when(rules, step)
        says: Words = (emphasis(f"{when}: "), step.says) if when else step.says
        parts: list[Form | Checklist | Signature] = [Checklist((Check(says, None, (step.cite,)),))]
        signed = told.signatures.get(str(step.cite), ())
        fields = tuple(
            FormField(
                _asked(name, field),
                help=_wanted(rules, step, name),
                boxes=_boxes(field),
                lines=LIST_LINES if field.kind in LISTS else 1,
            )
            for name, field in told.noted(rules, step).items()
            if not (signed and field.kind == "roles")
        )
        if fields:
            parts.append(Form(fields))
        if signed:
            parts.append(Signature(tuple(f"{each}: signature and credential number" for each in signed)))
        yield Group(tuple(parts))


def _wanted(rules: Rules, step: ProcedureStep, name: str) -> str:
    """The bounds of a measurement, or an answer that must be no; a required yes is not printed."""
    bounds = {bound.field: limits(rules, bound) for bound in step.within}
    if name in bounds:
        return f"The law requires {bounds[name]}."
    return "The answer must be no." if step.must.get(name) is False else ""


def _asked(name: str, field: Field) -> str:
    """The label of a line to fill in."""
    return ASKED.get(name, label(name)) + (", in dollars" if field.kind == "cents" else "")


def _boxes(field: Field) -> tuple[tuple[str, bool], ...]:
    """Checkboxes for a field with yes/no or a few words as answers."""
    few = field.kind.removeprefix(ONE_OF).split("|") if field.kind.startswith(ONE_OF) else ()
    words = (in_words(each) for each in (("yes", "no") if field.kind == "yes-no" else few))
    return tuple((each.upper() if len(each) == 1 else each, False) for each in words)  # pay table A or B
