"""The commands that reproduce the figures of a PAR sheet; the paper prints them for readers to check it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from shlex import quote
from typing import Final

from houseway.core import AnyGame
from houseway.core.plain import plain
from houseway.law import Rules
from houseway.money import dollars
from houseway.questions.hold import usual_bets

ROUNDS: Final = 5_000  # for the hold estimate: about a busy day
SIMULATED: Final = 200_000
SEED: Final = 617


def commands(game: AnyGame, rules: Rules, strategy: bool) -> Iterator[tuple[str, str]]:
    """The command that makes each part again."""
    what = f"{game.id}{_settings(rules)}"
    bets = " ".join(f"--bet {wager}={_dollars(cents)}" for wager, cents in usual_bets(game, rules).items())
    yield "odds", f"houseway odds {what} --json"
    yield "hold", f"houseway hold {what} {bets} --rounds {ROUNDS} --json"
    yield "readings", f"houseway readings {what} --json"
    yield "simulation", f"houseway simulate {what} --rounds {SIMULATED} --seed {SEED} --json"
    if strategy:
        yield "strategy", f"houseway strategy {what}"


def _dollars(cents: int) -> str:
    return dollars(cents).removeprefix("$").replace(",", "").removesuffix(".00")


def _settings(rules: Rules) -> str:
    """The settings that differ from the default submission, as options."""
    usual = {key: option.default for key, option in rules.edition.options.items()}
    changed = {key: value for key, value in rules.options.items() if key in usual and plain(usual[key]) != plain(value)}
    first = rules.chapter.outline.editions[0]
    edition = [] if rules.edition.id == first else [f"edition={rules.edition.id}"]
    payouts = [
        f"payout.{line}={each.odds}"
        for line, each in rules.payouts.items()
        if each.odds != rules.edition.payouts[line].odds
    ]
    readings = [
        f"reading.{each.name}={rules.readings[each.name]}"
        for each in rules.chapter.readings
        if rules.readings.get(each.name, each.default) != each.default
    ]
    words = [*edition, *(f"{key}={_plain(value)}" for key, value in changed.items()), *payouts, *readings]
    return "".join(f" --set {quote(each)}" for each in words)


def _plain(value: object) -> str:
    """A value as written after a key; lists as in a file."""
    return str(value) if isinstance(value, str) else json.dumps(plain(value), ensure_ascii=False)
