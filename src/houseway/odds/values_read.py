"""Which settings and values of the rules a slow count reads, so that rules that differ in others need no count of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from houseway.cache import keep, look
from houseway.core import AnyGame
from houseway.core.plain import plain
from houseway.law import Rules
from houseway.odds.sheet import WORKED_OUT, counted_depends, rows_of
from houseway.odds.single_result import walk_together

_NUMBERS = count()
KEYS = "*"  # which keys there are, whatever they hold


class _Watched(Mapping[str, Any]):
    """A mapping that notes each key that is read, and whether somebody asked which keys there are."""

    def __init__(self, inner: Mapping[str, Any], kind: str, read: set[str]) -> None:
        self.inner, self.kind, self.read = inner, kind, read

    def __getitem__(self, key: str) -> Any:
        self.read.add(f"{self.kind}.{key}")
        return self.inner[key]

    def __iter__(self) -> Iterator[str]:
        self.read.add(f"{self.kind}.{KEYS}")
        return iter(self.inner)

    def __len__(self) -> int:
        self.read.add(f"{self.kind}.{KEYS}")
        return len(self.inner)


def watched(rules: Rules, read: set[str]) -> Rules:
    """The same rules, noting what is read. They are unequal to all others: nothing was computed for them before."""
    edition = rules.edition
    text = replace(
        edition,
        values=_Watched(edition.values, "value", read),
        payouts=_Watched(edition.payouts, "edition-payout", read),
        options=_Watched(edition.options, "edition-option", read),
    )
    return replace(
        rules,
        edition=text,
        options=_Watched(rules.options, "option", read),
        payouts=_Watched(rules.payouts, "payout", read),
        readings=_Watched(rules.readings, "reading", read),
        submission=_Watched(rules.submission, "submission", read),
        digest=f"watched {next(_NUMBERS)}: {rules.digest}",
    )


def differing(one: Rules, other: Rules) -> frozenset[str]:
    """The keys in which two rules of a game differ, named as a watch names them."""
    found: set[str] = set()
    for kind, was, now in (
        ("option", one.options, other.options),
        ("payout", one.payouts, other.payouts),
        ("reading", one.readings, other.readings),
        ("submission", one.submission, other.submission),
        ("value", one.edition.values, other.edition.values),
        ("edition-payout", one.edition.payouts, other.edition.payouts),
        ("edition-option", one.edition.options, other.edition.options),
    ):
        keys = {key for key in (*was, *now) if key not in was or key not in now or was[key] != now[key]}
        found |= {f"{kind}.{key}" for key in keys} | ({f"{kind}.{KEYS}"} if set(was) != set(now) else set())
    return frozenset(found)


def read_by_odds(game: AnyGame, rules: Rules) -> frozenset[str]:
    """Everything that the odds of any wager read of the rules."""
    slow = [wager for wager in game.walk.takes_long if wager in game.law.catalogue(rules)]
    read = {key for wager in slow for key in _reads(game, rules, wager)}
    seen = watched(rules, read)
    if walk_together(game, seen) is None:
        for wager in game.priced(seen):
            if wager not in slow:
                list(rows_of(game, seen, wager))
    return frozenset(read)


def share_counts(game: AnyGame, one: Rules, other: Rules) -> None:
    """Keep slow counts of the first rules also for the second, where nothing that they read differs.

    It computes the counts of the first if they are not kept yet. Without a cache it does nothing but that.
    """
    if one.edition.id != other.edition.id:
        return
    for wager in game.walk.takes_long:
        if wager not in game.law.catalogue(one) or wager not in game.law.catalogue(other):
            continue
        theirs = counted_depends(game, other, wager)
        if look(WORKED_OUT, theirs) is None and not (_reads(game, one, wager) & differing(one, other)):
            found = look(WORKED_OUT, counted_depends(game, one, wager))
            if found is not None:
                keep(WORKED_OUT, theirs, found.value)


def _reads(game: AnyGame, rules: Rules, wager: str) -> frozenset[str]:
    """The values that the count of a wager reads; the count itself is cached too."""
    depends = counted_depends(game, rules, wager)
    kept = look("reads", depends)
    if kept is not None:
        return frozenset(kept.value)
    read: set[str] = set()
    value = plain(game.walk.counted(watched(rules, read), wager))
    keep(WORKED_OUT, depends, value)
    keep("reads", depends, sorted(read))
    return frozenset(read)
