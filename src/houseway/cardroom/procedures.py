"""The effect of each card procedure: opening, shuffle, cut, load, reshuffle, spread, change, a failed device.

opening ── shuffle ── cut ── load (recut) ── play ── shuffle …          continuous: opening ── shuffle ── play
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.cardroom import cut as cutting
from houseway.cardroom.card_table import (
    BATCH,
    CONTINUOUS,
    COVERED,
    JAMMED,
    MANUAL,
    SHUFFLER,
    WORKING,
    CardPhase,
    CardTable,
    Changed,
    fresh,
    is_cut,
    spare,
)
from houseway.core import Deadline, Done, Fill, Moment, NoMoreBets, Refusal, Stepped
from houseway.core.frozen import replace
from houseway.equipment.shoe import full_shoe, rest_shuffled
from houseway.law import Citation, ProcedureStep, Rules

HOUR = 3600


def done(rules: Rules, cards: CardTable, fact: Done) -> tuple[CardTable, Fill | None]:
    """The cards after a procedure, and the faces that it shuffled."""
    return {
        "opening": _opened,
        "shuffle": _shuffled,
        "reshuffle": _reshuffled,
        "cut": _cut,
        "recut": _cut,
        "load": _loaded,
        "direct-reshuffle": _directed,
        "new-dealer": _new_dealer,
        "spread": _spread,
        "resume": _resumed,
        "inspect-batch": _inspected,
        "change-cards": _changed,
        "out-of-order": _covered,
        "return-shuffler": _returned,
    }[fact.procedure](rules, cards, fact)


def _opened(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """Inspected, spread and stacked. Preshuffled cards are not shuffled again, only cut."""
    cards = replace(cards, opened_at=int(fact.at), why=cutting.BEGINNING)
    if rules.option("preshuffled") and cards.method != CONTINUOUS:
        return fresh(replace(cards, phase=CardPhase.CUT))
    return replace(cards, phase=CardPhase.SHUFFLE), None


def _shuffled(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """A stack is ready to be cut, or to be dealt from the device. Batches alternate with each shoe."""
    if cards.method == BATCH and cards.cut_by:
        cards = replace(cards, in_play=1 - cards.in_play)
    where = cards.cover
    cards, fill = fresh(cards)
    return replace(cards, phase=CardPhase.PLAY if cards.method == CONTINUOUS else CardPhase.CUT, cover=where), fill


def _reshuffled(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The device jammed and its cards were reshuffled. With a continuous device the game may continue mid-round."""
    mended = replace(cards, device=WORKING, unfinished=False)
    return _anew(mended) if cards.method == CONTINUOUS and cards.phase is CardPhase.PLAY else (mended, None)


def _anew(cards: CardTable) -> Changed:
    """Shuffle all cards that are not on the table; the next card is the first of them."""
    shoe, fill = rest_shuffled(cards.shoe)
    return replace(cards, shoe=shoe), fill


def _cut(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The places of the cut and of the cover card in the stack."""
    size = cards.shoe.size
    noted = {**cutting.default_cut(rules, cards.why, cards.cover, cards.players, size), **cutting.noted_cut(fact)}
    bottom = int(noted["cards_from_bottom"])
    if not is_cut(rules, cards):
        return replace(cards, phase=CardPhase.LOAD, shoe=replace(cards.shoe, stop=size - bottom), cut_by=SHUFFLER), None
    taken = int(noted["cards_from_top"])
    shoe = replace(cards.shoe, cut=(cards.shoe.cut + taken) % size, stop=size - bottom)
    return replace(cards, phase=CardPhase.LOAD, shoe=shoe, cut_by=cutting.cutter(noted["cut_by"])), None


def _loaded(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The stack is in the shoe; its first card must be burned."""
    return replace(cards, phase=CardPhase.PLAY, burns=rules.number("first_burn"), cover=""), None


def _directed(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """A floorperson or above ordered a reshuffle."""
    return replace(cards, phase=CardPhase.SHUFFLE, why=cutting.DIRECTION), None


def _new_dealer(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """Each new dealer burns a card."""
    return replace(cards, burns=cards.burns + 1), None


def _spread(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The table is idle: the cards are spread on it."""
    return replace(cards, phase=CardPhase.SPREAD, rack=()), None


def _resumed(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """A player has arrived, and the game starts again. A batch that the device kept shuffled is only cut; if a player asks for
    more or it was not stored as required, it is spread for inspection and reshuffled."""
    cards = replace(cards, phase=CardPhase.SHUFFLE, why=cutting.BEGINNING, cover="")
    if cards.method != BATCH:
        return cards, None
    if not_kept(fact) or any(step["noted"].get("reshuffle", False) for step in fact.data.values()):
        return replace(cards, phase=CardPhase.INSPECT), None
    return fresh(replace(cards, phase=CardPhase.CUT, in_play=1 - cards.in_play))


def not_kept(fact: Done) -> tuple[Citation, ...]:
    """The paragraphs that a stored batch does not satisfy, as the steps of a resumption note."""
    return tuple(Citation(mark) for mark, step in fact.data.items() if not step["noted"].get("kept", True))


def _inspected(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The batch was inspected: now it is reshuffled."""
    return replace(cards, phase=CardPhase.SHUFFLE), None


def _changed(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The decks left play; new ones are received, inspected and shuffled, as many as this way of shuffling needs."""
    wanted = int(rules.option("decks"))
    if cards.method != rules.option("shuffler") and str(wanted) not in rules.names(f"decks_{cards.method}"):
        wanted = int(rules.names(f"decks_{cards.method}")[0])
    emptied = replace(cards, rack=(), cover="", burns=0, cut_by="", in_play=0, unfinished=False, wrong_decks=False)
    device = WORKING if cards.device == JAMMED else cards.device  # its unfinished cards are out of play
    return replace(emptied, phase=CardPhase.OPENING, device=device, shoe=full_shoe(wanted, cards.shoe.fill)), None


def taken_out(rules: Rules, cards: CardTable) -> CardTable:
    """Decks that turned out to be wrong leave play."""
    return _changed(rules, cards, Done("change-cards"))[0]


def _covered(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The device is covered or marked: the cards are shuffled by hand from now on. A round that has begun is completed."""
    by_hand = replace(cards, device=COVERED, method=MANUAL, unfinished=False)
    if cards.method != CONTINUOUS or cards.phase is not CardPhase.PLAY:
        return by_hand, None
    if cards.shoe.out:
        return _anew(by_hand)
    return replace(by_hand, phase=CardPhase.SHUFFLE, why=cutting.DIRECTION), None


def _returned(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The device works again and takes over with a shuffle, or with new cards if other decks had replaced its own."""
    back = replace(
        cards, device=WORKING, method=str(rules.option("shuffler")), phase=CardPhase.SHUFFLE, why=cutting.DIRECTION
    )
    return (back, None) if cards.shoe.decks == rules.option("decks") else _changed(rules, back, fact)


# Refused steps, and default notes


def too_old(rules: Rules, cards: CardTable, fact: NoMoreBets | Stepped) -> Refusal | None:
    """Refuse to continue with decks that have been in use for too long."""
    return deck_deadline(rules, cards).refusal(fact.at) if cards.opened_at else None


def deck_deadline(rules: Rules, cards: CardTable) -> Deadline:
    """The last moment at which these decks may be used, in elapsed hours: a change of the clock does not matter."""
    hours = rules.number("card_hours_max")
    says = f"these decks have been in use for more than {hours} hours: change the cards first"
    at = Moment(cards.opened_at + hours * HOUR)
    return Deadline("cards", at, (rules.cite("card_hours_max"),), says, "change-cards")


def refuse_step(rules: Rules, cards: CardTable, fact: Stepped, round_cards: int) -> Refusal | None:
    """Refuse notes that do not meet the law; `round_cards`: the most cards that a round can need."""
    if fact.procedure == "new-dealer" and not spare(cards, round_cards):
        reason = "too few cards are left in the shoe for one more to be burned: have the cards reshuffled first"
        return Refusal(reason, (rules.cite("first_burn"),))
    if fact.procedure == "opening":
        return _refuse_received(rules, cards, fact)
    if fact.procedure == "out-of-order" and fact.data.get("shown") == "nothing":
        return Refusal("the device is neither covered nor marked: nothing else is used before it is", (fact.cite,))
    if fact.procedure == "shuffle":
        return too_old(rules, cards, fact)
    if fact.procedure in ("cut", "recut"):
        last = cards.cut_by if fact.procedure == "recut" else ""
        return cutting.refuse_cut(rules, cards.why, cards.cover, cards.players, cards.shoe.size, fact, last)
    return None


def _refuse_received(rules: Rules, cards: CardTable, fact: Stepped) -> Refusal | None:
    """Refuse cards that are not as many decks as the table plays with, or without a cover card."""
    if "decks" not in rules.step_fields(fact.cite, fact.item):
        return None
    wanted, counted = _decks(cards), fact.data.get("decks")
    if counted is None or "cover_cards" not in fact.data:
        missing = ", ".join(f'"{name}"' for name in ("decks", "cover_cards") if name not in fact.data)
        return Refusal(f"note how many there are: {missing}", (fact.cite,))
    if counted != wanted:
        return Refusal(f"{counted} decks were received, and the table plays with {wanted}", (fact.cite,))
    if fact.data["cover_cards"] < 1:
        return Refusal("there is no cover card", (fact.cite,))
    return None


def _decks(cards: CardTable) -> int:
    """The number of decks at the table, in all batches."""
    return cards.shoe.decks * (2 if cards.method == BATCH else 1)


def normal_notes(rules: Rules, cards: CardTable, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step."""
    if "decks" in step.fields:
        return {"decks": _decks(cards), "cover_cards": step.must.get("cover_cards", 1)}
    defaults = cutting.default_cut(rules, cards.why, cards.cover, cards.players, cards.shoe.size)
    return {name: defaults[name] for name in cutting.NOTED.get(step.item, ())}
