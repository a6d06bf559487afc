"""623a.3(a)(40) and 623a.11: the Fire Bet. The wager remembers the different points made so far."""

from __future__ import annotations

from houseway.core import Multiple, Placed
from houseway.core.frozen import replace
from houseway.games.craps.roll import Roll
from houseway.games.craps.wagers.wager_kind import Fate, Stays, kind, lost, won
from houseway.law import Rules, cites
from houseway.money import dollars

CLOSED = 0  # first in the memory of a Fire Bet that counts no more points
MOST = 6  # "six or more" in 623a.5(f): there are only six


def points_made(placed: Placed) -> int:
    """The number of different points made for this Fire Bet."""
    return sum(number != CLOSED for number in placed.data)


def whole_dollars(rules: Rules, _: object) -> Multiple:
    """623a.11(b)(1): the stake is in whole dollars."""
    step = rules.number("fire_step_cents")
    return Multiple(step, f"it is made in steps of {dollars(step)}", cites("623a.11(b)(1)"))


@kind(
    "fire", "623a.3(a)(40)", "Fire Bet", ("fire-{table}-4", "fire-{table}-5", "fire-{table}-6"), multiple=whole_dollars
)
def fire(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """Wins if the shooter makes at least four different points before a loser 7, and pays more for five and six."""
    ended = roll.loser_7 or (roll.total == 7 and rules.reading("fire_seven") == "any-7")
    if ended:
        made = min(points_made(placed), MOST)
        if made < rules.number("fire_points_min"):
            return lost("623a.3(a)(40)(ii)", "623a.11(a)(5)")
        return won(f"fire-{rules.option('fire.paytable').lower()}-{made}", "623a.3(a)(40)(i)", "623a.11(a)(5)")
    if roll.point_made and roll.point not in placed.data and CLOSED not in placed.data:
        ordered = sorted((*(int(number) for number in placed.data), roll.point))
        return Stays(replace(placed, data=tuple(ordered)))  # 623a.11(b)(3): in any order
    return Stays(placed)


KINDS = (fire,)
