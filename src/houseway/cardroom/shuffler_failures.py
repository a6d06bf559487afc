"""A shuffler that jams or cannot be used: two irregularities that every card chapter has."""

from __future__ import annotations

from houseway.cardroom import card_table
from houseway.cardroom.card_round import CardState, S
from houseway.cardroom.card_table import COVERED, JAMMED, MANUAL, SHUFFLER, WORKING, CardPhase
from houseway.core import Irregularity, Refusal, Said, Step
from houseway.core.acts import Irregularities, refuse_reporter
from houseway.core.frozen import replace
from houseway.law import Rules, cites


def refuse_failure(rules: Rules, state: CardState, fact: Irregularity) -> Refusal | None:
    """It can fail while it is in use and has not failed; one that has jammed may turn out to be unusable."""
    cards = state.cards
    if cards.method == MANUAL:
        shown = "it is already covered or marked" if cards.device == COVERED else "the cards are shuffled by hand"
        return Refusal(f"no automated device is in use: {shown}", cites(fact.cite))
    if cards.device != WORKING and not (cards.device == JAMMED and fact.cite == rules.cite("out_of_order")):
        return Refusal(f"the {SHUFFLER} has failed already", cites(fact.cite))
    if cards.phase is CardPhase.OPENING:
        return Refusal("the cards are not in the device yet", cites(fact.cite))
    return refuse_reporter(fact)


def jammed(rules: Rules, state: S, fact: Irregularity) -> Step[S]:
    """Its cards must be reshuffled before they are dealt."""
    text = "The shuffler did not complete its shuffle: its cards must be reshuffled."
    said = Said(text, cites(fact.cite), "device-failed", data={"device": SHUFFLER})
    return Step(replace(state, cards=card_table.jammed(state.cards)), said=(said,))


def broken(rules: Rules, state: S, fact: Irregularity) -> Step[S]:
    """The broken shuffler must be covered or marked before another way to shuffle or deal is used."""
    text = "The shuffler cannot be used: it must be covered or marked as out of order first."
    said = Said(text, cites(fact.cite), "device-failed", data={"device": SHUFFLER})
    return Step(replace(state, cards=card_table.broken(state.cards)), said=(said,))


def shuffler_irregularities(jam: str, out_of_order: str) -> Irregularities:
    """Both, by the chapter's paragraphs."""
    return {jam: (refuse_failure, jammed), out_of_order: (refuse_failure, broken)}
