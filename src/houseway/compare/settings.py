"""One submission for two editions: options of both are set alike, with notes on those that cannot be."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from houseway.core import AnyGame
from houseway.games import rules_for
from houseway.law import Finding, Judged, Rules, Submission, Unlawful
from houseway.law.errors import BadArgument
from houseway.law.submission import SETTING, common_options


@dataclass(frozen=True, slots=True)
class Alike:
    """The rules of both editions under the same settings, with notes on the settings."""

    rules: tuple[Rules, Rules]
    given: tuple[tuple[str, ...], tuple[str, ...]]  # the settings of each side
    notes: tuple[str, ...]


def alike(game: AnyGame, first: str, second: str, settings: Iterable[str] = ()) -> Alike:
    """Apply the same settings to both editions; note those that only one of them has or allows."""
    editions = (first, second)
    given: tuple[list[str], list[str]] = ([], [])
    notes: list[str] = []
    for setting in settings:
        if setting.partition("=")[0].strip() in ("edition", "game"):
            raise BadArgument(SETTING, f' "{setting}": game and editions are arguments of their own; leave it out')
        judged = [judged_under(game, edition, [setting]) for edition in editions]
        wrong = [found.findings for found in judged]
        if wrong[0] and wrong[1]:
            raise Unlawful(game.id, wrong[0])
        if not wrong[0] and not wrong[1]:
            given[0].append(setting)
            given[1].append(setting)
        elif _unknown(wrong[0]) or _unknown(wrong[1]):
            at = int(bool(wrong[0]))
            given[at].append(setting)
            notes.append(f"{setting} is a setting of {editions[at]} only, and is set there.")
        else:
            at = int(bool(wrong[0]))
            problem = (wrong[0] or wrong[1])[0]
            notes.append(f"{setting} is lawful under {editions[at]} only ({problem}): they are compared without it.")
    found = (_rules(game, first, given[0]), _rules(game, second, given[1]))
    for key in _unequal(found):
        common = next(_common(game, editions, given, key, found), None)
        if common is None:
            notes.append(f"{key} has no setting that is lawful under both: each edition uses its own default.")
            continue
        for chosen in given:
            chosen.append(common)
        found = (_rules(game, first, given[0]), _rules(game, second, given[1]))
        if key != "boxes":  # the number of seats does not change a round's result
            notes.append(f"Compared with {common} on both sides: the defaults differ, and this is lawful under both.")
    return Alike(found, (tuple(given[0]), tuple(given[1])), tuple(notes))


def as_set(key: str, value: object) -> str:
    """A setting as `key=value`, with a text in quotes only where it would otherwise be read as another value."""
    quoted = json.dumps(value, ensure_ascii=False)
    if isinstance(value, str) and Submission("", {}).with_settings([f"v={value}"]).data["v"] == value:
        return f"{key}={value}"
    return f"{key}={quoted}"


def judged_under(game: AnyGame, edition: str, settings: Iterable[str]) -> Judged:
    """Check some settings under an edition."""
    submission = Submission(game.id, {"game": game.id, "edition": edition}).with_settings(settings)
    return rules_for(game, submission)


def _rules(game: AnyGame, edition: str, settings: Iterable[str]) -> Rules:
    found = judged_under(game, edition, settings)
    if found.rules is None:
        raise Unlawful(f"{game.id}, {edition}", found.findings)
    return found.rules


def _unknown(findings: tuple[Finding, ...]) -> bool:
    return any(finding.unknown for finding in findings)


def _unequal(found: tuple[Rules, Rules]) -> list[str]:
    """The keys that both have with different values."""
    one, other = (rules.submission for rules in found)
    skip = ("game", "edition")
    keys = [key for key in one if key in other and key not in skip and not key.startswith("payout.")]
    return [key for key in keys if one[key] != other[key]]


def _common(
    game: AnyGame, editions: tuple[str, str], given: tuple[list[str], list[str]], key: str, found: tuple[Rules, Rules]
) -> Iterator[str]:
    """Settings of a key that both editions allow, the defaults first."""
    candidates: list[Any] = [rules.submission[key] for rules in found]
    for rules in found:
        option = {**common_options(rules.edition, game.id), **rules.edition.options}.get(key)
        if option is not None:
            candidates += [*option.choices, option.low, option.high]
    for value in candidates:
        setting = as_set(key, value)
        if value is not None and all(
            judged_under(game, edition, [*own, setting]).rules for edition, own in zip(editions, given, strict=True)
        ):
            yield setting
