"""The cut: to whom it is offered in which order, how deep it may go, and where the second cover card lies."""

from __future__ import annotations

from typing import Any, TypeGuard

from houseway.core import Done, Refusal, Stepped
from houseway.law import Citation, Rules

BEGINNING, COVER, DIRECTION = "beginning", "cover", "direction"
DEALER = "dealer"
CUTS = ("cut", "recut")
NOTED = {**dict.fromkeys(CUTS, ("cut_by", "refused", "cards_from_top")), "cover": ("cards_from_bottom",)}


def is_cut(rules: Rules, by_hand: bool) -> bool:
    """Is the stack cut at all? A shuffler that loads the shoe by itself may leave no room for it, a dealer does not."""
    return by_hand or not (rules.option("loads_shoe") and rules.readings.get("loaded_shoe") == "no-cut")


def entitled(why: str, cover: str, players: tuple[int, ...]) -> tuple[int, str]:
    """Who is asked first, and the value of the edition whose paragraph says so.

    The first to arrive where the game begins, the one whose area the cover card came up on, or else (the dealer's hand had it,
    that player has left, a floorperson wanted the shuffle) the one farthest to the dealer's right.
    """
    if why == BEGINNING:
        return players[0], "cut_beginning"
    if why == DIRECTION:
        return max(players), "cut_direction"
    seat = int(cover[5:]) if cover.startswith("seat:") else 0
    return (seat, "cut_cover") if seat in players else (max(players), "cut_dealer")


def offered(rules: Rules, why: str, cover: str, players: tuple[int, ...]) -> tuple[int, ...]:
    """The players in the order in which the cut is offered to them: around the table, in the edition's direction."""
    if not players:
        return ()
    around = sorted(players, reverse=rules.edition.values["cut_turns"].value != "clockwise")
    at = around.index(entitled(why, cover, players)[0])
    return (*around[at:], *around[:at])


def default_cut(rules: Rules, why: str, cover: str, players: tuple[int, ...], size: int) -> dict[str, Any]:
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


def noted_cut(fact: Done) -> dict[str, Any]:
    """What the steps of a cut noted: each only what it was asked for."""
    found: dict[str, Any] = {}
    for mark, step in fact.data.items():
        asked = NOTED.get(mark.partition(" ")[2], ())
        found |= {name: step["noted"][name] for name in asked if name in step["noted"]}
    return found


def cutter(noted: object) -> str:
    """Who cut, as the state keeps it: `seat:3` or `dealer`."""
    return DEALER if noted == DEALER else f"seat:{noted}"


def refuse_cut(
    rules: Rules, why: str, cover: str, players: tuple[int, ...], size: int, fact: Stepped, last: str
) -> Refusal | None:
    """Is it cut by whom, and where, the law says? `last`: who cut before, where this is a recut."""
    if fact.item == "cover":
        return _refuse_depth(rules, size, fact.data.get("cards_from_bottom"))
    if fact.item not in CUTS:
        return None
    because = (rules.cite("cut_margin"),)
    top, margin = fact.data.get("cards_from_top"), rules.number("cut_margin")
    if not _whole(top):
        return Refusal("say how many cards lie above the cover card: cards_from_top", because)
    if not margin <= top <= size - margin:
        reason = f"a cut at card {top} of {size} does not leave {margin} cards above and below it"
        return Refusal(f"{reason}: from {margin} to {size - margin}", because)
    return _refuse_who(rules, why, cover, players, fact, last)


def _refuse_depth(rules: Rules, size: int, bottom: object) -> Refusal | None:
    least, because = least_behind(rules, size), (rules.cite("cover_parts"),)
    if not _whole(bottom):
        return Refusal(f"say how many cards lie behind {_cover_card(rules)}: cards_from_bottom", because)
    if not least <= bottom < size:
        return Refusal(f"{bottom} cards behind {_cover_card(rules)} are not {least} to {size - 1} of {size}", because)
    return None


def _cover_card(rules: Rules) -> str:
    """Where a chapter makes do with one cover card, the one that marked the cut is put in again."""
    one = "cover_cards" in rules.edition.values and rules.number("cover_cards") == 1
    return "the cover card" if one else "the second cover card"


def _refuse_who(
    rules: Rules, why: str, cover: str, players: tuple[int, ...], fact: Stepped, last: str
) -> Refusal | None:
    by, refused = fact.data.get("cut_by", DEALER), fact.data.get("refused", [])
    because = _because(rules, why, cover, players, last)
    if not (_whole(by) or (by == DEALER and fact.by != "player")):
        return Refusal("cut_by is the seat of the player who cuts, or dealer where the dealer does", because)
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


def _because(rules: Rules, why: str, cover: str, players: tuple[int, ...], last: str) -> tuple[Citation, ...]:
    if last:
        return rules.cite("recut"), rules.cite("cut_direction")
    first = (rules.cite(entitled(why, cover, players)[1]),) if players else ()
    return (*first, rules.cite("cut_offer"))


def _named(order: tuple[int, ...]) -> str:
    return ", ".join([*(f"seat {seat}" for seat in order), "the dealer"])


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
