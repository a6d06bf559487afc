"""The cut: the order of offers, its depth, and the place of the second cover card."""

from __future__ import annotations

from typing import Any, TypeGuard

from houseway.core import Done, Refusal, Role, Stepped, Who, seat_account, seat_of
from houseway.law import Citation, Rules

BEGINNING, COVER, DIRECTION = "beginning", "cover", "direction"
DEALER = Role.DEALER
CUTS = ("cut", "recut")
NOTED = {**dict.fromkeys(CUTS, ("cut_by", "refused", "cards_from_top")), "cover": ("cards_from_bottom",)}


def is_cut(rules: Rules, by_hand: bool) -> bool:
    """Is the stack cut? A shuffler that loads the shoe itself may not allow a cut; a dealer always does."""
    return by_hand or not (rules.option("loads_shoe") and rules.readings.get("loaded_shoe") == "no-cut")


def entitled(why: str, cover: str, players: tuple[int, ...]) -> tuple[int, str]:
    """The seat that is offered the cut first, and the name of the edition's value whose paragraph says so.

    At the start of the game, the first player to arrive; otherwise the player on whose area the cover card came up. If it came up
    on the dealer's hand, that player has left or a floorperson ordered the shuffle: the player farthest to the dealer's right.
    """
    if why == BEGINNING:
        return players[0], "cut_beginning"
    if why == DIRECTION:
        return max(players), "cut_direction"
    seat = seat_of(cover)
    if seat is not None and seat.number in players:
        return seat.number, "cut_cover"
    return max(players), "cut_dealer"


def offered(rules: Rules, why: str, cover: str, players: tuple[int, ...]) -> tuple[int, ...]:
    """The players in the order in which they are offered the cut: around the table, in the edition's direction."""
    if not players:
        return ()
    around = sorted(players, reverse=rules.edition.values["cut_turns"].value != "clockwise")
    at = around.index(entitled(why, cover, players)[0])
    return (*around[at:], *around[:at])


def default_cut(rules: Rules, why: str, cover: str, players: tuple[int, ...], size: int) -> dict[str, Any]:
    """The default: the first player who is offered it cuts in the middle; the second cover card is as deep as required."""
    order = offered(rules, why, cover, players)
    return {
        "cut_by": order[0] if order else DEALER.value,
        "refused": [],
        "cards_from_top": size // 2,
        "cards_from_bottom": least_behind(rules, size),
    }


def least_behind(rules: Rules, size: int) -> int:
    """The minimum number of cards behind the second cover card."""
    return -(-size // rules.number("cover_parts"))


def noted_cut(fact: Done) -> dict[str, Any]:
    """The notes of the steps of a cut: only the fields that each step has."""
    found: dict[str, Any] = {}
    for mark, step in fact.data.items():
        asked = NOTED.get(mark.partition(" ")[2], ())
        found |= {name: step["noted"][name] for name in asked if name in step["noted"]}
    return found


def cutter(noted: int | str) -> Who:
    """The seat or role that cut, from the number of a seat or "dealer" that a step noted."""
    return seat_account(noted) if isinstance(noted, int) else DEALER


def refuse_cut(
    rules: Rules, why: str, cover: str, players: tuple[int, ...], size: int, fact: Stepped, last: str
) -> Refusal | None:
    """Refuse a cut by the wrong person or in the wrong place. `last`: who cut before, if this is a recut."""
    if fact.item == "cover":
        return _refuse_depth(rules, size, fact.data.get("cards_from_bottom"))
    if fact.item not in CUTS:
        return None
    because = (rules.cite("cut_margin"),)
    top, margin = fact.data.get("cards_from_top"), rules.number("cut_margin")
    if not _whole(top):
        return Refusal("cards_from_top is missing: the number of cards above the cover card", because)
    if not margin <= top <= size - margin:
        reason = f"a cut at card {top} of {size} does not leave {margin} cards above and below it"
        return Refusal(f"{reason}: from {margin} to {size - margin}", because)
    return _refuse_who(rules, why, cover, players, fact, last)


def _refuse_depth(rules: Rules, size: int, bottom: object) -> Refusal | None:
    least, because = least_behind(rules, size), (rules.cite("cover_parts"),)
    if not _whole(bottom):
        return Refusal(f"cards_from_bottom is missing: the number of cards behind {_cover_card(rules)}", because)
    if not least <= bottom < size:
        return Refusal(f"{bottom} cards behind {_cover_card(rules)} are not {least} to {size - 1} of {size}", because)
    return None


def _cover_card(rules: Rules) -> str:
    """If a chapter uses only one cover card, the one that marked the cut goes in again."""
    one = "cover_cards" in rules.edition.values and rules.number("cover_cards") == 1
    return "the cover card" if one else "the second cover card"


def _refuse_who(
    rules: Rules, why: str, cover: str, players: tuple[int, ...], fact: Stepped, last: str
) -> Refusal | None:
    by, refused = fact.data.get("cut_by", DEALER), fact.data.get("refused", [])
    because = _because(rules, why, cover, players, last)
    if not (_whole(by) or (by == DEALER and fact.by != "player")):
        return Refusal("cut_by must be the seat of the player who cuts, or dealer", because)
    if last and cutter(by) == last and last != DEALER:
        return None
    order = _offered_again(rules, why, cover, players, last) if last else offered(rules, why, cover, players)
    refused = [
        seat for seat in refused if not last or seat_account(seat) != last
    ]  # the last player who cut may refuse to do it again
    if tuple(refused) != order[: len(refused)]:
        return Refusal(f"the cut is offered in this order: {_named(order)}", because)
    asked = order[len(refused)] if len(refused) < len(order) else DEALER
    if by != asked:
        who = "the dealer" if asked == DEALER else f"seat {asked}"
        return Refusal(f"{who} must cut now, not {by if by == DEALER else f'seat {by}'}", because)
    return None


def _offered_again(rules: Rules, why: str, cover: str, players: tuple[int, ...], last: str) -> tuple[int, ...]:
    """The players who may be offered a recut after the last player who cut, in the edition's order."""
    order = offered(rules, why if _as_offered(rules) else DIRECTION, cover, players)
    at = next((place for place, seat in enumerate(order) if seat_account(seat) == last), None)
    if at is None:
        return order
    return (*order[at + 1 :], *order[:at]) if _as_offered(rules) else (*order[:at], *order[at + 1 :])


def _as_offered(rules: Rules) -> bool:
    """Does a recut follow the order in which the cut was offered? Otherwise it starts at the dealer's right."""
    return "recut_order" in rules.edition.values


def _because(rules: Rules, why: str, cover: str, players: tuple[int, ...], last: str) -> tuple[Citation, ...]:
    if last:
        order = rules.cite("recut_order") if _as_offered(rules) else rules.cite("cut_direction")
        return rules.cite("recut"), order
    first = (rules.cite(entitled(why, cover, players)[1]),) if players else ()
    return (*first, rules.cite("cut_offer"))


def _named(order: tuple[int, ...]) -> str:
    return ", ".join([*(f"seat {seat}" for seat in order), "the dealer"])


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
