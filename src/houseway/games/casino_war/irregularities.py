"""651a.11: for each irregularity, who may report it, when, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from houseway.cardroom import card_table
from houseway.cardroom.card_table import COVERED, JAMMED, MANUAL, SHUFFLER
from houseway.core import Irregularity, Refusal, Said, Settled, Step
from houseway.core.frozen import replace
from houseway.core.wagering import give_back
from houseway.games.casino_war.ending import ended
from houseway.games.casino_war.state import Hand, State, round_cards
from houseway.law import Rules, cites
from houseway.law.roles import at_least, spoken

DEALING = ("deal", "war")


def _reporter(fact: Irregularity, cite: str) -> Refusal | None:
    if at_least(fact.by, "dealer"):
        return None
    return Refusal(f"{spoken(fact.by)} cannot report this; the dealer or a supervisor can", cites(cite))


# (a) a card found face up in the shoe


def _refuse_face_up(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    """The 2011 texts require it to be found during the deal; the final text does not say when."""
    because = cites("651a.11(a)")
    if state.cards.phase != "play":
        return Refusal("there are no cards in the shoe", because)
    if rules.edition.values["face_up_card"].value == "deal" and state.phase not in DEALING:
        return Refusal("no card is being dealt from the shoe", because)
    if state.face_up:
        return Refusal("take out the card that is face up first", because)
    if not card_table.spare(state.cards, round_cards(rules)):
        return Refusal("too few cards would be left in the shoe to complete the round", because)
    return _reporter(fact, "651a.11(a)")


def _face_up(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """The next card of the shoe is face up: it goes into the discard rack."""
    said = Said("The next card is face up in the shoe: it is not used.", cites("651a.11(a)"), "irregularity")
    return Step(replace(state, face_up=state.face_up + 1), said=(said,))


# (b) a card drawn in error, not exposed


def _refuse_drawn_in_error(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    if state.phase == "betting" and state.cards.phase != "play":
        return Refusal("there are no cards in the shoe to be drawn", cites("651a.11(b)"))
    return _reporter(fact, "651a.11(b)")


def _drawn_in_error(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """It is used as the next card, so nothing changes."""
    text = "A card was drawn in error and not exposed: it is used as the next card."
    return Step(state, said=(Said(text, cites("651a.11(b)"), "irregularity"),))


# (c) a box that got no card in the original deal


def _hand_of(state: State, fact: Irregularity) -> Hand | None:
    seat = fact.about.get("seat")
    return state.hand(seat) if isinstance(seat, int) and not isinstance(seat, bool) else None


def _refuse_not_dealt(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    because = cites("651a.11(c)")
    if state.phase != "deal":
        return Refusal("this applies only during the original deal", because)
    hand = _hand_of(state, fact)
    if hand is None:
        seats = ", ".join(str(hand.seat) for hand in state.hands if not hand.card)
        return Refusal(f"name the seat that got no card; seats without a card: {seats or 'none'}", because)
    if hand.card:
        return Refusal(f"seat {hand.seat} has a card", because)
    return _reporter(fact, "651a.11(c)")


def _not_dealt(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """Void and return its wagers; the player may play the next round."""
    hand, because = _hand_of(state, fact), cites("651a.11(c)")
    assert hand is not None
    settled = tuple(give_back(placed, because) for placed in state.placed if placed.seat == hand.seat)
    after = replace(
        state,
        hands=tuple(each for each in state.hands if each is not hand),
        placed=tuple(placed for placed in state.placed if placed.seat != hand.seat),
    )
    said = Said(
        f"Seat {hand.seat} was passed over: its wagers are void.", because, "hand-voided", data={"seat": hand.seat}
    )
    return _nobody_left(after, settled, said) if not after.hands else Step(after, settled, (said,))


def _nobody_left(state: State, settled: tuple[Settled, ...], said: Said) -> Step[State]:
    over = Said("Nobody is left in the round.", cites("651a.11(c)"), "round-voided")
    after, fills = ended(state)
    return Step(after, settled, (said, over), fills=fills)


# (d), (e) the shuffler


def _refuse_device(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    if state.cards.method == MANUAL:
        shown = "it is already covered or marked" if state.cards.device == COVERED else "the cards are shuffled by hand"
        return Refusal(f"no automated device is in use: {shown}", cites(fact.cite))
    if state.cards.device != "working" and not (state.cards.device == JAMMED and fact.cite == "651a.11(e)"):
        return Refusal(f"the {SHUFFLER} has failed already", cites(fact.cite))
    if state.cards.phase == "opening":
        return Refusal("the cards are not in the device yet", cites(fact.cite))
    return _reporter(fact, fact.cite)


def _jammed(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """Its cards must be reshuffled before they are dealt."""
    text = "The shuffler did not complete its shuffle: its cards must be reshuffled."
    said = Said(text, cites("651a.11(d)"), "device-failed", data={"device": SHUFFLER})
    return Step(replace(state, cards=card_table.jammed(state.cards)), said=(said,))


def _broken(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """The broken shuffler must be covered or marked before another way to shuffle or deal is used."""
    text = "The shuffler cannot be used: it must be covered or marked as out of order first."
    said = Said(text, cites("651a.11(e)"), "device-failed", data={"device": SHUFFLER})
    return Step(replace(state, cards=card_table.broken(state.cards)), said=(said,))


Judge = Callable[[Rules, State, Irregularity], Refusal | None]
Follow = Callable[[Rules, State, Irregularity], Step[State]]
IRREGULARITIES: Mapping[str, tuple[Judge, Follow]] = {
    "651a.11(a)": (_refuse_face_up, _face_up),
    "651a.11(b)": (_refuse_drawn_in_error, _drawn_in_error),
    "651a.11(c)": (_refuse_not_dealt, _not_dealt),
    "651a.11(d)": (_refuse_device, _jammed),
    "651a.11(e)": (_refuse_device, _broken),
}
