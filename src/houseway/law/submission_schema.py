"""A JSON Schema of a game's Rules Submission, so that an editor completes and checks it during typing."""

from __future__ import annotations

from typing import Any

from houseway.law.approval import APPROVALS, PARTS
from houseway.law.edition import SubmissionOption
from houseway.law.rules import Rules
from houseway.law.submission import common_options
from houseway.law.submitted_text import LONGEST, MOST, TEXTS, SubmittedText

DRAFT = "https://json-schema.org/draft/2020-12/schema"
FREE = {"type": ["string", "number", "boolean", "array", "object"]}  # what the game itself checks


def submission_schema(rules: Rules, title: str) -> dict[str, Any]:
    """The schema of submissions under one edition, each key with its help, its bounds and its citation."""
    edition = rules.edition
    options = {**common_options(edition, rules.game), **edition.options}
    properties: dict[str, Any] = {
        "game": {"const": rules.game, "description": "The game."},
        "edition": {
            "enum": list(rules.chapter.outline.editions),
            "description": "The text of the law.",
            "default": edition.id,
        },
    }
    for key, option in options.items():
        *above, last = key.split(".")
        _tables(properties, above)[last] = _option(option)
    payouts = {line: _payout(line, rules) for line in edition.payouts}
    _tables(properties, ["payout"]).update(payouts)
    readings = {
        reading.name: {
            "enum": list(reading.ids),
            "default": reading.default,
            "description": f"{reading.question} (§ {reading.cite})",
        }
        for reading in rules.chapter.readings
        if reading.name in rules.readings
    }
    _tables(properties, ["reading"]).update(readings)
    approvals = _tables(properties, [APPROVALS])
    for approval in edition.approvals:
        approvals[approval.key] = {
            "type": "object",
            "description": f"{approval.says}, by the {approval.by} (§ {approval.cite})",
            "properties": {part: {"type": ["string"] if part != "date" else ["string", "object"]} for part in PARTS},
            "additionalProperties": False,
        }
    for text in rules.texts_known().values():
        _tables(properties, [TEXTS])[text.key] = _text(text)
    return {
        "$schema": DRAFT,
        "title": f"Rules Submission for {title}, {edition.id}",
        "type": "object",
        "required": ["game"],
        "properties": properties,
        "additionalProperties": False,
    }


def _tables(properties: dict[str, Any], above: list[str]) -> dict[str, Any]:
    """The properties of a table inside tables, made as needed."""
    for name in above:
        table = properties.setdefault(name, {"type": "object", "properties": {}, "additionalProperties": False})
        properties = table["properties"]
    return properties


def _option(option: SubmissionOption) -> dict[str, Any]:
    described = {"description": f"{option.says} (§ {option.cite})"}
    if option.choices:
        return {"enum": list(option.choices), "default": option.default or option.choices[0], **described}
    if option.form == "number":
        return {
            "type": "integer",
            "minimum": option.low,
            "maximum": option.high,
            "default": option.default,
            **described,
        }
    if option.form in ("text", "zone"):
        return {"type": "string", "default": option.default, **described}
    return {**FREE, **described}


def _text(text: SubmittedText) -> dict[str, Any]:
    step = {"type": "string", "minLength": 1, "maxLength": LONGEST}
    steps = {"type": "array", "items": step, "minItems": 1, "maxItems": MOST}
    described = f"{text.says} (§ {text.cite})"
    return {"anyOf": [{"type": "string", "minLength": 1}, steps], "description": described}


def _payout(line: str, rules: Rules) -> dict[str, Any]:
    """Odds as text. Where the law fixes them, a reading may still call them minimums: that is for the checker to decide."""
    payout = rules.edition.payouts[line]
    least = "at least " if payout.at_least else ""
    described = f"{line} pays {least}{payout.odds} (§ {payout.cite})"
    return {
        "type": "string",
        "pattern": r"^\s*\d+\s+(to|for)\s+\d+\s*$",
        "default": str(payout.odds),
        "description": described,
    }
