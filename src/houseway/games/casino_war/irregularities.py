"""651a.11: for each irregularity, who may report it, when, and what follows."""

from __future__ import annotations

from houseway.cardroom import card_table
from houseway.cardroom.card_table import CardPhase
from houseway.cardroom.shuffler_failures import shuffler_irregularities
from houseway.core import Irregularity, Refusal, Said, Step
from houseway.core.acts import Irregularities, refuse_reporter
from houseway.core.frozen import replace
from houseway.core.wagering import give_back
from houseway.games.casino_war.ending import collect_cards, ended, uncollected
from houseway.games.casino_war.state import Hand, Phase, State, next_hand, round_cards
from houseway.law import Rules, cites

DEALING = (Phase.DEAL, Phase.WAR)


# (a) a card found face up in the shoe


def _refuse_face_up(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    """The 2011 texts require it to be found during the deal; the final text does not say when."""
    if rules.edition.values["face_up_card"].value == "deal" and state.phase not in DEALING:
        return Refusal("no card is being dealt from the shoe", cites("651a.11(a)"))
    return _refuse_taken_out(rules, state, fact)


def _is_taken_out(rules: Rules, fact: Irregularity) -> bool:
    """651a.11(b) is about cards that nobody has seen: one that was exposed goes the way of (a), or is used (a reading)."""
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
    """It is used as the next card, so nothing changes; one that was exposed is taken out, if it is read so."""
    if _is_taken_out(rules, fact):
        exposed = "A card was drawn in error and exposed: it is not used."
        return Step(
            replace(state, face_up=state.face_up + 1), said=(Said(exposed, cites("651a.11(b)"), "irregularity"),)
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
    if hand is not next_hand(state) or state.cards.burns or state.war_burns or state.face_up:
        return Refusal(f"the card of seat {hand.seat} is not due yet, so that it cannot have been passed over", because)
    return refuse_reporter(fact)


def _has_card(state: State, hand: Hand) -> bool:
    """Has the box the card of the deal that is on?"""
    return bool(hand.war_card if state.phase is Phase.WAR else hand.card)


def _not_dealt(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """Void and return its wagers; the player may play the next round."""
    hand, because = _hand_of(state, fact), cites("651a.11(c)")
    assert hand is not None
    wagers = tuple(placed for placed in state.placed if placed.seat == hand.seat)
    state, undone = uncollected(state, wagers, because)
    settled = tuple(give_back(placed, because) for placed in state.placed if placed.seat == hand.seat)
    after = replace(
        state,
        hands=tuple(each for each in state.hands if each is not hand),
        placed=tuple(placed for placed in state.placed if placed.seat != hand.seat),
    )
    said = Said(
        f"Seat {hand.seat} was passed over: its wagers are void.", because, "hand-voided", data={"seat": hand.seat}
    )
    gone, told = collect_cards(after, (hand,), not after.hands, "651a.11(c)")
    if after.hands:
        return Step(gone, (*undone, *settled), (said,), after=told)
    over = Said("Nobody is left in the round.", because, "round-voided")
    last, fills = ended(gone)
    return Step(last, (*undone, *settled), (said, over), fills=fills, after=told)


IRREGULARITIES: Irregularities = {
    "651a.11(a)": (_refuse_face_up, _face_up),
    "651a.11(b)": (_refuse_drawn_in_error, _drawn_in_error),
    "651a.11(c)": (_refuse_not_dealt, _not_dealt),
    **shuffler_irregularities(jam="651a.11(d)", out_of_order="651a.11(e)"),
}
