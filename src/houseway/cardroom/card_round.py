"""The cards during a round, in every card chapter: they leave the shoe, are announced and collected, and become ready again.

A state of a card game has `cards`, `phase` ("betting" between rounds) and `placed`. A chapter calls `advance_cards` for the
facts that it treats like every other, and says itself what its own deal, choices and settlement are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from houseway.cardroom import card_table, procedures
from houseway.cardroom.card_table import CardPhase, CardTable
from houseway.cardroom.cut import DEALER
from houseway.core import (
    BuyIn,
    CashOut,
    Deadline,
    Done,
    Fact,
    Remove,
    Repaired,
    Said,
    Step,
    Wager,
    seat_account,
)
from houseway.core.acts import WithLayout, layout_changed
from houseway.core.frozen import replace
from houseway.core.wagering import give_back
from houseway.equipment.cards import card_name
from houseway.law import Citation, ProcedureStep, Rules

BETTING = "betting"


class CardState(WithLayout, Protocol):
    """The fields of every card game's state, apart from its wagers."""

    @property
    def cards(self) -> CardTable:
        """Shoe, rack and shuffler."""

    @property
    def phase(self) -> str:
        """The phase of the round; `betting` between rounds."""


S = TypeVar("S", bound=CardState)


def advance_cards(rules: Rules, state: S, fact: Fact) -> Step[S]:
    """The consequences of an act that all card chapters treat the same way; none for any other act."""
    match fact:
        case Wager() | Remove():
            return layout_changed(state, fact)
        case Done():
            cards, fills = procedures.done(rules, state.cards, fact)
            said = (*_said_not_kept(fact), *said_ready(rules, state, cards))
            return Step(replace(state, cards=cards), said=said, fills=fills)
        case Repaired():
            works = Said("The shuffler works again.", (rules.cite("out_of_order"),), "device-repaired")
            return Step(replace(state, cards=card_table.repaired(rules, state.cards)), said=(works,))
        case BuyIn() | CashOut():
            playing = any((placed.player or placed.seat) == fact.seat for placed in state.placed)
            return Step(replace(state, cards=card_table.heard(state.cards, fact, playing)))
    return Step(state)


def _said_not_kept(fact: Done) -> tuple[Said, ...]:
    """A stored batch was not kept as it must be for it to be dealt unseen."""
    because = procedures.not_kept(fact) if fact.procedure == "resume" else ()
    text = "The stored batch was not kept as required: it is spread for inspection and reshuffled."
    return (Said(text, because),) if because else ()


def said_ready(rules: Rules, state: CardState, after: CardTable) -> tuple[Said, ...]:
    """Between rounds the cards have become ready to be dealt."""
    ready = state.phase == BETTING and after.phase is CardPhase.PLAY and state.cards.phase is not CardPhase.PLAY
    return (Said("The cards are ready: place your wagers.", (rules.cite("shuffle"),)),) if ready else ()


# A card leaves the shoe


def capital(card: str) -> str:
    """A card as a sentence begins with it."""
    text = card_name(card)
    return text[0].upper() + text[1:]


def said_card(card: str, seat: int | None, because: tuple[Citation, ...]) -> Said:
    """A card for a box, or (None) for the dealer."""
    who, place = ("The dealer", DEALER) if seat is None else (f"Seat {seat}", str(seat_account(seat)))
    return Said(f"{who}: {card_name(card)}.", because, "result", data={"place": place})


def burn(state: S, toward: str, because: tuple[Citation, ...]) -> Step[S]:
    """The next card goes into the discard rack unseen."""
    said = Said("A card is burned face down.", because, "card-burned", data={"place": "discard-rack"})
    return Step(replace(state, cards=card_table.burned(state.cards, toward)), said=(said,))


def discard(state: S, card: str, toward: str, text: str, because: tuple[Citation, ...]) -> Step[S]:
    """A card that was seen goes from the shoe into the discard rack; `text` has {} where the card is named."""
    said = Said(text.format(capital(card)), because, "result", data={"place": "discard-rack"})
    return Step(replace(state, cards=card_table.put_aside(state.cards, card, toward)), said=(said,))


FACE_UP = "{} lay face up in the shoe and goes into the discard rack."


def with_cover(before: CardState, step: Step[S], cite: Citation) -> Step[S]:
    """A card left the shoe; where the cover card came up before it, that is said right after the card."""
    cover = card_table.said_cover(before.cards, step.state.cards, cite)
    if not cover:
        return step
    owned = card_table.players_cover(step.state.cards, before.placed)
    return replace(step, state=replace(step.state, cards=owned), said=(*step.said[:1], *cover, *step.said[1:]))


def misdeal(state: S, card: str, ended: S, because: tuple[Citation, ...]) -> Step[S]:
    """One copy too many means that the decks are wrong: every wager is returned, and the decks are changed."""
    settled = tuple(give_back(placed, because) for placed in state.placed)
    shown = Said(f"{capital(card)} is one more than the decks have.", because, "result", data={"place": "discard-rack"})
    over = (
        Said("A misdeal: all wagers are returned, and the decks are changed.", because, "round-voided")
        if settled
        else Said("Nothing is left to be decided: the decks are changed.", because)
    )
    return Step(ended, settled, (shown, over))


def set_aside(state: S, card: str, toward: str, because: tuple[Citation, ...]) -> Step[S]:
    """One copy too many is taken out of play; the round continues with the next card, and the decks are changed after it."""
    text = f"{capital(card)} is one more than the decks have: it is set aside, and the next card is used instead."
    shown = Said(text, because, "result", data={"place": "set-aside"})
    return Step(replace(state, cards=card_table.set_aside(state.cards, toward)), said=(shown,))


# The end of a round


def collect_hands(
    state: S, hands: Sequence[tuple[str, tuple[str, ...]]], because: tuple[Citation, ...], text: str = ""
) -> tuple[S, tuple[Said, ...]]:
    """Hands go into the discard rack in this order, each with its owner (`seat:3`, `dealer`) and cards."""
    taken = [card for _, cards in hands for card in cards]
    if not taken:
        return state, ()
    places = [
        {"from": who, "cards": len(cards)} for who, cards in hands if cards
    ]  # a box that was passed over has none
    text = text or "The cards go into the discard rack, hand by hand."
    said = Said(text, because, "cards-collected", data={"hands": places})
    return replace(state, cards=card_table.collected(state.cards, taken)), (said,)


def from_the_right(
    boxes: Mapping[int, tuple[str, ...]], dealer: tuple[str, ...]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The order in which hands are collected: from the dealer's right around, the dealer's own last (if there is one)."""
    seats = tuple((str(seat_account(seat)), boxes[seat]) for seat in sorted(boxes, reverse=True))
    return (*seats, (DEALER, dealer)) if dealer else seats


# Procedures


def settings(rules: Rules, state: CardState) -> Mapping[str, str]:
    """The settings that procedure steps depend on: the edition, and how the cards are shuffled now."""
    return {
        "edition": rules.edition.id,
        "shuffler": state.cards.method,
        "preshuffled": str(rules.option("preshuffled")).lower(),
        "loads_shoe": str(rules.option("loads_shoe")).lower(),
        "cut": "yes" if card_table.is_cut(rules, state.cards) else "no",
        "opened": "yes" if state.cards.opened_at else "no",
        **({"tip_box": str(rules.option("tip_box"))} if "tip_box" in rules.edition.options else {}),
    }


def normal_notes(rules: Rules, state: CardState, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step."""
    return procedures.normal_notes(rules, state.cards, step)


def deadlines(rules: Rules, state: CardState) -> tuple[Deadline, ...]:
    """The next change of the cards, once decks were opened."""
    return (procedures.deck_deadline(rules, state.cards),) if state.cards.opened_at else ()
