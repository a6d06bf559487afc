"""685a.7(s): collect cards into the discard rack so that every hand can be reconstructed, and end the round."""

from __future__ import annotations

from houseway.cardroom.card_round import collect_hands
from houseway.cardroom.card_table import collected, round_over
from houseway.cardroom.cut import COVER
from houseway.core import Said, Step, seat_account
from houseway.core.frozen import replace
from houseway.core.wagering import give_back
from houseway.games.down_under_blackjack.law.state import Hand, State, then, wagers_of, with_hand, without
from houseway.law import Citation, cites


def collect_cards(
    state: State, hands: tuple[Hand, ...], dealer: bool, because: tuple[Citation, ...]
) -> tuple[State, tuple[Said, ...]]:
    """Collect from the dealer's right, each hand in dealing order, the dealer's cards last."""
    order = [(_named(hand), hand.cards) for hand in reversed(hands)]
    if dealer:
        order.append(("dealer", state.dealer))
    whole = dealer or len(hands) != 1
    return collect_hands(state, order, because, "" if whole else f"{hands[0].name}: its cards are taken away.")


def _named(hand: Hand) -> str:
    return f"{seat_account(hand.seat)} {hand.part}".rstrip()


def remove_hand(state: State, hand: Hand, because: tuple[Citation, ...]) -> tuple[State, tuple[Said, ...]]:
    """Take away the cards of a hand that is decided before the others."""
    state, said = collect_cards(state, (hand,), False, because)
    return with_hand(state, hand), said


def dead(state: State, hand: Hand, text: str, because: tuple[Citation, ...], also: str = "") -> Step[State]:
    """Declare a hand dead: return its wagers (and `also`, if given) and take away its cards."""
    gone = (*wagers_of(state, hand), *(p for p in state.placed if (p.seat, p.id) == (hand.seat, also)))
    settled = tuple(give_back(placed, because) for placed in gone)
    said = Said(text, because, "hand-dead", data={"seat": hand.seat})
    after, taken = remove_hand(without(state, settled, gone), hand, because)
    return Step(after, settled, (said,), after=taken)


def or_nobody(step: Step[State]) -> Step[State]:
    """685a.12(f): end the round if that was the last hand."""
    if step.state.hands:
        return step
    over = Said("Nobody is left in the round.", cites("685a.12(f)"), "round-voided")
    return then(replace(step, said=(*step.said, over)), finish(step.state, stood=False))


def finish(state: State, stood: bool) -> Step[State]:
    """685a.7(s): collect the remaining cards; betting reopens when the cards are ready."""
    assert not state.placed, "the round ends only when everything is settled"
    state, said = collect_cards(state, state.hands, True, cites("685a.7(s)"))
    unused: tuple[Said, ...] = ()
    if state.in_error:
        text = "No hand could use the card drawn in error: it goes into the discard rack."
        unused = (Said(text, cites("685a.12(c)"), "card-discarded", data={"place": "discard-rack"}),)
        state = replace(state, cards=collected(state.cards, (state.in_error,)))
    cards, fill = round_over(state.cards)
    if state.cards.shoe.stack:  # the shoe ran out behind the cover card
        cards = replace(cards, why=COVER)
    barred = state.barred if fill is None else ()
    return then(
        Step(state, after=(*said, *unused)),
        Step(State(cards, state.reader, stood=stood, barred=barred), fills=fill),
    )
