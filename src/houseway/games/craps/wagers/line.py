"""623a.3(a)(1) to (4): Pass, Don't Pass, Come and Don't Come.

A Come or Don't Come Bet that has moved to its number is `come:6` on the layout; that number is then its argument.
"""

from __future__ import annotations

from houseway.core import Placed
from houseway.core.frozen import replace
from houseway.games.craps.roll import Roll
from houseway.games.craps.wagers.wager_kind import Back, Fate, Stays, kind, lost, won
from houseway.law import Rules, cites

NATURALS = (7, 11)
CRAPS = (2, 3, 12)
BARRED = 12  # returned to the Don'ts


@kind("pass", "623a.3(a)(1)", "Pass Bet", ("pass",))
def pass_bet(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """Wins on a come out 7 or 11, loses on 2, 3 or 12; else the point must come again before a 7."""
    if roll.come_out and roll.total in NATURALS:
        return won("pass", "623a.3(a)(1)(i)(A)")
    if roll.come_out and roll.total in CRAPS:
        return lost("623a.3(a)(1)(ii)(A)")
    if roll.point_made:
        return won("pass", "623a.3(a)(1)(i)(B)")
    if roll.loser_7:
        return lost("623a.3(a)(1)(ii)(B)")
    return Stays(placed)


@kind("dont-pass", "623a.3(a)(2)", "Don't Pass Bet", ("dont-pass",))
def dont_pass_bet(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """Wins on a come out 2 or 3, loses on 7 or 11, goes back on 12; else a 7 must come before the point."""
    if roll.come_out and roll.total == BARRED:
        return Back(cites("623a.3(a)(2)(iii)"))
    if roll.come_out and roll.total in CRAPS:
        return won("dont-pass", "623a.3(a)(2)(i)(A)")
    if roll.come_out and roll.total in NATURALS:
        return lost("623a.3(a)(2)(ii)(A)")
    if roll.loser_7:
        return won("dont-pass", "623a.3(a)(2)(i)(B)")
    if roll.point_made:
        return lost("623a.3(a)(2)(ii)(B)")
    return Stays(placed)


@kind("come", "623a.3(a)(3)", "Come Bet", ("come",))
def come_bet(rules: Rules, roll: Roll, placed: Placed, number: int | None) -> Fate:
    """As a Pass Bet, but from the next roll on: it moves to the number thrown, which must come again before a 7."""
    if number is None:
        if roll.total in NATURALS:
            return won("come", "623a.3(a)(3)(i)(A)")
        if roll.total in CRAPS:
            return lost("623a.3(a)(3)(ii)(A)")
        return Stays(replace(placed, id=f"come:{roll.total}"))
    if roll.total == number:
        return won("come", "623a.3(a)(3)(i)(B)")
    if roll.total == 7:
        return lost("623a.3(a)(3)(ii)(B)")
    return Stays(placed)


@kind("dont-come", "623a.3(a)(4)", "Don't Come Bet", ("dont-come",))
def dont_come_bet(rules: Rules, roll: Roll, placed: Placed, number: int | None) -> Fate:
    """As a Don't Pass Bet, but from the next roll on: it moves beside the number thrown, and a 7 must come first."""
    if number is None:
        if roll.total == BARRED:
            return Back(cites("623a.3(a)(4)(iii)"))
        if roll.total in CRAPS:
            return won("dont-come", "623a.3(a)(4)(i)(A)")
        if roll.total in NATURALS:
            return lost("623a.3(a)(4)(ii)(A)")
        return Stays(replace(placed, id=f"dont-come:{roll.total}"))
    if roll.total == 7:
        return won("dont-come", "623a.3(a)(4)(i)(B)")
    if roll.total == number:
        return lost("623a.3(a)(4)(ii)(B)")
    return Stays(placed)


KINDS = (pass_bet, dont_pass_bet, come_bet, dont_come_bet)
