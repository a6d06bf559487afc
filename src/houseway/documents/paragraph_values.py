"""The settings of an edition and a submission under one paragraph: values, payouts, options, approvals, readings."""

from __future__ import annotations

from typing import Any

from houseway.law import Rules


def values_at(found: Rules, cite: str) -> list[dict[str, Any]]:
    """The values of the edition and the submission under one paragraph."""
    edition = found.edition
    rows: list[dict[str, Any]] = [{"value": k, "is": v.value} for k, v in edition.values.items() if v.cite == cite]
    for line, payout in found.payouts.items():
        if payout.cite == cite:
            least = {"at_least": str(edition.payouts[line].odds)} if payout.at_least else {}
            rows.append({"payout": line, "pays": str(payout.odds), **least})
    for key, option in edition.options.items():
        if option.cite == cite:
            rows.append({"option": key, "is": found.option(key), "choices": list(option.choices)})
    needed = {condition.approval for condition in found.outstanding()}
    for approval in edition.approvals:
        if approval.cite == cite:
            row = {"approval": approval.key, "of": approval.says, "by": approval.by}
            rows.append({**row, "named": found.approvals.get(approval.key), "outstanding": approval in needed})
    rows += [
        {"text": text.field, "of": text.says, "given": list(found.texts.get(text.key, ()))}
        for text in found.texts_wanted()
        if text.cite == cite
    ]
    for reading in found.chapter.readings:
        if reading.cite == cite and reading.name in found.readings:
            answer = found.reading(reading.name)
            asked = {
                "reading": reading.name,
                "question": reading.question,
                "answer": answer,
                "choices": list(reading.ids),
            }
            rows.append({**asked, "says": dict(reading.answers)[answer], "why": reading.why})
    return rows


def in_words(row: dict[str, Any]) -> str:
    """One of these values as a sentence."""
    if "payout" in row:
        least = f" (the law: at least {row['at_least']})" if "at_least" in row else ""
        return f"{row['payout']} pays {row['pays']}{least}"
    if "reading" in row:
        chosen = f" (choices: {', '.join(row['choices'])})" if len(row["choices"]) > 1 else ""
        return f"reading {row['reading']}: {row['question']} {row['says']}{chosen} {row['why']}"
    if "approval" in row:
        named = row["named"]
        state = (
            f"{named['number']} of {named['date']}"
            if named
            else "outstanding"
            if row["outstanding"]
            else "not needed here"
        )
        return f"approvals.{row['approval']}: {row['of']}, by the {row['by']}: {state}"
    if "text" in row:
        return f"{row['text']}: {row['of']} {' '.join(row['given']) or 'No text is given.'}"
    if "option" in row:
        choices = f", of {', '.join(map(_written, row['choices']))}" if row["choices"] else ""
        return f"submission: {row['option']} = {_written(row['is'])}{choices}"
    return f"{row['value']} = {_written(row['is'])}"


def _written(value: object) -> str:
    """A value as written in a submission, without quotation marks."""
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
