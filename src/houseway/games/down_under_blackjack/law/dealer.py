"""685a.7(l) to (n): the hole card is turned up, the dealer draws, and all wagers are settled."""

from __future__ import annotations

from houseway.core import Said, Settled, Step
from houseway.core.frozen import replace
from houseway.equipment.cards import card_name
from houseway.games.down_under_blackjack.law.ending import finish
from houseway.games.down_under_blackjack.law.points import ace_at_22, dealer_total, is_blackjack
from houseway.games.down_under_blackjack.law.state import UNTOLD, State, then
from houseway.games.down_under_blackjack.law.wagers import settle_against_blackjack, settle_all
from houseway.law import Citation, Rules, cites


def stands(rules: Rules, state: State) -> bool:
    """685a.7(m): does the dealer stand, on 17 or more, hard or soft, or with no hand left to play against?"""
    return dealer_total(rules, state.dealer) >= rules.number("dealer_stands") or not state.hands


def turned(rules: Rules, state: State, card: str) -> State:
    """Turn the hole card face up."""
    return replace(state, cards=replace(state.cards, shoe=state.cards.shoe.known(card)), hole=card, hole_range="")


def took(rules: Rules, state: State, card: str) -> Step[State]:
    """685a.7(m): deal the dealer a card and announce the count."""
    state = replace(state, drawn=(*state.drawn, card))
    said = Said(
        f"The dealer: {card_name(card)}, {counted(rules, state)}.",
        (*cites("685a.7(m)"), *why_counted(rules, state)),
        "result",
        data={"place": "dealer", "total": dealer_total(rules, state.dealer)},
    )
    return Step(state, said=(said,))


def counted(rules: Rules, state: State) -> str:
    """The dealer's count as announced."""
    return str(dealer_total(rules, state.dealer))


def why_counted(rules: Rules, state: State) -> tuple[Citation, ...]:
    """685a.3(d)(3), where it decides the count: an ace that 11 would bring to 22."""
    return (rules.cite("dealer_ace_most"),) if ace_at_22(rules, state.dealer) else ()


def go_on(rules: Rules, state: State) -> Step[State]:
    """Continue the dealer's turn: take a card exposed in error, or settle when the dealer stands."""
    step = Step(state)
    while step.state.hole:
        now = step.state
        if is_blackjack(now.dealer):  # only after a wrong light: otherwise 685a.7(h) shows it before anybody acts
            return then(step, settled(settle_against_blackjack(rules, now), now, stood=False))
        if stands(rules, now):
            count = dealer_total(rules, now.dealer)
            return then(step, settled(settle_all(rules, now, count), now, stood=bool(now.hands)))
        if now.in_error in ("", UNTOLD):
            break
        taken = took(rules, replace(now, in_error=""), now.in_error)
        said = tuple(replace(each, event="card-dealt") for each in taken.said)
        step = then(step, replace(taken, said=said))
    return step


def settled(over: tuple[Settled, ...], state: State, stood: bool) -> Step[State]:
    """End the round after all wagers are decided."""
    done = {(each.seat, each.wager) for each in over}
    left = replace(state, placed=tuple(p for p in state.placed if (p.seat, p.id) not in done))
    return then(Step(left, over), finish(left, stood))
