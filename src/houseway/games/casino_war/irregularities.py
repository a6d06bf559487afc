"""651a.11: for each irregularity, who may report it, when, and what follows."""

from __future__ import annotations

from houseway.cardroom import card_table
from houseway.cardroom.card_table import CardPhase
from houseway.cardroom.shuffler_failures import shuffler_irregularities
from houseway.core import Irregularity, Refusal, Said, Step
from houseway.core.acts import Irregularities, refuse_reporter
from houseway.core.frozen import replace
from houseway.games.casino_war.state import Hand, Phase, State, next_hand, round_cards, with_hand
from houseway.law import Rules, cites

DEALING = (Phase.DEAL, Phase.WAR)


# (a) a card found face up in the shoe


def _refuse_face_up(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    """The 2011 texts require it to be found during the deal; the final text does not say when."""
    if rules.edition.values["face_up_card"].value == "deal" and state.phase not in DEALING:
        return Refusal("no card is being dealt from the shoe", cites("651a.11(a)"))
    return _refuse_taken_out(rules, state, fact)


def _is_taken_out(rules: Rules, fact: Irregularity) -> bool:
    """651a.11(b) is about cards that nobody has seen: an exposed card is treated as under (a), or is used (a reading)."""
    return bool(fact.about.get("exposed")) and rules.reading("exposed_in_error") == "as-face-up"


def _refuse_taken_out(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    """A card that goes from the shoe into the discard rack."""
    because = cites(fact.cite)
    if state.cards.phase is not CardPhase.PLAY:
        return Refusal("there are no cards in the shoe", because)
    if state.face_up:
        return Refusal("take out the card that is face up first", because)
    if not card_table.spare(state.cards, round_cards(rules)):
        return Refusal("too few cards would be left in the shoe to complete the round", because)
    return refuse_reporter(fact)


def _face_up(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """The next card of the shoe is face up: it goes into the discard rack."""
    said = Said("The next card is face up in the shoe: it is not used.", cites("651a.11(a)"), "irregularity")
    return Step(replace(state, face_up=state.face_up + 1), said=(said,))


# (b) a card drawn in error, not exposed


def _refuse_drawn_in_error(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    if _is_taken_out(rules, fact):
        return _refuse_taken_out(rules, state, fact)
    if state.phase is Phase.BETTING and state.cards.phase is not CardPhase.PLAY:
        return Refusal("there are no cards in the shoe to be drawn", cites("651a.11(b)"))
    return refuse_reporter(fact)


def _drawn_in_error(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """It is used as the next card, so nothing changes; an exposed one is taken out, if that is the reading."""
    if _is_taken_out(rules, fact):
        exposed = "A card was drawn in error and exposed: it is not used."
        return Step(
            replace(state, face_up=state.face_up + 1, exposed=True),
            said=(Said(exposed, cites("651a.11(b)"), "irregularity"),),
        )
    if fact.about.get("exposed"):
        exposed = "A card was drawn in error and exposed: it is used as the next card."
        return Step(state, said=(Said(exposed, cites("651a.11(b)"), "irregularity"),))
    text = "A card was drawn in error and not exposed: it is used as the next card."
    return Step(state, said=(Said(text, cites("651a.11(b)"), "irregularity"),))


# (c) a box that got no card in the original deal


def _hand_of(state: State, fact: Irregularity) -> Hand | None:
    seat = fact.about.get("seat")
    return state.hand(seat) if isinstance(seat, int) and not isinstance(seat, bool) else None


def _refuse_not_dealt(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    because = cites("651a.11(c)")
    in_a_war = state.phase is Phase.WAR and rules.reading("not_dealt_at_war") == "returned"
    if state.phase is not Phase.DEAL and not in_a_war:
        return Refusal("this applies only during the original deal", because)
    hand = _hand_of(state, fact)
    if hand is None:
        seats = ", ".join(str(hand.seat) for hand in state.hands if not _has_card(state, hand))
        return Refusal(f"name the seat that got no card; seats without a card: {seats or 'none'}", because)
    if _has_card(state, hand):
        return Refusal(f"seat {hand.seat} has a card", because)
    if hand.passed:
        return Refusal(f"seat {hand.seat} has been reported already; deal the next card", because)
    if hand is not next_hand(state) or state.cards.burns or state.war_burns or state.face_up:
        return Refusal(f"the card of seat {hand.seat} is not due yet, so it cannot have been passed over", because)
    return refuse_reporter(fact)


def _has_card(state: State, hand: Hand) -> bool:
    """Has the box the card of the deal that is on?"""
    return bool(hand.war_card if state.phase is Phase.WAR else hand.card)


def _not_dealt(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """Note that its card goes to the next; its wagers are void once that card is dealt (`passed_over_when`)."""
    hand = _hand_of(state, fact)
    assert hand is not None
    text = f"The card of seat {hand.seat} goes past it: its wagers are void once that card is dealt."
    said = Said(text, cites("651a.11(c)"), "irregularity", data={"seat": hand.seat})
    return Step(with_hand(state, replace(hand, passed=True)), said=(said,))


IRREGULARITIES: Irregularities = {
    "651a.11(a)": (_refuse_face_up, _face_up),
    "651a.11(b)": (_refuse_drawn_in_error, _drawn_in_error),
    "651a.11(c)": (_refuse_not_dealt, _not_dealt),
    **shuffler_irregularities(jam="651a.11(d)", out_of_order="651a.11(e)"),
}
