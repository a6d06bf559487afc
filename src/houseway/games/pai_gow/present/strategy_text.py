"""Results about a house way as sentences."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from houseway.games.pai_gow.mathematics.best_reply import ReplyList
from houseway.games.pai_gow.mathematics.house_way_value import HouseWayWorth
from houseway.money import exact


def percent(value: Fraction, digits: int = 4) -> str:
    """A share as a percentage, rounded half up: "-0.6071%"."""
    scaled = abs(value) * 100 * 10**digits
    whole = int(scaled + Fraction(1, 2))
    sign = "-" if value < 0 and whole else "+" if whole else ""
    return f"{sign}{whole // 10**digits}.{whole % 10**digits:0{digits}d}%"


def deviation(variance: Fraction, digits: int = 4) -> str:
    """The square root of a variance, rounded half up with integer arithmetic: "0.7486"."""
    scale = 10**digits
    whole = (isqrt(4 * variance.numerator * scale**2 // variance.denominator) + 1) // 2
    return f"{whole // scale}.{whole % scale:0{digits}d}"


def cost(value: Fraction) -> str:
    """A cost, without a sign."""
    return percent(value).removeprefix("+")


def reply_lines(listed: ReplyList, exceptions_max: int) -> tuple[str, ...]:
    """The best reply as rules, with its costliest exceptions."""
    rules = (f"{number}. {rule.sentence}." for number, rule in enumerate(listed.rules, start=1))
    hands = sum(each.hands for each in listed.exceptions)
    left = (
        f"Exceptions: {len(listed.exceptions)} kinds of hands, {hands:,} of 35,960, without which the rules cost "
        f"{cost(listed.costs)}. All of them: houseway strategy pai-gow exceptions. The costliest:"
    )
    shown = (f"  {each} (costs {cost(each.costs)})" for each in listed.exceptions[:exceptions_max])
    return ("Use the first rule that applies; a player may use any setting:", *rules, left, *shown)


def proof_lines(found: HouseWayWorth) -> tuple[str, ...]:
    """The strongest house way, and the proof."""
    proof = found.proof
    digits = len(str(proof.completions))
    outcome = "none is stronger" if proof.is_strongest else "one of them is stronger"
    tried = f"All {proof.tried} ways to set these were tried: {outcome}."
    ordered = f"{percent(found.ordered.bound)} = {exact(found.ordered.bound)}"
    return (
        f"621a.10(d) can be completed in a number of ways with {digits} digits; {proof.open_hands} kinds of hands decide.",
        f"Against the strongest one, the best reply earns {percent(proof.value, 6)} = {exact(proof.value)}.",
        f"Against any other, even a mixed one, it earns at least {percent(proof.bound, 6)} = {exact(proof.bound)}.",
        f"That bound settles all but {len(proof.undecided)} kinds of hands. {tried}",
        f"If 621a.10(d)(2) and (3) were orders of preference, the best reply to any completion would gain at least {ordered}.",
    )
