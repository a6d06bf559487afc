"""A player may wager in several adjacent boxes, and pays for all of them."""

from __future__ import annotations

from houseway.core.facts import Wager
from houseway.core.step import Placed, Refusal
from houseway.law import Citation


def refuse_box(placed: tuple[Placed, ...], fact: Wager, most: int, because: tuple[Citation, ...]) -> Refusal | None:
    """Refuse a box that another player plays, that is one too many, or that is not adjacent to the player's others."""
    player = fact.player or fact.seat
    there = next((each for each in placed if each.seat == fact.seat), None)
    if there is not None:
        owner = there.player or there.seat
        return None if owner == player else Refusal(f"box {fact.seat} is played by seat {owner} in this round", because)
    boxes = sorted({each.seat for each in placed if (each.player or each.seat) == player} | {fact.seat})
    if len(boxes) > most:
        return Refusal(f"a player may wager on {most} {'box' if most == 1 else 'adjacent boxes'} in a round", because)
    if boxes[-1] - boxes[0] != len(boxes) - 1:
        return Refusal(f"boxes {', '.join(map(str, boxes))} are not adjacent", because)
    return None
