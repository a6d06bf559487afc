"""A submission's keys as the fields of a form, with help, choices, bounds, defaults and citations."""

from __future__ import annotations

import json
from typing import Any

from houseway.core import AnyGame
from houseway.law import Rules, SubmissionOption
from houseway.law.submission import common_options
from houseway.money import LARGEST_CENTS
from houseway.odds.advice import advises


def fields_of(game: AnyGame, rules: Rules) -> dict[str, Any]:
    """The form of a game under one edition: groups of fields, each with its default."""
    edition = rules.edition
    common, own = common_options(edition, game.id), edition.options
    groups = [
        {"title": "Table", "fields": [_option(each, rules) for each in common.values() if each.key not in own]},
        {"title": "Options of the chapter", "fields": [_option(each, rules) for each in own.values()]},
        {"title": "Payouts", "fields": _payouts(rules)},
        {"title": "Open questions", "fields": _readings(rules)},
        {"title": "Texts", "fields": _texts(rules)},
        {"title": "Approvals", "fields": _approvals(rules)},
    ]
    return {
        "game": game.id,
        "title": game.title,
        "chapter": game.chapter.outline.chapter,
        "edition": edition.id,
        "standing": edition.standing,
        "editions": [
            {"id": each, "standing": game.chapter.edition(each).standing} for each in game.chapter.outline.editions
        ],
        "groups": [group for group in groups if group["fields"]],
        "wagers": _wagers(game, rules),
        "advises": advises(game, rules),
    }


def _option(option: SubmissionOption, rules: Rules) -> dict[str, Any]:
    kind: str
    more: dict[str, Any]
    if option.choices:
        kind, more = "choice", {"choices": [_text(each) for each in option.choices]}
    elif option.form == "number":
        high = None if option.high == LARGEST_CENTS else option.high
        kind, more = "number", {"low": option.low, "high": high}
    else:
        kind, more = ("text" if option.form in ("text", "zone") else "free"), {}
    is_now = rules.option(option.key)
    if isinstance(is_now, list | tuple) and all(isinstance(each, str) for each in is_now):
        kind = "list"
    shown = _text(is_now)
    return _field(option.key, option.says, str(option.cite), kind, shown, {**more, "example": option.example.strip()})


def _payouts(rules: Rules) -> list[dict[str, Any]]:
    found = []
    for line, payout in rules.edition.payouts.items():
        least = f"at least {payout.odds}" if payout.at_least else f"{payout.odds}, which the law fixes"
        found.append(
            _field(
                f"payout.{line}",
                f"{line} pays {least}.",
                str(payout.cite),
                "payout",
                str(payout.odds),
                {"fixed": not payout.at_least},
            )
        )
    return found


def _readings(rules: Rules) -> list[dict[str, Any]]:
    return [
        _field(
            f"reading.{each.name}",
            each.question,
            str(each.cite),
            "choice",
            each.default,
            {"choices": list(each.ids), "meanings": dict(each.answers), "why": each.why},
        )
        for each in rules.chapter.readings
        if each.name in rules.readings and len(each.ids) > 1
    ]


def _texts(rules: Rules) -> list[dict[str, Any]]:
    """Every text that the edition may require; a check says which are required for the chosen settings."""
    return [_field(each.field, each.says, str(each.cite), "steps", "", {}) for each in rules.texts_known().values()]


def _approvals(rules: Rules) -> list[dict[str, Any]]:
    found = []
    for each in rules.edition.approvals:
        says = f"{each.says[:1].upper()}{each.says[1:]}, by the {each.by}"
        for part, asks in (("by", "the body"), ("number", "its number"), ("date", "its date")):
            kind = "date" if part == "date" else "text"
            more = {"offered": each.by} if part == "by" else {}
            found.append(_field(f"{each.field}.{part}", f"{says}: {asks}.", str(each.cite), kind, "", more))
    return found


def _wagers(game: AnyGame, rules: Rules) -> list[dict[str, Any]]:
    """The wagers that can be chosen for a simulation, with names, limits and strategies."""
    offers = game.law.catalogue(rules)
    found = []
    for wager, offer in offers.items():
        if game.law.made_by(wager) is None:
            (low, _), (high, _) = game.law.limits(rules, wager)
            strategies = list(game.walk.strategies(rules, wager))
            unit = offer.unit_cents
            least = -(-low // unit) * unit
            found.append(
                {
                    "id": wager,
                    "name": offer.name,
                    "least_cents": least,
                    "most_cents": high,
                    "unit_cents": unit,
                    "strategies": strategies,
                }
            )
    return found


def _field(key: str, says: str, cite: str, kind: str, default: str, more: dict[str, Any]) -> dict[str, Any]:
    return {
        "key": key,
        "says": says,
        "cite": cite,
        "kind": kind,
        "default": default,
        **{k: v for k, v in more.items() if v not in ("", None)},
    }


def _text(value: object) -> str:
    """A value as the form shows and sends it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
