"""617a.1(e) and 617a.3(e): which wagers a table offers, in which places, and why it withholds the others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from houseway.core import Multiple, Offer, Refusal
from houseway.core.frozen import replace
from houseway.games.roulette.geometry import ChipCenter, ChipPlace, places
from houseway.games.roulette.wagers import WAGERS
from houseway.games.roulette.wheel import DOUBLE_ZERO, SINGLE, adjacent, covered, numbers, order, wheel_of
from houseway.law import Rules, cites
from houseway.money import dollars

FIVE = "five-adjacent:"


@lru_cache
def lawful_places(rules: Rules) -> tuple[ChipPlace, ...]:
    """Every lawful chip place at this table, in the law's order: main layout, then the replica of the wheel."""
    found = [place for place in places(_double(rules)) if _lawful(place, rules)]
    if not rules.option("five_adjacent"):
        return tuple(found)
    ring = [centre for centre in order(rules) if _takes(centre, rules)]
    replica = [
        ChipPlace(FIVE + centre, "replica", f"{centre} on the replica", adjacent(centre, rules), ChipCenter(n, 0))
        for n, centre in enumerate(ring)
    ]
    return (*found, *replica)


def _double(rules: Rules) -> bool:
    return wheel_of(rules) != SINGLE


def _lawful(place: ChipPlace, rules: Rules) -> bool:
    """Is the place uncovered and, with a zero, one of the law's groups?"""
    if covered(rules) and DOUBLE_ZERO in place.numbers:
        return False
    kind, _, choice = place.wager.partition(":")
    with_zero = kind == "three-numbers" and place.sort == "corner"
    listed = choice in rules.names("zero_groups") or rules.reading("zero_group_0_2_3") == "common-corner"
    return not with_zero or listed


def _takes(centre: str, rules: Rules) -> bool:
    """Can all five numbers around this center be wagered on?"""
    return centre in numbers(rules) and set(adjacent(centre, rules)) <= set(numbers(rules))


@lru_cache
def catalogue(rules: Rules) -> Mapping[str, Offer]:
    """Every wager that may be made, in the law's order."""
    lawful = {place.wager for place in lawful_places(rules)}
    return {
        wager: _five_equal(offer, rules) if wager.startswith(FIVE) else offer
        for wager, offer in WAGERS.catalogue(rules).items()
        if wager in lawful
    }


def _five_equal(offer: Offer, rules: Rules) -> Offer:
    """617a.3(e)(1)(iii): five equal wagers, each payable in whole cents."""
    parts = rules.number("five_adjacent_numbers")
    cents = parts * offer.unit_cents
    says = f"it is five equal wagers; wager a multiple of {dollars(cents)}"
    return replace(offer, multiple=Multiple(cents, says, (offer.cite,)), parts=parts)


@lru_cache
def withheld(rules: Rules) -> Mapping[str, Refusal]:
    """The chapter's wagers that this table does not offer, each with the reason."""
    taken = catalogue(rules)
    reason = "the boxes 0, 1, 2 and 3 have no corner in common, so they are no Four Numbers Wager"
    first_four = {"four-numbers:0-1-2-3": Refusal(reason, cites("617a.3(e)(4)"))}
    return first_four | {wager: _why(wager, rules) for wager in WAGERS.catalogue(rules) if wager not in taken}


def _why(wager: str, rules: Rules) -> Refusal:
    offer = WAGERS.catalogue(rules)[wager]
    if wager.startswith(FIVE) and not rules.option("five_adjacent"):
        reason = "the Five Adjacent Number Wager is not offered here: the Rules Submission does not specify it"
        return Refusal(reason, cites("617a.3(e)(1)(i)"))
    if wager == "first-five" or DOUBLE_ZERO in wager.partition(":")[2].split("-"):
        return _no_double_zero(wager, rules)
    if wager.startswith(FIVE):
        around = ", ".join(adjacent(wager.removeprefix(FIVE), rules))
        reason = f"one of its five numbers, {around}, is 00, on which no wager is available"
        return Refusal(reason, (*cites("617a.1(e)(1)"), offer.cite))
    if _apart(offer.argument, rules):
        reason = f"the boxes {', '.join(offer.argument)} have no line or corner in common on this layout"
        return Refusal(reason, (offer.cite,))
    listed = "; ".join(group.replace("-", ", ") for group in rules.names("zero_groups"))
    return Refusal(f"{wager} is not a group that may be wagered on; the groups are {listed}", cites("617a.3(e)(3)(i)"))


def _no_double_zero(wager: str, rules: Rules) -> Refusal:
    if covered(rules):
        reason = (
            f"{wager} is not available: 00 is covered, because the double zero wheel is used as a single zero wheel"
        )
        return Refusal(reason, cites("617a.1(e)(1)"))
    return Refusal(f"{wager} is not available: a single zero wheel has no 00", cites("617a.1(c)"))


def _apart(group: tuple[str, ...], rules: Rules) -> bool:
    """Do the boxes of these numbers share no line or corner?"""
    return not any(set(place.numbers) == set(group) for place in places(_double(rules)))


def notices(rules: Rules) -> tuple[str, ...]:
    """617a.1(e)(2) and 617a.4(c)(1): the notices to players when 00 is covered."""
    if not covered(rules):
        return ()
    return (
        "This double zero wheel is used as a single zero wheel: 00 cannot be wagered on.",
        "A ball that comes to rest in 00 is no spin: the spin is void and the wheel is spun again.",
        "Red, black, odd, even, 1 to 18 and 19 to 36 lose on 0.",
    )
