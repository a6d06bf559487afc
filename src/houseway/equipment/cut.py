"""The cut: to whom it is offered in which order, how deep it may go, and where the second cover card lies."""

from __future__ import annotations

from typing import Any, TypeGuard

from houseway.core import Refusal, Stepped
from houseway.law import Citation, Rules

BEGINNING, COVER, DIRECTION = "beginning", "cover", "direction"
DEALER = "dealer"
NOTED = {"cut": ("cut_by", "refused", "cards_from_top"), "cover": ("cards_from_bottom",)}


def is_cut(rules: Rules) -> bool:
    """Is the stack cut at all? A shuffler that loads the shoe by itself may leave no room for it."""
    return not (rules.option("loads_shoe") and rules.readings.get("loaded_shoe") == "no-cut")


def offered(rules: Rules, why: str, cover: str, players: tuple[int, ...]) -> tuple[int, ...]:
    """The players in the order in which the cut is offered to them.

    The first is the first to arrive where the game begins, the one whose area the cover card came up on, or else the one
    farthest to the dealer's right; from there the offer goes around in the direction that the edition gives.
    """
    if not players:
        return ()
    seats = sorted(players)
    first = seats[-1]
    if why == BEGINNING:
        first = players[0]
    elif why == COVER and cover.startswith("seat:") and int(cover[5:]) in seats:
        first = int(cover[5:])
    around = seats if rules.edition.values["cut_turns"].value == "clockwise" else seats[::-1]
    at = around.index(first)
    return (*around[at:], *around[:at])


def usual_cut(rules: Rules, why: str, cover: str, players: tuple[int, ...], size: int) -> dict[str, Any]:
    """Whoever is asked first cuts in the middle; the second cover card lies just as deep as it must."""
    order = offered(rules, why, cover, players)
    return {
        "cut_by": order[0] if order else DEALER,
        "refused": [],
        "cards_from_top": size // 2,
        "cards_from_bottom": least_behind(rules, size),
    }


def least_behind(rules: Rules, size: int) -> int:
    """So many cards lie behind the second cover card at least."""
    return -(-size // rules.number("cover_parts"))


def cutter(noted: object) -> str:
    """Who cut, as the state keeps it: `seat:3` or `dealer`."""
    return DEALER if noted == DEALER else f"seat:{noted}"


def refuse_cut(
    rules: Rules, why: str, cover: str, players: tuple[int, ...], size: int, fact: Stepped, last: str
) -> Refusal | None:
    """Is it cut by whom, and where, the law says? `last`: who cut before, where this is a recut."""
    if fact.item == "cover":
        return _refuse_depth(rules, size, fact.data.get("cards_from_bottom"))
    if fact.item != "cut":
        return None
    because = (rules.cite("cut_margin"),)
    top, margin = fact.data.get("cards_from_top"), rules.number("cut_margin")
    if not _whole(top):
        return Refusal("say how many cards lie above the cover card: cards_from_top", because)
    if not margin <= top <= size - margin:
        reason = f"a cut at card {top} is not at least {margin} cards in from the top and the bottom of {size}"
        return Refusal(f"{reason}: from {margin} to {size - margin}", because)
    return _refuse_who(rules, why, cover, players, fact, last)


def _refuse_depth(rules: Rules, size: int, bottom: object) -> Refusal | None:
    least, because = least_behind(rules, size), (rules.cite("cover_parts"),)
    if not _whole(bottom):
        return Refusal("say how many cards lie behind the second cover card: cards_from_bottom", because)
    if not least <= bottom < size:
        return Refusal(f"{bottom} cards behind the second cover card are not {least} to {size - 1} of {size}", because)
    return None


def _refuse_who(
    rules: Rules, why: str, cover: str, players: tuple[int, ...], fact: Stepped, last: str
) -> Refusal | None:
    by, refused = fact.data.get("cut_by", DEALER), fact.data.get("refused", [])
    because = _because(rules, why, last)
    if not isinstance(refused, list | tuple) or not all(_whole(seat) for seat in refused):
        return Refusal("refused is a list of the seats that did not want to cut", because)
    if last and cutter(by) == last and last != DEALER:
        return None
    order = offered(rules, DIRECTION if last else why, cover, players)
    order = tuple(seat for seat in order if f"seat:{seat}" != last)
    if tuple(refused) != order[: len(refused)]:
        return Refusal(f"the cut is offered in this order: {_named(order)}", because)
    asked = order[len(refused)] if len(refused) < len(order) else DEALER
    if by != asked:
        who = "the dealer" if asked == DEALER else f"seat {asked}"
        return Refusal(f"it is for {who} to cut now, not for {by if by == DEALER else f'seat {by}'}", because)
    return None


def _because(rules: Rules, why: str, last: str) -> tuple[Citation, ...]:
    offer = rules.cite(f"cut_{why}")
    return (rules.cite("recut"), rules.cite(f"cut_{DIRECTION}")) if last else (offer, rules.cite("cut_offer"))


def _named(order: tuple[int, ...]) -> str:
    return ", ".join([*(f"seat {seat}" for seat in order), "the dealer"])


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
