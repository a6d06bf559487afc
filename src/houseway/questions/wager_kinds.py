"""One wager of each kind: for a question about mistakes, `straight:17` stands for every other number."""

from __future__ import annotations

from houseway.core import AnyGame
from houseway.law import BadInput, Rules
from houseway.law.errors import nearest


def exemplars(game: AnyGame, rules: Rules) -> tuple[str, ...]:
    """The first wager of each kind (the part of its id before a colon)."""
    found: dict[str, str] = {}
    for wager in game.priced(rules):
        found.setdefault(wager.partition(":")[0], wager)
    return tuple(found.values())


def chosen_wagers(game: AnyGame, rules: Rules, names: tuple[str, ...]) -> tuple[str, ...]:
    """The wagers named by id or kind, or one of each kind; BadInput for an unknown name."""
    if not names:
        return exemplars(game, rules)
    found: dict[str, None] = {}
    known = tuple(game.priced(rules))
    for name in names:
        those = [wager for wager in known if name in (wager, wager.partition(":")[0])]
        if not those:
            raise BadInput(f'there is no wager "{name}"; {nearest(name, known)}')
        found |= dict.fromkeys(those)
    return tuple(found)
