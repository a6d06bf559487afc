"""Effects of two sides: the value of every wager and the result of every round. The slow part of a comparison, cached on disk."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.cache import keep_bytes, look_bytes
from houseway.compare.round_results import ComparedRounds
from houseway.compare.rounds import Bounds, rounds
from houseway.compare.settings import Alike
from houseway.compare.value_changes import OddsChange, odds_changes
from houseway.compare.variants import Variant, variants
from houseway.core import AnyGame
from houseway.core.progress import stage
from houseway.games import find_game
from houseway.law import BadInput, Rules
from houseway.odds.values_read import read_by_odds

SPEC_EFFORT = 250_000  # of a comparison without a limit on positions: a few seconds
KEPT = "compared"


@dataclass(frozen=True, slots=True)
class Effects:
    """The odds of every wager on both sides, the rounds compared, and the rounds under other settings."""

    odds_changes: tuple[OddsChange, ...]
    rounds: ComparedRounds
    variants: tuple[Variant, ...] = ()
    variants_left: int = 0
    notes: tuple[str, ...] = ()  # on redrafts that change what no odds depend on


def effects(
    game: AnyGame, sides: Alike | tuple[Rules, Rules], bounds: Bounds, names: tuple[str, str] = ("", "")
) -> Effects:
    """Compare two sides. Two editions under the same settings are also compared under other settings."""
    rules = sides.rules if isinstance(sides, Alike) else sides
    depends = {
        "game": game.id,
        "rules": [each.digest for each in rules],
        "editions": [each.edition.digest for each in rules],
        "names": list(names),
        "most": bounds.most,
        "effort": None if bounds.effort is None else bounds.effort.left,
        "given": [list(each) for each in sides.given] if isinstance(sides, Alike) else None,
    }
    ours = _discovered(game)
    body = look_bytes(KEPT, depends) if ours else None
    if body is not None:
        found: Effects = pickle.loads(body)  # from a folder that belongs to us alone, and its digest is right
        return found
    made = _effects(game, sides, rules, bounds, names)
    if ours:
        keep_bytes(KEPT, depends, pickle.dumps(made))
    return made


def _effects(
    game: AnyGame,
    sides: Alike | tuple[Rules, Rules],
    rules: tuple[Rules, Rules],
    bounds: Bounds,
    names: tuple[str, str],
) -> Effects:
    parts = 3 if isinstance(sides, Alike) else 2
    try:
        with stage(f"part 1 of {parts}"):
            worth = odds_changes(game, rules, names)
        with stage(f"part 2 of {parts}"):
            moved = {each.row.id for each in worth if each.differs}
            compared = rounds(game, rules, bounds, names, moved if isinstance(sides, tuple) else ())
        drafts = [(each, name) for each, name in zip(rules, names, strict=True) if each.edition.redraft]
        notes = tuple(note for each, name in drafts for note in _unread(game, each, name))
    except (AssertionError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        if not any(each.edition.redraft for each in rules):
            raise  # ours
        raise _unplayable(rules, error) from error
    if not isinstance(sides, Alike):
        return Effects(worth, compared, notes=notes)
    with stage(f"part 3 of {parts}"):
        return Effects(worth, compared, *variants(game, sides, bounds.most // 2))


def _unread(game: AnyGame, rules: Rules, name: str) -> Iterator[str]:
    """Values that a redraft changes and that no wager's odds read; what they would do elsewhere is for the reader to judge."""
    changed = [key for key in _changed(rules) if not key.startswith("option.")]
    read = read_by_odds(game, rules) if changed else frozenset[str]()
    unread = [key for key in changed if key not in read]
    if unread:
        named = ", ".join(unread)
        yield f"{name} changes {named}: no wager's odds are computed from it, so they cannot show it."


def _unplayable(rules: tuple[Rules, Rules], error: Exception) -> BadInput:
    """A redraft by which the game cannot be played."""
    why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    drafts = [each for each in rules if each.edition.redraft]
    told = [f"{each.edition.redraft} changes {', '.join(_changed(each)) or 'nothing'}" for each in drafts]
    return BadInput(f"the game cannot be played by this redraft ({why}); {'; '.join(told)}: undo one of these")


def _changed(rules: Rules) -> list[str]:
    """The keys that a redraft changes."""
    own, base = rules.edition, rules.chapter.edition(rules.edition.id)
    tables: tuple[tuple[str, Mapping[str, Any], Mapping[str, Any]], ...] = (
        ("value", own.values, base.values),
        ("payout", own.payouts, base.payouts),
        ("option", own.options, base.options),
    )
    return [f"{name}.{key}" for name, mine, theirs in tables for key in mine if mine[key] != theirs[key]]


def _discovered(game: AnyGame) -> bool:
    """Whether this is the game that its name finds, so that its code is part of the cache's key."""
    try:
        return find_game(game.id) is game
    except BadInput:
        return False
