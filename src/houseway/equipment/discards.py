"""Too few cards: the discards are shuffled and cut in the middle of a round, and the round is completed from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from houseway.core import Done, Due, Fill, Procedure, Refusal, Stepped
from houseway.equipment import cut as cutting
from houseway.equipment.card_table import CardTable, covered_by
from houseway.equipment.shoe import discards_shuffled
from houseway.law import ProcedureStep, Rules

REPLENISH = "replenish"


def due_of_card(rules: Rules, cards: CardTable) -> Due | None:
    """The procedure without which the next card cannot be dealt: the shoe is empty."""
    return None if cards.shoe.left else Procedure(REPLENISH, (rules.cite("too_few"),))


def replenished(rules: Rules, cards: CardTable, fact: Done) -> tuple[CardTable, Fill]:
    """The discards are the shoe now, and their first card is to be burned."""
    noted = {**_usual(rules, cards), **cutting.noted_cut(fact)}
    shoe, fill = discards_shuffled(cards.shoe, cards.rack, int(noted["cards_from_top"]))
    return replace(cards, shoe=shoe, rack=(), burns=rules.number("first_burn")), fill


def _usual(rules: Rules, cards: CardTable) -> dict[str, Any]:
    """The cover card came up in this round: that decides who is offered the cut."""
    return cutting.usual_cut(rules, cutting.COVER, cards.cover, cards.players, len(cards.rack))


def refuse_cut(rules: Rules, cards: CardTable, fact: Stepped) -> Refusal | None:
    """The cut of the discards, by whom and where any cut is made."""
    return cutting.refuse_cut(rules, cutting.COVER, cards.cover, cards.players, len(cards.rack), fact, "")


def usual_step(rules: Rules, cards: CardTable, step: ProcedureStep) -> Mapping[str, Any]:
    """What a step notes when it goes as it usually does."""
    usual = _usual(rules, cards)
    return {name: usual[name] for name in cutting.NOTED.get(step.item, ())}


def laid_face_down(cards: CardTable, toward: str) -> CardTable:
    """A card left the shoe and lies face down on the table, where it is neither discarded nor seen."""
    cards = covered_by(cards, toward)
    return replace(cards, shoe=cards.shoe.face_down())
