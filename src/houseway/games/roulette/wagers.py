"""617a.3(e): when each wager wins. The edition's file has the payouts; geometry.py has the places."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from houseway.core import Kinds, Line
from houseway.core.wagering import Decision
from houseway.games.roulette.geometry import choices
from houseway.games.roulette.wheel import ZEROS, adjacent, colour_of, covered
from houseway.law import Rules, cites

WAGERS = Kinds[str]()

NUMBERS: Mapping[str, str] = {number: number for number in choices("straight")}
EVEN_MONEY = ("red", "black", "odd", "even", "1-18", "19-36")


@WAGERS.kind("617a.3(e)(1)", name="Straight", choices=NUMBERS)
def straight(pocket: str, rules: Rules, number: str) -> Line | None:
    """The ball rests in the compartment of the number chosen."""
    return Line("straight") if pocket == number else None


@WAGERS.kind(
    "617a.3(e)(1)(iii)", "617a.3(e)(1)(i)", name="Five Adjacent Numbers around", choices=NUMBERS, lines=("straight",)
)
def five_adjacent(pocket: str, rules: Rules, centre: str) -> Line | None:
    """The ball rests in one of five compartments side by side, each a Straight Wager of a fifth."""
    return Line("straight") if pocket in adjacent(centre, rules) else None


@WAGERS.kind("617a.3(e)(2)", name="Split", choices=choices("split"))
def split(pocket: str, rules: Rules, numbers: tuple[str, ...]) -> Line | None:
    """The ball rests at either of two numbers whose boxes share a line."""
    return Line("split") if pocket in numbers else None


@WAGERS.kind("617a.3(e)(3)", name="Three Numbers", choices=choices("three-numbers"))
def three_numbers(pocket: str, rules: Rules, numbers: tuple[str, ...]) -> Line | None:
    """The ball rests at one of three numbers in a row, or in a group with the zeros."""
    return Line("three-numbers") if pocket in numbers else None


@WAGERS.kind("617a.3(e)(4)", name="Four Numbers", choices=choices("four-numbers"))
def four_numbers(pocket: str, rules: Rules, numbers: tuple[str, ...]) -> Line | None:
    """The ball rests at one of four numbers whose boxes share a corner."""
    return Line("four-numbers") if pocket in numbers else None


@WAGERS.kind("617a.3(e)(5)", name="First Five Numbers")
def first_five(pocket: str, rules: Rules) -> Line | None:
    """The ball rests at 0, 00, 1, 2 or 3."""
    return Line("first-five") if pocket in rules.names("first_five") else None


@WAGERS.kind("617a.3(e)(6)", name="Six Numbers", choices=choices("six-numbers"))
def six_numbers(pocket: str, rules: Rules, numbers: tuple[str, ...]) -> Line | None:
    """The ball rests at one of six numbers in two rows side by side."""
    return Line("six-numbers") if pocket in numbers else None


@WAGERS.kind("617a.3(e)(7)", name="Column", choices=choices("column"))
def column(pocket: str, rules: Rules, numbers: tuple[str, ...]) -> Line | None:
    """The ball rests at one of the twelve numbers of a column."""
    return Line("column") if pocket in numbers else None


@WAGERS.kind("617a.3(e)(8)", name="Dozen", choices=choices("dozen"))
def dozen(pocket: str, rules: Rules, numbers: tuple[str, ...]) -> Line | None:
    """The ball rests at one of twelve numbers in sequence: 1 to 12, 13 to 24 or 25 to 36."""
    return Line("dozen") if pocket in numbers else None


@WAGERS.kind("617a.3(e)(9)", name="Red")
def red(pocket: str, rules: Rules) -> Line | None:
    """The ball rests at a red number."""
    return Line("red") if colour_of(pocket, rules) == "red" else None


@WAGERS.kind("617a.3(e)(10)", name="Black")
def black(pocket: str, rules: Rules) -> Line | None:
    """The ball rests at a black number."""
    return Line("black") if colour_of(pocket, rules) == "black" else None


@WAGERS.kind("617a.3(e)(11)", name="Odd")
def odd(pocket: str, rules: Rules) -> Line | None:
    """The ball rests at an odd number."""
    return Line("odd") if int(pocket) % 2 == 1 else None


@WAGERS.kind("617a.3(e)(12)", name="Even")
def even(pocket: str, rules: Rules) -> Line | None:
    """The ball rests at an even number, which neither zero is here."""
    return Line("even") if pocket not in ZEROS and int(pocket) % 2 == 0 else None


@WAGERS.kind("617a.3(e)(13)", name="1 to 18", wager="1-18")
def low(pocket: str, rules: Rules) -> Line | None:
    """The ball rests at a number from 1 to 18."""
    return Line("1-18") if 1 <= int(pocket) <= 18 else None


@WAGERS.kind("617a.3(e)(14)", name="19 to 36", wager="19-36")
def high(pocket: str, rules: Rules) -> Line | None:
    """The ball rests at a number from 19 to 36."""
    return Line("19-36") if 19 <= int(pocket) <= 36 else None


def paid_by(rules: Rules) -> str:
    """617a.5(d): the paragraph by which a winning Five Adjacent Number Wager is paid."""
    if "617a.5(d)(i)" not in rules.cites:
        return "617a.5(d)"
    return "617a.5(d)(i)" if rules.option("five_adjacent_paid") == "replica" else "617a.5(d)(ii)"


@lru_cache(maxsize=1 << 16)
def decide(wager: str, pocket: str, rules: Rules) -> Decision:
    """The winning line or a loss, with its paragraphs, including those on zero, zero groups and five adjacent numbers."""
    payout, because = WAGERS.decide(wager, pocket, rules)
    if wager in EVEN_MONEY and pocket in ZEROS:
        return payout, (*because, *cites("617a.4(c)(3)" if covered(rules) else "617a.4(b)"))
    if wager.removeprefix("three-numbers:") in rules.names("zero_groups"):
        return payout, cites("617a.3(e)(3)(i)")
    if payout is not None and wager.startswith("five-adjacent:"):
        return payout, (*because, *cites(paid_by(rules)))
    return payout, because
