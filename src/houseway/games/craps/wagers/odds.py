"""623a.6: supplemental wagers in support of the four line wagers (taking and laying odds)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from houseway.core import Placed
from houseway.games.craps.roll import POINTS, Roll
from houseway.games.craps.wagers.place import ON
from houseway.games.craps.wagers.wager_kind import Back, Fate, Stays, kind, lost, won
from houseway.law import Rules, cites

# Points with the same payout: 623a.6(a)(2)(i), (ii) and (iii), and likewise in (b), (c) and (d)
GROUPS = {4: "4-10", 10: "4-10", 5: "5-9", 9: "5-9", 6: "6-8", 8: "6-8"}
PARAGRAPH = {"pass": "623a.6(a)", "dont-pass": "623a.6(b)", "come": "623a.6(c)", "dont-come": "623a.6(d)"}
NUMBERS = {str(number): number for number in POINTS}


def odds_line(supported: str, number: int) -> str:
    """The line that pays a supplemental wager."""
    return f"odds-{supported}-{GROUPS[number]}"


@lru_cache(maxsize=64)
def multiple_at(rules: Rules, point: int) -> Fraction:
    """623a.6(e): how many times the line wager the submission goes, with this point."""
    parts = str(rules.option("odds.multiple")).split("-")
    by_group = dict(zip(dict.fromkeys(GROUPS.values()), parts if len(parts) > 1 else parts * 3, strict=True))
    return Fraction(by_group[GROUPS[point]])


def _every_line(supported: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(odds_line(supported, number) for number in POINTS))


@kind("odds:pass", "623a.6(a)", "Odds on the Pass Bet", _every_line("pass"))
def odds_pass(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """True odds in support of a Pass Bet: wins and loses with it."""
    if roll.point_made:
        return won(odds_line("pass", roll.point), "623a.6(a)", "623a.3(a)(1)(i)(B)")
    return lost("623a.6(a)", "623a.3(a)(1)(ii)(B)") if roll.loser_7 else Stays(placed)


@kind("odds:dont-pass", "623a.6(b)", "Odds on the Don't Pass Bet", _every_line("dont-pass"))
def odds_dont_pass(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """True odds laid in support of a Don't Pass Bet: wins and loses with it."""
    if roll.loser_7:
        return won(odds_line("dont-pass", roll.point), "623a.6(b)", "623a.3(a)(2)(i)(B)")
    return lost("623a.6(b)", "623a.3(a)(2)(ii)(B)") if roll.point_made else Stays(placed)


@kind(
    "odds:come", "623a.6(c)", "Odds on a Come Bet", lambda n: (odds_line("come", n),),
    NUMBERS, lambda n: f"Odds on the Come Bet on {n}",
)  # fmt: skip
def odds_come(rules: Rules, roll: Roll, placed: Placed, number: int) -> Fate:
    """True odds in support of a Come Bet that has its come point: wins and loses with it."""
    if roll.total not in (number, 7):
        return Stays(placed)
    if roll.wagers_off and rules.reading("come_odds") == "off-on-come-out" and ON not in placed.data:
        return Back(cites("623a.6(c)"))
    if roll.total == number:
        return won(odds_line("come", number), "623a.6(c)", "623a.3(a)(3)(i)(B)")
    return lost("623a.6(c)", "623a.3(a)(3)(ii)(B)")


@kind(
    "odds:dont-come", "623a.6(d)", "Odds on a Don't Come Bet", lambda n: (odds_line("dont-come", n),),
    NUMBERS, lambda n: f"Odds on the Don't Come Bet against {n}",
)  # fmt: skip
def odds_dont_come(rules: Rules, roll: Roll, placed: Placed, number: int) -> Fate:
    """True odds laid in support of a Don't Come Bet that has its come point: wins and loses with it."""
    if roll.total == 7:
        return won(odds_line("dont-come", number), "623a.6(d)", "623a.3(a)(4)(i)(B)")
    return lost("623a.6(d)", "623a.3(a)(4)(ii)(B)") if roll.total == number else Stays(placed)


KINDS = (odds_pass, odds_dont_pass, odds_come, odds_dont_come)
