"""A Rules Submission as commented TOML, for a holder to fill in, keep and file."""

from __future__ import annotations

import json
from typing import Any

from houseway.law import Rules, SubmissionOption
from houseway.law.errors import one_of
from houseway.law.reading import Reading
from houseway.law.submission import LARGEST_CENTS, common_options
from houseway.law.submitted_text import TEXTS


def submission_text(title: str, rules: Rules) -> str:
    """A submission as commented TOML to fill in."""
    edition, outline = rules.edition, rules.chapter.outline
    others = [each for each in outline.editions if each != edition.id]
    lines = [
        f"# Rules Submission for {title}, 58 Pa. Code Chapter {outline.chapter} (see § 601a.2).",
        f"# Check it with: houseway check FILE. What the paragraphs say: houseway rules {rules.game}.",
        "",
        f"game = {_toml(rules.game)}",
        f"edition = {_toml(edition.id)}" + (f"  # or {', '.join(others)}" if others else ""),
    ]
    options = {**common_options(edition, rules.game), **edition.options}
    for key, option in options.items():
        if "." not in key:
            lines += _option_lines(key, option, rules)
    groups = dict.fromkeys(key.partition(".")[0] for key in options if "." in key)
    for group in groups:
        lines += ["", f"[{group}]"]
        for key, option in options.items():
            if key.startswith(f"{group}."):
                lines += _option_lines(key, option, rules)
    return (
        "\n".join([*lines, *_payout_lines(rules), *_text_lines(rules), *_approval_lines(rules), *_reading_lines(rules)])
        + "\n"
    )


def _option_lines(key: str, option: SubmissionOption, rules: Rules) -> list[str]:
    if option.choices:
        right = f" One of {one_of(_toml(choice) for choice in option.choices)}."
    elif option.form == "number":
        right = f" At least {option.low}." if option.high == LARGEST_CENTS else f" From {option.low} to {option.high}."
    else:
        right = ""
    value = rules.option(key)
    lines = ["", f"# {option.says}{right} (§ {option.cite})", f"{key.rpartition('.')[2]} = {_toml(value)}"]
    if option.example:
        lines += ["# For example:", *(f"#   {line}" for line in option.example.strip().splitlines())]
    return lines


def _payout_lines(rules: Rules) -> list[str]:
    lines = []
    for line, payout in rules.payouts.items():
        least = rules.edition.payouts[line].odds
        if payout.at_least or payout.odds != least:  # some readings let a holder pay more than odds that seem fixed
            lines.append(f"{_key(line)} = {_toml(str(payout.odds))}  # at least {least} (§ {payout.cite})")
    return ["", "# Payouts for which the law says no less than.", "[payout]", *lines] if lines else []


def _text_lines(rules: Rules) -> list[str]:
    """The texts in this submission, and missing ones as comments."""
    given = {key: text for key, text in rules.texts_known().items() if key in rules.texts}
    missing = rules.texts_missing()
    lines = ["", "# Texts to be submitted, each as one text or as a list of steps.", f"[{TEXTS}]"]
    for key, text in given.items():
        lines += ["", f"# {text.says} (§ {text.cite})", f"{key} = ["]
        lines += [*(f"  {_toml(line)}," for line in rules.texts[key]), "]"]
    for text in missing:
        lines += ["", f"# {text.says} (§ {text.cite})", f'# {text.key} = ["…"]']
    return lines if given or missing else []


def _approval_lines(rules: Rules) -> list[str]:
    """The approvals that this submission names, and outstanding ones as comments."""
    named = {approval.key: approval for approval in rules.edition.approvals if approval.key in rules.approvals}
    open_ones = rules.outstanding()
    lines = ["", "# Approvals. A table that lacks one that it needs is a practice table."] if named or open_ones else []
    for key, approval in named.items():
        parts = rules.approvals[key]
        lines += ["", f"# {_capital(approval.says)}. (§ {approval.cite})", f"[{approval.field}]"]
        lines += [f"by = {_toml(parts['by'])}", f"number = {_toml(parts['number'])}", f"date = {parts['date']}"]
    for condition in open_ones:
        wanted = condition.approval
        lines += ["", f"# {_capital(wanted.says)}. (§ {wanted.cite})", f"# [{wanted.field}]"]
        lines += [f"# by = {_toml(wanted.by)}", '# number = "…"', "# date = 2012-04-17"]
    return lines


def _reading_lines(rules: Rules) -> list[str]:
    """The readings: settings for those with several answers, comments for those with one."""
    here = [reading for reading in rules.chapter.readings if reading.name in rules.readings]
    open_ones = [reading for reading in here if len(reading.answers) > 1]
    lines = ["", "# Questions that the text leaves open.", "[reading]"] if here else []
    for reading in open_ones:
        lines += [*_asked(reading), f"{_key(reading.name)} = {_toml(rules.reading(reading.name))}"]
    settled = [reading for reading in here if reading not in open_ones]
    if settled:
        lines += ["", "# Open questions with only one answer; there is nothing to choose."]
    for reading in settled:
        lines += [*_asked(reading), f"# {_key(reading.name)} = {_toml(rules.reading(reading.name))}"]
    return lines


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _asked(reading: Reading) -> list[str]:
    answers = [f"#   {answer}: {says}" for answer, says in reading.answers]
    return [f"# {reading.question} (§ {reading.cite})", *answers]


def _key(name: str) -> str:
    return name if name.replace("-", "").replace("_", "").isalnum() else json.dumps(name)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_toml(str(name))} = {_toml(inner)}" for name, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)
