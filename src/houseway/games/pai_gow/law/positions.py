"""621a.8(a) to (c), 621a.11(j): where the deal begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from houseway.equipment.dice import throws
from houseway.games.pai_gow.law.state import DEAD_HAND, DEALER, State, banked
from houseway.law import Citation, Rules, cites

POSITIONS = 8  # dealer, six boxes, Dead Hand


def thrown(rules: Rules) -> Mapping[int, int]:
    """The totals of the three dice, with the number of throws for each."""
    return dict(sorted(Counter(sum(dice) for dice in throws(rules.number("dice"))).items()))


def generated(rules: Rules) -> Mapping[int, int]:
    """621a.8(a)(1), as read: one number for each position, equally likely, or the totals of three dice."""
    if rules.reading("generated_numbers") == "as-three-dice":
        return thrown(rules)
    return dict.fromkeys(range(1, POSITIONS + 1), 1)


def by_generator(rules: Rules, state: State) -> bool:
    """Does the generator select the starting position? A player's bank always shakes the dice."""
    return bool(rules.option("starting_position") == "generator" and not banked(state))


def totals(rules: Rules, state: State) -> Mapping[int, int]:
    """The possible totals, with their weights."""
    return generated(rules) if by_generator(rules, state) else thrown(rules)


def starting_position(total: int, one: int) -> int:
    """Count counterclockwise from position `one`, including the Dead Hand, and around again."""
    return (one + total - 1) % POSITIONS


def because(state: State) -> tuple[Citation, ...]:
    """The paragraphs under which it is counted."""
    return cites("621a.11(j)") if banked(state) else cites("621a.8(b)", "621a.8(c)")


def position_name(position: int) -> str:
    """A position in words."""
    return "the dealer" if position == DEALER else "the Dead Hand" if position == DEAD_HAND else f"box {position}"
