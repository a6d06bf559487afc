"""An example of a typed wager for each game."""

from __future__ import annotations

from houseway.core import AnyGame
from houseway.law import Rules

CENTS = 500  # the stake of an example, if it is lawful


def example(game: AnyGame, rules: Rules) -> str:
    """A wager in words with an amount in dollars: the first wager with a choice in its id, otherwise the first of all."""
    offers = game.law.catalogue(rules)
    made = [name for name in offers if game.law.made_by(name) is None]
    name = next((each for each in made if ":" in each), made[0])
    offer = offers[name]
    (low, _), (high, _) = game.law.limits(rules, name)
    cents = -(-max(CENTS, low) // offer.unit_cents) * offer.unit_cents
    words = offer.name if name.isdigit() else name.replace(":", " ").replace("-", " ")
    return f"{words} {_dollars(cents if cents <= high else low)}"


def _dollars(cents: int) -> str:
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"
