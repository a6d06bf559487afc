"""623a.3 and 623a.6: every wager, in the law's order, and the effect of a roll on each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from houseway.core import Offer, Placed, Refusal
from houseway.games.craps.roll import POINTS, Roll
from houseway.games.craps.wagers import fire, hardways, line, odds, one_roll, place
from houseway.games.craps.wagers.wager_kind import CrapsWager, Fate
from houseway.law import Rules, cites

KINDS: tuple[CrapsWager, ...] = (
    *line.KINDS, *place.PLACE, *hardways.KINDS, *one_roll.KINDS, *fire.KINDS, *place.BUY_AND_LAY, *odds.KINDS,
)  # fmt: skip
MOVES = ("come", "dont-come")  # these move to the number that is thrown
INACTIVE_ON_COME_OUT = ("place-to-win", "place-to-lose", "hardway", "buy", "lay")


def _named() -> dict[str, tuple[CrapsWager, Any]]:
    """Each wager id that can be on a layout, with its kind and its choice; a moved Come Bet with its number."""
    found: dict[str, tuple[CrapsWager, Any]] = {}
    for each in KINDS:
        for choice, argument in each.choices.items() or (("", None),):
            found[f"{each.id}:{choice}" if choice else each.id] = (each, argument)
        if each.id in MOVES:
            found |= {f"{each.id}:{number}": (each, number) for number in POINTS}
    return found


NAMED = _named()


def family(wager: str) -> str:
    """`place-to-win` of `place-to-win:4`, `odds:come` of `odds:come:6`."""
    return NAMED[wager][0].id


def family_cite(wager: str) -> str:
    """The paragraph that permits it."""
    each, argument = NAMED[wager]
    return each.cite(argument)


def as_made(wager: str) -> tuple[str, int | None]:
    """The id under which a wager was made, and the number it has moved to: `come:6` was made as `come`."""
    made, _, number = wager.partition(":")
    return (made, int(number)) if made in MOVES and number else (wager, None)


def offered(rules: Rules, wager: str) -> bool:
    """Does the submission offer it? Supplemental wagers come with the wager that they support (623a.6)."""
    if wager == "fire" and rules.game == "mini-craps" and rules.reading("fire_in_mini_craps") == "craps-only":
        return False
    if wager.startswith("odds:"):
        wager = wager.split(":")[1]
    return all(_listed(rules, each) for each in (wager, *one_roll.broken_into(rules, wager)))


def _listed(rules: Rules, wager: str) -> bool:
    return _is_among(tuple(rules.option("wagers")), wager)


@lru_cache(maxsize=1024)
def _is_among(listed: tuple[str, ...], wager: str) -> bool:
    return any(wager == each or wager.startswith(f"{each}:") for each in listed)


@lru_cache(maxsize=64)
def _offers(rules: Rules) -> tuple[Offer, ...]:
    """Every wager of the chapter, offered or not."""
    return tuple(offer for each in KINDS for offer in each.offers(rules))


@lru_cache(maxsize=64)
def catalogue(rules: Rules) -> Mapping[str, Offer]:
    """Every wager that may be made under this submission."""
    return {offer.id: offer for offer in _offers(rules) if offered(rules, offer.id)}


@lru_cache(maxsize=64)
def withheld(rules: Rules) -> Mapping[str, Refusal]:
    """Wagers of the chapter that this submission does not offer, each refused by its paragraph."""
    offers = (offer for offer in _offers(rules) if not offered(rules, offer.id))
    craps_only = cites("623a.2(f)", "623a.11(a)")
    return {
        o.id: Refusal(_why_not(rules, o), craps_only if o.id == "fire" and _listed(rules, "fire") else (o.cite,))
        for o in offers
    }


def _why_not(rules: Rules, offer: Offer) -> str:
    missing = [part for part in one_roll.broken_into(rules, offer.id) if not _listed(rules, part)]
    if missing and _listed(rules, offer.id):
        needed = " and ".join(missing)
        return f"the layout has no area for a {offer.name}; to break it down, the submission must also offer {needed}"
    if offer.id == "fire" and _listed(rules, "fire"):
        return "a Fire Bet is offered at Craps only: the reading fire_in_mini_craps says so"
    return f"{offer.name} is not offered under the Rules Submission of this table"


@lru_cache(maxsize=64)
def names(rules: Rules) -> frozenset[str]:
    """The names that a player may use for a wager on the layout."""
    return frozenset(wager for wager in NAMED if offered(rules, as_made(wager)[0]))


def fate(rules: Rules, roll: Roll, placed: Placed) -> Fate:
    """The effect of a roll on a wager."""
    each, argument = NAMED[placed.id]
    return each.follow(rules, roll, placed, argument)
