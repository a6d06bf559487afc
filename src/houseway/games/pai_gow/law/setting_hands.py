"""621a.10(a), (b) and 621a.13(b): players look at their tiles and set their hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import EVERYBODY, Asked, Chance, Choices, Choose, Option, Refusal, Said, Step, seat_account
from houseway.core.frozen import replace
from houseway.equipment.tiles import Tile
from houseway.games.pai_gow.house_way.house_ways import house_way
from houseway.games.pai_gow.law import dealing
from houseway.games.pai_gow.law.settings import read_two, refuse_setting, right_setting
from houseway.games.pai_gow.law.settlement import given_back
from houseway.games.pai_gow.law.state import (
    HOUSE,
    Hand,
    Phase,
    State,
    banked,
    dealer_wager,
    hand_at,
    wager_on,
    with_hand,
)
from houseway.games.pai_gow.law.void_rounds import round_void
from houseway.law import Rules, cites
from houseway.law.fields import refuse_others

HANDS = ("high", "low")
SET, HOUSE_WAY, ASK, PLAY_OUT, VOID = "set", "house-way", "ask", "play-out", "void"
CHOICES = (SET, HOUSE_WAY, ASK, PLAY_OUT, VOID)


def to_set(state: State) -> tuple[Hand, ...]:
    """All hands that players must still set; the dealer sets a co-bank's."""
    by_dealer = (HOUSE, state.bank.seat) if state.bank.co_bank else (HOUSE,)
    return tuple(hand for hand in state.hands if hand.in_play and not hand.is_set and hand.player not in by_dealer)


def own_order(state: State, player: int) -> tuple[Hand, ...]:
    """621a.13(b): a player's unset hands in setting order: larger wagers first, then counterclockwise."""
    mine = (hand for hand in to_set(state) if hand.player == player)
    return tuple(sorted(mine, key=lambda hand: (-hand.cents, hand.position)))


def current(state: State) -> tuple[Hand, ...]:
    """The hand that each player must set now."""
    players = sorted({hand.player for hand in to_set(state)})
    return tuple(own_order(state, player)[0] for player in players)


def due(state: State) -> Choices | Chance:
    """The next act: first an exposed tile and answers about it, then looking at tiles, then setting hands."""
    seen = turning_up(state)
    if seen is not None:
        return dealing.next_tile(state, seen, EVERYBODY, cites("621a.12(d)"))
    exposed = [hand for hand in state.hands if hand.asked]
    if exposed:
        options = (Option(PLAY_OUT, cites("621a.12(d)")), Option(VOID, cites("621a.12(d)")))
        return Choices(tuple(Asked(seat_account(hand.position), options) for hand in exposed), cites("621a.12(d)"))
    hands = current(state)
    looking = next((hand for hand in hands if len(hand.tiles) < dealing.TILES_EACH), None)
    if looking is not None:
        return dealing.next_tile(state, looking, seat_account(looking.player), cites("621a.10(a)"))
    return Choices(tuple(Asked(seat_account(hand.position), _ways(hand)) for hand in hands), cites("621a.10(a)"))


def _ways(hand: Hand) -> tuple[Option, ...]:
    """Set the hand, have it set the house way, or only ask for the house way, any number of times."""
    return (Option(SET, cites("621a.10(a)")), Option(HOUSE_WAY, cites("621a.10(b)")), Option(ASK, cites("621a.10(b)")))


def looked_at(state: State, tile: Tile) -> Step[State]:
    """A player looks at a tile; no other player sees it."""
    hand = next(each for each in current(state) if len(each.tiles) < dealing.TILES_EACH)
    text = f"Box {hand.position}: {tile}."
    said = Said(text, cites("621a.10(a)"), "result", seat_account(hand.player), {"position": hand.position})
    return Step(dealing.looked(state, hand, tile), said=(said,))


# Setting


def read_set(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Read the two hands; raise `BadInput` if they are not tiles."""
    refuse_others(data, HANDS, 'is not part of setting a hand; write "high": ["6-6", "1-1"], "low": [...]')
    return {field: list(read_two(data[field], field)) for field in HANDS if field in data}


def refuse_set(state: State, box: int, fact: Choose) -> Refusal | None:
    """621a.10(a), (b), 621a.13(b): only the player's own four tiles, only the current hand, and never after it is laid down."""
    hand = next((each for each in state.hands if each.position == box), None)
    if hand is None or not hand.in_play:
        return Refusal(f"box {box} has no tiles to set", cites("621a.10(a)"))
    if hand.is_set:
        reason = f"the hands of box {box} have been laid down and may not be touched again"
        return Refusal(reason, cites("621a.10(b)", "621a.13(b)"))
    order = own_order(state, hand.player)
    if not order:
        return Refusal("the dealer sets the co-bank's hand", cites("621a.11(e)"))
    if order[0] is not hand:
        return Refusal(f"set the hand of box {order[0].position} first", cites("621a.13(b)"))
    if len(hand.tiles) < dealing.TILES_EACH:
        return Refusal("the tiles have not been looked at", cites("621a.10(a)"))
    if fact.choice == HOUSE_WAY:
        return None
    if "high" not in fact.data or "low" not in fact.data:
        reason = f"name the two tiles of the high hand and the two of the low hand; {right_setting(hand.tiles)}"
        return Refusal(reason, cites("621a.10(a)"))
    high, low = (read_two(fact.data[field], field) for field in ("high", "low"))
    return refuse_setting(hand.tiles, high, low)


def tell_house_way(rules: Rules, state: State, box: int) -> Step[State]:
    """621a.10(b): the dealer tells a player who asks how the house would set these tiles."""
    hand = hand_at(state, box)
    advised = house_way(rules.option("house_way")).set(hand.tiles)
    high, low = advised.setting.high, advised.setting.low
    text = f"The house would set {' '.join(high)} over {' '.join(low)}, {advised.how}."
    data = {"position": box, "high": list(high), "low": list(low)}
    said = Said(text, (*cites("621a.10(b)"), *advised.cites), "house-way-told", seat_account(hand.player), data)
    return Step(state, said=(said,))


def set_hand(rules: Rules, state: State, box: int, fact: Choose) -> Step[State]:
    """Lay the hands face down, as the player sets them or by the house way."""
    hand = hand_at(state, box)
    because, how = cites("621a.10(a)", "621a.1[Setting the hands]"), ""
    if fact.choice == HOUSE_WAY:
        advised = house_way(rules.option("house_way")).set(hand.tiles)
        high, low = advised.setting.high, advised.setting.low
        because, how = (*cites("621a.10(b)"), *advised.cites), f", as the house would, {advised.how}"
    else:
        high, low = (read_two(fact.data[field], field) for field in ("high", "low"))
    text = f"Box {box} is set, {' '.join(high)} over {' '.join(low)}{how}."
    data = {"position": box, "high": list(high), "low": list(low)}
    said = Said(text, because, "hand-set", seat_account(hand.player), data)
    return Step(moved_on(with_hand(state, replace(hand, high=high, low=low))), said=(said,))


def moved_on(state: State) -> State:
    """After all hands are set, the dealer turns over the hand to set, or exposes the bank's hands."""
    if state.phase is not Phase.PLAYING or to_set(state) or any(hand.asked for hand in state.hands):
        return state
    if not state.placed:
        return replace(state, phase=Phase.COLLECTING)
    if banked(state) and not state.bank.co_bank and dealer_wager(state) is None:
        return replace(state, phase=Phase.SHOWING)
    return replace(state, phase=Phase.TURNING)


# A tile that the dealer exposed


def turning_up(state: State) -> Hand | None:
    """A hand with an exposed tile that has not been entered."""
    return next((hand for hand in state.hands if len(hand.tiles) < hand.turned_up), None)


def turned_up(state: State, tile: Tile) -> Step[State]:
    """621a.12(d): everybody sees the exposed tile, and it stays in the hand."""
    hand = turning_up(state)
    assert hand is not None
    text = f"The exposed tile of box {hand.position} is {tile}."
    said = Said(text, cites("621a.12(d)"), "result", data={"position": hand.position})
    return Step(dealing.looked(state, hand, tile), said=(said,))


def answered(rules: Rules, state: State, box: int, choice: str) -> Step[State]:
    """621a.12(d): the player plays the hand out, or voids it and gets the wager back."""
    hand, because = hand_at(state, box), cites("621a.12(d)")
    if choice == PLAY_OUT:
        said = Said(f"The hand of box {box} is played out.", because, "hand-kept", data={"position": box})
        return Step(moved_on(with_hand(state, replace(hand, asked=False, kept=True))), said=(said,))
    if box == state.bank.seat:
        return round_void(rules, state, because, "The bank voids its hand.")
    voided = [hand]
    if rules.reading("void_of_several") == "all-wagers":
        voided += [each for each in state.hands if each.player == hand.player and each.in_play and each is not hand]
    settled, told = [], []
    for each in voided:
        placed = wager_on(state, each.position)
        assert placed is not None, each
        left = tuple(other for other in state.placed if other is not placed)
        state = with_hand(replace(state, placed=left), replace(each, asked=False, verdict="void"))
        settled.append(given_back(placed, because))
        where = {"position": each.position}
        told.append(Said(f"The hand of box {each.position} is void.", because, "hand-voided", data=where))
    return Step(moved_on(state), tuple(settled), tuple(told))
