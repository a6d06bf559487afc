"""621a.7, 621a.11(f) and 621a.13: wagers on a player's own box and on adjacent boxes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from houseway.core import Multiple, Offer, Placed, Refusal, Remove, Said, Step, Wager
from houseway.core.frozen import replace
from houseway.core.wagering import find, place, take_down
from houseway.games.pai_gow.law.bank import refuse_uncovered
from houseway.games.pai_gow.law.settlement import given_back
from houseway.games.pai_gow.law.state import WAGER, Phase, State, player_of, players_wagers, wager_on
from houseway.games.pai_gow.law.vigorish import whole_cents
from houseway.law import Citation, Rules, cites
from houseway.money import dollars


@lru_cache(maxsize=64)
def catalogue(rules: Rules) -> Mapping[str, Offer]:
    """The one wager of the chapter."""
    says = "Both hands of the player rank above those of the dealer or bank."
    unit = whole_cents(rules)
    exact = f"the vigorish is exact and is whole cents only for multiples of {dollars(unit)}"
    multiple = Multiple(unit, exact, cites("621a.10(k)")) if unit > 1 else None
    payouts = (rules.payout("wager"),)
    return {WAGER: Offer(WAGER, WAGER, "Pai Gow Wager", says, Citation("621a.7(a)"), payouts, multiple=multiple)}


def boxes_of(state: State, player: int) -> tuple[int, ...]:
    """The boxes that a player has wagers on, in order."""
    return tuple(placed.seat for placed in players_wagers(state) if player_of(placed) == player)


def adjacent_boxes(rules: Rules) -> int:
    """621a.13(a): the number of adjacent boxes that a player may wager on."""
    return int(rules.option("adjacent_boxes"))


def refuse_wager(rules: Rules, state: State, fact: Wager) -> Refusal | None:
    """Why a wager on the player's own or an adjacent box is unlawful, or None."""
    if fact.how == "verbal":
        return Refusal("a verbal wager with cash is not accepted: place value chips or plaques", cites("621a.7(a)"))
    there, player = wager_on(state, fact.seat), fact.player or fact.seat
    if there is not None and player not in (player_of(there), fact.seat):
        return Refusal(f"box {fact.seat} is played by seat {player_of(there)} in this round", cites("621a.13(a)"))
    return (
        _of_the_bank(state, player, fact.seat)
        or beside(rules, state, player, fact.seat)
        or refuse_uncovered(rules, state, fact.cents - sum(each.cents for each in displaced(state, fact)))
    )


def displaced(state: State, fact: Wager) -> tuple[Placed, ...]:
    """621a.13, as read: a neighbor's wager on a box where its own seated player wagers, and that neighbor's wagers beyond it."""
    there = wager_on(state, fact.seat)
    if there is None or fact.player not in (0, fact.seat) or player_of(there) == fact.seat:
        return ()
    other = player_of(there)
    way = 1 if other < fact.seat else -1  # on which side of the neighbor the box is
    return tuple(
        each for each in players_wagers(state) if player_of(each) == other and way * each.seat >= way * fact.seat
    )


def _of_the_bank(state: State, player: int, box: int) -> Refusal | None:
    """Refuse wagers by the bank, and wagers on the bank's box."""
    if player == state.bank.seat:
        return Refusal("the bank plays its own position and makes no wager", cites("621a.11(f)"))
    if box == state.bank.seat:
        return Refusal(f"box {box} is the position of the bank", cites("621a.11(f)"))
    return None


def beside(rules: Rules, state: State, player: int, box: int) -> Refusal | None:
    """621a.13(a): a player's boxes must be adjacent, include the player's own, and not exceed the submitted number."""
    mine, most = boxes_of(state, player), adjacent_boxes(rules)
    if box in mine:
        return None
    if box != player and player not in mine:
        return Refusal("a wager on the player's own box comes first", cites("621a.13(a)"))
    if len(mine) >= most:
        words = "one box" if most == 1 else f"{most} adjacent boxes"
        return Refusal(f"a player may wager on {words} in one round", cites("621a.13(a)"))
    if mine and box not in (mine[0] - 1, mine[-1] + 1):
        return Refusal(f"box {box} is not adjacent to box {', '.join(map(str, mine))}", cites("621a.13(a)"))
    return None


def placed(state: State, fact: Wager) -> Step[State]:
    """Put chips on a box, and give back the neighbor's wagers that they displace."""
    gone = displaced(state, fact)
    layout, moves = place(tuple(each for each in state.placed if each not in gone), fact)
    after = replace(state, placed=layout)
    if not gone:
        return Step(after, moves=moves)
    other, because = player_of(gone[0]), cites("621a.13(a)", "621a.13(b)")
    boxes = [each.seat for each in gone]
    text = f"Box {fact.seat} is the own box of seat {fact.seat}: what seat {other} has there and beyond goes back."
    said = Said(text, because, "wager-displaced", data={"seat": other, "boxes": boxes})
    return Step(after, tuple(given_back(each, because) for each in gone), (said,), moves)


def refuse_removal(state: State, fact: Remove) -> Refusal | None:
    """621a.7(c); the player's remaining boxes must still be adjacent and include the player's own."""
    if state.phase is not Phase.BETTING:
        return Refusal("wagers stay as they lie once no more bets has been announced", cites("621a.7(c)"))
    there = find(state.placed, fact.seat, fact.id)
    assert there is not None, "core.refuse rejects removing a wager that is not there"
    player = player_of(there)
    left = [box for box in boxes_of(state, player) if box != fact.seat]
    if not fact.cents and left and (player not in left or left[-1] - left[0] >= len(left)):
        return Refusal("take down the outer wagers first: a player's boxes must be adjacent", cites("621a.13(a)"))
    return None


def removed(state: State, fact: Remove) -> Step[State]:
    """Return chips to their owner."""
    layout, moves = take_down(state.placed, fact)
    return Step(replace(state, placed=layout), moves=moves)
