"""623a.3(a)(5), (6), (41), (42): Place Bets to Win and to Lose, and Buy and Lay Bets at true odds with a vigorish.

All are inactive on a come out roll unless called on; the wager then remembers "on".
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from houseway.core import Multiple, Placed
from houseway.games.craps.roll import POINTS, Roll
from houseway.games.craps.wagers.wager_kind import Fate, Stays, kind, lost, won
from houseway.law import Rules, cites
from houseway.money import dollars

ON = "on"
NUMBERS = {str(number): number for number in POINTS}


def inactive(roll: Roll, placed: Placed) -> bool:
    """Is the wager off? It is on a come out roll, unless the player called it on and the dealer marked it."""
    return roll.wagers_off and ON not in placed.data


def number_before_7(cite: str, line: str, roll: Roll, placed: Placed, number: int) -> Fate:
    """Wins if the number comes before a 7, by (i) of the paragraph, and loses by (ii); inactive unless on."""
    if inactive(roll, placed):
        return Stays(placed)
    if roll.total == number:
        return won(f"{line}-{number}", f"{cite}(i)")
    return lost(f"{cite}(ii)") if roll.total == 7 else Stays(placed)


def seven_before_number(cite: str, line: str, roll: Roll, placed: Placed, number: int) -> Fate:
    """Wins if a 7 comes before the number, by (i) of the paragraph, and loses by (ii); inactive unless on."""
    if inactive(roll, placed):
        return Stays(placed)
    if roll.total == 7:
        return won(f"{line}-{number}", f"{cite}(i)")
    return lost(f"{cite}(ii)") if roll.total == number else Stays(placed)


@kind(
    "place-to-win", "623a.3(a)(5)", "Place Bet to Win", lambda n: (f"place-to-win-{n}",),
    NUMBERS, lambda n: f"Place Bet to Win on {n}",
)  # fmt: skip
def place_to_win(rules: Rules, roll: Roll, placed: Placed, number: int) -> Fate:
    """Wins if the number comes before a 7; inactive on a come out roll unless called on."""
    return number_before_7("623a.3(a)(5)", "place-to-win", roll, placed, number)


@kind(
    "place-to-lose", "623a.3(a)(6)", "Place Bet to Lose", lambda n: (f"place-to-lose-{n}",),
    NUMBERS, lambda n: f"Place Bet to Lose against {n}",
)  # fmt: skip
def place_to_lose(rules: Rules, roll: Roll, placed: Placed, number: int) -> Fate:
    """Wins if a 7 comes before the number; inactive on a come out roll unless called on."""
    return seven_before_number("623a.3(a)(6)", "place-to-lose", roll, placed, number)


@lru_cache
def rate(rules: Rules) -> Fraction:
    """The submission's vigorish rate as a fraction."""
    return Fraction(str(rules.option("vigorish.rate")).removesuffix("%")) / 100


def vigorish_share(rules: Rules, wager: str) -> Fraction:
    """623a.5(g)(3): the vigorish for each cent wagered on a Buy or Lay Bet; 0 on anything else (623a.5(h))."""
    family, _, number = wager.partition(":")
    if family not in ("buy", "lay"):
        return Fraction(0)
    by_winnings = family == "lay" and rules.reading("lay_vigorish") == "amount-to-win"
    return rate(rules) * (rules.payout(f"lay-{number}").odds.ratio if by_winnings else 1)


def vigorish_cents(rules: Rules, wager: str, cents: int) -> int:
    """The vigorish on an amount; where it may be rounded (a reading), down to a whole cent."""
    share = vigorish_share(rules, wager) * cents
    rounded = rules.reading("vigorish_rounding") == "down-to-the-cent"
    assert rounded or share.denominator == 1, "core.refuse rejects a wager whose vigorish is not whole cents"
    return int(share)


def whole_vigorish(rules: Rules, wager: str) -> Multiple | None:
    """Require an amount whose vigorish is a whole number of cents."""
    unit = vigorish_share(rules, wager).denominator
    says = f"its vigorish of {rules.option('vigorish.rate')} is not whole cents; wager a multiple of {dollars(unit)}"
    return Multiple(unit, says, cites("623a.5(g)(3)"))


@kind(
    "buy", "623a.3(a)(41)", "Buy Bet", lambda n: (f"buy-{n}",),
    NUMBERS, lambda n: f"Buy Bet on {n}", lambda rules, n: whole_vigorish(rules, f"buy:{n}"),
)  # fmt: skip
def buy(rules: Rules, roll: Roll, placed: Placed, number: int) -> Fate:
    """A Place Bet to Win at true odds, for a vigorish; inactive on a come out roll unless called on."""
    return number_before_7("623a.3(a)(41)", "buy", roll, placed, number)


@kind(
    "lay", "623a.3(a)(42)", "Lay Bet", lambda n: (f"lay-{n}",),
    NUMBERS, lambda n: f"Lay Bet against {n}", lambda rules, n: whole_vigorish(rules, f"lay:{n}"),
)  # fmt: skip
def lay(rules: Rules, roll: Roll, placed: Placed, number: int) -> Fate:
    """A Place Bet to Lose at true odds, for a vigorish; inactive on a come out roll unless called on."""
    return seven_before_number("623a.3(a)(42)", "lay", roll, placed, number)


PLACE = (place_to_win, place_to_lose)
BUY_AND_LAY = (buy, lay)
