"""Submission settings to search under: values of each option, reading and limit that an edition leaves open, lawful or not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from houseway.core import AnyGame
from houseway.games import judged
from houseway.law import BadInput, Citation, Edition, Judged
from houseway.law.edition import SubmissionOption
from houseway.law.inputs import toml
from houseway.law.submission import common_options

Settings = tuple[str, ...]


def written(key: str, value: object) -> str:
    """A setting as a user types it: shuffler=batch, stickperson=false."""
    return f"{key}={str(value).lower() if isinstance(value, bool) else value}"


def under(game: AnyGame, edition: str, settings: Settings) -> Judged | None:
    """Check a submission with these settings; None if it cannot be understood."""
    try:
        return judged(game.id, [f"edition={edition}", *settings])[0]
    except BadInput:
        return None


def _choices(option: SubmissionOption) -> Iterator[object]:
    """Values of an option other than its default: its choices, its least and most, a list with fewer entries."""
    if option.choices:
        yield from (each for each in option.choices if each != option.default or type(each) is not type(option.default))
        return
    yield from (each for each in (option.low, option.high) if each is not None and each != option.default)
    if isinstance(option.default, list | tuple):
        listed = list(option.default)
        yield from (json.dumps(each) for each in (listed[1:], listed[:1]))
    for line in option.example.splitlines():
        name, equals, text = line.partition(" = ")
        if equals and option.key.endswith(name):
            yield text.strip()


def _tables(option: SubmissionOption) -> Iterator[Settings]:
    """The example of an option that is a table, as settings: `symbols.1=cherry`."""
    if "[" not in option.example:
        return
    found: list[str] = []

    def walk(table: Mapping[str, Any], above: str) -> None:
        for name, value in table.items():
            if isinstance(value, Mapping):
                walk(value, f"{above}{name}.")
            else:
                found.append(written(above + name, value))

    try:
        walk(toml(option.example, option.key), "")
    except BadInput:
        return
    yield tuple(found)


def _options(edition: Edition) -> list[list[str]]:
    """The non-default settings of each option."""
    return [[written(key, value) for value in _choices(option)] for key, option in edition.options.items()]


def _open(game: AnyGame, edition: Edition) -> list[list[str]]:
    """The non-default settings of each open key."""
    found = _options(edition)
    readings = [each for each in game.chapter.readings if not each.only or edition.id in each.only]
    found += [[f"reading.{reading.name}={each}" for each in reading.ids[1:]] for reading in readings]
    return [each for each in found if each]


def variants(game: AnyGame, edition: str) -> list[Settings]:
    """Lawful settings that differ from the defaults in one key or table, in the order of the edition's file."""
    text = game.chapter.edition(edition)
    singles: list[Settings] = [(each,) for group in _open(game, text) for each in group]
    singles += [table for option in text.options.values() for table in _tables(option)]
    return [each for each in singles if _is_lawful(game, edition, each)]


def pairs(game: AnyGame, edition: str) -> list[Settings]:
    """Lawful settings that differ from the defaults in two options (readings keep their defaults)."""
    options = game.chapter.edition(edition).options
    groups = [group for group in _open(game, game.chapter.edition(edition)) if group[0].partition("=")[0] in options]
    found = [(one, other) for a, b in combinations(groups, 2) for one in a for other in b]
    return [each for each in found if _is_lawful(game, edition, each)]


def aimed(game: AnyGame, edition: str, cites: Iterable[str]) -> list[Settings]:
    """Lawful settings under which some paragraphs may act, according to the chapter's files.

    For each paragraph: the choices that have it as a consequence, and the other answers to a question about it, with those
    choices and with each other option.
    """
    text, found = game.chapter.edition(edition), dict[Settings, None]()
    options: list[Settings] = [(each,) for group in _options(text) for each in group]
    for cite in cites:
        follows = [_chosen(text, each.when) for each in game.chapter.consequences.listed if each.cite == cite]
        answers = [
            f"reading.{reading.name}={each}"
            for reading in game.chapter.readings
            if reading.cite == cite and (not reading.only or edition in reading.only)
            for each in reading.ids[1:]
        ]
        found |= dict.fromkeys(follows)
        found |= dict.fromkeys((*each, answer) for answer in answers for each in (*follows, *options))
    return [each for each in found if each and _is_lawful(game, edition, each)]


def _chosen(edition: Edition, when: Iterable[tuple[str, tuple[object, ...]]]) -> Settings:
    """Choices as settings, without the defaults."""
    options = edition.options
    return tuple(
        written(key, values[0]) for key, values in when if key in options and options[key].default not in values
    )


def _is_lawful(game: AnyGame, edition: str, settings: Settings) -> bool:
    found = under(game, edition, settings)
    return found is not None and found.rules is not None


def _wrong(edition: Edition, game: AnyGame) -> Iterator[Settings]:
    """Settings that may be unlawful: out of a key's bounds, other odds, and every pair of options."""
    yield ()
    options = {**common_options(edition, game.id), **edition.options}
    for key, option in options.items():
        if option.low is not None:
            yield (written(key, option.low - 1),)
        if option.high is not None:
            yield (written(key, option.high + 1),)
        if option.choices and isinstance(option.choices[0], int) and not isinstance(option.choices[0], bool):
            yield (written(key, max(int(each) for each in option.choices) + 1),)
        elif option.choices and not isinstance(option.choices[0], bool):
            yield (f"{key}=another",)
    for line in edition.payouts:
        yield (f"payout.{line}=1 to 100",)
    for option in edition.options.values():
        for table in _tables(option):
            yield from ((*table[:n], *table[n + 1 :]) for n in range(len(table)))
    groups = _open(game, edition)
    yield from ((each,) for group in groups for each in group)
    chosen = [group for group in groups if group[0].partition("=")[0] in options]
    yield from ((one, other) for a, b in combinations(chosen, 2) for one in a for other in b)


def checks(game: AnyGame, edition: str) -> dict[Citation, Settings]:
    """For each paragraph that `check` cites in a finding or condition: the smallest settings that produce it."""
    found: dict[Citation, Settings] = {}
    outstanding: dict[Citation, Settings] = {}
    for settings in sorted(_wrong(game.chapter.edition(edition), game), key=len):
        answer = under(game, edition, settings)
        if answer is None:
            continue
        for finding in answer.findings:
            if not finding.malformed:
                for cite in finding.cites:
                    found.setdefault(cite, settings)
        for condition in answer.conditions:
            outstanding.setdefault(condition.approval.cite, settings)
    return {**outstanding, **found}
