"""621a.10(c) to (j): the dealer sets, players may surrender, hands are exposed one by one, and winners are paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.core import INVENTORY, Asked, Choices, Option, Refusal, Role, Said, Settled, Step, Verdict, seat_account
from houseway.core.frozen import replace
from houseway.equipment.tiles import Tile
from houseway.games.pai_gow.house_way.house_ways import Set, house_way
from houseway.games.pai_gow.law import dealing, positions
from houseway.games.pai_gow.law.settlement import collected, given_back, paid, ranked, verdict
from houseway.games.pai_gow.law.state import (
    CENTRE,
    DEALER,
    HOUSE,
    Hand,
    Phase,
    State,
    banked,
    dealer_wager,
    hand_at,
    wager_on,
    with_hand,
    without_wager,
)
from houseway.law import Citation, Rules, cites

EXPOSE, SURRENDER = "expose", "surrender"
CHOICES = (EXPOSE, SURRENDER)


# The hand that the dealer sets


def turned(state: State, tile: Tile) -> Step[State]:
    """621a.10(c): a tile of the dealer's hand, or of a co-bank's, is turned over for all to see."""
    hand = dealing.turning(state)
    because = cites("621a.11(e)") if state.bank.co_bank else cites("621a.10(c)")
    whose = "The co-bank" if state.bank.co_bank else "The dealer"
    said = Said(f"{whose} has {tile}.", because, "result", data={"position": hand.position})
    after = dealing.looked(state, hand, tile)
    last = len(hand.tiles) + 1 == dealing.TILES_EACH
    return Step(replace(after, phase=Phase.SETTING) if last else after, said=(said,))


def as_submitted(rules: Rules, state: State) -> Set:
    """621a.10(d): the submitted house way's setting of those four tiles."""
    return house_way(rules.option("house_way")).set(dealing.turning(state).tiles)


def dealer_set(rules: Rules, state: State) -> Step[State]:
    """Show the hand that the dealer set; with a player's bank, the bank's hands are next."""
    way, hand = as_submitted(rules, state), dealing.turning(state)
    high, low = way.setting.high, way.setting.low
    whose = "The co-bank's" if state.bank.co_bank else "The dealer's"
    text = f"{whose} hands are {shown(high)} over {shown(low)}, {way.how}."
    because = (*(cites("621a.11(e)") if state.bank.co_bank else cites("621a.10(c)")), *way.cites)
    data = {"position": hand.position, "high": list(high), "low": list(low), "by": way.label, "rule": way.rule}
    phase = Phase.SHOWING if banked(state) and not state.bank.co_bank else Phase.EXPOSING
    after = with_hand(state, replace(hand, high=high, low=low, exposed=True))
    return Step(passed_over(replace(after, phase=phase)), said=(Said(text, because, "dealer-set", data=data),))


def reset(rules: Rules, state: State, noted: Mapping[str, Any], by: str) -> Said:
    """621a.12(f): hands that the dealer set wrong are reset as submitted, and the round continues."""
    hand, way = dealing.turning(state), as_submitted(rules, state).setting
    wrong = " over ".join(" ".join(map(str, noted[field])) for field in ("high", "low"))
    text = f"The dealer set {wrong}: the hands are reset as submitted, {way}."
    data = {"position": hand.position, "high": list(way.high), "low": list(way.low), "by": str(by)}
    was = {f"was_{field}": [str(tile) for tile in noted[field]] for field in ("high", "low")}
    return Said(text, cites("621a.12(f)"), "dealer-reset", data={**data, **was})


def shown(tiles: tuple[Tile, ...]) -> str:
    """Two tiles and their rank."""
    return f"{' '.join(tiles)} ({ranked(tiles).name})"


# Surrender and exposure


def against(state: State) -> Hand:
    """The hand that the players' are compared with."""
    return hand_at(state, state.bank.seat if banked(state) else DEALER)


def to_expose(state: State) -> tuple[Hand, ...]:
    """Undecided player hands, from the dealer's right, including abandoned ones."""
    return tuple(
        hand
        for hand in state.hands
        if hand.player not in (HOUSE, state.bank.seat)
        and (hand.in_play or (hand.verdict == "abandoned" and wager_on(state, hand.position) is not None))
    )


def due(rules: Rules, state: State) -> Choices:
    """The dealer exposes the next hand; until then its player may surrender."""
    because = _by(state)
    surrender = Option(SURRENDER, cites("621a.10(e)"))
    asked: Iterable[Asked] = (
        Asked(seat_account(hand.position), (surrender,)) for hand in to_expose(state) if hand.in_play
    )
    if not surrender_taken(rules, state):
        asked = ()
    return Choices((Asked(Role.DEALER, (Option(EXPOSE, because),)), *asked), because)


def _by(state: State) -> tuple[Citation, ...]:
    """The paragraph under which hands are exposed."""
    return cites("621a.11(r)" if state.bank.co_bank else "621a.11(o)" if banked(state) else "621a.10(f)")


def losing_to(state: State) -> str:
    """The account that losing wagers go to."""
    return CENTRE if banked(state) else INVENTORY


def surrender_taken(rules: Rules, state: State) -> bool:
    """621a.10(e): may wagers be surrendered in this round? Against a player's bank that is a reading."""
    return not banked(state) or rules.reading("surrender_to_a_bank") == "to-the-centre"


def refuse_surrender(rules: Rules, state: State, box: int) -> Refusal | None:
    """621a.10(e): only an unexposed hand may be surrendered, after the opposing hands are set."""
    if not surrender_taken(rules, state):
        return Refusal(
            "a wager is surrendered to the dealer, and a player is the bank", cites("621a.10(e)", "621a.11(a)")
        )
    if state.phase in (Phase.PAYING, Phase.COUNTING, Phase.COLLECTING):
        return Refusal("all hands have been exposed: a wager is surrendered before that", cites("621a.10(e)"))
    if state.phase is not Phase.EXPOSING:
        return Refusal("a wager may be surrendered only after the opposing hands are set", cites("621a.10(e)"))
    if not any(hand.position == box and hand.in_play for hand in to_expose(state)):
        return Refusal(f"box {box} has no unexposed hand", cites("621a.10(e)"))
    return None


def surrendered(state: State, box: int) -> Step[State]:
    """Take the wager immediately, without exposing the tiles."""
    said = Said(f"The wager on box {box} is surrendered.", cites("621a.10(e)"), "surrendered", data={"position": box})
    after, settled = _taken(state, replace(hand_at(state, box), verdict="surrendered"), cites("621a.10(e)"))
    return Step(passed_over(after), (settled,), (said,))


def _taken(state: State, hand: Hand, because: tuple[Citation, ...]) -> tuple[State, Settled]:
    """Collect a lost wager."""
    placed = wager_on(state, hand.position)
    assert placed is not None, hand
    into = losing_to(state)
    more = placed.cents if into == CENTRE else 0
    after = replace(with_hand(without_wager(state, placed), hand), centre_cents=state.centre_cents + more)
    return after, collected(placed, into, because)


def exposed(rules: Rules, state: State) -> Step[State]:
    """621a.10(f): expose, compare and announce the next hand; collect or return its wager unless it wins."""
    hand = to_expose(state)[0]
    where = positions.position_name(hand.position)
    if not hand.in_play:
        because = cites("621a.7(b)")
        after, settled = _taken(state, hand, because)
        said = Said(f"The wager on {where} was abandoned and is collected.", because, "hand-collected")
        return Step(passed_over(after), (settled,), (said,))
    found = verdict(rules, hand, against(state))
    because = (*_by(state), *found.because)
    text = f"{where.capitalize()} shows {shown(hand.high)} over {shown(hand.low)}: {found.says}."
    data = {"position": hand.position, "high": list(hand.high), "low": list(hand.low), "verdict": found.verdict.value}
    said = Said(text, because, "revealed", data=data)
    opened = replace(hand, exposed=True, verdict=found.verdict.value)
    if found.verdict is Verdict.LOST:
        after, settled = _taken(state, opened, because)
        return Step(passed_over(after), (settled,), (said,))
    if found.verdict is Verdict.WON:
        return Step(passed_over(with_hand(state, opened)), said=(said,))
    placed = wager_on(state, hand.position)
    assert placed is not None, hand
    after = with_hand(without_wager(state, placed), opened)
    return Step(passed_over(after), (given_back(placed, (*because, *cites("621a.10(i)"))),), (said,))


def winners(state: State) -> tuple[Hand, ...]:
    """The players' winning hands that are not paid yet, from the dealer's right."""
    return tuple(hand for hand in state.hands if hand.verdict == "won" and wager_on(state, hand.position) is not None)


def passed_over(state: State) -> State:
    """After all hands are exposed: pay winners, count a bank's center, then collect the tiles."""
    if state.phase is not Phase.EXPOSING or to_expose(state):
        return state
    if winners(state) or dealer_wager(state) is not None:
        return replace(state, phase=Phase.PAYING)
    return replace(state, phase=Phase.COUNTING if state.centre_cents else Phase.COLLECTING)


def won_because(rules: Rules, state: State, hand: Hand) -> tuple[Citation, ...]:
    """Why an exposed hand wins."""
    return (*_by(state), *verdict(rules, hand, against(state)).because)


def paid_by_house(rules: Rules, state: State) -> Step[State]:
    """621a.10(j), (k): the house pays from the table inventory."""
    settled = []
    for hand in winners(state):
        placed = wager_on(state, hand.position)
        assert placed is not None, hand
        settled.append(paid(rules, placed, INVENTORY, won_because(rules, state, hand)))
    return Step(replace(state, phase=Phase.COLLECTING, placed=(), settled=True), tuple(settled))
