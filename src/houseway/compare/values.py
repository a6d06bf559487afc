"""Changes between the data of two editions: values, payouts, options, steps and readings, with both citations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.law import Chapter, Citation, Edition, Payout, ProcedureStep, Rules, SubmissionOption, Value
from houseway.law.inputs import json_text
from houseway.law.submission import LARGEST_CENTS, SUBMISSION, common_options

NOT_SETTINGS = ("game", "edition", "redraft")  # said elsewhere in a comparison

Side = tuple[str, Citation] | None  # (value, citation); None if this edition has no such thing


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One item that differs between the editions."""

    group: str  # value, payout, option, step, reading, setting
    key: str
    was: Side
    now: Side

    def as_json(self) -> dict[str, Any]:
        """Both sides with their citations as plain values; null if an edition has no such thing."""
        return {"group": self.group, "key": self.key, "was": side_json(self.was), "now": side_json(self.now)}


def setting_changes(one: Rules, other: Rules) -> tuple[ValueChange, ...]:
    """The settings of two submissions that differ: choices, payouts, readings, approvals."""
    was, now = _settings(one), _settings(other)
    set_here = {*one.submission, *other.submission}
    found = _differing("setting", was, now)
    return tuple(change for change in found if not change.key.startswith("payout.") or change.key in set_here)


def _settings(rules: Rules) -> dict[str, Side]:
    edition = rules.edition
    options = {**common_options(edition, rules.game), **edition.options}
    found: dict[str, Side] = {
        key: (shown_setting(value), options[key].cite if key in options else SUBMISSION)
        for key, value in rules.submission.items()
        if key not in NOT_SETTINGS and not key.startswith(("payout.", "reading."))
    }
    found |= {f"payout.{line}": (str(payout.odds), payout.cite) for line, payout in rules.payouts.items()}
    cites = {reading.name: reading.cite for reading in rules.chapter.readings}
    return found | {f"reading.{name}": (answer, cites[name]) for name, answer in rules.readings.items()}


def shown_setting(value: object) -> str:
    """The value of a setting as a submission writes it, without quotes around a text."""
    return value if isinstance(value, str) else json_text(value)


def side_json(side: Side) -> dict[str, str] | None:
    """One side as plain values; null if an edition has no such thing."""
    return None if side is None else {"is": side[0], "cite": side[1]}


def value_changes(chapter: Chapter, game: str, one: Edition, other: Edition) -> tuple[ValueChange, ...]:
    """All changes of values, group by group."""
    first, second = one.id, other.id
    options = [{**common_options(edition, game), **edition.options} for edition in (one, other)]
    return (
        *_differing("value", _values(one), _values(other)),
        *_differing("payout", _payouts(one), _payouts(other)),
        *_differing("option", _options(options[0]), _options(options[1])),
        *_steps(chapter, first, second),
        *_differing("reading", _readings(chapter, first), _readings(chapter, second)),
    )


def _differing(group: str, was: Mapping[str, Side], now: Mapping[str, Side]) -> Iterator[ValueChange]:
    """The items that differ; the same item with another paragraph number is left to the texts."""
    for key in dict.fromkeys((*was, *now)):
        before, after = was.get(key), now.get(key)
        if before is None or after is None or before[0] != after[0]:
            yield ValueChange(group, key, before, after)


def _values(edition: Edition) -> dict[str, Side]:
    return {key: (_plain(value), value.cite) for key, value in edition.values.items()}


def _plain(value: Value) -> str:
    found = value.value
    if isinstance(found, tuple):
        return ", ".join(found) or "none"
    return str(found).lower() if isinstance(found, bool) else str(found)


def _payouts(edition: Edition) -> dict[str, Side]:
    def pays(payout: Payout) -> str:
        return f"{'at least ' if payout.at_least else ''}{payout.odds}"

    return {line: (pays(payout), payout.cite) for line, payout in edition.payouts.items()}


def _options(options: Mapping[str, SubmissionOption]) -> dict[str, Side]:
    return {key: (may_be(option), option.cite) for key, option in options.items()}


def may_be(option: SubmissionOption) -> str:
    """The values that a submission may choose, the default first."""
    if option.choices:
        *others, last = (str(each).lower() if isinstance(each, bool) else str(each) for each in option.choices)
        return " or ".join(filter(None, (", ".join(others), last)))
    if option.form == "number":
        high = "" if option.high in (None, LARGEST_CENTS) else f" to {option.high}"
        return f"{option.default}, from {option.low}{high}"
    return str(option.default)


def _steps(chapter: Chapter, first: str, second: str) -> Iterator[ValueChange]:
    """The steps that only one edition requires; the same act under another paragraph is not a change."""
    became = _became(chapter, first, second)
    for name, text in chapter.procedures.items():
        was, now = ([step for step in text.steps if _asked_for(chapter, edition, step)] for edition in (first, second))
        acts_was, acts_now = {_act(step) for step in was}, {_act(step) for step in now}
        dropped = [step for step in was if _act(step) not in acts_now]
        added = [step for step in now if _act(step) not in acts_was]
        for step in dropped:
            after = next((each for each in added if (step.cite, each.cite) in became), None)
            if after is not None:
                added.remove(after)
            yield ValueChange("step", name, _cited(step), _cited(after))
        yield from (ValueChange("step", name, None, _cited(step)) for step in added)


def _became(chapter: Chapter, first: str, second: str) -> set[tuple[Citation, Citation]]:
    """Map paragraphs of the first edition to those of the second, by number or by the listed changes."""
    changes = [seen for change in chapter.changes if (seen := change.seen_from(first, second)) is not None]
    same = {(cite, cite) for cite in chapter.outline.cites(first)}
    return same | {(was, now) for change in changes for was in change.was for now in change.now}


def _asked_for(chapter: Chapter, edition: str, step: ProcedureStep) -> bool:
    """Whether the edition has the step's paragraph and the step applies to it."""
    return step.cite in chapter.outline.cites(edition) and edition in dict(step.when).get("edition", (edition,))


def _cited(step: ProcedureStep | None) -> Side:
    return None if step is None else (_act(step), step.cite)


def _act(step: ProcedureStep) -> str:
    return f"{step.who[0].upper()}{step.who[1:]}: {step.says}"


def _readings(chapter: Chapter, edition: str) -> dict[str, Side]:
    return {
        reading.name: (f"{reading.question} {dict(reading.answers)[reading.default]}", reading.cite)
        for reading in chapter.readings
        if not reading.only or edition in reading.only
    }
