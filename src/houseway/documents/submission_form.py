"""The Rules Submission as a form: what a chapter leaves to the certificate holder, filled in, blank, or as an amendment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from houseway.core import AnyGame
from houseway.documents.heads import facts, foot
from houseway.documents.paper import (
    Block,
    Check,
    Checklist,
    Field,
    Form,
    Heading,
    Paper,
    Paragraph,
    Signature,
    cited,
)
from houseway.law import Rules
from houseway.law.approval import APPROVALS
from houseway.law.edition import SubmissionOption
from houseway.law.errors import one_of
from houseway.law.submission import LARGEST_CENTS, common_options
from houseway.money import dollars

Kind = Literal["filled", "blank", "amendment"]
TITLES = {
    "filled": "Rules Submission",
    "blank": "Rules Submission, blank form",
    "amendment": "Amendment of a Rules Submission",
}


def submission_form(game: AnyGame, rules: Rules, *, blank: bool = False, since: Rules | None = None) -> Paper:
    """The form. `blank`: nothing is filled in. `since`: only what differs from an earlier submission."""
    kind: Kind = "blank" if blank else "amendment" if since is not None else "filled"
    blocks: list[Block] = [Paragraph(cited(_purpose(kind, game, rules, since), ("601a.2",)))]
    for title, fields in _groups(rules, blank):
        chosen = fields if since is None else _changed(fields, dict(_groups_flat(since)))
        if chosen:
            blocks += [Heading(title), Form(chosen)]
    if since is not None and len(blocks) == 1:
        blocks.append(Paragraph("Nothing changes: both submissions have the same settings."))
    blocks += _following(rules, blank, since)
    blocks += _outstanding(rules, blank)
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
        return f"What changes from the submission {since.digest}. Everything else stays as it is there."
    return f"{rules.option('holder')} submits these rules for {game.title}."


def _groups(rules: Rules, blank: bool) -> Iterator[tuple[str, tuple[Field, ...]]]:
    """The form's parts with their fields."""
    common = common_options(rules.edition, rules.game)
    yield "The table", tuple(_option(rules, key, option, blank) for key, option in common.items())
    own = tuple(_option(rules, key, option, blank) for key, option in rules.edition.options.items())
    yield "Choices of this chapter", own
    yield "Payout odds that may be raised", tuple(_payouts(rules, blank))
    yield "Open questions of the text", tuple(_readings(rules, blank))
    yield "Approvals", tuple(_approvals(rules, blank))


def _groups_flat(rules: Rules) -> Iterator[tuple[str, str]]:
    for _, fields in _groups(rules, False):
        for field in fields:
            yield field.label, field.value


def _changed(fields: tuple[Field, ...], before: dict[str, str]) -> tuple[Field, ...]:
    return tuple(
        Field(field.label, field.value or "withdrawn", field.help, field.cites, before.get(field.label, ""))
        for field in fields
        if before.get(field.label, "") != field.value
    )


def _option(rules: Rules, key: str, option: SubmissionOption, blank: bool) -> Field:
    value = "" if blank else _shown(key, rules.option(key))
    return Field(option.says.rstrip("."), value, f"{key}.{_range(option)}", (option.cite,))


def _range(option: SubmissionOption) -> str:
    if option.choices:
        return f" One of {one_of(map(_word, option.choices), 40)}."
    if option.form == "number":
        return f" At least {option.low}." if option.high == LARGEST_CENTS else f" From {option.low} to {option.high}."
    return ""


def _word(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _shown(key: str, value: Any) -> str:
    if key.endswith("_cents") and isinstance(value, int):
        return f"{value} ({dollars(value)})"
    if isinstance(value, list | tuple):
        return ", ".join(map(_word, value)) or "none"
    if isinstance(value, dict):
        return "; ".join(f"{name}: {_word(each)}" for name, each in value.items()) or "none"
    return _word(value)


def _named(words: str) -> str:
    words = words.replace("-", " ")
    return words[:1].upper() + words[1:]


def _payouts(rules: Rules, blank: bool) -> Iterator[Field]:
    for line, payout in rules.payouts.items():
        least = rules.edition.payouts[line]
        if least.at_least:
            yield Field(
                _named(line),
                "" if blank else str(payout.odds),
                f"payout.{line}. At least {least.odds}.",
                (payout.cite,),
            )


def _readings(rules: Rules, blank: bool) -> Iterator[Field]:
    for reading in rules.chapter.readings:
        if reading.name in rules.readings and len(reading.ids) > 1:
            answer = rules.reading(reading.name)
            says = dict(reading.answers)[answer]
            value = "" if blank else f"{answer}: {says}"
            help_ = f"reading.{reading.name}. One of {one_of(reading.ids, 40)}."
            yield Field(reading.question, value, help_, (reading.cite,))


def _approvals(rules: Rules, blank: bool) -> Iterator[Field]:
    needed = {condition.approval for condition in rules.outstanding()}
    for approval in rules.edition.approvals:
        named = rules.approvals.get(approval.key)
        if named is None and approval not in needed and not blank:
            continue
        value = "" if blank or named is None else f"{named['number']} of {named['date']}"
        yield Field(
            f"{_named(approval.says)}, by the {approval.by}", value, f"{APPROVALS}.{approval.key}.", (approval.cite,)
        )


def _following(rules: Rules, blank: bool, since: Rules | None) -> Iterator[Block]:
    """What the law requires because of the choices; in an amendment, only what was not required before."""
    before = () if since is None else since.consequences()
    found = () if blank else tuple(each for each in rules.consequences() if each not in before)
    if found:
        yield Heading("What the law requires because of these choices")
        yield Checklist(tuple(Check(each.says, None, (each.cite,)) for each in found))


def _outstanding(rules: Rules, blank: bool) -> Iterator[Block]:
    conditions = () if blank else rules.outstanding()
    if conditions:
        yield Heading("Still to be approved")
        yield Paragraph("Until these are named, a table under this submission is a practice table.")
        yield Checklist(
            tuple(
                Check(f"{each.approval.says}, by the {each.approval.by}", None, (each.approval.cite,))
                for each in conditions
            )
        )
