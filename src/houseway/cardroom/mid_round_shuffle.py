"""Too few cards: the discards are shuffled and cut mid-round, and the round is completed from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cardroom import cut as cutting
from houseway.cardroom.card_table import CardPhase, CardTable, Changed, covered_by
from houseway.core import Done, Due, Procedure, Refusal, Stepped, seat_of
from houseway.core.frozen import replace
from houseway.equipment.shoe import discards_shuffled
from houseway.law import ProcedureStep, Rules

REPLENISH, RECUT, LOAD = "replenish", "recut-discards", "load-discards"


def due_of_card(rules: Rules, cards: CardTable) -> Due | None:
    """The procedure that must come before the next card, because the shoe is empty."""
    return None if cards.shoe.left else Procedure(REPLENISH, (rules.cite("too_few"),))


def replenished(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The discards are shuffled, cut, perhaps recut, and put into the shoe; their first card must be burned."""
    if fact.procedure == LOAD:
        return replace(cards, phase=CardPhase.PLAY, burns=rules.number("first_burn")), None
    noted = {**_default_cut(rules, cards), **cutting.noted_cut(fact)}
    by, taken = cutting.cutter(noted["cut_by"]), int(noted["cards_from_top"])
    if fact.procedure == RECUT:
        recut = replace(cards.shoe, cut=(cards.shoe.cut + taken) % cards.shoe.size)
        return replace(cards, shoe=recut, cut_by=by), None
    shoe, fill = discards_shuffled(cards.shoe, cards.rack, taken)
    return replace(cards, phase=CardPhase.RELOAD, shoe=shoe, rack=(), cut_by=by), fill


def _stack(cards: CardTable) -> int:
    """The number of cards in the stack: those of the rack, until they are in the shoe."""
    return cards.shoe.size if cards.phase is CardPhase.RELOAD else len(cards.rack)


def _default_cut(rules: Rules, cards: CardTable) -> dict[str, Any]:
    """The default cut; the cover card came up in this round, which decides who is offered it."""
    return cutting.default_cut(rules, cutting.COVER, cards.cover, cards.players, _stack(cards))


def refuse_cut(rules: Rules, cards: CardTable, fact: Stepped) -> Refusal | None:
    """Refuse a cut of the discards as any other cut."""
    last = cards.cut_by if fact.procedure == RECUT else ""
    return cutting.refuse_cut(rules, cutting.COVER, cards.cover, cards.players, _stack(cards), fact, last)


def normal_notes(rules: Rules, cards: CardTable, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step."""
    defaults = _default_cut(rules, cards)
    last = seat_of(cards.cut_by)
    if step.item == "recut" and last is not None:  # the last person who cut
        defaults["cut_by"] = last.number
    return {name: defaults[name] for name in cutting.NOTED.get(step.item, ())}


def laid_face_down(cards: CardTable, toward: str) -> CardTable:
    """A card left the shoe and is face down on the table, neither discarded nor seen."""
    cards = covered_by(cards, toward)
    return replace(cards, shoe=cards.shoe.face_down())
