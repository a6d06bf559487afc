"""The Rules Submission as a form, with everything that a chapter leaves to the holder: filled in, blank, or an amendment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from houseway.core import AnyGame
from houseway.documents.paper import (
    Block,
    Check,
    Checklist,
    Form,
    FormField,
    Heading,
    Paper,
    ParagraphBlock,
    Points,
    Signature,
    cited,
)
from houseway.documents.paper_facts import facts, foot, standing_of
from houseway.documents.rulebook import paid_lines
from houseway.documents.wording import capital, in_words, payout_name, unticked
from houseway.law import Rules
from houseway.law.approval import APPROVALS
from houseway.law.edition import SubmissionOption
from houseway.law.submission import LARGEST_CENTS, common_options
from houseway.money import dollars

Kind = Literal["filled", "blank", "amendment"]
AS_WRITTEN = (
    "holder",
    "time_zone",
    "design",
    "delivery_signal",
    "wagering_instrument",
    "vigorish.rate",
    "odds.multiple",
)
USUAL = " (default)"
TEXT_LINES = 4  # lines to write on if a text is missing
TITLES = {
    "filled": "Rules Submission",
    "blank": "Rules Submission, blank form",
    "amendment": "Amendment of a Rules Submission",
}


def submission_form(game: AnyGame, rules: Rules, *, blank: bool = False, since: Rules | None = None) -> Paper:
    """The form. `blank`: leave everything empty. `since`: show only differences from an earlier submission."""
    kind: Kind = "blank" if blank else "amendment" if since is not None else "filled"
    blocks: list[Block] = [ParagraphBlock(cited(_purpose(kind, game, rules, since), ("601a.2",)))]
    for title, fields in _groups(game, rules, blank):
        chosen = fields if since is None else _changed(fields, _by_key(game, since))
        if chosen:
            blocks += [Heading(title), Form(chosen)]
    if since is not None:
        blocks += _gone(game, rules, since)
    given = () if blank else tuple(_given_texts(rules, since))
    if since is not None and len(blocks) == 1 and not given:
        blocks.append(ParagraphBlock("Nothing changes: both submissions have the same settings."))
    if since is None or any(since.option(key) != rules.option(key) for key in game.present.spelled_out(rules)):
        blocks += _meanings(game, rules, blank)
    blocks += given
    blocks += _following(rules, blank, since)
    blocks += _outstanding(rules, blank, since)
    blocks.append(
        Signature(("For the certificate holder: name, title, date", "For the Board: approval number and date"))
    )
    head = facts(game, rules, submission=not blank)
    title = f"{TITLES[kind]}: {game.title}"
    return Paper(title, "58 Pa. Code § 601a.2", head, tuple(blocks), foot(game, rules, "Rules Submission"))


def _purpose(kind: Kind, game: AnyGame, rules: Rules, since: Rules | None) -> str:
    if kind == "blank":
        return (
            f"Every choice that Chapter {rules.chapter.outline.chapter} leaves to the holder who offers {game.title}."
        )
    if since is not None:
        text = "" if since.edition.id == rules.edition.id else f" It was made under another text. {standing_of(since)}."
        return f"What changes from the submission {since.digest}. Everything else stays as it is there.{text}"
    return f"{rules.option('holder')} submits these rules for {game.title}."


def _groups(game: AnyGame, rules: Rules, blank: bool) -> Iterator[tuple[str, tuple[FormField, ...]]]:
    """The form's parts with their fields."""
    own_keys = rules.edition.options
    common = {key: each for key, each in common_options(rules.edition, rules.game).items() if key not in own_keys}
    yield "The table", tuple(_option(rules, key, option, blank) for key, option in common.items())
    idle = () if blank else game.present.idle_options(rules)
    own = tuple(_option(rules, key, option, blank) for key, option in own_keys.items() if key not in idle)
    yield "Choices of this chapter", own
    yield "Payout odds that may be raised", tuple(_payouts(game, rules, blank))
    yield "Open questions of the text", tuple(_readings(rules, blank))
    yield "Texts to be submitted", tuple(_texts_to_write(rules, blank))
    yield "Approvals", tuple(_approvals(rules, blank))


def _by_key(game: AnyGame, rules: Rules) -> dict[str, FormField]:
    return {field.key or field.label: field for _, fields in _groups(game, rules, False) for field in fields}


def _changed(fields: tuple[FormField, ...], before: dict[str, FormField]) -> tuple[FormField, ...]:
    """Fields with changed values; the wording of a question may differ between editions."""
    old = [before[key].value if (key := field.key or field.label) in before else "" for field in fields]
    return tuple(
        replace(field, value=field.value or "withdrawn", boxes=(), changed_from=was)
        for field, was in zip(fields, old, strict=True)
        if was != field.value
    )


def _gone(game: AnyGame, rules: Rules, since: Rules) -> Iterator[Block]:
    """Fields of the earlier submission that do not exist under this edition or these choices."""
    now, before = _by_key(game, rules), _by_key(game, since)
    lines = tuple(f"{old.label}: it was {old.value}" for key, old in before.items() if key not in now and old.value)
    if lines:
        yield Heading("What no longer applies")
        yield Points(tuple(f"{line.rstrip('.')}." for line in lines))


def _option(rules: Rules, key: str, option: SubmissionOption, blank: bool) -> FormField:
    chosen = rules.option(key)
    value = "" if blank else _shown(key, chosen)
    usual = option.default if len(option.choices) > 1 else None
    boxes = tuple(
        (f"{_shown(key, each)}{USUAL if _has(usual, each) else ''}", not blank and _has(chosen, each))
        for each in _offered(option, chosen)
    )
    label = option.says.rstrip(".").removesuffix(", in cents")
    return FormField(label, value, _help(key, option), (option.cite,), None, boxes, key)


def _offered(option: SubmissionOption, chosen: object) -> tuple[object, ...]:
    """The checkboxes: the choices, or the entries of a list."""
    if option.choices:
        return tuple(option.choices)
    if isinstance(option.default, list | tuple) and isinstance(chosen, list | tuple) and option.form != "colors":
        return tuple(dict.fromkeys((*option.default, *chosen)))
    return ()


def _has(chosen: object, each: object) -> bool:
    return each in chosen if isinstance(chosen, list | tuple) else each == chosen and type(each) is type(chosen)


def _help(key: str, option: SubmissionOption) -> str:
    """The bounds of a number, and the default if no box shows it."""
    bounds = []
    if option.form == "number":
        low, high = (_amount(key, each) for each in (option.low, option.high))
        bounds = [f"At least {low}." if option.high == LARGEST_CENTS else f"From {low} to {high}."]
    usual = option.default
    if usual is None or option.choices or isinstance(usual, list | tuple | dict) or key == "holder":
        return " ".join(bounds)
    return " ".join((*bounds, f"Default: {_shown(key, usual)}."))


def _amount(key: str, cents: object) -> str:
    return dollars(cents) if key.endswith("_cents") and isinstance(cents, int) else str(cents)


def _shown(key: str, value: Any) -> str:
    if key.endswith("_cents") and isinstance(value, int):
        return dollars(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value)) or "none"
    if isinstance(value, dict):
        return "; ".join(f"{name}: {in_words(each)}" for name, each in value.items()) or "none"
    return str(value) if key in AS_WRITTEN else in_words(value)


def _payouts(game: AnyGame, rules: Rules, blank: bool) -> Iterator[FormField]:
    paid = paid_lines(game, rules)
    for line, payout in rules.payouts.items():
        least = rules.edition.payouts[line]
        if least.at_least and (blank or line in paid):  # not for a paytable that was not chosen
            name, key = payout_name(game, rules, line), f"payout.{line}"
            value = "" if blank else str(payout.odds)
            yield FormField(name, value, f"At least {least.odds}.", (payout.cite,), key=key)


def _readings(rules: Rules, blank: bool) -> Iterator[FormField]:
    for reading in rules.chapter.readings:
        if reading.name in rules.readings and len(reading.ids) > 1:
            answer = rules.reading(reading.name)
            boxes = tuple(
                (f"{unticked(says)}{USUAL if each == reading.default else ''}", not blank and each == answer)
                for each, says in reading.answers
            )
            value = "" if blank else unticked(dict(reading.answers)[answer])
            key = f"reading.{reading.name}"
            yield FormField(unticked(reading.question), value, "", (reading.cite,), None, boxes, key)


def _approvals(rules: Rules, blank: bool) -> Iterator[FormField]:
    needed = {condition.approval for condition in rules.outstanding()}
    for approval in rules.edition.approvals:
        named = rules.approvals.get(approval.key)
        if named is None and approval not in needed and not blank:
            continue
        value = "" if blank or named is None else f"{named['number']} of {named['date']}"
        label = f"{capital(approval.says)}, by the {approval.by}"
        yield FormField(label, value, "Number and date.", (approval.cite,), key=f"{APPROVALS}.{approval.key}")


def _texts_to_write(rules: Rules, blank: bool) -> Iterator[FormField]:
    """Space for each text that the law requires: all of the chapter's on a blank form, otherwise the missing ones."""
    for text in rules.texts_known().values() if blank else rules.texts_missing():
        help_ = "Attach a sheet if needed." if blank else "Not given yet: write it here, or attach a sheet."
        yield FormField(text.says.rstrip("."), "", help_, (text.cite,), key=text.field, lines=TEXT_LINES)


def _given_texts(rules: Rules, since: Rules | None) -> Iterator[Block]:
    """The submitted texts, step by step; in an amendment, only the changed ones."""
    for key, text in rules.texts_known().items():
        lines = rules.texts.get(key)
        before = lines if since is None else since.texts.get(key)
        if since is not None and lines == before:
            continue
        if lines is not None:
            was = "As submitted, in full:" if since is None or before is None else "As changed, in full:"
            yield Heading(text.says.rstrip("."))
            yield ParagraphBlock(cited(was, (text.cite,)), lead=True)
            yield Points(lines, numbered=len(lines) > 1)
        elif before is not None:
            yield Heading(text.says.rstrip("."))
            yield ParagraphBlock(cited("This text is withdrawn.", (text.cite,)))


def _meanings(game: AnyGame, rules: Rules, blank: bool) -> Iterator[Block]:
    """The meanings of one-word settings."""
    for key, lines in ({} if blank else game.present.spelled_out(rules)).items():
        option = rules.edition.options[key]
        yield Heading(option.says.rstrip(".?"))
        yield ParagraphBlock(cited("As submitted, in full:", (option.cite,)), lead=True)
        yield Points(lines)


def _following(rules: Rules, blank: bool, since: Rules | None) -> Iterator[Block]:
    """The law's requirements that follow from the choices; in an amendment, only new ones."""
    before = () if since is None else since.consequences()
    found = () if blank else tuple(each for each in rules.consequences() if each not in before)
    if found:
        yield Heading("What the law requires because of these choices")
        yield Checklist(tuple(Check(each.says, None, (each.cite,)) for each in found))


def _outstanding(rules: Rules, blank: bool, since: Rules | None) -> Iterator[Block]:
    """Outstanding approvals; in an amendment, only newly outstanding ones."""
    before = set() if since is None else {each.approval for each in since.outstanding()}
    conditions = () if blank else tuple(each for each in rules.outstanding() if each.approval not in before)
    if conditions:
        yield Heading("Still to be approved")
        yield ParagraphBlock("Until these are named, a table under this submission is a practice table.")
        yield Checklist(
            tuple(
                Check(f"{capital(each.approval.says)}, by the {each.approval.by}", None, (each.approval.cite,))
                for each in conditions
            )
        )
